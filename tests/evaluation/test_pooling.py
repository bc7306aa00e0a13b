import numpy as np
import pytest

from evaluation.pooling import (
    AUDIT,
    at_random,
    by_hedge,
    by_likelihood,
    by_rank,
    draw_audit,
    lot_falls,
    pool,
)


def test_the_pool_is_ordered_by_best_rank_then_by_number_of_runs():
    a, b = [5, 3, 9], [3, 7, 5]

    assert pool([a, b], depth=3) == [(3, 1, 2), (5, 1, 2), (7, 2, 1), (9, 3, 1)]


def test_results_below_the_depth_count_neither_for_the_pool_nor_for_the_number_of_runs():
    assert pool([[5, 3], [7, 5]], depth=1) == [(5, 1, 1), (7, 1, 1)]


def test_a_run_without_results_adds_nothing_to_the_pool():
    assert pool([[], [4]], depth=10) == [(4, 1, 1)]


def test_a_depth_below_one_is_refused():
    with pytest.raises(ValueError, match="at least 1, not 0"):
        pool([[1]], depth=0)


def test_the_bonus_for_a_top_10_lifts_a_fragment_over_one_a_little_more_likely():
    deep = [*range(10), 20]

    order = by_likelihood([20, 5], np.array([0.30, 0.25]), [deep], bonus=0.7)

    assert [served.fragment for served in order] == [5, 20]
    assert order[0].values == {"percent": 25, "runs": 1}


def test_without_a_bonus_the_most_likely_comes_first():
    assert [s.fragment for s in by_likelihood([20, 5], np.array([0.30, 0.25]), [[5]], bonus=0)] == [20, 5]


def test_by_rank_serves_the_unjudged_of_the_pool_only():
    served = by_rank([[5, 3, 9], [3, 7, 5]], depth=2, judged={3: 0})

    assert [(s.fragment, s.values["rank"]) for s in served] == [(5, 1), (7, 2)]


def test_hedge_follows_the_run_whose_first_fragment_was_relevant():
    right, wrong = [1, 2, 3], [4, 5, 6]

    order = [s.fragment for s in by_hedge([wrong, right], depth=3, judged={1: 2, 4: 0})]

    assert order.index(2) < order.index(5)


def test_a_random_order_is_the_same_for_the_same_seed_and_holds_every_unjudged_fragment_once():
    first, again = (at_random(range(20), {3: 1}, seed=7) for _ in range(2))

    assert first == again
    assert sorted(s.fragment for s in first) == [f for f in range(20) if f != 3]


def test_different_seeds_give_different_random_orders():
    assert at_random(range(20), {}, seed=1) != at_random(range(20), {}, seed=2)


def test_an_audit_takes_about_its_share_of_the_places():
    assert 30 <= sum(lot_falls(0.05, f"place {n}") for n in range(1000)) <= 70


def test_without_a_share_no_place_is_audited():
    assert not any(lot_falls(0, f"place {n}") for n in range(1000))


def test_an_audit_draws_every_unjudged_candidate_about_as_often():
    chance = {7: 0.9, 8: 0.05, 9: 0.05}
    drawn = [draw_audit(chance, 0, f"place {n}") for n in range(3000)]
    assert all(900 <= sum(one.fragment == f for one in drawn) <= 1100 for f in chance)


def test_an_audit_notes_what_was_expected_of_the_query_when_it_drew():
    drawn = draw_audit({8: 0.25, 9: 0.25}, found=3, seed="x")
    assert (drawn.reason, drawn.values) == (AUDIT, {"probability": 0.25, "left": 2, "total": 3.5})


def test_where_nothing_is_left_an_audit_draws_nothing():
    assert draw_audit({}, found=3, seed="x") is None

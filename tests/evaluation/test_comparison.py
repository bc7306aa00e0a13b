"""Verdicts: a case worked by hand, ranx beside it, leaders and groups."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.comparison import by_tag, compare, leaders, randomised
from evaluation.power import queries_needed

# Six queries. Differences B − A: .1 .2 .3 .4 0 −.1, mean .15; C is A.
A = [0.5, 0.4, 0.3, 0.2, 0.7, 0.6]
B = [0.6, 0.6, 0.6, 0.6, 0.7, 0.5]
SCORES = np.array([A, B, A])


def test_a_case_worked_by_hand() -> None:
    verdict = compare(SCORES, 0, [1])[0]
    assert (verdict.better, verdict.worse, verdict.same, verdict.queries) == (4, 1, 1, 6)
    assert verdict.difference == pytest.approx(0.15)
    assert (verdict.before, verdict.after) == pytest.approx((0.45, 0.6))
    # Sums ±.1 ±.2 ±.3 ±.4 ±.1 of 32 patterns: |sum| ≥ .9 for all + (1.1), one of the two .1 turned (.9, twice);
    # and the same with the other sign: 6 of 32.
    assert verdict.p == pytest.approx(6 / 32)
    assert verdict.claim == 0


def test_two_runs_share_holm() -> None:
    first, second = compare(SCORES, 0, [1, 2])
    assert first.adjusted == pytest.approx(12 / 32)
    assert (second.p, second.changed, second.claim) == (1, 0, 0)


def test_a_clear_gain_is_claimed_with_its_direction() -> None:
    scores = np.array([np.full(20, 0.4), np.full(20, 0.6) + np.arange(20) / 200])
    assert [compare(scores, 0, [1])[0].claim, compare(scores, 1, [0])[0].claim] == [1, -1]


def test_only_queries_where_both_have_a_value_count() -> None:
    scores = SCORES.copy()
    scores[0, 0], scores[1, 1] = np.nan, np.nan
    verdict = compare(scores, 0, [1])[0]
    assert (verdict.queries, verdict.difference) == (4, pytest.approx(0.15))


def test_needed_queries_are_those_of_the_differences_spread() -> None:
    spread = np.std(np.array(B) - np.array(A), ddof=1)
    assert compare(SCORES, 0, [1], worth=0.1)[0].needed == queries_needed(spread, 0.1)


def test_no_query_at_all_is_no_error() -> None:
    verdict = compare(np.full((2, 3), np.nan), 0, [1])[0]
    assert (verdict.queries, verdict.claim, verdict.needed) == (0, 0, None)


def test_differences_that_are_all_the_same_tell_nothing_of_the_next_query() -> None:
    """0.1 + 0.2 is not 0.3 to a computer: so small a spread is none."""
    scores = np.array([[0.1, 0.2, 0.0, 0.3], [0.1 + 0.2, 0.4, 0.2, 0.5]])
    verdict = compare(scores, 0, [1])[0]
    assert not verdict.has_interval
    assert np.isnan([verdict.low, verdict.high, verdict.detectable]).all()
    assert verdict.needed is None


def test_ranx_finds_the_same_differences_significant() -> None:
    ranx = pytest.importorskip("ranx.statistical_tests")
    rng = np.random.default_rng(3)
    base = rng.random(50)
    scores = np.array([base, *(np.clip(base + rng.normal(shift, 0.1, 50), 0, 1) for shift in (0.02, 0.05))])
    for run in (1, 2):
        theirs, _ = ranx.fisher_randomization_test(scores[0], scores[run], 10_000, random_seed=1)
        assert compare(scores, 0, [run])[0].p == pytest.approx(theirs, abs=0.02)


def test_the_leader_and_those_that_cannot_be_told_from_it() -> None:
    best = np.linspace(0.4, 0.9, 60)
    near = best - 0.001 + np.tile([0.05, -0.05], 30)
    scores = np.array([best - 0.3, best, near])[:, :, None]
    found = leaders(scores)
    assert found.best.tolist() == [1]
    assert found.close[:, 0].tolist() == [False, False, True]


def test_a_measure_without_a_value_has_no_leader() -> None:
    found = leaders(np.full((2, 3, 1), np.nan))
    assert (found.best.tolist(), found.close.any()) == ([-1], False)


def test_groups_are_compared_over_their_own_queries() -> None:
    tags = [("x",), ("x", "y"), ("y",), (), (), ("y",)]
    x, y = by_tag(SCORES, tags, 0, [1], randomised(SCORES, tags, 0, [1])[1])
    assert (x.tag, x.queries.tolist()) == ("x", [0, 1])
    assert (y.verdicts[0].queries, y.verdicts[0].difference) == (3, pytest.approx(0.4 / 3))


def test_the_shared_draws_give_each_group_the_p_of_a_comparison_of_its_own() -> None:
    scores = np.random.default_rng(1).random((3, 12))
    tags = [("x",)] * 5 + [("y",)] * 7
    over_all, (in_x, in_y) = randomised(scores, tags, 0, [1, 2])
    alone = [compare(some, 0, [1, 2]) for some in (scores, scores[:, :5], scores[:, 5:])]
    expected = [[verdict.p for verdict in verdicts] for verdicts in alone]
    assert [over_all.tolist(), in_x.tolist(), in_y.tolist()] == expected

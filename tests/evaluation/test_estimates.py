import itertools
from dataclasses import replace

import numpy as np
import pytest

from evaluation.decide import decide
from evaluation.estimates import Holes, holes, judged_share, scores, value_range
from evaluation.measures import parse_measure
from evaluation.pool_bias import (
    Audited,
    Unfound,
    leave_one_out,
    own_judged,
    unfound,
    unfound_by_audit,
    when_to_stop,
)
from evaluation.unjudged import Estimate

NDCG, P2, RECALL = (parse_measure(name) for name in ("nDCG@2", "P@2", "R@2"))


def estimate(chances: dict[int, float], shares: tuple[float, ...] = (0.0, 0.0, 1.0)) -> Estimate:
    fragments = np.array(list(chances), dtype=np.int32)
    chance = np.array(list(chances.values()))
    return Estimate(fragments, chance, chance * 3, np.tile(shares, (len(chance), 1)))


def one_query(judged: dict[int, int], chances: dict[int, float], *rankings: list[int]) -> Holes:
    return holes([list(rankings)], [judged], [estimate(chances)])


def test_with_everything_judged_plain_estimate_and_range_are_one_number():
    (score,) = scores(one_query({1: 3, 2: 0}, {}, [2, 1]), [NDCG])[0]

    assert score.judged == 1
    # by hand: 3 / log2(3) over an ideal of 3
    for value in (score.plain, score.least, score.most, score.estimate, score.low, score.high):
        assert value == pytest.approx(0.6309, abs=1e-4)


def test_precision_can_move_by_the_unjudged_in_the_top():
    (score,) = scores(one_query({1: 3, 3: 0}, {2: 0.5}, [1, 2]), [P2])[0]

    assert (score.plain, score.least, score.most, score.judged) == (0.5, 0.5, 1.0, 0.5)
    assert 0.5 < score.estimate < 1


def test_the_plain_ndcg_is_no_lower_bound_because_the_ideal_moves():
    least, _ = value_range(one_query({1: 1}, {8: 0.1, 9: 0.1}, [1, 7]), NDCG)

    # by hand: plain 1; with 8 and 9 of grade 3 the ideal is 3 + 3 / log2(3), so 1 / 4.893
    assert least[0] == pytest.approx(0.2044, abs=1e-4)


def test_the_most_is_never_under_the_plain_score():
    perfect = one_query({1: 1}, {2: 0.5, 3: 0.5}, [1, 2, 3])

    _, most = value_range(perfect, parse_measure("nDCG@3"))

    # by hand: with 2 and 3 not relevant it stays 1; from both of grade 3, no single change gets there
    assert most[0] == 1


def test_a_query_that_may_stay_undefined_does_not_lower_the_most():
    some = holes([[[1]], [[2, 3]]], [{1: 1}, {2: 0}], [estimate({}), estimate({3: 0.5})])

    least, most = value_range(some, NDCG)

    # by hand: 1, alone; or with the second query, 3 of grade 1 to 3 at rank 2: (1 + 1 / log2(3)) / 2
    assert most[0] == 1
    assert least[0] == pytest.approx(0.8155, abs=1e-4)


@pytest.mark.parametrize("measure", [NDCG, P2, RECALL], ids=str)
def test_the_range_is_that_of_trying_every_way_to_judge(measure):
    unjudged, ranking, judged = [2, 3, 4], [2, 1, 3], {1: 2}
    values = []
    for grades in itertools.product(range(4), repeat=3):
        full = judged | dict(zip(unjudged, grades, strict=True))
        values.append(scores(holes([[ranking]], [full], [estimate({})]), [measure], draws=1)[0][0].plain)

    least, most = value_range(one_query(judged, dict.fromkeys(unjudged, 0.5), ranking), measure)

    assert (least[0], most[0]) == pytest.approx((min(values), max(values)))


def test_the_estimate_of_precision_is_near_the_mean_probability():
    chances = [estimate({1: 0.3, 2: 0.3}) for _ in range(50)]
    known = [{9: 3} for _ in range(50)]  # something relevant, so that the measure is defined for all

    (score,) = scores(holes([[[1, 2]]] * 50, known, chances), [P2], draws=400)[0]

    assert score.estimate == pytest.approx(0.3, abs=0.03)
    assert score.low < 0.25 < 0.35 < score.high


def test_the_interval_is_wider_where_the_model_speaks_of_less_likely_ones_than_were_judged():
    chances = [estimate({1: 0.05, 2: 0.05}) for _ in range(30)]
    deep = [replace(one, known=4.0) for one in chances]
    widths = []
    for estimates in (chances, deep):
        (score,) = scores(holes([[[1, 2]]] * 30, [{9: 3}] * 30, estimates), [P2], draws=200)[0]
        widths.append(score.high - score.low)

    assert widths[0] < widths[1]


def test_judged_at_k_counts_only_results_that_there_are():
    assert judged_share(one_query({1: 0}, {2: 0.5}, [1], [1, 2]), 10).tolist() == [1.0, 0.5]


def test_the_better_run_is_settled_when_nothing_is_left_to_judge():
    decision = decide(one_query({1: 3, 2: 0}, {}, [1, 2], [2, 1]), 0, 1, NDCG)

    assert decision.settled
    assert decision.needed == 0
    assert decision.difference == pytest.approx(1 - 0.6309, abs=1e-4)


def test_the_fragment_that_both_runs_rank_alike_is_not_asked_for():
    undecided = one_query({}, {1: 0.5, 2: 0.5, 3: 0.2}, [1, 2], [1, 3])

    decision = decide(undecided, 0, 1, NDCG)

    assert [(query, served.fragment) for query, served in decision.queue] == [(0, 2), (0, 3)]
    assert 1 <= decision.needed <= 2


def test_equal_runs_are_as_unsure_as_can_be():
    assert decide(one_query({1: 1}, {2: 0.5}, [1, 2], [1, 2]), 0, 1, P2).sure == 0.5


def test_a_run_loses_what_it_alone_brought_when_it_is_left_out_of_the_pool():
    change = leave_one_out(one_query({1: 3, 2: 3}, {}, [1, 2], [1, 3]), [P2], depth=2)

    assert change[:, 0].tolist() == [-0.5, 0]


def test_what_only_one_run_brought_is_its_own_and_not_what_is_unjudged():
    made = one_query({1: 3, 2: 3, 3: 0}, {4: 0.5}, [1, 2, 4], [1, 3], [3, 1])

    assert own_judged(made, depth=2).tolist() == [1, 0, 0]


def test_the_unfound_are_as_many_as_the_probabilities_add_up_to():
    found = unfound(one_query({}, dict.fromkeys(range(100), 0.1), [1]), draws=2000)[0]

    assert found.expected == pytest.approx(10, abs=1)
    assert found.low < 10 < found.high


def test_an_audit_that_finds_more_than_was_expected_raises_the_unfound():
    audit = [Audited(0, 0.1, 100, 10, i < 10) for i in range(50)]

    left = unfound_by_audit(audit, {0: 3}, unjudged=60)

    # by hand: 10 of 50 are relevant where 5 were expected: 0.1 more on each of 100; 10 + 10 - 3 known now
    assert left.expected == pytest.approx(17)
    assert left.low < 17 < left.high


def test_an_audit_finds_no_more_than_there_is_to_judge():
    left = unfound_by_audit([Audited(0, 0.1, 100, 10, True)] * 9, {0: 3}, unjudged=60)

    assert (left.expected, left.high) == (60, 60)


def test_an_audit_of_none_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        unfound_by_audit([], {}, 10)


@pytest.mark.parametrize("shift", [-1.5, 0, 1.5])
def test_an_audits_interval_holds_the_truth_however_wrong_the_model_is(shift):
    rng = np.random.default_rng(1)
    held = [left.low <= truth <= left.high for left, truth in (audit_of(rng, shift) for _ in range(100))]

    assert np.mean(held) >= 0.9


def audit_of(rng: np.random.Generator, shift: float) -> tuple[Unfound, int]:
    """Serves 20 of 60 candidates of 30 queries, likely ones first, every fifth drawn; and what is left relevant."""
    audit, found, truth = [], {}, 0
    for query in range(30):
        logit = rng.normal(-3.2, 1.8, 60)
        relevant = rng.random(60) < 1 / (1 + np.exp(-logit))
        chance = 1 / (1 + np.exp(-logit - shift))
        left, known = np.argsort(-chance).tolist(), 0
        for place in range(20):
            at = int(rng.integers(len(left))) if place % 5 == 0 else 0
            total = known + chance[left].sum()
            fragment = left.pop(at)
            if place % 5 == 0:
                audit.append(Audited(query, chance[fragment], len(left) + 1, total, bool(relevant[fragment])))
            known += int(relevant[fragment])
        found[query] = known
        truth += int(relevant[left].sum())
    return unfound_by_audit(audit, found, unjudged=30 * 40), truth


def test_a_query_is_worth_going_on_with_while_likely_fragments_are_left():
    chances = [estimate(dict.fromkeys(range(20), chance)) for chance in (0.4, 0.02)]
    likely, unlikely = when_to_stop([[list(range(20))]] * 2, [{}, {}], chances)

    assert (likely.more, unlikely.more) == (20, 0)
    assert likely.unfound.expected == pytest.approx(8, abs=1)

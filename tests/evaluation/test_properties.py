"""What holds for every ranking: bounds, R@k rising with k, 1 for the perfect, better order never worse."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluation.measures import compute, parse_measure
from evaluation.values import judge

FRAGMENTS = [f"d{number}" for number in range(12)]
GRADES = st.dictionaries(st.sampled_from(FRAGMENTS), st.integers(-3, 4) | st.integers(-10_000, 10_000))
RANKING = st.permutations(FRAGMENTS).flatmap(lambda order: st.integers(0, 12).map(lambda size: order[:size]))

BOUNDED = [
    *("nDCG", "nDCG@3", "nDCG(dcg='exp-log2')@3", "nDCG(dcg='exp-log2')", "nDCG(rel=2)@5"),
    *("P@3", "P(rel=3)@3", "R@5", "Success@2", "RR", "RR@3", "AP", "AP@4", "Rprec", "Bpref", "infAP"),
    *(
        "RBP(p=0.8)",
        "RBP(p=0.8)@5",
        "RBP_residual(p=0.8)@5",
        "RBP_residual(p=0.8)",
        "ERR@5",
        "F1@5",
        "F1",
        "IPrec@0.3",
    ),
    *("Judged@5", "Judged(of='cutoff')@5"),
]
PERFECT = [
    *("nDCG", "nDCG@3", "nDCG(dcg='exp-log2')@3", "nDCG(rel=2)@5", "R@12", "Success@1", "RR", "AP", "Rprec"),
    *("Bpref", "IPrec@1"),
]
GAINS = ["nDCG@5", "nDCG", "nDCG(dcg='exp-log2')@5", "nDCG(dcg='exp-log2')", "nDCG(rel=2)@5"]

patient = settings(deadline=None)


def values(ranking: list[str], grades: dict[str, int], names: list[str]) -> np.ndarray:
    return compute(judge([ranking], [grades]), [parse_measure(name) for name in names])[0]


@patient
@given(RANKING, GRADES)
def test_values_lie_between_0_and_1_or_are_undefined(ranking: list[str], grades: dict[str, int]) -> None:
    found = values(ranking, grades, BOUNDED)
    assert np.all(np.isnan(found) | ((found >= 0) & (found <= 1 + 1e-12)))


@patient
@given(RANKING, GRADES)
def test_ndcg_never_exceeds_1_by_a_single_bit(ranking: list[str], grades: dict[str, int]) -> None:
    assert not np.any(values(ranking, grades, GAINS) > 1)


@patient
@given(RANKING, GRADES)
def test_recall_and_success_never_fall_with_the_cutoff(ranking: list[str], grades: dict[str, int]) -> None:
    for family in ("R", "Success", "AP", "RR"):
        found = values(ranking, grades, [f"{family}@{k}" for k in range(1, 14)])
        assert np.isnan(found).all() or np.all(np.diff(found) >= 0)


@patient
@given(GRADES)
def test_the_perfect_ranking_scores_exactly_1(grades: dict[str, int]) -> None:
    ranking = sorted(grades, key=grades.__getitem__, reverse=True)
    found = values(ranking, grades, PERFECT)
    assert np.all(np.isnan(found) | (found == 1))


@patient
@given(RANKING, GRADES, st.data())
def test_moving_a_better_fragment_up_never_lowers_ndcg(
    ranking: list[str], grades: dict[str, int], data: st.DataObject
) -> None:
    assume(len(ranking) > 1)
    high, low = sorted(data.draw(st.permutations(range(len(ranking))))[:2])
    swapped = list(ranking)
    if max(grades.get(ranking[low], 0), 0) >= max(grades.get(ranking[high], 0), 0):
        swapped[high], swapped[low] = ranking[low], ranking[high]
    before, after = values(ranking, grades, GAINS), values(swapped, grades, GAINS)
    assert np.all(np.isnan(before) | (after >= before - 1e-12))


@patient
@given(RANKING, GRADES)
def test_unjudged_results_below_change_only_what_counts_results(
    ranking: list[str], grades: dict[str, int]
) -> None:
    longer = [*ranking, "u1", "u2"]
    names = ["nDCG", "P@12", "R@12", "RR", "AP", "Rprec", "Bpref", "infAP", "RBP(p=0.8)", "ERR", "IPrec@0.5"]
    assert np.array_equal(values(ranking, grades, names), values(longer, grades, names), equal_nan=True)


@patient
@given(RANKING, GRADES, st.integers(1, 4))
def test_binary_grades_make_the_gains_agree(ranking: list[str], grades: dict[str, int], rel: int) -> None:
    binary = {fragment: int(grade >= rel) for fragment, grade in grades.items()}
    linear, exponential = values(ranking, binary, ["nDCG@5", "nDCG(dcg='exp-log2')@5"])
    by_threshold = values(ranking, grades, [f"nDCG(rel={rel})@5"])[0]
    assert np.allclose([linear, exponential], by_threshold, equal_nan=True)

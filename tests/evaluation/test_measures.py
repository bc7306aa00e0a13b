"""The measures: values worked out by hand, what is undefined, grades that are huge or negative."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.measures import FAMILIES, compute, parse_measure
from evaluation.values import judge
from tests.evaluation.cases import value

BINARY = {"d3": 1, "d7": 1, "d12": 1, "d20": 1}
GRADED = {"d3": 3, "d7": 2, "d12": 2, "d20": 1}
RANKING = "d5 d7 d11 d3 d2 d20 d9 d14 d1 d6"

EVERY = [
    *("nDCG@10", "nDCG(dcg='exp-log2')@10", "nDCG(rel=1)@10", "P@5", "R@5", "Success@5", "RR", "RR@10"),
    *(
        "AP",
        "AP@10",
        "Rprec",
        "Bpref",
        "infAP",
        "RBP(p=0.8)",
        "RBP(p=0.8)@5",
        "ERR@10",
        "F1@10",
        "F1",
        "IPrec@0.5",
    ),
]
ALWAYS_DEFINED = [
    "RBP_residual(p=0.8)",
    "RBP_residual(p=0.8)@5",
    "Judged@10",
    "NumRel",
    "NumRet",
    "NumRelRet",
]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("R@3", 0.25),
        ("R@5", 0.50),
        ("R@10", 0.75),
        ("P@3", 1 / 3),
        ("P@5", 0.40),
        ("P@10", 0.30),
        ("RR", 0.50),
        ("nDCG@10", 1.4178 / 2.5616),
    ],
)
def test_worked_example_of_the_design_with_binary_grades(measure: str, expected: float) -> None:
    assert value(measure, RANKING, BINARY) == pytest.approx(expected, abs=5e-5)


def test_worked_example_of_the_design_with_graded_grades() -> None:
    assert value("nDCG(dcg='exp-log2')@10", RANKING, GRADED) == pytest.approx(5.2637 / 10.8235, abs=5e-5)
    assert value("nDCG(rel=1)@10", RANKING, GRADED) == value("nDCG@10", RANKING, BINARY)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("AP", (1 / 2 + 2 / 4 + 3 / 6) / 4),
        ("AP@5", (1 / 2 + 2 / 4) / 4),
        ("RR@1", 0.0),
        ("Rprec", 2 / 4),
        ("F1@10", 2 * 3 / (10 + 4)),
        ("F1", 2 * 3 / (10 + 4)),
        ("RBP(p=0.5)", 0.5 * (0.5 + 0.5**3 + 0.5**5)),
        ("RBP(p=0.5)@4", 0.5 * (0.5 + 0.5**3)),
        ("RBP(p=0.5)@100", 0.5 * (0.5 + 0.5**3 + 0.5**5)),
        ("RBP(p=0.5,rel=3)@4", 0.5 * 0.5**3),
        ("RBP_residual(p=0.5)@4", 1 - 0.5 * (0.5 + 0.5**3)),
        ("RBP_residual(p=0.5)", 1 - 0.5 * (0.5 + 0.5**3 + 0.5**5)),
        ("IPrec@0.5", 2 / 4),
        ("IPrec@1", 0.0),
        ("Judged@5", 2 / 5),
        ("NumRel", 4),
        ("NumRet", 10),
        ("NumRelRet", 3),
        ("P(rel=2)@5", 2 / 5),
        ("R(rel=3)@5", 1.0),
        # grades 2, 3, 1 at ranks 2, 4, 6: s = 3/8, 7/8, 1/8
        ("ERR(gmax=3)@10", 3 / 8 / 2 + 5 / 8 * 7 / 8 / 4 + 5 / 8 * 1 / 8 * 1 / 8 / 6),
        ("ERR@10", 3 / 16 / 2 + 13 / 16 * 7 / 16 / 4 + 13 / 16 * 9 / 16 * 1 / 16 / 6),
        ("ERR(gmax=3)@5", 3 / 8 / 2 + 5 / 8 * 7 / 8 / 4),
    ],
)
def test_values_worked_out_by_hand(measure: str, expected: float) -> None:
    assert value(measure, RANKING, GRADED) == pytest.approx(expected, rel=1e-12)


def test_bpref_counts_only_judged_non_relevant_above() -> None:
    """R = 2, N = 3: a has one above (1 − 1/2), b has two (1 − 2/2); u is unjudged, n −1."""
    grades = {"a": 1, "b": 1, "x": 0, "y": 0, "z": 0, "n": -1}
    assert value("Bpref", "n u x a u2 y b z", grades) == pytest.approx((0.5 + 0.0) / 2)


def test_bpref_is_one_without_judged_non_relevant() -> None:
    assert value("Bpref", "u a", {"a": 1}) == 1.0


@pytest.mark.parametrize("measure", EVERY)
def test_no_results_and_something_relevant_is_zero(measure: str) -> None:
    assert value(measure, "", {"a": 2, "b": 0}) == 0.0


@pytest.mark.parametrize("measure", EVERY)
@pytest.mark.parametrize("grades", [{}, {"a": 0}, {"a": -2, "b": 0}])
def test_no_relevant_known_is_undefined(measure: str, grades: dict[str, int]) -> None:
    assert math.isnan(value(measure, "a b c", grades))
    assert math.isnan(value(measure, "", grades))


@pytest.mark.parametrize("measure", ALWAYS_DEFINED)
@pytest.mark.parametrize("ranking", ["", "a b"])
def test_counts_and_coverage_are_always_defined(measure: str, ranking: str) -> None:
    assert not math.isnan(value(measure, ranking, {}))


def test_a_threshold_above_all_grades_is_undefined() -> None:
    assert math.isnan(value("P(rel=3)@5", "a", {"a": 2}))
    assert value("nDCG@5", "a", {"a": 2}) == 1.0


@pytest.mark.parametrize("measure", [*EVERY, *ALWAYS_DEFINED])
def test_negative_grades_are_worth_what_0_is_worth(measure: str) -> None:
    """All but bpref and infAP, where −1 means “in the pool, not judged”."""
    negative, zero = {"a": 2, "b": -1, "c": -10_000}, {"a": 2, "b": 0, "c": 0}
    if measure in ("Bpref", "infAP"):
        assert value(measure, "b a", negative) != value(measure, "b a", zero)
    else:
        assert value(measure, "b a", negative) == value(measure, "b a", zero)


@pytest.mark.parametrize("highest", [1_023, 1_024, 10_000, 1_000_000])
@pytest.mark.parametrize("measure", EVERY)
def test_huge_grades_stay_within_bounds(measure: str, highest: int) -> None:
    grades = {"a": highest, "b": highest - 1, "c": 1, "d": -highest}
    assert 0 <= value(measure, "c b d a", grades) <= 1


def test_exponential_gain_of_huge_grades_is_the_ratio_of_their_powers() -> None:
    """2^1099 / 2^1100 = 1/2: DCG = 1/2 + 1/log2(3), ideal = 1 + 1/2 · 1/log2(3)."""
    got = value("nDCG(dcg='exp-log2')@2", "b a", {"a": 1100, "b": 1099})
    assert got == pytest.approx((0.5 + 1 / math.log2(3)) / (1 + 0.5 / math.log2(3)))


def test_many_rankings_give_to_the_bit_what_each_gives_alone() -> None:
    rng = np.random.default_rng(7)
    qrels = [{f"d{i}": int(g) for i, g in enumerate(rng.integers(-1, 4, size))} for size in range(40)]
    rankings = [[f"d{i}" for i in rng.permutation(60)[: rng.integers(0, 60)]] for _ in qrels]
    measures = [parse_measure(name) for name in [*EVERY, *ALWAYS_DEFINED]]
    together = compute(judge(rankings, qrels), measures)
    alone = [compute(judge([r], [q]), measures)[0] for r, q in zip(rankings, qrels, strict=True)]
    assert np.array_equal(together, np.array(alone), equal_nan=True)


def test_several_rankings_may_answer_one_query() -> None:
    judged = judge([["a", "x"], ["x", "a"]], [{"a": 1}, {"a": 1}])
    shared = judged.__class__(
        **{
            **vars(judged),
            "query": np.zeros(2, np.int32),
            "starts": np.array([0, 1]),
            "grades": np.ones(1, np.int32),
        }
    )
    assert parse_measure("RR").compute(shared).tolist() == [1.0, 0.5]


def test_no_rankings_give_no_rows() -> None:
    measures = [parse_measure(name) for name in [*EVERY, *ALWAYS_DEFINED]]
    assert compute(judge([], []), measures).shape == (0, len(measures))
    assert compute(judge([["a"]], [{"a": 1}]), []).shape == (1, 0)


def test_every_family_is_covered_here() -> None:
    named = {parse_measure(name).family for name in [*EVERY, *ALWAYS_DEFINED]}
    assert named == {family.name for family in FAMILIES}

"""The rules by which several judgements become one grade; a decision overrules them all."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from evaluation.agreement import RULES, agreed

Column = NDArray[np.int64]
CONFUSION = [
    [0.85, 0.1, 0.04, 0.01],
    [0.15, 0.65, 0.15, 0.05],
    [0.05, 0.2, 0.6, 0.15],
    [0.02, 0.03, 0.15, 0.8],
]
LAZY = [[0.7, 0.3, 0, 0], [0.2, 0.8, 0, 0], [0.15, 0.8, 0.05, 0], [0.1, 0.8, 0.05, 0.05]]


@dataclass
class Rows:
    query: Column
    fragment: Column
    person: Column
    grade: Column
    settled: NDArray[np.bool_]


def of_one(*grades: int, settled: bool = False) -> Rows:
    n = len(grades)
    return Rows(np.ones(n, int), np.ones(n, int), np.arange(n), np.array(grades), np.full(n, settled))


@pytest.mark.parametrize(
    ("rule", "grades", "expected"),
    [
        ("median", (2,), 2),
        ("median", (1, 2), 1),
        ("median", (3, 3, 0), 3),
        ("median", (0, 1, 2, 3), 1),
        ("median", (-1, 0), -1),
        ("majority", (3, 3, 0), 3),
        ("majority", (0, 3), 0),
        ("majority", (1, 2, 2, 1, 3), 1),
        ("strictest", (3, 3, 0), 0),
        ("mean", (1, 2), 2),
        ("mean", (0, 1), 0),
        ("mean", (0, 1, 2, 3), 2),
        ("dawid_skene", (3, 3, 0), 3),
        ("dawid_skene", (2,), 2),
    ],
)
def test_a_rule_gives_one_grade(rule: str, grades: tuple[int, ...], expected: int) -> None:
    assert agreed(of_one(*grades), rule)[2].tolist() == [expected]


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9))
def test_the_median_is_that_of_the_standard_library(grades: list[int]) -> None:
    assert agreed(of_one(*grades))[2].tolist() == [int(np.floor(statistics.median(grades)))]


def test_pairs_are_kept_apart() -> None:
    query, fragment, grade = (np.array(column) for column in ([1, 1, 1, 2], [5, 5, 6, 5], [0, 3, 2, 1]))
    rows = Rows(query, fragment, np.arange(4), grade, np.zeros(4, dtype=bool))
    assert [column.tolist() for column in agreed(rows)] == [[1, 1, 2], [5, 6, 5], [1, 2, 1]]


def test_below_the_threshold_the_mean_counts_as_not_relevant() -> None:
    assert agreed(of_one(1, 2), "mean", threshold=1.6)[2].tolist() == [0]


@pytest.mark.parametrize("rule", RULES)
def test_a_settled_grade_overrules_the_rule(rule: str) -> None:
    assert agreed(of_one(1, settled=True), rule, threshold=2.5)[2].tolist() == [1]


@pytest.mark.parametrize("rule", RULES)
def test_nothing_judged_gives_nothing(rule: str) -> None:
    assert [len(column) for column in agreed(of_one(), rule)] == [0, 0, 0]


def test_an_unknown_rule_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there are median, majority"):
        agreed(of_one(1), "loudest")


def crew(seed: int, sloppy: int, pairs: int = 1500) -> tuple[Rows, Column]:
    """Three careful annotators with CONFUSION and `sloppy` ones that call all but what is irrelevant a 1."""
    random = np.random.default_rng(seed)
    truth = random.choice(4, pairs, p=[0.5, 0.2, 0.15, 0.15])
    people = [CONFUSION] * 3 + [LAZY] * sloppy
    given = np.array([[random.choice(4, p=errors[grade]) for errors in people] for grade in truth])
    n = len(people)
    pair, person = np.repeat(np.arange(pairs), n), np.tile(np.arange(n), pairs)
    return Rows(pair // 50, pair, person, given.ravel(), np.zeros(pairs * n, dtype=bool)), truth


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_dawid_skene_is_nearer_the_truth_than_the_majority_on_a_crew_with_known_errors(seed: int) -> None:
    rows, truth = crew(seed, sloppy=3)
    wrong = {rule: np.mean(agreed(rows, rule)[2] != truth) for rule in ("majority", "dawid_skene")}
    assert wrong["dawid_skene"] < wrong["majority"] - 0.03


@pytest.mark.parametrize("rule", ["median", "majority", "dawid_skene"])
def test_settling_the_disagreements_is_nearer_the_truth_than_the_majority(rule: str) -> None:
    rows, truth = crew(4, sloppy=1)
    lowest, highest = (end.reduceat(rows.grade, np.arange(0, 6000, 4)) for end in (np.minimum, np.maximum))
    decided = (lowest < highest)[rows.fragment]
    keep = ~decided | (rows.person == 0)
    right = np.random.default_rng(5).random(6000) < 0.9
    grade = np.where(decided & right, truth[rows.fragment], rows.grade)
    kept = Rows(*(c[keep] for c in (rows.query, rows.fragment, rows.person, grade, decided)))
    assert np.mean(agreed(kept, rule)[2] != truth) < np.mean(agreed(rows, "majority")[2] != truth) - 0.05

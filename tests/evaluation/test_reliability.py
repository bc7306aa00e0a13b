"""Agreement equals published examples, and is not said when too little is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.reliability import (
    ALL_THE_SAME,
    READINGS,
    TOO_FEW,
    Table,
    _alphas,
    alpha,
    alpha_by_query,
    alpha_with_others,
    pairs_of_people,
    reading,
    table,
)

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: four observers, twelve units.
PUBLISHED = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def published() -> Table:
    grades = np.array([[np.nan if c == "." else float(c) for c in row] for row in PUBLISHED]).T
    return Table(np.zeros(12, int), np.arange(12), (1, 2, 3, 4), grades)


def by_definition(grades: np.ndarray) -> Fraction:
    """1 − (n − 1) Σ o δ² / Σ n n δ² in fractions, with the ordinal δ of the paper."""
    units = [[int(g) for g in row if not np.isnan(g)] for row in grades]
    units = [unit for unit in units if len(unit) > 1]
    n = {c: sum(unit.count(c) for unit in units) for c in range(6)}

    def delta(c: int, k: int) -> Fraction:
        low, high = min(c, k), max(c, k)
        return (sum(n[g] for g in range(low, high + 1)) - Fraction(n[c] + n[k], 2)) ** 2

    total = sum(n.values())
    observed = sum(
        delta(a, b) / (len(unit) - 1)
        for unit in units
        for (i, a), (j, b) in product(enumerate(unit), repeat=2)
        if i != j
    )
    chance = sum(n[c] * n[k] * delta(c, k) for c, k in product(n, repeat=2))
    return 1 - (total - 1) * observed / chance


def test_alpha_is_the_published_one() -> None:
    found = alpha(published(), fewest=2)
    assert found.value == pytest.approx(0.815, abs=5e-4)
    assert found.value == pytest.approx(float(by_definition(published().grade)), abs=1e-9)


def test_what_nobody_else_judged_is_not_in_common() -> None:
    assert alpha(published(), fewest=2).common == 11


def test_the_interval_holds_the_value() -> None:
    found = alpha(published(), fewest=2)
    assert found.low < found.value < found.high


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=4), min_size=3, max_size=12))
def test_the_resampled_alpha_is_that_of_the_library(units: list[list[int]]) -> None:
    counts = np.array([[unit.count(grade) for grade in range(4)] for unit in units])
    counts = counts[:, counts.sum(axis=0) > 0]
    if counts.shape[1] < 2:
        return
    outer = counts[:, :, None] * counts[:, None, :] - np.eye(counts.shape[1]) * counts[:, :, None]
    observed = (outer / (counts.sum(axis=1) - 1)[:, None, None]).sum(axis=0)
    expected = krippendorff.alpha(value_counts=counts, level_of_measurement="ordinal")
    assert _alphas(observed[None])[0] == pytest.approx(expected, abs=1e-6)


def test_with_too_few_in_common_nothing_is_said() -> None:
    found = alpha(published())
    assert (found.value, found.reading.template) == (None, TOO_FEW)


def test_when_all_grades_are_the_same_nothing_is_said() -> None:
    same = Table(np.zeros(30, int), np.arange(30), (1, 2), np.ones((30, 2)))
    assert alpha(same).reading.template == ALL_THE_SAME


@pytest.mark.parametrize(("value", "place"), [(0.9, 0), (0.8, 0), (0.7, 1), (0.3, 2), (-0.2, 3)])
def test_a_value_is_read_by_krippendorffs_bounds(value: float, place: int) -> None:
    assert reading(value) == READINGS[place][1]


def two(first: list[int], second: list[int]) -> Table:
    n = len(first)
    return table(
        np.zeros(2 * n, int), np.tile(np.arange(n), 2), np.repeat([7, 9], n), np.array([*first, *second])
    )


def test_kappa_of_two_people_by_hand() -> None:
    # Squared distances seen: 1 of 4; by chance: both 0,0,1,2 and 0,1,1,2 → mean of (a−b)² over 16 pairs = 20/16.
    (found,) = pairs_of_people(two([0, 0, 1, 2], [0, 1, 1, 2]), fewest=2)
    assert found.kappa == pytest.approx(1 - (1 / 4) / (20 / 16))


def test_the_grid_counts_who_gave_what() -> None:
    (found,) = pairs_of_people(two([0, 0, 1, 3], [0, 1, 1, 3]), fewest=2)
    assert found.grades == (0, 1, 3)
    assert found.grid.tolist() == [[1, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert (found.same_grade, found.same_relevance) == (0.75, 0.75)


def test_kappa_is_not_said_with_too_few_or_one_grade() -> None:
    assert next(pairs_of_people(two([0, 1], [0, 1]))).kappa is None
    assert next(pairs_of_people(two([1, 1], [1, 1]), fewest=2)).kappa is None


def test_alpha_by_query_and_person_counts_only_theirs() -> None:
    judged = published()
    half = Table(np.repeat([1, 2], 6), judged.fragments, judged.people, judged.grade)
    assert {query: common for query, (_value, common) in alpha_by_query(half).items()} == {1: 6, 2: 5}
    of_first = float(by_definition(judged.grade[:9][~np.isnan(judged.grade[:9, 0])]))
    assert alpha_with_others(judged, fewest=2)[1] == (pytest.approx(of_first, abs=1e-9), 9)

"""Several judgements of a fragment become one grade."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.agreement import agreed_grades


def agreed(*grades: int) -> list[int]:
    n = len(grades)
    columns = agreed_grades(
        np.ones(n, dtype=np.int64), np.ones(n, dtype=np.int64), np.array(grades, dtype=np.int64)
    )
    return columns[2].tolist()


@pytest.mark.parametrize(
    ("grades", "expected"),
    [((2,), 2), ((0, 3), 1), ((1, 2), 1), ((3, 0, 1), 1), ((3, 3, 0), 3), ((0, 1, 2, 3), 1), ((-1, 0), -1)],
)
def test_the_median_counts_rounded_down(grades: tuple[int, ...], expected: int) -> None:
    assert agreed(*grades) == [expected]


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9))
def test_it_is_the_median_of_the_standard_library(grades: list[int]) -> None:
    assert agreed(*grades) == [int(np.floor(statistics.median(grades)))]


def test_pairs_are_kept_apart() -> None:
    query, fragment, grade = (np.array(column) for column in ([1, 1, 1, 2], [5, 5, 6, 5], [0, 3, 2, 1]))
    assert [column.tolist() for column in agreed_grades(query, fragment, grade)] == [
        [1, 1, 2],
        [5, 6, 5],
        [1, 2, 1],
    ]


def test_nothing_judged_gives_nothing() -> None:
    empty = np.zeros(0, dtype=np.int64)
    assert [len(column) for column in agreed_grades(empty, empty, empty)] == [0, 0, 0]

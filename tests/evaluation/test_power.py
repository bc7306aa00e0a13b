"""How many queries: against the sample sizes that G*Power 3.1 gives for the paired t-test."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.power import detectable, queries_needed


@pytest.mark.parametrize(("effect", "queries"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_queries_needed_are_those_of_gpower(effect: float, queries: int) -> None:
    assert queries_needed(1.0, effect) == queries


def test_what_can_be_detected_fits_what_is_needed() -> None:
    assert detectable(np.array([1.0]), 34)[0] <= 0.5 < detectable(np.array([1.0]), 33)[0]


def test_a_stricter_level_needs_more_queries() -> None:
    assert queries_needed(1.0, 0.5, alpha=0.01) == 51  # G*Power: 51


def test_without_spread_nothing_can_be_said() -> None:
    assert queries_needed(0.0, 0.03) is None


def test_two_queries_detect_nothing_that_can_be_said() -> None:
    assert np.isnan(detectable(np.array([0.2]), 2)[0])


def test_small_and_large_numbers_of_queries_meet() -> None:
    small, large = detectable(np.array([1.0]), 999)[0], detectable(np.array([1.0]), 1_000)[0]
    assert large == pytest.approx(small, rel=0.002)


@pytest.mark.parametrize(("alpha", "queries"), [(0.05, 6), (0.05 / 5, 8), (0.5, 3)])
def test_no_fewer_queries_are_needed_than_the_randomisation_test_can_find_anything_with(
    alpha: float, queries: int
) -> None:
    """2 of 2^6 patterns are 0.031, of 2^5 0.0625; 2 of 2^8 0.0078."""
    assert queries_needed(1e-6, 0.5, alpha) == queries
    assert np.isnan(detectable(np.array([0.2]), queries - 1, alpha)[0])

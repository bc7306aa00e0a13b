"""Signs of how one person grades, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.quality import PAUSE, quality

NONE = np.full(0, np.nan)


def of(grades: list[int], times: list[float], every: int = 1000, repeats: tuple[tuple[int, int], ...] = ()):  # type: ignore[no-untyped-def]
    return quality(np.arange(len(grades)) * every, np.array(grades), np.array(times), repeats)


def test_fast_is_under_a_third_of_ones_own_median() -> None:
    signs = of([1] * 20, [3000.0] * 15 + [900.0] * 5)
    assert (signs.median_time, signs.fast) == (3000, 0.25)


def test_with_few_times_nothing_is_said_of_haste() -> None:
    assert of([1] * 19, [3000.0] * 19).fast is None


def test_grades_that_fall_within_a_session_are_a_drift() -> None:
    signs = of([2, 3] * 10 + [0, 1] * 10, [np.nan] * 40)
    assert (signs.drift, signs.drifts) == (-2, True)


def test_a_pause_begins_a_new_session() -> None:
    signs = of([2, 3] * 10 + [0, 1] * 10, [np.nan] * 40, every=PAUSE + 1)
    assert signs.drift is None


def test_the_use_of_the_grades_is_in_shares() -> None:
    assert of([0, 0, 1, 3], [np.nan] * 4).use.tolist() == [0.5, 0.25, 0, 0.25]


def test_agreement_with_oneself_is_said_from_five_repeats_on() -> None:
    assert of([1], [np.nan], repeats=((1, 1),) * 4).with_oneself is None
    assert of([1], [np.nan], repeats=((1, 1),) * 4 + ((1, 2),)).with_oneself == pytest.approx(0.8)


def test_nobody_who_did_nothing_is_judged() -> None:
    signs = quality(np.zeros(0, np.int64), np.zeros(0, np.int64), NONE, ())
    assert (signs.grades, signs.fast, signs.drift, signs.use.tolist()) == (0, None, None, [0, 0, 0, 0])

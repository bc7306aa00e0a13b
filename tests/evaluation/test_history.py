"""The split of a change: both parts add up, and each has only what is its own."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.history import split_change


def of(old: float, judged: float, retrieved: float, new: float) -> tuple[float, float]:
    change = split_change(*(np.array([value]) for value in (old, judged, retrieved, new)))
    return float(change.judgements[0]), float(change.retrieval[0])


def test_only_judgements_changed() -> None:
    assert of(0.4, 0.5, 0.4, 0.5) == pytest.approx((0.1, 0))


def test_only_the_retrieval_changed() -> None:
    assert of(0.4, 0.4, 0.6, 0.6) == pytest.approx((0, 0.2))


def test_what_both_did_together_is_shared_and_the_parts_add_up() -> None:
    # Alone +0.1 and +0.2, together +0.4: the 0.1 that takes both is halved.
    assert of(0.4, 0.5, 0.6, 0.8) == pytest.approx((0.15, 0.25))


def test_a_run_that_was_not_there_has_no_change() -> None:
    assert np.isnan(of(np.nan, np.nan, 0.4, 0.5)).all()

"""Which k: recall over k, its plateau, and what each further fragment brings, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation import cutoffs
from evaluation.judging import UNJUDGED

# Two queries with 2 and 1 relevant fragments known; the third has none known.
GRADES = np.array([[3, 0, UNJUDGED, 1], [0, 2, 0, UNJUDGED], [0, 0, 0, 0]], dtype=np.int16)
KNOWN = np.array([2.0, 1.0, 0.0])


def test_recall_over_k_of_a_worked_case() -> None:
    recall = cutoffs.recall_over_k(GRADES, KNOWN)
    assert recall[:2].tolist() == [[0.5, 0.5, 0.5, 1], [0, 1, 1, 1]]
    assert np.isnan(recall[2]).all()


def test_steps_of_a_worked_case() -> None:
    recall = cutoffs.recall_over_k(GRADES, KNOWN)
    tokens = np.array([[10, 30, 0, 10], [20, 20, 10, 10], [9, 9, 9, 9]], dtype=np.int32)
    first, second = cutoffs.steps(GRADES, recall, tokens, [2, 4, 50])
    assert (first.k, first.found, first.recall, first.useful_fragments) == (2, 1, 0.75, 0.5)
    assert first.useful_tokens == pytest.approx((10 + 20) / 80)
    assert (second.previous, second.found, second.added_per_fragment) == (2, 1.5, 0.25)
    assert second.useful_tokens == pytest.approx((20 + 20) / 110)


def test_the_plateau_is_the_first_k_within_the_interval_at_full_depth() -> None:
    recall = np.tile([0.2, 0.5, 0.78, 0.8, 0.8], (40, 1))
    recall[:20] -= 0.1
    found = cutoffs.plateau(recall)
    # Full depth 0.75, interval about ± 0.016: 0.73 is below it, 0.75 is in it.
    assert (found.k, found.reason) == (4, cutoffs.PLATEAU)


def test_recall_that_still_rises_asks_for_more_depth() -> None:
    recall = np.tile([0.1, 0.4, 0.9], (30, 1))
    assert cutoffs.plateau(recall).reason == cutoffs.NO_PLATEAU


def step(k: int, previous: int, added: float) -> cutoffs.Step:
    return cutoffs.Step(k, previous, 0, 0, 0.4, 0, added)


def test_the_context_ends_before_the_step_that_brings_too_little() -> None:
    found = cutoffs.context_size([step(3, 0, 0.5), step(5, 3, 0.2), step(10, 5, 0.05), step(20, 10, 0.3)])
    assert (found.k, found.reason, found.values["next"]) == (5, cutoffs.FEW_MORE, 10)


def test_a_first_step_that_brings_too_little_is_said() -> None:
    assert cutoffs.context_size([step(3, 0, 0.05)]).reason == cutoffs.FIRST_NOT_WORTH


def test_steps_that_all_bring_enough_end_at_the_last() -> None:
    assert cutoffs.context_size([step(3, 0, 0.5), step(5, 3, 0.2)]).k == 5


def test_results_without_text_and_below_the_end_have_no_tokens() -> None:
    counts = cutoffs.token_counts(np.array([[7, 8, -1]], dtype=np.int32), {7: 12})
    assert counts.tolist() == [[12, 0, 0]]

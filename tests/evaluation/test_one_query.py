"""One query: shares of the DCG, contrast, disagreement, unjudged, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.judging import UNJUDGED
from evaluation.one_query import contrast, disagreement, order_by, rank_shares, unjudged


def test_each_ranks_share_of_the_dcg() -> None:
    # Gains 7, 0, 1, (3): discounts 1, –, 1/2; beyond the cutoff nothing.
    shares = rank_shares(np.array([3, UNJUDGED, 1, 2], dtype=np.int16), 3)
    assert shares == pytest.approx([7 / 7.5, 0, 0.5 / 7.5, 0])


def test_no_gain_has_no_shares() -> None:
    assert rank_shares(np.array([0, UNJUDGED], dtype=np.int16), 10).tolist() == [0, 0]


def test_contrast_is_nought_for_the_same_and_one_for_nothing_shared() -> None:
    one = np.array([[1, 2, 3], [1, 2, 3], [1, 2, 3]], dtype=np.int32)
    other = np.array([[1, 2, 3], [4, 5, 6], [2, 1, 3]], dtype=np.int32)
    # Overlaps of the last: 0/1, 2/2, 3/3.
    assert contrast(one, other) == pytest.approx([0, 1, 1 - 2 / 3])


def test_places_below_the_end_share_nothing() -> None:
    assert contrast(np.array([[-1, -1]], dtype=np.int32), np.array([[-1, -1]], dtype=np.int32)) == 1


def test_disagreement_is_the_spread_between_runs() -> None:
    assert disagreement(np.array([[0.0, 0.5], [1.0, 0.5]])) == pytest.approx([0.5, 0])


def test_unjudged_fragments_are_counted_once() -> None:
    fragments = np.array([[[1, 2, 3]], [[2, 9, -1]]], dtype=np.int32)
    grades = np.array([[[0, UNJUDGED, UNJUDGED]], [[UNJUDGED, UNJUDGED, UNJUDGED]]], dtype=np.int16)
    assert unjudged(grades, fragments).tolist() == [3]


def test_queries_without_a_value_come_last() -> None:
    assert order_by(np.array([0.1, np.nan, 0.5, 0.0])).tolist() == [2, 0, 3, 1]

"""Which stage is at fault: rules, and a ceiling worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.measures import parse_measure
from evaluation.stages import GENERATION, RERANKER, RETRIEVER, UNKNOWN, diagnose, ideally_reranked
from evaluation.values import judge

NDCG = parse_measure("nDCG(dcg='exp-log2')@2")


def test_each_query_names_its_stage() -> None:
    recall = np.array([0.2, 1.0, 1.0, np.nan])
    order = np.array([0.1, 0.2, 0.9, np.nan])
    found = diagnose(recall, order, np.array([0.3, 1, 1, np.nan]))
    assert found.stage.tolist() == [RETRIEVER, RERANKER, GENERATION, UNKNOWN]
    assert found.overall == RETRIEVER  # mean recall 2.2 / 3 is below 0.8


def test_the_losses_and_what_is_reached_make_one() -> None:
    found = diagnose(np.array([0.9, 1.0]), np.array([0.5, 0.7]), np.array([0.8, 1.0]))
    assert (found.order, found.lost_by_reranker, found.lost_by_retriever) == pytest.approx((0.6, 0.3, 0.1))
    assert found.overall == RERANKER


def test_both_high_points_to_the_generation() -> None:
    assert diagnose(np.array([1.0]), np.array([0.9]), np.array([1.0])).overall == GENERATION


def test_nothing_known_says_nothing() -> None:
    nothing = np.array([np.nan])
    assert diagnose(nothing, nothing, nothing).overall == UNKNOWN


def test_the_ceiling_of_a_case_worked_by_hand() -> None:
    # Of the first 3, grades 0 3 1; d is outside. Ideal order: 3 1 → 7 + 1/log2(3); best possible: 3 2.
    judged = judge([["a", "b", "c", "d"]], [{"a": 0, "b": 3, "c": 1, "d": 2}])
    reached = NDCG.compute(ideally_reranked(judged, 3))[0]
    third = 1 / np.log2(3)
    assert reached == pytest.approx((7 + 1 * third) / (7 + 3 * third))


def test_all_candidates_in_reach_make_the_ceiling_one() -> None:
    judged = judge([["x", "a", "b"], ["b", "a"]], [{"a": 2, "b": 1}, {"a": 2, "b": 1}])
    assert NDCG.compute(ideally_reranked(judged, 10)).tolist() == [1, 1]

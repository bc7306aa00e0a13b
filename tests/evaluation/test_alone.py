"""The runs' order under other grades, and which disagreement could move it most."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.alone import disagreements, enough, means_under, tau
from evaluation.live import LiveScores, Rankings
from evaluation.measures import parse_measure

P1 = parse_measure("P@1")
QUERIES, STARTS = np.array([0, 1]), np.array([0, 2, 4])


def columns(*rows: tuple[int, int, int]) -> tuple[np.ndarray, ...]:
    return tuple(np.array(rows, dtype=np.int64).reshape(-1, 3).T)


@pytest.fixture
def live() -> LiveScores:
    """Two runs, two queries: run a ranks 0 1 and 2 3, run b ranks 1 0 and 2 3."""
    rankings = [
        Rankings(QUERIES, STARTS, np.array(order, dtype=np.int32)) for order in ([0, 1, 2, 3], [1, 0, 2, 3])
    ]
    return LiveScores(["a", "b"], 2, rankings, [P1], columns((0, 0, 1), (0, 1, 0), (1, 2, 1)))


def test_means_under_one_annotator_count_only_what_that_one_judged(live: LiveScores) -> None:
    assert means_under(live, columns((0, 1, 2)), P1).tolist() == [0, 1]


def test_the_same_order_has_tau_one_and_the_reversed_minus_one() -> None:
    three = np.array([0.1, 0.2, 0.3])
    assert (tau(three, three * 2), tau(three, -three)) == (1, -1)


def test_tau_by_hand() -> None:
    # 1 2 3 4 against 1 3 2 4: of six pairs, five stand alike and one the other way.
    assert tau(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])) == pytest.approx((5 - 1) / 6)


def test_tau_is_not_said_without_two_runs_or_with_an_unknown_mean() -> None:
    assert tau(np.array([1.0]), np.array([1.0])) is None
    assert tau(np.array([1.0, np.nan]), np.array([1.0, 2.0])) is None


def test_the_disagreement_that_parts_the_runs_comes_first(live: LiveScores) -> None:
    # Fragment 2 is first in both runs: their distance stays. Fragment 0 is first in one only: 0 or 1, over 2 queries.
    found = disagreements(live, [(1, 2, (0, 3)), (0, 0, (0, 1))], P1)
    assert [(one.query, one.fragment, one.effect) for one in found] == [(0, 0, 0.5), (1, 2, 0.0)]


@pytest.mark.parametrize(
    ("queries", "each", "relevant", "said"),
    [(10, 2, 10, True), (9, 9, 9, False), (19, 1, 19, False), (20, 2, 9, False)],
)
def test_an_order_is_read_from_twenty_grades_and_ten_queries_with_a_relevant_fragment_on(
    queries: int, each: int, relevant: int, said: bool
) -> None:
    query = np.repeat(np.arange(queries), each)
    assert enough(query, (query < relevant).astype(np.int64)) == said

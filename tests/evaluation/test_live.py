"""Live scores: after any acts they are what a computation from nothing gives."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.live import LiveScores, Rankings
from evaluation.measures import compute, parse_measure
from evaluation.values import judge

MEASURES = [
    parse_measure(name)
    for name in (
        "nDCG(dcg='exp-log2')@3",
        "nDCG(rel=2)@3",
        "R@2",
        "P@5",
        "RR",
        "AP",
        "Judged@3",
        "Bpref",
        "NumRel",
    )
]
FRAGMENTS, QUERIES, RUNS = 8, 3, 2
NOTHING = tuple(np.zeros(0, dtype=np.int64) for _ in range(3))

ranking_of = st.permutations(range(FRAGMENTS)).flatmap(
    lambda p: st.integers(0, FRAGMENTS).map(lambda n: p[:n])
)
run_of = st.lists(ranking_of, min_size=QUERIES, max_size=QUERIES)
grades_of = st.dictionaries(st.integers(0, FRAGMENTS + 2), st.integers(-1, 3), max_size=5)
changes = st.lists(st.tuples(st.integers(0, QUERIES - 1), grades_of), max_size=12)


def columns(run: list[list[int]]) -> Rankings:
    """A run as its store gives it: queries without results are not in it."""
    answered = [query for query, ranking in enumerate(run) if ranking]
    lengths = [len(run[query]) for query in answered]
    return Rankings(
        np.array(answered, dtype=np.int64),
        np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        np.array([fragment for query in answered for fragment in run[query]], dtype=np.int32),
    )


def live_over(runs: list[list[list[int]]], grades: tuple[np.ndarray, ...] = NOTHING) -> LiveScores:
    names = [f"run {place}" for place in range(len(runs))]
    return LiveScores(names, QUERIES, map(columns, runs), MEASURES, grades)


def from_nothing(runs: list[list[list[int]]], qrels: list[dict[int, int]]) -> np.ndarray:
    """[run, query, measure] by the plain way: ids as text, one ranking at a time."""
    return np.array(
        [
            [
                compute(
                    judge([[str(f) for f in ranking]], [{str(f): g for f, g in grades.items()}]), MEASURES
                )[0]
                if grades
                else np.full(len(MEASURES), np.nan)
                for ranking, grades in zip(run, qrels, strict=True)
            ]
            for run in runs
        ]
    )


@given(st.lists(run_of, min_size=RUNS, max_size=RUNS), changes)
@settings(max_examples=60, deadline=None)
def test_after_any_changes_the_scores_are_those_computed_from_nothing(
    runs: list[list[list[int]]], acts: list[tuple[int, dict[int, int]]]
) -> None:
    live, qrels = live_over(runs), [{} for _ in range(QUERIES)]
    for query, grades in acts:
        live.set_query(query, grades)
        qrels[query] = grades
    expected = from_nothing(runs, qrels)
    np.testing.assert_allclose(live.scores, expected, rtol=0, atol=1e-12, equal_nan=True)
    opened = live_over(runs, as_columns(qrels))
    np.testing.assert_array_equal(opened.scores, live.scores)
    np.testing.assert_array_equal(opened.means().mean, live.means().mean)


def as_columns(qrels: list[dict[int, int]]) -> tuple[np.ndarray, ...]:
    rows = [
        (query, fragment, grade) for query, grades in enumerate(qrels) for fragment, grade in grades.items()
    ]
    return tuple(np.array(rows, dtype=np.int64).reshape(-1, 3).T)


@pytest.fixture
def live() -> LiveScores:
    return live_over([[[0, 1, 2], [3], []], [[2, 1, 0], [], [4]]])


def recall(live: LiveScores) -> list[float]:
    return live.means().mean[:, 2].tolist()


def test_a_grade_moves_only_its_own_query(live: LiveScores) -> None:
    live.set_query(0, {0: 3})
    before = live.scores
    live.set_query(1, {3: 2})
    assert np.array_equal(live.scores[:, 0], before[:, 0], equal_nan=True)
    assert recall(live) == [1.0, 0.0]


def test_a_query_that_is_not_judged_is_in_no_mean(live: LiveScores) -> None:
    live.set_query(0, {0: 1})
    means = live.means()
    assert (means.judged, means.not_judged, means.queries[2]) == (1, 2, 1)


def test_a_query_without_relevant_fragments_is_left_out_and_counted(live: LiveScores) -> None:
    live.set_query(0, {0: 1})
    live.set_query(1, {3: 0})
    means = live.means()
    assert (means.no_relevant, means.queries[2]) == (1, 1)


def test_a_run_without_results_scores_zero(live: LiveScores) -> None:
    live.set_query(1, {3: 3})
    assert recall(live) == [1.0, 0.0]


def test_taking_the_last_grade_back_makes_a_query_unjudged_again(live: LiveScores) -> None:
    live.set_query(0, {0: 3})
    live.set_query(0, {})
    assert live.means().judged == 0
    assert np.isnan(live.means().mean[:, 0]).all()


def test_following_the_log_moves_the_revision_and_never_back(live: LiveScores) -> None:
    live.follow(7, {0: {0: 3}})
    live.follow(5, {})
    assert live.revision == 7
    assert live.grades_of(0) == {0: 3}


def test_followers_that_overtake_each_other_end_with_the_newest(live: LiveScores) -> None:
    live.follow(9, {0: {0: 3}})
    live.follow(8, {0: {0: 0}})
    assert live.grades_of(0) == {0: 3}


def test_means_that_were_handed_out_do_not_change(live: LiveScores) -> None:
    live.set_query(0, {0: 3})
    means = live.means()
    before = means.mean.copy()
    live.set_query(0, {1: 3})
    assert np.array_equal(means.mean, before, equal_nan=True)


def test_a_fragment_that_no_run_retrieved_counts_in_the_ideal(live: LiveScores) -> None:
    live.set_query(0, {0: 3, 99: 3})
    assert recall(live)[0] == 0.5


def test_judged_queries_rise_whatever_the_order_of_the_grades(live: LiveScores) -> None:
    live.set_query(2, {4: 1})
    live.set_query(0, {0: 1})
    assert live.judged_queries() == [0, 2]
    assert live.compute([parse_measure("P@1")])[:, :, 0].tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_counts_are_totals(live: LiveScores) -> None:
    live.set_query(0, {0: 1, 5: 2})
    live.set_query(1, {3: 1})
    assert live.means().mean[0, MEASURES.index(parse_measure("NumRel"))] == 3


def test_other_measures_are_computed_on_demand(live: LiveScores) -> None:
    live.set_query(1, {3: 1})
    assert live.compute([parse_measure("P@1")])[:, 0, 0].tolist() == [1.0, 0.0]
    assert live.judged_queries() == [1]


def test_threads_never_see_half_a_change(live: LiveScores) -> None:
    seen = set()

    def read() -> None:
        for _ in range(300):
            seen.add(tuple(recall(live)))

    reader = threading.Thread(target=read)
    live.set_query(0, {0: 3})
    reader.start()
    for place in range(300):
        live.set_query(0, {place % 3: 3})
    reader.join()
    assert seen <= {(1.0, 0.0), (1.0, 1.0), (0.0, 1.0)}


def test_no_runs_give_empty_means() -> None:
    assert live_over([]).means().mean.shape == (0, len(MEASURES))

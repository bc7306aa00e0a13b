"""The live scores are always what a computation from nothing gives, whoever changed what in which order."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation import evaluate, live
from evaluation.live import LiveScores, Rankings
from evaluation.measures import parse_measure
from tests.evaluation.cases import results_and_grades

QUERIES = 5
MEASURES = [
    parse_measure(name)
    for name in (
        "nDCG(dcg='exp-log2')@10",
        "nDCG@3",
        "R@2",
        "P(rel=2)@3",
        "RR",
        "AP",
        "Bpref",
        "Judged@5",
        "NumRel",
    )
]
GRADES = st.dictionaries(st.integers(0, 12), st.integers(-2, 3), max_size=6)
RANKED = st.lists(st.integers(0, 9), unique=True, max_size=8)
RUNS = st.lists(st.lists(RANKED, min_size=QUERIES, max_size=QUERIES), min_size=1, max_size=3)
QUERY = st.integers(0, QUERIES - 1)
CHANGES = st.lists(st.dictionaries(QUERY, GRADES, min_size=1, max_size=3), max_size=6)

Held = dict[int, dict[int, int]]


def rankings(run: list[list[int]], name: str = "run") -> Rankings:
    starts = np.cumsum([0, *map(len, run)])
    return Rankings(name, np.array([*chain.from_iterable(run)], dtype=np.int32), starts)


def scores_of(runs: list[list[list[int]]], held: Held) -> LiveScores:
    return LiveScores([rankings(run, f"run{n}") for n, run in enumerate(runs)], held, MEASURES, QUERIES)


def assert_same(ours: LiveScores, anew: LiveScores) -> None:
    one, other = ours.snapshot(), anew.snapshot()
    assert one.scores.tobytes() == other.scores.tobytes()
    assert one.judged.tolist() == other.judged.tolist()
    assert one.means.value.tobytes() == other.means.value.tobytes()
    assert one.means.over.tolist() == other.means.over.tolist()


@settings(deadline=None)
@given(RUNS, st.dictionaries(QUERY, GRADES), CHANGES, st.integers(1, QUERIES + 1))
def test_after_any_changes_all_is_to_the_last_bit_what_a_computation_from_nothing_gives(
    runs: list[list[list[int]]], held: Held, changes: list[Held], block: int
) -> None:
    with patch.object(live, "QUERIES_PER_SUM", block):
        ours = scores_of(runs, held)
        for revision, change in enumerate(changes, start=1):
            held = {**held, **change}
            if len(change) == 1:
                ours.set_query(*next(iter(change.items())))
            else:
                ours.follow(revision, change)
        assert_same(ours, scores_of(runs, held))


@settings(deadline=None)
@given(RUNS, st.dictionaries(QUERY, GRADES))
def test_scores_and_means_are_those_of_the_plain_evaluation(runs: list[list[list[int]]], held: Held) -> None:
    found = scores_of(runs, held).snapshot()
    qrels = {str(q): {str(f): g for f, g in grades.items()} for q, grades in sorted(held.items()) if grades}
    for run, ranked in enumerate(runs):
        scored = {
            str(q): {str(f): -float(n) for n, f in enumerate(row)} for q, row in enumerate(ranked) if row
        }
        plain = evaluate.evaluate(*results_and_grades(scored, qrels), MEASURES)
        for row, query in enumerate(plain.query_ids):
            assert found.scores[run, int(query)].tobytes() == plain.values[row].tobytes()
        expected = [mean.value for mean in plain.means]
        assert found.means.value[run] == pytest.approx(expected, abs=1e-12, nan_ok=True)
        assert found.means.over[run].tolist() == [mean.over for mean in plain.means]


RR = [parse_measure("RR")]


def rr_of_two_runs() -> LiveScores:
    """Queries 0 and 1; the runs have fragment 7 at rank 1 and 2, and nothing for query 1."""
    runs = [rankings([[7, 8], []], "first"), rankings([[8, 7], []], "second")]
    return LiveScores(runs, {}, RR, queries=2)


def test_a_grade_tells_what_it_did_to_each_run() -> None:
    change = rr_of_two_runs().set_query(0, {7: 3})
    assert np.isnan(change.before).all()
    assert change.after.tolist() == [[1.0], [0.5]]
    assert np.isnan(change.means_before.value).all()
    assert change.means_after.value.tolist() == [[1.0], [0.5]]


def test_an_undo_restores_the_scores_before() -> None:
    ours = rr_of_two_runs()
    ours.set_query(0, {7: 3})
    ours.set_query(0, {7: 3, 8: 2})
    assert ours.set_query(0, {7: 3}).after.tolist() == [[1.0], [0.5]]


def test_no_results_count_0_and_no_relevant_known_is_left_out() -> None:
    ours = rr_of_two_runs()
    ours.set_query(0, {7: 0})
    ours.set_query(1, {7: 1})
    means = ours.means()
    assert math.isnan(ours.of_query(0)[0, 0])
    assert (means.value.tolist(), means.over.tolist()) == ([[0.0], [0.0]], [[1], [1]])
    assert (means.judged, means.not_judged, means.undefined.tolist()) == (2, 0, [[1], [1]])


def test_a_query_without_judgements_is_excluded() -> None:
    ours = rr_of_two_runs()
    ours.set_query(0, {7: 1})
    ours.set_query(1, {7: 1})
    assert ours.set_query(1, {}).means_after.value.tolist() == [[1.0], [0.5]]
    assert (ours.means().judged, ours.means().not_judged) == (1, 1)


def test_a_fragment_that_no_run_retrieved_counts_in_the_ideal() -> None:
    ours = LiveScores([rankings([[1]])], {0: {1: 1}}, [parse_measure("R@5")], queries=1)
    assert ours.set_query(0, {1: 1, 999_999_999: 1}).after.tolist() == [[0.5]]


def test_followers_that_overtake_each_other_end_with_the_newest() -> None:
    ours = rr_of_two_runs()
    ours.follow(12, {0: {7: 1}, 1: {7: 1}})
    ours.follow(10, {0: {8: 1}})
    assert ours.of_query(0).tolist() == [[1.0], [0.5]]
    assert ours.revision == 12


def test_a_grade_ahead_of_the_log_is_not_taken_back_by_an_older_part_of_it() -> None:
    ours = rr_of_two_runs()
    ours.set_query(0, {7: 1}, revision=13)
    ours.follow(12, {0: {8: 1}, 1: {7: 1}})
    assert ours.of_query(0).tolist() == [[1.0], [0.5]]
    assert ours.means().judged == 2


def test_a_snapshot_is_not_changed_by_later_grades() -> None:
    ours = rr_of_two_runs()
    ours.set_query(0, {7: 1})
    snapshot = ours.snapshot()
    ours.set_query(0, {8: 1})
    assert snapshot.scores[:, 0].tolist() == [[1.0], [0.5]]
    assert snapshot.means.value.tolist() == [[1.0], [0.5]]


def test_a_collection_without_runs_has_no_scores() -> None:
    ours = LiveScores([], {}, RR, queries=1)
    assert ours.set_query(0, {1: 1}).means_after.value.shape == (0, 1)


def test_threads_that_grade_at_once_lose_nothing_and_readers_see_whole_moments() -> None:
    run = [list(range(20))] * 40
    ours = LiveScores([rankings(run)], {}, MEASURES, queries=40)
    held = {query: {f: (query + f) % 4 for f in range(10)} for query in range(40)}

    def grade(query: int) -> live.Snapshot:
        for count in range(1, 11):
            ours.set_query(query, {f: held[query][f] for f in range(count)})
        return ours.snapshot()

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(grade, range(40)))
    assert_same(ours, LiveScores([rankings(run)], held, MEASURES, queries=40))
    for moment in seen:
        assert np.nanmean(moment.scores[0, :, 7]) == pytest.approx(moment.means.value[0, 7], abs=1e-12)
        assert moment.means.judged == moment.judged.sum() == moment.means.over[0, 7]

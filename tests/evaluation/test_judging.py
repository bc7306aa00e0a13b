"""Rankings of several runs as columns see the same as the plain way of looking everything up by id."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.judging import UNJUDGED, Pairs, first_results, grade_of, judge_runs
from evaluation.measures import compute, parse_measure
from evaluation.values import judge

MEASURES = [parse_measure(name) for name in ("nDCG@3", "AP", "R@2", "Judged@3", "RR", "NumRel")]
QUERIES = np.array([4, 7, 9])


def made(seed: int) -> tuple[list[dict[int, list[int]]], dict[int, dict[int, int]]]:
    rng = np.random.default_rng(seed)
    runs = [
        {
            int(q): rng.permutation(12)[: rng.integers(1, 8)].tolist()
            for q in rng.permutation([4, 7, 9, 11])[:3]
        }
        for _ in range(3)
    ]
    qrels = {q: {int(f): int(rng.integers(0, 4)) for f in rng.permutation(12)[:5]} for q in (4, 9, 11)}
    return runs, qrels


def columns(run: dict[int, list[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    queries = sorted(run)
    lengths = [len(run[q]) for q in queries]
    fragments = np.array([f for q in queries for f in run[q]], dtype=np.int32)
    return np.array(queries), np.concatenate(([0], np.cumsum(lengths))), fragments


def pairs(qrels: dict[int, dict[int, int]]) -> Pairs:
    rows = sorted((q, f, g) for q, grades in qrels.items() for f, g in grades.items())
    return Pairs(*np.array(rows, dtype=np.int64).reshape(-1, 3).T)


@pytest.mark.parametrize("seed", range(20))
def test_measures_are_the_same_as_by_id(seed: int) -> None:
    runs, qrels = made(seed)
    judged = judge_runs([columns(run) for run in runs], QUERIES, pairs(qrels))
    plain = judge(
        [[str(f) for f in run.get(int(q), [])] for run in runs for q in QUERIES],
        [{str(f): g for f, g in qrels.get(int(q), {}).items()} for _ in runs for q in QUERIES],
    )
    assert np.array_equal(compute(judged, MEASURES), compute(plain, MEASURES), equal_nan=True)


def test_the_grid_holds_grades_unjudged_and_ends() -> None:
    grid = first_results(
        [columns({4: [5, 6], 9: [1, 2, 3]})], QUERIES, pairs({4: {6: 2}, 9: {1: 0, 3: 3}}), 2
    )
    assert grid.fragment.tolist() == [[[5, 6], [-1, -1], [1, 2]]]
    assert grid.grade.tolist() == [[[UNJUDGED, 2], [UNJUDGED, UNJUDGED], [0, UNJUDGED]]]


def test_no_grades_at_all_leave_everything_unjudged() -> None:
    assert grade_of(pairs({}), np.array([4]), np.array([5])).tolist() == [UNJUDGED]

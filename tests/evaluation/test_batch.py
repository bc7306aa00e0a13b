"""The fast evaluation of large runs equals the plain one, to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.formats.fast import read_run
from data.formats.texts import KnownIds
from evaluation import batch, evaluate
from evaluation.measures import parse_measure
from evaluation.values import Grades, Results
from tests.evaluation.cases import results_and_grades

MEASURES = [
    parse_measure(name)
    for name in ("nDCG(dcg='exp-log2')@10", "nDCG", "R@2", "P@3", "RR", "AP", "Bpref", "Judged@5", "NumRet")
]
QUERIES = st.sampled_from(["1", "01", "q", "é"])
FRAGMENTS = st.sampled_from(["a", "B", "10", "9", "é", "日本", "\uff61", "\U0001f600"])
SCORES = st.sampled_from([0.0, -0.0, 1.0, 1.0 + 2**-52, -7.5, 16777216.0, 16777217.0])
RUNS = st.dictionaries(QUERIES, st.dictionaries(FRAGMENTS, SCORES, min_size=1))
QRELS = st.dictionaries(QUERIES, st.dictionaries(FRAGMENTS, st.integers(-2, 3), min_size=1))


def shuffled(results: Results, seed: int) -> Results:
    order = np.random.default_rng(seed).permutation(len(results.score))
    return replace(
        results, query=results.query[order], fragment=results.fragment[order], score=results.score[order]
    )


def assert_as_plain(results: Results, coded: Results, grades: Grades, like: str | None = None) -> None:
    plain = evaluate.evaluate(results, grades, MEASURES, like)
    fast = batch.evaluate(coded, grades, MEASURES, like)
    assert fast.values.tobytes() == plain.values.tobytes()
    assert str((fast.means, fast.query_ids)) == str((plain.means, plain.query_ids))
    assert set(fast.left_out.not_judged) == set(plain.left_out.not_judged)
    assert replace(fast.left_out, not_judged=()) == replace(plain.left_out, not_judged=())


@settings(deadline=None)
@given(RUNS, QRELS, st.integers(0, 99), st.sampled_from([None, "trec_eval"]))
def test_any_run_in_any_order_evaluates_as_the_plain_way(
    run: dict[str, dict[str, float]], qrels: dict[str, dict[str, int]], seed: int, like: str | None
) -> None:
    results, grades = results_and_grades(run, qrels)
    assert_as_plain(results, shuffled(results, seed), grades, like)


@settings(deadline=None)
@given(RUNS.filter(bool), QRELS, st.integers(0, 99))
def test_a_file_in_which_only_judged_fragments_are_coded_evaluates_as_the_plain_way(
    run: dict[str, dict[str, float]], qrels: dict[str, dict[str, int]], seed: int
) -> None:
    results, grades = results_and_grades(run, qrels)
    content = written(shuffled(results, seed))
    assert_as_plain(results, read_run(content, "run", KnownIds(grades.fragment_ids)), grades)


def written(results: Results) -> bytes:
    columns = results.query.tolist(), results.fragment.tolist(), results.score.tolist()
    return "".join(
        f"{results.query_ids[q]} Q0 {results.fragment_ids[f]} 0 {score!r} run\n"
        for q, f, score in zip(*columns, strict=True)
    ).encode()


def test_ties_in_a_ranking_of_a_thousand_are_told_apart_by_the_unjudged_ids_too() -> None:
    results, grades = results_and_grades({"q": {f"d{n:03}": 1.0 for n in range(1000)}}, {"q": {"d989": 1}})
    read = read_run(written(results), known=KnownIds(grades.fragment_ids))
    assert batch.judged_of(read, grades).rank.tolist() == [11]


def test_each_hit_has_its_rank_whatever_the_order_of_the_rows() -> None:
    results, grades = results_and_grades(
        {"q": {"a": 1.0, "b": 3.0, "c": 2.0}}, {"q": {"a": 2, "b": 0, "gone": 3}}
    )
    judged = batch.judged_of(results, grades)
    assert (judged.rank.tolist(), judged.grade.tolist()) == ([1, 3], [0, 2])
    assert (judged.retrieved.tolist(), judged.grades.tolist()) == ([3], [3, 2, 0])


def test_missing_and_extra_queries_are_named() -> None:
    results, grades = results_and_grades({"extra": {"a": 1.0}}, {"missing": {"a": 1}})
    left_out = batch.evaluate(results, grades, MEASURES).left_out
    assert (left_out.no_results, left_out.not_judged) == (("missing",), ("extra",))


def test_an_unknown_likeness_is_refused() -> None:
    with pytest.raises(ValueError, match="ranx"):
        batch.evaluate(*results_and_grades({}, {}), MEASURES, "ranx")

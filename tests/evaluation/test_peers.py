"""Random qrels and runs: the same values as pytrec_eval and ranx, where their definitions are ours."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from evaluation.evaluate import evaluate, graded, ranked
from evaluation.measures import parse_measure
from evaluation.values import Grades, Results
from tests.evaluation.cases import results_and_grades
from tests.evaluation.peers import PeerCrashed, Qrels, Run, ask

PYTREC_EVAL = {
    "nDCG@1": "ndcg_cut_1",
    "nDCG@5": "ndcg_cut_5",
    "nDCG": "ndcg",
    "P@1": "P_1",
    "P@5": "P_5",
    "R@5": "recall_5",
    "R@10": "recall_10",
    "Success@1": "success_1",
    "Success@5": "success_5",
    "RR": "recip_rank",
    "AP": "map",
    "AP@5": "map_cut_5",
    "Rprec": "Rprec",
    "Bpref": "bpref",
    "infAP": "infAP",
    "F1": "set_F",
    "NumRel": "num_rel",
    "NumRet": "num_ret",
    "NumRelRet": "num_rel_ret",
}
RANX = {
    "nDCG@5": "ndcg@5",
    "nDCG(dcg='exp-log2')@5": "ndcg_burges@5",
    "nDCG(dcg='exp-log2')": "ndcg_burges",
    "P@5": "precision@5",
    "R@5": "recall@5",
    "Success@5": "hit_rate@5",
    "RR@5": "mrr@5",
    "AP@5": "map@5",
    "AP": "map",
    "Rprec": "r-precision",
    "F1@5": "f1@5",
}

FRAGMENTS = [f"d{number}" for number in range(14)]
QUERIES = [f"q{number}" for number in range(150)]
TIED_SCORES = st.sampled_from([-1.5, -0.25, 0.0, 0.5, 0.75, 2.0])
GRADED = st.dictionaries(st.sampled_from(FRAGMENTS), st.integers(-2, 4), min_size=1)
RETRIEVED = st.dictionaries(st.sampled_from(FRAGMENTS), TIED_SCORES, min_size=1)
FEW = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)


def many(values: st.SearchStrategy[dict[str, int]] | st.SearchStrategy[dict[str, float]]):
    """Values for most of the 150 queries: some are missing on either side."""
    return st.lists(st.one_of(values, values, values, st.none()), min_size=150, max_size=150).map(
        lambda found: {query: value for query, value in zip(QUERIES, found, strict=True) if value}
    )


def far_apart(ours: dict[str, dict[str, float]], theirs: dict[str, dict[str, float]], names: dict[str, str]):
    """(query, measure, theirs, ours) where they differ; undefined counts as 0, as there."""
    return [
        (query, name, row[other], ours[query][name])
        for query, row in theirs.items()
        for name, other in names.items()
        if not math.isclose(row[other], ours[query][name], rel_tol=1e-9, abs_tol=1e-9)
    ]


def our_values(results: Results, grades: Grades, names: list[str]) -> dict[str, dict[str, float]]:
    ours = evaluate(results, grades, [parse_measure(name) for name in names], like="trec_eval")
    return {
        query: dict(zip(names, row, strict=True))
        for query, row in zip(ours.query_ids, ours.values.tolist(), strict=True)
    }


@FEW
@given(many(GRADED), many(RETRIEVED))
def test_values_equal_pytrec_eval(qrels: Qrels, run: Run) -> None:
    """Ties, holes, negative grades and missing queries included; scores are exact in float32 too."""
    qrels = {query: grades for query, grades in qrels.items() if max(grades.values()) > -2}
    assume(set(qrels) & set(run))
    try:
        theirs = ask("pytrec_eval", list(PYTREC_EVAL.values()), qrels, run)
    except PeerCrashed:
        assume(False)
    assert set(theirs) == set(qrels) & set(run)
    assert (
        far_apart(our_values(*results_and_grades(run, qrels), list(PYTREC_EVAL)), theirs, PYTREC_EVAL) == []
    )


@settings(FEW, max_examples=3)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(FRAGMENTS), st.integers(0, 4), min_size=1), min_size=60, max_size=60
    ),
    st.lists(st.permutations(FRAGMENTS), min_size=60, max_size=60),
)
def test_values_equal_ranx(grades: list[dict[str, int]], orders: list[list[str]]) -> None:
    """Where its definitions are ours: no ties, no negative grades, every query on both sides."""
    qrels = dict(zip(QUERIES, grades, strict=False))
    run = {q: {f: 1.0 / (i + 1) for i, f in enumerate(o[:10])} for q, o in zip(QUERIES, orders, strict=False)}
    theirs = ask("ranx", list(RANX.values()), qrels, run)
    assert len(theirs) == 60
    assert far_apart(our_values(*results_and_grades(run, qrels), list(RANX)), theirs, RANX) == []


def test_a_crash_of_the_peer_is_told_from_a_wrong_answer() -> None:
    """One recall level written in two ways: a C assertion ends the interpreter."""
    with pytest.raises(PeerCrashed):
        ask(
            "pytrec_eval", ["iprec_at_recall_0.1", "iprec_at_recall_0.10"], {"q": {"a": 1}}, {"q": {"a": 1.0}}
        )


@given(many(GRADED), many(RETRIEVED))
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@example({"q": {"b": 1}}, {"q": {"a": 1.0, "b": 1.0, "é": 1.0}})
def test_columns_hold_what_the_dicts_held(qrels: Qrels, run: Run) -> None:
    results, grades = results_and_grades(run, qrels)
    assert graded(grades) == qrels
    order = {query: sorted(found, key=lambda f: (found[f], f), reverse=True) for query, found in run.items()}
    assert ranked(results) == order

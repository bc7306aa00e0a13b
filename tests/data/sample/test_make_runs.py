"""The sample runs are what their script makes, in the one ranking order; the retrievers do as they say."""

from itertools import pairwise
from math import log2
from pathlib import Path

import numpy as np
import pytest

from data.sample import retrievers
from data.sample.make_judgements import TRUTH, read_truth
from data.sample.make_runs import HELP_CENTRE, read_lines, write_runs

NAMES = ["bm25", "char_ngrams", "reranked", "rrf"]


def rows(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module", params=NAMES)
def run(request) -> list[list[str]]:
    return rows(HELP_CENTRE / "runs" / f"{request.param}.trec")


def test_making_the_runs_again_gives_the_same_bytes(tmp_path):
    write_runs(HELP_CENTRE, tmp_path)

    assert sorted(path.stem for path in tmp_path.iterdir()) == NAMES
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (HELP_CENTRE / "runs" / path.name).read_bytes()


def test_a_run_names_only_fragments_and_queries_of_the_collection(run):
    assert {row[0] for row in run} == {query["_id"] for query in read_lines(HELP_CENTRE / "queries.jsonl")}
    assert {row[2] for row in run} <= {line["_id"] for line in read_lines(HELP_CENTRE / "corpus.jsonl")}


def test_a_run_has_up_to_50_results_a_query_and_none_twice(run):
    pairs = [(row[0], row[2]) for row in run]
    results = [sum(row[0] == query for row in run) for query in {row[0] for row in run}]

    assert len(set(pairs)) == len(pairs)
    assert max(results) == 50


def test_only_bm25_retrieves_fewer_than_50_since_few_words_match():
    full = {name: len(rows(HELP_CENTRE / "runs" / f"{name}.trec")) == 42 * 50 for name in NAMES}

    assert full == {"bm25": False, "char_ngrams": True, "reranked": True, "rrf": True}


def test_results_are_in_ranking_order_with_ties_by_fragment_id_descending(run):
    for before, after in pairwise(run):
        if before[0] == after[0]:
            assert int(after[3]) == int(before[3]) + 1
            assert (float(before[4]), before[2]) > (float(after[4]), after[2])


def test_no_two_runs_rank_alike():
    orders = {tuple(row[2] for row in rows(HELP_CENTRE / "runs" / f"{name}.trec")) for name in NAMES}

    assert len(orders) == 4


def known_ndcg(name: str) -> float:
    """Mean nDCG@10 by the known grades, gain 2^grade - 1, over the queries that have an answer."""
    grades: dict[str, dict[str, int]] = {}
    for (query, fragment), grade in read_truth(TRUTH).items():
        grades.setdefault(query, {})[fragment] = grade
    gained = dict.fromkeys(grades, 0.0)
    for query, _, fragment, rank, _, _ in rows(HELP_CENTRE / "runs" / f"{name}.trec"):
        if query in grades and int(rank) <= 10:
            gained[query] += (2 ** grades[query].get(fragment, 0) - 1) / log2(int(rank) + 1)
    return sum(gained[query] / ideal(grades[query].values()) for query in grades) / len(grades)


def ideal(grades) -> float:
    best = sorted(grades, reverse=True)[:10]
    return sum((2**grade - 1) / log2(rank + 1) for rank, grade in enumerate(best, start=1))


def test_the_runs_differ_in_quality_as_the_readme_says():
    readme = (HELP_CENTRE.parent / "README.md").read_text(encoding="utf-8")
    found = {name: f"{known_ndcg(name):.3f}" for name in NAMES}

    assert found == {"bm25": "0.423", "rrf": "0.515", "char_ngrams": "0.572", "reranked": "0.594"}
    assert all(f"| {value} |" in readme for value in found.values())


def test_bm25_of_one_word_is_the_formula_worked_out_by_hand():
    # idf = ln(1 + (2 - 1 + 0.5) / (1 + 0.5)) = ln 2; both texts are of average length, so tf is 2.2 / 2.2 = 1
    scores = retrievers.bm25(["olla grande", "sartén pequeña"], ["olla"])

    assert scores == pytest.approx(np.array([[np.log(2), 0.0]]))


def test_bm25_misses_a_word_without_its_accent_and_char_ngrams_does_not():
    texts, query = ["la sartén oxidada", "el pedido"], ["sarten"]

    assert retrievers.bm25(texts, query)[0, 0] == 0
    assert retrievers.char_ngrams(texts, query)[0, 0] > 0.4


def test_fusion_adds_the_reciprocal_ranks():
    fused = retrievers.reciprocal_rank_fusion([[2, 0], [0]], fragments=3)

    assert fused.tolist() == [1 / 62 + 1 / 61, 0.0, 1 / 61]


def test_reranking_keeps_to_what_was_retrieved_before():
    first = np.array([[0.5, 0.0, 0.1]])
    scores = retrievers.rerank(["a", "b", "c"], ["otra cosa", "plazo", "plazo"], ["plazo"], first)

    assert scores[0, 1] == 0
    assert scores[0, 2] > scores[0, 0]


def test_stems_bring_forms_of_a_word_together_and_drop_function_words():
    assert retrievers.content_stems("¿Cómo devuelvo el artículo? Devolución") == ["devue", "artic", "devol"]


def test_nearness_is_the_reciprocal_of_the_smallest_gap_between_two_asked_stems():
    assert retrievers.nearness(["plazo", "devol"], ["plazo", "larga", "devol"]) == 0.5
    assert retrievers.nearness(["plazo", "devol"], ["plazo", "plazo"]) == 0

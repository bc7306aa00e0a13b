"""The worked example gives the values that are worked out by hand beside it, whatever the app computes."""

from math import log2
from pathlib import Path

import pytest

from data.sample.make_runs import read_lines

EXAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample" / "worked_example"


@pytest.fixture
def ranking() -> list[str]:
    return [line.split()[2] for line in (EXAMPLE / "runs" / "article.trec").read_text().splitlines()]


@pytest.fixture
def grades() -> dict[str, int]:
    rows = [line.split() for line in (EXAMPLE / "qrels.trec").read_text().splitlines()]
    return {fragment: int(grade) for _, _, fragment, grade in rows}


def test_the_ranking_and_the_relevant_fragments_are_those_of_the_example(ranking, grades):
    assert ranking == ["d5", "d7", "d11", "d3", "d2", "d20", "d9", "d14", "d1", "d6"]
    assert {f: g for f, g in grades.items() if g} == {"d3": 3, "d7": 2, "d12": 2, "d20": 1}


@pytest.mark.parametrize(
    ("cutoff", "recall", "precision"), [(3, 0.25, 1 / 3), (5, 0.5, 0.4), (10, 0.75, 0.3)]
)
def test_recall_and_precision_are_those_of_the_example(ranking, grades, cutoff, recall, precision):
    found = sum(grades[fragment] > 0 for fragment in ranking[:cutoff])

    assert found / 4 == recall
    assert found / cutoff == precision


def test_the_first_relevant_fragment_is_second_so_the_reciprocal_rank_is_a_half(ranking, grades):
    assert [grades[fragment] > 0 for fragment in ranking].index(True) == 1


def test_binary_ndcg_is_0_5535(ranking, grades):
    gained = sum((grades[f] > 0) / log2(rank + 1) for rank, f in enumerate(ranking, start=1))
    ideal = 1 / log2(2) + 1 / log2(3) + 1 / log2(4) + 1 / log2(5)

    assert round(gained, 4) == 1.4178
    assert round(gained / ideal, 4) == 0.5535


def test_graded_ndcg_is_0_4863(ranking, grades):
    gained = sum((2 ** grades[f] - 1) / log2(rank + 1) for rank, f in enumerate(ranking, start=1))
    ideal = 7 / log2(2) + 3 / log2(3) + 3 / log2(4) + 1 / log2(5)

    assert round(gained, 4) == 5.2637
    assert round(gained / ideal, 4) == 0.4863


def test_every_retrieved_fragment_is_judged(ranking, grades):
    assert set(ranking) <= set(grades)


def test_there_are_twenty_fragments_with_text_and_one_query_with_its_need(grades):
    fragments = read_lines(EXAMPLE / "corpus.jsonl")
    (query,) = read_lines(EXAMPLE / "queries.jsonl")

    assert [fragment["_id"] for fragment in fragments] == [f"d{number}" for number in range(1, 21)]
    assert all(fragment["title"].strip() and fragment["text"].strip() for fragment in fragments)
    assert query["text"] == "¿cuál es el plazo de devolución para pedidos internacionales?"
    assert query["metadata"]["information_need"]


def test_scores_fall_from_rank_to_rank():
    rows = [line.split() for line in (EXAMPLE / "runs" / "article.trec").read_text().splitlines()]
    scores = [float(row[4]) for row in rows]

    assert scores == sorted(set(scores), reverse=True)

"""The help centre is whole: its counts, its texts, and ids that agree from file to file."""

from collections import Counter

import pytest

from data.sample.make_judgements import TRUTH, read_truth
from data.sample.make_runs import HELP_CENTRE, read_lines


@pytest.fixture(scope="module")
def fragments() -> list[dict]:
    return read_lines(HELP_CENTRE / "corpus.jsonl")


@pytest.fixture(scope="module")
def queries() -> list[dict]:
    return read_lines(HELP_CENTRE / "queries.jsonl")


def test_it_has_168_fragments_of_58_articles_and_42_queries(fragments, queries):
    assert len({fragment["_id"] for fragment in fragments}) == len(fragments) == 168
    assert len({fragment["metadata"]["source"] for fragment in fragments}) == 58
    assert len({query["_id"] for query in queries}) == len(queries) == 42


def test_every_article_has_two_to_five_fragments_in_order(fragments):
    positions: dict[str, list[int]] = {}
    for fragment in fragments:
        positions.setdefault(fragment["metadata"]["source"], []).append(fragment["metadata"]["position"])

    assert all(2 <= len(found) <= 5 for found in positions.values())
    assert all(found == list(range(1, len(found) + 1)) for found in positions.values())


def test_an_id_says_the_article_and_the_position(fragments):
    for fragment in fragments:
        article = fragment["metadata"]["source"].removesuffix(".md")
        assert fragment["_id"] == f"{article}#{fragment['metadata']['position']}"


def test_all_fragments_of_an_article_have_its_title(fragments):
    titles = {(fragment["metadata"]["source"], fragment["title"]) for fragment in fragments}

    assert len(titles) == len({title for _, title in titles}) == 58


def test_every_fragment_has_30_to_120_words(fragments):
    assert all(30 <= len(fragment["text"].split()) <= 120 for fragment in fragments)


def test_no_text_stands_twice(fragments):
    assert max(Counter(fragment["text"] for fragment in fragments).values()) == 1


def test_every_query_has_a_need_and_tags(queries):
    assert all(query["text"].strip() for query in queries)
    assert all(query["metadata"]["information_need"].endswith(".") for query in queries)
    assert all(query["metadata"]["tags"] for query in queries)


def test_the_known_grades_name_known_queries_and_fragments(fragments, queries):
    truth = read_truth(TRUTH)

    assert {query for query, _ in truth} <= {query["_id"] for query in queries}
    assert {fragment for _, fragment in truth} <= {fragment["_id"] for fragment in fragments}
    assert set(truth.values()) == {1, 2, 3}


def test_four_queries_are_answered_by_no_fragment_and_most_by_several(queries):
    answers = Counter(query for query, _ in read_truth(TRUTH))
    unanswered = [query["text"] for query in queries if answers[query["_id"]] == 0]

    assert sorted(unanswered) == [
        "alquilar una motoazada para un fin de semana",
        "cursos de cocina para niños",
        "enviar curriculum",
        "tenéis lista de bodas?",
    ]
    assert sum(count > 1 for count in answers.values()) == 34


def test_the_known_grades_are_not_among_the_files_of_the_collection():
    assert HELP_CENTRE not in TRUTH.parents

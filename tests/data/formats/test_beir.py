"""BEIR collections: what is read, what is refused, and with which words."""

from __future__ import annotations

import io

import numpy as np
import pytest

from data.formats import trec
from data.formats.beir import BeirFragment, BeirQuery, read_corpus, read_qrels, read_queries, write_qrels
from data.problems import BadFile


def refusal(read, content: bytes) -> str:
    with pytest.raises(BadFile) as caught:
        read(content, file="f")
    return str(caught.value)


def test_corpus_keeps_texts_as_they_stand() -> None:
    corpus = read_corpus('{"_id": "007", "title": null, "text": " \ufeffÁ\\n", "lang": "es"}\n'.encode())
    assert corpus.fragments == [BeirFragment("007", "", " \ufeffÁ\n", {"lang": "es"})]


def test_whole_number_ids_become_their_digits() -> None:
    assert read_corpus(b'{"_id": 7, "text": ""}').fragments[0].fragment_id == "7"


def test_metadata_is_lifted_out_of_its_object() -> None:
    line = b'{"_id": "q", "text": "t", "metadata": {"information_need": "n", "tags": ["x", "y"], "z": 1}}'
    assert read_queries(line).queries == [BeirQuery("q", "t", "n", ("x", "y"), {"z": 1})]


def test_information_need_and_tags_may_stand_beside_the_text() -> None:
    line = b'{"_id": "q", "text": "t", "information_need": "n", "tags": ["x"]}'
    assert read_queries(line).queries == [BeirQuery("q", "t", "n", ("x",))]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[1]", "not a JSON object: list"),
        ('{"_id": "a", ', "not a JSON object: "),
        ("[" * 100_000, "not a JSON object: "),
        ('{"text": "t"}', "“_id” is missing, or is neither text nor a whole number"),
        ('{"_id": 1.5, "text": "t"}', "“_id” is missing, or is neither text nor a whole number"),
        ('{"_id": true, "text": "t"}', "“_id” is missing, or is neither text nor a whole number"),
        ('{"_id": "", "text": "t"}', "“_id” is missing, or is neither text nor a whole number"),
        ('{"_id": "a"}', "“text” is missing or is not text"),
        ('{"_id": "a", "text": 3}', "“text” is missing or is not text"),
        ('{"_id": "a", "title": [], "text": "t"}', "“title” is not text"),
        ('{"_id": "a", "text": "\\ud83d"}', "half of a surrogate pair"),
    ],
)
def test_bad_corpus_lines_are_refused_with_their_line(line: str, said: str) -> None:
    message = refusal(read_corpus, b'{"_id": "0", "text": "t"}\n\n' + line.encode())
    assert message.startswith(f"f:3: {said}")


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert read_corpus(b'{"_id": "a", "text": "\\ud83d\\ude00"}').fragments[0].text == "\U0001f600"


def test_an_id_twice_is_refused_with_both_lines() -> None:
    line = b'{"_id": "a", "text": "t"}\n'
    assert refusal(read_corpus, line + line).startswith("f:2: the id “a” stands twice, first on line 1: ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"_id": "a", "text": " "}', "the query has no text"),
        ('{"_id": "a"}', "“text” is missing or is not text"),
        ('{"_id": "a", "text": "t", "information_need": 1}', "“information_need” is not text"),
        ('{"_id": "a", "text": "t", "metadata": {"tags": "x"}}', "“tags” is not a list of texts"),
        ('{"_id": "a", "text": "t", "tags": ["x", 1]}', "“tags” is not a list of texts"),
    ],
)
def test_bad_query_lines_are_refused_with_their_line(line: str, said: str) -> None:
    assert refusal(read_queries, line.encode()).startswith(f"f:1: {said}")


def test_metadata_that_is_no_object_is_kept() -> None:
    assert read_corpus(b'{"_id": "a", "text": "t", "metadata": [1]}').fragments[0].metadata == {
        "metadata": [1]
    }


def test_qrels_ids_may_hold_blanks() -> None:
    qrels = read_qrels(b"query-id\tcorpus-id\tscore\na query\t a doc \t-1\r\n")
    assert list(trec.graded_pairs(qrels)) == [("a query", " a doc ", -1)]


def test_qrels_without_the_header_are_refused_not_guessed() -> None:
    message = refusal(read_qrels, b"q\td\t1\n")
    assert message == (
        "f:1: the first line of BEIR qrels is the header “query-id, corpus-id, score”, parted by tabs"
        ': "q\td\t1"'
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("q d 1", "1 column parted by tabs, BEIR qrels have 3"),
        ("q\t0\td\t1", "4 columns parted by tabs, BEIR qrels have 3"),
        ("\td\t1", "an id is empty"),
        ("q\td\t1.5", "the grade “1.5” is not a whole number"),
        ("q\td\t", "the grade “” is not a whole number"),
        ("a\tb\t0", "query “a”, fragment “b” has grade 0, but on line 2 grade 1"),
    ],
)
def test_bad_qrels_rows_are_refused_with_their_line(row: str, said: str) -> None:
    message = refusal(read_qrels, f"query-id\tcorpus-id\tscore\na\tb\t1\n{row}\n".encode())
    assert message.startswith(f"f:3: {said}")


def test_written_qrels_read_back_equal() -> None:
    content = b"query-id\tcorpus-id\tscore\na query\td\t2\n01\td\t0\n"
    file = io.BytesIO()
    write_qrels(read_qrels(content), file)
    assert file.getvalue() == content


def test_an_id_with_a_tab_is_not_written() -> None:
    one = np.zeros(1, dtype=np.int32)
    with pytest.raises(BadFile, match="the query id “a\tb” cannot stand in a BEIR file"):
        write_qrels(trec.QrelsFile(["a\tb"], ["d"], one, one, one), io.BytesIO())

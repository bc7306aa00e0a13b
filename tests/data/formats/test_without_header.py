"""Tables whose first row is no header: it is asked about, and read when the columns are given by number."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from data import check_report
from data.checking import Answers, FileCheck, Upload, check_files
from data.formats.column_words import parse, written
from data.formats.header import first_row_is_data
from data.formats.sample import sample
from data.formats.table import Columns, proposed
from data.store import Store

QRELS = "q1\td1\t1\nq1\td2\t0\n"


def check(store: Store, content: str, columns: str | None = None) -> FileCheck:
    answers = Answers("table", columns=parse(columns)) if columns else None
    (file,) = check_files(store, "shop", [Upload("file.tsv", content.encode())], otherwise=answers).files
    return file


@pytest.mark.parametrize(
    ("content", "is_data"),
    [
        (QRELS, True),
        ("101\twhat is it\n102\twho is it\n", True),
        ("red dress;B07;good\nblue dress;B08;good\n", True),
        ("what is the fee of an item\tabc\nhow do I send it back to you\tdef\n", True),
        ("q1,it costs five\nq2,it is free\n", True),
        ("1\tonly one\n", True),
        ("query_id,query\n1,wings\n2,tails\n", False),
        ("Frage;Stelle;Urteil\nwas?;a;2\n", False),
        ("Team Name,Query Text,Doc ID\nT,star wars,1\n", False),
        ("topic,2019,2020\nfees,one,two\n", False),
    ],
)
def test_a_first_row_like_those_below_it_is_data(content: str, is_data: bool) -> None:
    assert first_row_is_data(sample(content.encode(), "f")) is is_data


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (QRELS, "judgements:query=1,fragment=2,grade=3"),
        ("101\twhat is it\n102\twho is it\n", "queries:id=1,text=2"),
        (f"1\t{'word ' * 40}\n2\t{'term ' * 40}\n", "fragments:id=1,text=2"),
        ("q1\tp9\t1\t3.0\nq1\tp8\t2\t2.0\n", "run:query=1,fragment=2,rank=3,score=4"),
        (
            "Query Text,Doc ID,Rating\nwings,1,3.0\n",
            "judgements:query_text=Query Text,fragment=Doc ID,grade=Rating",
        ),
    ],
)
def test_the_columns_are_proposed_in_the_words_that_answer(store: Store, content: str, said: str) -> None:
    columns = proposed(sample(content.encode(), "f"))
    assert columns is not None
    assert (written(columns), parse(said)) == (said, columns)
    file = check(store, content)
    assert file.asks == ("columns",)
    assert said in unquote(check_report.hint(file, "columns", "?{}="))


def test_columns_by_number_keep_the_first_row(store: Store) -> None:
    file = check(store, QRELS, "judgements:query=1,fragment=2,grade=3")
    assert (file.grades, file.notices) == ({0: 1, 1: 1}, ())
    file = check(store, "101\twhat is it\n102\twho is it\n", "queries:id=1,text=2")
    assert file.content is not None
    assert [(query.query_id, query.text) for query in file.content.queries] == [
        ("101", "what is it"), ("102", "who is it"),
    ]  # fmt: skip


def test_a_first_row_that_was_named_and_may_be_data_is_said(store: Store) -> None:
    file = check(store, QRELS, 'judgements:query=q1,fragment=d1,grade="1"')
    assert file.grades == {0: 1}
    assert "the first row, “q1, d1, 1”, is taken for the header" in file.notices[0].message


def test_a_number_that_is_no_column_is_refused_with_those_there_are(store: Store) -> None:
    file = check(store, QRELS, "judgements:query=1,fragment=2,grade=4")
    assert "there is no column “4”; there are 1, 2, 3" in file.problems[0].message


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (
            'fragments:text="Body, of ""it""",id=Doc',
            Columns("fragments", {"text": 'Body, of "it"', "id": "Doc"}),
        ),
        ('run:query="1",fragment="2"', Columns("run", {"query": "1", "fragment": "2"})),
        ("run:query=1,fragment=2", Columns("run", {"query": "1", "fragment": "2"}, has_header=False)),
        ("queries:text=a=b", Columns("queries", {"text": "a=b"})),
    ],
)
def test_names_with_commas_and_of_digits_are_quoted(text: str, columns: Columns) -> None:
    assert parse(text) == columns
    assert parse(written(columns)) == columns


@pytest.mark.parametrize("text", ["run:query=1,fragment=doc", "run:query", "run:query=a;b,fragment"])
def test_what_names_no_columns_is_wrong(text: str) -> None:
    with pytest.raises(ValueError, match="name"):
        parse(text)

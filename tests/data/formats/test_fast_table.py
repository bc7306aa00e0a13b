"""Parquet tables of judgements: read as columns where that is certain, by the careful reader elsewhere, alike."""

from __future__ import annotations

import io

import pyarrow as pa
import pytest
from pyarrow import parquet

from data.formats import fast_table, table
from data.formats.blocks import Unsure
from data.problems import BadFile, Reading

NAMES = {"query": "query_id", "fragment": "fragment_id", "grade": "grade"}


def written(query: list[object], fragment: list[object], grade: list[object]) -> bytes:
    file = io.BytesIO()
    parquet.write_table(pa.table({"query_id": query, "fragment_id": fragment, "grade": grade}), file)
    return file.getvalue()


def rows(source: bytes) -> list[tuple[str, str, str, str]]:
    judged = table.read_own(source, Reading("f")).judgements
    return list(judged.rows()) if judged else []


def test_a_plain_table_is_read_as_columns() -> None:
    judged = fast_table.judgements(written(["q2", "q1", "q2"], ["b", "b", "ä"], [3, 0, -1]), NAMES)
    assert list(judged.rows()) == [
        ("imported", "q2", "b", "3"),
        ("imported", "q1", "b", "0"),
        ("imported", "q2", "ä", "-1"),
    ]
    assert (judged.query_ids, judged.fragment_ids, judged.scale) == (
        ["q2", "q1"],
        ["b", "ä"],
        ["3", "0", "-1"],
    )


@pytest.mark.parametrize(
    ("columns", "read"),
    [
        (([1, 2], ["a", "a"], [1, 2]), [("imported", "1", "a", "1"), ("imported", "2", "a", "2")]),
        ((["q", "q"], ["a", "a"], [1, 1]), [("imported", "q", "a", "1")]),
        ((["q", "q"], ["a", "b"], [1, None]), [("imported", "q", "a", "1")]),
        ((["q"], ["a"], [2.0]), [("imported", "q", "a", "2")]),
        ((["q"], ["a"], ["Perfect"]), [("imported", "q", "a", "Perfect")]),
    ],
)
def test_what_is_not_plain_goes_to_the_careful_reader(
    columns: tuple[list[object], ...], read: list[tuple[str, str, str, str]]
) -> None:
    source = written(*columns)
    with pytest.raises(Unsure):
        fast_table.judgements(source, NAMES)
    assert rows(source) == read


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ((["q", ""], ["a", "b"], [1, 2]), "f:2: the query is empty"),
        ((["q", "q"], ["a", "a"], [1, 2]), "but on line 1 grade 1"),
        ((["q"], ["a\0"], [1]), "a NUL"),
        ((["q"], ["a"], [1_000_001]), "outside ±1000000"),
    ],
)
def test_what_is_wrong_is_named_with_its_row(columns: tuple[list[object], ...], said: str) -> None:
    with pytest.raises(BadFile, match=said):
        rows(written(*columns))

"""Parquet tables of judgements: read as columns where that is certain, by the careful reader elsewhere, alike."""

from __future__ import annotations

import io

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
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


HEADER = b"query_id,fragment_id,grade\n"


def test_a_plain_csv_file_is_read_as_columns() -> None:
    judged = fast_table.judgements(HEADER + "q2,b,3\nq1,ä #1,0\n007,b,-1\n".encode(), NAMES)
    assert list(judged.rows()) == [
        ("imported", "q2", "b", "3"),
        ("imported", "q1", "ä #1", "0"),
        ("imported", "007", "b", "-1"),
    ]


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (b'"q,1",a,1\n', [("imported", "q,1", "a", "1")]),
        (b"q,a,1\r\n", [("imported", "q", "a", "1")]),
        (b"q,a,1\n\nq,b,2\n", [("imported", "q", "a", "1"), ("imported", "q", "b", "2")]),
        (b"q,a,2.0\n", [("imported", "q", "a", "2")]),
        (b"q,a,Perfect\n", [("imported", "q", "a", "Perfect")]),
        (b"q,a,\nq,b,1\n", [("imported", "q", "b", "1")]),
        (b"", []),
    ],
)
def test_a_csv_file_that_is_not_plain_goes_to_the_careful_reader(
    lines: bytes, read: list[tuple[str, str, str, str]]
) -> None:
    with pytest.raises(Unsure):
        fast_table.judgements(HEADER + lines, NAMES)
    assert rows(HEADER + lines) == read


@pytest.mark.parametrize("lines", [b"q,a\n", b"q,a,1,x\n", b"\xff,a,1\n", b",a,1\n", b"q,,1\n"])
def test_a_bad_csv_row_is_named_with_its_line(lines: bytes) -> None:
    with pytest.raises(BadFile, match=r"^f:2: "):
        rows(HEADER + lines)


def quick_or_careful(source: bytes) -> tuple[object, object]:
    """What the two readers give for the same file; the careful one is asked by a name for its fourth column."""
    try:
        quick: object = list(fast_table.judgements(source, NAMES).rows())
    except Unsure:
        return None, None
    with_people = source.replace(b"grade\n", b"grade,person\n", 1)
    lines = with_people.split(b"\n")
    patched = b"\n".join([lines[0], *(line + b",imported" if line else line for line in lines[1:])])
    return quick, rows(patched)


@given(
    st.lists(
        st.tuples(
            st.text(max_size=3),
            st.text(max_size=3),
            st.sampled_from(["0", "1", "3", "-1", "03", "+2", " 1", "2 ", "1.0", "", "1e0", "٣", "9999999"]),
        ),
        max_size=5,
    )
)
def test_where_the_quick_reader_is_sure_the_careful_one_says_the_same(
    cells: list[tuple[str, str, str]],
) -> None:
    source = HEADER + "".join(",".join(row) + "\n" for row in cells).encode("utf-8", "surrogatepass")
    quick, careful = quick_or_careful(source)
    assert quick == careful

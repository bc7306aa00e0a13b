"""`query,docid,rating`: Quepid's basic CSV and the judgement list CSV of OpenSearch's Search Relevance Workbench.

Both name queries by their text. Quepid writes a row without docid for a query that nobody has rated, ratings as
3.0, and one blank before a query that a spreadsheet would run; the workbench does not need the header.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from data.formats import delimited
from data.formats.content import Content, JudgementRows, Texts, judged_by_text, written_grade
from data.formats.golden import Golden, refuse_same_texts, shown
from data.formats.sample import Sample, sample
from data.problems import Reading
from evaluation.words import N_, counted

HEADER = ("query", "docid", "rating")
BY_HEADER = N_("header query, docid, rating")
BY_ROWS = N_("three columns without header, the last one a number")
COLUMNS = counted(
    "{columns} column; query, docid and rating are 3",
    "{columns} columns; query, docid and rating are 3",
    "columns",
)

_QUEPID_GUARDS = ("=", "+", "-", "@")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    if _places(sample.header):
        return BY_HEADER
    every = (sample.header, *sample.rows)
    if (
        sample.delimiter == ","
        and sample.header
        and all(len(row) == 3 and written_grade(row[2]) is not None for row in every)
    ):
        return BY_ROWS
    return None


def read(source: bytes | Path, reading: Reading) -> Content:
    """Judgements of queries named by their text; header in any order and case, or none.

    Under a header ratings may be words, to be mapped. Raises BadFile with every row that has not 3 columns, no docid
    with a rating, or without a header a rating that is no number.
    """
    start = sample(source, reading.file)
    found = _places(start.header)
    queries, judged = Texts("q"), JudgementRows(reading, labels=found is not None)
    places, delimiter = found or (0, 1, 2), start.delimiter if found else ","
    for place, (line, row) in enumerate(delimited.rows(source, reading, delimiter)):
        if len(without_empty(row)) != 3:
            reading.refuse(line, delimiter.join(row), COLUMNS, columns=len(row))
        elif place or not found:
            query = queries.id(without_guard(row[places[0]]))
            judged.add(line, query, row[places[1]], row[places[2]])
    return judged_by_text(queries, judged, reading)


def without_empty(row: Sequence[str]) -> Sequence[str]:
    """The row without what is empty behind its third cell, which spreadsheets leave there."""
    width = max((place for place, cell in enumerate(row, start=1) if cell.strip()), default=0)
    return row[: max(width, 3)]


def _places(header: Sequence[str]) -> tuple[int, int, int] | None:
    """Where query, docid and rating stand, in any order and case; None if it is no such header."""
    names = [cell.strip().lower() for cell in without_empty(header)]
    if sorted(names) != sorted(HEADER):
        return None
    return names.index("query"), names.index("docid"), names.index("rating")


def write(golden: Golden, file: BinaryIO) -> None:
    """Quepid's basic CSV; a query without judgement is a row with its text alone.

    Raises BadFile for two queries of the same text.
    """
    refuse_same_texts(golden)
    rows: list[tuple[object, ...]] = [HEADER]
    for query, graded in golden.by_query():
        text = with_guard(shown(query))
        rows += [(text, fragment, grade) for fragment, grade in graded] or [(text, "", "")]
    delimited.write(file, rows)


def with_guard(text: str) -> str:
    """A query as Quepid writes it: a blank before what a spreadsheet would run."""
    return f" {text}" if text.startswith(_QUEPID_GUARDS) else text


def without_guard(text: str) -> str:
    """A query as it was before `with_guard`."""
    return text[1:] if text[:1] == " " and text[1:2] in _QUEPID_GUARDS and text[1:2] else text

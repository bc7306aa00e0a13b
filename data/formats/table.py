"""Tables whose columns have any names (CSV, TSV, JSON Lines, Parquet): a person says which column is what."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from data.formats import delimited, fast_table, json_text
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.blocks import Unsure
from data.formats.content import IMPORTED, Content, JudgementRows, Texts, made_id, name_of, person_name
from data.formats.header import first_row_is_data, is_numbers, named, plain_name
from data.formats.opened import SMALL
from data.formats.results import ResultRows, run_name
from data.formats.sample import PARQUET, Sample, sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("a table with columns")
OWN_JUDGEMENTS = N_("header query_id, fragment_id, grade")
OWN_RUN = N_("header query_id, fragment_id, score")
IR_DATASETS = N_("header query_id, doc_id, relevance")
COLUMNS = counted(
    "{columns} column, the header has {expected}", "{columns} columns, the header has {expected}", "columns"
)
TAB_COLUMNS = counted(
    "{columns} column, the header has {expected}; tabs always part columns here: save cells with tabs as CSV",
    "{columns} columns, the header has {expected}; tabs always part columns here: save cells with tabs as CSV",
    "columns",
)
SAME_HEADER = N_("two columns are called “{name}”")
NO_SUCH_COLUMN = N_("there is no column “{name}”; there are {columns}")
ROLE_MISSING = N_("no column is given for: {role}")
BAD_PARQUET = N_("not a Parquet file that can be read: {reason}")
PARQUET_TOO_LARGE = N_(
    "the Parquet file unpacks to {rows} rows of {megabytes} MB; that is too much for its size"
)
ID_TWICE = N_("the id “{id}” stands twice with different texts, first on line {first}")
SAME_TEXT = counted(
    "{count} row has the same text as an earlier one and is one with it",
    "{count} rows have the same text as an earlier one and are one with it",
)
NOT_TEXT = N_("the {kind} is no text")
TAKEN_FOR_HEADER = N_(
    "the first row, “{row}”, is taken for the header and not imported; if it is data, give the columns by number"
)

FRAGMENTS, QUERIES, RUN, JUDGEMENTS = "fragments", "queries", "run", "judgements"
ROLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    FRAGMENTS: (("text",), ("id", "title", "source")),
    QUERIES: (("text",), ("id", "information_need", "tags")),
    RUN: (("query", "fragment"), ("score", "rank", "run")),
    JUDGEMENTS: (("query", "fragment", "grade"), ("person", "note")),
}
"""What a table may hold → (roles that need a column, roles that may have one)."""
LIKELY = (JUDGEMENTS, RUN, QUERIES, FRAGMENTS)
"""The same, what columns' names speak for before what they speak for as well."""

_QUERY_TEXTS = {"query", "question", "query_text"}
_WORDS_OF_A_QUERY = 15
_MOST_ROWS = 50_000_000


@dataclass(frozen=True)
class Columns:
    """Which column is what. holds: a key of ROLES; names: role → column; by_text: queries are named by text.

    has_header: if not, the first row of a CSV or TSV file is data and its columns are called "1", "2" …
    """

    holds: str
    names: Mapping[str, str]
    by_text: bool = False
    has_header: bool = True


OWN = {
    ("query_id", "fragment_id", "grade"): (OWN_JUDGEMENTS, JUDGEMENTS),
    ("query_id", "doc_id", "relevance"): (IR_DATASETS, JUDGEMENTS),
    ("query_id", "fragment_id", "score"): (OWN_RUN, RUN),
}


def looks_like(sample: Sample) -> str | None:
    """Why the file may be a table whose columns a person has to name, or None."""
    names = column_names(sample)
    return EVIDENCE if len(names) > 1 or suggested(names) else None


def is_certain(sample: Sample) -> bool:
    """Whether text is a table for sure: tabs part every line alike, or the first line names what columns hold."""
    is_known = sample.delimiter == "\t" or suggested(sample.header) is not None
    return sample.is_parted and bool(sample.rows) and is_known


def looks_like_own(sample: Sample) -> str | None:
    """Why the columns need no question: they are those of Quilate's own files or of ir_datasets."""
    found = _own(column_names(sample))
    return found[0] if found else None


def column_names(sample: Sample) -> tuple[str, ...]:
    """The table's columns, () if it is none."""
    if sample.columns:
        return sample.columns
    if sample.is_json:
        if _is_nested(sample):
            return ()
        return tuple(dict.fromkeys(key for record in sample.records for key in record))
    return sample.header if len(sample.header) > 1 else ()


def suggested(names: Sequence[str], among: Sequence[str] = LIKELY) -> Columns | None:
    """What the columns' names speak for, to be confirmed; None if nothing fits. among: what it may hold."""
    for holds in among:
        needed, optional = ROLES[holds]
        found = {role: name for role in (*needed, *optional) if (name := named(role, names))}
        if holds == RUN and not found.keys() & {"score", "rank"}:
            continue
        if holds == JUDGEMENTS and plain_name(found.get("grade", "")) == "score" and named("rank", names):
            continue
        if holds == QUERIES and not set(map(plain_name, names)) & _QUERY_TEXTS:
            continue
        if all(role in found for role in needed):
            by_text = plain_name(found.get("query", "")) in _QUERY_TEXTS
            return Columns(holds, found, by_text)
    return None


def proposed(sample: Sample, among: Sequence[str] = LIKELY) -> Columns | None:
    """What the table probably holds, to be confirmed; by number where its first row is no header."""
    if not first_row_is_data(sample):
        return suggested(column_names(sample), among)
    every = [row for row in (sample.header, *sample.rows) if len(row) == len(sample.header)]
    numbers = [is_numbers(column) for column in zip(*every, strict=True)]
    roles: dict[str, tuple[str, ...]] = {}
    if len(numbers) == 2 and not numbers[1]:
        are_queries = max(len(row[1].split()) for row in every) < _WORDS_OF_A_QUERY
        roles = {QUERIES if are_queries else FRAGMENTS: ("id", "text")}
    elif len(numbers) == 3 and numbers[2]:
        roles = {JUDGEMENTS: ("query", "fragment", "grade"), RUN: ("query", "fragment", "score")}
    elif len(numbers) > 3 and numbers[2] and numbers[3]:
        roles = {RUN: ("query", "fragment", "rank", "score")}
    holds = next((holds for holds in among if holds in roles), None)
    if holds is None:
        return None
    return Columns(holds, dict(zip(roles[holds], numbered(sample.header), strict=False)), has_header=False)


def read_own(source: bytes | Path, reading: Reading) -> Content:
    """A table with known columns. Raises BadFile as `read`."""
    names = column_names(sample(source, reading.file))
    found = _own(names)
    if found is None:
        reading.refuse(1, "", OWN_JUDGEMENTS)
        reading.finish()
        raise AssertionError("unreachable: the reading has a problem")
    needed, optional = ROLES[found[1]]
    roles = (*needed, "score")[:3] if found[1] == RUN else needed
    named = dict(zip(roles, names[:3], strict=True))
    named |= {role: role for role in optional if role in names[3:]}
    return read(source, reading, Columns(found[1], named))


def read(source: bytes | Path, reading: Reading, columns: Columns) -> Content:
    """The table as `columns` says. Raises BadFile for columns that are not there and for every bad row."""
    needed = ROLES[columns.holds][0]
    for role in needed:
        if not columns.names.get(role):
            reading.refuse(None, "", ROLE_MISSING, role=role)
    reading.finish()
    start = sample(source, reading.file)
    if columns.has_header and first_row_is_data(start):
        reading.note(1, TAKEN_FOR_HEADER, row=", ".join(start.header))
    if columns.holds == JUDGEMENTS and _is_plain(columns):
        try:
            judgements = fast_table.judgements(source, columns.names)
            return Content(judgements=judgements, notices=tuple(reading.notices))
        except Unsure:
            pass  # the careful reader names what is wrong
    read_rows = {FRAGMENTS: _fragments, QUERIES: _queries, RUN: _runs, JUDGEMENTS: _judgements}
    return read_rows[columns.holds](_picked(source, reading, columns), reading, columns)


def rows(
    source: bytes | Path, reading: Reading, has_header: bool = True
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """(line or row number, column → value) of every row of a CSV, TSV, JSON Lines or Parquet table.

    has_header: if not, the columns of a CSV or TSV table are called "1", "2" …
    """
    start = sample(source, reading.file)
    if start.columns or _starts(source) == PARQUET:
        yield from _parquet_rows(source, reading)
    elif start.is_json:
        yield from json_text.records(source, reading)
    else:
        yield from _csv_rows(source, reading, start.delimiter, has_header)


def _is_plain(columns: Columns) -> bool:
    """Whether there are ids and grades and nothing else."""
    return columns.has_header and not columns.by_text and {role for role, name in columns.names.items() if name} == {
        "query", "fragment", "grade",
    }  # fmt: skip


def _is_nested(sample: Sample) -> bool:
    """Whether its objects are no rows: one object with others in it, or several that hold nothing else."""
    plain = [not isinstance(value, dict | list) for record in sample.records for value in record.values()]
    is_one = sample.members and sample.ending not in ("jsonl", "ndjson")
    return not (all(plain) if is_one else any(plain))


def numbered(row: Sequence[str]) -> list[str]:
    """What the columns of a table without header are called: "1", "2" …"""
    return [str(place) for place in range(1, len(row) + 1)]


def _own(names: Sequence[str]) -> tuple[str, str] | None:
    return next((found for header, found in OWN.items() if tuple(names[:3]) == header), None)


def _picked(
    source: bytes | Path, reading: Reading, columns: Columns
) -> Iterator[tuple[int, dict[str, object]]]:
    """(line, role → value) of every row; values that a row lacks are None."""
    chosen = {role: name for role, name in columns.names.items() if name}
    for place, (line, row) in enumerate(rows(source, reading, columns.has_header)):
        if place == 0:
            for name in chosen.values():
                if name not in row and not _starts(source).startswith(b"{"):
                    reading.refuse(None, "", NO_SUCH_COLUMN, name=name, columns=", ".join(row))
                    return
        yield line, {role: row.get(name) for role, name in chosen.items()}


def _fragments(rows: Iterator[tuple[int, dict[str, object]]], reading: Reading, columns: Columns) -> Content:
    found: dict[str, BeirFragment] = {}
    made = _Once(reading, "f", "id" in columns.names)
    for line, row in rows:
        text, title = _text(row.get("text")), _text(row.get("title"))
        if text is None:
            reading.refuse(line, "", NOT_TEXT, kind="text")
        elif (name := made.name(line, row.get("id"), text)) is not None:
            found.setdefault(
                name, BeirFragment(name, title or "", text, {"source": _text(row.get("source")) or ""})
            )
    made.say()
    return Content(list(found.values()), made_fragments=made.made, notices=reading.finish())


def _queries(rows: Iterator[tuple[int, dict[str, object]]], reading: Reading, columns: Columns) -> Content:
    found: dict[str, BeirQuery] = {}
    made = _Once(reading, "q", "id" in columns.names)
    for line, row in rows:
        text = _text(row.get("text"))
        if text is None or not text.strip():
            reading.refuse(line, "", NOT_TEXT, kind="query")
        elif (name := made.name(line, row.get("id"), text)) is not None:
            need, tags = _text(row.get("information_need")) or "", _tags(row.get("tags"))
            found.setdefault(name, BeirQuery(name, text, need, tags))
    made.say()
    return Content(queries=list(found.values()), made_queries=made.made, notices=reading.finish())


def _runs(rows: Iterator[tuple[int, dict[str, object]]], reading: Reading, columns: Columns) -> Content:
    queries, runs = Texts("q"), dict[str, ResultRows]()
    for line, row in rows:
        name = str(row.get("run") or run_name(reading.file))
        score = row.get("score")
        if score is None or score == "":
            rank = row.get("rank")
            score = f"-{rank}" if isinstance(rank, str) else -rank if isinstance(rank, int | float) else None
        query = _query(line, row, queries, reading, columns)
        runs.setdefault(name, ResultRows(reading)).add(line, query, row.get("fragment"), score)
    finished = [results.finish(name, queries.text) for name, results in runs.items()]
    return Content((), queries.queries, finished, made_queries=queries.made, notices=reading.finish())


def _judgements(rows: Iterator[tuple[int, dict[str, object]]], reading: Reading, columns: Columns) -> Content:
    queries, judged = Texts("q"), JudgementRows(reading, labels=True)
    for line, row in rows:
        person = person_name(row["person"]) if "person" in row else IMPORTED
        query = _query(line, row, queries, reading, columns)
        judged.add(line, query, row.get("fragment"), row.get("grade"), person, row.get("note"))
    judgements = judged.finish(queries.text)
    return Content((), queries.queries, (), judgements, queries.made, notices=reading.finish())


def _query(
    line: int, row: Mapping[str, object], queries: Texts, reading: Reading, columns: Columns
) -> object:
    if not columns.by_text:
        return row.get("query")
    text = name_of(reading, line, "query", row.get("query"))
    return queries.id(text) if text else "?"


class _Once:
    """Names of rows, each with one text; made from the text where there is no id column."""

    def __init__(self, reading: Reading, kind: str, has_ids: bool) -> None:
        self._reading, self._kind, self._has_ids = reading, kind, has_ids
        self._first: dict[str, tuple[int, str]] = {}
        self._again = 0

    def name(self, line: int, given: object, text: str) -> str | None:
        """The row's id, or None after a problem."""
        name = name_of(self._reading, line, "id", given) if self._has_ids else made_id(self._kind, text)
        if name is None:
            return None
        first, before = self._first.setdefault(name, (line, text))
        if first != line:
            if before != text and self._has_ids:
                self._reading.refuse(line, "", ID_TWICE, id=name, first=first)
                return None
            self._again += 1
        return name

    @property
    def made(self) -> frozenset[str]:
        return frozenset() if self._has_ids else frozenset(self._first)

    def say(self) -> None:
        if self._again:
            self._reading.note(None, SAME_TEXT, count=self._again)


def _text(value: object) -> str | None:
    return None if value is None else str(value) if isinstance(value, str | int | float) else None


def _tags(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(map(str, value))
    return tuple(tag.strip() for tag in value.split(",") if tag.strip()) if isinstance(value, str) else ()


def _starts(source: bytes | Path) -> bytes:
    if isinstance(source, bytes):
        return source[:4]
    with source.open("rb") as file:
        return file.read(4)


def _csv_rows(
    source: bytes | Path, reading: Reading, delimiter: str, has_header: bool
) -> Iterator[tuple[int, Mapping[str, object]]]:
    header: list[str] = []
    for line, row in delimited.rows(source, reading, delimiter):
        if not header and not has_header:
            header = numbered(row)
        if not header:
            header = row
            twice = [name for place, name in enumerate(header) if name in header[:place]]
            if twice:
                reading.refuse(line, "", SAME_HEADER, name=twice[0])
                return
        elif len(row) != len(header):
            template = TAB_COLUMNS if delimiter == "\t" else COLUMNS
            reading.refuse(line, delimiter.join(row), template, columns=len(row), expected=len(header))
        else:
            yield line, dict(zip(header, row, strict=True))


def _parquet_rows(source: bytes | Path, reading: Reading) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
            table = parquet.ParquetFile(file)
            groups = [table.metadata.row_group(place) for place in range(table.num_row_groups)]
            size, count = sum(group.total_byte_size for group in groups), table.metadata.num_rows
            packed = file.seek(0, io.SEEK_END)
            if count > _MOST_ROWS or size > max(SMALL, 200 * packed) or count > max(1_000_000, packed):
                reading.refuse(None, "", PARQUET_TOO_LARGE, rows=count, megabytes=size >> 20)
                return
            number = 0
            for batch in table.iter_batches(10_000):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pa.ArrowException, OSError, ValueError, UnicodeDecodeError) as error:
        reading.refuse(None, "", BAD_PARQUET, reason=str(error).splitlines()[0] if str(error) else "?")

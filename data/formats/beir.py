"""BEIR collections: corpus.jsonl, queries.jsonl and qrels.tsv, read so that every refusal names its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import BinaryIO

from data.formats.columns import refuse_unwritable_ids
from data.formats.joined import write_lines
from data.formats.json_text import ODD_ESCAPE, is_no_text, is_one_value, records
from data.formats.lines import Source, file_label, text_lines
from data.formats.sample import Sample
from data.formats.trec import QrelsFile, graded
from data.problems import Problem, Reading
from evaluation.values import Grades
from evaluation.words import N_, counted

HEADER = "query-id\tcorpus-id\tscore"

OBJECTS = N_("a line an object with “_id” and “text”")
HEADER_LINE = N_("header query-id, corpus-id, score")
NO_HEADER = N_("the first line of BEIR qrels is the header “query-id, corpus-id, score”, parted by tabs")
TSV_COLUMNS = counted(
    "{columns} column parted by tabs, BEIR qrels have 3",
    "{columns} columns parted by tabs, BEIR qrels have 3",
    "columns",
)
EMPTY_ID = N_("an id is empty")
NOT_JSON = N_("not a JSON object: {reason}")
NO_ID = N_("“_id” is missing, or is neither text nor a whole number")
NO_TEXT = N_("“text” is missing or is not text")
TITLE_NOT_TEXT = N_("“title” is not text")
NEED_NOT_TEXT = N_("“information_need” is not text")
TAGS_NOT_TEXTS = N_("“tags” is not a list of texts")
EMPTY_QUERY = N_("the query has no text")
BROKEN_TEXT = N_("half of a surrogate pair (\\ud800 to \\udfff) or a NUL: not a character")
ID_TWICE = N_("the id “{id}” stands twice, first on line {first}")
UNWRITABLE_ID = N_("the {kind} id “{id}” cannot stand in a BEIR file: empty, or with a tab or line end")

_SPLITS_AN_ID = re.compile(r"[\t\r\n]|^$")


@dataclass(frozen=True, slots=True)
class BeirFragment:
    """A line of corpus.jsonl. metadata: every other member of the object, as it stood."""

    fragment_id: str
    title: str
    text: str
    metadata: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BeirQuery:
    """A line of queries.jsonl. information_need and tags: of the object, or of its "metadata"."""

    query_id: str
    text: str
    information_need: str = ""
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class CorpusFile:
    """The fragments of one corpus.jsonl in the order of the file, and what there is to say about it."""

    fragments: list[BeirFragment]
    notices: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class QueriesFile:
    """The queries of one queries.jsonl in the order of the file, and what there is to say about it."""

    queries: list[BeirQuery]
    notices: tuple[Problem, ...] = ()


def looks_like_corpus(sample: Sample) -> str | None:
    """Why the file may hold fragments, or None; most like them if its name or a title says so."""
    return OBJECTS if _has_objects(sample) else None


def looks_like_queries(sample: Sample) -> str | None:
    """Why the file may hold queries rather than fragments, or None: by its name, or for want of any title."""
    if not _has_objects(sample):
        return None
    name = PurePath(sample.name).name.lower()
    if "quer" in name:
        return OBJECTS
    has_title = any("title" in record for record in sample.records)
    return None if "corpus" in name or "fragment" in name or has_title else OBJECTS


def looks_like_qrels(sample: Sample) -> str | None:
    """Why the file may be BEIR qrels, or None."""
    first = sample.lines[0].strip().lower() if sample.lines else ""
    return HEADER_LINE if re.split(r"[\t ,]+", first) == HEADER.split("\t") else None


def read_corpus(source: Source, file: str | None = None) -> CorpusFile:
    """`_id`, `text`, optional `title` and anything else, a JSON object a line.

    Texts are kept as they are; an empty text is allowed. Raises BadFile with every problem: lines that
    are no JSON object, ids missing or twice, texts that are no text.
    """
    reading = Reading(file or file_label(source, "corpus.jsonl"))
    fragments = []
    for number, line, entry, fragment_id in _entries(source, reading):
        title = entry.pop("title", None)
        text = entry.pop("text", None)
        if not isinstance(text, str):
            reading.refuse(number, line, NO_TEXT)
        elif not isinstance(title, str | None):
            reading.refuse(number, line, TITLE_NOT_TEXT)
        else:
            fragments.append(BeirFragment(fragment_id, title or "", text, _metadata(entry)))
    return CorpusFile(fragments, reading.finish())


def read_queries(source: Source, file: str | None = None) -> QueriesFile:
    """`_id`, `text`, optional `information_need` and `tags` (a list of texts), a JSON object a line.

    A query without text is refused, since nobody could grade for it. Raises BadFile as `read_corpus` does.
    """
    reading = Reading(file or file_label(source, "queries.jsonl"))
    queries = []
    for number, line, entry, query_id in _entries(source, reading):
        text = entry.pop("text", None)
        if not isinstance(text, str):
            reading.refuse(number, line, NO_TEXT)
        elif not text.strip():
            reading.refuse(number, line, EMPTY_QUERY)
        else:
            query = _query(reading, number, line, query_id, text, _metadata(entry))
            if query is not None:
                queries.append(query)
    return QueriesFile(queries, reading.finish())


def read_qrels(source: Source, file: str | None = None, same_once: bool = False) -> QrelsFile:
    """qrels.tsv: the header, then `query-id`, `corpus-id` and `score` parted by single tabs.

    Ids may hold blanks; no quoting. Grades and same_once as in TREC qrels. Raises BadFile with every problem.
    """
    reading = Reading(file or file_label(source, "qrels.tsv"))
    return graded(judged_rows(source, reading), reading, same_once)


def write_qrels(grades: Grades, file: BinaryIO) -> None:
    """qrels.tsv, UTF-8, in the order of the rows. Raises BadFile as `trec.write_run` does."""
    refuse_unwritable_ids(UNWRITABLE_ID, _SPLITS_AN_ID, grades.query_ids, grades.fragment_ids)
    file.write(f"{HEADER}\n".encode())
    write_lines(
        file, "\t", (grades.query_ids, grades.query), (grades.fragment_ids, grades.fragment), grades.grade
    )


def _has_objects(sample: Sample) -> bool:
    return any("_id" in record and "text" in record for record in sample.records)


def _query(
    reading: Reading, number: int, line: str, query_id: str, text: str, metadata: dict[str, object]
) -> BeirQuery | None:
    need, tags = metadata.pop("information_need", None), metadata.pop("tags", None)
    if not isinstance(need, str | None):
        reading.refuse(number, line, NEED_NOT_TEXT)
    elif tags is not None and not (isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)):
        reading.refuse(number, line, TAGS_NOT_TEXTS)
    else:
        return BeirQuery(query_id, text, need or "", tuple(tags or ()), metadata)
    return None


def judged_rows(source: Source, reading: Reading) -> Iterator[tuple[int, str, str, str, str]]:
    """(line number, line, query_id, fragment_id, grade as written) of each row.

    A missing header and lines of other columns become problems.
    """
    for place, (number, text) in enumerate(text_lines(source, reading)):
        columns = text.split("\t")
        if place == 0 or len(columns) != 3 or not (columns[0] and columns[1]):
            _refuse_row(reading, number, text, columns, is_header=place == 0)
        else:
            yield number, text, columns[0], columns[1], columns[2].strip(" ")


def _refuse_row(reading: Reading, number: int, text: str, columns: list[str], *, is_header: bool) -> None:
    if is_header:
        if text != HEADER:
            reading.refuse(number, text, NO_HEADER)
    elif len(columns) != 3:
        reading.refuse(number, text, TSV_COLUMNS, columns=len(columns))
    else:
        reading.refuse(number, text, EMPTY_ID)


def _entries(source: Source, reading: Reading) -> Iterator[tuple[int, str, dict[str, object], str]]:
    """(line number, line, object without its `_id`, id) of every line that is fit to be looked at further."""
    first: dict[str, int] = {}
    for number, line, entry in _objects(source, reading):
        given = entry.pop("_id", None)
        if not isinstance(given, str | int) or isinstance(given, bool) or given == "":
            reading.refuse(number, line, NO_ID)
        elif first.setdefault(str(given), number) != number:
            reading.refuse(number, line, ID_TWICE, id=given, first=first[str(given)])
        else:
            yield number, line, entry, str(given)


def _objects(source: Source, reading: Reading) -> Iterator[tuple[int, str, dict[str, object]]]:
    """(line number, line, object) of every line, or of every element where the file is one array instead."""
    if isinstance(source, bytes | Path) and is_one_value(source):
        yield from ((number, "", entry) for number, entry in records(source, reading))
        return
    for number, line in text_lines(source, reading):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            reading.refuse(number, line, NOT_JSON, reason=str(error))
            continue
        if not isinstance(entry, dict):
            reading.refuse(number, line, NOT_JSON, reason=type(entry).__name__)
        elif ODD_ESCAPE.search(line) and is_no_text(entry):
            reading.refuse(number, line, BROKEN_TEXT)
        else:
            yield number, line, entry


def _metadata(entry: dict[str, object]) -> dict[str, object]:
    """What is left of the object, the members of its "metadata" on the same level (the object's own win)."""
    inner = entry.get("metadata")
    if not isinstance(inner, dict):
        return entry
    return {**inner, **{key: value for key, value in entry.items() if key != "metadata"}}

"""Quepid's book CSV: `query,docid` and a column for each judge, empty where that judge has not rated."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import BinaryIO

from data.formats import delimited
from data.formats.content import Content, JudgementRows, Texts, judged_by_text, person_name, written_grade
from data.formats.golden import Golden, refuse_same_texts, shown
from data.formats.header import names_a_role
from data.formats.rated_csv import HEADER, with_guard, without_empty, without_guard
from data.formats.sample import Sample, sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("header query, docid, and a column of numbers for each judge")
SAME_NAME = N_("{count} judges are called “{name}”; the later ones are told apart by a number")
COLUMNS = counted(
    "{columns} column, the header has {expected}", "{columns} columns, the header has {expected}", "columns"
)
NO_HEADER = N_("the first line is the header: query, docid, and a column for each judge")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None: a column called rank, score or the like is no judge's."""
    header = tuple(cell.strip().lower() for cell in sample.header)
    names = without_empty(header)
    is_book = header[:2] == ("query", "docid") and len(header) > 2 and names != HEADER
    if any(names_a_role(name) for name in names[2:]):
        return None
    cells = [cell for row in sample.rows for cell in row[2:] if cell.strip()]
    return EVIDENCE if is_book and all(written_grade(cell) is not None for cell in cells) else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """The judgements of every judge; judges become people. Raises BadFile with every row of another width."""
    queries, judged = Texts("q"), JudgementRows(reading)
    judges: list[str] = []
    width, delimiter = 0, sample(source, reading.file).delimiter
    for place, (line, row) in enumerate(delimited.rows(source, reading, delimiter)):
        if place == 0:
            width = len(row)
            if [cell.strip().lower() for cell in row[:2]] != ["query", "docid"] or width < 3:
                reading.refuse(line, delimiter.join(row), NO_HEADER)
                break
            judges = _told_apart(row[2:], reading)
        elif len(row) != width:
            reading.refuse(line, delimiter.join(row), COLUMNS, columns=len(row), expected=width)
        else:
            query = queries.id(without_guard(row[0]))
            for judge, grade in zip(judges, row[2:], strict=True):
                if grade.strip():
                    judged.add(line, query, row[1], grade, judge)
    return judged_by_text(queries, judged, reading)


def write(golden: Golden, file: BinaryIO) -> None:
    """A row for each judged pair with every annotator's grade. Raises BadFile for two queries of the same text."""
    refuse_same_texts(golden)
    people = list(golden.judgements.people)
    rows: list[list[object]] = [["query", "docid", *people]]
    for (query, fragment), judged in golden.judged_by().items():
        by_person: dict[str, object] = {person: grade for person, grade, _ in judged}
        grades = [by_person.get(person, "") for person in people]
        rows.append([with_guard(shown(golden.queries[query])), fragment, *grades])
    delimited.write(file, rows)


def _told_apart(names: list[str], reading: Reading) -> list[str]:
    counts: Counter[str] = Counter()
    judges = []
    for name in map(person_name, names):
        counts[name] += 1
        judges.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    for name, count in counts.items():
        if count > 1:
            reading.note(1, SAME_NAME, count=count, name=name)
    return judges

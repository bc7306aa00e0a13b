"""Grades of other scales made grades 0–3 by a table that a person confirms, and that the log keeps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from data.formats.content import Judgements, written_grade

Table = Mapping[str, int | None]
"""A grade as the file writes it → 0–3, or None for "leave out"."""

OURS = ("0", "1", "2", "3")
_PART_ENDS = re.compile(r"(?<=[=\s][0-3-])\s*,")
"""The comma between parts: one behind a grade of ours, since a word may hold others."""
_OTHER_NUMBER = re.compile(r"[^=]*=[^=,]*(?=,)")
"""What stands before a comma inside a part: a grade that becomes none of ours."""
_SAME: Table = {grade: int(grade) for grade in OURS}


def needs_table(scale: Sequence[str]) -> bool:
    """Whether any grade is not 0, 1, 2 or 3 already."""
    return any(grade not in OURS for grade in scale)


def is_complete(scale: Sequence[str], table: Table | None) -> bool:
    """Whether the table says for every grade what becomes of it, and gives 0–3 only."""
    return table is not None and all(
        grade in table and (table[grade] is None or str(table[grade]) in OURS) for grade in scale
    )


def proposed(scale: Sequence[str]) -> dict[str, int | None]:
    """A table to start from: numbers spread evenly from 0 to the highest, below 0 left out, words as 3.

    A scale that begins at 1, as 1–5 does, is spread from there. It is only ever a proposal.
    """
    numbers = {grade: float(grade) for grade in scale if written_grade(grade) is not None}
    counted = [number for number in numbers.values() if number >= 0]
    highest, lowest = max(counted, default=0.0), min(counted, default=0.0)
    if lowest != 1 or highest <= 3:
        lowest = 0.0
    if highest <= 3 and all(number == int(number) for number in counted):
        highest = 3.0
    span = highest - lowest or 1.0
    table: dict[str, int | None] = {}
    for grade in scale:
        number = numbers.get(grade)
        if number is None:
            table[grade] = 3
        else:
            table[grade] = None if number < 0 else int(3 * (number - lowest) / span + 0.5)
    return table


def counts(judgements: Judgements) -> dict[str, int]:
    """How often each grade occurs, as written, in the order of the scale."""
    found = Counter(judgements.grade.tolist())
    every = {grade: found[code] for code, grade in enumerate(judgements.scale)}
    return dict(sorted(every.items(), key=lambda item: _order(item[0])))


@dataclass(frozen=True)
class Mapped:
    """The rows that a table does not leave out. rows: their numbers; grade: 0–3, int64 [n] each.

    reason: the grade as written → what to keep of the mapping, "" where nothing was mapped.
    """

    rows: NDArray[np.int64]
    grade: NDArray[np.int64]
    reason: Mapping[str, str]


def mapped(judgements: Judgements, table: Table | None) -> Mapped:
    """The judgements on the scale 0–3. Raises KeyError for a grade that the table does not know."""
    to = table or _SAME
    said = " ".join(f"{grade}={'-' if new is None else new}" for grade, new in to.items())
    codes = np.array(
        [-1 if (new := to[grade]) is None else new for grade in judgements.scale], dtype=np.int64
    )
    every = codes[judgements.grade] if len(codes) else np.zeros(0, dtype=np.int64)
    rows = np.flatnonzero(every >= 0)
    reason = {
        grade: "" if to is _SAME else f"{grade} in the file; scale {said}" for grade in judgements.scale
    }
    return Mapped(rows, every[rows], reason)


def graded(judgements: Judgements, table: Table | None) -> Iterator[tuple[str, str, str, int]]:
    """(person, query_id, fragment_id, grade 0–3) of every row not left out."""
    found = mapped(judgements, table)
    columns = (judgements.person, judgements.query, judgements.fragment)
    for person, query, fragment, grade in zip(
        *(column[found.rows].tolist() for column in columns), found.grade.tolist(), strict=True
    ):
        yield judgements.people[person], judgements.query_ids[query], judgements.fragment_ids[fragment], grade


def parse(text: str) -> dict[str, int | None]:
    """A table as it is written on the command line: `1=0,2=1,Perfect=3,bad=-` ("-" leaves out).

    Raises ValueError for what is no such table.
    """
    table: dict[str, int | None] = {}
    for part in _PART_ENDS.split(text.strip()):
        grade, equals, to = part.rpartition("=")
        other = _OTHER_NUMBER.match(grade)
        if other or not equals or to.strip() not in (*OURS, "-"):
            wrong = other[0] if other else part
            raise ValueError(f"“{wrong}”: a part is written GRADE=0, =1, =2, =3 or =- (leave out)")
        table[written_grade(grade) or grade.strip()] = None if to.strip() == "-" else int(to)
    return table


def _order(grade: str) -> tuple[float, str]:
    """Numbers by size, then words."""
    return (float(grade), "") if written_grade(grade) is not None else (float("inf"), grade)

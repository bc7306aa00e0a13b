"""What a file brings, whatever its format: fragments, queries, runs, and the judgements of named people."""

from __future__ import annotations

import hashlib
import math
import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from data.formats.beir import BeirFragment, BeirQuery
from data.formats.columns import SAME_AGAIN, Ids, has_decimal_comma, is_broken, refuse_number
from data.formats.trec import HIGHEST_GRADE, RunFile
from data.problems import Problem, Reading
from evaluation.values import Grades, Int
from evaluation.words import N_, counted

IMPORTED = "imported"
"""The person that grades of files belong to which name nobody."""

NOT_A_GRADE = N_("the grade “{grade}” is not a number")
GRADE_TOO_LARGE = N_("the grade {grade} is outside ±{highest}")
NO_GRADE = counted(
    "{count} row has no grade: it is not judged, and no grade is imported for it",
    "{count} rows have no grade: they are not judged, and no grade is imported for them",
)
OTHER_AGAIN = N_(
    "{person} gives query “{query}”, fragment “{fragment}” grade {grade}, but on line {first} grade {before}"
)
EMPTY_NAME = N_("the {kind} is empty")
BROKEN_NAME = N_("half of a surrogate pair, or a NUL, in “{id}”: not text")

_WRITTEN_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})")


@dataclass(frozen=True)
class Judgements:
    """Grades as they were written, a row a judgement; no (person, query, fragment) stands twice.

    query, fragment, person, grade: int32 [n], places in query_ids, fragment_ids, people and scale.
    scale: the grades that occur, as written ("3", "2.5", "Perfect"). notes: row → what the person wrote.
    """

    query_ids: Sequence[str]
    fragment_ids: Sequence[str]
    people: Sequence[str]
    scale: Sequence[str]
    query: Int
    fragment: Int
    person: Int
    grade: Int
    notes: Mapping[int, str] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """(person, query_id, fragment_id, grade as written) of every row."""
        columns = (self.person.tolist(), self.query.tolist(), self.fragment.tolist(), self.grade.tolist())
        for person, query, fragment, grade in zip(*columns, strict=True):
            yield self.people[person], self.query_ids[query], self.fragment_ids[fragment], self.scale[grade]


@dataclass(frozen=True)
class Content:
    """All that one file brings.

    made_queries, made_fragments: ids that stand in no file but were made here from the text; a query or
    fragment that is known already with the same text takes their place.
    """

    fragments: Sequence[BeirFragment] = ()
    queries: Sequence[BeirQuery] = ()
    runs: Sequence[RunFile] = ()
    judgements: Judgements | None = None
    made_queries: frozenset[str] = frozenset()
    made_fragments: frozenset[str] = frozenset()
    notices: tuple[Problem, ...] = ()


def made_id(kind: str, text: str) -> str:
    """An id from what the text says: its blanks and line breaks do not matter, all else does. kind: "q" or "f"."""
    return f"{kind}-{hashlib.sha256(' '.join(text.split()).encode(errors='surrogatepass')).hexdigest()[:16]}"


Named = Mapping[str, str]
"""An id that was made from a text → the text, for what is said of it."""

_SAID = 80  # characters of a text that are enough to find it


def as_said(name: str, texts: Named) -> str:
    """What a person knows the id by: the start of the text that it was made from, or the id itself."""
    text = texts.get(name, name)
    return text if len(text) <= _SAID or name not in texts else f"{text[:_SAID]}…"


def judgements_of(grades: Grades) -> Judgements:
    """Qrels that name nobody, as judgements."""
    values, codes = np.unique(grades.grade, return_inverse=True)
    nobody = np.zeros(len(grades.grade), dtype=np.int32)
    scale = [str(value) for value in values.tolist()]
    return Judgements(
        grades.query_ids, grades.fragment_ids, [IMPORTED], scale,
        grades.query, grades.fragment, nobody, codes.astype(np.int32),
    )  # fmt: skip


def written_grade(value: object) -> str | None:
    """A number as it is compared ("3" for 3, 3.0 and "3.00"); None if it is no number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = value.strip()
        if not _WRITTEN_NUMBER.fullmatch(value):
            return None
        value = float(value) if "." in value else int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        value = int(value) if value.is_integer() else value
    return str(value) if isinstance(value, int | float) else None


def person_name(value: object) -> str:
    """Who judged, as a name: what is no text or empty becomes "Anonymous"."""
    if isinstance(value, Mapping):
        value = value.get("email") or value.get("username") or value.get("id")
    return str(value) if isinstance(value, str | int) and str(value).strip() else "Anonymous"


class JudgementRows:
    """Gathers judgements row by row, and checks what every format must: names, grades, doubles."""

    def __init__(self, reading: Reading, *, labels: bool = False) -> None:
        """labels: grades may be words, to be mapped to numbers afterwards."""
        self._reading, self._labels = reading, labels
        self._queries, self._fragments, self._people, self._scale = Ids(), Ids(), Ids(), Ids()
        self._columns = tuple(array("i") for _ in range(4))
        self._line = array("q")
        self._notes: dict[int, str] = {}
        self._without = 0

    def add(
        self,
        line: int,
        query: object,
        fragment: object,
        grade: object,
        person: str = IMPORTED,
        note: object = "",
    ) -> None:
        """One judgement as it stands in the file; an empty grade counts as not judged."""
        if grade is None or (isinstance(grade, str) and not grade.strip()):
            self._without += 1
            return
        query_id = name_of(self._reading, line, "query", query)
        fragment_id = name_of(self._reading, line, "fragment", fragment)
        written = self._written(line, grade)
        if query_id is None or fragment_id is None or written is None:
            return
        row = (
            self._queries.index(query_id), self._fragments.index(fragment_id),
            self._people.index(person), self._scale.index(written),
        )  # fmt: skip
        if isinstance(note, str) and note:
            self._notes[len(self._line)] = note
        for column, code in zip(self._columns, row, strict=True):
            column.append(code)
        self._line.append(line)

    def finish(self, texts: Named | None = None) -> Judgements:
        """The rows as columns, each judgement once, after saying what was left out.

        texts: of the ids that were made from them. Problems stay in the reading.
        """
        if self._without:
            self._reading.note(None, NO_GRADE, count=self._without)
        ids = (self._queries.ids, self._fragments.ids, self._people.ids, self._scale.ids)
        columns = [np.array(column, dtype=np.int32) for column in self._columns]
        keep = self._once(columns, ids, texts or {})
        place = np.cumsum(keep) - 1
        notes = {int(place[row]): note for row, note in self._notes.items() if keep[row]}
        query, fragment, person, grade = (column[keep] for column in columns)
        return Judgements(*ids, query, fragment, person, grade, notes)

    def _once(self, columns: list[Int], ids: tuple[list[str], ...], texts: Named) -> NDArray[np.bool_]:
        """Which rows to keep: those that repeat an earlier one with the same grade are said and left out.

        Those that repeat one with another grade become problems, with both lines.
        """
        query, fragment, person, grade = columns
        pair = query.astype(np.int64) * max(len(ids[1]), 1) + fragment
        order = np.lexsort((pair, person))
        same = (pair[order[1:]] == pair[order[:-1]]) & (person[order[1:]] == person[order[:-1]])
        keep = np.ones(len(query), dtype=np.bool_)
        starts = np.flatnonzero(np.concatenate(([True], ~same)))
        again = np.flatnonzero(same) + 1
        first = starts[np.searchsorted(starts, again, side="right") - 1] if len(again) else again
        for repeated, original in sorted(zip(order[again].tolist(), order[first].tolist(), strict=True)):
            if grade[repeated] == grade[original]:
                keep[repeated] = False
                continue
            self._reading.refuse(
                self._line[repeated], "", OTHER_AGAIN,
                query=as_said(ids[0][query[repeated]], texts), fragment=as_said(ids[1][fragment[repeated]], texts),
                person=ids[2][person[repeated]], grade=ids[3][grade[repeated]],
                before=ids[3][grade[original]], first=self._line[original],
            )  # fmt: skip
        if not keep.all():
            line = self._line[int(np.flatnonzero(~keep)[0])]
            self._reading.note(line, SAME_AGAIN, count=int((~keep).sum()), repeated=line)
        return keep

    def _written(self, line: int, grade: object) -> str | None:
        written = written_grade(grade)
        if written is None:
            if self._labels and isinstance(grade, str) and _is_word(grade):
                return grade.strip()
            refuse_number(self._reading, line, "", NOT_A_GRADE, grade=grade)
        elif abs(float(written)) > HIGHEST_GRADE:
            self._reading.refuse(line, "", GRADE_TOO_LARGE, grade=written, highest=HIGHEST_GRADE)
            return None
        return written


def _is_word(grade: str) -> bool:
    """Whether it is text, and no number with a decimal comma."""
    return not (is_broken(grade) or "\0" in grade or has_decimal_comma(grade))


def name_of(reading: Reading, line: int | None, kind: str, value: object) -> str | None:
    """An id or text as text, or None after a problem has been noted: whole numbers are written out."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value:
        reading.refuse(line, "", EMPTY_NAME, kind=kind)
        return None
    if is_broken(value) or "\0" in value:
        reading.refuse(line, "", BROKEN_NAME, id=value.encode(errors="backslashreplace").decode())
        return None
    return value


class Texts:
    """Queries or fragments that are known by their text: each once, with an id made from it."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self.text: dict[str, str] = {}

    def id(self, text: str) -> str:
        """The id that stands for the text."""
        name = made_id(self._kind, text)
        self.text.setdefault(name, text)
        return name

    @property
    def queries(self) -> list[BeirQuery]:
        return [BeirQuery(name, text) for name, text in self.text.items()]

    @property
    def made(self) -> frozenset[str]:
        return frozenset(self.text)


def judged_by_text(queries: Texts, judged: JudgementRows, reading: Reading) -> Content:
    """The content of a file that names queries by their text. Raises BadFile if the reading has problems."""
    judgements = judged.finish(queries.text)
    return Content(
        queries=queries.queries,
        judgements=judgements,
        made_queries=queries.made,
        notices=reading.finish(),
    )

"""After an export: the file is read as an import would read it, and compared pair by pair with what was meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from data.formats import datasette, delimited, registry, xlsx
from data.formats.content import Content, made_id
from data.formats.golden import Golden, shown
from data.formats.ragas import RELEVANT as IS_RELEVANT
from data.formats.registry import FORMATS
from data.formats.targets import EACH, RELEVANT, Target
from data.problems import Reading
from evaluation.words import N_

DIFFERS = N_(
    "query “{query}”, fragment “{fragment}”: the file says {read} where {written} was meant; nothing was exported"
)
NOTHING = N_("nothing")

Rows = dict[tuple[str, str, str], str]
"""(person or "", query_id, fragment_id) → the grade as written."""


def compare(target: Target, golden: Golden, content: bytes) -> int:
    """How many pairs were compared, all equal. Raises BadFile naming each that is not."""
    reading = Reading("export")
    if not content or not (len(golden.grades.grade) or len(golden.judgements.grade)):
        found: Rows = {}  # some readers refuse a file without a row
    elif target.reads:
        read = registry.read(FORMATS[target.reads], content, Reading("export"))
        if target.holds != EACH and read.judgements and _same_columns(golden, read):
            return len(golden.grades.grade)
        found = _rows(golden, read, with_people=target.holds == EACH)
    else:
        found = _own_rows(target, content)
    meant = _meant(target, golden)
    for key in sorted(meant.keys() | found.keys()):
        if meant.get(key) != found.get(key):
            _, query, fragment = key
            values = {"read": found.get(key, NOTHING), "written": meant.get(key, NOTHING)}
            reading.refuse(None, "", DIFFERS, query=query, fragment=fragment, **values)
    reading.finish()
    return len(meant)


def _meant(target: Target, golden: Golden) -> Rows:
    if target.holds == EACH:
        rows = golden.judgements.rows()
        return {(person, query, fragment): grade for person, query, fragment, grade in rows}
    pairs = golden.pairs().items()
    if target.holds == RELEVANT:
        relevant = (pair for pair, grade in pairs if grade >= golden.relevant_from)
        return {("", query, fragment): IS_RELEVANT for query, fragment in relevant}
    return {("", query, fragment): str(grade) for (query, fragment), grade in pairs}


def _same_columns(golden: Golden, read: Content) -> bool:
    """Whether the rows are the same in the same order, told without making a pair of each."""
    grades, judged = golden.grades, read.judgements
    if judged is None or read.made_queries or len(judged.grade) != len(grades.grade):
        return False
    try:
        written = np.array([int(grade) for grade in judged.scale], dtype=np.int64)
    except ValueError:
        return False
    query, fragment = (
        _codes(grades.query_ids, judged.query_ids),
        _codes(grades.fragment_ids, judged.fragment_ids),
    )
    return bool(
        len(judged.grade)
        and np.array_equal(query[judged.query], grades.query)
        and np.array_equal(fragment[judged.fragment], grades.fragment)
        and np.array_equal(written[judged.grade], grades.grade)
    )


def _codes(meant: Sequence[str], read: Sequence[str]) -> NDArray[np.int64]:
    """The places in `meant` of what was read, −1 where it is not in it."""
    place = {name: code for code, name in enumerate(meant)}
    return np.array([place.get(name, -1) for name in read], dtype=np.int64)


def _rows(golden: Golden, read: Content, *, with_people: bool) -> Rows:
    if read.judgements is None:
        return {}
    judged = [golden.queries[name] for name in golden.judgements.query_ids]
    ids = {made_id("q", shown(query)): query.query_id for query in judged}
    found: Rows = {}
    for person, query, fragment, grade in read.judgements.rows():
        name = ids.get(query, query) if query in read.made_queries else query
        found[(person if with_people else "", name, fragment)] = grade
    return found


def _own_rows(target: Target, content: bytes) -> Rows:
    if target.key == "datasette":
        return {("", query, fragment): str(grade) for query, fragment, grade in datasette.read(content)}
    if target.key == "xlsx":
        rows = [tuple(map(str, row)) for row in xlsx.read(content)]
    else:
        cells = (row for _, row in delimited.rows(content, Reading("export")))
        rows = [tuple(map(_without_guard, row)) for row in cells]
    header = list(rows[0])
    query, fragment, grade = (header.index(name) for name in ("query_id", "fragment_id", "grade"))
    return {("", row[query], row[fragment]): row[grade] for row in rows[1:] if row[grade]}


def _without_guard(cell: str) -> str:
    """A cell as it was before it was made harmless."""
    return cell[1:] if cell[:1] == "'" and delimited.harmless(cell[1:]) == cell else cell

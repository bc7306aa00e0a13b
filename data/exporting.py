"""Golden datasets out of the store: chosen, warned about, written, read back, and described by a manifest."""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from data import collections, guidelines, history, judgements, read_back, snapshots
from data.collections import Collection
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import Judgements
from data.formats.golden import Golden
from data.formats.targets import RELEVANT, Target
from data.judgements import GradeRows, JudgedRows
from data.problems import Problem
from data.store import Store, now
from data.version import VERSION
from evaluation.values import Grades, Int

_NUMBERED = "annotator {number}"
Column = NDArray[np.int64]
Agreed = tuple[Column, Column, Column]
Agree = Callable[[GradeRows, str, float], Agreed]
"""(rows with a row a judgement, rule, threshold) → query, fragment, grade with a row a pair: the agreed grade."""


@dataclass(frozen=True)
class Choice:
    """Which part of the judgements is exported, and how.

    revision: as of this revision of the log; None is now. moment: of a snapshot of that revision. tag: only
    queries that carry it. annotator: only this person's grades instead of the agreed ones. names: False writes
    "annotator 1" … threshold: from which grade a fragment is relevant: graded formats then hold 1 and 0, and
    formats that only know relevant fragments hold these (from 1 on if it is None).
    """

    revision: int | None = None
    tag: str = ""
    annotator: str | None = None
    names: bool = True
    threshold: int | None = None
    moment: str | None = None


@dataclass(frozen=True)
class Exported:
    """A file that was read back and is equal. compared: pairs. manifest: what it is, as JSON."""

    content: bytes
    file_name: str
    compared: int
    manifest: dict[str, Any]

    @property
    def manifest_json(self) -> bytes:
        return json.dumps(self.manifest, ensure_ascii=False, indent=1).encode() + b"\n"


def qrels(store: Store, collection: Collection, agree: Agree, choice: Choice = Choice()) -> Grades:
    """The collection's qrels with external ids, ordered by query and fragment as these were imported.

    Only graded pairs: what nobody graded, was put off or left open as "can't tell" is not in it.
    """
    store.check("export")
    queries = _chosen_queries(store, collection, choice)
    names = _Names.of(store, collection)
    rows = judgements.judged_rows(store, collection, choice.revision)
    return _agreed(store, collection, choice, queries, agree, rows, names)


def golden(
    store: Store, collection: Collection, agree: Agree, target: Target, choice: Choice = Choice()
) -> Golden:
    """What a file of that format is made from. Raises NotFound for an annotator or a tag that is not there."""
    store.check("export")
    queries = _chosen_queries(store, collection, choice)
    names = _Names.of(store, collection)
    every = judgements.judged_rows(store, collection, choice.revision)
    grades = _agreed(store, collection, choice, queries, agree, every, names)
    rows = _chosen_rows(store, choice, queries, every, names)
    if choice.threshold is not None and target.holds != RELEVANT:
        binary = (grades.grade >= choice.threshold).astype(np.int32)
        grades = Grades(grades.query_ids, grades.fragment_ids, grades.query, grades.fragment, binary)
    return Golden(
        collection=collection.name,
        queries=queries,
        grades=grades,
        judgements=_each(store, collection, rows, choice, target, names),
        fragments=_texts(store, grades, names) if target.texts else {},
        relevant_from=1 if choice.threshold is None else choice.threshold,
        guidelines=guidelines.held_at(store, collection, choice.revision, choice.moment)[1],
    )


def export(
    store: Store,
    collection: Collection,
    chosen: Golden,
    target: Target,
    choice: Choice = Choice(),
    rule: str = "",
) -> Exported:
    """The file, read back and equal to what was meant. rule: of agreement, in words, for the manifest.

    Raises BadFile for what the format cannot hold, each named, and for a file that reads back differently.
    """
    file = io.BytesIO()
    target.write(chosen, file)
    content = file.getvalue()
    compared = read_back.compare(target, chosen, content)
    name = file_name(collection, target)
    manifest = {
        "file": name,
        "format": target.key,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "collection": collection.name,
        "exported": now(),
        "revision": judgements.revision(store) if choice.revision is None else choice.revision,
        "chosen": _told(choice),
        "agreement": "one annotator's grades" if choice.annotator else rule,
        "guidelines": hashlib.sha256(chosen.guidelines.encode()).hexdigest() if chosen.guidelines else None,
        "guidelines_version": guidelines.held_at(store, collection, choice.revision, choice.moment)[0],
        "counts": _counts(chosen),
        "no_answer": _no_answer(store, collection, chosen, choice),
        "read_back": {"compared": compared, "equal": True},
        "warnings": [problem.reason for problem in warnings(chosen, target)],
        "quilate": VERSION,
    }
    return Exported(content, name, compared, manifest)


def _told(choice: Choice) -> dict[str, Any]:
    """The choice as the manifest tells it; without names nobody is named here either."""
    told = {key: value for key, value in asdict(choice).items() if key not in ("revision", "moment")}
    if choice.annotator is not None and not choice.names:
        told["annotator"] = _NUMBERED.format(number=1)
    return told


def _no_answer(store: Store, collection: Collection, chosen: Golden, choice: Choice) -> list[str]:
    """The chosen queries that nothing answers, by the verdicts of the chosen moment and annotator."""
    verdicts = history.no_answers(store, collection, choice.revision, choice.annotator)
    return sorted({verdict.query_id for verdict in verdicts} & chosen.queries.keys())


def warnings(chosen: Golden, target: Target) -> list[Problem]:
    """What there is to know before the export, in one list."""
    return list(target.warnings(chosen))


def file_name(collection: Collection, target: Target) -> str:
    """A name for the file: collection, day, format; with nothing in it that a file system refuses."""
    kind = "" if target.key == target.ending else f"-{target.key}"
    return f"{safe_name(collection.name)}-{datetime.now(UTC):%Y-%m-%d}{kind}.{target.ending}"


def safe_name(name: str) -> str:
    """`name` with nothing in it that a file system refuses."""
    return "".join(c if c.isalnum() or c in "-_" else "-" for c in name).strip("-")[:80] or "collection"


def named_moments(store: Store, collection: Collection) -> dict[str, tuple[int, str | None]]:
    """The collection's snapshots: name → (revision of the log, moment), oldest first."""
    return {named.name: (named.revision, named.created) for named in snapshots.snapshots(store, collection)}


def moment_of(store: Store, collection: Collection, text: str) -> tuple[int, str | None]:
    """(revision, moment) of a snapshot by its name, or (revision, None) of a number. Raises NotFound."""
    named = named_moments(store, collection)
    if text in named:
        return named[text]
    if text.isascii() and text.isdecimal() and int(text) <= judgements.revision(store):
        return int(text), None
    names = ", ".join(named) or "none"
    raise collections.NotFound(f'"{text}" is no snapshot and no revision of the log. Snapshots: {names}.')


def _counts(chosen: Golden) -> dict[str, object]:
    grades = Counter(chosen.grades.grade.tolist())
    return {
        "queries": len(chosen.queries),
        "judged_queries": len(chosen.grades.query_ids),
        "pairs": len(chosen.grades.grade),
        "judgements": len(chosen.judgements.grade),
        "annotators": len(chosen.judgements.people),
        "grades": {str(grade): count for grade, count in sorted(grades.items())},
    }


def _chosen_queries(store: Store, collection: Collection, choice: Choice) -> dict[str, BeirQuery]:
    every = collections.queries(store, collection)
    if choice.tag and not any(choice.tag in query.tags for query in every):
        raise collections.NotFound(f'No query of "{collection.name}" has the tag "{choice.tag}".')
    return {
        query.query_id: BeirQuery(query.query_id, query.text, query.information_need, query.tags)
        for query in every
        if not choice.tag or choice.tag in query.tags
    }


@dataclass(frozen=True)
class _Names:
    """External id → database id of the collection's queries and fragments, read once for an export."""

    queries: dict[str, int]
    fragments: dict[str, int]

    @classmethod
    def of(cls, store: Store, collection: Collection) -> _Names:
        return cls(collections.query_ids(store, collection), collections.fragment_ids(store, collection))

    def coded(self, query: Column, fragment: Column) -> tuple[list[str], list[str], Int, Int]:
        """(query ids, fragment ids, places in them): of those that occur, in the order of the database."""
        query_ids, query_codes = _coded(self.queries, query)
        fragment_ids, fragment_codes = _coded(self.fragments, fragment)
        return query_ids, fragment_ids, query_codes, fragment_codes


def _chosen_rows(
    store: Store, choice: Choice, queries: dict[str, BeirQuery], rows: JudgedRows, names: _Names
) -> JudgedRows:
    if choice.tag:
        rows = rows.where(np.isin(rows.query, [names.queries[name] for name in queries]))
    if choice.annotator is not None:
        found = [person.id for person in collections.people(store) if person.name == choice.annotator]
        if not found:
            raise collections.NotFound(f'Nobody is called "{choice.annotator}".')
        rows = rows.where(rows.person == found[0])
    return rows


def rule_of(store: Store, collection: Collection, choice: Choice) -> tuple[str, float]:
    """(rule, threshold) of agreement: those of now, or those that held at the revision chosen."""
    if choice.revision is None:
        return collection.rule, collection.threshold
    return snapshots.rule_at(store, collection, choice.revision, choice.moment)


def _counting(store: Store, collection: Collection, choice: Choice, agree: Agree, rows: JudgedRows) -> Agreed:
    """The agreed grades by the collection's rule, of all queries: some rules learn from all of them."""
    if choice.revision is None:
        counting = judgements.with_decisions(store, collection, rows)
    else:
        counting = snapshots.grade_rows_at(store, collection, choice.revision)
    return agree(counting, *rule_of(store, collection, choice))


def _agreed(
    store: Store,
    collection: Collection,
    choice: Choice,
    queries: dict[str, BeirQuery],
    agree: Agree,
    rows: JudgedRows,
    names: _Names,
) -> Grades:
    if choice.annotator is None:
        query, fragment, grade = _counting(store, collection, choice, agree, rows)
        if choice.tag:
            chosen = np.isin(query, [names.queries[name] for name in queries])
            query, fragment, grade = query[chosen], fragment[chosen], grade[chosen]
    else:
        own = _chosen_rows(store, choice, queries, rows, names)
        query, fragment, grade = own.query, own.fragment, own.grade
    query_ids, fragment_ids, query_codes, fragment_codes = names.coded(query, fragment)
    return Grades(query_ids, fragment_ids, query_codes, fragment_codes, grade.astype(np.int32))


def _each(
    store: Store, collection: Collection, rows: JudgedRows, choice: Choice, target: Target, names: _Names
) -> Judgements:
    """Every annotator's grades, with names or numbers."""
    grade = rows.grade
    if choice.threshold is not None and target.holds != RELEVANT:
        grade = (grade >= choice.threshold).astype(np.int64)
    query_ids, fragment_ids, query, fragment = names.coded(rows.query, rows.fragment)
    people, person = np.unique(rows.person, return_inverse=True)
    called = {someone.id: someone.name for someone in collections.people(store)}
    shown = [
        called[who] if choice.names else _NUMBERED.format(number=number)
        for number, who in enumerate(people.tolist(), start=1)
    ]
    scale, written = np.unique(grade, return_inverse=True)
    notes = judgements.notes(store, collection)
    noted = np.flatnonzero(np.isin(rows.revision, list(notes))).tolist() if notes else []
    return Judgements(
        query_ids, fragment_ids, shown, [str(value) for value in scale.tolist()],
        query, fragment, person.astype(np.int32), written.astype(np.int32),
        {row: notes[int(rows.revision[row])] for row in noted},
    )  # fmt: skip


def _texts(store: Store, grades: Grades, names: _Names) -> dict[str, BeirFragment]:
    found = collections.fragments(store, [names.fragments[name] for name in grades.fragment_ids])
    return {
        piece.fragment_id: BeirFragment(piece.fragment_id, piece.title, piece.text, {"source": piece.source})
        for piece in found.values()
    }


def _coded(names: dict[str, int], ids: Column) -> tuple[list[str], Int]:
    """The names that occur, by database id, and the place of each row's in them."""
    known = np.fromiter(names.values(), dtype=np.int64, count=len(names))
    occurs = np.zeros(int(known.max(initial=0)) + 1, dtype=np.bool_)
    occurs[ids] = True
    place = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
    by_id = {number: name for name, number in names.items() if occurs[number]}
    return [by_id[number] for number in np.flatnonzero(occurs).tolist()], place[ids]

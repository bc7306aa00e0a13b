"""What the collection and the files of one import hold already, to tell new from changed, same and unknown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from data import collections, judgements, rankings, scales
from data.carry_over import CarriedOver, carry_over
from data.collections import Collection, NotFound
from data.formats.content import Content, Judgements, Named, as_said, made_id
from data.formats.trec import RunFile
from data.problems import Problem, Reading
from data.store import Store
from evaluation.values import Int
from evaluation.words import N_, counted

Columns = TypeVar("Columns", RunFile, Judgements)

OTHER_TEXT = N_("another file has {kind} “{id}” too, with another text")
OTHER_GRADE = N_(
    "query “{query}”, fragment “{fragment}”: {person} gives grade {grade}, but in another of the files grade {before}"
)
SEVERAL = N_("“{query}” is the text of several queries ({ids}); give the queries' ids in the file instead")
QUERIES_FOUND = counted(
    "{count} query was found by its text, and keeps the id it has",
    "{count} queries were found by their text, and keep the ids they have",
)
FRAGMENTS_FOUND = counted(
    "{count} fragment was found by its text, and keeps the id it has",
    "{count} fragments were found by their text, and keep the ids they have",
)


@dataclass(frozen=True)
class Comparison:
    """A file's content with known ids in place of made ones, and how it compares to what is there."""

    content: Content
    new: int = 0
    changed: int = 0
    same: int = 0
    unknown_queries: int = 0
    unknown_fragments: int = 0
    carried_over: CarriedOver | None = None
    notices: tuple[Problem, ...] = ()


@dataclass
class _Counts:
    new: int = 0
    changed: int = 0
    same: int = 0

    def add(self, total: int, known: int, same: int) -> None:
        self.new += total - known
        self.changed += known - same
        self.same += same


@dataclass
class _Names:
    """Ids known to the collection or explained by a file, and by made id, for those with a text."""

    ids: set[str] = field(default_factory=set)
    by_text: dict[str, set[str]] = field(default_factory=dict)


class Known:
    """Everything that one check compares its files with."""

    def __init__(self, store: Store, collection_name: str, contents: Sequence[Content]) -> None:
        self._store = store
        try:
            self._collection: Collection | None = collections.find_collection(store, collection_name)
        except NotFound:
            self._collection = None
        self._queries, self._fragments = self._names(contents)
        self._texts: dict[tuple[str, str], tuple[str, str]] = {}
        self._grades: dict[tuple[str, str, str], int] = {}
        self._held: dict[str, dict[tuple[str, str], int]] = {}

    def compare(self, file: str, content: Content, scale: scales.Table | None) -> Comparison:
        """The comparison of one file. Raises BadFile where it contradicts an earlier one or a text is ambiguous."""
        reading = Reading(file)
        content, texts = self._with_known_ids(reading, content)
        counts = _Counts()
        fragments = {f.fragment_id: (f.title, f.text) for f in content.fragments}
        self._compare_texts(reading, counts, fragments, "fragments", "fragment_id", ("title", "text"), texts)
        queries = {q.query_id: (q.text, q.information_need) for q in content.queries}
        self._compare_texts(
            reading, counts, queries, "queries", "query_id", ("text", "information_need"), texts
        )
        for run in content.runs:
            self._compare_run(counts, run)
        if content.judgements:
            self._compare_judgements(reading, counts, content.judgements, scale, texts)
        notices = reading.finish()
        unknown = _mentioned(content)
        return Comparison(
            content, counts.new, counts.changed, counts.same,
            sum(name not in self._queries.ids for name in unknown[0]),
            sum(name not in self._fragments.ids for name in unknown[1]),
            self._carried_over(content), notices,
        )  # fmt: skip

    def _names(self, contents: Sequence[Content]) -> tuple[_Names, _Names]:
        queries, fragments = _Names(), _Names()
        wants_queries = any(content.made_queries for content in contents)
        wants_fragments = any(content.made_fragments for content in contents)
        if self._collection:
            queries.ids.update(collections.query_ids(self._store, self._collection))
            fragments.ids.update(collections.fragment_ids(self._store, self._collection))
            if wants_queries:
                stored = self._stored("queries", "query_id", ("text", "query_id"))
                _add_texts(queries, "q", ((name, text or name) for name, (text, _) in stored.items()))
            if wants_fragments:
                stored = self._stored("fragments", "fragment_id", ("text", "title"))
                _add_texts(fragments, "f", ((name, text) for name, (text, _) in stored.items()))
        for content in contents:
            given = [q for q in content.queries if q.query_id not in content.made_queries]
            pieces = [f for f in content.fragments if f.fragment_id not in content.made_fragments]
            queries.ids.update(query.query_id for query in content.queries)
            fragments.ids.update(fragment.fragment_id for fragment in content.fragments)
            if wants_queries:
                _add_texts(queries, "q", ((query.query_id, query.text) for query in given))
            if wants_fragments:
                _add_texts(fragments, "f", ((piece.fragment_id, piece.text) for piece in pieces))
        return queries, fragments

    def _stored(self, table: str, key: str, columns: tuple[str, str]) -> dict[str, tuple[str, str]]:
        return (
            collections.texts(self._store, self._collection, table, key, columns) if self._collection else {}
        )

    def _with_known_ids(self, reading: Reading, content: Content) -> tuple[Content, Named]:
        """The content, and by the id that it now has the text of what the file names by its text alone."""
        queries = _found(content.made_queries, self._queries, reading, content)
        fragments = _found(content.made_fragments, self._fragments, None, content)
        texts = {
            queries.get(q.query_id, q.query_id): q.text
            for q in content.queries
            if q.query_id in content.made_queries
        }
        texts |= {
            fragments.get(f.fragment_id, f.fragment_id): f.text
            for f in content.fragments
            if f.fragment_id in content.made_fragments
        }
        if not queries and not fragments:
            return content, texts
        for template, count in ((QUERIES_FOUND, len(queries)), (FRAGMENTS_FOUND, len(fragments))):
            if count:
                reading.note(None, template, count=count)
        runs = [_renamed(run, queries, fragments) for run in content.runs]
        judged = content.judgements and _renamed(content.judgements, queries, fragments)
        named = replace(
            content,
            queries=[query for query in content.queries if query.query_id not in queries],
            fragments=[piece for piece in content.fragments if piece.fragment_id not in fragments],
            runs=runs,
            judgements=judged,
        )
        return named, texts

    def _compare_texts(
        self,
        reading: Reading,
        counts: _Counts,
        rows: Mapping[str, tuple[str, str]],
        table: str,
        key: str,
        columns: tuple[str, str],
        named: Named,
    ) -> None:
        for name, texts in rows.items():
            if self._texts.setdefault((table, name), texts) != texts:
                reading.refuse(None, "", OTHER_TEXT, kind=table, id=as_said(name, named))
        stored = self._stored(table, key, columns) if rows else {}
        same = sum(stored.get(name) == texts for name, texts in rows.items())
        counts.add(len(rows), sum(name in stored for name in rows), same)

    def _compare_run(self, counts: _Counts, run: RunFile) -> None:
        stored = rankings.digests(self._store, self._collection) if self._collection else {}
        rows = len(run.query)
        is_known, is_same = run.name in stored, stored.get(run.name) == digest(run)
        counts.add(rows, rows * is_known, rows * is_same)

    def _compare_judgements(
        self, reading: Reading, counts: _Counts, judged: Judgements, scale: scales.Table | None, texts: Named
    ) -> None:
        for person, query, fragment, grade in scales.graded(judged, scale):
            before = self._grades.setdefault((person, query, fragment), grade)
            if before != grade:
                names = {"query": as_said(query, texts), "fragment": as_said(fragment, texts)}
                reading.refuse(None, "", OTHER_GRADE, **names, person=person, grade=grade, before=before)
            held = self.held(person).get((query, fragment))
            counts.add(1, held is not None, held == grade)

    def held(self, person: str) -> dict[tuple[str, str], int]:
        """(query_id, fragment_id) → grade in force of that person."""
        if person not in self._held:
            self._held[person] = (
                judgements.held_by_name(self._store, self._collection, person) if self._collection else {}
            )
        return self._held[person]

    def _carried_over(self, content: Content) -> CarriedOver | None:
        sources = {
            fragment.fragment_id: (str(fragment.metadata.get("source", "")), fragment.text)
            for fragment in content.fragments
            if fragment.fragment_id in content.made_fragments and fragment.metadata.get("source")
        }
        return carry_over(self._store.db, self._collection, sources) if self._collection and sources else None


def digest(run: RunFile) -> str:
    """A fingerprint of a run's results, the same for the same file."""
    marks = hashlib.sha256()
    for part in (run.query, run.fragment, run.score):
        marks.update(part.tobytes())
    for ids in (run.query_ids, run.fragment_ids):
        marks.update("\n".join(ids).encode())
    return marks.hexdigest()


def _add_texts(names: _Names, kind: str, texts: Iterable[tuple[str, str]]) -> None:
    for name, text in texts:
        if text:
            names.by_text.setdefault(made_id(kind, text), set()).add(name)


def _found(made: frozenset[str], names: _Names, reading: Reading | None, content: Content) -> dict[str, str]:
    """Made id → the known id of that text. Several queries of one text become problems of the reading."""
    found: dict[str, str] = {}
    for name in made:
        known = names.by_text.get(name, set()) - {name}
        if len(known) > 1 and reading:
            text = next((query.text for query in content.queries if query.query_id == name), name)
            reading.refuse(None, "", SEVERAL, query=text, ids=", ".join(sorted(known)))
        elif known:
            found[name] = min(known)
    return found


def _renamed(content: Columns, queries: Mapping[str, str], fragments: Mapping[str, str]) -> Columns:
    query_ids, query = _recoded(content.query_ids, content.query, queries)
    fragment_ids, fragment = _recoded(content.fragment_ids, content.fragment, fragments)
    return replace(content, query_ids=query_ids, query=query, fragment_ids=fragment_ids, fragment=fragment)


def _recoded(ids: Sequence[str], codes: Int, names: Mapping[str, str]) -> tuple[Sequence[str], Int]:
    if not names:
        return ids, codes
    places: dict[str, int] = {}
    place = np.array([places.setdefault(names.get(name, name), len(places)) for name in ids], dtype=np.int32)
    return list(places), place[codes] if len(codes) else codes


def _mentioned(content: Content) -> tuple[Iterable[str], Iterable[str]]:
    """Every query and fragment id that runs and judgements mention, once."""
    parts: list[RunFile | Judgements] = [*content.runs]
    if content.judgements:
        parts.append(content.judgements)
    if len(parts) == 1:
        return parts[0].query_ids, parts[0].fragment_ids
    queries, fragments = ({name for part in parts for name in ids(part)} for ids in (_queries, _fragments))
    return queries, fragments


def _queries(part: RunFile | Judgements) -> Sequence[str]:
    return part.query_ids


def _fragments(part: RunFile | Judgements) -> Sequence[str]:
    return part.fragment_ids

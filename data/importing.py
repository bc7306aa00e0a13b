"""The import after its check: all files in one transaction, all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from data import collections, judgements, rankings, scales
from data.checking import Check, Upload, to_import
from data.collections import Collection
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import IMPORTED, Content, Judgements
from data.formats.trec import RunFile
from data.known import digest
from data.store import Store

SHARED = 0.1  # the share of the pool that everybody judges, in a collection made by an import
Progress = Callable[[float], None]


class Cancelled(Exception):
    """The person stopped the import; nothing of it was kept."""


def find_uploads(paths: list[Path]) -> tuple[list[Upload], list[Path]]:
    """The files to import: those named, and in a folder those whose ending is known; and those passed over.

    A folder that holds no data file is one of texts, and its Markdown and text files are imported.
    """
    uploads: list[Upload] = []
    passed_over: list[Path] = []
    for path in paths:
        if not path.is_dir():
            uploads.append(Upload(str(path), path))
            continue
        names = [str(entry.relative_to(path)) for entry in sorted(path.rglob("*")) if entry.is_file()]
        wanted, others = to_import(names)
        uploads += [Upload(str(path / name), path / name) for name in wanted]
        passed_over += [path / name for name in others]
    return uploads, passed_over


def import_checked(store: Store, check: Check, progress: Progress = lambda share: None) -> Collection:
    """Imports what was checked, in one transaction. progress is told the share done, 0–1; what it raises
    (`Cancelled`) stops the import, and nothing of it is kept.

    Raises ValueError if the check refused a file or still asks something.
    """
    if not check.accepted:
        raise ValueError("a file was refused or not answered for, so nothing is imported")
    contents = [(file.content, file.answers.scale) for file in check.files if file.content]
    with store.writing("import") as db:
        collection = collections.get_or_create_collection(store, check.collection, shared=SHARED)
        steps = _Steps(check.rows, progress)
        for content, _ in contents:
            collections.put_fragments(db, collection, map(_fragment, content.fragments), steps)
        for content, _ in contents:
            collections.put_queries(db, collection, map(_query, content.queries), steps)
        known = rankings.digests(store, collection)
        for content, _ in contents:
            _write_runs(store, db, collection, content, known, steps)
        for content, scale in contents:
            if content.judgements:
                _write_judgements(store, db, collection, content.judgements, scale, steps)
        steps.finish()
    return collection


class _Steps:
    """Counts rows and tells the share done, not more often than every hundredth."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total, self._progress, self._done, self._told = max(total, 1), progress, 0, -1

    def __call__(self, rows: int) -> None:
        self._done += rows
        hundredth = min(100, 100 * self._done // self._total)
        if hundredth > self._told:
            self._told = hundredth
            self._progress(hundredth / 100)

    def finish(self) -> None:
        """Counts the rows that held already, and so were not written, as done."""
        self(self._total - self._done)


def _write_runs(
    store: Store, db: Database, collection: Collection, content: Content, known: dict[str, str], steps: _Steps
) -> None:
    for run in content.runs:
        fingerprint = digest(run)
        if known.get(run.name) == fingerprint:
            steps(len(run.query))
            continue
        ids = _with_bare_ids(store, db, collection, run)
        rankings.add_numbered_run(db, collection, run, fingerprint, *ids, step=steps)


def _write_judgements(
    store: Store,
    db: Database,
    collection: Collection,
    judged: Judgements,
    scale: scales.Table | None,
    steps: _Steps,
) -> None:
    """Appends what differs from what holds; every judge becomes a person."""
    queries, fragments = _with_bare_ids(store, db, collection, judged)
    found = scales.mapped(judged, scale)
    own_query, own_fragment = queries[judged.query[found.rows]], fragments[judged.fragment[found.rows]]
    for code, name in enumerate(judged.people):
        person = collections.add_person(store, name, "import" if name == IMPORTED else "annotator")
        held = judgements.held_grades(store, collection, person)
        own = np.flatnonzero(judged.person[found.rows] == code)
        columns = (own_query[own], own_fragment[own], found.grade[own], found.rows[own])
        given = zip(*(column.tolist() for column in columns), strict=True)
        rows = (
            (query, fragment, grade, judged.notes.get(row, ""), found.reason[judged.scale[judged.grade[row]]])
            for query, fragment, grade, row in given
            if held.get((query, fragment)) != grade
        )
        judgements.import_grades(db, collection, person, rows, steps)


def _with_bare_ids(
    store: Store, db: Database, collection: Collection, content: RunFile | Judgements
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Database ids of the content's queries and fragments; those not known before are added without text."""
    known = collections.query_ids(store, collection)
    if new_queries := [name for name in content.query_ids if name not in known]:
        collections.put_queries(db, collection, ((name, "", "", "[]") for name in new_queries))
        known = collections.query_ids(store, collection)
    queries = np.array([known[name] for name in content.query_ids], dtype=np.int64)
    known = collections.fragment_ids(store, collection)
    fragments = np.array([known.get(name, 0) for name in content.fragment_ids], dtype=np.int64)
    if len(new := np.flatnonzero(fragments == 0)):
        names = [content.fragment_ids[place] for place in new.tolist()]
        fragments[new] = collections.put_bare_fragments(db, collection, names)
    return queries, fragments


def _fragment(row: BeirFragment) -> tuple[str, str, str, str, int | None]:
    source, position = row.metadata.get("source", ""), row.metadata.get("position")
    whole = position if isinstance(position, int) and not isinstance(position, bool) else None
    return row.fragment_id, row.title, row.text, source if isinstance(source, str) else "", whole


def _query(row: BeirQuery) -> tuple[str, str, str, str]:
    return row.query_id, row.text, row.information_need, json.dumps(list(row.tags), ensure_ascii=False)

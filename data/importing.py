"""The import after its check: all files in one transaction, all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from sqlite_utils import Database

from data import collections, judgements, rankings
from data.checking import IMPORTED, Check, FileCheck, Upload, digest
from data.collections import Collection
from data.formats import trec
from data.formats.beir import BeirFragment, BeirQuery, CorpusFile, QueriesFile
from data.formats.trec import QrelsFile, RunFile
from data.store import Store

SHARED = 0.1  # the share of the pool that everybody judges, in a collection made by an import
Progress = Callable[[float], None]
_ENDINGS = (".jsonl", ".tsv", ".txt", ".trec", ".run", ".res", ".qrels", ".qrel", ".csv")


class Cancelled(Exception):
    """The person stopped the import; nothing of it was kept."""


def find_uploads(paths: list[Path]) -> tuple[list[Upload], list[Path]]:
    """The files to import: those named, and in a folder those whose ending is known; and those passed over."""
    uploads, passed_over = [], []
    for path in paths:
        if not path.is_dir():
            uploads.append(Upload(str(path), path))
            continue
        for file in sorted(entry for entry in path.rglob("*") if entry.is_file()):
            if file.name.lower().removesuffix(".gz").endswith(_ENDINGS):
                uploads.append(Upload(str(file), file))
            else:
                passed_over.append(file)
    return uploads, passed_over


def import_checked(store: Store, check: Check, progress: Progress = lambda share: None) -> Collection:
    """Imports what was checked, in one transaction. progress is told the share done, 0–1; what it raises
    (`Cancelled`) stops the import, and nothing of it is kept.

    Raises ValueError if the check refused a file.
    """
    if not check.accepted:
        raise ValueError("a file was refused, so nothing is imported")
    with store.writing("import") as db:
        collection = collections.get_or_create_collection(store, check.collection, shared=SHARED)
        steps = _Steps(check.rows, progress)
        for file in sorted(check.files, key=_order):
            _write(store, db, collection, file, steps)
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


def _order(file: FileCheck) -> int:
    """Texts before what refers to them, so that ids keep the order of their own files."""
    return [CorpusFile, QueriesFile, RunFile, QrelsFile].index(type(file.content))


def _write(store: Store, db: Database, collection: Collection, file: FileCheck, steps: _Steps) -> None:
    content = file.content
    if isinstance(content, CorpusFile):
        collections.put_fragments(db, collection, (_fragment(row) for row in content.fragments), steps)
    elif isinstance(content, QueriesFile):
        collections.put_queries(db, collection, (_query(row) for row in content.queries), steps)
    elif isinstance(content, RunFile) and file.same == 0:
        ids = _with_bare_ids(store, db, collection, content)
        rankings.add_run(db, collection, content, digest(content), *ids, step=steps)
    elif isinstance(content, QrelsFile):
        queries, fragments = _with_bare_ids(store, db, collection, content)
        person = collections.add_person(store, IMPORTED, "import")
        held = judgements.held_by_name(store, collection, IMPORTED)
        judgements.import_grades(
            db,
            collection,
            person,
            (
                (queries[query], fragments[fragment], grade)
                for query, fragment, grade in trec.graded_pairs(content)
                if held.get((query, fragment)) != grade
            ),
            steps,
        )


def _with_bare_ids(
    store: Store, db: Database, collection: Collection, content: RunFile | QrelsFile
) -> tuple[dict[str, int], dict[str, int]]:
    """External → database ids of queries and fragments; those not known before are added without text."""
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    new_queries = [name for name in content.query_ids if name not in queries]
    new_fragments = [name for name in content.fragment_ids if name not in fragments]
    if new_queries:
        collections.put_queries(db, collection, ((name, "", "", "[]") for name in new_queries))
        queries = collections.query_ids(store, collection)
    if new_fragments:
        collections.put_fragments(db, collection, ((name, "", "", "", None) for name in new_fragments))
        fragments = collections.fragment_ids(store, collection)
    return queries, fragments


def _fragment(row: BeirFragment) -> tuple[str, str, str, str, int | None]:
    nested = row.metadata.get("metadata")
    metadata = {**row.metadata, **(nested if isinstance(nested, dict) else {})}
    source, position = metadata.get("source", ""), metadata.get("position")
    whole = position if isinstance(position, int) and not isinstance(position, bool) else None
    return row.fragment_id, row.title, row.text, source if isinstance(source, str) else "", whole


def _query(row: BeirQuery) -> tuple[str, str, str, str]:
    return row.query_id, row.text, row.information_need, json.dumps(list(row.tags), ensure_ascii=False)

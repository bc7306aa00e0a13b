"""Vectors of a collection's fragments and queries, as blobs: evidence that a lead brings, never fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from data import collections
from data.collections import Collection
from data.formats.vectors import Vectors, VectorsFile
from data.problems import BadFile, Problem
from data.store import Store, now
from evaluation.values import Float
from evaluation.words import N_

FRAGMENT, QUERY = "fragment", "query"
NONE_KNOWN = N_(
    "no id of a “{kind}” is in the collection; the first is “{first}”. Nothing was changed. Is it the right file, "
    "with the ids of the import and not row numbers?"
)
_NUMBERS = np.dtype("<f4")


@dataclass(frozen=True)
class Brought:
    """What an import of vectors brought; unknown: ids that the collection has not, passed over."""

    fragments: int
    queries: int
    unknown: int


def put_vectors(store: Store, collection: Collection, file: VectorsFile) -> Brought:
    """Takes the vectors in the place of all that the collection had.

    Raises NotAllowed, and BadFile when none of the ids of fragments or of queries is the collection's.
    """
    known = (
        (FRAGMENT, file.fragments, collections.fragment_ids(store, collection)),
        (QUERY, file.queries, collections.query_ids(store, collection)),
    )
    for holds, brought, ids in known:
        if not any(text in ids for text in brought.ids):
            values = {"kind": holds, "first": brought.ids[0]}
            raise BadFile([Problem("vectors", None, "", NONE_KNOWN, values)], 1)
    with store.writing("import") as db:
        db.conn.execute("DELETE FROM vectors WHERE collection_id = ?", [collection.id])
        for holds, brought, ids in known:
            db.conn.executemany(
                "INSERT INTO vectors (collection_id, holds, item_id, vector) VALUES (?, ?, ?, ?)",
                ((collection.id, holds, ids[text], blob) for text, blob in _blobs(brought) if text in ids),
            )
        db.conn.execute(
            """INSERT INTO vector_sets (collection_id, dimensions, imported) VALUES (?, ?, ?)
               ON CONFLICT (collection_id) DO UPDATE SET
                   dimensions = excluded.dimensions, imported = excluded.imported""",
            [collection.id, file.fragments.vectors.shape[1], now()],
        )
    fragments, queries = (sum(text in ids for text in brought.ids) for _holds, brought, ids in known)
    return Brought(fragments, queries, len(file.fragments.ids) + len(file.queries.ids) - fragments - queries)


def imported(store: Store, collection: Collection) -> str:
    """When the collection's vectors came, "" if it has none: tells one set from another."""
    row = store.db.conn.execute(
        "SELECT imported FROM vector_sets WHERE collection_id = ?", [collection.id]
    ).fetchone()
    return str(row[0]) if row else ""


def have(store: Store, collection: Collection, holds: str) -> set[int]:
    """Database ids of the fragments (or queries) with a vector."""
    rows = store.db.conn.execute(
        "SELECT item_id FROM vectors WHERE collection_id = ? AND holds = ?", [collection.id, holds]
    )
    return {row[0] for row in rows}


def vectors(store: Store, collection: Collection, holds: str, ids: Iterable[int]) -> Mapping[int, Float]:
    """The vectors of these fragments (or queries), by database id, each float64 [dimensions] of length 1."""
    wanted = list(ids)
    found: dict[int, Float] = {}
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        rows = store.db.conn.execute(
            f"""SELECT item_id, vector FROM vectors WHERE collection_id = ? AND holds = ?
                AND item_id IN ({",".join("?" * len(some))})""",
            [collection.id, holds, *some],
        )
        found |= {row[0]: np.frombuffer(row[1], dtype=_NUMBERS).astype(np.float64) for row in rows}
    return found


def _blobs(brought: Vectors) -> Iterable[tuple[str, bytes]]:
    rows = np.ascontiguousarray(brought.vectors, dtype=_NUMBERS)
    return ((text, row.tobytes()) for text, row in zip(brought.ids, rows, strict=True))

"""Collections and what is in them: queries, fragments, people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from data.permissions import IMPORT
from data.store import Store, now

_AT_ONCE = 10_000


class NotFound(LookupError):
    """There is no collection (query, fragment, run, person) of that name or id."""


@dataclass(frozen=True)
class Collection:
    """A row of `collections`. pool_depth: how many results of each run are candidates for judging.

    rule, threshold: what counts as the grade of a fragment that several judged (`evaluation.agreement.RULES`).
    shared: the share of the pool that everybody judges; repeats: of one's judgements that are asked for again;
    practice: how many settled examples come before real work. queue_order: in what order fragments are served
    (`data.queues.ORDERS`); audit: the share of what is served that is drawn at random; decide_a, decide_b: names of
    the runs that the order "decide" is about, None if none were chosen.
    """

    id: int
    name: str
    description: str
    guidelines: str
    pool_depth: int
    wanted: int
    rule: str
    threshold: float
    shared: float
    repeats: float
    practice: int
    queue_order: str
    audit: float
    decide_a: str | None
    decide_b: str | None


@dataclass(frozen=True)
class Query:
    """What is asked. `id` is the database's own, `query_id` the external one."""

    id: int
    query_id: str
    text: str
    information_need: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Fragment:
    """A piece of text that can be retrieved. `id` is the database's own, `fragment_id` the external one."""

    id: int
    fragment_id: str
    title: str
    text: str
    source: str
    position: int | None


@dataclass(frozen=True)
class Person:
    """Somebody who judges, leads or looks on."""

    id: int
    name: str
    role: str


@dataclass(frozen=True)
class Sizes:
    """How much a collection holds."""

    queries: int
    fragments: int
    runs: int
    judgements: int


_COLLECTION = (
    "SELECT id, name, description, guidelines, pool_depth, wanted, rule, threshold, shared, repeats, practice, "
    "queue_order, audit, decide_a, decide_b FROM collections"
)


def all_collections(store: Store) -> list[Collection]:
    """Every collection, by name."""
    return [Collection(**row) for row in store.db.query(f"{_COLLECTION} ORDER BY name")]


def find_collection(store: Store, name: str) -> Collection:
    """The collection of that name. Raises NotFound, which lists those there are."""
    for row in store.db.query(f"{_COLLECTION} WHERE name = ?", [name]):
        return Collection(**row)
    names = ", ".join(collection.name for collection in all_collections(store)) or "none"
    raise NotFound(f'No collection is called "{name}". There are: {names}.')


def birth(store: Store, collection: Collection) -> str:
    """When the collection was made, ISO 8601 in UTC: with its id, a name that no other database gives."""
    row = store.db.conn.execute("SELECT created FROM collections WHERE id = ?", [collection.id]).fetchone()
    return str(row[0])


def births(store: Store) -> dict[int, str]:
    """The same of all collections, by id."""
    return dict(store.db.conn.execute("SELECT id, created FROM collections").fetchall())


def get_or_create_collection(store: Store, name: str, **fields: Any) -> Collection:
    """The collection of that name, made with `fields` if there is none."""
    with store.writing("import") as db:
        db.table("collections").insert({"name": name, "created": now(), **fields}, ignore=True)
    return find_collection(store, name)


def change_collection(store: Store, collection: Collection, **fields: Any) -> Collection:
    """Sets columns of the collection (description, guidelines, pool_depth, wanted)."""
    with store.writing("settings") as db:
        db.table("collections").update(collection.id, fields)
    return find_collection(store, collection.name)


def texts_version(store: Store, collection: Collection) -> int:
    """A number that grows whenever queries or fragments are added or get other texts."""
    row = store.db.conn.execute("SELECT texts FROM collections WHERE id = ?", [collection.id]).fetchone()
    return int(row[0])


def _texts_changed(db: Database, collection: Collection) -> None:
    db.conn.execute("UPDATE collections SET texts = texts + 1 WHERE id = ?", [collection.id])


def sizes(store: Store, collection: Collection) -> Sizes:
    """How many queries, fragments, current runs and judgements in force the collection has."""
    counts = store.db.query(
        """SELECT
            (SELECT count(*) FROM queries WHERE collection_id = :id) AS queries,
            (SELECT count(*) FROM fragments WHERE collection_id = :id) AS fragments,
            (SELECT count(*) FROM runs WHERE collection_id = :id AND superseded IS NULL) AS runs,
            (SELECT count(*) FROM judgements WHERE collection_id = :id AND act = 'grade') AS judgements""",
        {"id": collection.id},
    )
    return Sizes(**next(iter(counts)))


def queries(store: Store, collection: Collection) -> list[Query]:
    """The collection's queries in the order they came."""
    rows = store.db.query(
        "SELECT id, query_id, text, information_need, tags FROM queries WHERE collection_id = ? ORDER BY id",
        [collection.id],
    )
    return [Query(**{**row, "tags": tuple(json.loads(row["tags"]))}) for row in rows]


def fragments(store: Store, ids: Iterable[int]) -> dict[int, Fragment]:
    """The fragments with these database ids, by id."""
    wanted = list(ids)
    found: dict[int, Fragment] = {}
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ",".join("?" * len(some))
        for row in store.db.query(
            f"SELECT id, fragment_id, title, text, source, position FROM fragments WHERE id IN ({marks})",
            some,
        ):
            found[row["id"]] = Fragment(**row)
    return found


def neighbours(store: Store, collection: Collection, fragment: int) -> tuple[list[Fragment], list[Fragment]]:
    """The fragment before and the one after this one in the same source, as lists of none or one."""
    place = store.db.conn.execute(
        "SELECT source, position FROM fragments WHERE id = ? AND collection_id = ? AND source <> ''",
        [fragment, collection.id],
    ).fetchone()
    if place is None or place[1] is None:
        return [], []
    found = [
        store.db.conn.execute(
            f"""SELECT id FROM fragments WHERE collection_id = ? AND source = ? AND source <> '' AND position {side} ?
                ORDER BY position {order} LIMIT 1""",
            [collection.id, *place],
        ).fetchone()
        for side, order in (("<", "DESC"), (">", "ASC"))
    ]
    by_id = fragments(store, [row[0] for row in found if row])
    before, after = ([by_id[row[0]]] if row else [] for row in found)
    return before, after


def fragment_ids(store: Store, collection: Collection) -> dict[str, int]:
    """External fragment_id → database id, of all the collection's fragments."""
    return _ids(store, "SELECT fragment_id, id FROM fragments WHERE collection_id = ?", collection)


def query_ids(store: Store, collection: Collection) -> dict[str, int]:
    """External query_id → database id, of all the collection's queries."""
    return _ids(store, "SELECT query_id, id FROM queries WHERE collection_id = ? ORDER BY id", collection)


def find_ids(store: Store, collection: Collection, table: str, names: Iterable[str]) -> dict[str, int]:
    """External id → database id, of those of these queries or fragments (`table`) that the collection has."""
    key = {"queries": "query_id", "fragments": "fragment_id"}[table]
    wanted, found = list(names), dict[str, int]()
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ",".join("?" * len(some))
        sql = f"SELECT {key}, id FROM {table} WHERE collection_id = ? AND {key} IN ({marks})"
        found.update(store.db.conn.execute(sql, [collection.id, *some]).fetchall())
    return found


def _ids(store: Store, sql: str, collection: Collection) -> dict[str, int]:
    return dict(store.db.conn.execute(sql, [collection.id]).fetchall())


def texts(
    store: Store, collection: Collection, table: str, key: str, columns: tuple[str, str]
) -> dict[str, tuple[str, str]]:
    """External id → the two text columns, of all the collection's fragments or queries (`table`)."""
    rows = store.db.conn.execute(
        f"SELECT {key}, {columns[0]}, {columns[1]} FROM {table} WHERE collection_id = ?", [collection.id]
    )
    return {row[0]: (row[1], row[2]) for row in rows}


def put_fragments(
    db: Database,
    collection: Collection,
    rows: Iterable[tuple[str, str, str, str, int | None]],
    step: Callable[[int], None] = lambda rows: None,
) -> None:
    """Adds (fragment_id, title, text, source, position); a known fragment_id gets the new texts."""
    sql = """INSERT INTO fragments (collection_id, fragment_id, title, text, source, position)
             VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (collection_id, fragment_id) DO UPDATE SET
                 title = excluded.title, text = excluded.text,
                 source = excluded.source, position = excluded.position
             WHERE (title, text, source, position)
                 IS NOT (excluded.title, excluded.text, excluded.source, excluded.position)"""
    _put(db, collection, sql, rows, step)


def put_bare_fragments(db: Database, collection: Collection, names: Sequence[str]) -> NDArray[np.int64]:
    """Adds fragments of which only the id is known, none of which may be there; in the order of their index.

    Returns their database ids in the order of `names`: given here, so that millions of them need not be read again.
    SQLite takes them as lists, in a third of the time of a statement each; Arrow sorts in half of Python's.
    """
    if not names:
        return np.zeros(0, dtype=np.int64)
    import pyarrow as pa
    from pyarrow import compute

    start = db.conn.execute("SELECT coalesce(max(id), 0) + 1 FROM fragments").fetchone()[0]
    ids = pa.array(names, pa.large_string())
    order = compute.array_sort_indices(ids)
    for first in range(0, len(order), _AT_ONCE):
        listed = ids.take(order[first : first + _AT_ONCE]).to_pylist()
        db.conn.execute(
            """INSERT INTO fragments (id, collection_id, fragment_id)
               SELECT ? + key, ?, value FROM json_each(?)""",
            (start + first, collection.id, json.dumps(listed)),
        )
    _texts_changed(db, collection)
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[np.frombuffer(order.buffers()[1], np.uint64)] = np.arange(start, start + len(order))
    return numbers


def put_queries(
    db: Database,
    collection: Collection,
    rows: Iterable[tuple[str, str, str, str]],
    step: Callable[[int], None] = lambda rows: None,
) -> None:
    """Adds (query_id, text, information_need, tags as JSON); a known query_id gets the new texts."""
    sql = """INSERT INTO queries (collection_id, query_id, text, information_need, tags)
             VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (collection_id, query_id) DO UPDATE SET
                 text = excluded.text, information_need = excluded.information_need, tags = excluded.tags
             WHERE (text, information_need, tags)
                 IS NOT (excluded.text, excluded.information_need, excluded.tags)"""
    _put(db, collection, sql, rows, step)


def _put(
    db: Database,
    collection: Collection,
    sql: str,
    rows: Iterable[tuple[object, ...]],
    step: Callable[[int], None],
) -> None:
    before = db.conn.total_changes
    for row in rows:
        db.conn.execute(sql, (collection.id, *row))
        step(1)
    if db.conn.total_changes > before:
        _texts_changed(db, collection)


def add_person(store: Store, name: str, role: str = "annotator") -> Person:
    """The person of that name, added with `role` if new. Names are kept as written."""
    with store.writing("import" if role == IMPORT else "people") as db:
        db.table("people").insert({"name": name, "role": role, "created": now()}, ignore=True)
    return next(Person(**row) for row in _people_rows(store, "WHERE name = ?", [name]))


def people(store: Store) -> list[Person]:
    """Everybody, by name."""
    return [Person(**row) for row in _people_rows(store, "ORDER BY name", [])]


def _people_rows(store: Store, tail: str, values: Sequence[Any]) -> Iterable[dict[str, Any]]:
    rows: Iterable[dict[str, Any]] = store.db.query(f"SELECT id, name, role FROM people {tail}", values)
    return rows

"""Keeps two people from the same slot: what a person is served is reserved for them before they see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from data.collections import Collection, Person
from data.repeats import IS_ASKED, ask_again
from data.served import is_audit
from data.shares import IS_SHARED, not_for
from data.store import now

LAPSE = timedelta(minutes=10)

TAKEN_BY_OTHERS = """
    (SELECT count(*) FROM judgements WHERE query_id = :query AND fragment_id = :fragment AND act = 'grade')
  + (SELECT count(*) FROM reservations
     WHERE query_id = :query AND fragment_id = :fragment AND person_id <> :person AND until > :now)"""
_IS_FREE = f"""
    SELECT {IS_ASKED} OR
       ({IS_SHARED} OR {TAKEN_BY_OTHERS} < (SELECT wanted FROM collections WHERE id = :collection))
       AND NOT EXISTS (SELECT 1 FROM judgements
                       WHERE query_id = :query AND fragment_id = :fragment AND person_id = :person
                         AND act IN ('grade', 'cant_tell'))"""
_REPEAT_AT = 3  # behind the fragments that the browser may have shown already

Pair = tuple[int, int]
Queue = tuple[int, Mapping[int, str]]
"""A query, and its fragments, those to be served first in front: fragment → why it is served, for the log."""
Audit = Callable[[int, int], tuple[int, str] | None]
"""(query, place in what is held) → the fragment that is drawn at random for that place, and why; mostly None."""


def no_audit(query: int, place: int) -> None:
    """Nothing is drawn at random."""


def hold(
    db: Database,
    collection: Collection,
    person: Person,
    size: int,
    queues: Iterable[Queue],
    only: int | None = None,
    audit: Audit = no_audit,
) -> list[Pair]:
    """Reserves up to `size` (query, fragment) pairs for the person, in the order in which they are served.

    Call it inside a write transaction: what it gives is served only after that has been committed. What the
    person held before and may still judge comes first and is held for another 10 minutes (`LAPSE`); the rest
    is filled from `queues`, read as far as needed.
    only: a query; what the person held of other queries is released. audit: asked before each place is filled.
    What it draws is served there; when somebody holds it already, it stays theirs and is marked as drawn.
    A pair is free as long as the grades in force and other people's reservations are fewer than the collection
    wants, or it is in the part that everybody judges; and the person has not judged it, and the query is not
    closed (`closed_queries`). A repeat (`data.repeats`) is free for the person whom it is asked of.
    """
    closed = closed_queries(db, collection, person)
    still = [
        (pair, why)
        for pair, why in _reasons(db, collection, person).items()
        if pair[0] not in closed and only in (None, pair[0]) and _is_free(db, collection, person, *pair)
    ]
    held = dict(still[:size])
    for query, fragments in queues:
        if len(held) >= size:
            break
        if query not in closed:
            _fill(db, collection, person, size, (query, fragments), held, audit)
    pairs = list(held)
    if only is None and collection.repeats and (pair := ask_again(db, collection, person)):
        pairs.insert(_REPEAT_AT, pair)
    _write(db, collection, person, {pair: held.get(pair, "") for pair in pairs})
    return pairs


def reserved(db: Database, collection: Collection, person: Person) -> list[Pair]:
    """What is reserved for the person, in the order in which it is served; also what has lapsed."""
    return list(_reasons(db, collection, person))


def put_first(db: Database, collection: Collection, person: Person, pair: Pair) -> None:
    """Reserves the pair before all that the person holds, as after an undo; `hold` drops it if it is not free."""
    held = _reasons(db, collection, person)
    _write(db, collection, person, {pair: held.pop(pair, "")} | held)


def give_back(db: Database, collection: Collection, person: Person) -> None:
    """Gives back all that the person holds, as when a query is open again: `hold` starts from there."""
    _write(db, collection, person, {})


def release(db: Database, person: Person, query: int, fragment: int | None = None) -> None:
    """Gives back the person's reservation of the pair, or all those of the query."""
    which, values = ("AND fragment_id = ?", [fragment]) if fragment is not None else ("", [])
    db.conn.execute(
        f"DELETE FROM reservations WHERE query_id = ? AND person_id = ? {which}", [query, person.id, *values]
    )


def held_by_others(db: Database, query: int, person: Person) -> set[int]:
    """Fragments of the query that are reserved for somebody else at this moment."""
    rows = db.conn.execute(
        "SELECT fragment_id FROM reservations WHERE query_id = ? AND person_id <> ? AND until > ?",
        [query, person.id, now()],
    )
    return {row[0] for row in rows}


def closed_queries(db: Database, collection: Collection, person: Person) -> set[int]:
    """Queries that the person said nothing answers, or as many people as are wanted; and those given to others."""
    rows = db.conn.execute(
        """SELECT query_id FROM judgement_log AS l
           WHERE collection_id = :collection AND act = 'no_answer'
             AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
           GROUP BY query_id
           HAVING max(person_id = :person)
               OR count(DISTINCT person_id) >= (SELECT wanted FROM collections WHERE id = :collection)""",
        {"collection": collection.id, "person": person.id},
    )
    return {row[0] for row in rows} | not_for(db, collection, person)


def _fill(
    db: Database,
    collection: Collection,
    person: Person,
    size: int,
    queue: Queue,
    held: dict[Pair, str],
    audit: Audit,
) -> None:
    """Adds to `held` from one query until there are `size`."""
    query, fragments = queue
    for fragment, why in fragments.items():
        if len(held) >= size:
            return
        if (query, fragment) in held or not _is_free(db, collection, person, query, fragment):
            continue
        if (drawn := audit(query, len(held))) is not None:
            _take_drawn(db, collection, person, (query, drawn[0]), drawn[1], held)
        if len(held) < size:
            held.setdefault((query, fragment), why)


def _take_drawn(
    db: Database, collection: Collection, person: Person, pair: Pair, why: str, held: dict[Pair, str]
) -> None:
    if pair in held:
        held[pair] = held[pair] if is_audit(held[pair]) else why
        return
    marked = db.conn.execute(
        """UPDATE reservations SET reason = ?
           WHERE query_id = ? AND fragment_id = ? AND person_id <> ? AND until > ?""",
        [why, *pair, person.id, now()],
    ).rowcount
    if not marked and _is_free(db, collection, person, *pair):
        held[pair] = why


def _reasons(db: Database, collection: Collection, person: Person) -> dict[Pair, str]:
    """What is reserved for the person, in the order in which it is served, and why."""
    rows = db.conn.execute(
        """SELECT query_id, fragment_id, reason FROM reservations
           WHERE collection_id = ? AND person_id = ? ORDER BY place""",
        [collection.id, person.id],
    )
    return {(query, fragment): why for query, fragment, why in rows}


def _is_free(db: Database, collection: Collection, person: Person, query: int, fragment: int) -> bool:
    values = {
        "query": query,
        "fragment": fragment,
        "person": person.id,
        "collection": collection.id,
        "now": now(),
    }
    return bool(db.conn.execute(_IS_FREE, values).fetchone()[0])


def _write(db: Database, collection: Collection, person: Person, held: Mapping[Pair, str]) -> None:
    until = (datetime.now(UTC) + LAPSE).isoformat(timespec="milliseconds")
    db.conn.execute(
        "DELETE FROM reservations WHERE collection_id = ? AND person_id = ?", [collection.id, person.id]
    )
    db.conn.executemany(
        """INSERT INTO reservations (query_id, fragment_id, person_id, collection_id, place, until, reason)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [
            (query, fragment, person.id, collection.id, place, until, why)
            for place, ((query, fragment), why) in enumerate(held.items())
        ],
    )

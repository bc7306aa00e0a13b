"""Who judges what: the part that everybody judges, the queries given to some, and how far each person has come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from data.collections import Collection, Person
from data.store import Store

Column = NDArray[np.int64]
_MODULUS, _FIRST, _SECOND = 2_147_483_647, 48_271, 69_621

# The lot of a pair, 0 … 2^31 − 2, the same in SQL and in `lots`: two turns of the minimal standard generator
# (Park & Miller 1988) around a squaring, which breaks the rows that neighbouring ids would else form.
_START = f"((:query * 1000003 + :fragment) % {_MODULUS} * {_FIRST} % {_MODULUS})"
LOT = f"(({_START} * {_START} + 1013904223) % {_MODULUS} * {_SECOND} % {_MODULUS})"
IS_SHARED = f"{LOT} < (SELECT shared FROM collections WHERE id = :collection) * {_MODULUS}"


@dataclass(frozen=True)
class Worker:
    """What one person did in the collection. pace: median milliseconds a judgement, None if not known.

    graded: their grades in force; last_day: those of them that were given in the last 24 hours.
    last: when they last did something, "" if never. reserved: fragments that are waiting on their screen.
    """

    person: Person
    graded: int
    skipped: int
    cannot_tell: int
    last_day: int
    pace: float | None
    last: str
    reserved: int


@dataclass(frozen=True)
class TakenBack:
    """How much was taken back of one person. for_all: of the queries, those that are for everybody now."""

    fragments: int
    queries: int
    for_all: int


_WORKERS = """
    WITH held AS (
        SELECT person_id, sum(act = 'grade') AS graded, sum(act = 'skip') AS skipped, sum(act = 'cant_tell') AS cannot
        FROM judgements WHERE collection_id = :id GROUP BY person_id
    ), lately AS (
        SELECT j.person_id, count(*) AS last_day
        FROM judgements AS j CROSS JOIN judgement_log AS l ON l.revision = j.revision
        WHERE j.collection_id = :id AND j.act = 'grade' AND l.source <> 'import'
          AND l.at > strftime('%Y-%m-%dT%H:%M:%f', 'now', '-1 day') GROUP BY j.person_id
    ), acts AS (
        SELECT person_id, max(at) AS last FROM judgement_log
        WHERE collection_id = :id AND source <> 'import' GROUP BY person_id
    ), waiting AS (
        SELECT person_id, count(*) AS reserved FROM reservations
        WHERE collection_id = :id AND until > strftime('%Y-%m-%dT%H:%M:%f', 'now') GROUP BY person_id
    )
    SELECT people.id, name, role, coalesce(graded, 0), coalesce(skipped, 0), coalesce(cannot, 0),
           coalesce(last_day, 0), coalesce(last, ''), coalesce(reserved, 0)
    FROM people LEFT JOIN held ON held.person_id = people.id LEFT JOIN acts ON acts.person_id = people.id
    LEFT JOIN lately ON lately.person_id = people.id LEFT JOIN waiting ON waiting.person_id = people.id
    WHERE role <> 'import' AND (graded > 0 OR last IS NOT NULL OR reserved > 0) ORDER BY name"""


def lots(query: Column, fragment: Column) -> Column:
    """The lot of each pair, int64 [n]: it decides whether the pair is in the shared part. Database ids."""
    start = (query * 1_000_003 + fragment) % _MODULUS * _FIRST % _MODULUS
    return (start * start + 1_013_904_223) % _MODULUS * _SECOND % _MODULUS


def shared(collection: Collection, query: Column, fragment: Column) -> NDArray[np.bool_]:
    """Which pairs everybody judges, bool [n]: the collection's share of all pairs, by lot."""
    return lots(query, fragment) < collection.shared * _MODULUS


def assign(store: Store, collection: Collection, queries: Iterable[int], people: Iterable[Person]) -> int:
    """Gives these queries (database ids) to these people alone; to nobody in particular: to all.

    Returns for how many of the queries that is a change. Raises NotAllowed, and ValueError for a query of another
    collection.
    """
    with store.writing("share work") as db:
        crew = {person.id for person in people}
        before, changed = assignments(store, collection), 0
        for query in queries:
            if not db.conn.execute(
                "SELECT 1 FROM queries WHERE id = ? AND collection_id = ?", [query, collection.id]
            ).fetchone():
                raise ValueError(f'query {query} is not in collection "{collection.name}"')
            changed += set(before.get(query, ())) != crew
            db.conn.execute("DELETE FROM assignments WHERE query_id = ?", [query])
            db.conn.executemany(
                "INSERT INTO assignments (query_id, person_id, collection_id) VALUES (?, ?, ?)",
                [(query, person, collection.id) for person in sorted(crew)],
            )
    return changed


def assignments(store: Store, collection: Collection) -> dict[int, tuple[int, ...]]:
    """Query → the people it is given to, database ids; a query that all may judge is not in it."""
    rows = store.db.conn.execute(
        "SELECT query_id, person_id FROM assignments WHERE collection_id = ? ORDER BY query_id, person_id",
        [collection.id],
    )
    found: dict[int, tuple[int, ...]] = {}
    for query, person in rows:
        found[query] = (*found.get(query, ()), person)
    return found


def not_for(db: Database, collection: Collection, person: Person) -> set[int]:
    """Queries that are given to others than this person."""
    rows = db.conn.execute(
        """SELECT query_id FROM assignments WHERE collection_id = ?
           GROUP BY query_id HAVING max(person_id = ?) = 0""",
        [collection.id, person.id],
    )
    return {row[0] for row in rows}


def take_back(store: Store, collection: Collection, person: Person, with_queries: bool = False) -> TakenBack:
    """Gives back what is reserved for the person; with_queries: they are not among those given a query any more.

    What they have judged stays.
    """
    with store.writing("share work") as db:
        gone = db.conn.execute(
            "DELETE FROM reservations WHERE collection_id = ? AND person_id = ?", [collection.id, person.id]
        ).rowcount
        if not with_queries:
            return TakenBack(gone, 0, 0)
        of = [people for people in assignments(store, collection).values() if person.id in people]
        db.conn.execute(
            "DELETE FROM assignments WHERE collection_id = ? AND person_id = ?", [collection.id, person.id]
        )
    return TakenBack(gone, len(of), of.count((person.id,)))


def workers(store: Store, collection: Collection) -> list[Worker]:
    """Everybody who did something in the collection or holds some of it, imports left out, by name."""
    store.check("see everybody")
    times: dict[int, list[int]] = {}
    for person, milliseconds in store.db.conn.execute(
        """SELECT person_id, milliseconds FROM judgement_log
           WHERE collection_id = ? AND act = 'grade' AND milliseconds IS NOT NULL AND source <> 'import'""",
        [collection.id],
    ):
        times.setdefault(person, []).append(milliseconds)
    rows = store.db.conn.execute(_WORKERS, {"id": collection.id})
    return [
        Worker(
            Person(someone, name, role),
            graded,
            skipped,
            cannot_tell,
            last_day,
            float(median(times[someone])) if someone in times else None,
            last,
            reserved,
        )
        for someone, name, role, graded, skipped, cannot_tell, last_day, last, reserved in rows
    ]

"""What one person did so far: the acts that can be taken back, how long a judgement takes, verdicts on queries."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from data.collections import Collection, Person
from data.store import Store

_PACE_OVER = 40


@dataclass(frozen=True)
class OwnAct:
    """An act of the person that stands. query and fragment: database ids; fragment None: on the whole query."""

    event_id: str
    query: int
    fragment: int | None
    act: str
    grade: int | None
    note: str


@dataclass(frozen=True)
class Verdict:
    """Somebody's verdict that no fragment answers the query. query_id: the external one."""

    query_id: str
    person: str
    note: str
    at: str


_STANDS = """act NOT IN ('undo', 'adjudicate') AND source <> 'import'
    AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)"""


def last_acts(store: Store, collection: Collection, person: Person, number: int) -> list[OwnAct]:
    """The person's newest acts in the collection that stand, at most `number`, oldest first."""
    rows = store.db.conn.execute(
        f"""SELECT event_id, query_id, fragment_id, act, grade, note FROM judgement_log AS l
            WHERE collection_id = ? AND person_id = ? AND {_STANDS} ORDER BY revision DESC LIMIT ?""",
        [collection.id, person.id, number],
    ).fetchall()
    return [OwnAct(*row) for row in reversed(rows)]


def last_query(store: Store, collection: Collection, person: Person) -> int | None:
    """Database id of the query on which the person did or took back something last; None if there is none."""
    row = store.db.conn.execute(
        """SELECT query_id FROM judgement_log WHERE collection_id = ? AND person_id = ? AND source <> 'import'
           ORDER BY revision DESC LIMIT 1""",
        [collection.id, person.id],
    ).fetchone()
    return None if row is None else int(row[0])


def acts_on(store: Store, collection: Collection, person: Person, query: int) -> list[OwnAct]:
    """What the person said of each fragment of the query, and of the query, as it stands; oldest first."""
    rows = store.db.conn.execute(
        f"""SELECT event_id, query_id, fragment_id, act, grade, note FROM judgement_log AS l
            WHERE collection_id = ? AND person_id = ? AND query_id = ? AND {_STANDS} ORDER BY revision""",
        [collection.id, person.id, query],
    ).fetchall()
    newest = {row[2]: OwnAct(*row) for row in rows}
    return list(newest.values())


def pace(store: Store, collection: Collection, person: Person) -> float | None:
    """The median time of the person's last 40 timed judgements in the collection, ms; None if there is none."""
    times = store.db.conn.execute(
        """SELECT milliseconds FROM judgement_log
           WHERE collection_id = ? AND person_id = ? AND act = 'grade' AND milliseconds IS NOT NULL
           ORDER BY revision DESC LIMIT ?""",
        [collection.id, person.id, _PACE_OVER],
    ).fetchall()
    return float(median(row[0] for row in times)) if times else None


def no_answers(
    store: Store, collection: Collection, revision: int | None = None, person: str | None = None
) -> list[Verdict]:
    """The verdicts in force that no fragment answers a query, by query and person.

    revision: as they were when the log ended there. person: only those of who has this name.
    """
    rows = store.db.conn.execute(
        """SELECT queries.query_id, people.name, l.note, max(l.at) FROM judgement_log AS l
           JOIN queries ON queries.id = l.query_id JOIN people ON people.id = l.person_id
           WHERE l.collection_id = :collection AND act = 'no_answer' AND source <> 'import'
             AND (:revision IS NULL OR l.revision <= :revision) AND (:person IS NULL OR people.name = :person)
             AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision
                             AND (:revision IS NULL OR u.revision <= :revision))
           GROUP BY l.query_id, l.person_id ORDER BY queries.query_id, people.name""",
        {"collection": collection.id, "revision": revision, "person": person},
    )
    return [Verdict(*row) for row in rows]

"""Silent repeats: some of one's own judgements are asked for again, to see whether one agrees with oneself."""

from __future__ import annotations

from sqlite_utils import Database

from data.collections import Collection, Person
from data.own_work import REPEAT
from data.served import why_reserved
from data.shares import IS_SHARED

SHARED = "shared"
_ACTS_BETWEEN = 30

IS_ASKED = """EXISTS (SELECT 1 FROM repeats WHERE query_id = :query AND fragment_id = :fragment
                      AND person_id = :person AND answered IS NULL)"""


def ask_again(db: Database, collection: Collection, person: Person) -> tuple[int, int] | None:
    """A pair that the person graded and is to be asked for again now, noted as asked for; None if it is not time.

    As many as the collection's share of the person's grades, each pair once, and none that is among the person's
    last 30 acts. Inside the caller's write transaction.
    """
    values = {"collection": collection.id, "person": person.id, "between": _ACTS_BETWEEN - 1}
    graded, asked = db.conn.execute(
        """SELECT (SELECT count(*) FROM judgements
                   WHERE collection_id = :collection AND person_id = :person AND act = 'grade'),
                  (SELECT count(*) FROM repeats WHERE collection_id = :collection AND person_id = :person)""",
        values,
    ).fetchone()
    if int(graded * collection.repeats) <= asked:
        return None
    pair: tuple[int, int] | None = db.conn.execute(
        """SELECT query_id, fragment_id FROM judgements AS j
           WHERE collection_id = :collection AND person_id = :person AND act = 'grade'
             AND revision < (SELECT revision FROM judgement_log
                             WHERE collection_id = :collection AND person_id = :person
                             ORDER BY revision DESC LIMIT 1 OFFSET :between)
             AND NOT EXISTS (SELECT 1 FROM repeats AS r WHERE (r.query_id, r.fragment_id, r.person_id)
                                                            = (j.query_id, j.fragment_id, j.person_id))
           ORDER BY revision * 48271 % 2147483647 LIMIT 1""",
        values,
    ).fetchone()
    if pair is not None:
        db.conn.execute(
            "INSERT INTO repeats (query_id, fragment_id, person_id, collection_id) VALUES (?, ?, ?, ?)",
            [*pair, person.id, collection.id],
        )
    return pair


def why_served(db: Database, collection: Collection, person: Person, query: int, fragment: int | None) -> str:
    """For the log: "repeat", why the queue served it, "shared" for the part that everybody judges, or ""."""
    values = {"collection": collection.id, "person": person.id, "query": query, "fragment": fragment}
    is_asked, is_shared = db.conn.execute(f"SELECT {IS_ASKED}, {IS_SHARED}", values).fetchone()
    if is_asked:
        return REPEAT
    return why_reserved(db, person.id, query, fragment) or (SHARED if is_shared else "")


def answered(db: Database, person: Person, query: int, fragment: int | None, at: str) -> None:
    """Notes that the person has answered the repeat, if the pair was one."""
    db.conn.execute(
        """UPDATE repeats SET answered = ? WHERE query_id = ? AND fragment_id = ? AND person_id = ?
           AND answered IS NULL""",
        [at, query, fragment, person.id],
    )

"""Named moments of a collection: its judgements and runs as they stood, read back from what is never deleted."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass

from data import judgements
from data.collections import Collection
from data.judgements import GradeRows
from data.rankings import Run
from data.store import Store, now


class NameTaken(ValueError):
    """The collection has a snapshot of that name already."""


@dataclass(frozen=True)
class Snapshot:
    """A name for a revision of the log, and the moment (UTC, ISO 8601) that the runs are of."""

    name: str
    revision: int
    created: str


_AT = """
    WITH standing AS (
        SELECT * FROM judgement_log AS l
        WHERE collection_id = :collection AND revision <= :revision
          AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision AND u.revision <= :revision)
    ), given AS (
        SELECT query_id, fragment_id, person_id, act, grade, row_number() OVER (
            PARTITION BY query_id, fragment_id, person_id ORDER BY revision DESC
        ) AS age FROM standing WHERE act IN ('grade', 'skip', 'cant_tell')
    ), decided AS (
        SELECT query_id, fragment_id, person_id, grade, row_number() OVER (
            PARTITION BY query_id, fragment_id ORDER BY revision DESC
        ) AS age FROM standing WHERE act = 'adjudicate'
    )
    SELECT query_id, fragment_id, person_id, grade, 0 FROM given AS g
    WHERE age = 1 AND act = 'grade' AND NOT EXISTS (
        SELECT 1 FROM decided AS d WHERE (d.query_id, d.fragment_id) = (g.query_id, g.fragment_id))
    UNION ALL
    SELECT query_id, fragment_id, person_id, grade, 1 FROM decided WHERE age = 1
    ORDER BY query_id, fragment_id, person_id"""


def take(store: Store, collection: Collection, name: str) -> Snapshot:
    """Names the collection as it stands now. Raises NameTaken, and ValueError for an empty name.

    The moment is the snapshot's own: nobody writes until it has passed, so that a run or a rule of the same
    millisecond is of before it.
    """
    if not name.strip():
        raise ValueError("a snapshot needs a name")
    try:
        with store.writing("settings") as db:
            snapshot = Snapshot(name, judgements.revision(store), now())
            while now() == snapshot.created:
                time.sleep(0.0005)
            db.table("snapshots").insert(
                {
                    "collection_id": collection.id,
                    "name": name,
                    "revision": snapshot.revision,
                    "created": snapshot.created,
                }
            )
    except sqlite3.IntegrityError as error:
        raise NameTaken(f'there is a snapshot "{name}" already') from error
    return snapshot


def snapshots(store: Store, collection: Collection) -> list[Snapshot]:
    """The collection's snapshots, oldest first."""
    rows = store.db.query(
        "SELECT name, revision, created FROM snapshots WHERE collection_id = ? ORDER BY revision, created, id",
        [collection.id],
    )
    return [Snapshot(**row) for row in rows]


def grade_rows_at(store: Store, collection: Collection, revision: int) -> GradeRows:
    """What counted after `revision` of the log: the grades in force, or the decision on them; as `grade_rows` now.

    An act counts if it was not taken back by then; of one person's acts on one pair, and of the decisions on it,
    the newest counts.
    """
    rows = store.db.conn.execute(_AT, {"collection": collection.id, "revision": revision}).fetchall()
    return judgements.as_grade_rows(rows)


def rule_at(
    store: Store, collection: Collection, revision: int, moment: str | None = None
) -> tuple[str, float]:
    """(rule, threshold) of agreement that held after `revision` of the log.

    moment: where the rule changed and the log did not, as it was then (a snapshot's `created`); None is the last.
    """
    row = store.db.conn.execute(
        """SELECT rule, threshold FROM rule_changes
           WHERE collection_id = ? AND after_revision <= ? AND at <= coalesce(?, at) ORDER BY id DESC LIMIT 1""",
        [collection.id, revision, moment],
    ).fetchone()
    return str(row[0]), float(row[1])


def runs_at(store: Store, collection: Collection, moment: str) -> list[Run]:
    """Each run as it was at `moment`, in the order of the names' first import.

    That is the newest version added by then; a run that came later is not there.
    """
    rows = store.db.query(
        """SELECT id, name, added FROM (
               SELECT id, name, added, row_number() OVER (PARTITION BY name ORDER BY added DESC, id DESC) AS age,
                      min(id) OVER (PARTITION BY name) AS first
               FROM runs WHERE collection_id = ? AND added <= ?
           ) WHERE age = 1 ORDER BY first""",
        [collection.id, moment],
    )
    return [Run(**row) for row in rows]


def run_versions(store: Store, collection: Collection) -> list[Run]:
    """Every version of every run that was ever imported, oldest first."""
    rows = store.db.query(
        "SELECT id, name, added FROM runs WHERE collection_id = ? ORDER BY added, id", [collection.id]
    )
    return [Run(**row) for row in rows]


def acts_over_time(store: Store, collection: Collection) -> list[tuple[int, str]]:
    """(revision, moment) of every act in the collection, in the order of the log; the moment is when it came."""
    return store.db.conn.execute(
        """SELECT revision, coalesce(received, at) FROM judgement_log
           WHERE collection_id = ? ORDER BY revision""",
        [collection.id],
    ).fetchall()

"""Whether the database can be worked with now, and how much is in it: for who watches over the server."""

from __future__ import annotations

import contextlib
import sqlite3

from sqlite_utils import Database

from data.schema import migrations
from data.store import Store

_PATIENCE = 0.25
_BUSY = sqlite3.SQLITE_BUSY


def readiness(store: Store) -> dict[str, str]:
    """What was looked at → "ok", or what is the matter: reading, writing, and the version of the schema.

    Somebody who writes at this moment is no trouble; a medium that is full or only readable is.
    """
    found = {"database": "ok", "writing": "ok", "schema": "ok"}
    try:
        with contextlib.closing(_connection(store)) as connection:
            connection.execute("SELECT count(*) FROM collections")
            found["writing"] = _write(connection)
            pending = migrations.pending(Database(connection))
            if pending:
                found["schema"] = "older than the app; it is brought up to date when the app starts"
    except sqlite3.DatabaseError as error:
        found["database"] = str(error)
    return found


def amounts(store: Store) -> dict[str, int]:
    """How much there is, over all collections: collections, runs, judgements in force, acts in the log, bytes."""
    row = store.db.conn.execute(
        """SELECT (SELECT count(*) FROM collections),
                  (SELECT count(*) FROM runs WHERE superseded IS NULL),
                  (SELECT count(*) FROM judgements),
                  (SELECT coalesce(max(revision), 0) FROM judgement_log),
                  (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)"""
    ).fetchone()
    return dict(zip(("collections", "runs", "judgements", "revision", "bytes"), row, strict=True))


def _connection(store: Store) -> sqlite3.Connection:
    """A connection that makes no new file where the database is gone."""
    path = store.path.resolve().as_uri()
    return sqlite3.connect(f"{path}?mode=rw", uri=True, timeout=_PATIENCE, isolation_level=None)


def _write(connection: sqlite3.Connection) -> str:
    """Takes the write lock and writes a page, then takes it back: "ok", or why it cannot."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE collections SET name = name")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return "ok" if error.sqlite_errorcode == _BUSY else str(error)
    return "ok"

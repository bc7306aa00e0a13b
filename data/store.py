"""Opens the database: one file, one connection a thread, brought up to date on opening."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from data.schema import migrations

_BUSY_MILLISECONDS = 30_000
_BUSY = "The database is busy; nothing was written. Try again."


class StoreError(Exception):
    """The database cannot be used; the message says why and what to do."""


class StoreBusy(StoreError):
    """Another process kept the database locked for longer than we wait; nothing was written."""


def now() -> str:
    """This moment as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """A Quilate database file. Safe to share between threads: each gets a connection of its own.

    Raises StoreError if the file is not a Quilate database or was written by a newer version.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._local = threading.local()
        self._turn = threading.Lock()
        try:
            self._bring_up_to_date()
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self.path}: cannot be opened as a Quilate database ({error}). "
                "Name another file, or restore a backup."
            ) from error

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._local, "db"):
            self._local.db = self._connect()
        db: Database = self._local.db
        return db

    @contextlib.contextmanager
    def writing(self) -> Iterator[Database]:
        """A write transaction: all of it is on disk when the block ends, or none of it after an error.

        Takes the write lock at once, so that what was read in the block still holds when it is written.
        Threads of this process take turns, which wakes the next one at once; SQLite's own waiting sleeps up
        to a tenth of a second at a time. Raises StoreBusy if the lock cannot be had.
        """
        db = self.db
        if not self._turn.acquire(timeout=_BUSY_MILLISECONDS / 1000):
            raise StoreBusy(_BUSY)
        try:
            try:
                db.conn.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise StoreBusy(_BUSY) from error
            try:
                yield db
                db.conn.execute("COMMIT")
            except BaseException:
                db.conn.rollback()
                raise
        finally:
            self._turn.release()

    def close(self) -> None:
        """Closes this thread's connection."""
        if hasattr(self._local, "db"):
            self._local.db.close()
            del self._local.db

    def _connect(self) -> Database:
        db = Database(self.path)
        for setting in (
            f"busy_timeout = {_BUSY_MILLISECONDS}",
            "foreign_keys = ON",
            "synchronous = FULL",
        ):
            db.conn.execute(f"PRAGMA {setting}")
        return db

    def _bring_up_to_date(self) -> None:
        existed = self.path.exists() and self.path.stat().st_size > 0
        db = self.db
        if existed and not {"collections", "judgement_log"} <= set(db.table_names()):
            raise StoreError(f"{self.path}: not a Quilate database. Name another file.")
        known = {migration.name for migration in migrations.pending(Database(memory=True))}
        unknown = {migration.name for migration in migrations.applied(db)} - known
        if unknown:
            raise StoreError(
                f"{self.path}: written by a newer Quilate ({', '.join(sorted(unknown))}). Update the app."
            )
        if not migrations.pending(db):
            return
        if existed:
            self._back_up(db)
        db.enable_wal()
        with self.writing():
            migrations.apply(db)

    def _back_up(self, db: Database) -> None:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        with contextlib.closing(sqlite3.connect(f"{self.path}.backup-{stamp}")) as copy:
            db.conn.backup(copy)

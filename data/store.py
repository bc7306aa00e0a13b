"""Opens the database: one file, one connection a thread, brought up to date on opening."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from data.permissions import MAY_NOT, NOBODY, SOMEBODY_ELSE, NotAllowed, Somebody, allows
from data.schema import migrations
from data.trouble import BUSY, StoreBusy, StoreError, trouble

_BUSY_MILLISECONDS = 30_000


def digest_of(secret: str) -> str:
    """What is kept of a secret of 32 random bytes: SHA-256, in hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def now() -> str:
    """This moment as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """A Quilate database file. Safe to share between threads: each gets a connection of its own.

    Whoever opens the file may do everything, as the command line does. The app hands its pages `acting_as` of the
    person who is signed in, through which nothing can be written that the person's role does not allow.
    Raises StoreError if the file is not a Quilate database or was written by a newer version.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._local = threading.local()
        self._turn = threading.Lock()
        self._free = True
        self._person: Somebody | None = None
        self._session = ""
        self._at_most = ""
        try:
            self._bring_up_to_date()
        except sqlite3.DatabaseError as error:
            raise trouble(self.path, error) from error

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._local, "db"):
            self._local.db = self._connect()
            self._local.only_reading = False
        db: Database = self._local.db
        self._only_reading(not self._free and not self._is_writing)
        return db

    def acting_as(self, person: Somebody | None, session: str = "", at_most: str = "") -> Store:
        """The same file in the hands of this person, or of nobody.

        session: the secret of a session or token; when it ends, so do they. at_most: a role, as of a token; only
        what it allows as well as the person's own.
        """
        bound = copy.copy(self)
        bound._free, bound._person, bound._session, bound._at_most = False, person, session, at_most
        return bound

    def check(self, what: str, own: Somebody | None = None) -> None:
        """Raises NotAllowed unless who acts may do `what`, by the role that the file gives them now.

        own: the person in whose name it is done; must be who acts, and may do it as well.
        """
        if own is not None and not allows(self._role(own), what):
            raise NotAllowed(MAY_NOT)
        if self._free:
            return
        if self._person is None or not self._session_holds():
            raise NotAllowed(NOBODY)
        if own is not None and own.id != self._person.id:
            raise NotAllowed(SOMEBODY_ELSE)
        roles = (self._role(self._person), self._at_most or self._role(self._person))
        if not all(allows(role, what) for role in roles):
            raise NotAllowed(MAY_NOT)

    def acts_for(self, person: Somebody | None) -> bool:
        """Whether it is this person who acts."""
        return person is not None and self._person is not None and person.id == self._person.id

    @contextlib.contextmanager
    def writing(self, what: str = "settings", own: Somebody | None = None) -> Iterator[Database]:
        """A write transaction: all of it is on disk when the block ends, or none of it after an error.

        Takes the write lock at once, so that what was read in the block still holds when it is written. Threads
        of this process take turns, which wakes the next one at once; SQLite's own waiting sleeps up to a tenth of
        a second at a time. Inside another such block it is part of that one. what: the right that is needed
        (`data.permissions.RIGHTS`); own: the person in whose name it is done. Raises StoreBusy if the lock cannot
        be had, and NotAllowed.
        """
        if self._is_writing:
            self.check(what, own)
            yield self.db
            return
        with self._transaction() as db:
            self.check(what, own)
            yield db

    @property
    def _is_writing(self) -> bool:
        return getattr(self._local, "writing", False)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Database]:
        if not self._turn.acquire(timeout=_BUSY_MILLISECONDS / 1000):
            raise StoreBusy(BUSY)
        self._local.writing = True
        try:
            db = self.db
            try:
                db.conn.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise trouble(self.path, error) from error
            try:
                yield db
                db.conn.execute("COMMIT")
            except BaseException:
                db.conn.rollback()
                raise
        finally:
            self._local.writing = False
            self._turn.release()

    def _role(self, person: Somebody) -> str:
        """The role that the person has now, "" if their account is closed."""
        row = self.db.conn.execute(
            """SELECT role FROM people WHERE id = :person
               AND NOT EXISTS (SELECT 1 FROM accounts WHERE person_id = :person AND closed IS NOT NULL)""",
            {"person": person.id},
        ).fetchone()
        return str(row[0]) if row else ""

    def _session_holds(self) -> bool:
        if not self._session:
            return True
        found = self.db.conn.execute(
            """SELECT 1 FROM sessions WHERE token = :digest AND until > :now UNION ALL
               SELECT 1 FROM tokens WHERE digest = :digest AND until > :now AND revoked IS NULL""",
            {"digest": digest_of(self._session), "now": now()},
        )
        return found.fetchone() is not None

    def _only_reading(self, wanted: bool) -> None:
        if self._local.only_reading != wanted:
            self._local.db.conn.execute(f"PRAGMA query_only = {'ON' if wanted else 'OFF'}")
            self._local.only_reading = wanted

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
            "temp_store = MEMORY",  # else a row with triggers writes a temporary file, a quarter of its time
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

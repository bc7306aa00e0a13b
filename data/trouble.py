"""Why the database cannot be used, and what to do about it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

BUSY = "The database is busy; nothing was written. Try again."


_ADVICE = {
    sqlite3.SQLITE_READONLY: "it can only be read here. Give whoever runs this the right to write it and its folder.",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened. Look at the rights of the file and of its folder.",
    sqlite3.SQLITE_PERM: "it may not be opened. Look at the rights of the file and of its folder.",
    sqlite3.SQLITE_NOTADB: "this is no database. Name another file.",
    sqlite3.SQLITE_CORRUPT: "the database is damaged. Restore a backup.",
    sqlite3.SQLITE_FULL: "the disk is full. Make room, then do it again.",
    sqlite3.SQLITE_IOERR: "the disk does not read or write. Look at it before you go on.",
}


class StoreError(Exception):
    """The database cannot be used; the message says why and what to do."""


class StoreBusy(StoreError):
    """Another process kept the database locked for longer than we wait; nothing was written."""


def trouble(path: Path, error: sqlite3.DatabaseError) -> StoreError:
    """What is the matter with the file, from what SQLite says."""
    code = int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(BUSY)
    if not path.parent.is_dir():
        return StoreError(f"{path}: there is no folder {path.parent}. Make it, or name another file.")
    advice = _ADVICE.get(code, "it cannot be opened as a Quilate database. Name another file.")
    return StoreError(f"{path}: {advice} ({error})")

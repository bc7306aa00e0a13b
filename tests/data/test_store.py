"""The database file: opened once, upgraded with a backup, shared by threads, never half written."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlite_utils import Database

from data import collections, guidelines
from data.collections import NotFound
from data.schema import migrations
from data.store import Store
from data.trouble import StoreError, trouble


def test_each_thread_has_a_connection_of_its_own(store: Store) -> None:
    seen = []
    thread = threading.Thread(target=lambda: seen.append(store.db.conn))
    thread.start()
    thread.join()
    assert seen[0] is not store.db.conn


@pytest.mark.parametrize(
    ("setting", "value"),
    [("foreign_keys", 1), ("synchronous", 2), ("journal_mode", "wal"), ("busy_timeout", 30000)],
)
def test_a_connection_is_set_up_to_lose_nothing(store: Store, setting: str, value: object) -> None:
    assert store.db.conn.execute(f"PRAGMA {setting}").fetchone()[0] == value


def test_an_error_in_a_write_leaves_nothing_of_it(store: Store) -> None:
    with pytest.raises(NotFound), store.writing():
        collections.get_or_create_collection(store, "half")
        collections.find_collection(store, "missing")
    assert collections.all_collections(store) == []


def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE shopping (item)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a Quilate database"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list, not a database at all\n" * 100)
    with pytest.raises(StoreError, match="this is no database"):
        Store(path)


def test_an_older_file_is_upgraded_after_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = Store(path)
    old.db.conn.executescript(
        "DROP TABLE judgements; DROP TRIGGER judgement_log_holds; DROP TRIGGER judgement_log_undoes;"
        "DELETE FROM _sqlite_migrations WHERE name = 'm003_judgements'"
    )
    old.close()
    assert not migrations.pending(Store(path).db)
    assert len(list(tmp_path.glob("old.db.backup-*"))) == 1


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    newer = Store(path)
    newer.db.table("_sqlite_migrations").insert(
        {"migration_set": "quilate", "name": "m999_later", "applied_at": "2030-01-01"}
    )
    newer.close()
    with pytest.raises(StoreError, match="newer Quilate"):
        Store(path)


def test_a_file_from_before_accounts_keeps_its_guidelines_as_the_first_version(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = Database(path)
    migrations.apply(old, stop_before="m030_annotators")
    old.conn.execute(
        "INSERT INTO collections (name, guidelines, created) VALUES ('shop', 'Be strict.', '2025')"
    )
    old.conn.commit()
    old.close()
    store = Store(path)
    shop = collections.find_collection(store, "shop")
    assert [(one.version, one.text) for one in guidelines.versions(store, shop)] == [(1, "Be strict.")]
    assert (shop.rule, shop.shared) == ("median", 0)


def test_a_database_that_can_only_be_read_is_said_to_be_so(store: Store) -> None:
    connection = sqlite3.connect(f"{store.path.as_uri()}?mode=ro", uri=True)
    with contextlib.closing(connection), pytest.raises(sqlite3.OperationalError) as caught:
        connection.execute("DELETE FROM people")
    said = str(trouble(store.path, caught.value))
    assert "it can only be read here. Give whoever runs this the right" in said

"""The golden dataset as a SQLite file with full-text search, to be looked at with Datasette."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import tempfile
from pathlib import Path
from typing import BinaryIO

from sqlite_utils import Database
from sqlite_utils.db import Table

from data.formats.golden import Golden
from data.formats.trec import graded_pairs

_VIEW = """SELECT queries.query_id, queries.text AS query, qrels.fragment_id, fragments.title,
    fragments.text, qrels.grade
    FROM qrels JOIN queries ON queries.query_id = qrels.query_id
    JOIN fragments ON fragments.fragment_id = qrels.fragment_id
    ORDER BY queries.rowid, qrels.grade DESC"""


def write(golden: Golden, file: BinaryIO) -> None:
    """Tables queries, fragments, qrels and judgements, and the view golden_dataset; search in both texts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "golden.db"
        with contextlib.closing(sqlite3.connect(path)) as connection:
            _fill(Database(connection), golden)
            connection.commit()
            connection.execute("VACUUM")
        file.write(path.read_bytes())


def read(content: bytes) -> list[tuple[str, str, int]]:
    """(query_id, fragment_id, grade) of such a file."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        return connection.execute("SELECT query_id, fragment_id, grade FROM qrels ORDER BY rowid").fetchall()


def _make_tables(db: Database) -> dict[str, Table]:
    tables = {name: db.table(name) for name in ("queries", "fragments", "qrels", "judgements")}
    tables["queries"].create(
        {"query_id": str, "text": str, "information_need": str, "tags": str}, pk="query_id"
    )
    tables["fragments"].create(
        {"fragment_id": str, "title": str, "text": str, "source": str}, pk="fragment_id"
    )
    pair = [("query_id", "queries", "query_id"), ("fragment_id", "fragments", "fragment_id")]
    tables["qrels"].create(
        {"query_id": str, "fragment_id": str, "grade": int}, pk=("query_id", "fragment_id"), foreign_keys=pair
    )
    tables["judgements"].create(
        {"query_id": str, "fragment_id": str, "person": str, "grade": int, "note": str}, foreign_keys=pair
    )
    return tables


def _fill(db: Database, golden: Golden) -> None:
    tables = _make_tables(db)
    tables["queries"].insert_all(
        {
            "query_id": query.query_id,
            "text": query.text,
            "information_need": query.information_need,
            "tags": json.dumps(list(query.tags), ensure_ascii=False),
        }
        for query in golden.queries.values()
    )
    pieces = map(golden.fragment, golden.grades.fragment_ids)
    tables["fragments"].insert_all(
        {
            "fragment_id": piece.fragment_id,
            "title": piece.title,
            "text": piece.text,
            "source": str(piece.metadata.get("source", "")),
        }
        for piece in pieces
    )
    tables["qrels"].insert_all(
        {"query_id": query, "fragment_id": fragment, "grade": grade}
        for query, fragment, grade in graded_pairs(golden.grades)
    )
    tables["judgements"].insert_all(
        {
            "query_id": query,
            "fragment_id": fragment,
            "person": person,
            "grade": int(grade),
            "note": golden.judgements.notes.get(row, ""),
        }
        for row, (person, query, fragment, grade) in enumerate(golden.judgements.rows())
    )
    tables["queries"].enable_fts(["text"], fts_version="FTS5")
    tables["fragments"].enable_fts(["title", "text"], fts_version="FTS5")
    db.create_view("golden_dataset", _VIEW)

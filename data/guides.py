"""What the grades mean in one collection, as its lead words it, and the fragment that shows each best."""

from __future__ import annotations

from dataclasses import dataclass

from data.collections import Collection
from data.store import Store


@dataclass(frozen=True)
class Guide:
    """What one grade means here. meaning: empty if the lead gave none; query and fragment: the example's
    database ids, None if none is marked."""

    grade: int
    meaning: str
    query: int | None
    fragment: int | None


def guides(store: Store, collection: Collection) -> dict[int, Guide]:
    """Grade → its guide, for the grades that have one."""
    rows = store.db.conn.execute(
        "SELECT grade, meaning, query_id, fragment_id FROM grade_guides WHERE collection_id = ?",
        [collection.id],
    )
    return {row[0]: Guide(*row) for row in rows}


def set_meaning(store: Store, collection: Collection, grade: int, meaning: str) -> None:
    """Words what the grade means in this collection; an empty text goes back to the usual meaning."""
    with store.writing("settings") as db:
        db.conn.execute(
            """INSERT INTO grade_guides (collection_id, grade, meaning) VALUES (?, ?, ?)
               ON CONFLICT (collection_id, grade) DO UPDATE SET meaning = excluded.meaning""",
            [collection.id, grade, meaning],
        )


def set_example(store: Store, collection: Collection, grade: int, query: int, fragment: int) -> None:
    """Marks the fragment as what the grade looks like. Raises ValueError if it is not in the collection."""
    with store.writing("settings") as db:
        for table, row_id in (("queries", query), ("fragments", fragment)):
            if not db.conn.execute(
                f"SELECT 1 FROM {table} WHERE id = ? AND collection_id = ?", [row_id, collection.id]
            ).fetchone():
                raise ValueError(f'{table} {row_id} is not in collection "{collection.name}"')
        db.conn.execute(
            """INSERT INTO grade_guides (collection_id, grade, query_id, fragment_id) VALUES (?, ?, ?, ?)
               ON CONFLICT (collection_id, grade) DO UPDATE SET
                   query_id = excluded.query_id, fragment_id = excluded.fragment_id""",
            [collection.id, grade, query, fragment],
        )


def clear_example(store: Store, collection: Collection, grade: int) -> None:
    """The grade has no example any more."""
    with store.writing("settings") as db:
        db.conn.execute(
            "UPDATE grade_guides SET query_id = NULL, fragment_id = NULL WHERE collection_id = ? AND grade = ?",
            [collection.id, grade],
        )

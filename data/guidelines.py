"""The guidelines' versions, so that the log knows under which each grade was given; and what annotators remark."""

from __future__ import annotations

from dataclasses import dataclass

from sqlite_utils import Database

from data.collections import Collection, Person, change_collection
from data.store import Store, now

LONGEST_REMARK = 10_000


@dataclass(frozen=True)
class Version:
    """person: who wrote it, "" if that is not known. after_revision: it holds for acts after this one."""

    version: int
    text: str
    person: str
    at: str
    after_revision: int


@dataclass(frozen=True)
class Remark:
    """A note on a query (or on the guidelines: query None). unclear: the guidelines do not tell what to do."""

    id: int
    query: int | None
    fragment: int | None
    person: str
    unclear: bool
    text: str
    at: str
    answered: str | None


def write(store: Store, collection: Collection, person: Person, text: str) -> Collection:
    """Makes `text` the collection's guidelines from now on, as a new version; the same text changes nothing."""
    with store.writing("settings", person) as db:
        if text == collection.guidelines:
            return collection
        changed = change_collection(store, collection, guidelines=text)
        db.conn.execute(
            """UPDATE guideline_versions SET person_id = :person WHERE collection_id = :collection
               AND version = (SELECT max(version) FROM guideline_versions WHERE collection_id = :collection)""",
            {"collection": collection.id, "person": person.id},
        )
        return changed


def newest_version(db: Database, collection: Collection) -> int:
    """The version that holds now; 0 if there are no guidelines yet."""
    row = db.conn.execute(
        "SELECT max(version) FROM guideline_versions WHERE collection_id = ?", [collection.id]
    ).fetchone()
    return int(row[0] or 0)


def versions(store: Store, collection: Collection) -> list[Version]:
    """All versions, newest first."""
    rows = store.db.conn.execute(
        """SELECT version, text, coalesce(people.name, ''), at, after_revision FROM guideline_versions
           LEFT JOIN people ON people.id = person_id WHERE collection_id = ? ORDER BY version DESC""",
        [collection.id],
    )
    return [Version(*row) for row in rows]


def held_at(
    store: Store, collection: Collection, revision: int | None = None, moment: str | None = None
) -> tuple[int, str]:
    """(version, text) of the guidelines that held after `revision` of the log; None is now.

    moment: where they changed and the log did not, as they were then (a snapshot's `created`); None is the last.
    (0, "") where none are known from so early.
    """
    every = versions(store, collection)
    if revision is None or not every:
        return newest_version(store.db, collection), collection.guidelines
    for found in every:
        if found.after_revision <= revision and (moment is None or found.at <= moment):
            return found.version, found.text
    return 0, ""


def remark(
    store: Store,
    collection: Collection,
    person: Person,
    text: str,
    query: int | None = None,
    fragment: int | None = None,
    unclear: bool = False,
) -> None:
    """Leaves a note for the lead and the others; `unclear` says enough without a text.

    Raises NotAllowed, and ValueError for an empty or foreign one.
    """
    if not (text.strip() or unclear) or len(text) > LONGEST_REMARK:
        raise ValueError(
            f"a remark has 1 to {LONGEST_REMARK} characters, or says that the guidelines are unclear"
        )
    with store.writing("remark", person) as db:
        for table, row_id in (("queries", query), ("fragments", fragment)):
            if (
                row_id is not None
                and not db.conn.execute(
                    f"SELECT 1 FROM {table} WHERE id = ? AND collection_id = ?", [row_id, collection.id]
                ).fetchone()
            ):
                raise ValueError(f'{table} {row_id} is not in collection "{collection.name}"')
        db.conn.execute(
            """INSERT INTO remarks (collection_id, query_id, fragment_id, person_id, unclear, text, at)
               VALUES (?, ?, ?, ?, ?, ?, ?)""",
            [collection.id, query, fragment, person.id, unclear, text.strip(), now()],
        )


def remarks(store: Store, collection: Collection, query: int | None = None) -> list[Remark]:
    """The remarks on one query, or all; those without an answer first, then the newest."""
    where, values = ("AND query_id = ?", [query]) if query is not None else ("", [])
    rows = store.db.conn.execute(
        f"""SELECT remarks.id, query_id, fragment_id, people.name, unclear, text, at, answered FROM remarks
            JOIN people ON people.id = person_id WHERE collection_id = ? {where}
            ORDER BY answered IS NOT NULL, remarks.id DESC""",
        [collection.id, *values],
    )
    return [
        Remark(one, query, fragment, who, bool(unclear), text, at, answered)
        for one, query, fragment, who, unclear, text, at, answered in rows
    ]


def answer(store: Store, remark: Remark, text: str) -> None:
    """What the lead says to a remark, for everybody to read."""
    with store.writing("settings") as db:
        db.conn.execute("UPDATE remarks SET answered = ? WHERE id = ?", [text.strip() or "✓", remark.id])

"""The judgement log as people read it: who, when, what, why it was served, under which guidelines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields

from data import judgements
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store

_WITHOUT_NAMES = "annotator {number}"


@dataclass(frozen=True)
class Entry:
    """A row of the log. at: when it was done; received: when it came to the server, ISO 8601 in UTC.

    guidelines: version under which it was done, None if there was none.

    undoes, undone_by: revisions, None if it takes nothing back or still stands. note: of an adjudication, its reason.
    """

    revision: int
    at: str
    person: str
    act: str
    query_id: str
    fragment_id: str
    grade: int | None
    note: str
    milliseconds: int | None
    source: str
    reason: str
    guidelines: int | None
    undoes: int | None
    undone_by: int | None
    received: str


_ASKED = """l.collection_id = :collection AND (:person IS NULL OR l.person_id = :person)
    AND (:act = '' OR l.act = :act) AND (:query = '' OR l.query_id IN (
        SELECT id FROM queries WHERE collection_id = :collection AND query_id = :query))"""
_ENTRIES = """
    SELECT l.revision, l.at, people.name, l.act, q.query_id, coalesce(f.fragment_id, ''), l.grade, l.note,
        l.milliseconds, l.source, l.reason,
        nullif(coalesce(l.guidelines, (SELECT max(version) FROM guideline_versions AS g
            WHERE g.collection_id = l.collection_id AND g.after_revision < l.revision)), 0),
        l.undoes, (SELECT u.revision FROM judgement_log AS u WHERE u.undoes = l.revision),
        coalesce(l.received, l.at), l.person_id
    FROM judgement_log AS l JOIN people ON people.id = l.person_id JOIN queries AS q ON q.id = l.query_id
    LEFT JOIN fragments AS f ON f.id = l.fragment_id
    WHERE {asked} AND l.revision > :after
    ORDER BY l.revision {order} LIMIT :size OFFSET :skip"""


def entries(
    store: Store,
    collection: Collection,
    person: Person | None = None,
    act: str = "",
    query_id: str = "",
    size: int = 100,
    skip: int = 0,
) -> list[Entry]:
    """Rows of the log, newest first; of one person, one kind of act, one query, if they are given.

    Raises NotAllowed for who may not see everybody's, unless `person` is who asks.
    """
    if not store.acts_for(person):
        store.check("see everybody")
    return [row for row, _id in _read(store, collection, person, act, query_id, "DESC", size, skip)]


def entries_after(store: Store, collection: Collection, revision: int, size: int) -> list[Entry]:
    """At most `size` rows of the log after the revision, oldest first. Raises NotAllowed as `entries`."""
    store.check("see everybody")
    return [row for row, _id in _read(store, collection, None, "", "", "ASC", size, 0, revision)]


def count(
    store: Store, collection: Collection, person: Person | None = None, act: str = "", query_id: str = ""
) -> int:
    """How many rows the log has of the collection; of one person, one kind of act, one query, as `entries`."""
    row = store.db.conn.execute(
        f"SELECT count(*) FROM judgement_log AS l WHERE {_ASKED}",
        _values(collection, person, act, query_id),
    ).fetchone()
    return int(row[0])


def as_csv(store: Store, collection: Collection, names: bool = True) -> bytes:
    """The whole log of the collection, oldest first, UTF-8. names: False for "annotator 1", "annotator 2", …"""
    store.check("see everybody")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(Entry)])
    number: dict[int, int] = {}
    for row, person in _read(store, collection, None, "", "", "ASC", -1, 0):
        who = (
            row.person if names else _WITHOUT_NAMES.format(number=number.setdefault(person, len(number) + 1))
        )
        values = [
            who if field.name == "person" else value
            for field, value in zip(fields(Entry), astuple(row), strict=True)
        ]
        writer.writerow([_harmless(value) for value in values])
    return text.getvalue().encode()


def undo_between(
    store: Store, collection: Collection, lead: Person, person: Person, first: str, last: str
) -> int:
    """Takes back what came from the person from `first` to `last` (ISO 8601, UTC), as new rows; returns how many.

    It goes by when the acts came, not by when the person's browser says that they were done.
    Imports and what was taken back before are left alone.
    """
    with store.writing("undo for others", lead) as db:
        rows = db.conn.execute(
            """SELECT revision, query_id, fragment_id FROM judgement_log AS l
               WHERE collection_id = ? AND person_id = ? AND coalesce(received, at) BETWEEN ? AND ?
                 AND act <> 'undo' AND source <> 'import'
                 AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
               ORDER BY revision DESC""",
            [collection.id, person.id, first, last],
        ).fetchall()
        for revision, query, fragment in rows:
            judgements.append_undo_within(
                db, collection, lead, Act(query, fragment, "undo", source="list"), revision
            )
    return len(rows)


def _read(
    store: Store,
    collection: Collection,
    person: Person | None,
    act: str,
    query_id: str,
    order: str,
    size: int,
    skip: int,
    after: int = 0,
) -> Iterator[tuple[Entry, int]]:
    rows = store.db.conn.execute(
        _ENTRIES.format(asked=_ASKED, order=order),
        {**_values(collection, person, act, query_id), "size": size, "skip": skip, "after": after},
    )
    return ((Entry(*row[:-1]), row[-1]) for row in rows)


def _values(collection: Collection, person: Person | None, act: str, query_id: str) -> dict[str, object]:
    return {
        "collection": collection.id,
        "person": person.id if person else None,
        "act": act,
        "query": query_id,
    }


def _harmless(value: object) -> object:
    """A spreadsheet must not run a note as a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value

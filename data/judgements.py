"""The judgement log: acts are appended, never changed; what holds now is read from what the log keeps up."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from data.collections import Collection, Person
from data.store import Store, now

GRADES = (0, 1, 2, 3)
_AT_ONCE = 10_000


@dataclass(frozen=True)
class Act:
    """One thing that an annotator did, as it goes into the log.

    query and fragment are database ids. act: grade, skip, cant_tell, or no_answer, a verdict on the query
    (fragment is None); grade only with "grade".
    milliseconds: time the person took, None if not known. source: queue, list, flagged, search, import.
    event_id is made where the act happens; the log takes each only once. at: when it was done; the log notes by
    itself when it came. guidelines: version under which it was done, 0 for none; None for the one in force then.
    """

    query: int
    fragment: int | None
    act: str
    grade: int | None = None
    note: str = ""
    milliseconds: int | None = None
    source: str = "queue"
    reason: str = ""
    at: str = field(default_factory=now)
    event_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    guidelines: int | None = None


@dataclass(frozen=True)
class Held:
    """A judgement in force: the newest act of one person on one (query, fragment) that was not undone."""

    query: int
    fragment: int
    person: int
    act: str
    grade: int | None
    revision: int


@dataclass(frozen=True)
class GradeRows:
    """Grades in force as columns, a row a person, ordered by (query, fragment): int64 [n]; settled: bool [n].

    settled: the row is a decision; of a pair that was settled, it is the only row.
    """

    query: NDArray[np.int64]
    fragment: NDArray[np.int64]
    person: NDArray[np.int64]
    grade: NDArray[np.int64]
    settled: NDArray[np.bool_]


@dataclass(frozen=True)
class JudgedRows:
    """Grades in force now or at a revision, as columns ordered by (query, fragment, person): int64 [n] each.

    revision: of the log's row that holds.
    """

    query: NDArray[np.int64]
    fragment: NDArray[np.int64]
    person: NDArray[np.int64]
    grade: NDArray[np.int64]
    revision: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_]) -> JudgedRows:
        """The rows for which `chosen` is true."""
        columns = (self.query, self.fragment, self.person, self.grade, self.revision)
        return JudgedRows(*(column[chosen] for column in columns))


_INSERT = """INSERT INTO judgement_log
    (event_id, collection_id, query_id, fragment_id, person_id, act, grade, undoes, note, at, milliseconds,
     source, reason, received, guidelines)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event_id) DO NOTHING"""


def append(store: Store, collection: Collection, person: Person, acts: Sequence[Act]) -> int:
    """Commits the acts, each event_id once; returns the log's revision after it.

    Raises NotAllowed, and ValueError for a grade outside 0–3 or a query or fragment of another collection.
    """
    with store.writing("grade", person) as db:
        append_within(db, collection, person, acts)
        return _revision(db)


def append_within(db: Database, collection: Collection, person: Person, acts: Iterable[Act]) -> None:
    """As `append`, inside the caller's transaction; imported grades may be outside 0–3."""
    for act in acts:
        if act.act in ("grade", "adjudicate") and act.source != "import" and act.grade not in GRADES:
            raise ValueError(f"grade {act.grade}: a grade is 0, 1, 2 or 3")
        check_place(db, collection, act)
        db.conn.execute(_INSERT, _row(collection, person, act))


def append_undo_within(db: Database, collection: Collection, person: Person, undo: Act, undoes: int) -> None:
    """Appends an undo of the log's row with revision `undoes`, inside the caller's transaction."""
    db.conn.execute(_INSERT, _row(collection, person, undo, undoes=undoes))


def import_grades(
    db: Database,
    collection: Collection,
    person: Person,
    rows: Iterable[tuple[int, int, int, str, str]],
    step: Callable[[int], None] = lambda rows: None,
) -> None:
    """Appends the (query, fragment, grade, note, reason) rows of a file inside the caller's transaction.

    query, fragment: database ids, which must be the collection's; they are not looked up again. The rows are of one
    moment, and numbered behind one event_id: the index of these then grows at its end.
    """
    moment, event, left = now(), uuid.uuid4(), iter(rows)
    numbers = itertools.count()
    while some := list(itertools.islice(left, _AT_ONCE)):
        db.conn.executemany(
            _INSERT,
            [
                (
                    f"{event}/{next(numbers):09}", collection.id, query, fragment, person.id, "grade", grade, None,
                    note, moment, None, "import", reason, None, None,
                )
                for query, fragment, grade, note, reason in some
            ],
        )  # fmt: skip
        step(len(some))


def held_grades(store: Store, collection: Collection, person: Person) -> dict[tuple[int, int], int]:
    """(query, fragment), database ids → the person's grade in force."""
    rows = store.db.conn.execute(
        """SELECT query_id, fragment_id, grade FROM judgements
           WHERE collection_id = ? AND person_id = ? AND act = 'grade'""",
        [collection.id, person.id],
    )
    return {(row[0], row[1]): row[2] for row in rows}


def held_by_name(store: Store, collection: Collection, name: str) -> dict[tuple[str, str], int]:
    """External (query_id, fragment_id) → grade in force of the person of that name."""
    rows = store.db.conn.execute(
        """SELECT queries.query_id, fragments.fragment_id, judgements.grade FROM judgements
           JOIN queries ON queries.id = judgements.query_id
           JOIN fragments ON fragments.id = judgements.fragment_id
           JOIN people ON people.id = judgements.person_id
           WHERE judgements.collection_id = ? AND people.name = ? AND judgements.act = 'grade'""",
        [collection.id, name],
    )
    return {(row[0], row[1]): row[2] for row in rows}


def undo_last(store: Store, collection: Collection, person: Person) -> Held | None:
    """Takes back the person's newest act in the collection that still stands; a further call goes one deeper.

    Returns the act that was taken back, or None if there is none. Imports are not a person's acts here.
    """
    with store.writing("grade", person) as db:
        newest = db.conn.execute(
            """SELECT query_id, fragment_id, person_id, act, grade, revision FROM judgement_log AS l
               WHERE collection_id = ? AND person_id = ? AND act NOT IN ('undo', 'adjudicate') AND source <> 'import'
                 AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
               ORDER BY revision DESC LIMIT 1""",
            [collection.id, person.id],
        ).fetchone()
        if newest is None:
            return None
        undone = Held(*newest)
        act = Act(undone.query, undone.fragment, "undo")
        db.conn.execute(_INSERT, _row(collection, person, act, undoes=undone.revision))
        return undone


def revision(store: Store) -> int:
    """The newest revision of the log, 0 if it is empty."""
    return _revision(store.db)


def revision_of(store: Store, collection: Collection, until: int) -> int:
    """The newest revision that concerns the collection, up to revision `until`; 0 if there is none."""
    found = store.db.conn.execute(
        "SELECT max(revision) FROM judgement_log WHERE collection_id = ? AND revision <= ?",
        [collection.id, until],
    ).fetchone()[0]
    return int(found or 0)


def touched_queries(store: Store, collection: Collection, after: int) -> tuple[int, list[int]]:
    """The log's revision now, and the collection's queries that acts after revision `after` concern."""
    rows = store.db.conn.execute(
        """SELECT max(revision), query_id FROM judgement_log
           WHERE collection_id = ? AND revision > ? GROUP BY query_id""",
        [collection.id, after],
    ).fetchall()
    return max((row[0] for row in rows), default=after), [row[1] for row in rows]


def held(store: Store, query: int) -> list[Held]:
    """What holds for one query: every person's judgement, skip and "can't tell" of each fragment."""
    rows = store.db.conn.execute(
        """SELECT query_id, fragment_id, person_id, act, grade, revision FROM judgements
           WHERE query_id = ? ORDER BY fragment_id, person_id""",
        [query],
    )
    return [Held(*row) for row in rows]


def rows_in_force(store: Store, collection: int) -> list[tuple[int, int, int, str]]:
    """What holds in the whole collection (its database id): (query, fragment, person, act), database ids."""
    return store.db.conn.execute(
        "SELECT query_id, fragment_id, person_id, act FROM judgements WHERE collection_id = ?", [collection]
    ).fetchall()


def grade_rows(store: Store, collection: Collection, query: int | None = None) -> GradeRows:
    """What counts in the whole collection, or in one query: the grades in force, or the decision on them."""
    where = "AND query_id = :query" if query is not None else ""
    return _columns(
        store,
        f"""SELECT query_id, fragment_id, person_id, grade, 0 FROM judgements AS j
            WHERE collection_id = :collection AND act = 'grade' {where} AND NOT EXISTS (
                SELECT 1 FROM settled AS s WHERE (s.query_id, s.fragment_id) = (j.query_id, j.fragment_id))
            UNION ALL
            SELECT query_id, fragment_id, person_id, grade, 1 FROM settled
            WHERE collection_id = :collection {where}
            ORDER BY query_id, fragment_id, person_id""",
        {"collection": collection.id, "query": query},
    )


def given_rows(store: Store, collection: Collection) -> GradeRows:
    """What each person gave, as it stands, whether or not somebody settled it."""
    return _columns(
        store,
        """SELECT query_id, fragment_id, person_id, grade, 0 FROM judgements
           WHERE collection_id = :collection AND act = 'grade' ORDER BY query_id, fragment_id, person_id""",
        {"collection": collection.id},
    )


def _columns(store: Store, sql: str, values: dict[str, object]) -> GradeRows:
    return as_grade_rows(store.db.conn.execute(sql, values))


def as_grade_rows(rows: Iterable[tuple[int, int, int, int, int]]) -> GradeRows:
    """(query, fragment, person, grade, settled) rows as columns."""
    query, fragment, person, grade, settled = _five_columns(rows)
    return GradeRows(query, fragment, person, grade, settled.astype(bool))


def with_decisions(store: Store, collection: Collection, rows: JudgedRows) -> GradeRows:
    """What counts, as `grade_rows` gives it, from what `judged_rows` read of the same collection."""
    decided = _columns(
        store,
        "SELECT query_id, fragment_id, person_id, grade, 1 FROM settled WHERE collection_id = :collection",
        {"collection": collection.id},
    )
    pairs, decided_pairs = (found.query << 32 | found.fragment for found in (rows, decided))
    free = rows.where(~np.isin(pairs, decided_pairs)) if len(decided_pairs) else rows
    given = GradeRows(
        free.query, free.fragment, free.person, free.grade, np.zeros(len(free.query), dtype=np.bool_)
    )
    if not len(decided_pairs):
        return given
    columns = [
        np.concatenate((getattr(given, name), getattr(decided, name)))
        for name in ("query", "fragment", "person", "grade", "settled")
    ]
    order = np.lexsort((columns[2], columns[1], columns[0]))
    return GradeRows(*(column[order] for column in columns))


def _five_columns(rows: Iterable[tuple[int, ...]]) -> NDArray[np.int64]:
    """Rows of five whole numbers as columns, without a list of them all in between."""
    flat = np.fromiter(itertools.chain.from_iterable(rows), dtype=np.int64)
    return np.ascontiguousarray(flat.reshape(-1, 5).T)


def judged_rows(store: Store, collection: Collection, revision: int | None = None) -> JudgedRows:
    """Every annotator's grades in force; with `revision`, as they were when the log ended there.

    The past is replayed: of each (query, fragment, person) the newest act up to then that was not undone up to then.
    """
    columns = "query_id, fragment_id, person_id, grade, revision"
    if revision is None:
        rows = store.db.conn.execute(
            f"""SELECT {columns} FROM judgements WHERE collection_id = ? AND act = 'grade'
                ORDER BY query_id, fragment_id, person_id""",
            [collection.id],
        )
    else:
        rows = store.db.conn.execute(
            f"""SELECT {columns} FROM (
                    SELECT {columns}, act, max(revision) FROM judgement_log AS l
                    WHERE collection_id = :collection AND revision <= :revision
                      AND act IN ('grade', 'skip', 'cant_tell')
                      AND NOT EXISTS (
                          SELECT 1 FROM judgement_log AS u
                          WHERE u.undoes = l.revision AND u.revision <= :revision
                      )
                    GROUP BY query_id, fragment_id, person_id
                ) WHERE act = 'grade' ORDER BY query_id, fragment_id, person_id""",
            {"collection": collection.id, "revision": revision},
        )
    return JudgedRows(*_five_columns(rows))


def notes(store: Store, collection: Collection) -> dict[int, str]:
    """Revision → the note that stands with that act, of all acts with one."""
    rows = store.db.conn.execute(
        "SELECT revision, note FROM judgement_log WHERE collection_id = ? AND note <> ''", [collection.id]
    )
    return dict(rows.fetchall())


def cannot_tell(store: Store, collection: Collection, person: Person) -> set[tuple[int, int]]:
    """(query, fragment) pairs of which the person said that they cannot tell."""
    rows = store.db.conn.execute(
        """SELECT query_id, fragment_id FROM judgements
           WHERE collection_id = ? AND person_id = ? AND act = 'cant_tell'""",
        [collection.id, person.id],
    )
    return set(rows.fetchall())


def check_place(db: Database, collection: Collection, act: Act) -> None:
    """Raises ValueError unless the act's query and fragment are the collection's."""
    for table, row_id in (("queries", act.query), ("fragments", act.fragment)):
        if row_id is None:
            continue
        found = db.conn.execute(
            f"SELECT 1 FROM {table} WHERE id = ? AND collection_id = ?", [row_id, collection.id]
        ).fetchone()
        if found is None:
            raise ValueError(f'{table} {row_id} is not in collection "{collection.name}"')


def _row(collection: Collection, person: Person, act: Act, undoes: int | None = None) -> tuple[Any, ...]:
    return (
        act.event_id, collection.id, act.query, act.fragment, person.id, act.act, act.grade, undoes, act.note,
        act.at, act.milliseconds, act.source, act.reason, now(), act.guidelines,
    )  # fmt: skip


def _revision(db: Database) -> int:
    newest: int | None = db.conn.execute("SELECT max(revision) FROM judgement_log").fetchone()[0]
    return newest or 0

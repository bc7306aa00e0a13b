"""Disagreements and the decisions on them: a decision is an act of its own, and the grades it is about stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from data import judgements
from data.collections import Collection, Person
from data.judgements import GRADES, Act
from data.store import Store


@dataclass(frozen=True)
class Opinion:
    """One person's grade of a pair, with the note and the moment."""

    person: str
    grade: int
    note: str
    at: str


@dataclass(frozen=True)
class Decision:
    """The settled grade of a pair, by whom and why."""

    query: int
    fragment: int
    grade: int
    person: str
    reason: str
    at: str
    revision: int


def settle(
    store: Store, collection: Collection, person: Person, query: int, fragment: int, grade: int, reason: str
) -> int:
    """Decides the grade of a pair; returns the log's revision after it.

    query, fragment: database ids of the collection. Raises NotAllowed, and ValueError without a reason or with a
    grade outside 0–3.
    """
    return settle_all(store, collection, person, query, {fragment: grade}, reason)


def settle_all(
    store: Store, collection: Collection, person: Person, query: int, grades: Mapping[int, int], reason: str
) -> int:
    """As `settle`, for several fragments of a query at once (fragment → grade), all of them or none."""
    if wrong := [grade for grade in grades.values() if grade not in GRADES]:
        raise ValueError(f"grade {wrong[0]}: a grade is 0, 1, 2 or 3")
    if not reason.strip():
        raise ValueError("a decision needs a reason")
    acts = [
        Act(query, fragment, "adjudicate", grade, note=reason.strip(), source="flagged")
        for fragment, grade in grades.items()
    ]
    with store.writing("settle", person) as db:
        judgements.append_within(db, collection, person, acts)
        return judgements.revision(store)


def reopen(store: Store, collection: Collection, person: Person, decision: Decision) -> None:
    """Takes the decision back, as a new row; an earlier decision on the pair, or else the rule, holds again."""
    with store.writing("settle", person) as db:
        undo = Act(decision.query, decision.fragment, "undo", source="flagged")
        judgements.append_undo_within(db, collection, person, undo, decision.revision)


def disagreeing(store: Store, collection: Collection) -> list[tuple[int, int, tuple[int, ...]]]:
    """(query, fragment, grades given) of the pairs with different grades and no decision, database ids."""
    rows = store.db.conn.execute(
        """SELECT query_id, fragment_id, group_concat(grade) FROM judgements AS j
           WHERE collection_id = ? AND act = 'grade'
             AND NOT EXISTS (SELECT 1 FROM settled AS s
                             WHERE (s.query_id, s.fragment_id) = (j.query_id, j.fragment_id))
           GROUP BY query_id, fragment_id HAVING min(grade) <> max(grade)""",
        [collection.id],
    )
    return [(query, fragment, tuple(int(g) for g in grades.split(","))) for query, fragment, grades in rows]


def opinions(store: Store, collection: Collection, query: int, fragment: int) -> list[Opinion]:
    """What each person gave the pair, in the order of the log."""
    rows = store.db.conn.execute(
        """SELECT people.name, j.grade, l.note, l.at FROM judgements AS j
           JOIN judgement_log AS l ON l.revision = j.revision JOIN people ON people.id = j.person_id
           WHERE j.collection_id = ? AND j.query_id = ? AND j.fragment_id = ? AND j.act = 'grade'
           ORDER BY j.revision""",
        [collection.id, query, fragment],
    )
    return [Opinion(*row) for row in rows]


def decisions(store: Store, collection: Collection) -> list[Decision]:
    """The decisions in force, newest first."""
    rows = store.db.conn.execute(
        """SELECT s.query_id, s.fragment_id, s.grade, people.name, l.note, l.at, s.revision FROM settled AS s
           JOIN judgement_log AS l ON l.revision = s.revision JOIN people ON people.id = s.person_id
           WHERE s.collection_id = ? ORDER BY s.revision DESC""",
        [collection.id],
    )
    return [Decision(*row) for row in rows]

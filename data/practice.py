"""Practice before real work: settled examples, and what a person answered; none of it counts as a judgement."""

from __future__ import annotations

from dataclasses import dataclass

from data.collections import Collection, Person
from data.judgements import GRADES
from data.store import Store, now


@dataclass(frozen=True)
class Example:
    """A settled pair: database ids, the grade that was decided, and why. answer: what the person gave, or None."""

    query: int
    fragment: int
    grade: int
    reason: str
    answer: int | None


def examples(store: Store, collection: Collection, person: Person) -> list[Example]:
    """The collection's practice set, the earliest decisions, as many as the lead wants; with the person's answers."""
    rows = store.db.conn.execute(
        """SELECT s.query_id, s.fragment_id, s.grade, l.note, p.grade FROM settled AS s
           JOIN judgement_log AS l ON l.revision = s.revision
           LEFT JOIN practice_answers AS p
             ON (p.query_id, p.fragment_id, p.person_id) = (s.query_id, s.fragment_id, :person)
           WHERE s.collection_id = :collection ORDER BY s.revision LIMIT :number""",
        {"collection": collection.id, "person": person.id, "number": collection.practice},
    )
    return [Example(*row) for row in rows]


def answer(store: Store, collection: Collection, person: Person, example: Example, grade: int) -> None:
    """Keeps the person's answer; the first one stays. Raises NotAllowed, and ValueError for a grade outside 0–3."""
    if grade not in GRADES:
        raise ValueError(f"grade {grade}: a grade is 0, 1, 2 or 3")
    with store.writing("grade", person) as db:
        db.conn.execute(
            """INSERT INTO practice_answers (query_id, fragment_id, person_id, collection_id, grade, at)
               VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""",
            [example.query, example.fragment, person.id, collection.id, grade, now()],
        )

"""What each person gave over time, in columns, for the signs of how they grade."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from data.collections import Collection, Person
from data.store import Store

REPEAT = "repeat"


@dataclass(frozen=True)
class GivenOverTime:
    """One person's grades that stand, in the order in which they were given: moment int64 [n], ms since 1970;
    grade int64 [n]; milliseconds float64 [n], NaN if unknown. repeats: (before, again) of those asked for twice.
    held: how many of them are in force, as one that was given again is not."""

    moment: NDArray[np.int64]
    grade: NDArray[np.int64]
    milliseconds: NDArray[np.float64]
    repeats: tuple[tuple[int, int], ...]
    held: int


def given_over_time(store: Store, collection: Collection) -> dict[int, GivenOverTime]:
    """Person (database id) → what they gave; imports are left out. Raises NotAllowed for who may not see it."""
    store.check("see everybody")
    return _given(store, collection, None)


def own_over_time(store: Store, collection: Collection, person: Person) -> GivenOverTime:
    """What one person gave. Raises NotAllowed for who may not see it."""
    if not store.acts_for(person):
        store.check("see everybody")
    nothing = GivenOverTime(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), (), 0)
    return _given(store, collection, person).get(person.id, nothing)


def _given(store: Store, collection: Collection, person: Person | None) -> dict[int, GivenOverTime]:
    rows = store.db.conn.execute(
        """SELECT person_id, at, grade, milliseconds, query_id, fragment_id, reason, l.revision = (
               SELECT j.revision FROM judgements AS j WHERE (j.query_id, j.fragment_id, j.person_id)
                   = (l.query_id, l.fragment_id, l.person_id)) FROM judgement_log AS l
           WHERE collection_id = :collection AND act = 'grade' AND source <> 'import'
             AND (:person IS NULL OR person_id = :person)
             AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
           ORDER BY at, revision""",
        {"collection": collection.id, "person": person.id if person else None},
    ).fetchall()
    by_person: dict[int, list[tuple[int, int, float]]] = {}
    last: dict[tuple[int, int, int], int] = {}
    repeats: dict[int, list[tuple[int, int]]] = {}
    held: Counter[int] = Counter()
    for who, at, grade, took, query, fragment, reason, holds in rows:
        held[who] += bool(holds)
        moment = round(datetime.fromisoformat(at).timestamp() * 1000)
        by_person.setdefault(who, []).append((moment, grade, np.nan if took is None else took))
        if reason == REPEAT and (who, query, fragment) in last:
            repeats.setdefault(who, []).append((last[who, query, fragment], grade))
        last[who, query, fragment] = grade
    found = {}
    for who, some in by_person.items():
        moment_, grade_, took_ = zip(*some, strict=True)
        found[who] = GivenOverTime(
            np.array(moment_, np.int64),
            np.array(grade_, np.int64),
            np.array(took_, float),
            tuple(repeats.get(who, ())),
            held[who],
        )
    return found

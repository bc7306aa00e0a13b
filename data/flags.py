"""Fragments that were flagged as likely relevant and then judged: how often a flag was right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from data.collections import Collection, Person
from data.reservations import Pair
from data.store import Store

ALONE, AGREED = "alone", "agreed"
"""The two lists: only one run found it; several runs agree."""
DECIDES = "decides"
"""What was asked because it may decide between two runs: no flag, so it does not count for how right flags are."""
SAME = "same text"
"""A grade that was taken over from a fragment with the same text."""
_STARTS_SAME = f'{{"list": "{SAME}"%'


@dataclass(frozen=True)
class Flagged:
    """A flag that was judged. listed: ALONE or AGREED; probability: as it was shown; relevant: grade 1 or higher."""

    listed: str
    probability: float
    relevant: bool


def reason(listed: str, probability: float) -> str:
    """What goes into the log when a flagged fragment is judged."""
    return json.dumps({"list": listed, "probability": round(probability, 4)})


def remember(store: Store, person: Person, why: Mapping[Pair, str]) -> None:
    """Keeps why a page flags (query, fragment) pairs for a person, until they judge them. why: of `reason`."""
    with store.writing("grade", person) as db:
        db.conn.executemany(
            "INSERT OR REPLACE INTO flagged (query_id, fragment_id, person_id, reason) VALUES (?, ?, ?, ?)",
            [(*pair, person.id, reason) for pair, reason in why.items()],
        )


def why_flagged(db: Database, person: Person, query: int, fragment: int) -> str:
    """Why a page flagged the pair for the person, "" if none did."""
    row = db.conn.execute(
        "SELECT reason FROM flagged WHERE query_id = ? AND fragment_id = ? AND person_id = ?",
        [query, fragment, person.id],
    ).fetchone()
    return str(row[0]) if row else ""


def same_text(of: str) -> str:
    """What goes into the log when a fragment gets the grade of another one (its external id) with the same text."""
    return json.dumps({"list": SAME, "of": of}, ensure_ascii=False)


def judged_flags(store: Store, collection: Collection) -> list[Flagged]:
    """Every grade in force that was given in one of the two lists of flags, oldest first."""
    rows = store.db.conn.execute(
        """SELECT log.reason, log.grade FROM judgements
           JOIN judgement_log AS log ON log.revision = judgements.revision
           WHERE judgements.collection_id = ? AND log.source = 'flagged' AND log.act = 'grade'
             AND log.reason LIKE '{"list"%'
           ORDER BY log.revision""",
        [collection.id],
    ).fetchall()
    told = [(json.loads(why), grade) for why, grade in rows]
    return [
        Flagged(why["list"], why["probability"], grade >= 1)
        for why, grade in told
        if why["list"] in (ALONE, AGREED)
    ]


def served_fragments(store: Store, query: int) -> set[int]:
    """Fragments (database ids) that were chosen before their grade was known: neither imported nor taken over."""
    rows = store.db.conn.execute(
        """SELECT judgements.fragment_id FROM judgements
           JOIN judgement_log AS log ON log.revision = judgements.revision
           WHERE judgements.query_id = ? AND log.act = 'grade' AND log.source <> 'import'
             AND log.reason NOT LIKE ?""",
        [query, _STARTS_SAME],
    )
    return {row[0] for row in rows}

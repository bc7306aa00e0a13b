"""Fragments that were flagged as likely relevant and then judged: how often a flag was right."""

from __future__ import annotations

import json
from dataclasses import dataclass

from data.collections import Collection
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

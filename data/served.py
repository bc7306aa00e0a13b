"""Why a fragment was served, as it stands in the log; and what an audit drew at random."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from data.collections import Collection
from data.store import Store

AUDIT = "audit"
_AUDIT_BEGINS = f'{{"why": "{AUDIT}"'


@dataclass(frozen=True)
class Audited:
    """A fragment that was drawn at random from the unjudged candidates of a query. query, fragment: database ids.

    probability: of being relevant, as the model saw it then; left: how many there were to draw from; total: how
    many relevant candidates the query had by what was known and by the model.
    """

    query: int
    fragment: int
    probability: float
    left: int
    total: float


def reason(why: str, values: Mapping[str, float]) -> str:
    """What goes into the log: a short name for why (`evaluation.reasons`) and the values that belong to it."""
    return json.dumps({"why": why, **values})


def read_reason(text: str) -> tuple[str, dict[str, Any]]:
    """(why, values) of what stands in the log; a reason that is no JSON object is its own name, without values.

    Of a fragment from the list of the unjudged (`data.flags`), why is the list.
    """
    if not text.startswith("{"):
        return text, {}
    told: dict[str, Any] = json.loads(text)
    return told.pop("why", "") or told.pop("list", ""), told


def is_audit(text: str) -> bool:
    """Whether a reason says that the fragment was drawn by the audit."""
    return text.startswith(_AUDIT_BEGINS)


def why_reserved(db: Database, person_id: int, query: int, fragment: int | None) -> str:
    """Why the pair is served to the person: drawn by an audit, whoever was to judge it, or what the queue said."""
    row = db.conn.execute(
        """SELECT reason FROM judgement_log
           WHERE query_id = :query AND fragment_id = :fragment AND reason LIKE :audit
           UNION ALL
           SELECT reason FROM reservations
           WHERE query_id = :query AND fragment_id = :fragment AND person_id = :person LIMIT 1""",
        {"query": query, "fragment": fragment, "person": person_id, "audit": f"{_AUDIT_BEGINS}%"},
    ).fetchone()
    return str(row[0]) if row else ""


def audited(store: Store, collection: Collection) -> list[Audited]:
    """What was drawn at random and came to somebody's screen, each pair once; judged or put off."""
    rows = store.db.conn.execute(
        """SELECT query_id, fragment_id, reason, min(revision) FROM judgement_log
           WHERE collection_id = ? AND reason LIKE ? GROUP BY query_id, fragment_id ORDER BY 4""",
        [collection.id, f"{_AUDIT_BEGINS}%"],
    ).fetchall()
    found = [(query, fragment, read_reason(text)[1]) for query, fragment, text, _revision in rows]
    return [
        Audited(query, fragment, told["probability"], told["left"], told["total"])
        for query, fragment, told in found
    ]

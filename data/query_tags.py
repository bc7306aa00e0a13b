"""Tags of queries, given by hand after the import."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from data.collections import Collection, Query
from data.store import Store


def set_tags(store: Store, query: Query, tags: Sequence[str]) -> None:
    """From now on the query has these tags: each once, in their order, empty ones dropped."""
    kept = list(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    with store.writing("settings") as db:
        db.table("queries").update(query.id, {"tags": json.dumps(kept, ensure_ascii=False)})


def tags(store: Store, collection: Collection) -> dict[int, tuple[str, ...]]:
    """Database id of a query → its tags, of the queries that have any."""
    rows = store.db.conn.execute(
        "SELECT id, tags FROM queries WHERE collection_id = ? AND tags <> '[]'", [collection.id]
    )
    return {query: _parsed(written) for query, written in rows}


@lru_cache(maxsize=1024)
def _parsed(written: str) -> tuple[str, ...]:
    return tuple(json.loads(written))

"""Which column is what in tables of a known header, as people said it last time."""

from __future__ import annotations

import json
from collections.abc import Sequence

from data.formats.table import Columns
from data.store import Store


def remembered(store: Store, header: Sequence[str]) -> Columns | None:
    """What was said of a table with these columns, None if nothing was."""
    row = store.db.conn.execute(
        "SELECT holds, names, by_text FROM column_choices WHERE header = ?", [json.dumps(list(header))]
    ).fetchone()
    return Columns(row[0], json.loads(row[1]), bool(row[2])) if row else None


def remember(store: Store, header: Sequence[str], columns: Columns) -> None:
    """Keeps what was said; the newest takes the place of what was said before."""
    with store.writing("import") as db:
        db.table("column_choices").upsert(
            {
                "header": json.dumps(list(header)),
                "holds": columns.holds,
                "names": json.dumps(dict(columns.names), ensure_ascii=False),
                "by_text": columns.by_text,
            },
            pk="header",
        )

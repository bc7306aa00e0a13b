"""How long fragments are, without reading their texts out of the database."""

from __future__ import annotations

from collections.abc import Iterable

from data.store import Store


def text_lengths(store: Store, fragments: Iterable[int]) -> dict[int, int]:
    """Database id → characters of title and text, of these fragments."""
    wanted = list(fragments)
    lengths: dict[int, int] = {}
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ",".join("?" * len(some))
        lengths.update(
            store.db.conn.execute(
                f"SELECT id, length(title) + length(text) FROM fragments WHERE id IN ({marks})", some
            ).fetchall()
        )
    return lengths

"""What becomes of judged fragments when texts are split anew: carried over, changed, or lost, one by one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from data.collections import Collection

_ALIKE = 0.6
_COMPARED = 20_000


@dataclass(frozen=True)
class CarriedOver:
    """The judged fragments of the files' sources, by what becomes of them.

    kept: (fragment_id, judgements) that stand in the files as they were. changed: (fragment_id, the new one
    that says nearly the same or holds it, judgements). lost: (fragment_id, judgements) with nothing like them.
    The last two stay in the collection with their judgements; an old judgement never judges a new text.
    """

    kept: tuple[tuple[str, int], ...]
    changed: tuple[tuple[str, str, int], ...]
    lost: tuple[tuple[str, int], ...]


def carry_over(
    db: Database, collection: Collection, new: Mapping[str, tuple[str, str]]
) -> CarriedOver | None:
    """The report for fragments new as fragment_id → (source, text); None if nothing of their sources is judged."""
    sources = {source for source, _ in new.values()}
    judged = [row for row in _judged(db, collection) if row[1] in sources or row[0] in new]
    if not judged:
        return None
    by_source: dict[str, list[str]] = {}
    for name, (source, _) in new.items():
        by_source.setdefault(source, []).append(name)
    kept, changed, lost = [], [], []
    for name, source, text, count in judged:
        if name in new:
            kept.append((name, count))
        elif successor := _successor(text, ((other, new[other][1]) for other in by_source.get(source, ()))):
            changed.append((name, successor, count))
        else:
            lost.append((name, count))
    return CarriedOver(tuple(kept), tuple(changed), tuple(lost))


def _successor(text: str, candidates: Iterable[tuple[str, str]]) -> str | None:
    """The candidate that holds the text, is held by it, or is most like it; None if none is like it."""
    plain, best, likeness = " ".join(text.split()), None, _ALIKE
    for name, candidate in candidates:
        other = " ".join(candidate.split())
        if plain in other or other in plain:
            return name
        matcher = difflib.SequenceMatcher(
            a=plain[:_COMPARED].split(), b=other[:_COMPARED].split(), autojunk=False
        )
        if matcher.quick_ratio() > likeness and (ratio := matcher.ratio()) > likeness:
            best, likeness = name, ratio
    return best


def _judged(db: Database, collection: Collection) -> list[tuple[str, str, str, int]]:
    """(fragment_id, source, text, judgements) of every judged fragment."""
    return db.conn.execute(
        """SELECT fragments.fragment_id, fragments.source, fragments.text, count(*)
           FROM judgements JOIN fragments ON fragments.id = judgements.fragment_id
           WHERE judgements.collection_id = ? AND judgements.act = 'grade'
           GROUP BY fragments.id ORDER BY fragments.id""",
        [collection.id],
    ).fetchall()

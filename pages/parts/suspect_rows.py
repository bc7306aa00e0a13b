"""Unjudged fragments as rows, with their texts, that are graded where they stand."""

from __future__ import annotations

from functools import partial

from components import grading
from components import suspects as shown
from data import collections, flags, judgements, slots
from data.collections import Collection, Fragment, Person
from data.judgements import Act
from data.permissions import allows
from data.store import Store
from evaluation.unjudged import Near
from pages.parts.live import live_scores
from pages.parts.opened import Opened, opened
from pages.parts.suspects import Suspect


def suspect_rows(
    store: Store, collection: Collection, person: Person, found: list[tuple[Suspect, str]]
) -> None:
    """A row for each suspect and the list it stands in; the keys 0–3 grade the first."""
    content = opened(store, collection)
    rows = _rows(store, collection, person, content, [suspect for suspect, _ in found])
    for place, ((suspect, listed), row) in enumerate(zip(found, rows, strict=True)):
        give = partial(_give, store, collection, person, content, suspect, listed)
        shown.suspect_row(row, give if allows(person.role, "grade") else None, with_keys=place == 0)


def _give(
    store: Store,
    collection: Collection,
    person: Person,
    content: Opened,
    suspect: Suspect,
    listed: str,
    grade: int,
) -> None:
    """Commits a grade, with the list that the fragment stood in and its probability as the reason."""
    why = flags.reason(listed, suspect.probability)
    query = content.queries[suspect.query].id
    if (person.id, suspect.fragment, grade) in {
        (h.person, h.fragment, h.grade) for h in judgements.held(store, query)
    }:
        return  # pressed twice before the row was gone
    act = Act(query, suspect.fragment, "grade", grade, source="flagged", reason=why)
    grading.say_not_saved(slots.append_free(store, collection, person, [act]).values())


def _rows(
    store: Store, collection: Collection, person: Person, content: Opened, found: list[Suspect]
) -> list[shown.Row]:
    others = slots.elsewhere(store, collection, person)
    runs = live_scores(store, collection).runs
    wanted = {suspect.fragment for suspect in found} | {s.nearest.fragment for s in found if s.nearest}
    texts = collections.fragments(store, wanted)
    return [
        shown.Row(
            key=f"{suspect.query}-{suspect.fragment}",
            query=content.queries[suspect.query].text or content.queries[suspect.query].query_id,
            title=texts[suspect.fragment].title or texts[suspect.fragment].fragment_id,
            text=texts[suspect.fragment].text,
            probability=suspect.probability,
            ranks=[(runs[run], rank) for run, rank in suspect.ranks],
            nearest=_nearest(texts, suspect.nearest) if suspect.nearest else None,
            twins=len(suspect.twins),
            is_held=others.has(content.queries[suspect.query].id, suspect.fragment),
            is_blind=not allows(person.role, "compare"),
        )
        for suspect in found
    ]


def _nearest(texts: dict[int, Fragment], near: Near) -> tuple[str, int]:
    """Its text, or its id where it has none; and its grade."""
    fragment = texts[near.fragment]
    return fragment.text or fragment.title or fragment.fragment_id, near.grade

"""The places whose logs a person keeps in the browser: one a collection, whichever is on the page at the moment."""

from __future__ import annotations

from typing import Any

from data import collections
from data.collections import Collection, Person
from data.events import Batch
from data.store import Store


def place_of(store: Store, person: Person, collection: Collection) -> str:
    """Names the person's log in the browser; another database never has the same."""
    return _named(collections.birth(store, collection), collection, person)


def places(store: Store, person: Person) -> dict[str, Collection]:
    """All places of the person."""
    births = collections.births(store)
    return {_named(births[one.id], one, person): one for one in collections.all_collections(store)}


def batches(store: Store, person: Person, sent: dict[str, Any] | None) -> list[Batch]:
    """What the browser sent, by collection: of the place that it showed, and of others where something waited.

    What is of a place that is not the person's, or not of this database, is left out.
    """
    more = sent.get("others") if sent else None
    named = [one for one in (sent, *(more if isinstance(more, list) else ())) if isinstance(one, dict)]
    given = [(one.get("place"), one.get("events")) for one in named]
    given = [(place, acts) for place, acts in given if isinstance(acts, list) and acts]
    known = places(store, person) if given else {}
    return [(known[place], acts) for place, acts in given if isinstance(place, str) and place in known]


def _named(birth: str, collection: Collection, person: Person) -> str:
    return f"{birth}/{collection.id}/{person.id}"

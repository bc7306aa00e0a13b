"""What one annotator's card gets from the store: takes what the browser did, serves what comes next."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import streamlit as st

from components.words import _
from data import collections, events, guides, history, judgements, reservations
from data.collections import Collection, Person
from data.events import Taken
from data.history import OwnAct
from data.permissions import NotAllowed
from data.reservations import Pair
from data.store import Store
from data.trouble import StoreBusy
from evaluation.serving import serve
from pages.parts import choices
from pages.parts.browsers import browsers, this_session
from pages.parts.grading import left_for, read_tally
from pages.parts.opened import Opened
from pages.parts.orders import Orders
from pages.parts.places import batches, place_of, places
from pages.parts.serving import Serving

AHEAD = 6  # the fragment on the screen and the next five
UNDO_AT_ONCE = 40  # acts that the browser takes back before it asks for older ones
STATE = "grading visit"


@dataclass
class Visit:
    """What a session remembers of its card: what the browser sent last, and what was answered lately.

    leaves: the query that the person left, until they work on another. goes: the query whose list they asked for,
    until the page shows it. flagged: the pairs that a page of the
    unjudged showed, and why, as far as that is kept (`data.flags.remember`).
    """

    sent: dict[str, Any] | None = None
    taken: deque[str] = field(default_factory=lambda: deque(maxlen=400))
    refused: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=100))
    leaves: int | None = None
    goes: int | None = None
    flagged: dict[Pair, str] = field(default_factory=dict)

    def hear(self, sent: dict[str, Any]) -> None:
        """Notes what the browser sent, for the next answer."""
        self.sent = sent
        if isinstance(sent.get("go"), int):
            self.goes = sent["go"]


def visit() -> Visit:
    """This session's visit."""
    if STATE not in st.session_state:
        st.session_state[STATE] = Visit()
    found: Visit = st.session_state[STATE]
    return found


@dataclass(frozen=True)
class Desk:
    """One person at one collection. query: in the list view the query whose pool is on the page, else None.

    version: of the guidelines that are on the page, 0 for none; None if nobody says.
    """

    store: Store
    collection: Collection
    person: Person
    opened: Opened
    orders: Orders
    query: int | None = None
    version: int | None = None

    @cached_property
    def place(self) -> str:
        """Names the person's log in the browser."""
        return place_of(self.store, self.person, self.collection)

    def answer(self, visit: Visit) -> dict[str, Any]:
        """Takes what the browser sent, reserves what comes next, and says both; all of it on disk by then.

        What was done in another collection, as before this one was chosen, is taken there. When the database is
        busy, nothing is taken: the browser keeps its events and sends them again; so it does as well when the
        person may not grade any more, for which NotAllowed is raised.
        """
        sent, visit.sent = visit.sent, None
        given = batches(self.store, self.person, sent)
        if sent is not None and sent.get("place") != self.place:
            sent = None
        _hear_browser(sent)
        tally = read_tally(self.store, self.collection, self.opened)
        serving = self._serving(visit)
        try:
            with self.store.writing("grade", self.person) as db:
                told = events.take_all(db, self.person, given)
                pairs = reservations.hold(
                    db,
                    self.collection,
                    self.person,
                    AHEAD if self.query is None else len(self.opened.pool.of(self.query)),
                    serving.queues(tally),
                    self.query,
                    serving.audit,
                )
        except StoreBusy:
            return self._snapshot(visit, [], sent, _("The database is busy. This page tries again."), True)
        _remember(visit, told)
        if told.taken:
            self.orders.follow()
        if any(event.get("query") != visit.leaves for event in _events(sent) if isinstance(event, dict)):
            visit.leaves = None
        return self._snapshot(visit, pairs, sent, "", False)

    def _serving(self, visit: Visit) -> Serving:
        return Serving(
            self.store,
            self.collection,
            self.person,
            self.opened,
            self.orders,
            self.query,
            self.place,
            visit.leaves,
        )

    def mark_example(self, sent: dict[str, Any]) -> None:
        """The lead takes a fragment as the example of a grade."""
        if self.person.role != "lead" or sent.get("grade") not in judgements.GRADES:
            return
        with contextlib.suppress(NotAllowed):  # which the run that follows finds as well
            guides.set_example(self.store, self.collection, sent["grade"], sent["query"], sent["fragment"])

    def _snapshot(
        self, visit: Visit, pairs: list[Pair], sent: dict[str, Any] | None, notice: str, unsure: bool
    ) -> dict[str, Any]:
        past = history.last_acts(self.store, self.collection, self.person, UNDO_AT_ONCE + 1)
        past, has_older = past[-UNDO_AT_ONCE:], len(past) > UNDO_AT_ONCE
        left = left_for(self.store, self.collection, self.opened, self.person)
        listed = self._list(pairs, left) if self.query is not None else None
        shown = [*pairs, *((act.query, act.fragment) for act in past if act.fragment is not None)]
        if listed is not None:
            shown += [_pair(key) for key in listed["rows"]]
        wanted = {query for query, _fragment in shown} | {act.query for act in past} | ({self.query} - {None})
        return {
            **answered(visit, self.store, self.person, self.collection),
            "source": "queue" if self.query is None else "list",
            "queue": [key_of(pair) for pair in pairs],
            "past": [act_item(act) for act in past],
            "has_older": has_older,
            "list": listed,
            "items": items(self.store, shown, sent),
            "queries": self._queries(wanted, left),
            "queries_all": len(self.opened.pool.queries),
            "total": len(self.opened.pool.fragments),
            "left": int(left.sum()),
            "pace": history.pace(self.store, self.collection, self.person),
            "contexts": self._contexts(sent),
            "guidelines": self.version,
            "is_lead": self.person.role == "lead",
            "notice": notice,
            "unsure": unsure,
        }

    def _list(self, pairs: list[Pair], left: np.ndarray) -> dict[str, Any]:
        """The rows of the list view: what the person holds of the query and what they judged, in mixed order."""
        assert self.query is not None
        given = {
            act.fragment: act
            for act in history.acts_on(self.store, self.collection, self.person, self.query)
            if act.fragment is not None
        }
        pool = self.opened.pool.of(self.query)
        mixed = serve(pool, {}, set(), set(), 1, seed=f"{self.person.id}/{self.query}")
        mine = {fragment for _query, fragment in pairs} | set(given)
        rows = [served.fragment for served in mixed if served.fragment in mine]
        return {
            "query": self.query,
            "rows": [key_of((self.query, fragment)) for fragment in rows],
            "given": {key_of((self.query, act.fragment)): act_item(act) for act in given.values()},
            "others": len(pool) - len(rows),
            "next_query": self._next_with_work(left),
        }

    def _next_with_work(self, left: np.ndarray) -> dict[str, Any] | None:
        """The next query, and then round, in which something is left for the person; not the one on the page."""
        queries = self.opened.pool.queries
        start = int(np.searchsorted(queries, self.query)) + 1
        found = [
            query for query in np.roll(queries, -start)[np.roll(left, -start) > 0] if query != self.query
        ]
        return {"id": int(found[0]), "name": self.opened.query(int(found[0])).query_id} if found else None

    def _queries(self, wanted: set[int], left: np.ndarray) -> dict[str, dict[str, Any]]:
        pool = self.opened.pool
        found = {}
        for query_id in wanted:
            query = self.opened.query(query_id)
            place = int(np.searchsorted(pool.queries, query_id))
            inside = place < len(pool.queries) and pool.queries[place] == query_id
            found[str(query_id)] = {
                "id": query_id,
                "name": query.query_id,
                "text": query.text,
                "need": query.information_need,
                "place": place + 1,
                "total": len(pool.of(query_id)),
                "left": int(left[place]) if inside else 0,
            }
        return found

    def _contexts(self, sent: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
        """What stands before and after the fragment that the browser asked about."""
        key = sent.get("context") if sent else None
        if not isinstance(key, str):
            return {}
        before, after = collections.neighbours(self.store, self.collection, _pair(key)[1])
        return {
            key: {
                side: {"text": row.text}
                for side, rows in (("before", before), ("after", after))
                for row in rows
            }
        }


def items(store: Store, pairs: Iterable[Pair], sent: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    """The fragments that the browser does not hold yet, by the name of the pair."""
    had = set(sent.get("have") or ()) if sent else set()
    wanted = [pair for pair in pairs if key_of(pair) not in had]
    found = collections.fragments(store, {pair[1] for pair in wanted})
    return {
        key_of(pair): {
            "query": pair[0],
            "fragment": pair[1],
            "title": found[pair[1]].title,
            "text": found[pair[1]].text,
            "source": found[pair[1]].source,
            "id": found[pair[1]].fragment_id,
            "has_neighbours": bool(found[pair[1]].source) and found[pair[1]].position is not None,
        }
        for pair in wanted
    }


def answered(visit: Visit, store: Store, person: Person, collection: Collection) -> dict[str, Any]:
    """What the browser is told of what it sent, and the person's places: there may be more that waits for them."""
    place = place_of(store, person, collection)
    return {
        "place": place,
        "places": {name: one.name for name, one in places(store, person).items()},
        "taken": list(visit.taken),
        "refused": [{"event_id": event, "reason": _(reason)} for event, reason in visit.refused],
        "elsewhere": browsers().elsewhere(this_session(), place),
    }


def take_what_came_last(store: Store, person: Person, collection: Collection | None) -> None:
    """Takes what the browser sent while the person was already on the way to another page.

    Raises nothing when the database is busy or the person may not grade any more: the browser keeps what is not
    confirmed, and sends it again.
    """
    with contextlib.suppress(NotAllowed):
        take_sent(store, person, collection)


def take_sent(store: Store, person: Person, collection: Collection | None) -> str:
    """Takes what the browser sent. When the database is busy nothing, and why, as a text for the person; else "".

    Raises NotAllowed when the person may not grade any more.
    """
    now = visit()
    sent, now.sent = now.sent, None
    if sent is None:
        return ""
    if collection and sent.get("place") == place_of(store, person, collection):
        _hear_browser(sent)
    given = batches(store, person, sent)
    try:
        with store.writing("grade", person) as db:
            told = events.take_all(db, person, given)
    except StoreBusy:
        return _("The database is busy. This page tries again.")
    _remember(now, told)
    return ""


def _hear_browser(sent: dict[str, Any] | None) -> None:
    if sent is not None and isinstance(sent.get("browser"), str):
        browsers().hear(this_session(), sent["place"], sent["browser"][:100])


def _events(sent: dict[str, Any] | None) -> list[Any]:
    given = sent.get("events") if sent else None
    return given if isinstance(given, list) else []


def _remember(visit: Visit, told: Taken) -> None:
    if told.taken:
        choices.session_is_used()
    for event in told.taken:
        if event not in visit.taken:
            visit.taken.append(event)
    visit.refused.extend((refusal.event_id, refusal.reason) for refusal in told.refused)


def act_item(act: OwnAct) -> dict[str, Any]:
    """An act as the browser has it."""
    return {
        "event_id": act.event_id,
        "query": act.query,
        "fragment": act.fragment,
        "act": act.act,
        "grade": act.grade,
        "note": act.note,
    }


def key_of(pair: tuple[int, int | None]) -> str:
    """The name of a pair in the browser."""
    return f"{pair[0]}-{pair[1]}"


def _pair(key: str) -> Pair:
    query, _dash, fragment = key.partition("-")
    return int(query), int(fragment)

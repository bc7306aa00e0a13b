"""Rows of fragments that nobody has judged, on one person's page: they stay where they are, and are graded there."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.grades import as_buttons
from components.grading_card import flag_rows
from components.suspects import Row, flag_item
from components.words import _, language
from data import collections, flags, guides, history, judgements, slots
from data.collections import Collection, Fragment, Person
from data.history import OwnAct
from data.permissions import LEAD, NotAllowed, allows
from data.reservations import Pair
from data.store import Store
from evaluation.unjudged import Near
from pages.parts import desk
from pages.parts.desk import act_item, key_of
from pages.parts.kept_rows import AT_ONCE, KeptRows
from pages.parts.live import live_scores
from pages.parts.opened import Opened
from pages.parts.reading_on import Far, show_far
from pages.parts.suspects import Suspect

_SPOKEN = "language of the rows"
LATE = 5.0  # seconds after which a person has something to do in any case
GOOD = 0.5  # probability from which a row is worth its place while better ones may still be found

Found = list[tuple[Suspect, str]]
"""Suspects and the list that each stands in, the first to be judged in front."""


def take_sent(store: Store, collection: Collection, person: Person) -> dict[str, Any]:
    """Takes what the browser sent; gives what the answer has to say of it.

    When the session has ended, or the role is another, the whole page runs, which knows what to show then.
    """
    sent = desk.visit().sent or {}
    try:
        notice = desk.take_sent(store, person, collection)
    except NotAllowed:
        st.rerun()
    is_same = st.session_state.get(_SPOKEN) == language()  # else the browser begins anew, in another language
    st.session_state[_SPOKEN] = language()
    return {"have": sent.get("have") if is_same else None, "notice": notice, "unsure": bool(notice)}


@dataclass(frozen=True)
class FlagDesk:
    """One person at the rows of one page."""

    store: Store
    collection: Collection
    person: Person
    content: Opened
    shown: KeptRows[Pair, tuple[Suspect, str]]

    def is_open(self) -> Callable[[int, int], bool]:
        """Whether an unjudged fragment (query by number) is for the person.

        Not what they cannot tell; nor, but for leads, what is for others at this moment.
        """
        done = judgements.cannot_tell(self.store, self.collection, self.person)
        elsewhere = slots.elsewhere(self.store, self.collection, self.person)
        is_lead = self.person.role == LEAD

        def may(number: int, fragment: int) -> bool:
            query = self.content.queries[number].id
            return (query, fragment) not in done and (is_lead or not elsewhere.has(query, fragment))

        return may

    def fill(self, newest: Callable[[int], Found], is_whole: bool) -> bool:
        """Adds rows at the end; gives whether the page would look otherwise if it began anew.

        is_whole: whether all is read. Before, only likely rows take a place, for they will stay; where none has come
        soon, one that is not.
        """
        found = newest(3 * AT_ONCE)  # some of them stand on the page, or are graded and not taken in yet
        rows = {(self.content.queries[one.query].id, one.fragment): (one, listed) for one, listed in found}
        judged = self._done({*self.shown.rows, *rows})
        if not is_whole:
            self.shown.fill({pair: row for pair, row in rows.items() if row[0].probability >= GOOD}, judged)
        is_late = time.monotonic() - self.shown.begun > LATE
        return self.shown.fill(rows, judged, AT_ONCE if is_whole else int(is_late))

    def show(
        self,
        told: Mapping[str, Any],
        newest: Callable[[int], Found],
        far: Far | None,
        beside: Callable[[], None] = lambda: None,
    ) -> None:
        """The rows, and above them how far the pools are read; called inside `st.fragment`.

        told: as `take_sent` gave it; newest: gives so many suspects; far: how far the reading is;
        beside: draws what stands beside the line. The line keeps its height, so that no row moves.
        """
        newer = self.fill(newest, is_whole=far is None)
        with st.container(horizontal=True, vertical_alignment="center"):
            if far:
                show_far(far)
            else:
                st.caption(_("Rows stay where they are while you grade."), width="stretch")
            beside()
            st.button(
                _("Show the newest order"),
                icon=":material/sort:",
                disabled=not newer,
                on_click=self.shown.rows.clear,
                help=_("Every grade tells of other fragments too."),
            )
        if self.shown.rows:
            self._show_rows(told)
        elif far is None:
            st.success(_("Nothing in this list is left to judge."))

    def _show_rows(self, told: Mapping[str, Any]) -> None:
        visit = desk.visit()
        shown = {
            pair: flags.reason(listed, one.probability) for pair, (one, listed) in self.shown.rows.items()
        }
        new = {pair: why for pair, why in shown.items() if visit.flagged.get(pair) != why}
        if new and allows(self.person.role, "grade"):
            try:
                flags.remember(self.store, self.person, new)
            except NotAllowed:
                st.rerun()
            visit.flagged |= new
        flag_rows(self.answer(told), visit.hear)

    def answer(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """All that the browser is told."""
        pairs = list(self.shown.rows)
        queries = {query for query, _fragment in pairs}
        acts = {
            (act.query, act.fragment): act
            for query in queries
            for act in history.acts_on(self.store, self.collection, self.person, query)
        }
        past = history.last_acts(self.store, self.collection, self.person, desk.UNDO_AT_ONCE)
        own = guides.guides(self.store, self.collection)
        return {
            **desk.answered(desk.visit(), self.store, self.person, self.collection),
            "flags": True,
            "looks_only": not allows(self.person.role, "grade"),
            "source": "flagged",
            "queue": [],
            "past": [act_item(act) for act in _still_shown(past, self.shown.rows)],
            "has_older": False,
            "list": {
                "query": None,
                "rows": [key_of(pair) for pair in pairs],
                "given": {key_of(pair): act_item(acts[pair]) for pair in pairs if pair in acts},
                "others": 0,
            },
            "items": self._items(pairs, told),
            "queries": {str(query): self._query(query) for query in queries},
            "queries_all": len(queries),
            "total": 0,
            "left": 0,
            "pace": None,
            "contexts": {},
            "guidelines": None,
            "is_lead": False,
            "notice": told["notice"],
            "unsure": told["unsure"],
            "grades": as_buttons({grade: one.meaning for grade, one in own.items()}),
        }

    def _items(self, pairs: Iterable[Pair], told: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        found = desk.items(self.store, pairs, told)
        new = [pair for pair in pairs if key_of(pair) in found]
        rows = self._rows(new)
        return {key_of(pair): {**found[key_of(pair)], "flag": flag_item(rows[pair])} for pair in new}

    def _rows(self, pairs: Iterable[Pair]) -> dict[Pair, Row]:
        others = slots.elsewhere(self.store, self.collection, self.person)
        runs = live_scores(self.store, self.collection).runs
        of = {pair: self.shown.rows[pair][0] for pair in pairs}
        wanted = {one.nearest.fragment for one in of.values() if one.nearest}
        texts = collections.fragments(self.store, wanted.union(*(one.twins for one in of.values())))
        return {
            pair: Row(
                query=self.content.query(pair[0]).text or self.content.query(pair[0]).query_id,
                probability=suspect.probability,
                ranks=[(runs[run], rank) for run, rank in suspect.ranks],
                nearest=_nearest(texts, suspect.nearest) if suspect.nearest else None,
                twins=[_written(texts[twin]) for twin in suspect.twins],
                is_held=others.has(*pair),
                is_blind=not allows(self.person.role, "compare"),
            )
            for pair, suspect in of.items()
        }

    def _query(self, query: int) -> dict[str, Any]:
        one = self.content.query(query)
        return {
            "id": query,
            "name": one.query_id,
            "text": one.text,
            "need": "",
            "place": 0,
            "total": 0,
            "left": 0,
        }

    def _done(self, pairs: Set[Pair]) -> Set[Pair]:
        """Those of which nothing is left to do here: judged, said to be unclear by the person, or gone to others."""
        others = slots.elsewhere(self.store, self.collection, self.person)
        done = {pair for pair in pairs if self.person.role != LEAD and others.has(*pair)}
        for query in {query for query, _fragment in pairs}:
            for held in judgements.held(self.store, query):
                if held.act == "grade" or held.person == self.person.id:
                    done.add((held.query, held.fragment))
        return done


def _still_shown(past: Sequence[OwnAct], rows: Container[object]) -> list[OwnAct]:
    """The latest acts, back to the first that was done elsewhere: nothing older is taken back unseen."""
    shown = itertools.takewhile(lambda act: (act.query, act.fragment) in rows, reversed(past))
    return list(shown)[::-1]


def _nearest(texts: Mapping[int, Fragment], near: Near) -> tuple[str, int]:
    return _written(texts[near.fragment]), near.grade


def _written(fragment: Fragment) -> str:
    """Its text, or its title or id where it has none."""
    return fragment.text or fragment.title or fragment.fragment_id

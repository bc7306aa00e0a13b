"""One contradiction as a card: the texts, what they were given, and the ways to end it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

import streamlit as st

from components import grading
from components.differences import marked_texts, show_marked
from components.grades import GRADES, act_name, meaning
from components.opinions import pseudonym
from components.plain import literal, paragraph
from components.words import _
from data import collections, settling
from data.collections import Collection, Fragment, Person, Query
from data.store import Store
from evaluation.contradictions import Contradiction, Given
from pages.parts.agreed import grades_of


@dataclass(frozen=True)
class Card:
    """A contradiction, for a lead who may end it. people: name by database id; names: whether they are shown."""

    store: Store
    collection: Collection
    person: Person
    found: Contradiction
    people: Mapping[int, str]
    names: bool

    def show(self, query: Query) -> None:
        """The whole card."""
        texts = list(collections.fragments(self.store, self.found.fragments).values())
        texts.sort(key=lambda one: one.id)
        ids = ", ".join(text.fragment_id for text in texts)
        with st.container(border=True):
            grading.query_heading(query.text, query.information_need, query.query_id)
            kind = _("The same text") if self.found.identical else _("Nearly the same text")
            by = _("one annotator gave both grades") if self.found.alone else _("different annotators")
            st.caption(f"{kind} · {by}")
            if self.found.identical:
                self._same(texts)
            else:
                self._different(texts)
            self._buttons(_("The same text, or nearly: {ids}").format(ids=ids))
            if not self.found.identical:
                self._keep(_("Texts alike whose difference matters: {ids}").format(ids=ids))

    def _same(self, texts: list[Fragment]) -> None:
        """What is the same stands once."""
        st.markdown(f"**{literal(texts[0].title)}**" if texts[0].title else "")
        paragraph(texts[0].text)
        for fragment in texts:
            self._given_to(fragment)

    def _different(self, texts: list[Fragment]) -> None:
        """The texts side by side."""
        shown = iter(zip(texts, marked_texts([text.text for text in texts]), strict=True))
        for pair in zip_longest(shown, shown):
            for column, one in zip(st.columns(2), filter(None, pair), strict=False):
                fragment, html = one
                with column:
                    st.markdown(f"**{literal(fragment.title)}**" if fragment.title else "")
                    show_marked(html)
                    self._given_to(fragment)

    def _given_to(self, fragment: Fragment) -> None:
        """What one of the texts was given, and by whom."""
        for given in (one for one in self.found.given if one.fragment == fragment.id):
            grade, by = literal(act_name("grade", given.grade)), literal(self._who(given))
            st.markdown(f"**{grade}** · {by} · {literal(fragment.fragment_id)}")

    def _who(self, given: Given) -> str:
        """The annotator's name, or the letter that stands for it in this contradiction."""
        if given.settled:
            return _("Decision")
        everybody = sorted({one.person for one in self.found.given})
        return self.people[given.person] if self.names else pseudonym(everybody.index(given.person))

    def _buttons(self, reason: str) -> None:
        """One grade for all of them."""
        st.caption(_("The grade that counts for all of them:"))
        for column, grade in zip(st.columns(4), GRADES, strict=True):
            column.button(
                f"{grade} · {meaning(grade)}",
                key=f"all-{self._key}-{grade}",
                on_click=self._settle,
                args=(dict.fromkeys(self.found.fragments, grade), reason),
                width="stretch",
            )

    def _keep(self, reason: str) -> None:
        """For texts whose small difference is what matters; only where the grades are on the scale of 0–3."""
        now = grades_of(self.store, self.collection, self.found.query)
        grades = {fragment: now[fragment] for fragment in self.found.fragments}
        if set(grades.values()) <= set(GRADES):
            st.button(
                _("The difference matters: keep these grades"),
                key=f"keep-{self._key}",
                type="tertiary",
                icon=":material/call_split:",
                on_click=self._settle,
                args=(grades, reason),
            )

    @property
    def _key(self) -> str:
        return f"{self.found.query}-{'-'.join(map(str, self.found.fragments))}"

    def _settle(self, grades: dict[int, int], reason: str) -> None:
        settling.settle_all(self.store, self.collection, self.person, self.found.query, grades, reason)

"""Contradictions: the same text, or nearly, with different grades for a query; the lead decides on the spot."""

from __future__ import annotations

from itertools import zip_longest

import streamlit as st

from components import grading
from components.differences import marked_texts, show_marked
from components.empty import nothing_yet
from components.grades import GRADES, act_name, meaning
from components.plain import literal, paragraph
from components.words import _, ngettext
from data import collections, settling
from data.collections import Fragment
from evaluation.contradictions import Contradiction, Given
from evaluation.words import N_
from pages.parts import choices
from pages.parts.contradicting import contradicting, counting_grades
from pages.parts.opened import opened
from pages.parts.suspects import reading

AT_ONCE = 5
OTHERS = N_("Annotator {letter}")

store = choices.open_store()
person = choices.require(store, "settle")
collection = choices.collection(store)
st.title(_("Contradictions"))
if collection is None:
    nothing_yet()
    st.stop()
content = opened(store, collection)
people = {one.id: one.name for one in collections.people(store)}


def settle(found: Contradiction, grades: dict[int, int], reason: str) -> None:
    """Decides the grades of these fragments, for one reason."""
    settling.settle_all(store, collection, person, found.query, grades, reason)


def who(given: Given, found: Contradiction, names: bool) -> str:
    """The annotator's name, or the letter that stands for it in this contradiction."""
    if given.settled:
        return _("Decision")
    everybody = sorted({one.person for one in found.given})
    return people[given.person] if names else _(OTHERS).format(letter=chr(65 + everybody.index(given.person)))


def given_to(found: Contradiction, fragment: Fragment, names: bool) -> None:
    """What one of the texts was given, and by whom."""
    for given in (one for one in found.given if one.fragment == fragment.id):
        grade, by = literal(act_name("grade", given.grade)), literal(who(given, found, names))
        st.markdown(f"**{grade}** · {by} · {literal(fragment.fragment_id)}")


def show_texts(found: Contradiction, texts: list[Fragment], names: bool) -> None:
    """The texts side by side with what each was given; what is the same stands once."""
    if found.identical:
        st.markdown(f"**{literal(texts[0].title)}**" if texts[0].title else "")
        paragraph(texts[0].text)
        for fragment in texts:
            given_to(found, fragment, names)
        return
    whole = marked_texts([text.text for text in texts])
    shown = iter(zip(texts, whole, strict=True))
    for pair in zip_longest(shown, shown):
        for column, one in zip(st.columns(2), filter(None, pair), strict=False):
            fragment, html = one
            with column:
                st.markdown(f"**{literal(fragment.title)}**" if fragment.title else "")
                show_marked(html)
                given_to(found, fragment, names)


def show(found: Contradiction, names: bool) -> None:
    """One contradiction, with the ways to end it."""
    texts = list(collections.fragments(store, found.fragments).values())
    texts.sort(key=lambda one: one.id)
    with st.container(border=True):
        query = content.query(found.query)
        grading.query_heading(query.text, query.information_need, query.query_id)
        kind = _("The same text") if found.identical else _("Nearly the same text")
        by = _("one annotator gave both grades") if found.alone else _("different annotators")
        st.caption(f"{kind} · {by}")
        show_texts(found, texts, names)
        key = f"{found.query}-{'-'.join(map(str, found.fragments))}"
        ids = ", ".join(text.fragment_id for text in texts)
        st.caption(_("The grade that counts for all of them:"))
        reason = _("The same text, or nearly: {ids}").format(ids=ids)
        for column, grade in zip(st.columns(4), GRADES, strict=True):
            grades = dict.fromkeys(found.fragments, grade)
            column.button(
                f"{grade} · {meaning(grade)}",
                key=f"all-{key}-{grade}",
                on_click=settle,
                args=(found, grades, reason),
                width="stretch",
            )
        if not found.identical:
            keep_button(found, key, ids)


def keep_button(found: Contradiction, key: str, ids: str) -> None:
    """For texts whose small difference is what matters; only where the grades are on the scale of 0–3."""
    now = counting_grades(store, collection, found.query)
    grades = {fragment: now[fragment] for fragment in found.fragments}
    reason = _("Texts alike whose difference matters: {ids}").format(ids=ids)
    if set(grades.values()) <= set(GRADES):
        st.button(
            _("The difference matters: keep these grades"),
            key=f"keep-{key}",
            type="tertiary",
            icon=":material/call_split:",
            on_click=settle,
            args=(found, grades, reason),
        )


st.write(
    _(
        "One query, the same text or nearly the same under several ids, and different grades: at least one of them "
        "is wrong. A grade chosen here is a decision of yours; what the annotators gave stays in the log, and "
        "*Settle* lists it among the decisions."
    )
)
with reading() as progress:
    every = contradicting(store, collection, progress)
if not every:
    st.success(_("Nothing contradicts itself: the same text has the same grade everywhere."))
    st.stop()
with st.container(horizontal=True, vertical_alignment="center"):
    st.markdown(ngettext("**{n}** contradiction", "**{n}** contradictions", len(every)))
    with_names = st.toggle(_("Show names"), value=False)
for one in every[:AT_ONCE]:
    show(one, with_names)

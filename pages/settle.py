"""Settle: disagreements in order of their effect on the leaderboard, decisions with a reason, and the rule."""

from __future__ import annotations

import streamlit as st

from components import grading, opinions
from components.empty import nothing_yet
from components.grades import GRADES, act_name, meaning
from components.plain import literal
from components.scores import measure_label
from components.words import _, decimal, moment, ngettext
from data import collections, settling
from evaluation.alone import Disagreement
from evaluation.words import N_
from pages.parts import choices
from pages.parts.disagreements import ranked
from pages.parts.live import live_scores
from pages.parts.measures import MAIN
from pages.parts.opened import opened
from pages.parts.rules import choose_rule

PLACE, DONE = "settling place", "settled"
OTHERS = N_("Annotator {letter}")

store = choices.open_store()
person = choices.require(store, "settle")
collection = choices.collection(store)
st.title(_("Settle"))
if collection is None:
    nothing_yet()
    st.stop()
content = opened(store, collection)
live = live_scores(store, collection)


def go(step: int, last: int) -> None:
    """To the next or the previous disagreement."""
    st.session_state[PLACE] = min(max(st.session_state.get(PLACE, 0) + step, 0), last)


def show(one: Disagreement, names: bool) -> tuple[int, int]:
    """The query, the fragment and what each gave; returns the pair's database ids."""
    query = content.queries[one.query]
    fragment = collections.fragments(store, [one.fragment])[one.fragment]
    grading.query_heading(query.text, query.information_need, query.query_id)
    grading.fragment_card(fragment.title, fragment.text, fragment.source, fragment.fragment_id)
    given = settling.opinions(store, collection, query.id, fragment.id)
    opinions.side_by_side(
        [
            (
                opinion.person if names else _(OTHERS).format(letter=chr(65 + place)),
                opinion.grade,
                opinion.note,
            )
            for place, opinion in enumerate(given)
        ]
    )
    return query.id, fragment.id


def decide(query: int, fragment: int) -> None:
    """The form that settles the pair."""
    with st.form(f"settle-{query}-{fragment}"):
        grade = st.radio(
            _("The grade that counts"),
            GRADES,
            index=None,
            horizontal=True,
            format_func=lambda one: f"{one} · {meaning(one)}",
        )
        reason = st.text_area(_("Reason"), height=68, placeholder=_("For the annotators and the log"))
        sent = st.form_submit_button(_("Settle"), type="primary", icon=":material/gavel:")
    if sent and (grade is None or not reason.strip()):
        st.error(_("Choose a grade and write a reason."))
    elif sent:
        settling.settle(store, collection, person, query, fragment, grade, reason)
        st.session_state[DONE] = grade
        st.rerun()


def disagreements() -> None:
    """One disagreement after the other, the weightiest first."""
    found = ranked(store, collection, content, live)
    if DONE in st.session_state:
        st.success(_("Settled: {grade}").format(grade=act_name("adjudicate", st.session_state.pop(DONE))))
    if not found:
        st.info(_("Nobody disagrees: no fragment has different grades without a decision."))
        return
    place = min(st.session_state.get(PLACE, 0), len(found) - 1)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            _("Previous"),
            on_click=go,
            args=(-1, len(found) - 1),
            disabled=place == 0,
            icon=":material/arrow_back:",
        )
        st.button(
            _("Next"),
            on_click=go,
            args=(1, len(found) - 1),
            disabled=place == len(found) - 1,
            icon=":material/arrow_forward:",
        )
        st.markdown(_("**{place}** of {all}").format(place=place + 1, all=len(found)))
        names = st.toggle(_("Show names"), value=False)
    st.caption(
        _(
            "Depending on the grade, the distance between two runs moves by up to {effect} in {measure}."
        ).format(effect=decimal(found[place].effect, 4), measure=measure_label(MAIN))
    )
    decide(*show(found[place], names))


def decisions() -> None:
    """What was settled, with the way to take it back."""
    made = settling.decisions(store, collection)
    st.caption(ngettext("{n} decision", "{n} decisions", len(made)))
    texts = collections.fragments(store, [decision.fragment for decision in made[:50]])
    for decision in made[:50]:
        query, fragment = content.query(decision.query), texts[decision.fragment]
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"**{literal(act_name('adjudicate', decision.grade))}** · {literal(query.query_id)} · "
                f"{literal(fragment.fragment_id)} · {literal(decision.person)}, {moment(decision.at)}  \n"
                f"{literal(decision.reason)}"
            )
            if st.button(_("Take back"), key=f"reopen-{decision.revision}"):
                settling.reopen(store, collection, person, decision)
                st.rerun()


disagree, rule, made = st.tabs([_("Disagreements"), _("Rule"), _("Decisions")])
with disagree:
    disagreements()
with rule:
    choose_rule(store, collection, live, content.number_of)
with made:
    decisions()

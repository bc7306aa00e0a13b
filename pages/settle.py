"""Settle: disagreements in order of their effect on the leaderboard, decisions with a reason, and the rule."""

from __future__ import annotations

import streamlit as st

from components import grading, opinions
from components.empty import nothing_yet
from components.grades import act_name
from components.scores import measure_label
from components.words import _, decimal
from data import collections, settling
from evaluation.alone import Disagreement
from pages.parts import choices
from pages.parts.deciding import DONE, decide, decisions
from pages.parts.disagreements import ranked
from pages.parts.live import live_scores
from pages.parts.measures import MAIN
from pages.parts.opened import opened
from pages.parts.rules import choose_rule

PLACE = "settling place"

store = choices.open_store()
person = choices.require(store, "settle")
collection = choices.collection(store)
st.title(_("Settle"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
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
                opinion.person if names else opinions.pseudonym(place),
                opinion.grade,
                opinion.note,
            )
            for place, opinion in enumerate(given)
        ]
    )
    return query.id, fragment.id


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
    decide(store, collection, person, *show(found[place], names))


disagree, rule, made = st.tabs([_("Disagreements"), _("Rule"), _("Decisions")])
with disagree:
    disagreements()
with rule:
    choose_rule(store, collection, live, content.number_of)
with made:
    decisions(store, collection, person, content)

"""Grade one fragment at a time: the query above, the text, four grades by key, undo; blind to run and rank."""

from __future__ import annotations

import streamlit as st
from pages.parts.live import moving_scores

from components import grading
from components.empty import nothing_to_grade, nothing_yet
from components.grades import act_name
from components.words import _
from data import judgements
from data.judgements import Act
from pages.parts import choices
from pages.parts.grading import Served, Work, work
from pages.parts.opened import opened

QUERY, SAVED = "grading query", "grading saved"

store = choices.open_store()
person = choices.person(store)
collection = choices.collection(store)
if collection is None or person is None:
    nothing_yet()
    st.stop()


def give(served: Served, act: str, grade: int | None) -> None:
    """Commits what the person did; only after that is it shown as saved."""
    note = st.session_state.get(f"note-{served.event_id}", "")
    given = Act(served.query.id, served.fragment.id, act, grade, note, event_id=served.event_id)
    judgements.append(store, collection, person, [given])
    st.session_state[SAVED] = (act_name(act, grade), served.fragment.title or served.fragment.fragment_id)
    st.session_state[QUERY] = served.query.id


def undo() -> None:
    """Takes back the newest act and goes back to its query."""
    undone = judgements.undo_last(store, collection, person)
    if undone is None:
        st.session_state[SAVED] = (_("nothing is left to undo"), "–")
        return
    st.session_state[QUERY] = undone.query
    st.session_state[SAVED] = (_("taken back: {what}").format(what=act_name(undone.act, undone.grade)), "–")


def show(now: Work) -> None:
    """The fragment to grade, or that there is none."""
    if now.served is None:
        nothing_to_grade(now.candidates)
        return
    served = now.served
    grading.query_heading(served.query.text, served.query.information_need, served.query.query_id)
    fragment = served.fragment
    grading.fragment_card(fragment.title, fragment.text, fragment.source, fragment.fragment_id)
    grading.grade_buttons(served.event_id, lambda act, grade: give(served, act, grade))
    grading.note(f"note-{served.event_id}")


now = work(store, collection, person, opened(store, collection), st.session_state.get(QUERY))
grading.progress(now.query_done, now.query_candidates, now.done, now.candidates)
show(now)
with st.container(horizontal=True, vertical_alignment="center"):
    st.button(_("Undo"), icon=":material/undo:", shortcut="z", on_click=undo)
    if SAVED in st.session_state:
        grading.just_saved(*st.session_state[SAVED])
moving_scores(store, collection, shown_at_first=person.role == "lead")

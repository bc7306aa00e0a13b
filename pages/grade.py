"""Grade: one fragment at a time or the whole list of a query, by key; blind to run, rank and score."""

from __future__ import annotations

import streamlit as st

from components.empty import no_candidates, nothing_yet
from components.grades import as_buttons
from components.grading_card import grading_card
from data.permissions import NotAllowed
from pages.parts import choices
from pages.parts.desk import Desk, take_what_came_last, visit
from pages.parts.ground import ground_of, say_new_words
from pages.parts.guidelines import guidelines_panel
from pages.parts.kept import say_kept
from pages.parts.live import beside_the_card
from pages.parts.opened import opened
from pages.parts.orders import orders
from pages.parts.practising import practise
from pages.parts.remarks import remark_box
from pages.parts.stopping import stop_for
from pages.parts.viewing import choose_query

store = choices.open_store()
person = choices.require(store, "grade", lambda someone: say_kept(store, someone, "on the page"))
collection = choices.collection(store)
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()


@st.fragment
def card(desk: Desk, grades: list[dict[str, object]]) -> None:
    """The card; only this runs again when somebody grades, unless the query or what the page stands on is another."""
    now = visit()
    if now.goes is not None or ground_of(store, desk.collection) != ground:
        take_what_came_last(store, desk.person, desk.collection)
        st.rerun()
    try:
        answer = desk.answer(now)
    except NotAllowed:  # the session has ended, or the role is another: the whole page knows what to show
        st.rerun()
    grading_card({**answer, "grades": grades}, now.hear, desk.mark_example)


ground = ground_of(store, collection)
collection, guide = ground.collection, ground.guide
content = opened(store, collection)
if practise(store, collection, person, content):
    st.stop()
if not content.pool.fragments.size:
    no_candidates(choices.may(store, "import"))
    st.stop()
say_new_words(ground)
grades = as_buttons({grade: one.meaning for grade, one in guide.items()})
query = choose_query(collection, content)
order = orders(store, collection, content)
card(Desk(store, collection, person, content, order, query, ground.version), grades)
guidelines_panel(store, collection, person, content, guide)
remark_box(store, collection, person, content, query)
beside_the_card(store, collection, person, lambda: stop_for(store, collection, person, order))

"""Practice on the Grade page: settled examples one by one, with the grade that was decided shown at once."""

from __future__ import annotations

import streamlit as st

from components import grading
from components.grades import GRADES, act_name, meaning
from components.plain import literal
from components.words import _
from data import collections, practice
from data.collections import Collection, Person
from data.practice import Example
from data.store import Store
from pages.parts.opened import Opened

_SHOWN, _SKIP = "practice shown", "practice skipped"


def practise(store: Store, collection: Collection, person: Person, content: Opened) -> bool:
    """Shows the next example while there is one; False when real work may begin."""
    if collection.practice == 0 or st.session_state.get(_SKIP) == collection.id:
        return False
    found = practice.examples(store, collection, person)
    shown = st.session_state.get(_SHOWN)
    last = next((one for one in found if (one.query, one.fragment) == shown), None)
    example = last or next((one for one in found if one.answer is None), None)
    if example is None:
        return False
    place = found.index(example) + 1
    st.caption(
        _("Practice {place} of {all}: it does not count, and shows what was decided.").format(
            place=place, all=len(found)
        )
    )
    query, fragment = (
        content.query(example.query),
        collections.fragments(store, [example.fragment])[example.fragment],
    )
    grading.query_heading(query.text, query.information_need, query.query_id)
    grading.fragment_card(fragment.title, fragment.text, fragment.source, fragment.fragment_id)
    if example.answer is None:
        _ask(store, collection, person, example)
    else:
        _tell(example)
    return True


def _ask(store: Store, collection: Collection, person: Person, example: Example) -> None:
    def give(grade: int) -> None:
        practice.answer(store, collection, person, example, grade)
        st.session_state[_SHOWN] = (example.query, example.fragment)

    for column, grade in zip(st.columns(4), GRADES, strict=True):
        column.button(
            meaning(grade),
            key=f"practice-{grade}",
            shortcut=str(grade),
            on_click=give,
            args=(grade,),
            width="stretch",
        )
    if st.button(_("Skip the practice"), type="tertiary"):
        st.session_state[_SKIP] = collection.id
        st.rerun()


def _tell(example: Example) -> None:
    decided = literal(act_name("adjudicate", example.grade))
    if example.answer == example.grade:
        st.success(_("The same was decided: {grade}.").format(grade=decided))
    else:
        given = literal(act_name("grade", example.answer))
        st.warning(_("You gave {given}; decided was {grade}.").format(given=given, grade=decided))
    st.markdown(literal(example.reason))
    st.button(
        _("Next"), type="primary", shortcut="Enter", on_click=lambda: st.session_state.pop(_SHOWN, None)
    )

"""The guidelines beside the card: how to grade here, what each grade means, and an example of each."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from components.grades import GRADES, meaning
from components.plain import literal, paragraph
from components.saved import say_saved
from components.words import _
from data import collections, guidelines, guides
from data.collections import Collection, Person
from data.guides import Guide
from data.store import Store
from pages.parts.opened import Opened


def guidelines_panel(
    store: Store, collection: Collection, person: Person, content: Opened, guide: Mapping[int, Guide]
) -> None:
    """In the sidebar, folded until somebody wants it; the lead may change it there."""
    with st.sidebar.expander(_("Guidelines"), icon=":material/menu_book:"):
        st.markdown(collection.guidelines or _("The lead has written no guidelines yet."))
        for grade in GRADES:
            here = guide.get(grade) or Guide(grade, "", None, None)
            st.markdown(f"**{grade}** · {literal(here.meaning or meaning(grade))}")
            if here.query is not None and here.fragment is not None:
                _example(store, content, here.query, here.fragment)
                if person.role == "lead" and st.button(
                    _("Take this example away"), key=f"no example {grade}", type="tertiary"
                ):
                    guides.clear_example(store, collection, grade)
                    st.rerun()
        if person.role == "lead":
            _change(store, collection, person, guide)


def _example(store: Store, content: Opened, query: int, fragment: int) -> None:
    shown = collections.fragments(store, [fragment])[fragment]
    with st.popover(_("Example"), icon=":material/bookmark:"):
        paragraph(content.query(query).text, "aside")
        if shown.title:
            paragraph(shown.title, "title")
        paragraph(shown.text)


def _change(store: Store, collection: Collection, person: Person, guide: Mapping[int, Guide]) -> None:
    with st.popover(_("Change"), icon=":material/edit:"), st.form("guidelines", border=False):
        text = st.text_area(_("Guidelines for annotators (Markdown)"), collection.guidelines, height=200)
        meanings = {
            grade: st.text_input(
                _("What {grade} means").format(grade=grade),
                guide[grade].meaning if grade in guide else "",
                placeholder=meaning(grade),
                max_chars=60,
            )
            for grade in GRADES
        }
        if st.form_submit_button(_("Save")):
            guidelines.write(store, collection, person, text)
            for grade, words in meanings.items():
                guides.set_meaning(store, collection, grade, words.strip())
            say_saved()
            st.rerun()

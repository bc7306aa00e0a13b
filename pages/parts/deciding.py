"""The form by which a lead settles a fragment, and the decisions made so far."""

from __future__ import annotations

import streamlit as st

from components.grades import GRADES, act_name, meaning
from components.plain import literal
from components.words import _, moment, ngettext
from data import collections, settling
from data.collections import Collection, Person
from data.store import Store
from pages.parts.opened import Opened

DONE = "settled"


def decide(store: Store, collection: Collection, person: Person, query: int, fragment: int) -> None:
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


def decisions(store: Store, collection: Collection, person: Person, content: Opened) -> None:
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

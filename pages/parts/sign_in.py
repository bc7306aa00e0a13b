"""Who are you: a name is enough, since the app listens on this computer only."""

from __future__ import annotations

import streamlit as st

from components.plain import literal
from components.words import _
from data import collections
from data.store import Store
from pages.parts import choices

_MOST_NAMES = 12


def ask_who(store: Store) -> None:
    """Asks for a name and a role, or offers those who were here before; signs in."""
    roles = {"annotator": _("I grade fragments"), "lead": _("I lead: load, compare, decide")}
    known = {someone.name: someone for someone in collections.people(store) if someone.role != "import"}
    st.title("Quilate")
    st.write(
        _("Grade fragments, build the golden dataset, and see every retrieval configuration's scores move.")
    )
    with st.form("sign_in", width=420):
        name = st.text_input(_("Your name"), max_chars=80, placeholder=_("As colleagues will see it")).strip()
        role = st.radio(_("What do you do here?"), list(roles), format_func=roles.__getitem__)
        sent = st.form_submit_button(_("Start"), type="primary")
    if sent and not name:
        st.error(_("Write your name first."))
    elif sent:
        choices.sign_in(known.get(name) or collections.add_person(store, name, role))
        st.rerun()
    if known:
        st.caption(_("Or go on as somebody who was here before:"))
    with st.container(horizontal=True):
        for someone in list(known.values())[:_MOST_NAMES]:
            if st.button(literal(someone.name), key=f"as-{someone.id}"):
                choices.sign_in(someone)
                st.rerun()

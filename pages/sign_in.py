"""Who are you: a name is enough, since the app listens on this computer only."""

import streamlit as st

from components.plain import literal
from components.words import _
from data import collections
from pages.parts import choices

ROLES = {"annotator": _("I grade fragments"), "lead": _("I lead: load, compare, decide")}

store = choices.open_store()
known = {someone.name: someone for someone in collections.people(store) if someone.role != "import"}

st.title("Quilate")
st.write(_("Grade fragments, build the golden dataset, and see every retrieval configuration's scores move."))
with st.form("sign_in", width=420):
    name = st.text_input(_("Your name"), max_chars=80, placeholder=_("As colleagues will see it"))
    role = st.radio(_("What do you do here?"), list(ROLES), format_func=ROLES.__getitem__)
    sent = st.form_submit_button(_("Start"), type="primary")
if sent and not name.strip():
    st.error(_("Write your name first."))
elif sent:
    choices.sign_in(known.get(name.strip()) or collections.add_person(store, name.strip(), role))
    st.rerun()
if known:
    st.caption(_("Or go on as somebody who was here before:"))
    with st.container(horizontal=True):
        for someone in list(known.values())[:12]:
            if st.button(literal(someone.name), key=f"as-{someone.id}"):
                choices.sign_in(someone)
                st.rerun()

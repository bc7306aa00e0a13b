"""Entry point of the web app: who is there, and which pages there are."""

from __future__ import annotations

import streamlit as st

from components.plain import literal
from components.words import _
from pages.parts import choices

st.set_page_config(page_title="Quilate", page_icon="◆", layout="wide")
store = choices.open_store()
someone = choices.person(store)

if someone is None:
    chosen = st.navigation([st.Page("pages/sign_in.py", title=_("Sign in"))], position="hidden")
else:
    pages = [
        st.Page("pages/collection.py", title=_("Collection"), icon=":material/inventory_2:", default=True),
        st.Page("pages/grade.py", title=_("Grade"), icon=":material/grading:"),
        st.Page("pages/compare.py", title=_("Compare"), icon=":material/leaderboard:"),
        st.Page("pages/stages.py", title=_("Which stage"), visibility="hidden"),
        st.Page("pages/cutoffs.py", title=_("Which k"), visibility="hidden"),
        st.Page("pages/query.py", title=_("One query"), visibility="hidden"),
        st.Page("pages/history.py", title=_("History"), visibility="hidden"),
        st.Page("pages/load.py", title=_("Import"), icon=":material/upload:"),
        st.Page("pages/export.py", title=_("Export"), icon=":material/download:"),
        st.Page("pages/measures.py", title=_("Measures"), icon=":material/functions:"),
    ]
    chosen = st.navigation(pages)
    choices.choose_collection(store)
    with st.sidebar.container(horizontal=True, vertical_alignment="center"):
        st.caption(_("You are {name}").format(name=literal(someone.name)), width="stretch")
        if st.button(_("Sign out"), type="tertiary"):
            choices.sign_out()
            st.rerun()
choices.choose_language_here()
chosen.run()

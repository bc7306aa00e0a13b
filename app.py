"""Entry point of the web app: who is there, and which pages there are."""

from __future__ import annotations

import streamlit as st

from components.plain import literal
from components.words import _
from pages.parts import choices
from pages.parts.sign_in import ask_who

st.set_page_config(page_title="Quilate", page_icon="◆", layout="wide")
choices.app_runs()
store = choices.open_store()
someone = choices.person(store)
pages = [
    st.Page("pages/collection.py", title=_("Collection"), icon=":material/inventory_2:", default=True),
    st.Page("pages/grade.py", title=_("Grade"), icon=":material/grading:"),
    st.Page("pages/unjudged.py", title=_("Unjudged"), icon=":material/manage_search:"),
    st.Page("pages/compare.py", title=_("Compare"), icon=":material/leaderboard:"),
    st.Page("pages/stages.py", title=_("Which stage"), visibility="hidden"),
    st.Page("pages/cutoffs.py", title=_("Which k"), visibility="hidden"),
    st.Page("pages/query.py", title=_("One query"), visibility="hidden"),
    st.Page("pages/history.py", title=_("History"), visibility="hidden"),
    st.Page("pages/load.py", title=_("Import"), icon=":material/upload:"),
    st.Page("pages/export.py", title=_("Export"), icon=":material/download:"),
    st.Page("pages/measures.py", title=_("Measures"), icon=":material/functions:"),
]
chosen = st.navigation(pages, position="sidebar" if someone else "hidden")
if someone:
    choices.choose_collection(store)
    with st.sidebar.container(horizontal=True, vertical_alignment="center"):
        st.caption(_("You are {name}").format(name=literal(someone.name)), width="stretch")
        if st.button(_("Sign out"), type="tertiary"):
            choices.sign_out()
            st.rerun()
choices.choose_language_here()
if someone:
    chosen.run()
else:
    ask_who(store)

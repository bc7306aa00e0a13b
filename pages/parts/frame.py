"""What stands around every page: who is there, which pages there are, the collection and the language."""

from __future__ import annotations

import streamlit as st

from components import address
from components.after_restart import run_again_after_restart
from components.filled import shade_what_is_filled
from components.once_a_press import once_a_press
from components.plain import literal
from components.saved import tell_saved
from components.words import _
from data.collections import Person
from data.permissions import allows
from pages.parts import choices, desk, kept_rows, who
from pages.parts.browsers import browsers, this_session
from pages.parts.kept import say_kept
from pages.parts.sign_in import ask_who

_WITH_CARD = ("grade", "unjudged", "decide")


def show() -> None:
    """One run of the script: the page that was asked for, or the question who is there."""
    try:
        _show()
    finally:
        address.write_all()


def _show() -> None:
    st.set_page_config(page_title="Quilate", page_icon="◆", layout="wide")
    shade_what_is_filled()
    choices.app_runs()
    store = choices.open_store()
    someone = choices.person(store)
    chosen = st.navigation(menu(someone), position="sidebar" if someone else "hidden", expanded=True)
    who.tell_browser()
    if someone:
        choices.choose_collection(store)
        with st.sidebar.container(horizontal=True, vertical_alignment="center"):
            st.caption(_("You are {name}").format(name=literal(someone.name)), width="stretch")
            if st.button(_("Sign out"), type="tertiary", key="sign-out"):
                desk.take_what_came_last(store, someone, choices.collection(store))
                taken = desk.visit().taken
                choices.sign_out()
                desk.visit().taken = taken
                st.rerun()
    choices.choose_language_here()
    tell_saved()
    with st.sidebar.container(gap=None):  # none of them takes room while it has nothing to say
        once_a_press()
        run_again_after_restart()
        if someone:
            say_kept(store, someone, "beside the page")
    if not someone or chosen.url_path not in _WITH_CARD:
        browsers().leave(this_session())
    if someone:
        kept_rows.leave(chosen.url_path)
        if chosen.url_path != "grade":
            desk.take_what_came_last(store, someone, choices.collection(store))
        chosen.run()
    else:
        ask_who(choices.file_store())


def menu(someone: Person | None) -> dict[str, list[st.Page]]:
    """The pages under their headings, as this person sees them."""

    def page(name: str, title: str, icon: str, right: str | None = None) -> st.Page:
        """A page that the menu shows to those who have the right; the page itself refuses the others."""
        may = someone is not None and (right is None or allows(someone.role, right))
        return st.Page(
            f"pages/{name}.py",
            title=title,
            icon=f":material/{icon}:",
            default=name == "collection",
            visibility="visible" if may else "hidden",
        )

    return {
        "": [
            page("collection", _("Collection"), "inventory_2"),
            page("grade", _("Grade"), "grading", "grade"),
            page("mine", _("My work"), "person", "grade"),
            page("unjudged", _("Unjudged"), "manage_search"),
            page("compare", _("Compare"), "leaderboard", "compare"),
            st.Page("pages/decide.py", title=_("A or B"), visibility="hidden"),
            st.Page("pages/stages.py", title=_("Which stage"), visibility="hidden"),
            st.Page("pages/cutoffs.py", title=_("Which k"), visibility="hidden"),
            st.Page("pages/query.py", title=_("One query"), visibility="hidden"),
            st.Page("pages/history.py", title=_("History"), visibility="hidden"),
            page("export", _("Export"), "download", "export"),
            page("measures", _("Measures"), "functions"),
        ],
        _("For leads"): [
            page("settle", _("Settle"), "gavel", "settle"),
            page("contradictions", _("Contradictions"), "difference", "settle"),
            page("agreement", _("Agreement"), "handshake", "see everybody"),
            page("work", _("Shares of work"), "groups", "share work"),
            page("log", _("Log"), "history", "see everybody"),
            page("load", _("Import"), "upload", "import"),
            page("people", _("People"), "manage_accounts", "people"),
        ],
    }

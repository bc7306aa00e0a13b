"""Who is using the app, which collection they look at: kept for the session and in the address of the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from components import address
from components.words import LANGUAGE, LANGUAGES, _, choose_language, is_chosen, language
from data import collections, one_store
from data.collections import Collection, Person
from data.permissions import MAY_NOT, allows
from data.store import Store
from pages.parts import who

_PAGES = Path(__file__).resolve().parents[1]
_COLLECTION, _THROUGH_APP = "collection", "through app"


def open_store() -> Store:
    """The database that the app serves, in the hands of who is signed in: it writes what they may, no more.

    It is the file named by QUILATE_DATABASE, else quilate.db here.
    """
    _only_through_app()
    store = file_store()
    return store.acting_as(who.signed_in(store), who.secret())


def file_store() -> Store:
    """The same in nobody's hands, through which anything can be written; only for signing in and out."""
    return one_store.served()


def app_runs() -> None:
    """Told by app.py that it is what runs, not a page on its own."""
    st.session_state[_THROUGH_APP] = True


def _only_through_app() -> None:
    """Starts again at app.py, with the page that was asked for.

    Streamlit runs a file in `pages/` by itself when its address is the first that a new server is asked for;
    nobody would have been asked who they are. Declaring the navigation ends that way of running.
    """
    if st.runtime.exists() and not st.session_state.get(_THROUGH_APP):
        st.navigation(sorted(_PAGES.glob("*.py")), position="hidden")
        st.rerun()


def person(store: Store) -> Person | None:
    """Who is using this session, None until they said so."""
    found = who.signed_in(one_store.opened(str(store.path)))
    if found and who.way() == who.LOCAL:
        _remember(who.PERSON, found.name)
    return found


def require(store: Store, what: str, more: Callable[[Person | None], None] = lambda _someone: None) -> Person:
    """Who is using this session, if they may do `what`; else says that they may not and `more`, and ends the page."""
    someone = person(store)
    if someone is None or not allows(someone.role, what):
        st.error(_(MAY_NOT), icon=":material/lock:")
        more(someone)
        st.stop()
    return someone


def may(store: Store, what: str) -> bool:
    """Whether who is using this session may do `what`."""
    someone = person(store)
    return someone is not None and allows(someone.role, what)


def sign_in(someone: Person) -> None:
    """From now on this session acts as `someone`."""
    _remember(who.PERSON, someone.name)


def sign_out() -> None:
    """Forgets who is using this session."""
    st.query_params.pop(who.PERSON, None)
    who.end_session(file_store())


def session_is_used() -> None:
    """Something was done in this session, also where no whole page ran: it goes on."""
    who.prolong(file_store())


def show(collection: Collection) -> None:
    """From now on the pages look at this collection."""
    _remember(_COLLECTION, collection.name)


def collection(store: Store) -> Collection | None:
    """The collection that the pages look at; None if there is none at all."""
    every = collections.all_collections(store)
    wanted = st.session_state.get(_COLLECTION) or st.query_params.get(_COLLECTION)
    found = next((one for one in every if one.name == wanted), every[0] if every else None)
    if found:
        _remember(_COLLECTION, found.name)
    return found


def choose_collection(store: Store) -> None:
    """A chooser of the collection, in the sidebar; nothing if there is none."""
    asked = None if _COLLECTION in st.session_state else st.query_params.get(_COLLECTION)
    current = collection(store)
    if current is None:
        return
    if asked not in (None, current.name):
        address.asked_in_vain(_("Collection"), str(asked))
    names = [one.name for one in collections.all_collections(store)]
    name = st.sidebar.selectbox(_("Collection"), names, index=names.index(current.name))
    _remember(_COLLECTION, name)


def choose_language_here() -> None:
    """A small chooser of the language, in the sidebar."""
    codes = list(LANGUAGES)
    code = st.sidebar.segmented_control(
        _("Language"),
        codes,
        default=language(),
        format_func=LANGUAGES.__getitem__,
        label_visibility="collapsed",
    )
    if code and code != language():
        choose_language(code)
        st.rerun()
    if is_chosen():
        _remember(LANGUAGE, language())


def _remember(key: str, value: str) -> None:
    st.session_state[key] = value
    address.write(key, value)

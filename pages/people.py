"""People: who may do what; new accounts by a one-time link, pseudonyms, and who is out."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.plain import literal
from components.saved import say_saved
from components.words import _
from data import accounts, collections
from data.accounts import Account
from data.permissions import ANNOTATOR, ROLES
from pages.parts import choices, who
from pages.parts.sign_in import INVITATION
from pages.parts.tokens import tokens_of_programs

LINK = "invitation link"

store = choices.open_store()
person = choices.require(store, "people")
st.title(_("People"))


def link_for(name: str, role: str) -> None:
    """Makes a one-time link and shows it once."""
    token = accounts.invite(store, name, role)
    base = (st.context.url or "").split("?")[0].rsplit("/", 1)[0]
    st.session_state[LINK] = (name, f"{base}/?{INVITATION}={token}")


def add() -> None:
    """The form for a new person."""
    with st.form("add", clear_on_submit=True):
        name = st.text_input(_("Name"), max_chars=80)
        role = st.radio(
            _("Role"), list(ROLES), format_func=lambda one: _(ROLES[one]), index=list(ROLES).index(ANNOTATOR)
        )
        sent = st.form_submit_button(_("Add"), type="primary", icon=":material/person_add:")
    if not sent:
        return
    if not name.strip():
        st.error(_("Write a name first."))
    elif any(someone.name == name.strip() for someone in collections.people(store)):
        st.error(_("Somebody has this name already."))
    elif who.way() == who.PASSWORD:
        link_for(name.strip(), role)
        st.rerun()
    else:
        collections.add_person(store, name.strip(), role)
        st.rerun()


def done(write: Callable[[], None]) -> bool:
    """Whether it could be written; says why not."""
    try:
        write()
    except accounts.Refused as refused:
        st.error(literal(_(refused.template).format(**refused.values)))
        return False
    return True


def change(account: Account) -> None:
    """What a lead can do about one person."""
    someone = account.person
    names = list(ROLES)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        role = st.selectbox(
            _("Role"),
            names,
            index=names.index(someone.role),
            format_func=lambda one: _(ROLES[one]),
            key=f"role-{someone.id}",
        )
        new = st.text_input(_("Name everywhere (may be a pseudonym)"), someone.name, key=f"name-{someone.id}")
        if st.button(_("Save"), key=f"save-{someone.id}") and done(
            lambda: accounts.change(store, someone, new.strip(), role, who.way())
        ):
            say_saved()
            st.rerun()
    with st.container(horizontal=True):
        if who.way() == who.PASSWORD and st.button(_("New one-time link"), key=f"link-{someone.id}"):
            link_for(someone.name, someone.role)
            st.rerun()
        if someone.id == person.id:
            return
        if account.closed and st.button(_("Let in again"), key=f"open-{someone.id}"):
            accounts.open_again(store, someone)
            st.rerun()
        if (
            not account.closed
            and st.button(_("Close the account"), key=f"close-{someone.id}")
            and done(lambda: accounts.close(store, someone, who.way()))
        ):
            st.rerun()


WAYS = {
    "password": _("has a password"),
    "provider": _("signs in at the provider"),
    "invited": _("has a one-time link"),
    "token": _("has a token"),
    "": _("by name"),
}
if LINK in st.session_state:
    name, link = st.session_state.pop(LINK)
    st.success(
        _("Give this link to {name}. It works once, within a week, and is shown only now:").format(
            name=literal(name)
        )
    )
    st.code(link, language=None, wrap_lines=True)
add()
for account in accounts.accounts(store):
    state = _("closed") if account.closed else WAYS[account.signs_in]
    label = f"**{literal(account.person.name)}** · {_(ROLES[account.person.role]).split(':')[0]} · {state}"
    with st.expander(label):
        change(account)
st.caption(_("A renamed person has the new name everywhere, in the log and in exports too; the login stays."))
tokens_of_programs(store)

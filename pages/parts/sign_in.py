"""The page that asks who is there: a name, a password, a one-time link, or a provider that vouches."""

from __future__ import annotations

import streamlit as st

from components.plain import literal
from components.words import _
from data import accounts, collections
from data.permissions import ANNOTATOR, LEAD, VIEWER
from data.store import Store
from pages.parts import choices, who
from pages.parts.kept import say_kept

INVITATION = "invitation"
_MOST_NAMES = 12


def ask_who(store: Store) -> None:
    """Asks in the way that the server was set up for, and signs in. store: the file, in nobody's hands."""
    st.title("Quilate")
    st.write(
        _("Grade fragments, build the golden dataset, and see every retrieval configuration's scores move.")
    )
    say_kept(store, None, "before signing in")
    refused = who.refusal()
    if refused:
        st.error(_(refused), icon=":material/lock:")
    elif who.way() == who.PASSWORD:
        _by_password(store)
    elif who.way() == who.OIDC:
        _by_provider()
    else:
        _by_name(store)


def _by_name(store: Store) -> None:
    roles = {
        ANNOTATOR: _("I grade fragments"),
        LEAD: _("I lead: load, compare, decide"),
        VIEWER: _("I look on: compare and export"),
    }
    there = [account for account in accounts.accounts(store) if not account.closed]
    known = {account.person.name: account.person for account in there}
    people = [account.person for account in there if account.signs_in != "token"]
    with st.form("sign_in", width=420, enter_to_submit=False):  # what one does here is chosen after the name
        name = st.text_input(_("Your name"), max_chars=80, placeholder=_("As colleagues will see it")).strip()
        role = st.radio(_("What do you do here?"), list(roles), format_func=roles.__getitem__)
        sent = st.form_submit_button(_("Start"), type="primary")
    if sent and not name:
        st.error(_("Write your name first."))
    elif sent:
        someone = known.get(name) or collections.add_person(store, name, role)
        if someone.role not in roles or accounts.is_closed(store, someone):
            st.error(_("This name cannot sign in. Choose another one."))
        else:
            choices.sign_in(someone)
            st.rerun()
    if people:
        st.caption(_("Or go on as somebody who was here before:"))
    with st.container(horizontal=True):
        for someone in people[:_MOST_NAMES]:
            if st.button(literal(someone.name), key=f"as-{someone.id}"):
                choices.sign_in(someone)
                st.rerun()


def _by_password(store: Store) -> None:
    if INVITATION in st.query_params:
        _by_invitation(store, st.query_params[INVITATION])
        return
    with st.form("sign_in", width=420):
        name = st.text_input(_("Your name"), max_chars=80, autocomplete="username").strip()
        password = st.text_input(_("Password"), type="password", autocomplete="current-password")
        sent = st.form_submit_button(_("Sign in"), type="primary")
    if not sent:
        st.caption(_("Accounts are made by a lead, who gives you a link to choose a password."))
        return
    try:
        someone = accounts.sign_in(store, name, password, st.context.ip_address or "loopback")
    except accounts.Refused as refused:
        st.error(_(refused.template).format(**refused.values))
        return
    who.begin_session(store, someone)
    st.rerun()


def _by_invitation(store: Store, token: str) -> None:
    someone = accounts.invited(store, token)
    if someone is None:
        st.error(_(accounts.INVALID_LINK))
        if st.button(_("Sign in")):
            st.query_params.pop(INVITATION)
            st.rerun()
        return
    st.subheader(_("Welcome, {name}").format(name=literal(someone.name)))
    with st.form("invitation", width=420):
        password = st.text_input(_("Choose a password"), type="password", autocomplete="new-password")
        again = st.text_input(_("The same password again"), type="password", autocomplete="new-password")
        sent = st.form_submit_button(_("Start"), type="primary")
    if not sent:
        return
    if password != again:
        st.error(_("The two are not the same. Write them again."))
        return
    try:
        accounts.accept(store, token, password)
    except accounts.Refused as refused:
        st.error(_(refused.template).format(**refused.values))
        return
    st.query_params.pop(INVITATION)
    who.begin_session(store, someone)
    st.rerun()


def _by_provider() -> None:
    if st.user.is_logged_in:
        st.error(_(who.NO_ROLE))
        if st.button(_("Sign out")):
            st.logout()
        return
    if st.button(_("Sign in"), type="primary", icon=":material/login:"):
        st.login()

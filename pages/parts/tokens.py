"""Tokens of programs on the People page: made with a role and an end, shown once, ended by a click."""

from __future__ import annotations

import streamlit as st

from components.plain import literal
from components.words import _, moment
from data import tokens
from data.permissions import ROLES, VIEWER
from data.store import Store
from data.tokens import Token

_SECRET = "token shown once"


def tokens_of_programs(store: Store) -> None:
    """The list of tokens, and the form for a new one."""
    st.subheader(_("Programs"))
    st.caption(
        _(
            "A pipeline puts runs, reads qrels and scores, and adds judgements over HTTP, with a token in its own "
            "name. What it does stands in the log under that name."
        )
    )
    if _SECRET in st.session_state:
        st.success(_("This is the token. It is shown only now; copy it into the program’s secrets."))
        st.code(st.session_state.pop(_SECRET), language=None, wrap_lines=True)
    for token in reversed(tokens.tokens(store)):
        _line(store, token)
    _form(store)


def _line(store: Store, token: Token) -> None:
    state = (
        _("revoked {when}").format(when=moment(token.revoked))
        if token.revoked
        else (_("until {when}") if token.holds else _("ended {when}")).format(when=moment(token.until))
    )
    role = _(ROLES[token.role]).split(":")[0]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(token.name)}** · {role} · {state}")
        if token.holds and st.button(_("Revoke"), key=f"revoke-{token.number}"):
            tokens.revoke(store, token.number)
            st.rerun()


def _form(store: Store) -> None:
    with st.form("token", clear_on_submit=True):
        name = st.text_input(_("Name of the program"), max_chars=80, placeholder=_("pipeline"))
        role = st.radio(
            _("Role"),
            list(ROLES),
            format_func=lambda one: _(ROLES[one]),
            index=list(ROLES).index(VIEWER),
            key="token-role",
        )
        days = st.number_input(
            _("Days until it ends"), min_value=1, max_value=tokens.LONGEST, value=tokens.DAYS
        )
        sent = st.form_submit_button(_("Make a token"), icon=":material/key:")
    if not sent:
        return
    try:
        st.session_state[_SECRET] = tokens.add(store, name.strip(), role, int(days))
    except tokens.Refused as refused:
        st.error(literal(_(refused.template).format(**refused.values)))
        return
    st.rerun()

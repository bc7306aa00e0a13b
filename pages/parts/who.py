"""Who is using this session: by name on one's own computer, by password, or by an OpenID Connect provider."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from uuid import uuid4

import streamlit as st

from components import session_cookie
from data import accounts, collections
from data.accounts import LOCAL, OIDC, PASSWORD
from data.collections import Person
from data.permissions import ANNOTATOR, LEAD, VIEWER
from data.store import Store
from data.trouble import StoreBusy
from evaluation.words import N_

SIGN_IN = "QUILATE_SIGN_IN"
PERSON = "person"
_SECRET, _WRITE = "session secret", "session secret to be written, and in which turn"

NOT_LOOPBACK = N_(
    "Signing in by name alone works only on one's own computer, and this server listens to others as well. "
    "Start it with `--server.address localhost`, or choose another way to sign in: set QUILATE_SIGN_IN to "
    "`password` or `oidc` (docs/people.md)."
)
THROUGH_A_PROXY = N_(
    "Signing in by name alone works only on one's own computer, and this request came through a proxy. "
    "Choose another way to sign in: set QUILATE_SIGN_IN to `password` or `oidc` (docs/people.md)."
)
NO_SUCH_WAY = N_(
    "QUILATE_SIGN_IN is none of `local`, `password` and `oidc`. Set it to one of them and start again."
)
NO_ROLE = N_("You are signed in at the provider, but nobody has given you a role here. Ask a lead.")


def way() -> str:
    """How people sign in: the environment's QUILATE_SIGN_IN, else `sign_in` in the secrets, else by name."""
    return os.environ.get(SIGN_IN) or str(_settings().get("sign_in", LOCAL))


def refusal() -> str | None:
    """Why nobody can sign in on this server as it was started, to be translated; None if they can."""
    if way() not in (LOCAL, PASSWORD, OIDC):
        return NO_SUCH_WAY
    if way() != LOCAL:
        return None
    if not _is_loopback(str(st.get_option("server.address") or "")):
        return NOT_LOOPBACK
    if st.context.headers.get("X-Forwarded-For") or st.context.headers.get("Forwarded"):
        return THROUGH_A_PROXY
    client = st.context.ip_address
    return NOT_LOOPBACK if isinstance(client, str) and not _is_loopback(client) else None


def signed_in(store: Store) -> Person | None:
    """Who this session is, with the role they have now; None until they said or proved it.

    store: the file, in nobody's hands.
    """
    if refusal():
        return None
    if way() == PASSWORD:
        prolong(store)
        return accounts.in_session(store, secret()) if secret() else None
    if way() == OIDC:
        return _vouched_for(store)
    name = st.session_state.get(PERSON) or st.query_params.get(PERSON)
    return next(
        (one for one in collections.people(store) if one.name == name and not accounts.is_closed(store, one)),
        None,
    )


def secret() -> str:
    """The secret of this session, "" if it has none; only people with a password have one."""
    if way() != PASSWORD:
        return ""
    return str(st.session_state.get(_SECRET) or st.context.cookies.get(accounts.COOKIE, ""))


def prolong(store: Store) -> None:
    """The session is used: it lasts from now on; another time if the database is busy."""
    if held := secret():
        with contextlib.suppress(StoreBusy):
            accounts.prolong(store, held)


def begin_session(store: Store, person: Person) -> None:
    """This session, and this browser as long as it is used, is the person who gave the right password."""
    opened = accounts.open_session(store, person)
    st.session_state[_SECRET] = opened
    st.session_state[_WRITE] = (opened, uuid4().hex)


def end_session(store: Store) -> None:
    """Signs out: the session ends on the server, and everything that this browser tab kept of it is gone."""
    leaving, held = way(), secret()
    if held:
        accounts.end_session(store, held)
    st.session_state.clear()
    if leaving == PASSWORD:
        st.session_state[_WRITE] = ("", uuid4().hex)
    elif leaving == OIDC:
        st.logout()


def tell_browser() -> None:
    """Has the browser keep or forget the session's secret, when there is something to keep or forget."""
    if _WRITE in st.session_state:
        session_cookie.write(*st.session_state[_WRITE])


def role_of(claims: Mapping[str, Any], roles: Mapping[str, Any], claim: str) -> str | None:
    """The first of lead, annotator, viewer whose list in `roles` names the person; None if none does.

    A list names e-mail addresses, "@domain" for all of a domain, values of the claim, or "*" for everybody. An
    address counts only if the provider says that it has verified it.
    """
    verified = claims.get("email_verified") in (True, "true")
    email = str(claims.get("email", "")).lower() if verified else ""
    values = claims.get(claim, []) if claim else []
    known = {str(value) for value in (values if isinstance(values, (list, tuple)) else [values])}
    for role in (LEAD, ANNOTATOR, VIEWER):
        for entry in (str(entry) for entry in roles.get(role, [])):
            by_email = email and (
                entry.lower() == email or (entry.startswith("@") and email.endswith(entry.lower()))
            )
            if entry == "*" or by_email or entry in known:
                return role
    return None


def _vouched_for(store: Store) -> Person | None:
    if not st.user.is_logged_in:
        return None
    claims = st.user.to_dict()
    role = role_of(claims, _settings().get("roles", {}), str(_settings().get("role_claim", "")))
    if role is None:
        return None
    name = str(claims.get("name") or claims.get("email") or claims["sub"])
    try:
        return accounts.by_subject(store, f"{claims.get('iss', '')} {claims['sub']}", name, role)
    except accounts.Refused:
        return None


def _settings() -> Mapping[str, Any]:
    if not st.secrets.load_if_toml_exists():
        return {}
    settings: Mapping[str, Any] = st.secrets.get("quilate", {})
    return settings


def _is_loopback(address: str) -> bool:
    if address == "localhost":
        return True
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False

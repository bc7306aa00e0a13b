"""Keeps the secret of a session in the browser, so that reloading a page does not ask for the password again."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

NAME = "quilate_session"

# Sets a cookie of this site alone; the secret comes over the connection of the page, never by an address.
_SCRIPT = f"""
export default function ({{ data, setTriggerValue }}) {{
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = data.secret
    ? `{NAME}=${{data.secret}}; Path=/; SameSite=Strict; Max-Age=43200${{safe}}`
    : `{NAME}=; Path=/; SameSite=Strict; Max-Age=0${{safe}}`;
  setTriggerValue("kept", true);
}}
"""
_cookie = st.components.v2.component("quilate_session_cookie", html="<span hidden></span>", js=_SCRIPT)


def held() -> str:
    """The secret that the browser came with, "" if it has none."""
    return str(st.context.cookies.get(NAME, ""))


def write(secret: str, done: Callable[[], None]) -> None:
    """Has the browser keep the secret, or forget the one it has (""); tells `done` when it has."""
    _cookie(key="session cookie", data={"secret": secret}, on_kept_change=done)

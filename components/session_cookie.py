"""Keeps the secret of a session in the browser, so that reloading a page does not ask for the password again."""

from __future__ import annotations

import streamlit as st

NAME = "quilate_session"

# Sets a cookie of this site alone; the secret comes over the connection of the page, never by an address. It sends
# nothing back: an answer that crosses a click on the menu would take the person back to the page they left.
_SCRIPT = f"""
const written = (window.quilateCookies ??= new Set());

export default function ({{ data }}) {{
  if (written.has(data.turn)) return;
  written.add(data.turn);
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = data.secret
    ? `{NAME}=${{data.secret}}; Path=/; SameSite=Strict; Max-Age=43200${{safe}}`
    : `{NAME}=; Path=/; SameSite=Strict; Max-Age=0${{safe}}`;
}}
"""
_cookie = st.components.v2.component("quilate_session_cookie", html="<span hidden></span>", js=_SCRIPT)


def held() -> str:
    """The secret that the browser came with, "" if it has none."""
    return str(st.context.cookies.get(NAME, ""))


def write(secret: str, turn: str) -> None:
    """Has the browser keep the secret, or forget the one it has (""); once for each turn, a name of no other."""
    _cookie(key="session cookie", data={"secret": secret, "turn": turn})

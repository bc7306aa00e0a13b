"""Keeps the secret of a session in the browser, so that reloading a page does not ask for the password again."""

from __future__ import annotations

import streamlit as st

# Has the server set or clear a cookie that no script can read. It sends nothing back to the page's script: an answer
# that crosses a click on the menu would take the person back to the page they left.
_SCRIPT = """
const asked = (window.quilateSessions ??= new Set());

export default function ({ data }) {
  if (asked.has(data.turn)) return;
  asked.add(data.turn);
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ secret: data.secret });
  fetch("/session", data.secret ? { method: "POST", headers, body } : { method: "DELETE" });
}
"""
_cookie = st.components.v2.component("quilate_session_cookie", html="<span hidden></span>", js=_SCRIPT)


def write(secret: str, turn: str) -> None:
    """Has the browser keep the secret, or forget the one it has (""); once for each turn, a name of no other."""
    _cookie(key="session cookie", data={"secret": secret, "turn": turn})

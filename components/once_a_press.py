"""A held key does one thing: Streamlit's shortcuts would do it again and again, to whatever comes up next."""

from __future__ import annotations

import streamlit as st

# On the window and before everybody else; who types in a field may hold a key as ever.
_SCRIPT = """
const isTyping = (element) =>
  element instanceof Element && element.closest("input, textarea, select, [contenteditable='true']") !== null;

export default function () {
  const stop = (event) => {
    const isHeld = event.repeat && event.key.length === 1 && !isTyping(event.composedPath()[0]);
    if (isHeld) event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", stop, { capture: true });
  return () => window.removeEventListener("keydown", stop, { capture: true });
}
"""
_component = st.components.v2.component("quilate_once_a_press", html="<span hidden></span>", js=_SCRIPT)


def once_a_press() -> None:
    """On every page, once."""
    _component(key="once a press")

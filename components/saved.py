"""What a page says when a form's values are on disk."""

from __future__ import annotations

import streamlit as st

from components.words import _

_SAVED = "saved just now"


def say_saved(words: str = "") -> None:
    """Has the next run of the page tell in passing that it is saved; what this one says, its rerun takes away.

    words: what it says instead of "Saved.".
    """
    st.session_state[_SAVED] = words


def tell_saved() -> None:
    """Tells it, if there is something to tell."""
    if (words := st.session_state.pop(_SAVED, None)) is not None:
        st.toast(words or _("Saved."), icon=":material/check:")

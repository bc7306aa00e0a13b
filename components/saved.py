"""What a page says when a form's values are on disk."""

from __future__ import annotations

import streamlit as st

from components.words import _

_SAVED = "saved just now"


def say_saved() -> None:
    """Has the next run of the page tell in passing that it is saved; what this one says, its rerun takes away."""
    st.session_state[_SAVED] = True


def tell_saved() -> None:
    """Tells it, if there is something to tell."""
    if st.session_state.pop(_SAVED, False):
        st.toast(_("Saved."), icon=":material/check:")

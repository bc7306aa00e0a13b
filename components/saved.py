"""What a page says when a form's values are on disk."""

from __future__ import annotations

import streamlit as st

from components.words import _


def say_saved() -> None:
    """Tells in passing that it is saved; the words outlive a rerun of the page."""
    st.toast(_("Saved."), icon=":material/check:")

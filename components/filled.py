"""What is filled with the theme's colour under white words, in a shade that they can be read on.

One colour cannot be both: as words on a dark page it has to be lighter than white words on it allow.
"""

from __future__ import annotations

import streamlit as st

FILL, WORDS = "#8a6105", "#fff"
_FILLED = (
    ":is(button,a)[kind^=primary]:not([disabled])",
    "[data-tag]",
    "[role=spinbutton][data-focused]",
    "[role=gridcell] [data-selected]",
)


def shade_what_is_filled() -> None:
    """Buttons, what is chosen of many, the day and the part of a date in hand; on every page."""
    st.html(
        f"<style>:is({','.join(_FILLED)}){{background-color:{FILL}!important;color:{WORDS}!important}}"
        f"{_FILLED[0]}{{border-color:{FILL}!important}}{_FILLED[0]}:hover{{filter:brightness(.88)}}</style>"
    )

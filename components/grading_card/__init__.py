"""The grading card: shows the next fragment at a key press, sends what was done behind it, loses nothing.

Plain HTML, CSS and JavaScript in files beside this one, put together without a build step. What is done in
the browser is kept there until the server answers that it is on disk; see `log.js` for how.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from components.grading_card.wording import card_words
from components.words import language

KEY, FLAGS_KEY = "grading card", "rows of the unjudged"
_HERE = Path(__file__).parent
_SCRIPTS = (
    "marking",
    "log",
    "others",
    "keys",
    "presence",
    "show",
    "around",
    "flags",
    "list",
    "card",
    "mount",
)


def _read(*names: str) -> str:
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


# Words too common to be worth marking, in the languages of the app.
_COMMON = _read("common_words.txt").split()
_card = st.components.v2.component(
    "quilate_grading_card",
    html=_read("card.html"),
    css=_read("card.css"),
    js=_read(*(f"{name}.js" for name in _SCRIPTS)),
)


def grading_card(
    data: dict[str, Any], hear: Callable[[dict[str, Any]], None], mark: Callable[[dict[str, Any]], None]
) -> None:
    """Shows the card. Call it inside `st.fragment`, so that only it runs again when somebody grades.

    data: as `pages.parts.desk.Desk.answer` gives it, with the grades. hear: told what the browser sent, before
    the next run: {place, browser, events, have, context}. mark: told {query, fragment, grade} when the lead takes a
    fragment as the example of a grade. Texts of fragments and queries are shown as text, whatever they hold.
    """
    _card(
        key=KEY,
        data={**data, "words": card_words(), "common": _COMMON, "language": language()},
        on_log_change=lambda: _tell(KEY, "log", hear),
        on_example_change=lambda: _tell(KEY, "example", mark),
    )


def flag_rows(data: dict[str, Any], hear: Callable[[dict[str, Any]], None]) -> None:
    """Shows the rows of a page of the unjudged, graded as on the card. Call it inside `st.fragment`.

    data: as `pages.parts.flag_desk.FlagDesk.answer` gives it, with the grades; hear: as for the card.
    """
    key = f"{FLAGS_KEY} {language()}"
    _card(
        key=key,
        data={**data, "words": card_words(is_one=False), "common": _COMMON, "language": language()},
        on_log_change=lambda: _tell(key, "log", hear),
    )


def _tell(key: str, name: str, listener: Callable[[dict[str, Any]], None]) -> None:
    sent = (st.session_state.get(key) or {}).get(name)
    if isinstance(sent, dict):
        listener(sent)

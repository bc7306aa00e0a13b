"""Nearly equal texts side by side, the words in which they differ marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape

import streamlit as st

_PIECES = re.compile(r"\w+|\s+|[^\w\s]")


def marked(text: str, other: str) -> str:
    """`text` as HTML, what of it `other` has not marked."""
    mine, theirs = _PIECES.findall(text), _PIECES.findall(other)
    matcher = SequenceMatcher(
        None, [piece.casefold() for piece in mine], [piece.casefold() for piece in theirs], autojunk=False
    )
    shown = []
    for kind, start, end, _start, _end in matcher.get_opcodes():
        piece = escape("".join(mine[start:end]))
        same = kind == "equal" or not piece.strip()
        shown.append(piece if same else f"<mark>{piece}</mark>")
    return "".join(shown)


def marked_texts(texts: Sequence[str]) -> list[str]:
    """Each as HTML against the first, and the first against the second."""
    return [marked(text, texts[1 if place == 0 else 0]) for place, text in enumerate(texts)]


def show_marked(html: str) -> None:
    """One of `marked_texts`."""
    st.html(
        f'<p dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.6;margin:0">{html}</p>'
    )

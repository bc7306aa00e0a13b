"""Shows text that came from people or files exactly as it is: never as Markdown, HTML or anything that runs."""

from __future__ import annotations

import re
from html import escape

import streamlit as st

# The characters that Streamlit's Markdown gives a meaning, in labels and options too.
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&])")


def literal(text: str) -> str:
    """`text` for a place that reads Markdown (a label, a caption): shows the same characters, none of them run."""
    return _MARKDOWN.sub(r"\\\1", text).replace("\n", " ")


def paragraph(text: str, role: str = "body") -> None:
    """Shows text as text, its line breaks kept. role: "title", "body" or "aside" (smaller and paler)."""
    style = {
        "title": "font-size:1.35rem;font-weight:600;line-height:1.35;margin:0",
        "body": "line-height:1.6;margin:0;max-width:75ch",
        "aside": "font-size:.875rem;line-height:1.5;opacity:.75;margin:0;max-width:75ch",
    }[role]
    st.html(f'<p dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;{style}">{escape(text)}</p>')

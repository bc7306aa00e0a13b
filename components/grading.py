"""A query, a fragment and the four grades on pages that do without the grading card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import streamlit as st

from components.grades import GRADES, meaning
from components.plain import paragraph
from components.words import _, ngettext

Give = Callable[[str, int | None], None]


def query_heading(text: str, information_need: str, query_id: str) -> None:
    """The query, and under it what the person who asked wants to know."""
    paragraph(text or _("(query {id}: no text was imported)").format(id=query_id), "title")
    if information_need:
        paragraph(information_need, "aside")


def fragment_card(title: str, text: str, source: str, fragment_id: str) -> None:
    """The fragment's text in a frame, as text; long ones scroll inside it."""
    with st.container(border=True, height=360 if len(text) > 1500 else "content"):
        if title:
            paragraph(title, "title")
        paragraph(text or _("(no text was imported for this fragment)"))
        paragraph(source or fragment_id, "aside")


def held_by_others() -> None:
    """Said to a lead, who may judge it all the same."""
    st.caption(f":material/visibility: {held_by_others_text()}")


def held_by_others_text() -> str:
    """The same as plain words."""
    return _(
        "For somebody else: they are reading it or it is their query. Your grade would count beside theirs."
    )


def say_not_saved(reasons: Iterable[str]) -> None:
    """Says how many grades were not taken, and why; reasons: translatable, one a fragment."""
    for reason, times in Counter(reasons).items():
        words = ngettext(
            "{n} grade was not saved: {reason}.",
            "{n} grades were not saved: {reason}.",
            times,
            reason=_(reason),
        )
        st.toast(words, icon=":material/block:", duration="long")


def grade_buttons(key: str, give: Give) -> None:
    """The four grades, "can't tell" and "skip" as buttons with their keys; `give` is told (act, grade)."""
    for column, grade in zip(st.columns(4), GRADES, strict=True):
        column.button(
            meaning(grade),
            key=f"grade-{grade}-{key}",
            shortcut=str(grade),
            on_click=give,
            args=("grade", grade),
            width="stretch",
        )
    with st.container(horizontal=True):
        st.button(_("Can't tell"), key=f"cant-{key}", shortcut="s", on_click=give, args=("cant_tell", None))
        st.button(_("Later"), key=f"skip-{key}", shortcut="l", on_click=give, args=("skip", None))

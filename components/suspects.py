"""Fragments that are likely relevant and that nobody has judged: as rows to grade, and how right flags were."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.grades import GRADES, colour, meaning
from components.grading import held_by_others_text
from components.plain import literal, paragraph
from components.words import _, ngettext, percent, whole


@dataclass(frozen=True)
class Row:
    """A suspect as it is shown. ranks: (run, rank); nearest: (text, grade); twins: the nearly equal texts.

    is_held: it is for somebody else at this moment. is_blind: who looks grades without a hint of run, rank,
    probability or grade.
    """

    query: str
    probability: float
    ranks: Sequence[tuple[str, int]]
    nearest: tuple[str, int] | None
    twins: Sequence[str]
    is_held: bool = False
    is_blind: bool = False


@dataclass(frozen=True)
class Offered:
    """A graded fragment, and how many others have its text and no grade."""

    key: str
    query: str
    title: str
    fragment_id: str
    grade: int
    others: int


def offer_line(row: Offered, take: Callable[[], None]) -> None:
    """One offer, and the button by which it is taken."""
    with st.container(border=True):
        paragraph(row.query, "aside")
        st.markdown(
            _("The same text was graded **{grade}** ({meaning}): “{title}”, {id}").format(
                grade=row.grade,
                meaning=meaning(row.grade),
                title=literal(row.title),
                id=literal(row.fragment_id),
            )
        )
        label = ngettext(
            "Give {grade} to {n} other fragment",
            "Give {grade} to {n} other fragments",
            row.others,
            grade=str(row.grade),
        )
        st.button(label, key=f"same-{row.key}", icon=":material/content_copy:", on_click=take)


def record(listed: str, right: int, judged: int) -> None:
    """How often a flag of a list was right so far. listed: the list's name."""
    if judged:
        line = ngettext(
            "Of {judged} flagged and judged, {right} was relevant ({share}).",
            "Of {judged} flagged and judged, {right} were relevant ({share}).",
            right,
            judged=whole(judged),
            right=whole(right),
            share=percent(right / judged),
        )
    else:
        line = _("No flag of this list has been judged yet.")
    st.markdown(f"**{listed}**: {line}")


def flag_item(row: Row) -> dict[str, Any]:
    """What a row shows beside the text, in words: for `grading_card/flags.js`."""
    shown: dict[str, Any] = {"query": row.query}
    if not row.is_blind:
        shown["chance"] = percent(row.probability)
        shown["chance_label"] = _("Likely relevant")
        shown["found"] = _("Found at rank: {found}").format(
            found=" · ".join(f"{run}: {whole(rank)}" for run, rank in row.ranks)
        )
    if row.nearest:
        text, grade = row.nearest
        title = _("The nearest relevant fragment (grade {grade})").format(grade=grade)
        shown["near"] = {
            "text": text,
            "label": _("The nearest relevant fragment") if row.is_blind else title,
            "colour": "#8889" if row.is_blind else colour(grade) if grade in GRADES else "#8889",
        }
    if row.twins:
        label = ngettext(
            "Nearly the same text stands in {n} other candidate",
            "Nearly the same text stands in {n} other candidates",
            len(row.twins),
        )
        shown["twins"] = {"texts": row.twins, "label": label}
    if row.is_held:
        shown["held"] = held_by_others_text()
    return shown

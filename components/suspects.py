"""Fragments that are likely relevant and that nobody has judged: as rows to grade, and how right flags were."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from components.grades import GRADES, colour, meaning
from components.grading import held_by_others
from components.plain import literal, paragraph
from components.words import _, ngettext, percent, whole

Give = Callable[[int], None]
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Row:
    """A suspect as it is shown. ranks: (run, rank); nearest: (text, grade); twins: how many nearly equal texts.

    is_held: it is for somebody else at this moment. is_blind: who looks grades without a hint of run, rank,
    probability or grade.
    """

    key: str
    query: str
    title: str
    text: str
    probability: float
    ranks: Sequence[tuple[str, int]]
    nearest: tuple[str, int] | None
    twins: int
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
        line = _("Of {judged} flagged and judged, {right} were relevant ({share}).").format(
            judged=whole(judged), right=whole(right), share=percent(right / judged)
        )
    else:
        line = _("No flag of this list has been judged yet.")
    st.markdown(f"**{listed}**: {line}")


def suspect_row(row: Row, give: Give | None, with_keys: bool) -> None:
    """One suspect: query, text, why it is suspected, and the four grades. with_keys: the keys 0–3 grade it."""
    with st.container(border=True):
        paragraph(row.query, "aside")
        head, chance = st.columns([5, 1], vertical_alignment="center")
        with head:
            paragraph(row.title or row.text[:80], "title")
        paragraph(row.text)
        if not row.is_blind:
            chance.metric(_("Likely relevant"), percent(row.probability))
            found = " · ".join(f"{literal(run)}: {rank}" for run, rank in row.ranks)
            st.caption(_("Found at rank: {found}").format(found=found))
        if row.nearest:
            nearest_relevant(row)
        if row.twins:
            st.caption(
                ngettext(
                    "Nearly the same text stands in {n} other candidate.",
                    "Nearly the same text stands in {n} other candidates.",
                    row.twins,
                )
            )
        if give is None:
            return
        if row.is_held:
            held_by_others()
        for column, grade in zip(st.columns(4), GRADES, strict=True):
            column.button(
                f"{grade} · {meaning(grade)}",
                key=f"flag-{row.key}-{grade}",
                shortcut=str(grade) if with_keys else None,
                on_click=give,
                args=(grade,),
                width="stretch",
            )


def nearest_relevant(row: Row) -> None:
    """The most alike fragment that is judged relevant, the words that both share marked."""
    assert row.nearest is not None
    text, grade = row.nearest
    title = _("The nearest relevant fragment (grade {grade})").format(grade=grade)
    with st.expander(_("The nearest relevant fragment") if row.is_blind else title):
        shared = {word.casefold() for word in _WORD.findall(row.text) if len(word) > 3}
        marked = _WORD.sub(
            lambda found: f"\0{found[0]}\1" if found[0].casefold() in shared else found[0], text
        )
        html = escape(marked).replace("\0", "<mark>").replace("\1", "</mark>")
        st.html(
            f'<p dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.6;margin:0;'
            f'border-left:4px solid {"#8889" if row.is_blind else colour(grade)};padding-left:.75rem">{html}</p>'
        )

"""The rankings of one query side by side: grades by colour and number, unjudged marked, moves as lines."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from components.grades import act_name
from components.words import _, decimal, percent

ROW, GAP = 58, 44
"""Height of a row and width between columns, in pixels."""
COLOURS = {None: "transparent", 0: "#6F6F6F", 1: "#F0D58C", 2: "#D99E1B", 3: "#8A5A00"}
INK = {None: "inherit", 0: "#FFFFFF", 1: "#1C1C1C", 2: "#1C1C1C", 3: "#FFFFFF"}

STYLE = f"""<style>
.ranks-frame{{overflow-x:auto;max-width:100%}}
.ranks{{display:flex;align-items:flex-start;font-size:.84rem;width:100%}}
.ranks .column{{flex:1 0 9.6rem;min-width:0;max-width:24rem}}
.ranks .head{{height:{ROW}px;font-weight:600;overflow:hidden;overflow-wrap:anywhere}}
.ranks .head small{{display:block;font-weight:400;opacity:.75}}
.ranks .cell{{height:{ROW}px;padding:4px 0;box-sizing:border-box}}
.ranks .box{{display:flex;gap:.4rem;align-items:center;height:100%;border:1px solid rgba(128,128,128,.35);
 border-radius:6px;padding:0 .4rem;overflow:hidden}}
.ranks .open .box{{border-style:dashed;border-width:2px}}
.ranks .rank{{opacity:.6;font-variant-numeric:tabular-nums;min-width:1.3em;text-align:right}}
.ranks .grade{{border-radius:4px;min-width:1.5em;text-align:center;font-weight:700}}
.ranks .words{{flex:1;min-width:0;line-height:1.25}}
.ranks .words b,.ranks .words small{{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;
 font-weight:500}}
.ranks .words small{{opacity:.7}}
.ranks .share{{font-size:.78em;opacity:.85;white-space:nowrap}}
.ranks img{{margin-top:{ROW}px;flex:none;display:block}}
</style>"""


@dataclass(frozen=True)
class Place:
    """One result: fragment (its number), what is shown of it, its grade (None: unjudged), share of the DCG."""

    fragment: int
    fragment_id: str
    title: str
    grade: int | None
    share: float


@dataclass(frozen=True)
class Column:
    """One run's ranking of the query, and its value on the measure that decides (NaN: undefined)."""

    run: str
    value: float
    places: Sequence[Place]


def side_by_side(columns: Sequence[Column], label: str) -> None:
    """The rankings with lines between the same fragment in neighbouring columns, and how to read them."""
    parts = []
    for number, column in enumerate(columns):
        if number:
            parts.append(_lines(columns[number - 1].places, column.places))
        parts.append(_column(column, label))
    st.html(f"{STYLE}<div class='ranks-frame' tabindex='0'><div class='ranks'>{''.join(parts)}</div></div>")
    st.caption(
        _(
            "Number on colour: the agreed grade; a dashed box with “?”: unjudged. Lines join the same fragment. "
            "Percent: the share of the ranking's DCG that comes from this rank."
        )
    )


def _column(column: Column, label: str) -> str:
    head = (
        f"<div class='head'>{escape(column.run)}<small>{escape(label)} {decimal(column.value)}</small></div>"
    )
    cells = "".join(_cell(rank, place) for rank, place in enumerate(column.places, start=1))
    none = _("no results")
    nothing = f"<div class='cell'>{escape(none)}</div>"
    return f"<div class='column'>{head}{cells or nothing}</div>"


def _cell(rank: int, place: Place) -> str:
    known = place.grade is not None
    colour = COLOURS.get(place.grade, COLOURS[3]), INK.get(place.grade, INK[3])
    mark = str(place.grade) if known else "?"
    said = act_name("grade", place.grade) if known else _("unjudged")
    share = f"<span class='share'>{percent(place.share)}</span>" if place.share > 0 else ""
    title = escape(place.title or place.fragment_id)
    return (
        f"<div class='cell{'' if known else ' open'}'><div class='box' title='{title}: {escape(said)}'>"
        f"<span class='rank'>{rank}</span>"
        f"<span class='grade' style='background:{colour[0]};color:{colour[1]}'>{mark}</span>"
        f"<span class='words'><b>{title}</b><small>{escape(place.fragment_id)}</small></span>{share}</div></div>"
    )


def _lines(left: Sequence[Place], right: Sequence[Place]) -> str:
    where: Mapping[int, int] = {place.fragment: row for row, place in enumerate(right)}
    height = ROW * max(len(left), len(right), 1)
    lines = "".join(
        f"<line x1='0' y1='{ROW * (row + 0.5)}' x2='{GAP}' y2='{ROW * (where[place.fragment] + 0.5)}' "
        f"stroke='{COLOURS[0] if not place.grade else '#B97F0E'}' stroke-width='{2 if place.grade else 1}'/>"
        for row, place in enumerate(left)
        if place.fragment in where
    )
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' width='{GAP}' height='{height}'>{lines}</svg>"
    source = b64encode(drawing.encode()).decode()
    return f"<img alt='' width='{GAP}' height='{height}' src='data:image/svg+xml;base64,{source}'>"

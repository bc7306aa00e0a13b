"""What the check of a file may have to ask: its encoding, its kind, its columns, what its grades become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from components.figures import as_table
from components.plain import literal
from components.words import _, whole

LEFT_OUT = "–"


def ask_encoding(key: str, example: str, suggested: str, encodings: Mapping[str, str]) -> str | None:
    """The encoding that the person confirms, with a line read in the suggested one; None until then."""
    st.write(
        _("This file is not UTF-8. Read as {encoding}, a line of it is:").format(
            encoding=_(encodings[suggested])
        )
    )
    st.code(example, language=None)
    with st.form(f"{key}-encoding", border=False):
        codes = list(encodings)
        chosen = st.selectbox(
            _("Encoding"), codes, index=codes.index(suggested), format_func=lambda code: _(encodings[code])
        )
        return chosen if st.form_submit_button(_("Read it so")) else None


def ask_kind(key: str, kinds: Mapping[str, str], current: str | None) -> str | None:
    """The kind that the person chooses, None until then. kinds: key → name."""
    with st.form(f"{key}-kind", border=False):
        keys = list(kinds)
        place = keys.index(current) if current in keys else None
        chosen = st.selectbox(
            _("What is this file?"), keys, index=place, format_func=lambda kind: _(kinds[kind])
        )
        return chosen if st.form_submit_button(_("It is this")) and chosen else None


def ask_columns(
    key: str,
    names: Sequence[str],
    rows: Sequence[Sequence[object]],
    roles: Mapping[str, tuple[Sequence[str], Sequence[str]]],
    proposed: tuple[str, Mapping[str, str], bool] | None,
) -> tuple[str, dict[str, str], bool] | None:
    """(what the table holds, role → column, queries are named by their text) once the person has said so."""
    st.write(_("Which column is what? These are its first rows."))
    as_table([dict(zip(names, map(str, row), strict=False)) for row in rows[:5]])
    held, found, by_text = proposed or ("", {}, False)
    words = holding()
    kinds = list(roles)
    holds = st.selectbox(
        _("It holds"), kinds, index=kinds.index(held) if held in kinds else None,
        format_func=words.__getitem__, key=f"{key}-holds",
    )  # fmt: skip
    if not holds:
        return None
    needed, optional = roles[holds]
    with st.form(f"{key}-columns-{holds}", border=False):
        chosen: dict[str, str] = {}
        optionally = _("if there is one")
        for role, area in zip((*needed, *optional), _areas(len(needed) + len(optional)), strict=True):
            place = names.index(found[role]) if holds == held and found.get(role) in names else None
            label = role_words()[role] + ("" if role in needed else f" ({optionally})")
            column = area.selectbox(
                label, names, index=place, format_func=literal, key=f"{key}-{holds}-{role}"
            )
            if column is not None:
                chosen[role] = column
        named = False
        if "query" in needed:
            named = st.checkbox(_("The query column holds texts, not ids"), value=by_text)
        if not st.form_submit_button(_("Read it so")):
            return None
    if missing := [role_words()[role] for role in needed if role not in chosen]:
        st.error(_("Say also which column is: {list}").format(list=", ".join(missing)))
        return None
    return holds, chosen, named


def ask_scale(
    key: str, counts: Mapping[str, int], proposed: Mapping[str, int | None]
) -> dict[str, int | None] | None:
    """What each grade of the file becomes, once the person has confirmed it: 0–3, or None to leave it out."""
    st.write(_("Its grades are on another scale. What does each become here? The log keeps this table."))
    with st.form(f"{key}-scale", border=False):
        table: dict[str, int | None] = {}
        options = [0, 1, 2, 3, None]
        for area, (grade, count) in zip(_areas(len(counts)), counts.items(), strict=True):
            table[grade] = area.selectbox(
                f"{literal(grade)} · {whole(count)}×", options, index=options.index(proposed.get(grade)),
                format_func=lambda to: _("leave out") if to is None else str(to), key=f"{key}-scale-{grade}",
            )  # fmt: skip
        return table if st.form_submit_button(_("Use this table")) else None


def holding() -> dict[str, str]:
    """What a table may hold, in words."""
    return {
        "fragments": _("fragments"),
        "queries": _("queries"),
        "run": _("results of a run"),
        "judgements": _("judgements"),
    }


def role_words() -> dict[str, str]:
    """What a column may be, in words."""
    return {
        "id": _("id"),
        "text": _("text"),
        "title": _("title"),
        "source": _("source"),
        "information_need": _("information need"),
        "tags": _("tags"),
        "query": _("query"),
        "fragment": _("fragment id"),
        "score": _("score"),
        "rank": _("rank"),
        "run": _("run's name"),
        "grade": _("grade"),
        "person": _("who judged"),
        "note": _("note"),
    }


def _areas(count: int) -> list[st.delta_generator.DeltaGenerator]:
    """Places for that many small widgets, four beside each other."""
    areas: list[st.delta_generator.DeltaGenerator] = []
    while len(areas) < count:
        areas += st.columns(4)
    return areas[:count]

"""What the import page shows of each checked file, and the answers that people give to what a file leaves open."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components import checks, questions
from components.plain import literal
from components.words import _, ngettext
from data import scales
from data.checking import COLUMNS, ENCODING, KIND, SCALE, Answers, FileCheck, Upload, every_refusal
from data.formats import prose, table
from data.formats.content import IMPORTED
from data.formats.header import first_row_is_data
from data.formats.opened import ENCODINGS
from data.formats.registry import FORMATS
from data.remembered import remember, remembered
from data.store import Store

ANSWERS = "import answers"
KINDS = {key: format_.title for key, format_ in FORMATS.items()}


def answers() -> dict[str, Answers]:
    """What was said of the files of this import so far, by file."""
    return st.session_state.setdefault(ANSWERS, {})


def forget_answers() -> None:
    """For the next files."""
    st.session_state.pop(ANSWERS, None)


def show(store: Store, file: FileCheck, upload: Upload | None) -> None:
    """One file: what it is and why, what it brings, what is wrong in it, and what it leaves open."""
    kind = _(KINDS[file.kind]) if file.kind else _("not recognised")
    checks.file_heading(file.name, file.verdict, kind, _summary(file))
    said = (
        ngettext("{n} line", "{n} lines", file.lines) if file.lines else None,
        _(ENCODINGS[file.encoding]) if file.encoding else None,
        _("recognised by: {why}").format(why=_(file.why)) if file.why else None,
        checks.grade_distribution(file.grades) if file.grades else None,
        _("judged by: {names}").format(names=", ".join(file.people))
        if file.people not in ((), (IMPORTED,))
        else None,
        checks.unknown(file.unknown_queries, file.unknown_fragments),
    )
    st.caption(literal(" · ".join(part for part in said if part)))
    if file.carried_over:
        over = file.carried_over
        checks.carried_over(over.kept, over.changed, over.lost)
    for title, found, total in (
        (_("Refused lines"), file.problems, file.refused),
        (_("Worth knowing"), file.notices, len(file.notices)),
    ):
        if found:
            checks.messages(title, [(p.line, p.template, p.values, p.text) for p in found], total)
    if file.refused > len(file.problems) and upload:
        st.download_button(
            _("All refused lines"),
            lambda: every_refusal(upload, file.answers),
            "refused-lines.csv",
            "text/csv",
            key=f"refused-{file.name}",
        )
    _ask(store, file)


def _summary(file: FileCheck) -> str:
    if file.refused:
        return ngettext(
            "Refused: {n} problem. Nothing will be imported.",
            "Refused: {n} problems. Nothing will be imported.",
            file.refused,
        )
    if file.asks:
        return _("It can be imported once you have answered this:")
    return checks.counts(file.parts, file.new, file.changed, file.same)


def _ask(store: Store, file: FileCheck) -> None:
    """The questions that are open; and, folded away, what may be said otherwise."""
    for question in file.asks:
        given = _answer(store, file, question)
        if given is not None:
            answers()[file.name] = given
            st.rerun()
    if KIND in file.asks or ENCODING in file.asks:
        return
    with st.popover(_("It is something else"), type="tertiary"):
        if chosen := questions.ask_kind(file.name, KINDS, file.kind):
            answers()[file.name] = replace(file.answers, kind=chosen)
            st.rerun()
        if file.kind == "prose":
            _ask_split(file)


def _answer(store: Store, file: FileCheck, question: str) -> Answers | None:
    if question == ENCODING:
        suggested = file.suggested_encoding or "windows-1252"
        code = questions.ask_encoding(file.name, file.example, suggested, ENCODINGS)
        return replace(file.answers, encoding=code) if code else None
    if question == KIND:
        kind = questions.ask_kind(file.name, KINDS, file.kind)
        return replace(file.answers, kind=kind) if kind else None
    if question == COLUMNS and file.sample:
        return _ask_columns(store, file)
    if question == SCALE:
        mapped = questions.ask_scale(file.name, file.scale, scales.proposed(list(file.scale)))
        return replace(file.answers, scale=mapped) if mapped else None
    return None


def _ask_columns(store: Store, file: FileCheck) -> Answers | None:
    if file.sample is None:
        return None
    cells = (file.sample.header, *file.sample.rows) if file.sample.header else ()
    has_header = not cells or st.checkbox(
        _("The first row names the columns"), not first_row_is_data(file.sample), key=f"header-{file.name}"
    )
    names = table.column_names(file.sample) if has_header else tuple(table.numbered(file.sample.header))
    records = [[record.get(name, "") for name in names] for record in file.sample.records]
    rows = cells[has_header:] or records
    known = (remembered(store, names) if has_header else None) or table.proposed(file.sample)
    proposed = (known.holds, known.names, known.by_text) if known and known.has_header == has_header else None
    key = file.name if has_header else f"{file.name}-numbers"
    said = questions.ask_columns(key, list(names), rows, table.ROLES, proposed)
    if said is None:
        return None
    columns = table.Columns(*said, has_header)
    if has_header:
        remember(store, names, columns)
    return replace(file.answers, columns=columns)


def _ask_split(file: FileCheck) -> None:
    splits = list(prose.SPLITS)
    chosen = st.radio(
        _("Split the text"), splits, index=splits.index(file.answers.split or prose.HEADINGS),
        format_func=lambda split: _(prose.SPLITS[split]), key=f"split-{file.name}",
    )  # fmt: skip
    if chosen != (file.answers.split or prose.HEADINGS):
        for other in [file.name, *(name for name in answers() if answers()[name].kind == "prose")]:
            answers()[other] = replace(answers().get(other, file.answers), kind="prose", split=chosen)
        st.rerun()

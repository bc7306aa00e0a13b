"""What the export page lets people choose, and the file that comes of it."""

from __future__ import annotations

import io

import streamlit as st

from components.plain import literal
from components.said import told
from components.words import _, ngettext, whole
from data import collections, exporting, exporting_runs, judgements
from data.collections import Collection
from data.exporting import Choice, Exported
from data.formats.targets import EACH, TARGETS, Target
from data.problems import BadFile, Problem
from data.rankings import Run
from data.store import Store
from evaluation.agreement import agreed, in_words

NOW = ""
SHOWN_LINES = 10


def choose(store: Store, collection: Collection, target: Target) -> Choice:
    """The options of an export, folded away."""
    with st.expander(_("Options")):
        named = exporting.named_moments(store, collection)
        first, second = st.columns(2)
        moment = first.selectbox(
            _("As of"), [NOW, *named], format_func=lambda name: literal(name) if name else _("now")
        )
        tags = sorted({tag for query in collections.queries(store, collection) for tag in query.tags})
        tag = second.selectbox(
            _("Queries with the tag"), ["", *tags], format_func=lambda t: literal(t) or _("all")
        )
        grades = [None, 1, 2, 3]
        threshold = first.selectbox(_("Relevant is"), grades, format_func=_from_grade)
        people = [person.name for person in _annotators(store, collection)]
        annotator = second.selectbox(
            _("Grades of"),
            [None, *people],
            format_func=lambda name: literal(name) if name else _("all, agreed"),
        )
        has_names = target.holds == EACH or annotator is not None
        names = st.checkbox(_("Write the annotators' names"), value=True) if has_names else True
    revision, created = named.get(moment, (None, None))
    return Choice(revision, tag, annotator, names, threshold, created)


def make(
    store: Store, collection: Collection, target: Target, choice: Choice
) -> tuple[list[Problem], Exported | None]:
    """What there is to know before, and the file; None, after saying why, where the format cannot hold it."""
    before, made = _made(
        str(store.path), collection, target.key, choice, judgements.revision(store), _store=store
    )
    if isinstance(made, Exported):
        return before, made
    _say_refusal(made)
    return before, None


@st.cache_data(max_entries=4, show_spinner=False)
def _made(
    path: str, collection: Collection, key: str, choice: Choice, revision: int, _store: Store
) -> tuple[list[Problem], Exported | tuple[list[Problem], int]]:
    """As `make`, once for each state of the log; in place of the file the problems and how many there are."""
    target = TARGETS[key]
    chosen = exporting.golden(_store, collection, agreed, target, choice)
    before = exporting.warnings(chosen, target)
    try:
        return before, exporting.export(
            _store,
            collection,
            chosen,
            target,
            choice,
            in_words(*exporting.rule_of(_store, collection, choice)),
        )
    except BadFile as bad:
        return before, (bad.problems, bad.total)


@st.cache_data(max_entries=2, show_spinner=False)
def run_file(path: str, run: Run, form: str, _store: Store, _collection: Collection) -> bytes:
    """A run as a file of that format. Raises BadFile for ids that the format cannot hold."""
    file = io.BytesIO()
    exporting_runs.RUN_FORMATS[form](exporting_runs.results(_store, _collection, run.name), file)
    return file.getvalue()


def _say_refusal(refused: tuple[list[Problem], int]) -> None:
    problems, total = refused
    st.error(_("This format cannot hold the qrels:"))
    for problem in problems[:SHOWN_LINES]:
        st.caption(literal(told(problem.template, problem.values)))
    if total > SHOWN_LINES:
        st.caption(_("and {n} more").format(n=whole(total - SHOWN_LINES)))


def say_before(before: list[Problem]) -> None:
    """What the format leaves out or changes."""
    for problem in before:
        st.warning(literal(told(problem.template, problem.values)), icon=":material/info:")


def hand_out(exported: Exported) -> None:
    """The file, its manifest, and that it was read back."""
    st.caption(
        ":material/verified: "
        + ngettext(
            "Read back: {n} grade compared, equal.",
            "Read back: {n} grades compared, all equal.",
            exported.compared,
        )
    )
    first, second, _rest = st.columns([1, 1, 3])
    first.download_button(
        _("Download qrels"),
        exported.content,
        exported.file_name,
        icon=":material/download:",
        type="primary",
        on_click="ignore",
    )
    second.download_button(
        _("Its manifest"),
        exported.manifest_json,
        f"{exported.file_name}.manifest.json",
        "application/json",
        on_click="ignore",
    )


def first_lines(exported: Exported) -> None:
    """The start of a text file."""
    try:
        lines = exported.content[:20_000].decode(errors="ignore").splitlines()[:SHOWN_LINES]
    except UnicodeDecodeError:
        return
    if b"\0" not in exported.content[:1000]:
        with st.expander(_("The first lines")):
            st.code("\n".join(line[:300] for line in lines), language=None)


def _from_grade(grade: int | None) -> str:
    return _("as graded") if grade is None else _("grade {n} or more").format(n=grade)


def _annotators(store: Store, collection: Collection) -> list[collections.Person]:
    held = set(judgements.judged_rows(store, collection).person.tolist())
    return [person for person in collections.people(store) if person.id in held]

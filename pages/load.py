"""Import: drop files, see the check, confirm; all of it is imported or nothing."""

from __future__ import annotations

import streamlit as st

from components import checks
from components.plain import literal
from components.words import _, whole
from data import collections
from data.checking import Check, FileCheck, Upload, check_files
from data.formats.recognise import KIND_NAMES
from data.importing import import_checked
from data.store import StoreBusy
from pages.parts import choices

DONE, ROUND = "import done", "import round"

store = choices.open_store()
choices.require(store, "import")


def choose_target() -> str:
    """The name of the collection that the files go into: an existing one, or a new one."""
    names = [collection.name for collection in collections.all_collections(store)]
    chosen = st.selectbox(
        _("Into which collection?"),
        names,
        index=None,
        accept_new_options=True,
        placeholder=_("Choose one, or write the name of a new one"),
    )
    return (chosen or "").strip()


def show_file(file: FileCheck) -> None:
    """What the check says about one file."""
    kind = _(KIND_NAMES[file.kind]) if file.kind else _("not recognised")
    if file.refused:
        summary = _("Refused: {n} problems. Nothing will be imported.").format(n=whole(file.refused))
    else:
        summary = checks.counts(file.rows, file.new, file.changed, file.same)
    checks.file_heading(file.name, file.verdict, kind, summary)
    for line in (
        checks.grade_distribution(file.grades) if file.grades else None,
        checks.unknown(file.unknown_queries, file.unknown_fragments),
    ):
        if line:
            st.caption(literal(line))
    for title, found, total in (
        (_("Refused lines"), file.problems, file.refused),
        (_("Worth knowing"), file.notices, len(file.notices)),
    ):
        if found:
            checks.messages(title, [(p.line, p.template, p.values, p.text) for p in found], total)


def confirm(check: Check) -> None:
    """The button that imports, and what came of it."""
    if not check.accepted:
        st.error(_("Mend or remove the files marked red, then try again. Nothing was changed."))
        return
    if not st.button(_("Import everything"), type="primary", icon=":material/upload:"):
        return
    bar = st.progress(0.0, text=_("Importing…"))
    try:
        collection = import_checked(store, check, lambda share: bar.progress(share, text=_("Importing…")))
    except StoreBusy:
        st.error(_("The database is busy; nothing was imported. Try again in a moment."))
        return
    choices.show(collection)
    st.session_state[DONE] = (collection.name, check.rows)
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
    st.rerun()


st.title(_("Import"))
if DONE in st.session_state:
    name, rows = st.session_state.pop(DONE)
    st.success(_("{rows} rows are now in {name}.").format(rows=whole(rows), name=literal(name)))
    st.page_link("pages/grade.py", label=_("Grade fragments"), icon=":material/grading:")
    st.page_link("pages/compare.py", label=_("Compare runs"), icon=":material/leaderboard:")
st.write(
    _(
        "Fragments and queries as BEIR `corpus.jsonl` and `queries.jsonl`; runs as TREC files (6 columns); "
        "qrels as TREC (4 columns) or BEIR tsv. Plain or `.gz`. "
        "First comes a check; nothing is written before you confirm."
    )
)
target = choose_target()
files = st.file_uploader(
    _("Files"), accept_multiple_files=True, key=f"files-{st.session_state.get(ROUND, 0)}"
)
if files and not target:
    st.info(_("Say which collection the files go into."))
elif files:
    with st.spinner(_("Checking the files…")):
        check = check_files(store, target, [Upload(file.name, file.getvalue()) for file in files])
    st.subheader(_("What would be imported"))
    for file in check.files:
        show_file(file)
    confirm(check)

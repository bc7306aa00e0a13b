"""Import: drop files, see the check, answer what they leave open, confirm; all of it is imported or nothing."""

from __future__ import annotations

import streamlit as st

from components.checks import brings
from components.plain import literal
from components.words import _
from data import collections
from data.background import Import
from data.checking import Check, Upload, check_files
from pages.parts import checked, choices
from pages.parts.vectors import vectors_section

DONE, ROUND, JOB, CHECK = "import done", "import round", "import job", "import check"

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


def check_of(target: str, uploads: list[Upload], file_ids: list[str]) -> Check:
    """The check of these files, made anew only when the files, the target or an answer have changed."""
    key = (target, tuple(file_ids), repr(sorted(checked.answers().items())))
    if st.session_state.get(CHECK, (None, None))[0] != key:
        with st.spinner(_("Checking the files…")):
            st.session_state[CHECK] = (key, check_files(store, target, uploads, checked.answers()))
    return st.session_state[CHECK][1]


def confirm(check: Check) -> None:
    """The button that imports."""
    if any(file.refused for file in check.files):
        st.error(_("Mend or remove the files marked red, then try again. Nothing was changed."))
    elif not check.accepted:
        st.warning(_("Answer what is still open above. Nothing was changed."))
    elif st.button(_("Import everything"), type="primary", icon=":material/upload:"):
        st.session_state[JOB] = Import(store, check)
        st.rerun()


@st.fragment(run_every=0.5)
def watch(job: Import) -> None:
    """The bar of an import that is under way, and the button that ends it."""
    if job.is_over:
        finish(job)
        st.rerun()
    st.progress(job.share, text=_("Importing {what}…").format(what=brings(job.parts)))
    if st.button(_("Cancel"), icon=":material/close:"):
        job.cancel()


def finish(job: Import) -> None:
    """Keeps what came of it for the next run of the page."""
    st.session_state.pop(JOB, None)
    if job.collection is None:
        st.session_state[DONE] = (None, job.failure)
        return
    choices.show(job.collection)
    checked.forget_answers()
    st.session_state.pop(CHECK, None)
    st.session_state[DONE] = (job.collection.name, job.parts)
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


def show_end() -> None:
    """What came of the import before."""
    name, result = st.session_state.pop(DONE)
    if name is None:
        st.warning(result or _("Cancelled. Nothing was imported."))
        return
    st.success(_("Now in {name}: {what}.").format(name=literal(name), what=brings(result)))
    st.page_link("pages/grade.py", label=_("Grade fragments"), icon=":material/grading:")
    st.page_link("pages/compare.py", label=_("Compare runs"), icon=":material/leaderboard:")


st.title(_("Import"))
if JOB in st.session_state:
    watch(st.session_state[JOB])
    st.stop()
if DONE in st.session_state:
    show_end()
st.write(
    _(
        "Fragments, queries, runs and judgements in the formats of BEIR, TREC, MS MARCO, ranx, Quepid, OpenSearch, "
        "Elasticsearch, RRE, Label Studio, Argilla, ragas, AutoRAG, LangChain and LlamaIndex; any CSV, TSV, JSON "
        "Lines or Parquet table; text and Markdown. Plain, `.gz` or `.zip`. "
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
    uploads = [Upload(file.name, file.getvalue()) for file in files]
    check = check_of(target, uploads, [file.file_id for file in files])
    st.subheader(_("What would be imported"))
    by_name = {upload.name: upload for upload in uploads}
    for file in check.files:
        with st.container(border=True):
            checked.show(store, file, by_name.get(file.name))
    confirm(check)
vectors_section(store)

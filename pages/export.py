"""Export: the qrels of a collection as a file that other tools read."""

from __future__ import annotations

import streamlit as st

from components.empty import no_judgements, nothing_yet
from components.plain import literal
from components.words import _, ngettext, whole
from data import exporting, judgements
from data.problems import BadFile
from evaluation.agreement import agreed
from pages.parts import choices
from pages.parts.agreed import rule_sentence

FORMATS = {
    "trec": _("TREC qrels: `query 0 fragment grade` (trec_eval, ranx, ir_measures)"),
    "beir": _("BEIR tsv: `query-id corpus-id score` with a header"),
}

store = choices.open_store()
choices.require(store, "export")
collection = choices.collection(store)
st.title(_("Export"))
if collection is None:
    nothing_yet()
    st.stop()
qrels = exporting.qrels(store, collection, agreed)
if len(qrels.grade) == 0:
    no_judgements()
    st.stop()
st.write(
    ngettext("{n} graded pair", "{n} graded pairs", len(qrels.grade))
    + " · "
    + ngettext("{n} query", "{n} queries", len(qrels.query_ids))
    + " · "
    + _("revision {n} of the log").format(n=whole(judgements.revision(store)))
)
st.caption(
    rule_sentence(collection)
    + " "
    + _(
        "Fragments that nobody graded, that were skipped or left as “can't tell”, are not written at all: "
        "they are unjudged, not 0."
    )
)
format_ = st.radio(_("Format"), list(FORMATS), format_func=FORMATS.__getitem__)
try:
    content = exporting.write_qrels(qrels, format_)
except BadFile as bad:
    st.error(_("This format cannot hold the qrels:"))
    for problem in bad.problems:
        st.caption(literal(_(problem.template).format(**problem.values)))
    st.stop()
st.download_button(
    _("Download qrels"),
    content,
    exporting.file_name(collection, format_),
    "text/plain",
    icon=":material/download:",
    type="primary",
    on_click="ignore",
)
with st.expander(_("The first lines")):
    st.code("\n".join(content.decode().splitlines()[:10]), language=None)

"""Export: the judgements and runs of a collection as files that other tools read."""

from __future__ import annotations

import streamlit as st

from components.empty import no_judgements, nothing_yet
from components.plain import literal
from components.said import told
from components.words import _, ngettext, whole
from data import exporting, exporting_runs, judgements, rankings
from data.collections import Collection
from data.formats.targets import TARGETS
from data.problems import BadFile
from data.store import Store
from evaluation.agreement import agreed
from pages.parts import choices
from pages.parts import exporting as parts
from pages.parts.agreed import rule_sentence


def export_judgements(store: Store, collection: Collection) -> None:
    """Format, options, what to know before, the file."""
    qrels = exporting.qrels(store, collection, agreed)
    if len(qrels.grade) == 0:
        no_judgements(choices.may(store, "grade"))
        return
    st.write(
        ngettext("{n} graded pair", "{n} graded pairs", len(qrels.grade))
        + " · "
        + ngettext("{n} query", "{n} queries", len(qrels.query_ids))
        + " · "
        + _("revision {n} of the log").format(n=whole(judgements.revision(store)))
    )
    st.caption(
        rule_sentence(collection.rule, collection.threshold)
        + " "
        + _(
            "Fragments that nobody graded, that were skipped or left as “can't tell”, are not written at all: "
            "they are unjudged, not 0."
        )
    )
    key = st.selectbox(_("Format"), list(TARGETS), format_func=lambda key: _(TARGETS[key].title))
    target = TARGETS[key]
    before, exported = parts.make(store, collection, target, parts.choose(store, collection, target))
    parts.say_before(before)
    if exported:
        parts.hand_out(exported)
        parts.first_lines(exported)


def export_runs(store: Store, collection: Collection) -> None:
    """A run with its scores."""
    runs = rankings.runs(store, collection)
    if not runs:
        st.info(_("There is no run in this collection."))
        return
    first, second = st.columns(2)
    run = first.selectbox(_("Run"), runs, format_func=lambda run: literal(run.name))
    form = second.selectbox(_("Format"), list(exporting_runs.RUN_FORMATS), format_func=str.upper)
    try:
        st.download_button(
            _("Download run"),
            parts.run_file(str(store.path), run, form, _store=store, _collection=collection),
            f"{exporting.safe_name(run.name)}.{exporting_runs.RUN_ENDINGS[form]}",
            icon=":material/download:",
            on_click="ignore",
        )
    except BadFile as bad:
        st.error(literal(told(bad.problems[0].template, bad.problems[0].values)))


store = choices.open_store()
choices.require(store, "export")
collection = choices.collection(store)
st.title(_("Export"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
for_judgements, for_runs = st.tabs([_("Judgements"), _("Runs")])
with for_judgements:
    export_judgements(store, collection)
with for_runs:
    export_runs(store, collection)

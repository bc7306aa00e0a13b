"""Compare: every run on every measure, as a table, as bars, and recall over the cutoff."""

from __future__ import annotations

import streamlit as st

from components import scores
from components.empty import no_judgements, no_runs, nothing_yet
from components.words import _
from pages.parts import choices
from pages.parts.agreed import rule_sentence
from pages.parts.live import live_scores, recall_curves

store = choices.open_store()
choices.require(store, "compare")
collection = choices.collection(store)
st.title(_("Compare"))
if collection is None:
    nothing_yet()
    st.stop()
live = live_scores(store, collection)
if not live.runs:
    no_runs()
    st.stop()
means = live.means()
if means.judged == 0:
    no_judgements()
    st.stop()
columns = [
    scores.Column(measure, int(queries))
    for measure, queries in zip(live.measures, means.queries, strict=True)
]
scores.measure_table(live.runs, columns, means.mean)
scores.left_out(means.not_judged, means.no_relevant)
st.caption(rule_sentence(collection))
shown = st.selectbox(_("Measure on the chart"), live.measures, format_func=scores.measure_label)
scores.bars(live.runs, means.mean[:, live.measures.index(shown)], shown)
st.subheader(_("Recall over the cutoff"))
scores.recall_curve(live.runs, recall_curves(store, collection))

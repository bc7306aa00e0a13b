"""Which k: how many candidates to retrieve and how many fragments to put into the prompt, and why."""

from __future__ import annotations

import numpy as np
import streamlit as st

from components import address, cutoffs_table
from components.charts import frame
from components.charts.recall import added_by_rank, recall_curves
from components.words import _, whole
from evaluation.cutoffs import OFFERED, WORTH_A_PLACE, context_size, steps
from evaluation.measures import parse_measure
from pages.parts import comparing, staging
from pages.parts.charts_of_runs import band, recall_of
from pages.parts.compared import DEPTH, grid, tagged
from pages.parts.cutting import candidates_needed, fewest_queries, token_lengths
from pages.parts.defining import how_link

shown = comparing.open_comparison(_("Which k"))
first, second, third = st.columns(3)
with first:
    run = comparing.choose_run(shown, _("Run that fills the prompt"), "final", staging.likely_final(shown))
with second:
    retriever = comparing.choose_run(
        shown,
        _("Its candidates come from"),
        f"candidates of {shown.names[run]}",
        staging.candidates_of(shown, run),
    )
with third:
    tag = comparing.choose_tag(shown)
with st.expander(_("More choices"), icon=":material/tune:"):
    worth = address.number(
        _("Relevant fragments that each further one must bring"),
        "place-worth",
        WORTH_A_PLACE,
        0.01,
        1.0,
        0.01,
    )
    another = address.whole_number(_("Another k"), "k", 15, 1, 100)

pool, ordered = recall_of(shown, retriever, tag), recall_of(shown, run, tag)
if len(ordered) < 2:
    fewest_queries()
    st.stop()
places = tagged(shown, tag)
grades = grid(shown).grade[run, places]
known = recall_of(shown, run, tag, every=True)
cutoffs = sorted({*OFFERED, another})
table = steps(grades, known, token_lengths(shown, run, places, cutoffs[-1]), cutoffs)
candidates, context = candidates_needed(shown, retriever, tag), context_size(table, worth)
cutoffs_table.suggestion_lines(candidates, context)
st.caption(_("Looked at: the first {n} results of each query at most.").format(n=whole(DEPTH)))
cutoffs_table.steps_table(table)
deepest = min(pool.shape[1], ordered.shape[1])
both = [retriever] if retriever == run else [retriever, run]
curves = np.array([np.nanmean((pool if of == retriever else ordered)[:, :deepest], axis=0) for of in both])
names = [shown.names[of] for of in both]
bands = {shown.names[of]: band((pool if of == retriever else ordered)[:, :deepest]) for of in both}
marked = {_("candidates"): candidates.k, _("context"): context.k}
there = {word: k for word, k in marked.items() if k is not None}
st.subheader(_("Recall over k"))
frame.show(recall_curves(names, shown.names, curves, bands, there), _("Recall over k"))
how_link(parse_measure(f"R@{candidates.k or deepest}"), shown.names[retriever])
st.subheader(_("What each further fragment brings"))
added = (grades >= 1)[~np.isnan(known[:, 0])].mean(axis=0)[:20]
frame.show(added_by_rank(added, worth), _("What each further fragment brings"))

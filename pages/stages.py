"""Which stage: whether retriever, reranker or generation is at fault, per query and in sum."""

from __future__ import annotations

import streamlit as st

from components import address
from components.charts import frame
from components.charts.stages import losses, quadrants
from components.words import _
from evaluation.measures import parse_measure
from evaluation.stages import CANDIDATES, CONTEXT, ENOUGH_ORDER, ENOUGH_RECALL
from pages.parts import comparing, staging
from pages.parts.captions import captioned
from pages.parts.charts_of_runs import open_query
from pages.parts.defining import how_link

shown = comparing.open_comparison(_("Which stage is at fault"))
first, second, third, fourth = st.columns(4)
with first:
    run = comparing.choose_run(
        shown, _("Run"), "final", staging.likely_final(shown), help=_("Whose order reaches the model.")
    )
with second:
    retriever = comparing.choose_run(
        shown,
        _("Its candidates come from"),
        f"candidates of {shown.names[run]}",
        staging.candidates_of(shown, run),
        help=_("The run it reranks, or itself."),
    )
with third:
    candidates = address.whole_number(_("Candidates k"), "candidates", CANDIDATES, 1, 1000)
with fourth:
    context = address.whole_number(_("Context k"), "context", CONTEXT, 1, 100)
with st.expander(_("More choices"), icon=":material/tune:"):
    tag = comparing.choose_tag(shown)
    recall = address.number(_("Recall counts as high from"), "high-recall", ENOUGH_RECALL, 0.05, 1.0, 0.05)
    order = address.number(_("nDCG counts as high from"), "high-ndcg", ENOUGH_ORDER, 0.05, 1.0, 0.05)

staged = staging.stage(shown, run, retriever, candidates, context, tag, recall, order)
staging.say(staged)
how_link(parse_measure(f"nDCG(dcg='exp-log2')@{context}"), shown.names[run])

st.subheader(_("Where each run loses"))
frame.show(
    captioned(losses(*staging.losses_of_runs(shown, candidates, context, tag)), shown, tag),
    _("For each run, the nDCG reached, what a better order would win, and what the candidates do not hold."),
)
st.subheader(_("Query by query"))
st.caption(_("Each point is a query; choose one to open it."))
query_id = frame.show_choosable(
    captioned(
        quadrants(staged.table, candidates, context, recall, order),
        shown,
        tag,
        _("“{run}” with the candidates of “{retriever}”: a point for each query.").format(
            run=shown.names[run], retriever=shown.names[retriever]
        ),
    ),
    _("Recall at the candidates against nDCG at the context, one point for each query."),
    f"quadrants {run} {retriever} {candidates} {context} {tag}",
    "query_id",
)
if query_id is not None:
    open_query(query_id)
staging.queries_table(staged)
staging.roles_form(shown)

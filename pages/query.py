"""One query: the rankings of the chosen runs side by side, where their scores come from, and grading from here."""

from __future__ import annotations

import streamlit as st

from components import address, rankings
from components.grading import query_heading
from components.scores import measure_label
from components.words import _
from pages.parts import asking, comparing
from pages.parts.stopping import stop_rule

shown = comparing.open_comparison(_("One query"))
first, second, third = st.columns(3)
with first:
    baseline = comparing.choose_run(shown, _("Baseline"), "baseline")
with second:
    other = comparing.choose_run(shown, _("Against"), "run", asking.another(shown, baseline))
with third:
    measure = comparing.choose_measure(shown)
with st.expander(_("More choices"), icon=":material/tune:"):
    tag = comparing.choose_tag(shown)
    names = address.several(
        _("Rankings side by side"), shown.names, "side", asking.first_names(shown, baseline, other)
    )
    depth = address.whole_number(_("Results of each"), "depth", 10, 1, 50)

orders = asking.order_names()
left, right = st.columns([1, 2])
with left:
    order = address.one_of(_("Queries by"), list(orders), "by", shown=orders.__getitem__)
ordered = asking.ordered_queries(shown, measure, baseline, other, order, tag)
if not ordered:
    st.info(_("No query has this tag."))
    st.stop()
with right:
    query_id = address.one_of(_("Query"), list(ordered), "query", shown=ordered.__getitem__)
asking.step_buttons(list(ordered), query_id)

asked = asking.ask(shown, query_id, [shown.names.index(name) for name in names], measure, depth)
query_heading(asked.query.text, asked.query.information_need, asked.query.query_id)
if shown.snapshot is None:
    stop_rule(shown.store, shown.collection, asked.query.id)
rankings.side_by_side(asked.columns, measure_label(measure))
asking.not_found(asked)
asking.values_table(shown, asked.query, [shown.names.index(name) for name in names])
asking.tags_form(shown, asked)
asking.grade_here(shown, asked)

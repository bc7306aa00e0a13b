"""Compare: what may be claimed about each run first; then what to know before believing it, the table, the charts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from components import address, run_table
from components.verdicts import caution_lines, verdict_lines
from components.words import _
from pages.parts import comparing
from pages.parts.charts_of_runs import chosen_chart
from pages.parts.compared import verdicts
from pages.parts.explaining import definition_card
from pages.parts.findings import cautions, left_out, table_of
from pages.parts.groups import groups_section
from pages.parts.holes import holes_section, ranges_switch
from pages.parts.report import report_button

shown = comparing.open_comparison(_("Compare"))
choice = comparing.choose(shown)
if not choice.others:
    st.info(_("There is nothing to compare the baseline with. Import a second run, or choose one."))
found = verdicts(shown, choice.measure, choice.baseline, choice.others, choice.worth, choice.tag)
if found:
    verdict_lines(found, shown.names, choice.measure)
caution_lines(cautions(choice, found))

st.subheader(_("All measures"))
table = table_of(choice)
measures = {measure.name: measure for measure in table.measures}
orders = ["", *measures]
order = address.one_of(
    _("Sort by"),
    orders,
    "sort",
    choice.measure.name,
    shown=lambda name: run_table.measure_label(measures[name]) if name else _("name"),
)
table = replace(table, ranges=ranges_switch(choice))
by_mean = np.argsort(-np.nan_to_num(table.means[:, orders.index(order) - 1], nan=-1), kind="stable").tolist()
by_name = sorted(range(len(table.names)), key=table.names.__getitem__)
run_table.run_table(table, by_mean if order else by_name)
run_table.left_out_ids(left_out(choice))
definition_card(table.measures, shown, choice.tag)
run_table.table_file(table)

st.subheader(_("Charts"))
chosen_chart(choice, found)
holes_section(choice)
groups_section(choice)
report_button(choice, table)

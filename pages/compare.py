"""Compare: what may be claimed about each run first; then what to know before believing it, the table, the charts."""

from __future__ import annotations

import streamlit as st

from components import run_table
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
order = run_table.choose_order(table_of(choice).measures)
table = table_of(choice, ranges_switch(choice))
run_table.run_table(table, table.order(order))
run_table.left_out_ids(left_out(choice))
definition_card(table.measures, shown, choice.tag)
run_table.table_file(table)

st.subheader(_("Charts"))
chosen_chart(choice, found)
holes_section(choice)
groups_section(choice)
report_button(choice, table)

"""The report of a comparison, made when it is asked for."""

from __future__ import annotations

import streamlit as st

from components.report import Report
from components.words import _
from evaluation.sentences import sentence
from pages.parts import charts_of_runs
from pages.parts.compared import groups, verdicts
from pages.parts.comparing import Choice
from pages.parts.findings import cautions, left_out, table_of

APP = "Quilate"


def report_button(choice: Choice) -> None:
    """A button that gives the whole comparison as one file."""
    st.subheader(_("Report"))
    st.caption(_("Everything on this page in one file that opens without the app; print it for a PDF."))
    report = report_of(choice)
    st.download_button(
        _("Report (HTML)"),
        report.as_html,
        "report.html",
        "text/html",
        icon=":material/description:",
        type="primary",
        on_click="ignore",
    )


def report_of(choice: Choice) -> Report:
    """What the report says of these choices."""
    shown = choice.shown
    found = verdicts(shown, choice.measure, choice.baseline, choice.others, choice.worth, choice.tag)
    drawings = [charts_of_runs.means(choice), charts_of_runs.recall(choice), charts_of_runs.spreads(choice)]
    if found:
        drawings.insert(1, charts_of_runs.wins_and_losses(found, shown.names))
        first = max(found, key=lambda verdict: abs(verdict.difference))
        drawings.insert(1, charts_of_runs.differences_of(choice, first.run))
    return Report(
        collection=shown.collection.name,
        snapshot=shown.snapshot.name if shown.snapshot else "",
        revision=shown.revision,
        tag=choice.tag,
        verdicts=[sentence(v, shown.names[v.baseline], shown.names[v.run], choice.measure) for v in found],
        cautions=cautions(choice, found),
        table=table_of(choice),
        drawings=drawings,
        groups=groups(shown, choice.measure, choice.baseline, choice.others, choice.worth),
        names=shown.names,
        left_out=left_out(choice),
    )

"""The report of a comparison, made when it is asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import streamlit as st

from components.report import Report
from components.run_table import RunTable
from components.verdicts import claims_first
from components.words import _, spoken
from data import collections, judgements, snapshots
from data.collections import NotFound
from data.store import Store
from data.version import VERSION
from evaluation.cautions import intervals_alone
from evaluation.comparison import WORTH
from evaluation.measures import parse_measure
from evaluation.sentences import sentence
from pages.parts import charts_of_runs
from pages.parts.agreed import rule_sentence
from pages.parts.compared import EVERY, compared, groups, verdicts
from pages.parts.comparing import Choice
from pages.parts.explaining import judged_places
from pages.parts.findings import cautions, left_out, table_of
from pages.parts.holes import ranges


def report_button(choice: Choice, table: RunTable) -> None:
    """A button that gives the whole comparison as one file. table: as the page shows it."""
    st.subheader(_("Report"))
    st.caption(_("Everything on this page in one file that opens without the app; print it for a PDF."))
    run = charts_of_runs.chosen_run()
    st.download_button(
        _("Report (HTML)"),
        spoken(lambda: report_of(choice, table, run).as_html()),
        "report.html",
        "text/html",
        icon=":material/description:",
        type="primary",
        on_click="ignore",
    )


def report_of(choice: Choice, table: RunTable, run: str = "") -> Report:
    """What the report says of these choices. table: of the runs and measures; run: shown query by query.

    Without a run, or where it is not compared, it is the one that the first sentence is about.
    """
    shown = choice.shown
    found = verdicts(shown, choice.measure, choice.baseline, choice.others, choice.worth, choice.tag)
    told = claims_first(found)
    drawings = [charts_of_runs.means(choice), charts_of_runs.recall(choice), charts_of_runs.spreads(choice)]
    if found:
        one = next((v.run for v in told if shown.names[v.run] == run), told[0].run)
        drawings[1:1] = [charts_of_runs.differences_of(choice, one), charts_of_runs.wins(choice, found)]
    return Report(
        made_by=("Quilate", VERSION),
        collection=shown.collection.name,
        snapshot=shown.snapshot.name if shown.snapshot else "",
        revision=judgements.revision_of(shown.store, shown.collection, shown.revision),
        rule=rule_sentence(*shown.rule),
        tag=choice.tag,
        verdicts=[sentence(v, shown.names[v.baseline], shown.names[v.run], choice.measure) for v in told],
        cautions=[*intervals_alone(found), *cautions(choice, found)],
        table=table,
        drawings=drawings,
        groups=groups(shown, choice.measure, choice.baseline, choice.others),
        names=shown.names,
        left_out=left_out(choice),
    )


def report_of_collection(
    database: Path,
    name: str,
    baseline: str | None,
    measure: str,
    snapshot: str | None,
    tag: str,
    estimates: bool = False,
) -> Report:
    """The report as the command line asks for it.

    estimates: with what the unjudged may still change, which is known for now alone.

    Raises NotFound for a collection, run, snapshot or tag that is not there, or where there is nothing to compare;
    UnknownMeasure.
    """
    parsed = parse_measure(measure)
    store = Store(database)
    collection = collections.find_collection(store, name)
    there = {one.name: one for one in snapshots.snapshots(store, collection)}
    if snapshot is not None and snapshot not in there:
        raise NotFound(f'There is no snapshot "{snapshot}". There are: {", ".join(there) or "none"}.')
    shown = compared(store, collection, there[snapshot] if snapshot else None)
    if not shown.runs or np.isnan(shown.scores).all():
        raise NotFound(f'"{name}" has no run, or nothing of it is judged: there is nothing to report.')
    if baseline is not None and baseline not in shown.names:
        raise NotFound(f'There is no run "{baseline}". There are: {", ".join(shown.names)}.')
    tags = sorted({one for given in shown.tags for one in given})
    if tag != EVERY and tag not in tags:
        raise NotFound(f'No query has the tag "{tag}". There are: {", ".join(tags) or "none"}.')
    if estimates and not judged_places(shown, tag).size:
        raise NotFound(f'No query with the tag "{tag}" is judged: nothing can be estimated.')
    base = shown.names.index(baseline) if baseline else 0
    others = tuple(run for run in range(len(shown.runs)) if run != base)
    choice = Choice(shown, parsed, base, others, WORTH, tag)
    return report_of(choice, table_of(choice, ranges(choice) if estimates else ()))

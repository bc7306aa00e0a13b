"""What is said about a comparison: the cautions that apply, the table, and the queries that are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components.run_table import RunTable
from components.words import _
from data.rankings import answered
from evaluation.cautions import (
    Caution,
    different_stages,
    few_queries,
    judged_of_results,
    losing_groups,
    many,
    misfits,
    outside_the_pool,
    without_results,
)
from evaluation.comparison import Leaders, Verdict, leaders, query_means
from evaluation.estimates import Score
from evaluation.intervals import mean_intervals
from evaluation.measures import parse_measure
from pages.parts.compared import EVERY, Compared, groups, summary, tagged
from pages.parts.comparing import Choice
from pages.parts.measures import SHOWN

JUDGED = parse_measure("Judged@10")


def cautions(choice: Choice, found: tuple[Verdict, ...]) -> list[Caution]:
    """All that a reader must know before believing the verdicts, gravest first."""
    shown = choice.shown
    names = choice.names
    roles = [shown.role(run).role for run in choice.runs]
    values = shown.of(choice.measure)[:, tagged(shown, choice.tag)]
    counted = int((~np.isnan(values[choice.baseline])).sum())
    runs, places = list(choice.runs), tagged(shown, choice.tag)
    has_results = _answered(_results_key(shown), shown)[runs][:, places]
    judged = judged_of_results(shown.of(JUDGED)[runs][:, places], has_results)
    said = [
        *few_queries(counted),
        *without_results(names, values[runs], has_results),
        *outside_the_pool(names, judged, has_results),
        *misfits(choice.measure, names, roles),
    ]
    said += different_stages(shown.names[choice.baseline], shown.role(choice.baseline).role, names, roles)
    if choice.tag == EVERY:
        inside = groups(shown, choice.measure, choice.baseline, choice.others)
        said += losing_groups(shown.names, found, inside)
    return [*said, *many(len(choice.others), len(shown.measures))]


def _results_key(shown: Compared) -> tuple[object, ...]:
    """What it depends on which queries have results: a run never changes, queries only come."""
    return str(shown.store.path), tuple(run.id for run in shown.runs), len(shown.queries)


@st.cache_resource(max_entries=16, show_spinner=False)
def _answered(key: tuple[object, ...], _shown: Compared) -> NDArray[np.bool_]:
    """Whether each run has results for each query, bool [run, query]."""
    return np.array([np.isin(_shown.query_rows, answered(_shown.store, run)) for run in _shown.runs])


def table_of(choice: Choice, ranges: Sequence[Sequence[Score | None]] = ()) -> RunTable:
    """The table of the chosen runs, the measure that decides first. ranges: [run][measure that the pages show]."""
    shown = choice.shown
    of_runs = summary(shown, choice.runs, choice.tag)
    queries = (~np.isnan(shown.scores[choice.baseline][tagged(shown, choice.tag)])).sum(axis=0)
    table = RunTable(
        names=choice.names,
        measures=SHOWN,
        means=of_runs.mean,
        low=of_runs.low,
        high=of_runs.high,
        queries=queries.tolist(),
        leaders=of_runs.leaders,
        baseline=choice.runs.index(choice.baseline),
        ranges=ranges,
    )
    return table.led_by(choice.measure) if choice.measure in SHOWN else _with_another(table, choice)


def _with_another(table: RunTable, choice: Choice) -> RunTable:
    """The table with the measure that decides, where it is none of those that the pages show."""
    values = choice.shown.of(choice.measure)[list(choice.runs)][:, tagged(choice.shown, choice.tag)]
    low, high = (np.clip(end, 0, 1) for end in mean_intervals(values.T))
    best = leaders(values[:, :, None])
    return replace(
        table,
        measures=[choice.measure, *table.measures],
        means=np.column_stack([query_means(values), table.means]),
        low=np.column_stack([low, table.low]),
        high=np.column_stack([high, table.high]),
        queries=[int((~np.isnan(values[table.baseline])).sum()), *table.queries],
        leaders=Leaders(
            np.concatenate([best.best, table.leaders.best]),
            np.concatenate([best.close, table.leaders.close], axis=1),
        ),
        ranges=[[None, *row] for row in table.ranges],
    )


def left_out(choice: Choice) -> dict[str, list[tuple[str, str]]]:
    """Reason → (query_id, text) of the queries that the measure's mean does not count."""
    shown = choice.shown
    places = tagged(shown, choice.tag)
    judged = ~np.isnan(shown.of(JUDGED)[choice.baseline, places])
    counted = ~np.isnan(shown.of(choice.measure)[choice.baseline, places])
    queries = [shown.queries[place] for place in places.tolist()]
    listed = [(query.query_id, query.text) for query in queries]
    return {
        _("Not judged yet"): [row for row, done in zip(listed, judged, strict=True) if not done],
        _("Judged, and no relevant fragment is known"): [
            row for row, done, value in zip(listed, judged, counted, strict=True) if done and not value
        ],
    }

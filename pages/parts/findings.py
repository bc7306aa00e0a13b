"""What is said about a comparison: the cautions that apply, the table, and the queries that are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from components.run_table import RunTable
from components.words import _
from evaluation.cautions import (
    Caution,
    different_stages,
    few_queries,
    losing_groups,
    many,
    misfits,
    outside_the_pool,
)
from evaluation.comparison import Leaders, Verdict, leaders, query_means
from evaluation.estimates import Score
from evaluation.intervals import mean_intervals
from evaluation.measures import parse_measure
from pages.parts.compared import EVERY, groups, summary, tagged
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
    judged = query_means(shown.of(JUDGED)[list(choice.runs)][:, tagged(shown, choice.tag)])
    said = [
        *few_queries(counted),
        *outside_the_pool(names, judged),
        *misfits(choice.measure, names, roles),
    ]
    said += different_stages(shown.names[choice.baseline], shown.role(choice.baseline).role, names, roles)
    if choice.tag == EVERY:
        inside = groups(shown, choice.measure, choice.baseline, choice.others)
        said += losing_groups(shown.names, found, inside)
    return [*said, *many(len(choice.others), len(shown.measures))]


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

"""The charts of a comparison, one at a time: which one is in the address."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from components import address
from components.charts import frame
from components.charts.differences import waterfall
from components.charts.frame import Drawing
from components.charts.means import means_with_intervals, spread, wins_and_losses
from components.charts.recall import recall_curves
from components.scores import measure_label
from components.words import _
from evaluation.comparison import Verdict, query_means
from evaluation.cutoffs import recall_over_k
from evaluation.intervals import mean_intervals
from evaluation.values import Float
from pages.parts import captions
from pages.parts.captions import captioned
from pages.parts.compared import Compared, grid, relevant_known, summary, tagged
from pages.parts.comparing import Choice

BANDS = 3
RUN = "run"
DRAWS_OF_BANDS, FEW_COLUMNS = 2_000, 20


def names() -> dict[str, str]:
    """The charts there are."""
    return {
        "means": _("Means"),
        "differences": _("Query by query"),
        "wins": _("Better, same, worse"),
        "recall": _("Recall over k"),
        "spread": _("Spread"),
    }


def chosen_chart(choice: Choice, found: tuple[Verdict, ...]) -> None:
    """A row of buttons, and the chart that was chosen."""
    there = names() if found else {k: v for k, v in names().items() if k not in ("differences", "wins")}
    chart = address.tab(_("Chart"), list(there), "chart", shown=there.__getitem__)
    if chart == "differences":
        differences(choice, found)
        return
    draw = {
        "means": partial(means, choice),
        "wins": partial(wins, choice, found),
        "recall": partial(recall, choice),
        "spread": partial(spreads, choice),
    }[chart]
    frame.show(draw(), there[chart])


def means(choice: Choice) -> Drawing:
    """Bars with intervals; those of a measure that the table shows are worked out already."""
    shown = choice.shown
    values = shown.of(choice.measure)[list(choice.runs)][:, tagged(shown, choice.tag)]
    if choice.measure in shown.measures:
        found, place = summary(shown, choice.runs, choice.tag), shown.measures.index(choice.measure)
        low, high = found.low[:, place], found.high[:, place]
    else:
        low, high = band(values.T)
    mean = query_means(values)
    drawing = means_with_intervals(choice.names, shown.names, mean, low, high, choice.measure)
    return captioned(drawing, shown, choice.tag, captions.of_means(choice))


def wins(choice: Choice, found: tuple[Verdict, ...]) -> Drawing:
    """Queries won and lost against the baseline."""
    drawing = wins_and_losses(found, choice.shown.names)
    return captioned(drawing, choice.shown, choice.tag, captions.of_wins(choice))


def spreads(choice: Choice) -> Drawing:
    """How the values of the measure are spread over the queries."""
    values = choice.shown.of(choice.measure)[list(choice.runs)][:, tagged(choice.shown, choice.tag)]
    drawing = spread(choice.names, choice.shown.names, values, choice.measure)
    return captioned(drawing, choice.shown, choice.tag, captions.of_spread(choice))


def recall(choice: Choice) -> Drawing:
    """Mean recall over k, with intervals; where many lines are drawn, for the baseline and the best other."""
    curves = [recall_of(choice.shown, run, choice.tag) for run in choice.runs]
    deepest = min(curve.shape[1] for curve in curves)
    mean = np.array([np.nanmean(curve[:, :deepest], axis=0) for curve in curves])
    banded = choice.names if len(curves) <= BANDS else _contenders(choice)
    bands = {
        name: band(curve[:, :deepest])
        for name, curve in zip(choice.names, curves, strict=True)
        if name in banded
    }
    drawing = recall_curves(choice.names, choice.shown.names, mean, bands)
    return captioned(drawing, choice.shown, choice.tag, captions.of_recall(len(curves[0]), bands))


def _contenders(choice: Choice) -> list[str]:
    """The baseline and the best of the others on the measure that decides."""
    values = choice.shown.of(choice.measure)[list(choice.others)][:, tagged(choice.shown, choice.tag)]
    best = int(np.argmax(np.nan_to_num(query_means(values), nan=-1)))
    return [choice.shown.names[run] for run in (choice.baseline, choice.others[best])]


def recall_of(shown: Compared, run: int, tag: str, every: bool = False) -> Float:
    """One run's recall at every k, float64 [query, k], over the queries with a known relevant fragment.

    every: all queries of the tag, NaN where none is known.
    """
    places = tagged(shown, tag)
    known = np.nan_to_num(relevant_known(shown)[places])
    recall = recall_over_k(grid(shown).grade[run, places], known)
    return recall if every else recall[known > 0]


def band(curve: Float) -> tuple[Float, Float]:
    """The interval of each column's mean, cut to 0 … 1; fewer draws where there are many columns."""
    low, high = mean_intervals(curve, draws=0 if curve.shape[1] <= FEW_COLUMNS else DRAWS_OF_BANDS)
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


def differences(choice: Choice, found: tuple[Verdict, ...]) -> None:
    """The waterfall of one run; a bar leads to its query."""
    by_name = {choice.shown.names[verdict.run]: verdict for verdict in found}
    name = address.one_of(_("Run"), list(by_name), RUN)
    drawing = differences_of(choice, by_name[name].run)
    title = _("Each bar is a query; choose one to open it.")
    st.caption(title)
    query_id = frame.show_choosable(drawing, title, f"waterfall {name} {choice.measure.name}", "query_id")
    if query_id is not None:
        open_query(query_id)


def differences_of(choice: Choice, run: int) -> Drawing:
    """The difference of every query that counts, between a run and the baseline."""
    shown = choice.shown
    places = tagged(shown, choice.tag)
    values = shown.of(choice.measure)
    change = values[run, places] - values[choice.baseline, places]
    counted = np.flatnonzero(~np.isnan(change))
    queries = [shown.queries[places[place]] for place in counted.tolist()]
    table = pd.DataFrame(
        {
            "query_id": [query.query_id for query in queries],
            "query": [query.text for query in queries],
            "difference": change[counted],
        }
    )
    drawing = waterfall(table, _("Change in {measure}").format(measure=measure_label(choice.measure)))
    return captioned(drawing, shown, choice.tag, captions.of_differences(choice, run, len(table)))


def chosen_run() -> str:
    """The run whose queries the page shows one by one; "" if none was chosen."""
    return address.current().get(RUN, "")


def open_query(query_id: str) -> None:
    """Goes to the page of one query, with the choices made here."""
    st.switch_page("pages/query.py", query_params={**address.current(), "query": query_id})

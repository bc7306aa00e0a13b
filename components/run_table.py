"""Runs × measures: means with their intervals, differences to the baseline, the best and those close to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from components import address
from components.plain import literal
from components.scores import measure_label
from components.words import _, decimals, spoken, whole
from evaluation.comparison import Leaders
from evaluation.estimates import Score
from evaluation.measures import Measure
from evaluation.values import Float

STYLE = """<style>
.runs{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
.runs-frame{overflow-x:auto;max-width:100%}
.runs th,.runs td{padding:.4rem .7rem;border-bottom:1px solid rgba(128,128,128,.25);text-align:right;
 vertical-align:top;white-space:nowrap}
.runs th{font-weight:600;white-space:normal;min-width:6.5rem;vertical-align:bottom}
.runs th:first-child,.runs td:first-child{text-align:left;min-width:10rem;max-width:15rem;overflow-wrap:anywhere;
 white-space:normal}
.runs small{display:block;opacity:.75;font-size:.78em;font-weight:400}
.runs .best{font-weight:700}
.runs .mark{font-weight:700;padding-left:.25em}
.runs th:first-child,.runs td:first-child{position:sticky;left:0;z-index:1;background-color:Canvas;
 background-color:light-dark(#fff,#171614)}
.runs tr.base td{background-image:linear-gradient(rgba(128,128,128,.12),rgba(128,128,128,.12))}
.runs .deciding{border-left:2px solid #a87400;border-right:2px solid #a87400}
.runs th.deciding{border-top:2px solid #a87400}
@media(max-width:640px){.runs th:first-child,.runs td:first-child{min-width:6.5rem;max-width:8rem}}
@media print{.runs-frame{overflow:visible;break-inside:avoid}.runs tr{break-inside:avoid}}
</style>"""

DECIDES = "decides"
"""The order that follows the measure that decides, whichever it is."""
ABREAST, ABREAST_WITH_RANGES = 4, 3
"""Measures that fit beside each other on an upright sheet of A4."""

_RANGE_COLUMNS = {
    "least": "least",
    "most": "most",
    "estimate": "estimate",
    "estimate low": "low",
    "estimate high": "high",
}


@dataclass(frozen=True)
class RunTable:
    """All that the table shows. means, low, high: float64 [run, measure]; queries: how many each mean counts.

    ranges: what each mean can still become once the unjudged are judged, [run][measure]; empty where not asked for.
    The first measure is the one that decides.
    """

    names: Sequence[str]
    measures: Sequence[Measure]
    means: Float
    low: Float
    high: Float
    queries: Sequence[int]
    leaders: Leaders
    baseline: int
    ranges: Sequence[Sequence[Score | None]] = ()

    def led_by(self, measure: Measure) -> RunTable:
        """The same with this measure first, if it is one of them."""
        if measure not in self.measures:
            return self
        first = self.measures.index(measure)
        order = [first, *(column for column in range(len(self.measures)) if column != first)]
        return replace(
            self,
            measures=[self.measures[column] for column in order],
            means=self.means[:, order],
            low=self.low[:, order],
            high=self.high[:, order],
            queries=[self.queries[column] for column in order],
            leaders=Leaders(self.leaders.best[order], self.leaders.close[:, order]),
            ranges=[[row[column] for column in order] for row in self.ranges],
        )

    def as_html(self, order: Sequence[int]) -> str:
        """The table, its runs in this order; every text escaped."""
        return STYLE + self._part(order, range(len(self.measures)))

    def as_sheets(self, order: Sequence[int]) -> str:
        """The same for paper: tables under each other, each of as many measures as fit on a sheet."""
        most = ABREAST_WITH_RANGES if self.ranges else ABREAST
        columns = range(len(self.measures))
        return STYLE + "".join(self._part(order, columns[at : at + most]) for at in columns[::most])

    def _part(self, order: Sequence[int], columns: Sequence[int]) -> str:
        """Some of the measures, of all runs."""
        head = "".join(self._head(column) for column in columns)
        rows = "".join(self._row(run, columns) for run in order)
        first = _("Run")
        return (
            f"<div class='runs-frame' tabindex='0'><table class='runs'><thead><tr>"
            f"<th scope='col'>{escape(first)}</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _head(self, column: int) -> str:
        decides = _("decides")
        mark = f"<small>{escape(decides)}</small>" if column == 0 else ""
        name, count = escape(measure_label(self.measures[column])), whole(self.queries[column])
        return f"<th scope='col'{_kind(column)}>{mark}{name}<small>n = {count}</small></th>"

    def order(self, by: str = DECIDES) -> list[int]:
        """The runs' places, best first by a measure, or by the one that decides; or by name ("")."""
        if not by:
            return sorted(range(len(self.names)), key=self.names.__getitem__)
        names = [measure.name for measure in self.measures]
        means = np.nan_to_num(self.means[:, names.index(by) if by in names else 0], nan=-1)
        order: list[int] = np.argsort(-means, kind="stable").tolist()
        return order

    def as_frame(self) -> pd.DataFrame:
        """The same as plain numbers, a row a run and measure."""
        runs, measures = self.means.shape
        frame = pd.DataFrame(
            {
                "run": np.repeat(list(self.names), measures),
                "measure": np.tile([measure.name for measure in self.measures], runs),
                "queries": np.tile(list(self.queries), runs),
                "mean": self.means.ravel(),
                "low": self.low.ravel(),
                "high": self.high.ravel(),
                "difference": (self.means - self.means[self.baseline]).ravel(),
                "best": (np.arange(runs)[:, None] == self.leaders.best).ravel(),
                "not distinguishable from best": self.leaders.close.ravel(),
            }
        )
        flat = [score for row in self.ranges for score in row]
        for column, field in _RANGE_COLUMNS.items() if flat else ():
            frame[column] = [np.nan if score is None else getattr(score, field) for score in flat]
        return frame

    def _row(self, run: int, columns: Sequence[int]) -> str:
        means = self.means[run, columns]
        numbers = zip(
            columns,
            decimals(means.tolist(), 4),
            decimals(self.low[run, columns].tolist()),
            decimals(self.high[run, columns].tolist()),
            decimals((means - self.means[self.baseline, columns]).tolist()),
            strict=True,
        )
        cells = "".join(self._cell(run, *cell) for cell in numbers)
        base = run == self.baseline
        said = _("baseline")
        note = f"<small>{escape(said)}</small>" if base else ""
        opening = "<tr class='base'>" if base else "<tr>"
        return f"{opening}<td>{escape(self.names[run])}{note}</td>{cells}</tr>"

    def _cell(self, run: int, column: int, mean: str, low: str, high: str, change: str) -> str:
        best = " class='best'" if self.leaders.best[column] == run else ""
        mark = "<span class='mark'>≈</span>" if self.leaders.close[run, column] else ""
        sign = "+" if self.means[run, column] > self.means[self.baseline, column] else ""
        difference = "" if run == self.baseline else f"<small>{sign}{change.replace('-', '−')}</small>"
        still = _still(self.ranges[run][column]) if self.ranges else ""
        kind = _kind(column)
        return (
            f"<td{kind}><span{best}>{mean}</span>{mark}<small>[{low}, {high}]</small>{difference}{still}</td>"
        )


def _kind(column: int) -> str:
    return " class='deciding'" if column == 0 else ""


def _still(score: Score | None) -> str:
    """What a score can still become, and its estimate, as two small lines."""
    if score is None:
        return ""
    least, most, estimate, low, high = decimals(
        [score.least, score.most, score.estimate, score.low, score.high]
    )
    lines = (
        _("can become {least} – {most}").format(least=least, most=most),
        _("estimate {estimate} [{low}, {high}]").format(estimate=estimate, low=low, high=high),
    )
    return "".join(f"<small class='still'>{escape(line)}</small>" for line in lines)


def choose_order(measures: Sequence[Measure]) -> str:
    """A chooser of what the table is sorted by; the measure that decides until another is chosen."""
    labels = {measure.name: measure_label(measure) for measure in measures}
    others = {DECIDES: _("the measure that decides"), "": _("name")}
    return address.one_of(
        _("Sort by"), [*others, *labels], "sort", DECIDES, shown={**others, **labels}.__getitem__
    )


def how_read() -> str:
    """What stands in a cell, and what bold, ≈ and n mean."""
    return _(
        "Mean, its 95 % interval, and the difference to the baseline. **Bold**: the best of a measure; "
        "≈: cannot be told from it (randomisation test, 5 %, after Holm). n: the queries that count."
    )


def how_ranges_read() -> str:
    """What the two lines of `ranges` mean."""
    return _(
        "Can become: from least to most, whatever the unjudged turn out to be. Estimate: with its 95 % interval, "
        "from how likely each unjudged fragment is relevant; never a judgement."
    )


def run_table(table: RunTable, order: Sequence[int]) -> None:
    """Shows the table and how to read it."""
    st.html(table.as_html(order))
    st.caption(how_read())
    if table.ranges:
        st.caption(how_ranges_read())


def table_file(table: RunTable) -> None:
    """The table as a file."""
    st.download_button(
        _("Table (CSV)"),
        spoken(lambda: table.as_frame().to_csv(index=False).encode()),
        "runs.csv",
        "text/csv",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def left_out_ids(reasons: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """Reason → (query_id, text) of the queries that no mean counts; nothing if there are none."""
    total = sum(map(len, reasons.values()))
    if not total:
        return
    with st.expander(_("Queries left out, and why ({n})").format(n=whole(total))):
        for reason, queries in reasons.items():
            if queries:
                st.markdown(f"**{literal(reason)}** ({whole(len(queries))})")
                st.text("\n".join(f"{query_id}  {text}" for query_id, text in queries[:200]))

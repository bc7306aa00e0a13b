"""Runs × measures: means with their intervals, differences to the baseline, the best and those close to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

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
.runs th:first-child,.runs td:first-child{text-align:left;min-width:8rem;max-width:15rem;overflow-wrap:anywhere;
 white-space:normal}
.runs small{display:block;opacity:.75;font-size:.78em;font-weight:400}
.runs .best{font-weight:700}
.runs .mark{font-weight:700;color:#a87400;padding-left:.25em}
.runs tr.base td{background:rgba(128,128,128,.12)}
</style>"""

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

    def as_html(self, order: Sequence[int]) -> str:
        """The table, its runs in this order; every text escaped."""
        head = "".join(
            f"<th scope='col'>{escape(measure_label(measure))}<small>n = {whole(count)}</small></th>"
            for measure, count in zip(self.measures, self.queries, strict=True)
        )
        rows = "".join(self._row(run) for run in order)
        first = _("Run")
        return (
            f"{STYLE}<div class='runs-frame' tabindex='0'><table class='runs'><thead><tr>"
            f"<th scope='col'>{escape(first)}</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

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

    def _row(self, run: int) -> str:
        numbers = zip(
            decimals(self.means[run].tolist(), 4),
            decimals(self.low[run].tolist()),
            decimals(self.high[run].tolist()),
            decimals((self.means[run] - self.means[self.baseline]).tolist()),
            strict=True,
        )
        cells = "".join(self._cell(run, column, *texts) for column, texts in enumerate(numbers))
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
        return f"<td><span{best}>{mean}</span>{mark}<small>[{low}, {high}]</small>{difference}{still}</td>"


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


def how_ranges_read() -> str:
    """What the two lines of `ranges` mean."""
    return _(
        "Can become: from least to most, whatever the unjudged turn out to be. Estimate: with its 95 % interval, "
        "from how likely each unjudged fragment is relevant; never a judgement."
    )


def run_table(table: RunTable, order: Sequence[int]) -> None:
    """Shows the table and how to read it."""
    st.html(table.as_html(order))
    st.caption(
        _(
            "Mean, its 95 % interval, and the difference to the baseline. **Bold**: the best of a measure; "
            "≈: cannot be told from it (randomisation test, 5 %, after Holm). n: the queries that count."
        )
    )
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

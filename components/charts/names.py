"""Names beside and above charts: as many columns as fit, long names in two lines, so that none is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from components.words import _

_CHARACTER, _SYMBOL, _LIMIT = 7.2, 42, 300
_IN_LEGEND, _AT_AXIS, _IN_ROW = 34, 22, 60


def legend(names: Sequence[str], **more: Any) -> alt.Legend:
    """A legend above the chart with every one of these names, in as many columns as the chart is wide."""
    longest = min(max(map(len, names), default=1), _IN_LEGEND)
    column = _SYMBOL + round(_CHARACTER * longest)
    return alt.Legend(
        orient="top",
        columns=alt.ExprRef(f"max(1, floor(width / {column}))"),
        labelLimit=_LIMIT,
        labelExpr=_in_lines(_IN_LEGEND),
        symbolLimit=0,
        **more,
    )


def line_legend(names: Sequence[str]) -> alt.Legend:
    """The legend of lines, drawn as lines with their dashes."""
    return legend(
        names, symbolType="stroke", symbolSize=400, symbolStrokeWidth=2.5, symbolOpacity=1, values=list(names)
    )


def seen_alone(lines: alt.Chart) -> alt.Chart:
    """The same lines; those whose names are chosen in the legend stand out from the others."""
    chosen = alt.selection_point(name="alone", fields=["run"], bind="legend")
    faint = alt.when(chosen).then(alt.value(1)).otherwise(alt.value(0.1))
    return lines.encode(opacity=faint).add_params(chosen)


def how_seen_alone() -> str:
    """How a reader makes lines stand out."""
    return _("Choose a name above the chart to see its line alone; hold Shift for several.")


def name_axis() -> alt.Axis:
    """The axis of an own row for each run."""
    return alt.Axis(labelLimit=200, labelExpr=_in_lines(_AT_AXIS))


def shortened(name: str) -> str:
    """A name in one line over a whole chart: a very long one keeps both its ends."""
    if len(name) <= _IN_ROW:
        return name
    return f"{name[: _IN_ROW // 2]}…{name[1 - _IN_ROW // 2 :]}"


def _in_lines(most: int) -> str:
    """Vega's expression for a label in one line, or two of `most` characters; longer ones keep both their ends."""
    label = "datum.label"
    rest = f"slice({label}, {most})"
    end = f"'…' + slice({label}, {1 - most})"
    second = f"length({label}) <= {2 * most} ? {rest} : {end}"
    return f"length({label}) <= {most} ? {label} : [slice({label}, 0, {most}), {second}]"

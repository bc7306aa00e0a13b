"""What the unjudged may still change: plain score, range and estimate of every run, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components.figures import as_table, written
from components.scores import measure_label
from components.words import _
from evaluation.estimates import Score
from evaluation.measures import Measure


def holes_caption() -> None:
    """How to read the chart."""
    st.caption(
        _(
            "Bar: the plain score, what is unjudged counting as not relevant. Point and thick line: the estimate and "
            "its 95 % interval. Dashed line: all that the score can still become; the ideal moves with it, so the "
            "plain score is not the lowest. An estimate is never a judgement and is never exported."
        )
    )


def holes_table(runs: Sequence[str], scores: Sequence[Score]) -> None:
    """The same as numbers."""
    table = pd.DataFrame(
        {
            _("Run"): list(runs),
            _("Plain"): [score.plain for score in scores],
            _("Judged share"): [score.judged for score in scores],
            _("Lowest possible"): [score.least for score in scores],
            _("Highest possible"): [score.most for score in scores],
            _("Estimate"): [score.estimate for score in scores],
            _("From"): [score.low for score in scores],
            _("To"): [score.high for score in scores],
        }
    )
    as_table(written(table, dict.fromkeys(table.columns[1:], 4)), height="content")


@dataclass(frozen=True)
class LeftOut:
    """A run whose own judgements are taken out: how many they are, its plain score, and how that changes."""

    run: str
    own: int
    plain: float
    change: float


def left_out_table(rows: Sequence[LeftOut], depth: int, measure: Measure) -> None:
    """What each run's score owes to judgements that only it brought, and the place it would fall to."""
    table = pd.DataFrame(
        {
            _("Run"): [row.run for row in rows],
            measure_label(measure): [row.plain for row in rows],
            _("Judgements only it brought"): [row.own for row in rows],
            _("Without them"): [row.plain + row.change for row in rows],
            _("Change"): [row.change for row in rows],
            _("Place"): [_places(rows, row) for row in rows],
        }
    )
    places = dict.fromkeys((measure_label(measure), _("Without them"), _("Change")), 4)
    as_table(written(table, places, signed=(_("Change"),)), height="content")
    st.caption(
        _(
            "A new run meets judgements that it had no part in. Here each run is put in its place: what no other run "
            "has among its first {depth} is taken as unjudged. The more a score falls, the more unfair it is to "
            "compare a run that was never judged with this one."
        ).format(depth=depth)
    )


def _places(rows: Sequence[LeftOut], row: LeftOut) -> str:
    """ "2 → 3": the run's place among all now, and with its own judgements taken out."""
    others = [other.plain for other in rows if other is not row]
    now, then = (1 + sum(other > value for other in others) for value in (row.plain, row.plain + row.change))
    return f"{now}" if now == then else f"{now} → {then}"

"""The definition card of a number: how it is computed, and what other tools would say, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.scores import measure_label
from components.words import _, decimal
from evaluation.elsewhere import Elsewhere
from evaluation.measures import Measure


def definition(measure: Measure) -> None:
    """Formula, gain, cutoff, ideal, threshold, ties, and what 0 and undefined mean."""
    st.code(measure.name, language=None)
    rows = pd.DataFrame(measure.definition.rows(_), columns=["heading", "text"])
    st.table(rows, border="horizontal", hide_index=True, hide_header=True)


def what_others_say(measure: Measure, ours: float, answers: Sequence[Elsewhere]) -> None:
    """The value of one ranking by our rule and by other tools' rules, and why they differ."""
    table = pd.DataFrame(
        {
            _("Tool"): ["Quilate", *(answer.tool for answer in answers)],
            _("Its name"): [measure_label(measure), *(answer.called for answer in answers)],
            _("Value"): [_value(ours), *(_value(answer.value) for answer in answers)],
            _("Why it differs"): ["", *(_reasons(answer) for answer in answers)],
        }
    )
    st.table(table, border="horizontal", hide_index=True)


def _reasons(answer: Elsewhere) -> str:
    return "; ".join(_(reason.template).format(**reason.values) for reason in answer.reasons)


def _value(value: float | None) -> str:
    if value is None:
        return _("none")
    return _("not a number") if value != value else decimal(value, 4)

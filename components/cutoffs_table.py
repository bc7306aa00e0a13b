"""Several k at once: recall, what the prompt holds, and what the step to this k brought."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.figures import as_table, written
from components.words import _
from evaluation.cutoffs import Step


def steps_table(steps: Sequence[Step]) -> None:
    """A row a cutoff."""
    table = pd.DataFrame(
        {
            "k": step.k,
            "recall": step.recall,
            "found": step.found,
            "fragments": step.useful_fragments,
            "tokens": step.useful_tokens,
            "added": step.added_per_fragment,
        }
        for step in steps
    )
    number = st.column_config.NumberColumn
    as_table(
        written(table, {"recall": 3, "found": 2, "added": 3}),
        height="content",
        column_config={
            "k": number(_("k"), pinned=True),
            "recall": _("Recall"),
            "found": number(_("Relevant found"), help=_("On average, for each query.")),
            "fragments": number(
                _("Prompt of use, by fragments"),
                format="percent",
                help=_("Precision: relevant fragments / k. The share of the prompt spent on useful text."),
            ),
            "tokens": number(
                _("Prompt of use, by tokens"),
                format="percent",
                help=_("Tokens of relevant fragments / tokens of the first k, over all queries together."),
            ),
            "added": number(
                _("Relevant per fragment added"),
                help=_("Of the fragments added since the k above, how many are relevant."),
            ),
        },
    )

"""Which k is suggested and why; several k at once: recall, what the prompt holds, what the step to this k brought."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.figures import as_table, written
from components.said import said_literally
from components.words import _, ngettext
from evaluation.cutoffs import Step, Suggestion


def suggestion_lines(candidates: Suggestion, context: Suggestion) -> None:
    """How many candidates to retrieve and how many fragments to put into the prompt, each with its reason."""
    with st.container(border=True):
        if candidates.k is None:
            _line("", candidates)
        else:
            _line(
                ngettext("Retrieve **{n}** candidate.", "Retrieve **{n}** candidates.", candidates.k),
                candidates,
            )
        if context.k is None:
            _line("", context)
        else:
            _line(
                ngettext(
                    "Put **{n}** fragment into the prompt.",
                    "Put **{n}** fragments into the prompt.",
                    context.k,
                ),
                context,
            )


def _line(words: str, of: Suggestion) -> None:
    reasons = [(of.reason, of.values), *([of.left] if of.left else [])]
    st.markdown(" ".join([words, *(said_literally(*reason) for reason in reasons)]).strip())


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

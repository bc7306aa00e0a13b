"""On any number: how it is computed, and what other tools would say of it on the collection's own data."""

from __future__ import annotations

import numpy as np
import streamlit as st

from components import address
from components.definition import definition, what_others_say
from components.scores import measure_label
from components.words import _, whole
from data.collections import Query
from evaluation.elsewhere import Elsewhere, elsewhere, mean_elsewhere
from evaluation.live import LiveScores
from evaluation.measures import Measure

MEAN = "mean"
_RUN, _QUERY = "of-run", "of-query"
_MOST_QUERIES = 1000  # of which other tools' means are worked out: about a millisecond each


def how_link(measure: Measure, run: str = "", query: str = "") -> None:
    """A link to the definition of a measure, with other tools' values of the same run and query."""
    asked = {"measure": measure.name, **({_RUN: run} if run else {}), **({_QUERY: query} if query else {})}
    address.link("pages/measures.py", _("How is this computed?"), ":material/help:", **asked)


def definition_card(measures: list[Measure], live: LiveScores, queries: list[Query]) -> None:
    """The definition of one of the measures, chosen by its name, and what other tools would say."""
    labels = {measure_label(measure): measure for measure in measures}
    chosen = st.pills(
        _("How is this computed, and what would other tools say?"), list(labels), key="definition of"
    )
    if chosen is None:
        return
    with st.container(border=True):
        definition(labels[chosen])
        others_say(labels[chosen], live, queries)


def others_say(measure: Measure, live: LiveScores, queries: list[Query]) -> None:
    """The measure's value by our rule and by others', for a run and one query or the mean over all.

    queries: the collection's, as `live` numbers them. Nothing while no run or no query is judged.
    """
    numbers = {queries[number].query_id: number for number in live.judged_queries()}
    if not live.runs or not numbers:
        return
    left, right = st.columns([1, 2])
    with left:
        run = live.runs.index(address.one_of(_("Run"), live.runs, _RUN))
    means = [MEAN] if len(numbers) <= _MOST_QUERIES else []
    mean = _("mean of all judged queries ({n})").format(n=whole(len(numbers)))
    with right:
        query_id = address.one_of(
            _("Query"),
            [*means, *numbers],
            _QUERY,
            shown=lambda one: mean if one == MEAN else f"{one} · {queries[numbers[one]].text}",
        )
    ours = live.compute([measure])[run, :, 0]
    if query_id == MEAN:
        with st.spinner(_("Asking the other tools' rules…")):
            answers = mean_elsewhere([_answers(measure, live, run, number) for number in numbers.values()])
        counted = ours[~np.isnan(ours)]
        what_others_say(measure, float(counted.mean()) if counted.size else float("nan"), answers)
    else:
        place = list(numbers).index(query_id)
        what_others_say(measure, float(ours[place]), _answers(measure, live, run, numbers[query_id]))


def _answers(measure: Measure, live: LiveScores, run: int, query: int) -> list[Elsewhere]:
    """Ids are the database's: the ranking is in our order already."""
    grades = {str(fragment): grade for fragment, grade in live.grades_of(query).items()}
    return elsewhere(measure, [str(fragment) for fragment in live.ranking(run, query).tolist()], grades)

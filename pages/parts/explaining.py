"""On any number: how it is computed, and what other tools would say of it on the same grades and queries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import address
from components.definition import definition, what_others_say
from components.scores import measure_label
from components.words import _, whole
from evaluation.comparison import query_means
from evaluation.elsewhere import Elsewhere, elsewhere, mean_elsewhere
from evaluation.judging import RunColumns
from evaluation.measures import Measure
from pages.parts.compared import EVERY, Compared, grade_pairs, run_columns, tagged
from pages.parts.defining import QUERY, RUN

MEAN = "mean"
_MOST_QUERIES = 1000  # of which other tools' means are worked out: about a millisecond each


def definition_card(measures: Sequence[Measure], shown: Compared, tag: str) -> None:
    """The definition of one of the measures, chosen by its name, and what other tools would say."""
    labels = {measure_label(measure): measure for measure in measures}
    chosen = st.pills(
        _("How is this computed, and what would other tools say?"), list(labels), key="definition of"
    )
    if chosen is None:
        return
    with st.container(border=True):
        definition(labels[chosen])
        others_say(labels[chosen], shown, tag)


def judged_places(shown: Compared, tag: str) -> NDArray[np.intp]:
    """Places of the queries with a grade, among those with the tag."""
    places = tagged(shown, tag)
    pairs = grade_pairs(shown.store, shown.collection, shown.snapshot)
    return places[np.isin(shown.query_rows[places], pairs.query)]


def others_say(measure: Measure, shown: Compared, tag: str) -> None:
    """The measure's value by our rule and by others', for a run and one query or the mean over those judged.

    Runs, grades and queries are those that the comparing pages show: of `shown`'s moment, with the tag. Nothing
    while no run or no query is judged.
    """
    places = judged_places(shown, tag)
    numbers = {shown.queries[place].query_id: place for place in places.tolist()}
    if not shown.runs or not numbers:
        return
    left, right = st.columns([1, 2])
    with left:
        run = shown.names.index(address.one_of(_("Run"), shown.names, RUN))
    means = [MEAN] if len(numbers) <= _MOST_QUERIES else []
    mean = _of_all(len(numbers), tag)
    with right:
        query_id = address.one_of(
            _("Query"),
            [*means, *numbers],
            QUERY,
            shown=lambda one: mean if one == MEAN else f"{one} · {shown.queries[numbers[one]].text}",
        )
    ours = shown.of(measure)[run, places]
    if query_id == MEAN:
        value = float(query_means(ours[None, :])[0])
        with st.spinner(_("Asking the other tools' rules…")):
            of_queries = [_answers(measure, shown, run, place) for place in numbers.values()]
            answers = mean_elsewhere(of_queries, value)
        what_others_say(measure, value, answers)
    else:
        value = float(ours[list(numbers).index(query_id)])
        what_others_say(measure, value, _answers(measure, shown, run, numbers[query_id]))


def _of_all(queries: int, tag: str) -> str:
    if tag == EVERY:
        return _("mean of all judged queries ({n})").format(n=whole(queries))
    return _("mean of the judged queries with the tag {tag} ({n})").format(tag=tag, n=whole(queries))


def _answers(measure: Measure, shown: Compared, run: int, place: int) -> list[Elsewhere]:
    """Ids are the database's: the ranking is in our order already."""
    query = int(shown.query_rows[place])
    pairs = grade_pairs(shown.store, shown.collection, shown.snapshot)
    first, last = np.searchsorted(pairs.query, [query, query + 1])
    fragments, given = pairs.fragment[first:last].tolist(), pairs.grade[first:last].tolist()
    queries, starts, ranked = _rankings((*shown.key[:2], shown.runs[run].id), shown, run)
    at = int(np.searchsorted(queries, query))
    there = at < len(queries) and queries[at] == query
    ranking = ranked[starts[at] : starts[at + 1]].tolist() if there else []
    grades = {str(fragment): grade for fragment, grade in zip(fragments, given, strict=True)}
    return elsewhere(measure, [str(fragment) for fragment in ranking], grades)


@st.cache_resource(max_entries=2, show_spinner=False)
def _rankings(key: tuple[object, ...], _shown: Compared, _run: int) -> RunColumns:
    return run_columns(_shown.store, _shown.runs[_run])

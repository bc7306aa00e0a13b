"""Measures: how each number is computed, and what other tools would say of the same ranking."""

from __future__ import annotations

import streamlit as st

from components.definition import definition, what_others_say
from components.plain import literal
from components.said import refused
from components.scores import measure_label
from components.words import _
from data import collections
from data.collections import Collection
from evaluation.elsewhere import elsewhere
from evaluation.live import LiveScores
from evaluation.measures import Measure, UnknownMeasure, parse_measure
from pages.parts import choices
from pages.parts.live import live_scores
from pages.parts.measures import SHOWN
from pages.parts.opened import opened

store = choices.open_store()
collection = choices.collection(store)


def choose_measure() -> Measure | None:
    """One of the measures shown, or any that people write by its name."""
    names = {measure.name: measure_label(measure) for measure in SHOWN}
    wanted = st.query_params.get("measure")
    written = st.selectbox(
        _("Measure"),
        list(names),
        index=list(names).index(wanted) if wanted in names else 0,
        format_func=lambda name: names.get(name, name),
        accept_new_options=True,
        help=_("Choose one, or write another by its ir_measures name, such as RBP(p=0.8) or ERR@10."),
    )
    try:
        return parse_measure(written or SHOWN[0].name)
    except UnknownMeasure as error:
        st.error(literal(refused(error)))
        return None


def on_your_data(measure: Measure, collection: Collection, live: LiveScores) -> None:
    """The measure's value for one run and query, by our rule and by others'."""
    queries = opened(store, collection).queries
    run = st.selectbox(_("Run"), range(len(live.runs)), format_func=live.runs.__getitem__)
    number = st.selectbox(
        _("Query"),
        live.judged_queries(),
        format_func=lambda number: queries[number].text or queries[number].query_id,
    )
    grades = live.grades_of(number)
    ranking = live.ranking(run, number).tolist()
    names = {
        i: fragment.fragment_id for i, fragment in collections.fragments(store, {*ranking, *grades}).items()
    }
    answers = elsewhere(
        measure, [names[i] for i in ranking], {names[i]: grade for i, grade in grades.items()}
    )
    ours = live.compute([measure])[run, live.judged_queries().index(number), 0]
    what_others_say(measure, float(ours), answers)


st.title(_("Measures"))
st.write(
    _(
        "All measures see one ranking order and the agreed grades. An unjudged fragment has no gain. "
        "Names are those of ir_measures."
    )
)
measure = choose_measure()
if measure:
    st.subheader(_("How it is computed"))
    definition(measure)
    live = live_scores(store, collection) if collection else None
    if collection and live and live.runs and live.judged_queries():
        st.subheader(_("What would other tools say?"))
        on_your_data(measure, collection, live)

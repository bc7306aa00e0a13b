"""Measures: how each number is computed, and what other tools would say of the same ranking."""

from __future__ import annotations

import streamlit as st

from components.definition import definition
from components.plain import literal
from components.said import refused
from components.scores import measure_label
from components.words import _
from data.permissions import allows
from evaluation.measures import Measure, UnknownMeasure, parse_measure
from pages.parts import choices, comparing
from pages.parts.agreed import rule_sentence
from pages.parts.compared import EVERY, compared
from pages.parts.explaining import judged_places, others_say
from pages.parts.measures import SHOWN

store = choices.open_store()
person = choices.person(store)
collection = choices.collection(store)


def choose_measure() -> Measure | None:
    """One of the measures shown, or any that people write by its name."""
    names = {measure.name: measure_label(measure) for measure in SHOWN}
    # Written below, not by a chooser of the address: people's own names are choices too.
    wanted = st.query_params.get("measure", SHOWN[0].name)
    offered = [*names, *([wanted] if wanted not in names else [])]
    written = st.selectbox(
        _("Measure"),
        offered,
        index=offered.index(wanted),
        format_func=lambda name: names.get(name, name),
        accept_new_options=True,
        help=_("Choose one, or write another by its ir_measures name, such as RBP(p=0.8) or ERR@10."),
    )
    st.query_params["measure"] = written or SHOWN[0].name
    try:
        return parse_measure(written or SHOWN[0].name)
    except UnknownMeasure as error:
        st.error(literal(refused(error)))
        return None


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
if measure and collection and person and allows(person.role, "compare"):
    shown = compared(store, collection, comparing.moment())
    if shown.runs and judged_places(shown, EVERY).size:
        st.subheader(_("What would other tools say?"))
        st.caption(rule_sentence(*shown.rule))
        others_say(measure, shown, comparing.choose_tag(shown))

"""Measures: how each number is computed, in full."""

from __future__ import annotations

import streamlit as st

from components.scores import measure_label
from components.words import _
from evaluation.measures import UnknownMeasure, parse_measure
from pages.parts.measures import SHOWN

st.title(_("Measures"))
st.write(
    _(
        "All measures see one ranking order and the agreed grades. An unjudged fragment has no gain. "
        "Names are those of ir_measures."
    )
)
written = st.text_input(_("Look up another measure"), placeholder="RBP(p=0.8)")
asked = []
if written:
    try:
        asked = [parse_measure(written)]
    except UnknownMeasure as error:
        st.error(str(error))
for measure in [*asked, *SHOWN]:
    with st.expander(measure_label(measure), expanded=measure in asked):
        st.code(measure.name, language=None)
        for heading, text in measure.definition.rows(_):
            st.markdown(f"**{heading}.**")
            st.text(text)

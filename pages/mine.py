"""My work: one's own history, and kind signs of how one grades."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.empty import nothing_yet
from components.grades import act_name
from components.words import _, moment
from data import audit, own_work
from pages.parts import choices
from pages.parts.judged import of_one, quality_words

SHOWN = 200

store = choices.open_store()
person = choices.require(store, "grade")
collection = choices.collection(store)
st.title(_("My work"))
if collection is None:
    nothing_yet()
    st.stop()
signs = of_one(own_work.own_over_time(store, collection, person))
with st.container(horizontal=True, gap="large"):
    for label, value in quality_words(signs).items():
        st.metric(label, value, width="content")
if signs.drifts:
    st.info(
        _("In the later half of your sessions your grades differ from those at the start. A pause may help.")
    )
if signs.fast is not None and signs.fast > 0.1:
    st.info(_("Many answers came much faster than you usually take. Perhaps look at some of them again."))
st.subheader(_("What I did"))
entries = audit.entries(store, collection, person, size=SHOWN)
if not entries:
    st.caption(_("Nothing yet."))
    st.page_link("pages/grade.py", label=_("Grade fragments"), icon=":material/grading:")
    st.stop()
st.dataframe(
    pd.DataFrame(
        {
            _("When"): [moment(entry.at) for entry in entries],
            _("What"): [act_name(entry.act, entry.grade) for entry in entries],
            _("Query"): [entry.query_id for entry in entries],
            _("Fragment"): [entry.fragment_id for entry in entries],
            _("Note"): [entry.note for entry in entries],
            _("Guidelines"): [entry.guidelines for entry in entries],
        }
    ),
    hide_index=True,
)

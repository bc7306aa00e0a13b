"""My work: one's own history, and kind signs of how one grades."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.empty import nothing_yet
from components.figures import as_table
from components.grades import act_name
from components.words import _, moment
from data import audit, own_work
from pages.parts import choices
from pages.parts.judged import of_one, quality_words, use_of_others

SHOWN = 200

store = choices.open_store()
person = choices.require(store, "grade")
collection = choices.collection(store)
st.title(_("My work"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
given = own_work.own_over_time(store, collection, person)
signs = of_one(given)
others = use_of_others(store, collection, person)
st.table({**quality_words(given), _("Grades of the others"): others}, border="horizontal")
st.caption(
    _("A help for yourself, not a mark. Fast: answers in under a third of your own median time.")
    + " "
    + _("Drift: mean grade of the later half of each session less that of the earlier.")
    + " "
    + _("The same again: of what you were asked for twice.")
)
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
as_table(
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
)

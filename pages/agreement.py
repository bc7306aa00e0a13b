"""Agreement: how far the annotators mean the same by the grades, who confuses what, and what it does to the runs."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components import opinions
from components.empty import no_judgements, nothing_yet
from components.figures import as_table
from components.said import said
from components.words import _, ngettext
from evaluation.reliability import (
    Table,
    alpha,
    pairs_of_people,
)
from pages.parts import choices
from pages.parts.agreement_tables import by_annotator, by_query, two_people
from pages.parts.judged import quality_rows, read_table

store = choices.open_store()
choices.require(store, "see everybody")
collection = choices.collection(store)
st.title(_("Agreement"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
judged, names = read_table(store, collection)
if len(judged.queries) == 0:
    no_judgements(choices.may(store, "grade"))
    st.stop()


def overall(judged: Table) -> None:
    """Alpha of everybody, and what it means."""
    found = alpha(judged)
    opinions.alpha_line(found.value, found.low, found.high)
    st.markdown(said(found.reading.template, found.reading.values))
    st.caption(
        ngettext(
            "{n} fragment was judged by two people or more.",
            "{n} fragments were judged by two people or more.",
            found.common,
        )
    )


overall(judged)
pairs = list(pairs_of_people(judged))
if pairs:
    st.subheader(_("Two by two"))
    two_people(pairs, names)
    st.subheader(_("By annotator"))
    by_annotator(store, collection, judged, names)
    st.subheader(_("By query"))
    by_query(store, collection, judged)
st.subheader(_("Quality"))
quality = quality_rows(store, collection, names)
as_table(pd.DataFrame(quality), height="content")
st.caption(
    _(
        "Signs to talk about, not marks: the same figures are shown to each person as help. Fast: under a third of "
        "one's own median time. Drift: mean grade of the later half of each session less that of the earlier."
    )
)

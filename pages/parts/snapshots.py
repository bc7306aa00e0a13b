"""Naming the collection as it stands, the change between two moments as a table, and another collection beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from components import address
from components.figures import as_table, written
from components.plain import literal
from components.scores import measure_label
from components.verdicts import caution_lines
from components.words import _
from data import collections, snapshots
from data.snapshots import NameTaken
from evaluation.cautions import different_qrels
from evaluation.comparison import query_means
from evaluation.history import Change
from evaluation.measures import Measure
from evaluation.values import Float
from pages.parts import choices
from pages.parts.compared import Compared, compared
from pages.parts.timeline import qrels_of


def snapshot_form(shown: Compared) -> None:
    """A form that names the collection as it stands; for leads."""
    person = choices.person(shown.store)
    if person is None or person.role != "lead":
        return
    with st.form("snapshot", clear_on_submit=True):
        name = st.text_input(
            _("Name of a new snapshot"),
            help=_(
                "It keeps the judgements and runs as they are now; every comparing page can show it later."
            ),
        )
        if not st.form_submit_button(_("Take a snapshot"), icon=":material/photo_camera:"):
            return
    if not name.strip():
        st.error(_("A snapshot needs a name."))
        return
    try:
        snapshots.take(shown.store, shown.collection, name)
    except NameTaken:
        st.error(_("There is a snapshot “{name}” already.").format(name=literal(name)))
        return
    st.rerun()


def change_table(names: Sequence[str], before: Float, change: Change, after: Float) -> None:
    """A row a run: its mean before, what moved it, and its mean after."""
    table = pd.DataFrame(
        {
            "run": list(names),
            "before": before,
            "judgements": change.judgements,
            "retrieval": change.retrieval,
            "after": after,
        }
    )
    moved = ("judgements", "retrieval")
    as_table(
        written(table, {"before": 3, "judgements": 3, "retrieval": 3, "after": 3}, signed=moved),
        height="content",
        column_config={
            "run": st.column_config.TextColumn(_("Run"), pinned=True),
            "before": _("Before"),
            "judgements": _("because judgements changed"),
            "retrieval": _("because the retrieval changed"),
            "after": _("After"),
        },
    )


def another_collection(shown: Compared, measure: Measure) -> None:
    """The means of another collection beside this one, with the warning that they cannot be compared."""
    others = {one.name: one for one in collections.all_collections(shown.store) if one != shown.collection}
    if not others:
        return
    st.subheader(_("Another collection"))
    name = address.one_of(_("Beside"), ["", *others], "beside", shown=lambda one: one or _("none chosen"))
    if not name:
        return
    other = compared(shown.store, others[name])
    caution_lines(
        different_qrels(
            shown.collection.name,
            name,
            qrels_of(shown.store, shown.collection),
            qrels_of(shown.store, others[name]),
        )
    )
    table = pd.concat(
        pd.DataFrame(
            {
                _("Collection"): one.collection.name,
                _("Run"): one.names,
                measure_label(measure): query_means(one.of(measure)),
                _("Queries"): np.count_nonzero(~np.isnan(one.of(measure)), axis=1),
            }
        )
        for one in (shown, other)
        if one.runs
    )
    as_table(written(table, {measure_label(measure): 4}), height="content")

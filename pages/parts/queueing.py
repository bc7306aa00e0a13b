"""The queue's settings for a lead: in what order fragments are served, and how many are drawn at random."""

from __future__ import annotations

import streamlit as st

from components.saved import say_saved
from components.words import _
from data import queues, rankings
from data.collections import Collection
from data.queues import MEANINGS, ORDERS
from data.store import Store


def queue_settings(store: Store, collection: Collection) -> None:
    """Order and audit, saved together; two runs where the order asks for them."""
    runs = [run.name for run in rankings.runs(store, collection)]
    with st.container(horizontal=True):
        order = st.selectbox(
            _("Order of the queue"),
            list(ORDERS),
            list(ORDERS).index(collection.queue_order),
            format_func=lambda name: _(ORDERS[name]),
            width=420,
        )
        audit = st.number_input(
            _("Drawn at random, as an audit (%)"),
            0,
            round(100 * queues.MOST_AUDIT),
            round(100 * collection.audit),
            help=_(
                "Of what is served. Only from these can be told without bias how right the probabilities are and how "
                "many relevant fragments are missing."
            ),
            width=280,
        )
    st.caption(_(MEANINGS[order]))
    pair = _two_runs(runs, collection) if order == queues.DECIDE else None
    if order == queues.DECIDE and pair is None:
        st.info(_("For this order the collection needs two runs."))
    elif st.button(_("Save"), type="primary", key="save queue"):
        collection = queues.set_order(store, collection, order, pair)
        queues.set_audit(store, collection, audit / 100)
        say_saved()
        st.rerun()


def _two_runs(runs: list[str], collection: Collection) -> tuple[str, str] | None:
    if len(runs) < 2:
        return None
    a_before, b_before = collection.decide_a, collection.decide_b
    with st.container(horizontal=True):
        a = st.selectbox(_("Run A"), runs, runs.index(a_before) if a_before in runs else 0, width=280)
        others = [run for run in runs if run != a]
        b = st.selectbox(_("Run B"), others, others.index(b_before) if b_before in others else 0, width=280)
    return a, b

"""The lead's choice of what counts as the grade, with what another rule would move shown before it is taken."""

from __future__ import annotations

import streamlit as st

from components import opinions
from components.scores import measure_label
from components.words import _, decimal, ngettext, whole
from data import collections
from data.collections import Collection
from data.store import Store
from evaluation.agreement import RULES
from evaluation.live import LiveScores
from pages.parts.agreed import rule_sentence, what_moves
from pages.parts.measures import MAIN

MOVED = "rule moved"


def choose_rule(store: Store, collection: Collection, live: LiveScores, number_of: dict[int, int]) -> None:
    """The rule, and under another choice what would move; then the button that takes it."""
    st.write(rule_sentence(collection.rule, collection.threshold))
    if MOVED in st.session_state:
        st.success(st.session_state.pop(MOVED))
    rules = list(RULES)
    rule = st.radio(
        _("What counts when nobody has settled"),
        rules,
        index=rules.index(collection.rule),
        format_func=lambda one: _(RULES[one]).format(threshold=_("the threshold")),
    )
    threshold = collection.threshold
    if rule == "mean":
        threshold = st.number_input(_("Threshold"), 0.5, 3.0, collection.threshold, 0.25, width=160)
    if (rule, threshold) == (collection.rule, collection.threshold):
        return
    moved = what_moves(store, collection, (rule, threshold), live, number_of, MAIN)
    said = ngettext(
        "{n} agreed grade of {pairs} would change.",
        "{n} agreed grades of {pairs} would change.",
        moved.changed,
        pairs=whole(moved.pairs),
    )
    if moved.tau is not None:
        said += " " + _("The order of the runs: Kendall's tau {tau} (1: the same).").format(
            tau=decimal(moved.tau, 2)
        )
    st.info(said)
    if live.runs:
        opinions.means_moved(measure_label(MAIN), live.runs, moved.before, moved.after)
    if st.button(_("Use this rule"), type="primary"):
        collections.change_collection(store, collection, rule=rule, threshold=threshold)
        st.session_state[MOVED] = ngettext(
            "The rule is changed; {n} agreed grade moved.",
            "The rule is changed; {n} agreed grades moved.",
            moved.changed,
        )
        st.rerun()

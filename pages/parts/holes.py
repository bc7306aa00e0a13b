"""Scores that know their holes, read from a collection: what each run's score can still become."""

from __future__ import annotations

import streamlit as st

from components import address
from components.holes import holes_chart, holes_table
from components.words import _, decimal
from data.collections import Collection
from data.store import Store
from evaluation.decide import Decision, decide
from evaluation.estimates import Holes, Score, holes, scores
from evaluation.measures import Measure
from pages.parts.compared import EVERY
from pages.parts.comparing import Choice
from pages.parts.live import live_scores
from pages.parts.opened import opened
from pages.parts.suspects import Progress, Suspects, reading, suspects

SWITCH = "holes"


def holes_section(choice: Choice) -> None:
    """On demand: what the unjudged may still change about the runs that are compared."""
    st.subheader(_("If the unjudged were judged"))
    if not address.switch(_("Estimate what they may change"), SWITCH):
        st.caption(_("Takes a few seconds for a large collection."))
        return
    if choice.shown.snapshot is not None:
        st.info(_("Estimates are made for the collection as it is now; choose no snapshot."))
        return
    chosen = _chosen_scores(choice)
    holes_chart(choice.names, chosen, choice.measure)
    holes_table(choice.names, chosen)


def hole_columns(choice: Choice) -> dict[str, list[str]]:
    """Heading → a text for each compared run, for the table of runs; empty unless asked for in `holes_section`."""
    if not address.is_on(SWITCH) or choice.shown.snapshot is not None or choice.tag != EVERY:
        return {}
    chosen = _chosen_scores(choice)
    return {
        _("Can still become"): [f"{decimal(one.least)} – {decimal(one.most)}" for one in chosen],
        _("Estimate"): [
            f"{decimal(one.estimate)} [{decimal(one.low)}, {decimal(one.high)}]" for one in chosen
        ],
    }


def _chosen_scores(choice: Choice) -> list[Score]:
    """The compared runs' scores on the measure that decides."""
    with reading() as progress:
        told = hole_scores(choice.shown.store, choice.shown.collection, choice.measure, progress)
    return [told[run] for run in choice.runs]


def hole_scores(store: Store, collection: Collection, measure: Measure, progress: Progress) -> list[Score]:
    """One score a run, in the order of the collection's runs, over the queries with a judgement."""
    found = suspects(store, collection, progress)
    key = (
        str(store.path),
        collection.id,
        opened(store, collection).key,
        live_scores(store, collection).revision,
    )
    return _scores(*key, measure.name, _found=found, _measure=measure)


def decision(
    store: Store, collection: Collection, pair: tuple[int, int], measure: Measure, progress: Progress
) -> tuple[Decision, list[int]]:
    """Whether run pair[0] is better than pair[1], and the numbers of the queries that its queue speaks of."""
    found = suspects(store, collection, progress)
    key = (
        str(store.path),
        collection.id,
        opened(store, collection).key,
        live_scores(store, collection).revision,
    )
    return _decision(*key, measure.name, pair, _found=found, _measure=measure)


@st.cache_data(max_entries=16, show_spinner=False)
def _scores(
    path: str,
    collection_id: int,
    key: tuple[int, ...],
    revision: int,
    name: str,
    _found: Suspects,
    _measure: Measure,
) -> list[Score]:
    return [row[0] for row in scores(holes_of(_found)[0], [_measure])]


@st.cache_data(max_entries=16, show_spinner=False)
def _decision(
    path: str,
    collection_id: int,
    key: tuple[int, ...],
    revision: int,
    name: str,
    pair: tuple[int, int],
    _found: Suspects,
    _measure: Measure,
) -> tuple[Decision, list[int]]:
    made, queries = holes_of(_found)
    return decide(made, *pair, _measure), queries


def holes_of(found: Suspects) -> tuple[Holes, list[int]]:
    """Of the queries with a judgement, and their numbers: so that the plain score is the one shown elsewhere."""
    queries, rankings, judged, estimates = found.estimates()
    some = [place for place, grades in enumerate(judged) if grades]
    made = holes(
        [rankings[place] for place in some],
        [judged[place] for place in some],
        [estimates[place] for place in some],
    )
    return made, [queries[place] for place in some]

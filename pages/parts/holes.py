"""Scores that know their holes, read from a collection: what each run's score can still become."""

from __future__ import annotations

import streamlit as st

from components import address
from components.holes import LeftOut, holes_chart, holes_table, left_out_table
from components.scores import measure_label
from components.words import _, decimal
from data.collections import Collection
from data.store import Store
from data.vectors import imported
from evaluation.decide import Decision, decide
from evaluation.estimates import NOTHING, Holes, Score, holes, means, plain_values, scores
from evaluation.measures import Measure
from evaluation.pool_bias import leave_one_out, own_judged
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
    with st.expander(_("If a run had not been in the pool"), icon=":material/person_remove:"):
        left_out_table(*_left_out(choice), choice.measure)


def hole_columns(choice: Choice) -> dict[str, list[str]]:
    """Heading → a text for each compared run, for the table of runs; empty unless asked for in `holes_section`."""
    if not address.is_on(SWITCH) or choice.shown.snapshot is not None or choice.tag != EVERY:
        return {}
    chosen, measure = _chosen_scores(choice), measure_label(choice.measure)
    return {
        _("{measure} can still become").format(measure=measure): [
            f"{decimal(one.least)} – {decimal(one.most)}" for one in chosen
        ],
        _("{measure}, estimate").format(measure=measure): [
            f"{decimal(one.estimate)} [{decimal(one.low)}, {decimal(one.high)}]" for one in chosen
        ],
    }


def _chosen_scores(choice: Choice) -> list[Score]:
    """The compared runs' scores on the measure that decides."""
    with reading() as progress:
        told = hole_scores(choice.shown.store, choice.shown.collection, choice.measure, progress)
    return [told[run] for run in choice.runs]


def _left_out(choice: Choice) -> tuple[list[LeftOut], int]:
    """The compared runs, each without the judgements that it alone brought; and the pool's depth."""
    store, collection = choice.shown.store, choice.shown.collection
    with reading() as progress:
        found = suspects(store, collection, progress)
    told = _changes(
        *_key(store, collection),
        choice.measure.name,
        _found=found,
        _measure=choice.measure,
        depth=collection.pool_depth,
    )
    return [LeftOut(choice.shown.names[run], *told[run]) for run in choice.runs], collection.pool_depth


def hole_scores(store: Store, collection: Collection, measure: Measure, progress: Progress) -> list[Score]:
    """One score a run, in the order of the collection's runs, over the queries with a judgement."""
    found = suspects(store, collection, progress)
    return _scores(*_key(store, collection), measure.name, _found=found, _measure=measure)


def decision(
    store: Store, collection: Collection, pair: tuple[int, int], measure: Measure, progress: Progress
) -> tuple[Decision, list[int]]:
    """Whether run pair[0] is better than pair[1], and the numbers of the queries that its queue speaks of."""
    found = suspects(store, collection, progress)
    return _decision(*_key(store, collection), measure.name, pair, _found=found, _measure=measure)


def _key(store: Store, collection: Collection) -> tuple[str, int, tuple[object, ...], int]:
    """What the numbers here depend on besides the measure."""
    vectors = imported(store, collection)
    key = (*opened(store, collection).key, collection.rule, collection.threshold, vectors)
    return str(store.path), collection.id, key, live_scores(store, collection).revision


@st.cache_data(max_entries=16, show_spinner=False)
def _scores(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
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
    key: tuple[object, ...],
    revision: int,
    name: str,
    pair: tuple[int, int],
    _found: Suspects,
    _measure: Measure,
) -> tuple[Decision, list[int]]:
    made, queries = holes_of(_found)
    return decide(made, *pair, _measure), queries


@st.cache_data(max_entries=16, show_spinner=False)
def _changes(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    revision: int,
    name: str,
    depth: int,
    _found: Suspects,
    _measure: Measure,
) -> list[tuple[int, float, float]]:
    """(own judgements, score, change without them) of every run of the collection."""
    made, _queries = holes_of(_found)
    plain = means(plain_values(made, [_measure]), made)[:, 0]
    change = leave_one_out(made, [_measure], depth)[:, 0]
    return list(zip(own_judged(made, depth).tolist(), plain.tolist(), change.tolist(), strict=True))


def holes_of(found: Suspects) -> tuple[Holes, list[int]]:
    """Of the queries with a judgement, and their numbers: so that the plain score is the one shown elsewhere."""
    queries, rankings, judged, estimates = found.estimates()
    some = [place for place, grades in enumerate(judged) if grades]
    alone = found.unanswered()
    empty: list[list[int]] = [[] for _run in range(found.runs)]
    made = holes(
        [*(rankings[place] for place in some), *(empty for _query in alone)],
        [*(judged[place] for place in some), *(grades for _query, grades in alone)],
        [*(estimates[place] for place in some), *(NOTHING for _query in alone)],
    )
    return made, [*(queries[place] for place in some), *(query for query, _grades in alone)]

"""When to stop a query: on the page of one query, and for all queries of a collection."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.figures import as_table
from components.stopping import span, stop_line
from components.words import _
from data import reservations
from data.collections import Collection, Person
from data.store import Store
from evaluation.pool_bias import Stop, when_to_stop
from pages.parts.desk import visit
from pages.parts.live import live_scores
from pages.parts.opened import Opened, opened
from pages.parts.orders import Orders, orders
from pages.parts.suspects import Suspects, model_key


def stop_rule(store: Store, collection: Collection, query: int) -> None:
    """Whether a query (database id) is worth going on with; looks again until that is known.

    Nothing of a query for which no run has results: there is nothing to go on with.
    """
    content = opened(store, collection)
    if not content.pool.of(query):
        return
    found = orders(store, collection, content)
    waits = found.stop(query) is None
    st.fragment(_line, run_every=1 if waits else None)(found, query)


def stop_for(store: Store, collection: Collection, person: Person, found: Orders) -> None:
    """Whether the query on a person's card is worth going on with, and a button that leaves it."""
    held = reservations.reserved(store.db, collection, person)
    if not held:
        return
    query = held[0][0]
    _line(found, query)
    if st.button(_("Leave this query"), icon=":material/skip_next:", type="tertiary"):
        with store.writing("grade", person) as db:
            reservations.release(db, person, query)
        visit().leaves = query
        st.rerun()


def _line(found: Orders, query: int) -> None:
    stop_line(found.stop(query))


def stops_table(store: Store, collection: Collection, content: Opened, model: Suspects) -> None:
    """What is left of each query, those with most to judge first; on demand."""
    if not st.toggle(_("Which queries are worth going on with")):
        return
    key = (*model_key(store, collection, content), live_scores(store, collection).revision)
    rows = sorted(
        _stops(str(store.path), collection.id, key, _model=model, _content=content),
        key=lambda row: (-row[3].more, -row[3].unfound.expected),
    )
    shown = [
        {
            _("Query"): content.queries[number].query_id,
            _("Judged"): judged,
            _("Relevant"): relevant,
            _("Worth judging"): stop.more,
            _("Relevant left, about"): round(stop.unfound.expected),
            _("between"): span(stop),
            _("Text"): content.queries[number].text,
        }
        for number, judged, relevant, stop in rows
    ]
    as_table(pd.DataFrame(shown))


@st.cache_data(max_entries=8, show_spinner=False)
def _stops(
    path: str, collection_id: int, key: tuple[object, ...], _model: Suspects, _content: Opened
) -> list[tuple[int, int, int, Stop]]:
    """(query number, judged, relevant, stop) of every query with results, for its candidates."""
    numbers, rankings, judged, estimates = _model.estimates()
    candidates = [_content.pool.of(_content.queries[number].id) for number in numbers]
    left = [estimate.only(pool) for estimate, pool in zip(estimates, candidates, strict=True)]
    found = when_to_stop(rankings, judged, left)
    return [
        (number, len(grades), sum(grade >= 1 for grade in grades.values()), stop)
        for number, grades, stop in zip(numbers, judged, found, strict=True)
    ]

"""How a person looks at what they grade: one fragment at a time, or the list of a query; the browser keeps it."""

from __future__ import annotations

import streamlit as st

from components.words import _
from data.collections import Collection
from evaluation.words import N_
from pages.parts.desk import visit
from pages.parts.opened import Opened

_ONE, _LIST = "one", "list"
_VIEWS = {_ONE: N_("One at a time"), _LIST: N_("List of a query")}
_VIEW, _QUERY, _KEPT = "grading view", "grading query", "grading view of before"
_COOKIE = "quilate_view"  # "one", or "list-" and a query, as `grading_card/presence.js` writes it


def choose_query(collection: Collection, content: Opened) -> int | None:
    """None to be served one fragment at a time, or the query whose list is wanted."""
    kept = str(st.session_state.get(_KEPT) or st.context.cookies.get(_COOKIE, ""))
    view, _dash, query = kept.partition("-")
    with st.container(horizontal=True, vertical_alignment="center"):
        if _view(view) == _ONE:
            visit().goes, st.session_state[_KEPT] = None, _ONE
            return None
        chosen = _query(collection, content, int(query) if query.isdecimal() else None)
    st.session_state[_KEPT] = f"{_LIST}-{chosen}"
    return chosen


def _view(before: str) -> str:
    if _VIEW not in st.session_state:
        st.session_state[_VIEW] = before if before in _VIEWS else _ONE
    chosen = st.segmented_control(
        _("View"),
        list(_VIEWS),
        format_func=lambda view: _(_VIEWS[view]),
        required=True,
        label_visibility="collapsed",
        key=_VIEW,
    )
    return str(chosen or _ONE)


def _query(collection: Collection, content: Opened, before: int | None) -> int:
    """Which one the person chose: here, by going on from a query that is done, or when they were here last."""
    queries, key = content.pool.queries.tolist(), f"{_QUERY} {collection.id}"
    goes, visit().goes = visit().goes, None
    wanted = [goes, st.session_state.get(key), before, *queries]
    st.session_state[key] = next(query for query in wanted if query in queries)
    names = {query.id: f"{query.query_id} · {query.text}" for query in content.queries}
    return int(
        st.selectbox(
            _("Query"), queries, format_func=names.__getitem__, label_visibility="collapsed", key=key
        )
    )

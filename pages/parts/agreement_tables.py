"""Who agrees with whom, how the runs stand under each annotator, and where people agree least."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from components import opinions
from components.figures import as_table, written
from components.plain import literal
from components.scores import measure_label
from components.words import _, percent
from data.collections import Collection
from data.store import Store
from evaluation.alone import FEWEST_GRADES, FEWEST_QUERIES
from evaluation.reliability import FEWEST, Table, TwoPeople, alpha_by_query, alpha_with_others
from pages.parts.judged import orders_alone
from pages.parts.measures import MAIN
from pages.parts.opened import opened


def _said(table: pd.DataFrame, *columns: str) -> None:
    """The table with two decimals in these columns, or "not yet" for what cannot be said."""
    places = dict.fromkeys(columns, 2)
    as_table(written(table, places), height="content", placeholder=_("not yet"))


def two_people(found: list[TwoPeople], names: dict[int, str]) -> None:
    """Kappa of each two, and the grid of those that are chosen."""
    table = pd.DataFrame(
        {
            _("Annotators"): [f"{names[pair.first]} · {names[pair.second]}" for pair in found],
            _("In common"): [pair.common for pair in found],
            _("Weighted kappa"): [pair.kappa for pair in found],
            _("Same grade"): [percent(pair.same_grade) for pair in found],
            _("Same: relevant or not"): [percent(pair.same_relevance) for pair in found],
        }
    )
    _said(table, _("Weighted kappa"))
    st.caption(
        _(
            "Kappa with quadratic weights: 1 the same grades, 0 as by chance. From {n} fragments in common on."
        ).format(n=FEWEST)
    )
    pair = st.selectbox(
        _("Who gave what"), found, format_func=lambda pair: f"{names[pair.first]} · {names[pair.second]}"
    )
    first, second = names[pair.first], names[pair.second]
    relevant = np.array(pair.grades) >= 1
    sides = (~relevant, relevant)
    either = np.array([[pair.grid[np.ix_(row, column)].sum() for column in sides] for row in sides])
    with st.container(horizontal=True, gap="large"):
        opinions.grid(pair.grid, [str(grade) for grade in pair.grades], first, second)
        opinions.grid(either, [_("not relevant"), _("relevant")], first, second)


def by_annotator(store: Store, collection: Collection, judged: Table, names: dict[int, str]) -> None:
    """How far each person agrees with the others, and how the runs would stand under that person alone."""
    alone = {row.person: row for row in orders_alone(store, collection, opened(store, collection))}
    rows = [
        {
            _("Annotator"): names[person],
            _("In common"): common,
            _("Alpha with the others"): value,
            _("Queries"): alone[person].queries,
            _("Order of the runs: Kendall's tau"): alone[person].tau,
            _("Best run under this annotator alone"): alone[person].best,
        }
        for person, (value, common) in alpha_with_others(judged).items()
    ]
    _said(pd.DataFrame(rows), _("Alpha with the others"), _("Order of the runs: Kendall's tau"))
    st.caption(
        _(
            "Tau compares the runs' order by {measure} under one annotator's grades alone with that under the "
            "agreed grades, on the same queries: 1 the same order, −1 reversed."
        ).format(measure=literal(measure_label(MAIN)))
        + " "
        + _(
            "Alpha is said from {common} fragments in common on; tau and the best run from {grades} grades and "
            "{queries} queries with a relevant fragment on."
        ).format(common=FEWEST, grades=FEWEST_GRADES, queries=FEWEST_QUERIES)
    )


def by_query(store: Store, collection: Collection, judged: Table) -> None:
    """The queries on which people agree least, first."""
    content = opened(store, collection)
    found = alpha_by_query(judged)
    rows = [
        {
            _("Query"): content.query(query).query_id,
            _("Text"): content.query(query).text,
            _("In common"): common,
            _("Alpha"): value,
        }
        for query, (value, common) in sorted(
            found.items(), key=lambda item: (item[1][0] is None, item[1][0] or 0)
        )
    ]
    as_table(written(pd.DataFrame(rows), {_("Alpha"): 2} if rows else {}))
    st.caption(_("Of one query alone alpha is rough; use it to find where to look."))

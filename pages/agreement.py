"""Agreement: how far the annotators mean the same by the grades, who confuses what, and what it does to the runs."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components import opinions
from components.empty import no_judgements, nothing_yet
from components.plain import literal
from components.words import _, decimal, ngettext, percent
from evaluation.reliability import (
    FEWEST,
    Table,
    TwoPeople,
    alpha,
    alpha_by_query,
    alpha_with_others,
    pairs_of_people,
)
from pages.parts import choices
from pages.parts.judged import orders_alone, quality_rows, read_table
from pages.parts.measures import MAIN
from pages.parts.opened import opened

store = choices.open_store()
choices.require(store, "see everybody")
collection = choices.collection(store)
st.title(_("Agreement"))
if collection is None:
    nothing_yet()
    st.stop()
judged, names = read_table(store, collection)
if len(judged.queries) == 0:
    no_judgements()
    st.stop()


def as_said(value: float | None, places: int = 2) -> str:
    """The number, or that it cannot be said yet."""
    return _("cannot be said yet") if value is None else decimal(value, places)


def overall(judged: Table) -> None:
    """Alpha of everybody, and what it means."""
    found = alpha(judged)
    opinions.alpha_line(found.value, found.low, found.high)
    st.markdown(_(found.reading.template).format(**found.reading.values))
    st.caption(
        ngettext(
            "{n} fragment was judged by two people or more.",
            "{n} fragments were judged by two people or more.",
            found.common,
        )
    )


def two_people(found: list[TwoPeople]) -> None:
    """Kappa of each two, and the grid of those that are chosen."""
    table = pd.DataFrame(
        {
            _("Annotators"): [f"{names[pair.first]} · {names[pair.second]}" for pair in found],
            _("In common"): [pair.common for pair in found],
            _("Weighted kappa"): [as_said(pair.kappa) for pair in found],
            _("Same grade"): [percent(pair.same_grade) for pair in found],
            _("Same: relevant or not"): [percent(pair.same_relevance) for pair in found],
        }
    )
    st.dataframe(table, hide_index=True, height="content")
    st.caption(
        _(
            "Kappa with quadratic weights: 1 the same grades, 0 as by chance. From {n} fragments in common on."
        ).format(n=FEWEST)
    )
    pair = st.selectbox(
        _("Who gave what"), found, format_func=lambda pair: f"{names[pair.first]} · {names[pair.second]}"
    )
    first, second = names[pair.first], names[pair.second]
    relevant = [grade >= 1 for grade in pair.grades]
    halves = [[index for index, is_in in enumerate(relevant) if is_in == half] for half in (False, True)]
    either = pair.grid.__class__((2, 2), dtype=pair.grid.dtype)
    for row, some in enumerate(halves):
        for column, others in enumerate(halves):
            either[row, column] = pair.grid[some][:, others].sum()
    with st.container(horizontal=True, gap="large"):
        opinions.grid(pair.grid, [str(grade) for grade in pair.grades], first, second)
        opinions.grid(either, [_("not relevant"), _("relevant")], first, second)


def by_annotator(judged: Table) -> None:
    """How far each person agrees with the others, and how the runs would stand under that person alone."""
    alone = {row.person: row for row in orders_alone(store, collection, opened(store, collection))}
    rows = [
        {
            _("Annotator"): names[person],
            _("In common"): common,
            _("Alpha with the others"): as_said(value),
            _("Queries"): alone[person].queries,
            _("Order of the runs: Kendall's tau"): as_said(alone[person].tau),
            _("Best run under this annotator alone"): alone[person].best,
        }
        for person, (value, common) in alpha_with_others(judged).items()
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content")
    st.caption(
        _(
            "Tau compares the runs' order by {measure} under one annotator's grades alone with that under the "
            "agreed grades, on the same queries: 1 the same order, −1 reversed."
        ).format(measure=literal(MAIN.name))
    )


def by_query(judged: Table) -> None:
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
    number = st.column_config.NumberColumn(format="%.2f")
    st.dataframe(pd.DataFrame(rows), hide_index=True, column_config={_("Alpha"): number})
    st.caption(_("Of one query alone alpha is rough; use it to find where to look."))


overall(judged)
pairs = list(pairs_of_people(judged))
if pairs:
    st.subheader(_("Two by two"))
    two_people(pairs)
    st.subheader(_("By annotator"))
    by_annotator(judged)
    st.subheader(_("By query"))
    by_query(judged)
st.subheader(_("Quality"))
quality = quality_rows(store, collection, names)
st.dataframe(pd.DataFrame(quality), hide_index=True, height="content")
st.caption(
    _(
        "Signs to talk about, not marks: the same figures are shown to each person as help. Fast: under a third of "
        "one's own median time. Drift: mean grade of the later half of each session less that of the earlier."
    )
)

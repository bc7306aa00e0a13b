"""Which stage is at fault: the numbers behind the page, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from components.charts.stages import short_names
from components.figures import as_table, written
from components.plain import literal
from components.saved import say_saved
from components.words import _, decimal, whole
from data import run_roles
from data.run_roles import Role
from evaluation.measures import parse_measure
from evaluation.stages import (
    GENERATION,
    REASONS,
    RERANKER,
    RETRIEVER,
    STAGES,
    UNKNOWN,
    Diagnosis,
    diagnose,
)
from evaluation.values import Float
from pages.parts import choices
from pages.parts.compared import Compared, ceiling, tagged, values_of


@dataclass(frozen=True)
class Staged:
    """A diagnosis, and a row a query: query_id, query, recall, ndcg, ceiling, stage (a short name)."""

    diagnosis: Diagnosis
    table: pd.DataFrame
    run: str
    candidates: int
    context: int


def likely_final(shown: Compared) -> int:
    """The run whose order probably reaches the model: the last that is no retriever, else the last."""
    ordered = [run for run in range(len(shown.runs)) if shown.role(run).role in ("reranker", "final")]
    return ordered[-1] if ordered else len(shown.runs) - 1


def candidates_of(shown: Compared, run: int) -> int:
    """The run that gives a run its candidates: the one it reranks, else itself."""
    reranks = shown.role(run).reranks
    return shown.names.index(reranks) if reranks in shown.names else run


def stage(
    shown: Compared,
    run: int,
    retriever: int,
    candidates: int,
    context: int,
    tag: str,
    enough_recall: float,
    enough_order: float,
) -> Staged:
    """Which stage is at fault for one run with the candidates of another (or its own)."""
    recall, order, best = _values(shown, run, retriever, candidates, context, tag)
    diagnosis = diagnose(recall, order, best, enough_recall, enough_order)
    queries = [shown.queries[place] for place in tagged(shown, tag).tolist()]
    names = short_names()
    known = np.flatnonzero(diagnosis.stage != UNKNOWN).tolist()
    table = pd.DataFrame(
        {
            "query_id": [queries[place].query_id for place in known],
            "query": [queries[place].text for place in known],
            "recall": recall[known],
            "ndcg": order[known],
            "ceiling": best[known],
            "stage": [names[int(diagnosis.stage[place])] for place in known],
        }
    )
    return Staged(diagnosis, table, shown.names[run], candidates, context)


def losses_of_runs(
    shown: Compared, candidates: int, context: int, tag: str
) -> tuple[list[str], list[float], list[float], list[float]]:
    """For every run: its name, nDCG reached, what a better order would win, what its candidates do not hold."""
    found = [
        diagnose(*_values(shown, run, candidates_of(shown, run), candidates, context, tag))
        for run in range(len(shown.runs))
    ]
    return (
        shown.names,
        [one.order for one in found],
        [one.lost_by_reranker for one in found],
        [one.lost_by_retriever for one in found],
    )


def _values(
    shown: Compared, run: int, retriever: int, candidates: int, context: int, tag: str
) -> tuple[Float, Float, Float]:
    at_candidates = parse_measure(f"R@{candidates}")
    at_context = parse_measure(f"nDCG(dcg='exp-log2')@{context}")
    values = values_of(shown, (at_candidates, at_context))
    places = tagged(shown, tag)
    best = np.where(np.isnan(values[run, :, 1]), np.nan, ceiling(shown, retriever, candidates, at_context))
    return values[retriever, places, 0], values[run, places, 1], best[places]


def say(staged: Staged) -> None:
    """The diagnosis in words and four numbers."""
    found = staged.diagnosis
    icon = ":material/check:" if found.overall == GENERATION else ":material/build:"
    with st.container(border=True):
        st.markdown(f"{icon} **{literal(_(STAGES[found.overall]))}.** {literal(_(REASONS[found.overall]))}")
        if found.overall != UNKNOWN:
            st.markdown(
                literal(
                    _(
                        "“{run}” reaches {order} of the best possible nDCG@{context}. An ideal reranker of its"
                        " {candidates} candidates would reach {ceiling}: {reranker} is lost by the order,"
                        " {retriever} is not among the candidates."
                    ).format(
                        run=staged.run,
                        order=decimal(found.order),
                        context=whole(staged.context),
                        candidates=whole(staged.candidates),
                        ceiling=decimal(found.ceiling),
                        reranker=decimal(found.lost_by_reranker),
                        retriever=decimal(found.lost_by_retriever),
                    )
                )
            )
    columns = st.columns(4)
    columns[0].metric(_("Recall of the candidates"), decimal(found.recall))
    for column, which in zip(columns[1:], (RETRIEVER, RERANKER, GENERATION), strict=True):
        column.metric(_("Queries: {stage}").format(stage=short_names()[which]), whole(found.count(which)))


def queries_table(staged: Staged) -> None:
    """The queries, those that lose most first."""
    table = staged.table.sort_values("ndcg", kind="stable")
    as_table(
        written(table, {"recall": 2, "ndcg": 2, "ceiling": 2}),
        height=280,
        column_config={
            "query_id": st.column_config.TextColumn(_("Query"), pinned=True),
            "query": _("Text"),
            "recall": _("Recall"),
            "ndcg": _("nDCG"),
            "ceiling": _("Ideal order"),
            "stage": _("Look at the"),
        },
    )


def role_names() -> dict[str, str]:
    """The parts that a run can play."""
    return {
        "": _("not said"),
        "retriever": _("retriever"),
        "reranker": _("reranker"),
        "final": _("final ranking"),
    }


def roles_form(shown: Compared) -> None:
    """A form that says what part each run plays; for leads."""
    person = choices.person(shown.store)
    if person is None or person.role != "lead":
        return
    with st.expander(_("What part each run plays"), icon=":material/account_tree:"), st.form("roles"):
        names = role_names()
        given = {}
        for run, name in enumerate(shown.names):
            part, source = st.columns(2)
            role = part.selectbox(
                literal(name),
                list(names),
                list(names).index(shown.role(run).role),
                format_func=names.__getitem__,
                key=f"role {name}",
            )
            others = ["", *(other for other in shown.names if other != name)]
            reranks = shown.role(run).reranks
            of = source.selectbox(
                _("reranks the results of"),
                others,
                others.index(reranks) if reranks in others else 0,
                format_func=lambda other: other or "–",
                key=f"reranks {name}",
            )
            given[name] = Role(role, of)
        if st.form_submit_button(_("Save"), type="primary"):
            for name, role in given.items():
                run_roles.set_role(shown.store, shown.collection, name, role)
            say_saved()
            st.rerun()

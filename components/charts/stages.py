"""Where retrieval loses: recall of the candidates against the order of the context, and what could be won."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.frame import Drawing, at_some, choosable, drawn
from components.charts.names import legend, name_axis
from components.words import _
from evaluation.stages import GENERATION, RERANKER, RETRIEVER, UNKNOWN

COLOURS = {RETRIEVER: "#D55E00", RERANKER: "#E69F00", GENERATION: "#009E73", UNKNOWN: "#8A8A8A"}
SHAPES = {RETRIEVER: "triangle-down", RERANKER: "square", GENERATION: "circle", UNKNOWN: "cross"}


def short_names() -> dict[int, str]:
    """Each stage in a word or two, for legends."""
    return {RETRIEVER: _("retriever"), RERANKER: _("reranker"), GENERATION: _("generation")}


def quadrants(table: pd.DataFrame, candidates: int, context: int, recall: float, order: float) -> Drawing:
    """One point a query. table: query_id, query, recall, ndcg, stage (a short name); recall, order: the limits."""
    names = short_names()
    domain = list(names.values())
    some = drawn(table)
    points = (
        alt.Chart(some)
        .mark_point(filled=True, size=90, opacity=0.7)
        .encode(
            x=alt.X("recall:Q", title=_("Recall at {k} candidates").format(k=candidates), scale=_unit()),
            y=alt.Y("ndcg:Q", title=_("nDCG at {k} of context").format(k=context), scale=_unit()),
            color=alt.Color(
                "stage:N",
                title=_("Look at the"),
                scale=alt.Scale(domain=domain, range=[COLOURS[stage] for stage in names]),
                legend=legend(domain),
            ),
            shape=alt.Shape(
                "stage:N", scale=alt.Scale(domain=domain, range=[SHAPES[stage] for stage in names])
            ),
            tooltip=[
                alt.Tooltip("query_id:N", title=_("Query")),
                alt.Tooltip("query:N", title=_("Text")),
                alt.Tooltip("recall:Q", format=".2f", title=_("Recall")),
                alt.Tooltip("ndcg:Q", format=".2f", title=_("nDCG")),
            ],
        )
        .add_params(choosable("query_id"))
    )
    lines = [
        alt.Chart(pd.DataFrame({"at": [recall]}))
        .mark_rule(color="#8A8A8A", strokeDash=[4, 4])
        .encode(x="at:Q"),
        alt.Chart(pd.DataFrame({"at": [order]}))
        .mark_rule(color="#8A8A8A", strokeDash=[4, 4])
        .encode(y="at:Q"),
    ]
    chart = alt.layer(*lines, _words(recall, order), points).properties(height=340)
    return Drawing(chart, table, "stages", len(some))


def losses(
    runs: Sequence[str], order: Sequence[float], reranker: Sequence[float], retriever: Sequence[float]
) -> Drawing:
    """For each run: the nDCG reached, what a better order would win, and what the candidates do not hold."""
    kinds = (
        (_("reached"), order, "#009E73"),
        (_("a better order would win"), reranker, "#E69F00"),
        (_("not among the candidates"), retriever, "#D55E00"),
    )
    table = pd.DataFrame(
        {"run": run, "part": name, "place": place, "ndcg": value}
        for place, (name, values, _colour) in enumerate(kinds)
        for run, value in zip(runs, values, strict=True)
    )
    some = at_some(table, "run")
    chart = (
        alt.Chart(some)
        .mark_bar(height=18)
        .encode(
            y=alt.Y("run:N", sort=list(runs), title=None, axis=name_axis()),
            x=alt.X("ndcg:Q", title=_("Share of the best possible nDCG"), stack="zero", scale=_unit()),
            color=alt.Color(
                "part:N",
                title=None,
                scale=alt.Scale(domain=[k[0] for k in kinds], range=[k[2] for k in kinds]),
                legend=legend([k[0] for k in kinds]),
            ),
            order="place:Q",
            tooltip=["run:N", "part:N", alt.Tooltip("ndcg:Q", format=".3f")],
        )
        .properties(height=alt.Step(30))
    )
    return Drawing(chart, table, "losses", len(some))


def _unit() -> alt.Scale:
    return alt.Scale(domain=[0, 1], padding=8, nice=False)


def _words(recall: float, order: float) -> alt.Chart:
    table = pd.DataFrame(
        [
            {"x": recall / 2, "y": 1.0, "word": _("retriever misses some")},
            {"x": recall / 2, "y": 0.0, "word": _("retriever")},
            {"x": (1 + recall) / 2, "y": 0.0, "word": _("reranker")},
            {"x": (1 + recall) / 2, "y": 1.0, "word": _("generation")},
        ]
    )
    return (
        alt.Chart(table)
        .mark_text(color="#8A8A8A", fontWeight="bold", dy=0)
        .encode(x="x:Q", y="y:Q", text="word:N")
    )

"""Evaluations as text: a table for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from io import StringIO

from evaluation.evaluate import Evaluation, LeftOut
from evaluation.words import N_

REASONS = {
    "no_results": N_("no results: counts 0"),
    "not_judged": N_("not judged: left out"),
    "no_relevant": N_("no relevant fragment known: undefined, left out"),
}
NO_RELEVANT_COUNTS = N_("no relevant fragment known: counts 0, as in trec_eval")
UNDEFINED = "–"


def as_table(evaluations: Sequence[Evaluation], per_query: bool, counts_undefined: bool) -> str:
    """Aligned plain text: means with the number of queries they are over, then the queries that are left out.

    counts_undefined: the means were taken like trec_eval's.
    """
    runs = [evaluation.run for evaluation in evaluations]
    first = evaluations[0]
    means = [
        [
            measure.name,
            *(_shown(e.means[n].value, measure.total) for e in evaluations),
            str(first.means[n].over),
        ]
        for n, measure in enumerate(first.measures)
    ]
    reasons = dict(REASONS) | ({"no_relevant": NO_RELEVANT_COUNTS} if counts_undefined else {})
    left_out = [
        [text, *(str(len(_left_out(e.left_out)[reason])) for e in evaluations)]
        for reason, text in reasons.items()
    ]
    blocks = [
        aligned([["measure", *runs, "queries"], *means]),
        aligned([["queries with", *runs], *left_out]),
    ]
    if per_query:
        blocks += [_per_query(evaluations), *_left_out_ids(evaluations, reasons)]
    return "\n\n".join(blocks) + "\n"


def as_json(evaluations: Sequence[Evaluation], per_query: bool) -> str:
    """One object: `runs`, each with its measures, and `left_out`, by run and reason; undefined is null."""
    return json.dumps(
        {
            "runs": [
                {"name": evaluation.run, "measures": _measures(evaluation, per_query)}
                for evaluation in evaluations
            ],
            "left_out": {evaluation.run: _left_out(evaluation.left_out) for evaluation in evaluations},
        },
        ensure_ascii=False,
        allow_nan=False,
        indent=2,
    )


def as_csv(evaluations: Sequence[Evaluation], per_query: bool) -> str:
    """A row a mean, its query_id empty; then, if asked for, a row a query. Undefined is empty."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["run", "measure", "query_id", "value", "queries"])
    for evaluation in evaluations:
        for mean in evaluation.means:
            rows.writerow([evaluation.run, mean.measure.name, "", _number(mean.value), mean.over])
        for query, values in zip(evaluation.query_ids, evaluation.values.tolist(), strict=True):
            if per_query:
                named = zip(evaluation.measures, values, strict=True)
                rows.writerows([evaluation.run, m.name, query, _number(value), ""] for m, value in named)
    return text.getvalue()


def _measures(evaluation: Evaluation, per_query: bool) -> dict[str, dict[str, object]]:
    measures: dict[str, dict[str, object]] = {}
    for column, mean in enumerate(evaluation.means):
        measures[mean.measure.name] = {"mean": _number(mean.value), "queries": mean.over}
        if per_query:
            values = map(_number, evaluation.values[:, column].tolist())
            measures[mean.measure.name]["per_query"] = dict(zip(evaluation.query_ids, values, strict=True))
    return measures


def _left_out(left_out: LeftOut) -> dict[str, list[str]]:
    return {reason: list(getattr(left_out, reason)) for reason in REASONS}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _shown(value: float, is_total: bool) -> str:
    if math.isnan(value):
        return UNDEFINED
    return f"{value:.0f}" if is_total else f"{value:.4f}"


def _per_query(evaluations: Sequence[Evaluation]) -> str:
    first = evaluations[0]
    rows = [["query", "measure", *(evaluation.run for evaluation in evaluations)]]
    for row, query in enumerate(first.query_ids):
        for column, measure in enumerate(first.measures):
            shown = [_shown(float(e.values[row, column]), measure.total) for e in evaluations]
            rows.append([query, measure.name, *shown])
    return aligned(rows, texts=2)


def _left_out_ids(evaluations: Sequence[Evaluation], reasons: dict[str, str]) -> list[str]:
    return [
        f"{evaluation.run}, {reasons[reason]}:\n  " + "\n  ".join(queries)
        for evaluation in evaluations
        for reason, queries in _left_out(evaluation.left_out).items()
        if queries
    ]


def aligned(rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """Columns two blanks apart: the first `texts` to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if number < texts else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)

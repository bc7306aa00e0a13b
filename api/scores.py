"""GET of every run's means, and of the verdicts on runs against a baseline, for a pipeline to act on."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from starlette.responses import JSONResponse, Response

from api.operations import Call, Operation, Parameter, in_turn
from api.problems import Refusal
from api.qrels import TAG
from components.said import said
from components.words import speaking
from data import exporting, exporting_runs, judgements
from evaluation import batch, report
from evaluation.agreement import agreed
from evaluation.cautions import few_queries, intervals_alone, without_results
from evaluation.comparison import WORTH, Verdict, compare
from evaluation.evaluate import Evaluation
from evaluation.gate import FAILED, PASSED, UNDECIDED, gate
from evaluation.measures import Measure, UnknownMeasure, parse_measure
from evaluation.sentences import sentence

AS_OF = Parameter(
    "as_of",
    "A snapshot's name: judgements and runs as they were then. Or a revision of the log: the judgements as they were "
    "then, for the runs of now.",
)
MEASURE = "nDCG(dcg='exp-log2')@10"
MEASURES = (MEASURE, "R@10", "P@10", "RR")
CLAIMS = {1: "better", 0: "none", -1: "worse"}

_SCORES: dict[str, Any] = {
    "type": "object",
    "required": ["collection", "revision", "runs", "left_out"],
    "properties": {
        "collection": {"type": "string"},
        "revision": {"type": "integer", "description": "The log's, of which the scores are."},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "measures": {"type": "object"}},
            },
        },
        "left_out": {"type": "object", "description": "Run → reason → query_ids."},
    },
}
_NUMBER = {"type": ["number", "null"]}
_COMPARISON: dict[str, Any] = {
    "type": "object",
    "required": ["collection", "revision", "measure", "baseline", "gate", "runs", "cautions"],
    "properties": {
        "collection": {"type": "string"},
        "revision": {"type": "integer"},
        "measure": {"type": "string"},
        "baseline": {"type": "string"},
        "gate": {
            "enum": [PASSED, FAILED, UNDECIDED],
            "description": "failed: a run is significantly worse; undecided: one could not be compared, as no query "
            "has a value for both, or it or the baseline has no results for any that counts.",
        },
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "run": {"type": "string"},
                    "claim": {"enum": list(CLAIMS.values())},
                    "sentence": {"type": "string"},
                    "queries": {"type": "integer"},
                    **dict.fromkeys(
                        ("before", "after", "difference", "low", "high", "p", "adjusted"), _NUMBER
                    ),
                },
            },
        },
        "cautions": {"type": "array", "items": {"type": "string"}},
    },
}


async def get_scores(call: Call) -> Response:
    """Means of each run and measure."""
    measures = [_measure(text) for text in call.values["measure"] or MEASURES]
    return JSONResponse(await in_turn(partial(_scores, call, measures)))


async def get_comparison(call: Call) -> Response:
    """Verdicts on the runs, and in one word whether a gate lets them pass."""
    return JSONResponse(await in_turn(partial(_comparison, call, _measure(call.values["measure"]))))


def _scores(call: Call, measures: Sequence[Measure]) -> dict[str, Any]:
    revision, evaluations = _evaluations(call, call.values["run"], measures)
    shown = json.loads(report.as_json(evaluations, call.values["per_query"]))
    return {"collection": call.collection.name, "revision": revision, **shown}


def _comparison(call: Call, measure: Measure) -> dict[str, Any]:
    baseline, runs = call.values["baseline"], call.values["run"]
    if baseline in runs or len(set(runs)) != len(runs):
        raise Refusal(400, "bad-parameter", "Every run is named once, and the baseline is none of “run”.")
    revision, evaluations = _evaluations(call, [baseline, *runs], [measure])
    scores = np.array([evaluation.values[:, 0] for evaluation in evaluations])
    found = compare(scores, 0, range(1, len(evaluations)), call.values["worth"])
    answered = np.array([evaluation.answered for evaluation in evaluations])
    missing = (~np.isnan(scores) & ~answered).sum(axis=1).tolist()
    told = [
        *few_queries(max(verdict.queries for verdict in found)),
        *without_results([baseline, *runs], scores, answered),
        *intervals_alone(found),
    ]
    return {
        "collection": call.collection.name,
        "revision": revision,
        "measure": measure.name,
        "baseline": baseline,
        "gate": gate(found, missing),
        "runs": [_verdict(verdict, baseline, run, measure) for verdict, run in zip(found, runs, strict=True)],
        "cautions": [speaking("en", partial(said, one.template, one.values)) for one in told],
    }


def _verdict(verdict: Verdict, baseline: str, run: str, measure: Measure) -> dict[str, Any]:
    numbers = ("before", "after", "difference", "low", "high", "p", "adjusted")
    template, values = sentence(verdict, baseline, run, measure)
    return {
        "run": run,
        "claim": CLAIMS[verdict.claim],
        "sentence": speaking("en", partial(said, template, values)),
        "queries": verdict.queries,
        **{name: _finite(getattr(verdict, name)) for name in numbers},
    }


def _evaluations(
    call: Call, names: Sequence[str], measures: Sequence[Measure]
) -> tuple[int, list[Evaluation]]:
    """(revision, an evaluation a run); every run if none is named. As of a snapshot, runs are those of then too.

    Raises NotFound.
    """
    store, collection, as_of = call.store, call.collection, call.values["as_of"]
    revision, moment = exporting.moment_of(store, collection, as_of) if as_of else (None, None)
    choice = exporting.Choice(revision, call.values["tag"] or "", moment=moment)
    if revision is None:
        revision = judgements.revision(store)
    grades = exporting.qrels(store, collection, agreed, choice)
    every = names or [run.name for run in exporting_runs.runs_then(store, collection, moment)]
    return revision, [
        batch.evaluate(exporting_runs.results(store, collection, name, moment), grades, measures)
        for name in every
    ]


def _measure(text: str) -> Measure:
    try:
        return parse_measure(text)
    except UnknownMeasure as error:
        raise Refusal(400, "bad-parameter", f"“measure”: {error}") from error


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


GET_SCORES = Operation(
    "get_scores", "GET", "/collections/{collection}/scores",
    "Every run's mean of each measure over the agreed grades; undefined is null.",
    "compare", get_scores,
    {200: ("The means.", {"application/json": _SCORES})},
    (
        Parameter("measure", "As in ir_measures, such as nDCG@10.", repeats=True),
        Parameter("run", "Only this run.", repeats=True),
        Parameter("per_query", "Each query's value as well.", {"type": "boolean", "default": False}),
        AS_OF,
        TAG,
    ),
)  # fmt: skip
GET_COMPARISON = Operation(
    "get_comparison", "GET", "/collections/{collection}/comparison",
    "What may be claimed about runs against a baseline, and whether a gate lets them pass: it fails where a run is "
    "significantly worse (paired randomisation test, 5 %, after Holm).",
    "compare", get_comparison,
    {200: ("The verdicts.", {"application/json": _COMPARISON})},
    (
        Parameter("baseline", "The run to compare with.", needed=True),
        Parameter("run", "The run to judge.", needed=True, repeats=True),
        Parameter("measure", "As in ir_measures.", {"type": "string", "minLength": 1, "default": MEASURE}),
        Parameter("worth", "A difference worth having.", {
            "type": "number", "minimum": 1e-6, "maximum": 1, "default": WORTH,
        }),
        AS_OF,
        TAG,
    ),
)  # fmt: skip

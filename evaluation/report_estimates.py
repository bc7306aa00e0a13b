"""Scores that know their holes as text: a table for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from io import StringIO

from evaluation.estimates import Score
from evaluation.measures import Measure
from evaluation.report import UNDEFINED, aligned

COLUMNS = ("plain", "judged", "least", "most", "estimate", "low", "high")


def as_table(runs: Sequence[str], measures: Sequence[Measure], scores: Sequence[Sequence[Score]]) -> str:
    """Aligned plain text, a row a run and measure: plain, judged@k, range, estimate and its 95 % interval."""
    rows = [["measure", "run", "plain", "judged", "can become", "estimate", "95 %"]]
    for column, measure in enumerate(measures):
        for run, of_run in zip(runs, scores, strict=True):
            one = of_run[column]
            rows.append(
                [
                    measure.name,
                    run,
                    _shown(one.plain),
                    _shown(one.judged),
                    f"{_shown(one.least)} … {_shown(one.most)}",
                    _shown(one.estimate),
                    f"{_shown(one.low)} … {_shown(one.high)}",
                ]
            )
    return aligned(rows, texts=2) + "\n"


def as_json(
    runs: Sequence[str], measures: Sequence[Measure], scores: Sequence[Sequence[Score]], **about: object
) -> str:
    """One object: `runs`, each with its measures, and `about` (tier, seed); undefined is null."""
    found = [
        {
            "name": run,
            "measures": {
                measure.name: {key: _number(value) for key, value in asdict(one).items()}
                for measure, one in zip(measures, of_run, strict=True)
            },
        }
        for run, of_run in zip(runs, scores, strict=True)
    ]
    return json.dumps({"runs": found, **about}, ensure_ascii=False, allow_nan=False, indent=2)


def as_csv(runs: Sequence[str], measures: Sequence[Measure], scores: Sequence[Sequence[Score]]) -> str:
    """A row a run and measure; undefined is empty."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["run", "measure", *COLUMNS])
    for run, of_run in zip(runs, scores, strict=True):
        for measure, one in zip(measures, of_run, strict=True):
            rows.writerow([run, measure.name, *(_number(getattr(one, key)) for key in COLUMNS)])
    return text.getvalue()


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _shown(value: float) -> str:
    return UNDEFINED if math.isnan(value) else f"{value:.4f}"

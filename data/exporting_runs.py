"""Runs and their scores out of the store, for other tools."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

import numpy as np

from data import collections, rankings, snapshots
from data.collections import Collection, NotFound
from data.formats import nested, own_table, trec
from data.rankings import Run
from data.store import Store
from evaluation.values import Float, Results

RUN_FORMATS: dict[str, Callable[[Results, BinaryIO], None]] = {
    "trec": trec.write_run,
    "csv": own_table.write_run_csv,
    "parquet": own_table.write_run_parquet,
    "json": nested.write_run,
}
RUN_ENDINGS = {"trec": "trec", "csv": "csv", "parquet": "parquet", "json": "run.json"}
SCORES = ("run", "query_id", "measure", "value")


def runs_then(store: Store, collection: Collection, moment: str | None) -> list[Run]:
    """The collection's runs as they were at `moment` (a snapshot's `created`); None is now."""
    return snapshots.runs_at(store, collection, moment) if moment else rankings.runs(store, collection)


def results(store: Store, collection: Collection, name: str, moment: str | None = None) -> Results:
    """The run of that name with external ids, queries as they were imported, each in ranking order.

    moment: as for `runs_then`. Raises NotFound, which names the runs there are.
    """
    runs = runs_then(store, collection, moment)
    run = next((run for run in runs if run.name == name), None)
    if run is None:
        names = ", ".join(run.name for run in runs) or "none"
        is_, are = ("was", "were") if moment else ("is", "are")
        raise NotFound(f'No run of "{collection.name}" {is_} called "{name}". There {are}: {names}.')
    read, score = rankings.read_rankings(store, run), rankings.read_scores(store, run)
    query = np.repeat(read.queries, np.diff(read.starts))
    query_ids = {i: text for text, i in collections.query_ids(store, collection).items()}
    fragment_ids = {i: text for text, i in collections.fragment_ids(store, collection).items()}
    queries, query_codes = np.unique(query, return_inverse=True)
    fragments, fragment_codes = np.unique(read.fragments, return_inverse=True)
    return Results(
        name=run.name,
        query_ids=[query_ids[i] for i in queries.tolist()],
        fragment_ids=[fragment_ids[i] for i in fragments.tolist()],
        query=query_codes.astype(np.int32),
        fragment=fragment_codes.astype(np.int32),
        score=score,
    )


def score_rows(
    run: str, query_ids: Sequence[str], measures: Sequence[str], values: Float
) -> Iterator[tuple[str, str, str, float]]:
    """(run, query_id, measure, value) of every value that is defined. values: float64 [queries, measures]."""
    for place, query_id in enumerate(query_ids):
        for measure, value in zip(measures, values[place].tolist(), strict=True):
            if not math.isnan(value):
                yield run, query_id, measure, value


def write_scores(rows: Sequence[Sequence[object]], form: str, file: BinaryIO) -> None:
    """The rows of `score_rows` as "csv" or "parquet"."""
    own_table.write_rows(SCORES, rows, form, file)

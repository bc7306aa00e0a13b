"""Runs and their rankings: one row a ranking, fragments and scores as blobs, in the one ranking order."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from data.collections import Collection
from data.store import Store, now
from evaluation.values import Float, Int, Results, code_point_rank

_FRAGMENTS = np.dtype("<i4")
_SCORES = np.dtype("<f8")


@dataclass(frozen=True)
class Run:
    """One configuration's results. `id` is the database's own."""

    id: int
    name: str
    added: str


@dataclass(frozen=True)
class RunRankings:
    """All rankings of a run, one after the other, each in ranking order.

    queries int64 [r]: database ids of the queries it has results for; starts int64 [r + 1];
    fragments int32 [sum]: database ids, ranking i is fragments[starts[i]:starts[i + 1]].
    """

    run: Run
    queries: NDArray[np.int64]
    starts: NDArray[np.int64]
    fragments: Int


def runs(store: Store, collection: Collection) -> list[Run]:
    """The collection's current runs, in the order they came."""
    rows = store.db.query(
        "SELECT id, name, added FROM runs WHERE collection_id = ? AND superseded IS NULL ORDER BY id",
        [collection.id],
    )
    return [Run(**row) for row in rows]


def add_run(
    db: Database,
    collection: Collection,
    results: Results,
    digest: str,
    queries: Mapping[str, int],
    fragments: Mapping[str, int],
    step: Callable[[int], None] = lambda rows: None,
) -> None:
    """Writes a run inside the caller's transaction; a run of the same name becomes superseded, and is kept.

    queries and fragments map external to database ids and must hold every id of `results`.
    digest, step: as for `add_numbered_run`.
    """
    own_queries = np.array([queries[name] for name in results.query_ids], dtype=np.int64)
    own_fragments = np.array([fragments[name] for name in results.fragment_ids], dtype=np.int64)
    add_numbered_run(db, collection, results, digest, own_queries, own_fragments, step)


def add_numbered_run(
    db: Database,
    collection: Collection,
    results: Results,
    digest: str,
    queries: NDArray[np.int64],
    fragments: NDArray[np.int64],
    step: Callable[[int], None] = lambda rows: None,
) -> None:
    """As `add_run`, with the database ids of `results.query_ids` and `results.fragment_ids` in their order.

    digest: fingerprint by which the same run is known again. step is told how many results were written, ranking by
    ranking.
    """
    table = db.table("runs")
    moment = now()
    db.conn.execute(
        "UPDATE runs SET superseded = ? WHERE collection_id = ? AND name = ? AND superseded IS NULL",
        [moment, collection.id, results.name],
    )
    run_id = table.insert(
        {"collection_id": collection.id, "name": results.name, "digest": digest, "added": moment}
    ).last_pk
    order, bounds = ranked(results)
    ids = fragments.astype(_FRAGMENTS)
    ordered_fragments, ordered_scores = ids[results.fragment[order]], results.score[order].astype(_SCORES)
    for start, end in itertools.pairwise(bounds.tolist()):
        db.conn.execute(
            "INSERT INTO rankings (run_id, query_id, fragments, scores) VALUES (?, ?, ?, ?)",
            (
                run_id,
                int(queries[results.query[order[start]]]),
                ordered_fragments[start:end].tobytes(),
                ordered_scores[start:end].tobytes(),
            ),
        )
        step(end - start)


def digests(store: Store, collection: Collection) -> dict[str, str]:
    """Name → fingerprint of the collection's current runs."""
    return dict(
        store.db.conn.execute(
            "SELECT name, digest FROM runs WHERE collection_id = ? AND superseded IS NULL", [collection.id]
        ).fetchall()
    )


def ranked(results: Results) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Indices that sort results by query, then in ranking order; and where each ranking starts (and the end)."""
    query, score = results.query, results.score
    if len(query) == 0:
        return np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    order = np.arange(len(query))
    if not np.all((query[1:] > query[:-1]) | ((query[1:] == query[:-1]) & (score[1:] <= score[:-1]))):
        order = np.lexsort((-score, query))
    _break_ties(results, order)
    changes = np.flatnonzero(np.diff(query[order])) + 1
    return order, np.concatenate(([0], changes, [len(order)]))


def _break_ties(results: Results, order: NDArray[np.int64]) -> None:
    """Sorts by id, in place, what has the score of its neighbour too: few do, and ids are slow to compare."""
    query, score = results.query[order], results.score[order]
    tied = (query[1:] == query[:-1]) & (score[1:] == score[:-1])
    places = np.flatnonzero(np.append(tied, False) | np.append(False, tied))
    if not len(places):
        return
    rows = order[places]
    codes, code = np.unique(results.fragment[rows], return_inverse=True)
    rank = code_point_rank([results.fragment_ids[code] for code in codes.tolist()])[code]
    order[places] = rows[np.lexsort((-rank, -score[places], query[places]))]


def read_rankings(store: Store, run: Run, first: int | None = None) -> RunRankings:
    """All rankings of the run, or the `first` results of each, without their scores."""
    columns, values = (
        ("fragments", []) if first is None else ("substr(fragments, 1, ?)", [first * _FRAGMENTS.itemsize])
    )
    rows = store.db.conn.execute(
        f"SELECT query_id, {columns} FROM rankings WHERE run_id = ? ORDER BY query_id", [*values, run.id]
    ).fetchall()
    lengths = [len(row[1]) // _FRAGMENTS.itemsize for row in rows]
    return RunRankings(
        run=run,
        queries=np.array([row[0] for row in rows], dtype=np.int64),
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        fragments=np.frombuffer(b"".join(row[1] for row in rows), dtype=_FRAGMENTS),
    )


def answered(store: Store, run: Run) -> NDArray[np.int64]:
    """Database ids of the queries that the run has results for, rising."""
    rows = store.db.conn.execute("SELECT query_id FROM rankings WHERE run_id = ? ORDER BY query_id", [run.id])
    return np.array([query for (query,) in rows], dtype=np.int64)


def read_scores(store: Store, run: Run) -> Float:
    """The scores of the run's rankings, float64 [sum], in the order of `read_rankings`."""
    rows = store.db.conn.execute(
        "SELECT scores FROM rankings WHERE run_id = ? ORDER BY query_id", [run.id]
    ).fetchall()
    return np.frombuffer(b"".join(row[0] for row in rows), dtype=_SCORES)


def found_at_all(store: Store, runs: Sequence[Run], query: int) -> set[int]:
    """Database ids of all fragments that any of these runs has for a query, however deep."""
    marks = ",".join("?" * len(runs))
    rows = store.db.conn.execute(
        f"SELECT fragments FROM rankings WHERE query_id = ? AND run_id IN ({marks})",
        [query, *(run.id for run in runs)],
    )
    return _distinct(rows)


def found_by_runs(db: Database, collection: Collection, query: int) -> set[int]:
    """The fragments that the collection's runs, as they are now, have for one query, at any rank."""
    rows = db.conn.execute(
        """SELECT rankings.fragments FROM runs
           JOIN rankings ON rankings.run_id = runs.id AND rankings.query_id = ?
           WHERE runs.collection_id = ? AND runs.superseded IS NULL""",
        [query, collection.id],
    )
    return _distinct(rows)


def _distinct(rows: Iterable[tuple[bytes]]) -> set[int]:
    """The fragments of rankings as they are stored, each once."""
    return set(np.frombuffer(b"".join(blob for (blob,) in rows), dtype=_FRAGMENTS).tolist())


def read_query_rankings(store: Store, collection: Collection, query: int) -> dict[str, tuple[Int, Float]]:
    """Run name → (fragments, scores) of one query, for every current run that has results for it."""
    rows = store.db.conn.execute(
        """SELECT runs.name, rankings.fragments, rankings.scores FROM rankings
           JOIN runs ON runs.id = rankings.run_id
           WHERE rankings.query_id = ? AND runs.collection_id = ? AND runs.superseded IS NULL
           ORDER BY runs.id""",
        [query, collection.id],
    ).fetchall()
    return {
        name: (np.frombuffer(fragments, dtype=_FRAGMENTS), np.frombuffer(scores, dtype=_SCORES))
        for name, fragments, scores in rows
    }

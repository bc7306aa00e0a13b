"""How long the live scores take: ready from the database, and from a grade to the new means of every run.

10 runs × 6,980 queries × 1,000 results × 12 measures, 20 judged a query, fixed seed. Rankings and grades are
read from a database of the app, as the app reads them. Use: python bench/live.py FOLDER [--grades 3000]
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from commands.evaluate import DEFAULT_MEASURES
from data import collections, judgements, rankings
from data.collections import Collection
from data.store import Store
from evaluation.agreement import agreed
from evaluation.live import LiveScores, Rankings
from evaluation.measures import parse_measure

RUNS, QUERIES, DEPTH, JUDGED, FRAGMENTS = 10, 6_980, 1_000, 20, 8_841_823
SEED = 20_241
NAME = "bench"


def main(folder: Path, count: int) -> None:
    path = folder / "live.db"
    if not path.exists():
        subprocess.run([sys.executable, __file__, str(folder), "--write"], check=True)
    store = Store(path)
    collection = collections.find_collection(store, NAME)
    start = time.perf_counter()
    live = opened(store, collection)
    ready = time.perf_counter() - start
    seconds = sorted(graded(live, count))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"ready from the database    {ready:8.2f} s")
    print(f"a grade to the new means   {np.median(seconds) * 1e3:8.2f} ms, median of {count}")
    print(f"                           {np.quantile(seconds, 0.95) * 1e3:8.2f} ms, 95th percentile")
    print(f"                           {seconds[-1] * 1e3:8.2f} ms, the longest")
    print(f"peak memory of the process {memory:8.0f} MB")


def opened(store: Store, collection: Collection) -> LiveScores:
    """As the pages open it; query i has the database id i + 1."""
    rows = judgements.grade_rows(store, collection)
    query, fragment, grade = agreed(rows)
    runs = rankings.runs(store, collection)
    return LiveScores(
        [run.name for run in runs],
        QUERIES,
        read(store, runs),
        [parse_measure(name) for name in DEFAULT_MEASURES],
        (query - 1, fragment, grade),
        judgements.revision(store),
    )


def read(store: Store, runs: list[rankings.Run]) -> Iterator[Rankings]:
    for run in runs:
        rows = rankings.read_rankings(store, run)
        yield Rankings(rows.queries - 1, rows.starts, rows.fragments)


def graded(live: LiveScores, count: int) -> list[float]:
    """Seconds of each of `count` grades: four of five for a fragment that a run has on top, others for any."""
    rng = np.random.default_rng(SEED)
    seconds = []
    for query in rng.integers(QUERIES, size=count).tolist():
        on_top = live.ranking(int(rng.integers(RUNS)), query)[:50]
        fragment = rng.integers(FRAGMENTS) if rng.random() < 0.2 else rng.choice(on_top)
        grades = {**live.grades_of(query), int(fragment): int(rng.integers(4))}
        start = time.perf_counter()
        live.follow(live.revision + 1, {query: grades})
        live.means()
        seconds.append(time.perf_counter() - start)
    return seconds


def write(path: Path) -> None:
    store = Store(path)
    collection = collections.get_or_create_collection(store, NAME)
    person = collections.add_person(store, "bench")
    judged = list(judged_fragments())
    with store.writing() as db:
        collections.put_queries(db, collection, ((f"q{n}", "", "", "[]") for n in range(QUERIES)))
        db.conn.executemany(
            "INSERT OR IGNORE INTO fragments (id, collection_id, fragment_id, text) VALUES (?, ?, ?, '')",
            ((fragment, collection.id, f"d{fragment}") for _, fragment, _ in judged),
        )
        judgements.import_grades(db, collection, person, judged)
        for number in range(1, RUNS + 1):
            db.conn.execute(
                "INSERT INTO runs (id, collection_id, name, digest, added) VALUES (?, ?, ?, '', '')",
                (number, collection.id, f"run{number:02}"),
            )
            db.conn.executemany(
                "INSERT INTO rankings (run_id, query_id, fragments, scores) VALUES (?, ?, ?, ?)",
                ((number, query, *ranking(number, query)) for query in range(1, QUERIES + 1)),
            )


def judged_fragments() -> Iterator[tuple[int, int, int]]:
    """(query, fragment, grade): twelve of a query's twenty are fragments that every run has."""
    for query in range(1, QUERIES + 1):
        rng = np.random.default_rng((SEED, 0, query))
        fragments = np.concatenate((shared(query)[:12], rng.choice(FRAGMENTS, JUDGED - 12) + 1))
        yield from ((query, f, int(rng.integers(4))) for f in fragments.tolist())


def ranking(run: int, query: int) -> tuple[bytes, bytes]:
    """Half of it fragments that every run has, each at another rank; as the store keeps it."""
    rng = np.random.default_rng((SEED, run, query))
    both = shared(query)
    own = rng.permutation(np.setdiff1d(rng.integers(1, FRAGMENTS, size=DEPTH), both))[: DEPTH - len(both)]
    fragments = rng.permutation(np.concatenate((both, own)))
    scores = np.sort(rng.random(len(fragments)))[::-1]
    return fragments.astype("<i4").tobytes(), scores.astype("<f8").tobytes()


def shared(query: int) -> np.ndarray:
    rng = np.random.default_rng((SEED, query))
    return rng.permutation(np.unique(rng.integers(1, FRAGMENTS, size=DEPTH)))[: DEPTH // 2]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--grades", type=int, default=3_000)
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    if chosen.write:
        write(chosen.folder / "live.db")
    else:
        main(chosen.folder, chosen.grades)

"""How long the live scores take: ready from the database, and from a grade to the new means of every run.

10 runs × 6,980 queries × 1,000 results × 12 measures, 20 judged a query, fixed seed. The rankings are
read from SQLite, a row a ranking, as the store keeps them. Use: python bench/live.py FOLDER [--grades 3000]
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path

import numpy as np
from sqlite_utils import Database

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cli import DEFAULT_MEASURES
from evaluation.live import LiveScores, Rankings
from evaluation.measures import parse_measure

RUNS, QUERIES, DEPTH, JUDGED, FRAGMENTS = 10, 6_980, 1_000, 20, 8_841_823
SEED = 20_241


def main(folder: Path, grades: int) -> None:
    path = folder / "live.db"
    if not path.exists():
        write(path)
    judged = judgements()
    start = time.perf_counter()
    runs = [rankings(Database(path), run) for run in range(RUNS)]
    read = time.perf_counter()
    live = LiveScores(runs, judged, [parse_measure(name) for name in DEFAULT_MEASURES], QUERIES)
    ready = time.perf_counter()
    seconds = graded(live, judged, grades)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"ready after                {ready - start:8.2f} s, of which reading {read - start:.2f} s")
    print(f"a grade to the new means   {np.median(seconds) * 1e3:8.2f} ms median of {grades}")
    print(f"                           {np.quantile(seconds, 0.95) * 1e3:8.2f} ms 95th percentile")
    print(f"                           {max(seconds) * 1e3:8.2f} ms longest")
    print(f"peak memory of the process {memory:8.0f} MB")


def graded(live: LiveScores, judged: dict[int, dict[int, int]], count: int) -> list[float]:
    """Seconds of each of `count` grades: four of five for a fragment that a run retrieved, others for any."""
    rng = np.random.default_rng(SEED)
    seconds = []
    for query in rng.integers(QUERIES, size=count).tolist():
        run = live.runs.index(f"run{rng.integers(RUNS)}")
        fragment = int(rng.integers(FRAGMENTS) if rng.random() < 0.2 else ranked(live, run, query, rng))
        judged[query][fragment] = int(rng.integers(4))
        start = time.perf_counter()
        live.set_query(query, judged[query])
        seconds.append(time.perf_counter() - start)
    return seconds


def ranked(live: LiveScores, run: int, query: int, rng: np.random.Generator) -> int:
    rankings = live.rankings[run]
    return rankings.fragments[rankings.starts[query] + rng.integers(50)]


def rankings(database: Database, run: int) -> Rankings:
    rows = database.execute("select fragments from rankings where run_id = ? order by query_id", [run])
    blobs = [blob for (blob,) in rows]
    starts = np.cumsum([0, *(len(blob) // 4 for blob in blobs)])
    return Rankings(f"run{run}", np.frombuffer(b"".join(blobs), "<i4"), starts)


def judgements() -> dict[int, dict[int, int]]:
    """By query; twelve of twenty are fragments that the runs share."""
    rng = np.random.default_rng(SEED)
    judged = {}
    for query in range(QUERIES):
        fragments = np.concatenate((shared(query)[:12], rng.choice(FRAGMENTS, JUDGED - 12)))
        judged[query] = dict(zip(fragments.tolist(), rng.integers(4, size=JUDGED).tolist(), strict=True))
    return judged


def shared(query: int) -> np.ndarray:
    """Fragments that every run has for the query, each at another rank."""
    return np.random.default_rng((SEED, query)).choice(FRAGMENTS, DEPTH // 2, replace=False)


def write(path: Path) -> None:
    database = Database(path)
    table = database.table("rankings", pk=("run_id", "query_id"))
    for run in range(RUNS):
        rng = np.random.default_rng((SEED, run))
        table.insert_all(
            {"run_id": run, "query_id": query, "fragments": ranking.tobytes(), "scores": scores(rng)}
            for query in range(QUERIES)
            for ranking in [rng.permutation(pool(query, rng)).astype("<i4")]
        )


def pool(query: int, rng: np.random.Generator) -> np.ndarray:
    common = shared(query)
    own = np.setdiff1d(rng.integers(FRAGMENTS, size=DEPTH), common)[: DEPTH - len(common)]
    return np.concatenate((common, own))


def scores(rng: np.random.Generator) -> bytes:
    return np.sort(rng.random(DEPTH))[::-1].astype("<f8").tobytes()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--grades", type=int, default=3_000)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    main(chosen.folder, chosen.grades)

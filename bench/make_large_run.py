"""Writes the large inputs of the batch benchmarks: qrels and runs of the size of MS MARCO's dev queries.

6,980 queries, 1,000 results each, ids of up to 7 digits: about 255 MB a run. The seed is fixed, so that two
machines write the same bytes. Use: python bench/make_large_run.py FOLDER [--runs 10]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

QUERIES, DEPTH, JUDGED, FRAGMENTS = 6_980, 1_000, 20, 8_841_823
SEED = 20_240


def write(folder: Path, runs: int) -> list[Path]:
    """Writes qrels.txt and `runs` files run01.trec … into `folder`; gives their paths, qrels first."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(SEED)
    queries = np.sort(rng.choice(1_100_000, QUERIES, replace=False))
    judged = [_distinct(rng, JUDGED) for _ in range(QUERIES)]
    qrels = folder / "qrels.txt"
    with qrels.open("w") as file:
        for query, fragments in zip(queries, judged, strict=True):
            grades = rng.choice(4, JUDGED, p=(0.5, 0.25, 0.15, 0.1))
            file.writelines(f"{query} 0 {f} {g}\n" for f, g in zip(fragments, grades, strict=True))
    return [qrels, *(_write_run(folder / f"run{n:02}.trec", n, queries, judged) for n in range(1, runs + 1))]


def _write_run(path: Path, number: int, queries: np.ndarray, judged: list[np.ndarray]) -> Path:
    rng = np.random.default_rng(SEED + number)
    with path.open("w") as file:
        for query, known in zip(queries, judged, strict=True):
            found = known[rng.random(JUDGED) < 0.6]
            others = _distinct(rng, DEPTH + JUDGED)
            others = others[~np.isin(others, known)][: DEPTH - len(found)]
            places = np.argsort(np.concatenate((rng.exponential(60, len(found)), np.arange(len(others)))))
            fragments = np.concatenate((found, others))[places]
            scores = np.sort(20 + rng.gamma(2, 2, DEPTH))[::-1]
            file.writelines(
                f"{query} Q0 {fragment} {rank} {score:.5f} run{number:02}\n"
                for rank, (fragment, score) in enumerate(zip(fragments, scores, strict=True), start=1)
            )
    return path


def _distinct(rng: np.random.Generator, count: int) -> np.ndarray:
    """`count` fragment numbers, none twice; low ones more often, as popular fragments recur."""
    drawn = (FRAGMENTS * rng.random(count + count // 4 + 8) ** 1.5).astype(np.int64)
    unique, first = np.unique(drawn, return_index=True)
    return unique[np.argsort(first)][:count]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=10)
    chosen = parser.parse_args()
    for written in write(chosen.folder, chosen.runs):
        print(f"{written}  {written.stat().st_size / 1e6:.0f} MB")

"""How long the measures take: one query under 10 runs (what a grade costs), and 70,000 rankings at once.

    python -m bench.measures

Random hits with a fixed seed; each time is the best of several, in one thread.
"""

from __future__ import annotations

import timeit

import numpy as np

from evaluation.measures import compute, parse_measure
from evaluation.values import Judged

LIVE = (
    *("nDCG(dcg='exp-log2')@10", "nDCG@10", "R@10", "R@50", "R@100", "P@5", "P@10", "Success@5", "RR@10"),
    *("AP", "Bpref", "Judged@10"),
)


def random_hits(runs: int, queries: int, judged: int, depth: int = 1000) -> Judged:
    """70 % of `judged` fragments a query are retrieved by every run, one in each stretch of the ranking."""
    rng = np.random.default_rng(20)
    rankings, found = runs * queries, judged * 7 // 10
    stretch = depth // found
    rank = 1 + np.arange(found) * stretch + rng.integers(0, stretch, (rankings, found))
    known = -np.sort(-rng.choice(4, (queries, judged), p=[0.6, 0.2, 0.1, 0.1]), axis=1)
    return Judged(
        row=np.repeat(np.arange(rankings, dtype=np.int32), found),
        rank=rank.ravel().astype(np.int32),
        grade=rng.choice(4, rankings * found, p=[0.6, 0.2, 0.1, 0.1]).astype(np.int32),
        retrieved=np.full(rankings, depth, dtype=np.int32),
        query=np.tile(np.arange(queries, dtype=np.int32), runs),
        starts=np.arange(queries + 1) * judged,
        grades=known.ravel().astype(np.int32),
    )


def seconds(judged: Judged, number: int, repeat: int) -> float:
    measures = [parse_measure(name) for name in LIVE]
    return min(timeit.repeat(lambda: compute(judged, measures), number=number, repeat=repeat)) / number


def main() -> None:
    print(f"{len(LIVE)} measures: {', '.join(LIVE)}")
    for judged in (10, 50, 200):
        taken = seconds(random_hits(10, 1, judged), 50, 60)
        print(f"one query, 10 runs, {judged} judged: {taken * 1e6:.0f} µs")
    for judged in (2, 20, 50):
        taken = seconds(random_hits(10, 7000, judged), 1, 5)
        print(f"70,000 rankings, {judged} judged a query: {taken * 1e3:.0f} ms")


if __name__ == "__main__":
    main()

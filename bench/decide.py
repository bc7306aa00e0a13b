"""Is “settled” right, and do about as many judgements settle it as were foretold? On full qrels.

python -m bench.decide FOLDER
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

import numpy as np

from bench.baselines import depth_pooling
from bench.judging import Task, read
from evaluation.decide import Decision, decide
from evaluation.estimates import NOTHING, holes, means, plain_values
from evaluation.measures import parse_measure
from evaluation.unjudged import Collection, Model

MEASURE = parse_measure("nDCG@10")
JUDGED = 5  # of each query's depth pool, before anybody asks
PAIRS = 8
STEP = 15  # judgements between two looks
MOST = 120


def after(task: Task, collection: Collection, pair: tuple[int, int]) -> Decision:
    """What is said about the pair now."""
    rankings = [query.rankings for query in task.queries]
    estimates = [collection.estimate(query.number) for query in task.queries]
    return decide(holes(rankings, collection.judged, estimates), *pair, MEASURE)


def judged(task: Task) -> Collection:
    """The collection with the first of the depth pool judged."""
    collection = task.collection(Model.shipped("text"))
    for query in task.queries:
        for fragment in depth_pooling(task, query, JUDGED):
            collection.judge(query.number, fragment, query.grades.get(fragment, 0))
    return collection


def follow(task: Task, pair: tuple[int, int]) -> tuple[int, int, Decision]:
    """(judgements foretold, judgements until settled or at most `MOST`, the last decision)."""
    collection = judged(task)
    now = after(task, collection, pair)
    foretold, done = now.needed, 0
    while not now.settled and now.queue and done < MOST:
        for query, served in now.queue[:STEP]:
            grade = task.queries[query].grades.get(served.fragment, 0)
            collection.judge(query, served.fragment, grade)
            done += 1
        now = after(task, collection, pair)
    return foretold, done, now


def truth(task: Task) -> np.ndarray:
    """Every run's value on the full qrels."""
    rankings = [query.rankings for query in task.queries]
    grades = [query.grades for query in task.queries]
    full = holes(rankings, grades, [NOTHING] * len(task.queries))
    return means(plain_values(full, [MEASURE]), full)[:, 0]


def main() -> None:
    """A row a pair, then the shares."""
    right, rows = [], []
    for path in sorted(Path(sys.argv[1]).iterdir()):
        if not (path / "runs").is_dir():
            continue
        task = read(path)
        full = truth(task)
        pairs = list(combinations(range(len(task.runs)), 2))
        for place in np.random.default_rng(0).permutation(len(pairs))[:PAIRS]:
            pair = pairs[place]
            foretold, done, last = follow(task, pair)
            true = float(full[pair[0]] - full[pair[1]])
            agrees = last.difference * true > 0
            print(f"{task.name} {pair}: foretold {foretold}, took {done}, settled {last.settled}, ", end="")
            print(f"said {last.difference:+.3f}, full {true:+.3f}", flush=True)
            rows.append((foretold, done, last.settled))
            if last.settled:
                right.append(agrees)
    asked = [(f, d) for f, d, settled in rows if f and settled]
    print(f"settled {len(right)} of {len(rows)}, the sign right in {np.mean(right):.3f}")
    print(
        f"not settled at first but then: foretold {np.median([f for f, _ in asked])} in the median, ", end=""
    )
    print(f"took {np.median([d for _, d in asked])}")


if __name__ == "__main__":
    main()

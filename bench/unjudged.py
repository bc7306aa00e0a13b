"""How well the relevant fragments that nobody has judged are found, against six other orders.

python -m bench.unjudged FOLDER [--kept FOLDER]

Every collection is scored with weights that were learned on the others alone. That takes minutes; --kept
keeps those weights in a folder for the next time.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.baselines import ORDERS
from bench.judging import Task, play, read, recall
from bench.learn_unjudged import TIERS, learn
from bench.unjudged_scores import print_flags, print_holes
from evaluation.cores import one_thread
from evaluation.unjudged import Collection, Model, candidates, terms

MAIN = ("cranfield", "cisi", "cacm")  # the mean is over these; other collections get a column of their own
COUNTS = (10, 20)
ROUNDS = max(COUNTS)
RESAMPLES = 2000


def model_without(task: Task, tasks: Sequence[Task], tier: str, kept: Path | None) -> Model:
    """The tier's model learned on all collections but this one."""
    file = kept / f"{tier}-without-{task.name}.json" if kept else None
    if file and file.exists():
        row = json.loads(file.read_text(encoding="utf-8"))
        weights = {(name, state): weight for name, state, weight in row["weights"]}
        return Model(tier, row["intercept"], weights, row["prior"])
    model = learn([other for other in tasks if other is not task], tier)
    if file:
        rows = [[*term, weight] for term, weight in model.weights.items()]
        row = {"intercept": model.intercept, "weights": rows, "prior": model.prior}
        file.write_text(json.dumps(row), encoding="utf-8")
    return model


def orders(tasks: Sequence[Task], models: Mapping[tuple[str, str], Model]) -> dict[str, dict[str, NDArray]]:
    """Recall of each order at each of `COUNTS`, [counts, queries], by order and collection."""
    found: dict[str, dict[str, NDArray]] = {}
    for task in tasks:
        for name, order in ORDERS.items():
            served = [list(order(task, query, ROUNDS)) for query in task.queries]
            found.setdefault(name, {})[task.name] = np.stack([recall(task, served, c) for c in COUNTS])
        for tier in TIERS:
            played = list(play(task, task.collection(models[tier, task.name]), ROUNDS))[-1][1]
            found.setdefault(tier, {})[task.name] = np.stack([recall(task, played, c) for c in COUNTS])
    return found


def gain(better: Mapping[str, NDArray], worse: Mapping[str, NDArray], names: Sequence[str]) -> tuple:
    """Mean gain in R@10 and its 95 % interval: queries drawn anew within each collection, in pairs."""
    rng = np.random.default_rng(0)
    pairs = [better[name][0] - worse[name][0] for name in names]
    drawn = [np.mean([rng.choice(p, len(p)).mean() for p in pairs]) for _ in range(RESAMPLES)]
    return (float(np.mean([p.mean() for p in pairs])), *np.quantile(drawn, [0.025, 0.975]))


def print_orders(found: Mapping[str, Mapping[str, NDArray]], names: Sequence[str]) -> None:
    """The table of orders: R@10 and R@20, the mean over `MAIN` and each collection."""
    main = [name for name in names if name in MAIN]
    print(f"\n| order | R@10 | R@20 | {' | '.join(f'R@10 {n}' for n in names)} | gain of `text` in R@10 |")
    print("|" + "---|" * (4 + len(names)))
    for order, by_task in found.items():
        mean = np.mean([by_task[name].mean(axis=1) for name in main], axis=0)
        each = " | ".join(f"{by_task[name][0].mean():.3f}" for name in names)
        more = "{:+.3f} ({:+.3f} … {:+.3f})".format(*gain(found["text"], by_task, main))
        print(f"| {order} | {mean[0]:.3f} | {mean[1]:.3f} | {each} | {more if order != 'text' else ''} |")


def print_cost(task: Task, model: Model) -> None:
    """Processor time: of one query with about 20 judged, and of a whole collection at first sight."""
    start = time.process_time()
    words = {fragment: terms(task.texts[fragment]) for fragment in task.terms}
    texts = time.process_time() - start
    rankings = [query.rankings for query in task.queries]

    def pool_of(number: int):
        query = task.queries[number]
        return candidates(query.rankings, texts=words, query=terms(query.text))

    collection = Collection(rankings, pool_of, model)
    start = time.process_time()
    for query in task.queries:
        collection.estimate(query.number)
    first = time.process_time() - start
    spent = []
    for query in task.queries[:20]:
        for fragment in query.pool[:20].tolist():
            collection.judge(query.number, fragment, query.grades.get(fragment, 0), informs=False)
        collection.judge(query.number, int(query.pool[20]), 0)
        start = time.process_time()
        collection.estimate(query.number)
        spent.append(time.process_time() - start)
    print(f"\n{task.name}: {len(task.queries)} queries × {len(task.runs)} runs")
    print(f"texts to terms, once a collection: {texts:.1f} s; all pools and estimates: {first:.1f} s")
    print(f"one query again after a grade, 20 judged: {1000 * float(np.median(spent)):.1f} ms")


def main() -> None:
    """Prints every table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collections", type=Path)
    parser.add_argument("--kept", type=Path)
    options = parser.parse_args()
    if options.kept:
        options.kept.mkdir(parents=True, exist_ok=True)
    tasks = [read(path) for path in sorted(options.collections.iterdir()) if (path / "runs").is_dir()]
    tasks.sort(key=lambda task: (task.name not in MAIN, task.name))
    models = {
        (tier, task.name): model_without(task, tasks, tier, options.kept) for tier in TIERS for task in tasks
    }
    print_orders(orders(tasks, models), [task.name for task in tasks])
    print_holes(tasks, models)
    print_flags(tasks, models)
    whole = [read(options.collections / task.name, 10_000) for task in tasks]
    largest = max(whole, key=lambda task: sum(len(query.pool) for query in task.queries))
    with one_thread():  # as the app does it
        print_cost(largest, models["text", largest.name])


if __name__ == "__main__":
    main()

"""The other tables of bench/unjudged.py: scores with holes, and flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from bench.baselines import depth_pooling, fusion_scores, learn_text, vectors
from bench.judging import Task
from evaluation.calibration import calibration
from evaluation.estimates import NOTHING, holes, scores
from evaluation.measures import parse_measure
from evaluation.unjudged import Model

JUDGED = (5, 10, 20)
HIDDEN = 0.3
SEEN = 10  # of the depth pool, judged before flags are raised
AUDITED = 5  # fragments a query, drawn at random, that correct the flags' calibration
FLAGS = 50
ONE_RUN_DEPTH = 20
SEEDS = (0, 1, 2)


def print_holes(tasks: Sequence[Task], models: Mapping[tuple[str, str], Model]) -> None:
    """The runs' nDCG@10 on a depth pool's first judgements, plain and estimated, against full qrels."""
    print("\n| judged a query | collection | plain tau | plain mae | tau | mae | 95 % interval holds |")
    print("|---|---|---|---|---|---|---|")
    for count in JUDGED:
        rows = []
        for task in tasks:
            row = _holes(task, models["text", task.name], count)
            rows.append(row)
            print(f"| {count} | {task.name} | {' | '.join(f'{value:.3f}' for value in row)} |")
        print(f"| {count} | mean | {' | '.join(f'{value:.3f}' for value in np.mean(rows, axis=0))} |")


def _holes(task: Task, model: Model, count: int) -> list[float]:
    measure = [parse_measure("nDCG@10")]
    rankings = [query.rankings for query in task.queries]
    collection = task.collection(model)
    orders = [depth_pooling(task, query, count) for query in task.queries]
    for place in range(count):
        for query, order in zip(task.queries, orders, strict=True):
            if place < len(order):
                collection.judge(query.number, order[place], query.grades.get(order[place], 0))
    estimates = [collection.estimate(query.number) for query in task.queries]
    found = [row[0] for row in scores(holes(rankings, collection.judged, estimates), measure)]
    full = holes(rankings, [query.grades for query in task.queries], [NOTHING] * len(task.queries))
    truth = np.array([row[0].plain for row in scores(full, measure, draws=2)])
    plain, estimate = np.array([s.plain for s in found]), np.array([s.estimate for s in found])
    held = np.mean([s.low <= t <= s.high for s, t in zip(found, truth, strict=True)])
    return [
        float(kendalltau(plain, truth).statistic),
        float(np.abs(plain - truth).mean()),
        float(kendalltau(estimate, truth).statistic),
        float(np.abs(estimate - truth).mean()),
        float(held),
    ]


@dataclass(frozen=True)
class Flags:
    """Unjudged fragments of all queries: probability [n], relevant or not [n], found by one run only [n]."""

    probability: NDArray[np.float64]
    relevant: NDArray[np.bool_]
    alone: NDArray[np.bool_]

    def precision(self, alone: bool = False) -> float:
        """P@50 of the most likely ones; alone: in the list of what one run only found."""
        chance, relevant = self.probability, self.relevant
        if alone:
            chance, relevant = chance[self.alone], relevant[self.alone]
        return float(relevant[np.argsort(-chance, kind="stable")[:FLAGS]].mean())

    def calibration(self) -> tuple[float, float]:
        """Expected calibration error in ten equal bins, and the share of the base rate's Brier saved."""
        found = calibration(self.probability, self.relevant)
        return found.error, 1 - found.brier / found.base


def print_flags(tasks: Sequence[Task], models: Mapping[tuple[str, str], Model]) -> None:
    """Two ways of hiding relevant fragments, and how well each order finds them again."""
    print("\n| ranking | collection | P@50 | ECE | Brier saved | P@50, one run only |")
    print("|---|---|---|---|---|---|")
    for name in ("RRF", "CAL", "ranks", "text"):
        rows = []
        for task in tasks:
            rounds = [_flag_round(task, name, models, seed) for seed in SEEDS]
            row = np.mean(rounds, axis=0)
            rows.append(row)
            print(f"| {name} | {task.name} | {' | '.join(f'{value:.3f}' for value in row)} |", flush=True)
        print(f"| {name} | mean | {' | '.join(f'{value:.3f}' for value in np.mean(rows, axis=0))} |")


def _flag_round(
    task: Task, name: str, models: Mapping[tuple[str, str], Model], seed: int
) -> tuple[float, float, float, float]:
    rng = np.random.default_rng(seed)
    some = [{f for f in sorted(q.relevant) if rng.random() < HIDDEN} for q in task.queries]
    alone = [q.relevant & _alone(q.rankings) for q in task.queries]
    flags = _flags(task, name, models, some, seed)
    ece, saved = flags.calibration()
    return flags.precision(), ece, saved, _flags(task, name, models, alone, seed).precision(alone=True)


def _alone(rankings: Sequence[Sequence[int]]) -> set[int]:
    """Fragments that exactly one run has among its first `ONE_RUN_DEPTH`."""
    first = np.concatenate([np.asarray(ranking[:ONE_RUN_DEPTH], dtype=np.int64) for ranking in rankings])
    fragment, count = np.unique(first, return_counts=True)
    return set(fragment[count == 1].tolist())


def _flags(
    task: Task,
    name: str,
    models: Mapping[tuple[str, str], Model],
    hidden: Sequence[set[int] | frozenset[int]],
    seed: int,
) -> Flags:
    """Known: the relevant that are not hidden, and what is not relevant of the depth pool's first `SEEN`."""
    rng = np.random.default_rng(seed + 100)
    collection = task.collection(models[name, task.name]) if name in ("ranks", "text") else None
    audits, known = [], []
    for query, away in zip(task.queries, hidden, strict=True):
        first = [f for f in depth_pooling(task, query, SEEN) if f not in query.relevant]
        known.append([*first, *sorted(query.relevant - away)])
        unjudged = np.setdiff1d(query.pool, known[-1])
        audits.append(rng.choice(unjudged, min(AUDITED, len(unjudged)), replace=False).tolist())
    if collection:
        for informs, chosen in ((False, known), (True, audits)):
            for query, fragments in zip(task.queries, chosen, strict=True):
                for fragment in fragments:
                    collection.judge(query.number, fragment, query.grades.get(fragment, 0), informs=informs)
    parts = []
    for query, judged, audit in zip(task.queries, known, audits, strict=True):
        done = [*judged, *audit]
        left = np.setdiff1d(query.pool, done)
        if collection:
            chance = collection.estimate(query.number).probability
        elif name == "RRF":
            score = fusion_scores(query)
            chance = np.array([score[int(f)] for f in left])
        else:
            x, asked = vectors(task, query)
            places = np.searchsorted(query.pool, done).tolist()
            label = [int(f in query.relevant) for f in done]
            logit = learn_text(x, asked, places, label, rng)[np.searchsorted(query.pool, left)]
            chance = 1 / (1 + np.exp(-logit))
        one = _alone(query.rankings)
        parts.append(
            (chance, np.isin(left, list(query.relevant)), np.array([f in one for f in left.tolist()]))
        )
    return Flags(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

"""The orders that the model is measured against: each gives one query's first judgements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from scipy import sparse as sp
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from bench.judging import DEPTH, Query, Task
from evaluation.pooling import by_hedge, by_rank

PRESUMED = 100  # unjudged fragments that CAL takes as not relevant at each step


def depth_pooling(task: Task, query: Query, count: int) -> list[int]:
    """By best rank."""
    return [served.fragment for served in by_rank(query.rankings, DEPTH, {})[:count]]


def rank_fusion(task: Task, query: Query, count: int) -> list[int]:
    """Reciprocal rank fusion, constant 60. Source: Cormack, Clarke & Büttcher, SIGIR 2009."""
    score = fusion_scores(query)
    return sorted(score, key=lambda fragment: (-score[fragment], fragment))[:count]


def move_to_front(task: Task, query: Query, count: int) -> list[int]:
    """Stay with a run while it gives relevant ones. Source: Cormack, Palmer & Clarke, SIGIR 1998."""
    priority = [0] * len(query.rankings)
    return _by_run(query, count, lambda: priority, _fall(priority), stay=True)


def max_mean(task: Task, query: Query, count: int) -> list[int]:
    """The run with the highest mean precision. Source: Losada, Parapar & Barreiro, IP&M 2017."""
    hits, judged = np.zeros((2, len(query.rankings)))

    def learn(run: int, relevant: bool) -> None:
        hits[run] += relevant
        judged[run] += 1

    return _by_run(query, count, lambda: ((hits + 1) / (judged + 2)).tolist(), learn, stay=False)


def hedge(task: Task, query: Query, count: int) -> list[int]:
    """The runs' weighted ranks, weights by loss so far."""
    judged: dict[int, int] = {}
    for _ in range(min(count, len(query.pool))):
        best = by_hedge(query.rankings, DEPTH, judged)[0].fragment
        judged[best] = query.grades.get(best, 0)
    return list(judged)


def continuous_learning(task: Task, query: Query, count: int) -> list[int]:
    """Logistic regression on tf-idf, refitted each time. Source: Cormack & Grossman, 2015, AutoTAR."""
    x, asked = vectors(task, query)
    rng = np.random.default_rng(0)
    label = np.isin(query.pool, list(query.relevant)).astype(int)
    served: list[int] = []
    for _ in range(min(count, len(query.pool))):
        score = learn_text(x, asked, served, label[served].tolist(), rng)
        score[served] = -np.inf
        served.append(int(np.argmax(score)))
    return [int(query.pool[place]) for place in served]


def learn_text(
    x: sp.csr_matrix,
    asked: sp.csr_matrix,
    places: Sequence[int],
    label: Sequence[int],
    rng: np.random.Generator,
) -> np.ndarray:
    """CAL's score of every fragment of a pool: the query is relevant, random unjudged ones are not."""
    unjudged = np.setdiff1d(np.arange(x.shape[0]), places)
    presumed = rng.choice(unjudged, min(PRESUMED, len(unjudged)), replace=False)
    rows = sp.vstack([asked, x[list(places)], x[presumed]])
    labels = [1, *label, *[0] * len(presumed)]
    model = LogisticRegression(solver="liblinear", class_weight="balanced")
    return model.fit(rows, labels).decision_function(x)


@lru_cache(maxsize=256)
def vectors(task: Task, query: Query) -> tuple[sp.csr_matrix, sp.csr_matrix]:
    """tf-idf of the pool and of the query: words and character 4–5-grams within words, sublinear."""
    texts = [task.texts[int(fragment)] for fragment in query.pool]
    parts = [
        TfidfVectorizer(sublinear_tf=True, token_pattern=r"(?u)\b\w+\b"),
        TfidfVectorizer(sublinear_tf=True, analyzer="char_wb", ngram_range=(4, 5)),
    ]
    both = [(part.fit_transform(texts), part.transform([query.text])) for part in parts]
    return sp.hstack([x for x, _ in both]).tocsr() / np.sqrt(2), sp.hstack([q for _, q in both]).tocsr()


def fusion_scores(query: Query) -> dict[int, float]:
    """Reciprocal rank fusion of every fragment of the pool."""
    score: dict[int, float] = {}
    for ranking in query.rankings:
        for rank, fragment in enumerate(ranking[:DEPTH], start=1):
            score[fragment] = score.get(fragment, 0.0) + 1 / (60 + rank)
    return score


def _fall(priority: list[int]) -> Callable[[int, bool], None]:
    def learn(run: int, relevant: bool) -> None:
        priority[run] -= not relevant

    return learn


def _by_run(
    query: Query,
    count: int,
    worth: Callable[[], Sequence[float]],
    learn: Callable[[int, bool], None],
    stay: bool,
) -> list[int]:
    """Takes the next unjudged fragment of the run that is worth most, and learns from what it was."""
    served: dict[int, bool] = {}
    current: int | None = None
    while len(served) < min(count, len(query.pool)):
        left = [[f for f in ranking[:DEPTH] if f not in served] for ranking in query.rankings]
        values = worth()
        if current is None or not left[current]:
            current = max((run for run in range(len(left)) if left[run]), key=lambda run: (values[run], -run))
        fragment = left[current][0]
        served[fragment] = fragment in query.relevant
        learn(current, served[fragment])
        if not (stay and served[fragment]):
            current = None
    return list(served)


ORDERS = {
    "depth pooling": depth_pooling,
    "RRF": rank_fusion,
    "MoveToFront": move_to_front,
    "MaxMean": max_mean,
    "Hedge": hedge,
    "CAL": continuous_learning,
}

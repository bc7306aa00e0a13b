"""Learns the weights of `evaluation/unjudged` from test collections and writes the module that ships.

python -m bench.learn_unjudged FOLDER evaluation/unjudged_weights.py [TIER …]

Tiers that are not named keep the weights that ship. No collection brings vectors, so those of `dense` are learned
on stand-ins: latent semantic analysis of the texts.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.baselines import depth_pooling
from bench.judging import Query, Task, play, read
from evaluation.unjudged import Model
from evaluation.unjudged.table import features_of, prior_of, term_name, terms_of

Float = NDArray[np.float64]
STATES = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 19, 24)
FIRST_STATES = (0, 2, 5, 9)
RIDGE = 200.0
WEIGHT_OF_ALL = 0.05  # share of its number of rows that the data weigh against the ridge
KEEP = 0.35  # share of the fragments that are not relevant that are learned from; the others count for them
FADE = 15.0  # judgements after which a state counts a third: the first ones matter most
NOISE = 0.1
IMPORTS = 6  # ways in which qrels from elsewhere leave relevant fragments out
MISSING = (0.1, 0.6)  # share of the relevant that such qrels leave out, drawn anew each time
POOLED = (0, 5, 10, 20)  # first fragments of a depth pool whose grades of 0 such qrels hold
IMPORTED = 0.5  # their weight beside that of the queue's states
TIERS = ("ranks", "text", "dense")


@dataclass(frozen=True)
class Rows:
    """Unjudged fragments as they looked in some state: terms float32 [m, terms], relevant and weight [m]."""

    terms: NDArray[np.float32]
    relevant: Float
    weight: Float


def learn(tasks: Sequence[Task], tier: str) -> Model:
    """The weights of a tier, every collection with the same say.

    First a guess from what judging does not change, then the model on the states that plain rank fusion leads to
    and on those of imported qrels with holes.
    """
    prior_terms = [(name, "") for name in prior_of(tier)]
    first = [_unjudged_rows(task, tier) for task in tasks]
    intercept, weights = fit(first, prior_terms, features_of(tier), ridge=RIDGE / 10)
    prior = {"intercept": intercept, **{name: weights[name, ""] for name in prior_of(tier)}}
    fused = [_record(task, _fusion(tier, prior), terms_of(tier), seed=2) for task in tasks]
    imported = [_record_imported(task, _fusion(tier, prior), terms_of(tier), seed=4) for task in tasks]
    rows = [
        _together([queue, replace(qrels, weight=_scaled(qrels, IMPORTED * queue.weight.sum()))])
        for queue, qrels in zip(fused, imported, strict=True)
    ]
    return Model(tier, *fit(rows, terms_of(tier), features_of(tier)), prior)


def fit(
    collections: Sequence[Rows],
    terms: Sequence[tuple[str, str]],
    features: Mapping[str, tuple[int, str]],
    ridge: float = RIDGE,
) -> tuple[float, dict[tuple[str, str], float]]:
    """Logistic regression, ridge on standardised terms; a weight never has the sign that makes no sense.

    Each collection has an intercept of its own, without ridge: how much of a pool is relevant differs between
    collections for reasons that no term sees, and with one intercept for all the weights would have to explain it.
    The intercept given is the mean of theirs; a collection's own judgements set it right later.
    """
    many = len(collections)
    of = np.repeat(np.arange(many), [len(rows.relevant) for rows in collections])
    x = np.vstack([rows.terms for rows in collections]).astype(np.float64)
    y = np.concatenate([rows.relevant for rows in collections])
    weight = np.concatenate([rows.weight / rows.weight.sum() for rows in collections])
    weight *= WEIGHT_OF_ALL * len(y) / weight.sum()
    mean, deviation = x.mean(axis=0), x.std(axis=0) + 1e-6
    x = (x - mean) / deviation

    def loss(w: Float) -> tuple[float, Float]:
        z = x @ w[many:] + w[of]
        error = weight * (1 / (1 + np.exp(-z)) - y)
        value = weight @ (np.logaddexp(0, z) - y * z) + ridge / 2 * w[many:] @ w[many:]
        return float(value), np.concatenate((np.bincount(of, error, many), x.T @ error + ridge * w[many:]))

    signs = [0 if state else features[name][0] for name, state in terms]
    bounds = [(None, None)] * many + [(0 if s > 0 else None, 0 if s < 0 else None) for s in signs]
    start = np.concatenate((np.full(many, -3.0), np.zeros(x.shape[1])))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 150}).x
    weights = found[many:] / deviation
    return float(found[:many].mean() - weights @ mean), dict(zip(terms, weights.tolist(), strict=True))


def module(models: Sequence[Model], names: Sequence[str]) -> str:
    """The source of the module that ships: every weight with what it is."""
    lines = [
        '"""Weights of the model that tells how likely an unjudged fragment is to be relevant.',
        "",
        f"Written by bench/learn_unjudged.py, learned from {', '.join(names)}; not to be edited by hand.",
        "A term is a feature, or a feature × a state of its query. PRIOR: the first guess, before judging.",
        "The vectors that `dense` was learned on are stand-ins: latent semantic analysis of the texts.",
        '"""',
        "",
        "WEIGHTS: dict[str, dict[str, float]] = {",
    ]
    for model in models:
        features = features_of(model.tier)
        lines += [f'    "{model.tier}": {{', f'        "intercept": {model.intercept:.6g},']
        for (name, state), weight in model.weights.items():
            what = features[name][1] if not state else f"the same, times {features[state][1]}"
            lines.append(f'        "{term_name(name, state)}": {weight:.6g},  # {what}')
        lines.append("    },")
    lines += ["}", "PRIOR: dict[str, dict[str, float]] = {"]
    for model in models:
        prior = ", ".join(f'"{name}": {weight:.6g}' for name, weight in model.prior.items())
        lines.append(f'    "{model.tier}": {{{prior}}},')
    return "\n".join([*lines, "}", ""])


def _fusion(tier: str, prior: Mapping[str, float]) -> Model:
    """Reciprocal rank fusion as if it were a model."""
    return Model(tier, -4.0, {("rrf_10", ""): 6.0}, prior)


@cache
def _unjudged_rows(task: Task, tier: str) -> Rows:
    """What the first guess is learned from; the same whichever collections are learned from with this one."""
    blind = _fusion(tier, {"intercept": 0.0, **dict.fromkeys(prior_of(tier), 0.0)})
    return _record(task, blind, [(name, "") for name in prior_of(tier)], 1, FIRST_STATES)


def _record(
    task: Task, model: Model, terms: Sequence[tuple[str, str]], seed: int, states: Sequence[int] = STATES
) -> Rows:
    """Plays the collection with a model and some noise, and keeps the unjudged of every one of `states`."""
    rng = np.random.default_rng(seed)
    collection = task.collection(model)
    parts: list[Rows] = []
    for count, served in play(task, collection, max(states), NOISE, seed):
        if count in states:
            for query in task.queries:
                features, known = collection.features(query.number), served[query.number]
                share = np.exp(-count / FADE) / np.sqrt(len(query.relevant))
                parts.append(_rows(query, features, known, terms, share, rng))
    return _together(parts)


def _record_imported(
    task: Task, model: Model, terms: Sequence[tuple[str, str]], seed: int, ways: int = IMPORTS
) -> Rows:
    """The unjudged where much is known already: `ways` times the collection's qrels with holes drawn at random."""
    rng = np.random.default_rng(seed)
    drawn: list[Rows] = []
    for _ in range(ways):
        collection, parts = task.collection(model), []
        known = _with_holes(task, rng)
        for query, fragments in zip(task.queries, known, strict=True):
            for fragment in fragments:
                collection.judge(query.number, fragment, query.grades.get(fragment, 0), informs=False)
        for query, fragments in zip(task.queries, known, strict=True):
            share = 1 / np.sqrt(max(1, len(query.relevant.difference(fragments))))
            parts.append(_rows(query, collection.features(query.number), fragments, terms, share, rng))
        one = _together(parts)
        drawn.append(replace(one, weight=_scaled(one, 1.0)))
    return _together(drawn)


def _with_holes(task: Task, rng: np.random.Generator) -> list[list[int]]:
    """What such qrels hold of each query: a share of the relevant, and 0 for some of a depth pool, or for none.

    Half of the time as large a share of those grades is left out too, so that being unjudged tells nothing.
    """
    missing, depth, evenly = rng.uniform(*MISSING), int(rng.choice(POOLED)), rng.random() < 0.5
    known = []
    for query in task.queries:
        relevant = [f for f in sorted(query.relevant) if rng.random() >= missing]
        others = [f for f in depth_pooling(task, query, depth) if f not in query.relevant]
        if evenly:
            others = [f for f in others if rng.random() >= missing]
        known.append([*others, *relevant])
    return known


def _rows(
    query: Query,
    features: Mapping[str, Float],
    known: Sequence[int],
    terms: Sequence[tuple[str, str]],
    share: float,
    rng: np.random.Generator,
) -> Rows:
    """The query's unjudged: all that are relevant, of the others as many as are kept; share: the query's say."""
    relevant = np.isin(query.pool, list(query.relevant))
    kept = (relevant | (rng.random(len(relevant)) < KEEP)) & ~np.isin(query.pool, known)
    columns = [
        np.broadcast_to(features[n] * (features[s] if s else 1.0), relevant.shape)[kept] for n, s in terms
    ]
    weight = np.where(relevant[kept], 1.0, 1 / KEEP) * share
    return Rows(np.stack(columns, axis=1).astype(np.float32), relevant[kept].astype(float), weight)


def _together(parts: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate([getattr(part, name) for part in parts]) for name in Rows.__annotations__))


def _scaled(rows: Rows, total: float) -> Float:
    scaled: Float = rows.weight * (total / rows.weight.sum())
    return scaled


def main() -> None:
    """Learns the tiers from every collection of the folder given, and writes the module given."""
    folder, target, wanted = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:] or TIERS
    tasks = [read(path) for path in sorted(folder.iterdir()) if (path / "runs").is_dir()]
    models = [learn(tasks, tier) if tier in wanted else Model.shipped(tier) for tier in TIERS]
    target.write_text(module(models, [task.name for task in tasks]), encoding="utf-8")
    print(f"{target}: {', '.join(f'{m.tier} {len(m.weights)} terms' for m in models)}")


if __name__ == "__main__":
    main()

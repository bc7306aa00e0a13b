"""Is run A better than run B, and which judgements would tell? Sure of the sign, not of the size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evaluation.estimates import DRAWS, UNSURE_COLLECTION, Holes, drawn_values, means, places
from evaluation.measures import Measure
from evaluation.pooling import Served
from evaluation.values import Float
from evaluation.words import N_, counted

SURE = 0.975  # of the sign: a two-sided test at 5 %
PATHS = 400  # simulated judgings
SAID_AT_MOST = 0.99  # so many draws cannot tell it from certain
MOVES = N_("would move the difference most: {percent} % likely relevant, rank {rank_a} against {rank_b}")
NOWHERE = 0  # rank of a fragment that a run does not have
UNORDERED = ("P", "R", "Success", "F1", "Judged", "NumRelRet")
"""Families that only ask whether a fragment is among the first k."""

SETTLED = N_(
    "Settled: “{better}” is better than “{worse}” on {measure}, {share} sure. The difference is {difference}"
    " [{low}, {high}] with all that the unjudged may turn out to be."
)
OPEN = counted(
    "Not settled: “{better}” seems better than “{worse}” on {measure}, {share} sure. The difference is {difference}"
    " [{low}, {high}]; about {needed} more judgement settles it.",
    "Not settled: “{better}” seems better than “{worse}” on {measure}, {share} sure. The difference is {difference}"
    " [{low}, {high}]; about {needed} more judgements settle it.",
    by="needed",
)
HOPELESS = N_(
    "Not settled: “{better}” seems better than “{worse}” on {measure}, {share} sure. The difference is {difference}"
    " [{low}, {high}]; even all {needed} judgements that matter may not settle it."
)
EQUAL = N_("“{better}” and “{worse}” have the same score on {measure}, and no judgement can change that.")


@dataclass(frozen=True)
class Decision:
    """How far A and B are apart once the unjudged are thought of, mean A − mean B.

    difference: mean over draws; low, high: its 95 % interval; sure: how likely its sign is, 0.5 … 1; needed:
    about how many more judgements settle it (0: settled; the size of the queue: maybe not even all of them).
    queue: query and fragment to judge, the one that may move the difference most first.
    """

    difference: float
    low: float
    high: float
    sure: float
    needed: int
    queue: list[tuple[int, Served]]

    @property
    def settled(self) -> bool:
        """Whether no more judgements are needed to tell which is better."""
        return self.sure >= SURE

    @property
    def equal(self) -> bool:
        """Whether the two score the same, however the unjudged turn out."""
        return self.low == self.high == 0


def sentence(decision: Decision, a: str, b: str, measure: Measure) -> tuple[str, Mapping[str, object]]:
    """(template, values) of what may be said now about run a against run b, by their names."""
    ahead = decision.difference >= 0
    low, high = (decision.low, decision.high) if ahead else (-decision.high, -decision.low)
    values: dict[str, object] = {
        "better": a if ahead else b,
        "worse": b if ahead else a,
        "measure": measure,
        "share": min(decision.sure, SAID_AT_MOST) if decision.queue else decision.sure,
        "difference": abs(decision.difference),
        "low": low,
        "high": high,
        "needed": decision.needed,
    }
    if decision.equal:
        return EQUAL, values
    if decision.settled:
        return SETTLED, values
    return (OPEN if decision.needed < len(decision.queue) else HOPELESS), values


def decide(holes: Holes, a: int, b: int, measure: Measure, draws: int = 4 * DRAWS, seed: int = 0) -> Decision:
    """Run a against run b (their numbers) by one measure."""
    holes = _only_two(holes, a, b)
    difference = _differences(holes, measure, draws, seed)
    wins = (difference > 0).mean() + (difference == 0).mean() / 2
    sure = float(max(wins, 1 - wins))
    items, effect, queue = _queue(holes, measure)
    low, high = np.quantile(difference, [0.025, 0.975])
    needed = 0
    if sure < SURE:
        by_chance = _differences(holes, measure, DRAWS, seed, trusting=True)
        needed = _needed(holes.chance[items], effect, difference, float(by_chance.var()), seed)
    return Decision(float(difference.mean()), float(low), float(high), sure, needed, queue)


def what_moves(holes: Holes, a: int, b: int, measure: Measure) -> list[tuple[int, Served]]:
    """The queue of `decide` alone, without the draws that take its time."""
    return _queue(_only_two(holes, a, b), measure)[2]


def _differences(holes: Holes, measure: Measure, draws: int, seed: int, trusting: bool = False) -> Float:
    """Mean of the first run − mean of the second, in each way in which the unjudged may turn out, [draws]."""
    drawn = (means(values, holes)[:, 0] for values in drawn_values(holes, [measure], draws, seed, trusting))
    return np.array([values[0] - values[1] for values in drawn])


def _only_two(holes: Holes, a: int, b: int) -> Holes:
    """The same with run a as the first and run b as the second, and no other."""
    run, query = holes.row // holes.queries, holes.row % holes.queries
    mine = (run == a) | (run == b)
    row = np.where(run == a, 0, holes.queries)[mine] + query[mine]
    order = np.argsort(row, kind="stable")
    retrieved = holes.retrieved.reshape(holes.runs, -1)[[a, b]].ravel()
    return replace(
        holes,
        runs=2,
        row=row[order],
        rank=holes.rank[mine][order],
        item=holes.item[mine][order],
        retrieved=retrieved,
    )


def _queue(holes: Holes, measure: Measure) -> tuple[NDArray[np.int64], Float, list[tuple[int, Served]]]:
    """Unjudged items by probability × what they would do to A − B: their discount in A less that in B.

    Where none has any, the likely relevant first: they change what there was to find, and so both scores.
    """
    rank = np.full((2, len(holes.grade)), NOWHERE)
    shown = holes.rank <= places(measure)
    rank[holes.row[shown] // holes.queries, holes.item[shown]] = holes.rank[shown]
    by_rank = 1.0 if measure.family in UNORDERED else 1 / np.log2(1 + np.maximum(rank, 1))
    discount = np.where(rank > 0, by_rank, 0.0)
    effect = discount[0] - discount[1]
    effect = effect if np.any(effect[holes.unjudged]) else np.ones_like(effect)
    weight = holes.chance * np.abs(effect)
    items = np.flatnonzero(holes.unjudged & (weight > 0))
    items = items[np.argsort(-weight[items], kind="stable")]
    queue = [
        (
            int(holes.query[i]),
            Served(
                int(holes.fragment[i]),
                MOVES,
                {
                    "percent": round(100 * float(holes.chance[i])),
                    "rank_a": int(rank[0, i]),
                    "rank_b": int(rank[1, i]),
                },
            ),
        )
        for i in items
    ]
    return items, effect[items], queue


def _needed(chance: Float, effect: Float, difference: Float, by_chance: float, seed: int) -> int:
    """About how many judgements in the queue's order make the sign sure, the median of simulated judgings.

    What makes the difference unsure is chance, fragment by fragment, of variance `by_chance`, which goes with each
    that is judged; and the model's own error, which all judgements together tell as well: its variance in logits
    falls as 1 / (1 / variance + Σ p (1 − p)). What is told moves the difference as a random walk.
    """
    told = np.cumsum(chance * (1 - chance) * effect**2)
    if not len(told) or not told[-1]:
        return len(effect)
    left = 1 - told / told[-1]
    learned = 1 + UNSURE_COLLECTION**2 * np.cumsum(chance * (1 - chance))
    total = float(difference.var())
    of_chance = min(by_chance, total)
    unsure = left * (of_chance + (total - of_chance) / learned)
    steps = np.sqrt(np.maximum(-np.diff(unsure, prepend=total), 0.0))
    rng = np.random.default_rng(seed)
    moved = difference.mean() + np.cumsum(rng.normal(size=(PATHS, len(steps))) * steps, axis=1)
    sure = np.abs(moved) >= 1.96 * np.sqrt(np.maximum(unsure, 0.0))
    first = np.where(sure.any(axis=1), sure.argmax(axis=1) + 1, len(effect))
    return int(np.median(first))

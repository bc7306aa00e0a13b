"""Is run A better than run B, and which judgements would tell? Sure of the sign, not of the size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.estimates import DRAWS, Holes, drawn_values, means, places
from evaluation.measures import Measure
from evaluation.pooling import Served
from evaluation.values import Float
from evaluation.words import N_

SURE = 0.975  # of the sign: a two-sided test at 5 %
MOVES = N_("would move the difference most: {percent} % likely relevant, rank {rank_a} against {rank_b}")
NOWHERE = 0  # rank of a fragment that a run does not have


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


def decide(holes: Holes, a: int, b: int, measure: Measure, draws: int = 4 * DRAWS, seed: int = 0) -> Decision:
    """Run a against run b (their numbers) by one measure."""
    drawn = [means(values, holes)[:, 0] for values in drawn_values(holes, [measure], draws, seed)]
    difference = np.array([values[a] - values[b] for values in drawn])
    wins = (difference > 0).mean() + (difference == 0).mean() / 2
    sure = float(max(wins, 1 - wins))
    items, effect, queue = _queue(holes, a, b, places(measure))
    low, high = np.quantile(difference, [0.025, 0.975])
    needed = 0 if sure >= SURE else _needed(holes.chance[items], effect, difference, seed)
    return Decision(float(difference.mean()), float(low), float(high), sure, needed, queue)


def _queue(
    holes: Holes, a: int, b: int, cutoff: int
) -> tuple[NDArray[np.int64], Float, list[tuple[int, Served]]]:
    """Unjudged items by probability × what they would do to A − B: their discount in A less that in B."""
    rank = np.full((2, len(holes.grade)), NOWHERE)
    for side, run in enumerate((a, b)):
        mine = (holes.row // holes.queries == run) & (holes.rank <= cutoff)
        rank[side, holes.item[mine]] = holes.rank[mine]
    discount = np.where(rank > 0, 1 / np.log2(1 + np.maximum(rank, 1)), 0.0)
    effect = discount[0] - discount[1]
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


def _needed(chance: Float, effect: Float, difference: Float, seed: int) -> int:
    """About how many judgements in the queue's order make the sign sure, the median of simulated judgings.

    In each, the unjudged turn out as the model says; after n of them the difference has moved by what they
    were and is unsure by what is left. Both in units of the drawn differences' own deviation.
    """
    rng = np.random.default_rng(seed)
    spread = np.sqrt(chance * (1 - chance)) * effect
    total = float(np.sqrt((spread**2).sum()))
    if not total:
        return len(effect)
    scale = difference.std() / total
    truth = rng.random((DRAWS, len(chance))) < chance
    moved = difference.mean() + scale * np.cumsum((truth - chance) * effect, axis=1)
    left = scale * np.sqrt(np.maximum(total**2 - np.cumsum(spread**2), 0.0))
    sure = np.abs(moved) >= 1.96 * left
    first = np.where(sure.any(axis=1), sure.argmax(axis=1) + 1, len(effect))
    return int(np.median(first))


def best_first(decision: Decision, judged: Sequence[tuple[int, int]]) -> list[tuple[int, Served]]:
    """What is left of the queue when these (query, fragment) have been judged since."""
    done = set(judged)
    return [(query, served) for query, served in decision.queue if (query, served.fragment) not in done]

"""Which stage loses what: the retriever, the reranker, or neither of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Float, Judged
from evaluation.words import N_

RETRIEVER, RERANKER, GENERATION, UNKNOWN = 0, 1, 2, -1
CANDIDATES, CONTEXT = 50, 5
ENOUGH_RECALL, ENOUGH_ORDER = 0.8, 0.7

STAGES = {
    RETRIEVER: N_("The retriever"),
    RERANKER: N_("The reranker"),
    GENERATION: N_("Neither: look at the generation"),
    UNKNOWN: N_("Cannot be said"),
}
REASONS = {
    RETRIEVER: N_(
        "Relevant fragments are not among the candidates, so no reranker can bring them up:"
        " look at the embeddings, the splitting, or the wording of the query."
    ),
    RERANKER: N_(
        "The relevant fragments are among the candidates, but not at the top: look at the reranker."
    ),
    GENERATION: N_("The context holds what there is to find: if answers are wrong, look at the generation."),
    UNKNOWN: N_("No relevant fragment is known."),
}


@dataclass(frozen=True)
class Diagnosis:
    """Where each query loses, and all of them together.

    stage int [query]: RETRIEVER, RERANKER, GENERATION or UNKNOWN; overall: the same of the means.
    recall, order: means of recall at the candidates and of nDCG at the context; ceiling: mean nDCG at the
    context if the candidates stood in the best order. 1 = order + lost_by_reranker + lost_by_retriever.
    """

    stage: NDArray[np.int64]
    overall: int
    recall: float
    order: float
    ceiling: float

    @property
    def lost_by_retriever(self) -> float:
        """What is out of reach of any order of these candidates."""
        return 1 - self.ceiling

    @property
    def lost_by_reranker(self) -> float:
        """What a better order of the same candidates would win."""
        return self.ceiling - self.order

    def count(self, stage: int) -> int:
        """How many queries lose there."""
        return int((self.stage == stage).sum())


def diagnose(
    recall: Float,
    order: Float,
    ceiling: Float,
    enough_recall: float = ENOUGH_RECALL,
    enough_order: float = ENOUGH_ORDER,
) -> Diagnosis:
    """Which stage is at fault, for each query and on the whole.

    recall: recall at the candidates; order: nDCG at the context; ceiling: as from `ideally_reranked`; all
    float64 [query], NaN where no relevant fragment is known. Below enough_recall the retriever is at fault;
    else below enough_order the reranker is.
    """
    known = ~(np.isnan(recall) | np.isnan(order) | np.isnan(ceiling))
    stage = np.where(recall < enough_recall, RETRIEVER, np.where(order < enough_order, RERANKER, GENERATION))
    stage[~known] = UNKNOWN
    if not known.any():
        return Diagnosis(stage, UNKNOWN, float("nan"), float("nan"), float("nan"))
    means = [float(values[known].mean()) for values in (recall, order, ceiling)]
    low_recall, low_order = means[0] < enough_recall, means[1] < enough_order
    overall = RETRIEVER if low_recall else RERANKER if low_order else GENERATION
    return Diagnosis(stage, overall, *means)


def ideally_reranked(judged: Judged, candidates: int) -> Judged:
    """The same rankings, their first `candidates` in the best order: highest grade first; nothing below.

    What an ideal reranker of these candidates would make of them; unjudged candidates come last.
    """
    kept = np.flatnonzero(judged.rank <= candidates)
    order = kept[np.lexsort((judged.rank[kept], -judged.grade[kept], judged.row[kept]))]
    row = judged.row[order]
    counts = np.bincount(row, minlength=len(judged.retrieved))
    rank = np.arange(1, len(row) + 1) - np.repeat(np.cumsum(counts) - counts, counts)
    return Judged(
        row=row,
        rank=rank.astype(np.int32),
        grade=judged.grade[order],
        retrieved=np.minimum(judged.retrieved, candidates).astype(np.int32),
        query=judged.query,
        starts=judged.starts,
        grades=judged.grades,
    )

"""Why a score moved: because the judgements changed, or because the retrieval did."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.values import Float


@dataclass(frozen=True)
class Change:
    """What a score moved by between two moments, in two parts that add up to it, float64 [run] each."""

    judgements: Float
    retrieval: Float

    @property
    def total(self) -> Float:
        """The whole change."""
        return self.judgements + self.retrieval


def split_change(old: Float, judged_anew: Float, retrieved_anew: Float, new: Float) -> Change:
    """The change from `old` to `new` in its two parts; float64 [run].

    old, new: the scores at the two moments. judged_anew: the old retrieval under the new judgements;
    retrieved_anew: the new retrieval under the old judgements. Each part is its mean over the two orders in
    which the changes can be made, so that neither is favoured. NaN where a run was not there at both moments.
    Source: Shapley 1953, for two players.
    """
    judgements = ((judged_anew - old) + (new - retrieved_anew)) / 2
    retrieval = ((retrieved_anew - old) + (new - judged_anew)) / 2
    return Change(judgements, retrieval)

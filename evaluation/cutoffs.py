"""Which k: how much more each further fragment brings, and what share of the prompt is of use."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.comparison import FEWEST, SAME
from evaluation.intervals import mean_intervals
from evaluation.judging import NOT_RETRIEVED
from evaluation.sentences import WITH_INTERVAL, Sentence
from evaluation.values import Float, Int
from evaluation.words import N_, counted

OFFERED = (3, 5, 10, 20, 50)
WORTH_A_PLACE = 0.1
"""A further fragment is worth its place in the prompt if at least one in ten such fragments is relevant."""

ENOUGH_FOUND = 0.95
"""Of what is found at full depth: so much has to be found at k where the interval at full depth tells nothing."""

PLATEAU = N_(
    "Recall at {k} is {recall}: the smallest k that is within the 95 % interval of recall at {depth}, as deep as is"
    " looked at here, {full}."
)
MOST = N_(
    "Recall at {k} is {recall}: the smallest k that finds at least {enough} of what is found at {depth}, as deep as"
    " is looked at here, {full}."
)
NO_PLATEAU = N_(
    "Recall still rises at {depth}, as deep as is looked at here: more candidates may bring more."
)
NOTHING_FOUND = N_(
    "None of the first {depth} results, as deep as is looked at here, is relevant for any query: no number of"
    " candidates can be suggested. Look at the embeddings, the splitting, or the wording of the queries."
)
GAIN = counted(
    "Going on to {depth} brings {more} more recall; one of {n} queries gains.",
    "Going on to {depth} brings {more} more recall; {count} of {n} queries gain.",
)
NO_GAIN = N_("No query gains anything up to {depth}.")
FEW_MORE = N_(
    "From {k} to {next} fragments, {share} of those added are relevant; up to {k} it is {before}."
    " At least {enough} is worth a place."
)
NOTHING_USEFUL = N_(
    "None of the first {k} fragments is relevant for any query: no number of fragments can be suggested."
)
ALL_WORTH = N_(
    "Even the last step, to {k} fragments, adds {before} relevant ones; at least {enough} is worth a place."
)
FIRST_NOT_WORTH = N_(
    "Of the first {k} fragments {before} are relevant, less than the {enough} that is worth a place."
)


@dataclass(frozen=True)
class Suggestion:
    """A k and why, None where none can be suggested: `reason` is a template for `values`.

    Shares and recalls are numbers from 0 to 1. left: a template and its values, what stopping at k leaves behind.
    """

    k: int | None
    reason: str
    values: Mapping[str, object]
    left: Sentence | None = None


@dataclass(frozen=True)
class Step:
    """From one cutoff to the next: relevant fragments found at k on average, recall, precision by fragments and by

    tokens (NaN without texts), and the relevant ones among each fragment that the step from `previous` adds.
    """

    k: int
    previous: int
    found: float
    recall: float
    useful_fragments: float
    useful_tokens: float
    added_per_fragment: float


def recall_over_k(grades: NDArray[np.int16], known: Float, rel: int = 1) -> Float:
    """Recall at k = 1 … depth, float64 [query, depth]; NaN where no relevant fragment is known.

    grades int16 [query, depth] as in `Grid`; known float64 [query]: relevant fragments known of each query.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        recall: Float = np.cumsum(grades >= rel, axis=1) / known[:, None]
    recall[known == 0] = np.nan
    return recall


def plateau(recall: Float) -> Suggestion:
    """The smallest k whose mean recall lies within the interval of that at the last k, and what is found beyond it.

    A query's recall never falls with k, so being within the interval is no proof that nothing is lost: the loss is
    that of the same queries, and said beside it. Where the interval tells nothing (it has no width, reaches below
    half of the recall, or only two queries count), k is the smallest that finds `ENOUGH_FOUND` of what the last one
    does. recall: float64 [query, depth]; at least two queries must count.
    """
    recall = recall[~np.isnan(recall[:, 0])]
    depth = recall.shape[1]
    means = recall.mean(axis=0)
    if not means[-1] > 0:
        return Suggestion(None, NOTHING_FOUND, {"depth": depth})
    interval = _interval(recall[:, -1])
    tells = interval is not None and interval[0] >= means[-1] / 2
    enough = interval[0] if interval and tells else ENOUGH_FOUND * means[-1]
    k = int(np.argmax(means >= enough - 1e-12)) + 1
    values = {"k": k, "recall": means[k - 1], "depth": depth, "full": _with_interval(means[-1], interval)}
    if k == depth:
        return Suggestion(k, NO_PLATEAU, values)
    reason, more = (PLATEAU, {}) if tells else (MOST, {"enough": ENOUGH_FOUND})
    return Suggestion(k, reason, values | more, _left_behind(recall, k))


def _left_behind(recall: Float, k: int) -> Sentence:
    """What the last k finds beyond this one, of the same queries."""
    depth = recall.shape[1]
    loss = recall[:, -1] - recall[:, k - 1]
    gains = int((loss > SAME).sum())
    if not gains:
        return NO_GAIN, {"depth": depth}
    more = _with_interval(float(loss.mean()), _interval(loss))
    return GAIN, {"depth": depth, "more": more, "count": gains, "n": len(loss)}


def _interval(values: Float) -> tuple[float, float] | None:
    """The interval of a mean of values from 0 to 1; None where it is not known, as the values are all the same."""
    if len(values) < FEWEST or np.ptp(values) <= SAME:
        return None
    low, high = mean_intervals(values[:, None])
    return max(float(low[0]), 0.0), min(float(high[0]), 1.0)


def _with_interval(value: float, interval: tuple[float, float] | None) -> object:
    if interval is None:
        return float(value)
    return [(WITH_INTERVAL, {"difference": float(value), "low": interval[0], "high": interval[1]})]


def steps(
    grades: NDArray[np.int16], recall: Float, tokens: Int | None, cutoffs: Sequence[int], rel: int = 1
) -> tuple[Step, ...]:
    """What each cutoff gives, over the queries whose recall is defined; cutoffs beyond the depth are left out.

    Where all are beyond it, the depth is the only one.

    tokens int32 [query, depth]: length of each result's text, 0 where there is none; None without texts.
    Shares divide by k fragments, also when fewer were returned; by tokens, by those that were returned.
    """
    counted = ~np.isnan(recall[:, 0])
    relevant = (grades >= rel)[counted]
    found = np.cumsum(relevant, axis=1).mean(axis=0)
    useful = _useful_tokens(relevant, tokens[counted]) if tokens is not None else np.full(len(found), np.nan)
    rows, previous = [], 0
    for k in sorted(k for k in set(cutoffs) if 1 <= k <= grades.shape[1]) or [grades.shape[1]]:
        before = found[previous - 1] if previous else 0.0
        rows.append(
            Step(
                k=k,
                previous=previous,
                found=float(found[k - 1]),
                recall=float(recall[counted, k - 1].mean()),
                useful_fragments=float(found[k - 1] / k),
                useful_tokens=float(useful[k - 1]),
                added_per_fragment=float((found[k - 1] - before) / (k - previous)),
            )
        )
        previous = k
    return tuple(rows)


def context_size(of: Sequence[Step], worth: float = WORTH_A_PLACE) -> Suggestion:
    """The largest cutoff up to which every step adds enough relevant fragments for the room it takes.

    None where the first already has nothing relevant.
    """
    first = of[0]
    if not first.added_per_fragment > 0:
        return Suggestion(None, NOTHING_USEFUL, {"k": first.k})
    if first.added_per_fragment < worth:
        values = {"k": first.k, "before": first.added_per_fragment, "enough": worth}
        return Suggestion(first.k, FIRST_NOT_WORTH, values)
    for step, following in itertools.pairwise(of):
        if following.added_per_fragment < worth:
            values = {
                "k": step.k,
                "next": following.k,
                "share": following.added_per_fragment,
                "before": step.useful_fragments,
                "enough": worth,
            }
            return Suggestion(step.k, FEW_MORE, values)
    values = {"k": of[-1].k, "before": of[-1].added_per_fragment, "enough": worth}
    return Suggestion(of[-1].k, ALL_WORTH, values)


def _useful_tokens(relevant: NDArray[np.bool_], tokens: Int) -> Float:
    """Share of the tokens of the first k results that is in relevant ones, float64 [depth]."""
    every = np.cumsum(tokens, axis=1).sum(axis=0)
    useful = np.cumsum(np.where(relevant, tokens, 0), axis=1).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        share: Float = useful / every
    return share


def token_counts(fragment: Int, lengths: Mapping[int, int]) -> Int:
    """The length of each result, int32 of the same shape. lengths: fragment → tokens."""
    ids, place = np.unique(fragment, return_inverse=True)
    each = np.array([0 if i == NOT_RETRIEVED else lengths.get(i, 0) for i in ids.tolist()], dtype=np.int32)
    return each[place].reshape(fragment.shape)

"""The formulas of the measures, each over all rankings at once; NaN where a value is undefined.

R: relevant fragments known for the query (grade ≥ rel, over all that is judged). Every function takes what
has been seen, the cutoff (None: the whole ranking) and the measure's parameters, and gives float64 [n].
Sources: trec_eval 10 for all that it has (m_*.c, named after its measures); else as stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from evaluation.measures.seen import Index, Seen, gain_of
from evaluation.values import Float

INFAP_EPSILON = 1e-5
CELLS_AT_ONCE = 1_000_000


def ndcg(seen: Seen, cutoff: int | None, dcg: str, rel: int | None) -> Float:
    """DCG / ideal DCG. Järvelin & Kekäläinen 2002, trec_eval `ndcg_cut`; exponential: Burges et al. 2005."""
    gain = dcg if rel is None else rel
    return seen.dcg(gain, cutoff) / seen.ideal_dcg(gain, cutoff)


def precision(seen: Seen, cutoff: int, rel: int) -> Float:
    """Relevant among the first k, divided by k. trec_eval `P`."""
    return seen.found(rel, cutoff) / cutoff + seen.undefined(rel)


def recall(seen: Seen, cutoff: int, rel: int) -> Float:
    """Relevant among the first k, divided by R. trec_eval `recall`."""
    return seen.found(rel, cutoff) / seen.known(rel)


def success(seen: Seen, cutoff: int, rel: int) -> Float:
    """1 if a relevant fragment is among the first k. trec_eval `success`."""
    return cast(Float, np.minimum(seen.found(rel, cutoff), 1.0)) + seen.undefined(rel)


def f1(seen: Seen, cutoff: int | None, rel: int) -> Float:
    """Harmonic mean of P@k and R@k: 2 · relevant / (k + R), k: cutoff or results. trec_eval `set_F`."""
    size = seen.retrieved if cutoff is None else cutoff
    return 2.0 * seen.found(rel, cutoff) / (size + seen.known(rel)) + seen.undefined(rel)


def reciprocal_rank(seen: Seen, cutoff: int | None, rel: int) -> Float:
    """1 / rank of the first relevant fragment. trec_eval `recip_rank`."""
    hits = seen.relevant(rel)
    first = hits.ordinal == 1
    if cutoff is not None:
        first &= hits.rank <= cutoff
    value = np.zeros(seen.n)
    value[hits.row[first]] = 1.0 / hits.rank[first]
    return value + seen.undefined(rel)


def average_precision(seen: Seen, cutoff: int | None, rel: int) -> Float:
    """Sum of the precision at each relevant fragment, divided by R. trec_eval `map`, `map_cut`."""
    hits = seen.relevant(rel)
    precision = hits.ordinal / hits.rank
    if cutoff is not None:
        precision *= hits.rank <= cutoff
    return seen.sum(hits.row, precision) / seen.known(rel)


def r_precision(seen: Seen, cutoff: None, rel: int) -> Float:
    """Relevant among the first R, divided by R. trec_eval `Rprec`."""
    hits = seen.relevant(rel)
    known = seen.known(rel)
    return seen.sum(hits.row, hits.rank <= known[hits.row]) / known


def bpref(seen: Seen, cutoff: None, rel: int) -> Float:
    """Mean over R of 1 − min(n, R) / min(N, R), n judged non-relevant above, N in all. trec_eval `bpref`.

    Unjudged fragments and negative grades are passed over; a relevant one with n = 0 counts 1 (Buckley &
    Voorhees 2004, as trec_eval 8 and later have it).
    """
    hits = seen.relevant(rel)
    known = seen.known(rel)
    nonrelevant = seen.known(0) - known
    above = seen.above((seen.grade >= 0) & (seen.grade < rel), hits)
    share = np.minimum(above, known[hits.row]) / np.minimum(nonrelevant, known)[hits.row]
    return seen.sum(hits.row, np.where(above == 0, 1.0, 1.0 - share)) / known


def inferred_ap(seen: Seen, cutoff: None, rel: int) -> Float:
    """AP with the precision above each hit inferred from the judged sample. Yilmaz & Aslam 2006; `infAP`.

    A negative grade means: in the pool, not judged. Unjudged fragments are taken to be outside the pool.
    """
    hits = seen.relevant(rel)
    relevant = hits.ordinal - 1
    nonrelevant = seen.above((seen.grade >= 0) & (seen.grade < rel), hits)
    pooled = relevant + nonrelevant + seen.above(seen.grade < 0, hits)
    inferred = (relevant + INFAP_EPSILON) / (relevant + nonrelevant + 2 * INFAP_EPSILON)
    return seen.sum(hits.row, (1.0 + pooled * inferred) / hits.rank) / seen.known(rel)


def rank_biased_precision(seen: Seen, cutoff: int | None, p: float, rel: int) -> Float:
    """(1 − p) · sum of p^(rank − 1) over the relevant fragments. Moffat & Zobel 2008."""
    hits = seen.relevant(rel)
    weight = np.power(p, hits.rank - 1.0) * (1.0 - p)
    if cutoff is not None:
        weight *= hits.rank <= cutoff
    return seen.sum(hits.row, weight) + seen.undefined(rel)


def rbp_residual(seen: Seen, cutoff: int | None, p: float) -> Float:
    """Weight of all that is not judged, below the end of the ranking or the cutoff included. Moffat & Zobel 2008."""
    weight = np.power(p, seen.rank - 1.0) * (1.0 - p)
    return 1.0 - seen.sum(seen.row, weight if cutoff is None else weight * seen.within(cutoff))


def expected_reciprocal_rank(seen: Seen, cutoff: int | None, gmax: int) -> Float:
    """Sum over ranks of (1 / rank) · s · product of (1 − s) above, s = (2^grade − 1) / 2^gmax.

    Grades above gmax count as gmax. Chapelle et al. 2009; gdeval.pl has gmax = 4.
    """
    chosen = np.flatnonzero((seen.grade > 0) if cutoff is None else (seen.grade > 0) & seen.within(cutoff))
    grade = np.minimum(seen.grade[chosen], gmax)
    satisfied = gain_of(grade, "exp-log2", np.full(len(grade), float(gmax)))
    row = seen.row[chosen]
    weight = satisfied * _unsatisfied_above(row, satisfied, seen.n) / seen.rank[chosen]
    return seen.sum(row, weight) + seen.undefined(1)


def judged_share(seen: Seen, cutoff: int, of: str) -> Float:
    """Judged among the first k, / min(k, results) or / k; 0 without results. ir_measures `Judged`."""
    judged = seen.sum(seen.row, seen.within(cutoff))
    return judged / (np.maximum(np.minimum(seen.retrieved, cutoff), 1) if of == "returned" else cutoff)


def interpolated_precision(seen: Seen, cutoff: float, rel: int) -> Float:
    """Highest precision at or below the rank where recall r is reached. trec_eval 10 `iprec_at_recall`.

    Recall r is reached with r · R relevant fragments, rounded half up.
    """
    hits = seen.relevant(rel)
    needed = np.floor(cutoff * seen.known(rel) + 0.5)[hits.row]
    reached = hits.ordinal >= needed
    value = np.zeros(seen.n)
    np.maximum.at(value, hits.row[reached], (hits.ordinal / hits.rank)[reached])
    return value + seen.undefined(rel)


def relevant_known(seen: Seen, cutoff: None, rel: int) -> Float:
    """R. trec_eval `num_rel`."""
    return seen.known(rel)


def results(seen: Seen, cutoff: None) -> Float:
    """Results in the ranking. trec_eval `num_ret`."""
    return seen.retrieved.astype(np.float64)


def relevant_results(seen: Seen, cutoff: None, rel: int) -> Float:
    """Relevant results in the ranking. trec_eval `num_rel_ret`."""
    return seen.found(rel, None)


def _unsatisfied_above(row: Index, satisfied: Float, n: int) -> Float:
    """Product of (1 − satisfied) over the hits above each hit in its ranking."""
    first = np.flatnonzero(np.diff(row, prepend=-1))
    sizes = np.diff(first, append=len(row))
    above = np.empty(len(row))
    for start, stop in _blocks(sizes):
        begin, end = first[start], first[start] + sizes[start:stop].sum()
        column = np.arange(begin, end) - np.repeat(first[start:stop], sizes[start:stop])
        line = np.repeat(np.arange(stop - start), sizes[start:stop])
        table = np.ones((stop - start, column.max() + 2))
        table[line, column + 1] = 1.0 - satisfied[begin:end]
        above[begin:end] = np.cumprod(table, axis=1)[line, column]
    return above


def _blocks(sizes: Index) -> Iterator[tuple[int, int]]:
    """Stretches of rankings small enough to be laid out as one table."""
    if len(sizes):
        step = max(1, CELLS_AT_ONCE // (int(sizes.max()) + 1))
        yield from ((start, min(start + step, len(sizes))) for start in range(0, len(sizes), step))

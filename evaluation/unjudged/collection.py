"""A collection's pools under judging: after a grade only that query is redone; evidence is shared."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp

from evaluation.unjudged.candidates import TINY, Candidates, Kernel
from evaluation.unjudged.correction import USUAL, Correction, correct, lean
from evaluation.unjudged.features import HASTE, Shared, evidence
from evaluation.unjudged.grades import grade_shares, likely_tilt, tilted
from evaluation.unjudged.model import Model, probability
from evaluation.values import Float, Int

KEPT = 128  # pools whose kernels stay in memory
REMEMBERED = 3000  # judgements that the correction is worked out from, the latest
REFIT = 20  # the correction is worked out again when there are a twentieth more judgements


@dataclass(frozen=True)
class Estimate:
    """The unjudged of one query's pool: fragments int32 [n], probability and expected grade float64 [n].

    shares: float64 [n, highest grade], how likely each grade from 1 up is when the fragment is relevant. unsure:
    deviation, in logits, of what is not known of this query as a whole; known: the mean logit of what is judged
    in the collection, below which the model speaks of what it has seen less of.
    """

    fragments: Int
    probability: Float
    expected: Float
    shares: Float
    unsure: float = USUAL
    known: float = 0.0

    def only(self, fragments: Sequence[int]) -> Estimate:
        """The same of these fragments alone."""
        some = np.isin(self.fragments, np.asarray(fragments, dtype=np.int64))
        return replace(
            self,
            fragments=self.fragments[some],
            probability=self.probability[some],
            expected=self.expected[some],
            shares=self.shares[some],
        )


@dataclass(frozen=True)
class _Moment:
    """How a fragment looked just before it was judged; logit: None when it may not correct the model."""

    logit: float | None
    leaning: Float
    discount: Float
    grade: int

    @property
    def relevant(self) -> float:
        return float(self.grade > 0)


class Collection:
    """The pools of a collection's queries, what is judged of them, and what the model makes of it.

    rankings[query][run]: fragment numbers, best first, from 0 up. pool_of(query): its `Candidates`, built
    when they are first needed and again when they were dropped for lack of room.
    """

    def __init__(
        self,
        rankings: Sequence[Sequence[Sequence[int]]],
        pool_of: Callable[[int], Candidates],
        model: Model,
        depth: int = 100,
        highest_grade: int = 3,
    ) -> None:
        self.model = model
        self.judged: list[dict[int, int]] = [{} for _ in rankings]
        self.correction = Correction()
        self._tilt, self._usual = 0.0, 0.0  # of grades by logit, and the relevant fragments' mean logit
        self._pool_of = pool_of
        self._highest = highest_grade
        self._pools: OrderedDict[int, tuple[Candidates, Kernel]] = OrderedDict()
        self._found = _found(rankings, depth)
        self._by_fragment = self._found.tocsc()
        self._popular = np.log1p(self._found.getnnz(axis=0)) / np.log1p(len(rankings))
        length = np.sqrt(self._found.multiply(self._found).sum(axis=1)).A1
        self._unit = sp.diags(1 / np.maximum(length, TINY)) @ self._found
        self._overlaps: dict[int, Float] = {}
        self._hit = np.zeros(len(rankings[0]))
        self._held = np.zeros(len(rankings[0]))
        self._moments: dict[tuple[int, int], _Moment] = {}
        self._telling: dict[
            tuple[int, int], _Moment
        ] = {}  # those that may correct the model, the latest last
        self._often: Counter[int] = Counter()  # of each grade from 1 up, how often it was given
        self._fitted = 0
        self._relevant = 0.0
        self._of_fragment: dict[int, dict[int, bool]] = {}
        self._revision = 0
        self._features: tuple[int, int, Mapping[str, Float]] = (-1, -1, {})

    def judge(self, query: int, fragment: int, grade: int, informs: bool = True) -> None:
        """Take one agreed grade in; a second one for the same fragment replaces the first.

        informs: whether it may correct the model. True for what a queue or an audit served, which was chosen
        before its grade was known; False for grades from elsewhere, chosen nobody knows how.
        """
        known = self._moments.get((query, fragment))
        if fragment in self.judged[query]:
            self.withdraw(query, fragment)
        pool, _ = self._pool(query)
        place = int(np.searchsorted(pool.fragments, fragment))
        if place < len(pool.fragments) and pool.fragments[place] == fragment:
            moment = known or self._moment(query, pool, place, informs)
            self._count(query, fragment, replace(moment, grade=grade), 1)
        self.judged[query][fragment] = grade
        self._often[grade] += grade > 0
        self._revision += 1

    def withdraw(self, query: int, fragment: int) -> None:
        """Take a grade out again, as after an undo. Raises KeyError when there is none."""
        grade = self.judged[query].pop(fragment)
        self._often[grade] -= grade > 0
        self._revision += 1
        if (query, fragment) in self._moments:
            self._count(query, fragment, self._moments[query, fragment], -1)

    def estimate(self, query: int) -> Estimate:
        """How likely each unjudged fragment of the pool is to be relevant, and the grade to expect."""
        pool, _ = self._pool(query)
        self._refit()
        logit = self.correction.apply(self.logit(query), pool.discount, query)
        unjudged = ~np.isin(pool.fragments, np.fromiter(self.judged[query], dtype=np.int64))
        chance, logit = probability(logit[unjudged]), logit[unjudged]
        shares = tilted(self._shares(), logit - self._usual, self._tilt)
        worth = shares @ np.arange(1, shares.shape[1] + 1)
        unsure = self.correction.unsure.get(query, self.correction.spread)
        return Estimate(
            pool.fragments[unjudged], chance, worth * chance, shares, unsure, self.correction.known
        )

    def logit(self, query: int) -> Float:
        """The model's logits for the whole pool before the collection's correction, float64 [n]."""
        return self.model.logit(self.features(query))

    def features(self, query: int) -> Mapping[str, Float]:
        """The evidence for every fragment of the query's pool, by feature."""
        if self._features[:2] != (self._revision, query):
            pool, together = self._pool(query)
            shared = self.shared(query, pool, together)
            found = evidence(pool, self.judged[query], shared, self.model.prior)
            self._features = self._revision, query, found
        return self._features[2]

    def shared(self, query: int, pool: Candidates, together: Kernel) -> Shared:
        """What the judgements of all queries tell of this one's pool."""
        base = self._base_rate()
        overlap = self._overlap(query)
        found = [
            (place, elsewhere, is_relevant)
            for place, fragment in enumerate(pool.fragments.tolist())
            if fragment in self._of_fragment
            for elsewhere, is_relevant in self._of_fragment[fragment].items()
            if elsewhere != query
        ]
        place, other_query, label = np.array(found, dtype=np.int64).reshape(-1, 3).T
        relevant, other = (
            (
                np.bincount(place[kind], overlap[other_query[kind]], len(pool.fragments)).astype(np.float64),
                np.bincount(place[kind], minlength=len(pool.fragments)).astype(np.float64),
            )
            for kind in (label == 1, label == 0)
        )
        precision = (self._hit + HASTE * base) / (self._held + HASTE)
        popular = np.asarray(self._popular)[pool.fragments]
        return Shared(precision, base, together, relevant[0], other[0], relevant[1], other[1], popular)

    def _base_rate(self) -> float:
        return (self._relevant + 1) / (len(self._moments) + 5)

    def _moment(self, query: int, pool: Candidates, place: int, informs: bool) -> _Moment:
        logit = float(self.logit(query)[place]) if informs else None
        return _Moment(logit, lean(pool.discount)[:, place], pool.discount[:, place], 0)

    def _count(self, query: int, fragment: int, moment: _Moment, times: int) -> None:
        """Add a judgement to the counts that queries share, or take it out (times −1)."""
        self._held += times * moment.discount
        self._hit += times * moment.relevant * moment.discount
        self._relevant += times * moment.relevant
        if times > 0:
            self._moments[query, fragment] = moment
            if moment.logit is not None:
                self._telling[query, fragment] = moment
            self._of_fragment.setdefault(fragment, {})[query] = moment.relevant > 0
        else:
            del self._moments[query, fragment]
            self._telling.pop((query, fragment), None)
            del self._of_fragment[fragment][query]

    def _shares(self) -> Float:
        given = [grade for grade, count in self._often.items() if count]
        return grade_shares(self._often, max(self._highest, *given, 1))

    def _refit(self) -> None:
        count = len(self._telling)
        if abs(count - self._fitted) * REFIT < max(count, 1):
            return
        latest = list(self._telling.items())[-REMEMBERED:]
        query = np.array([query for (query, _), _m in latest], dtype=np.int64)
        logit = np.array([m.logit for _, m in latest], dtype=np.float64)
        leaning = np.array([m.leaning for _, m in latest]).reshape(-1, len(self._hit))
        grade = np.array([m.grade for _, m in latest], dtype=np.int64)
        self.correction = correct(logit, leaning, (grade > 0).astype(np.float64), query)
        relevant = self.correction.judged(logit, leaning, query)[grade > 0]
        self._usual = float(relevant.mean()) if len(relevant) else 0.0
        self._tilt = likely_tilt(self._shares(), relevant - self._usual, grade[grade > 0].tolist())
        self._fitted = count

    def _pool(self, query: int) -> tuple[Candidates, Kernel]:
        if query in self._pools:
            self._pools.move_to_end(query)
            return self._pools[query]
        pool = self._pool_of(query)
        self._pools[query] = pool, self._together(query, pool)
        if len(self._pools) > KEPT:
            self._pools.popitem(last=False)
        return self._pools[query]

    def _overlap(self, query: int) -> Float:
        """How alike the results of every query are to this one's, cosine, float64 [queries]."""
        if query not in self._overlaps:
            self._overlaps[query] = self._unit @ self._unit[[query]].toarray()[0]
        return self._overlaps[query]

    def _together(self, query: int, pool: Candidates) -> Kernel:
        """Cosine of the pool's fragments over the other queries that retrieve them."""
        columns = self._by_fragment[:, pool.fragments]
        fragment = np.repeat(np.arange(len(pool.fragments)), np.diff(columns.indptr))
        others = columns.indices != query
        present = np.zeros(len(self.judged), dtype=bool)
        present[columns.indices[others]] = True
        row = np.cumsum(present) - 1
        found = np.zeros((row[-1] + 1, len(pool.fragments)), dtype=np.float32)
        found[row[columns.indices[others]], fragment[others]] = columns.data[others]
        unit = found / np.maximum(np.sqrt((found * found).sum(axis=0)), TINY)
        return Kernel(unit.T @ unit, 0.0, 1.0)


def _found(rankings: Sequence[Sequence[Sequence[int]]], depth: int) -> sp.csr_matrix:
    """Mean discount of every fragment over the runs, sparse [queries, fragments]."""
    row, column, value = [], [], []
    for query, runs in enumerate(rankings):
        for ranking in runs:
            first = np.asarray(ranking[:depth], dtype=np.int64)
            row.append(np.full(len(first), query))
            column.append(first)
            value.append(1 / np.log2(2 + np.arange(len(first))) / len(runs))
    columns = np.concatenate(column)
    shape = (len(rankings), int(columns.max(initial=0)) + 1)
    return sp.csr_matrix((np.concatenate(value), (np.concatenate(row), columns)), shape=shape)

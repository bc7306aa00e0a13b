"""The agreed grades by the collection's rule, and what another rule would make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.words import _, decimal
from data import judgements
from data.collections import Collection
from data.store import Store
from evaluation.agreement import RULES, Agreed, agreed
from evaluation.alone import means_under, tau
from evaluation.live import LiveScores
from evaluation.measures import Measure
from evaluation.values import Float

_BY_ALL_TOGETHER = "dawid_skene"


@dataclass(frozen=True)
class Moved:
    """What another rule would change: agreed grades that differ, of how many; each run's mean before and after.

    tau: Kendall's, of the runs' order before and after; None if it cannot be said.
    """

    changed: int
    pairs: int
    before: Float
    after: Float
    tau: float | None


def agreed_columns(store: Store, collection: Collection, query: int | None = None) -> Agreed:
    """(query, fragment, grade) columns with database ids, of the whole collection or of one query."""
    return agreed(judgements.grade_rows(store, collection, query), collection.rule, collection.threshold)


def changed_queries(
    store: Store, collection: Collection, touched: Sequence[int], live: LiveScores, number_of: dict[int, int]
) -> dict[int, dict[int, int]]:
    """Number of a query in `live` → its agreed grades, for the queries that acts on the `touched` ones can move.

    By Dawid–Skene one act says something of its annotator everywhere, so that all queries are looked at.
    """
    if not touched:
        return {}
    if collection.rule != _BY_ALL_TOGETHER:
        return {number_of[query]: grades_of(store, collection, query) for query in touched}
    found: dict[int, dict[int, int]] = {number_of[query]: {} for query in touched}
    for query, fragment, grade in zip(
        *(column.tolist() for column in agreed_columns(store, collection)), strict=True
    ):
        found.setdefault(number_of[query], {})[fragment] = grade
    return {number: grades for number, grades in found.items() if grades != live.grades_of(number)}


def what_moves(
    store: Store,
    collection: Collection,
    other: tuple[str, float],
    live: LiveScores,
    number_of: dict[int, int],
    measure: Measure,
) -> Moved:
    """What the rule and threshold `other` would change of the agreed grades and of the runs' means."""
    rows = judgements.grade_rows(store, collection)
    now, then = agreed(rows, collection.rule, collection.threshold), agreed(rows, *other)
    before, after = (
        means_under(live, (numbered(columns[0], number_of), *columns[1:]), measure) for columns in (now, then)
    )
    return Moved(int((now[2] != then[2]).sum()), len(now[2]), before, after, tau(before, after))


def rule_sentence(rule: str, threshold: float) -> str:
    """What counts where several people graded a fragment, for every place that shows qrels."""
    rule = _(RULES[rule]).format(threshold=decimal(threshold, 1))
    return _("Where several people graded a fragment, a lead's decision counts; else {rule}.").format(
        rule=rule
    )


def numbered(queries: NDArray[np.int64], number_of: dict[int, int]) -> NDArray[np.int64]:
    """The queries' places in the live scores, for their database ids."""
    return np.array([number_of[query] for query in queries.tolist()], dtype=np.int64)


def grades_of(store: Store, collection: Collection, query: int) -> dict[int, int]:
    """Fragment → the grade that counts, by decision or rule, of one query."""
    _query, fragment, grade = agreed_columns(store, collection, query)
    return dict(zip(fragment.tolist(), grade.tolist(), strict=True))

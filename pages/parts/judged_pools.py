"""The judged queries of a collection: what is judged of them, and the estimates of what is not."""

from __future__ import annotations

from evaluation.estimates import NOTHING, Holes, holes
from pages.parts.suspects import Suspects

Only = tuple[int, ...] | None
"""Numbers of the queries that are spoken of; None for all."""


def holes_of(found: Suspects, only: Only = None) -> tuple[Holes, list[int]]:
    """Of the queries with a judgement, and their numbers: so that the plain score is the one shown elsewhere.

    only: numbers of queries; the others are left out. None: all.
    """
    queries, rankings, judged, estimates = found.estimates()
    wanted = None if only is None else set(only)
    some = [
        place
        for place, grades in enumerate(judged)
        if grades and (wanted is None or queries[place] in wanted)
    ]
    alone = [one for one in found.unanswered() if wanted is None or one[0] in wanted]
    empty: list[list[int]] = [[] for _run in range(found.runs)]
    made = holes(
        [*(rankings[place] for place in some), *(empty for _query in alone)],
        [*(judged[place] for place in some), *(grades for _query, grades in alone)],
        [*(estimates[place] for place in some), *(NOTHING for _query in alone)],
    )
    return made, [*(queries[place] for place in some), *(query for query, _grades in alone)]

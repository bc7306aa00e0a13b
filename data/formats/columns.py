"""Ids as columns of integers, and the checks on them that every format shares."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

import numpy as np

from data.problems import Reading
from evaluation.words import N_

QUERY = N_("query")
FRAGMENT = N_("fragment")


class Ids:
    """Each id once, in the order first seen, with its place."""

    def __init__(self) -> None:
        self._place: dict[str, int] = {}

    def index(self, text: str) -> int:
        return self._place.setdefault(text, len(self._place))

    @property
    def ids(self) -> list[str]:
        return list(self._place)


def refuse_duplicates(
    reading: Reading,
    template: str,
    query_ids: Sequence[str],
    fragment_ids: Sequence[str],
    query: array[int],
    fragment: array[int],
    line: array[int],
) -> None:
    """A problem for every (query, fragment) that stood before, naming the line of the first.

    query, fragment, line: a row a line. template: with {query}, {fragment} and {first}.
    """
    pairs = np.array(query, dtype=np.int64) * len(fragment_ids) + np.array(fragment, dtype=np.int64)
    order = np.argsort(pairs, kind="stable")
    ordered = pairs[order]
    again = np.flatnonzero(ordered[1:] == ordered[:-1]) + 1
    first = np.searchsorted(ordered, ordered[again])
    for repeated, original in sorted(zip(order[again].tolist(), order[first].tolist(), strict=True)):
        ids = {"query": query_ids[query[repeated]], "fragment": fragment_ids[fragment[repeated]]}
        reading.refuse(line[repeated], "", template, **ids, first=line[original])


def refuse_unwritable_ids(
    template: str, breaks: re.Pattern[str], query_ids: Sequence[str], fragment_ids: Sequence[str]
) -> None:
    """Raises BadFile naming every id in which `breaks` is found or that is no UTF-8 text.

    template: with {kind} and {id}.
    """
    reading = Reading("export")
    for kind, ids in ((QUERY, query_ids), (FRAGMENT, fragment_ids)):
        for text in ids:
            if breaks.search(text) or is_broken(text):
                reading.refuse(None, "", template, kind=kind, id=text)
    reading.finish()


def is_broken(text: str) -> bool:
    """Whether `text` holds half of a surrogate pair, which UTF-8 (and so the store) cannot keep."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False

"""Ids as columns of integers, and the checks on them that every format shares."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from data.problems import Reading
from evaluation.words import N_, counted

QUERY = N_("query")
FRAGMENT = N_("fragment")
SAME_AGAIN = counted(
    "{count} judgement stands twice with the same grade and is taken once; it is repeated on line {repeated}",
    "{count} judgements stand twice with the same grade and are taken once, the first on line {repeated}",
)
OTHER_GRADE = N_(
    "query “{query}”, fragment “{fragment}” has grade {grade}, but on line {first} grade {before}"
)
DECIMAL_COMMA = N_("“{written}” has a decimal comma; numbers are written with a point here: {point}")

_WITH_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


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
    grade: array[int] | None = None,
    same_once: bool = False,
) -> NDArray[np.bool_]:
    """A problem for every (query, fragment) that stood before, naming the line of the first.

    query, fragment, line, grade: a row a line. template: with {query}, {fragment} and {first}. Where the grade is
    another, both are told. Returns which rows to keep: with `same_once`, a pair that stands again with the grade of
    the first is only said and left out.
    """
    pairs = np.array(query, dtype=np.int64) * len(fragment_ids) + np.array(fragment, dtype=np.int64)
    order = np.argsort(pairs, kind="stable")
    ordered = pairs[order]
    again = np.flatnonzero(ordered[1:] == ordered[:-1]) + 1
    first = np.searchsorted(ordered, ordered[again])
    keep = np.ones(len(pairs), dtype=np.bool_)
    for repeated, original in sorted(zip(order[again].tolist(), order[first].tolist(), strict=True)):
        values: dict[str, object] = {
            "query": query_ids[query[repeated]],
            "fragment": fragment_ids[fragment[repeated]],
            "first": line[original],
        }
        if grade is not None and grade[repeated] != grade[original]:
            values |= {"grade": grade[repeated], "before": grade[original]}
            reading.refuse(line[repeated], "", OTHER_GRADE, **values)
        elif same_once:
            keep[repeated] = False
        else:
            reading.refuse(line[repeated], "", template, **values)
    if not keep.all():
        left_out = np.flatnonzero(~keep)
        at = line[int(left_out[0])]
        reading.note(at, SAME_AGAIN, count=len(left_out), repeated=at)
    return keep


def has_decimal_comma(written: str) -> bool:
    """Whether it is a number as German and Spanish write it, such as “1,5”."""
    return _WITH_COMMA.fullmatch(written.strip()) is not None


def refuse_number(reading: Reading, line: int | None, text: str, template: str, **written: object) -> None:
    """A problem for what is no number. written: the one value of `template`, as it stands in the file."""
    (number,) = written.values()
    if isinstance(number, str) and has_decimal_comma(number):
        point = number.strip().replace(",", ".")
        reading.refuse(line, text, DECIMAL_COMMA, written=number.strip(), point=point)
    else:
        reading.refuse(line, text, template, **written)


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

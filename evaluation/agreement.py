"""What counts as the grade of a fragment when several annotators judged it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.words import N_

RULE = N_("the median of the annotators' grades, rounded down")
Column = NDArray[np.int64]


def agreed_grades(query: Column, fragment: Column, grade: Column) -> tuple[Column, Column, Column]:
    """One grade for each (query, fragment): the median of its judgements, rounded down.

    The columns hold one row a judgement, int64 [n], with equal pairs next to each other.
    Returns the same columns with one row a pair, int64 [p].
    """
    if len(grade) == 0:
        return query, fragment, grade
    first = np.flatnonzero(np.concatenate(([True], (np.diff(query) != 0) | (np.diff(fragment) != 0))))
    count = np.diff(np.concatenate((first, [len(grade)])))
    pair = np.repeat(np.arange(len(first)), count)
    ordered = grade[np.lexsort((grade, pair))]
    lower, upper = ordered[first + (count - 1) // 2], ordered[first + count // 2]
    return query[first], fragment[first], (lower + upper) // 2

"""What counts as the grade of a fragment when several annotators judged it: a rule, unless somebody settled it."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evaluation.dawid_skene import dawid_skene
from evaluation.words import N_

Column = NDArray[np.int64]
Agreed = tuple[Column, Column, Column]

DEFAULT_RULE, DEFAULT_THRESHOLD = "median", 1.0
RULES = {
    "median": N_("the median, rounded down"),
    "majority": N_("the grade that most gave; of several, the lowest"),
    "mean": N_("the mean, rounded to the nearest grade, if it is at least {threshold}; else 0"),
    "strictest": N_("the lowest grade that anybody gave"),
    "dawid_skene": N_("the most probable grade, by how each annotator errs (Dawid–Skene)"),
}


def in_words(rule: str, threshold: float) -> str:
    """The rule in English, as it stands in files."""
    return RULES[rule].format(threshold=f"{threshold:g}")


class Rows(Protocol):
    """Judgements as columns, a row each, equal (query, fragment) pairs next to each other.

    query, fragment, person, grade: int64 [n]. settled: bool [n], the row is a decision that overrules any rule;
    of a pair with a decision, no other row is given.
    """

    @property
    def query(self) -> Column: ...
    @property
    def fragment(self) -> Column: ...
    @property
    def person(self) -> Column: ...
    @property
    def grade(self) -> Column: ...
    @property
    def settled(self) -> NDArray[np.bool_]: ...


def agreed(rows: Rows, rule: str = DEFAULT_RULE, threshold: float = DEFAULT_THRESHOLD) -> Agreed:
    """One grade for each (query, fragment) by the rule, as columns (query, fragment, grade), int64 [p].

    A settled grade counts as it is. threshold: only for the rule "mean". Raises ValueError for an unknown rule.
    """
    if rule not in RULES:
        raise ValueError(f'no rule is called "{rule}"; there are {", ".join(RULES)}')
    first, count = _pairs(rows.query, rows.fragment)
    if len(first) == 0:
        return rows.query, rows.fragment, rows.grade
    if rule == "dawid_skene":
        grade = _most_probable(rows, count)
    elif rule == "mean":
        mean = np.add.reduceat(rows.grade, first) / count
        grade = np.where(mean >= threshold, np.floor(mean + 0.5), 0).astype(np.int64)
    elif rule == "majority":
        grade = _most_frequent(rows.grade, count)
    elif rule == "strictest":
        grade = np.minimum.reduceat(rows.grade, first)
    else:
        grade = _median(rows.grade, first, count)
    return rows.query[first], rows.fragment[first], np.where(rows.settled[first], rows.grade[first], grade)


def _pairs(query: Column, fragment: Column) -> tuple[Column, Column]:
    """Where each pair's rows start, and how many it has."""
    if len(query) == 0:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    changes = (np.diff(query) != 0) | (np.diff(fragment) != 0)
    first = np.flatnonzero(np.concatenate(([True], changes)))
    return first, np.diff(np.concatenate((first, [len(query)])))


def _median(grade: Column, first: Column, count: Column) -> Column:
    pair = np.repeat(np.arange(len(first)), count)
    ordered = grade[np.lexsort((grade, pair))]
    middle: Column = (ordered[first + (count - 1) // 2] + ordered[first + count // 2]) // 2
    return middle


def _most_frequent(grade: Column, count: Column) -> Column:
    values, code = np.unique(grade, return_inverse=True)
    pair = np.repeat(np.arange(len(count)), count)
    votes = np.bincount(pair * len(values) + code, minlength=len(count) * len(values))
    most: Column = values[votes.reshape(len(count), len(values)).argmax(axis=1)]
    return most


def _most_probable(rows: Rows, count: Column) -> Column:
    values, code = np.unique(rows.grade, return_inverse=True)
    people, who = np.unique(rows.person, return_inverse=True)
    pair = np.repeat(np.arange(len(count)), count)
    free = ~rows.settled
    probability = dawid_skene(
        pair[free], who[free], code[free], (len(count), len(people), len(values))
    ).probability
    most: Column = values[probability.argmax(axis=1)]
    return most

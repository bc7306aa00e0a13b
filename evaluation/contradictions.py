"""The same text, or nearly, with different grades for one query; and grades that identical texts may share."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from scipy.sparse.csgraph import connected_components

from evaluation.unjudged.text import likeness, terms

ALIKE = 0.9  # cosine from which two texts are nearly the same


@dataclass(frozen=True)
class Given:
    """A grade of a fragment for a query. settled: a lead's decision, which stands for all grades of the pair."""

    query: int
    fragment: int
    person: int
    grade: int
    settled: bool = False


@dataclass(frozen=True)
class Contradiction:
    """Fragments of one query whose texts are the same or nearly so, and whose grades differ.

    fragments: rising; given: their grades. identical: the texts are the same but for case and blanks. alone: one
    annotator contradicts oneself; else only different annotators do.
    """

    query: int
    fragments: tuple[int, ...]
    given: tuple[Given, ...]
    identical: bool
    alone: bool

    @property
    def gap(self) -> int:
        """Highest grade less lowest."""
        grades = [one.grade for one in self.given]
        return max(grades) - min(grades)


@dataclass(frozen=True)
class Offer:
    """`grade`, that fragment `of` has, for `others`: fragments without a grade and with the same text."""

    of: int
    grade: int
    others: tuple[int, ...]


def plain(text: str) -> str:
    """The text without what does not make it another one: case, width, blanks. Empty where there is none."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def contradictions(
    given: Sequence[Given],
    texts: Mapping[int, str],
    alike: float = ALIKE,
) -> list[Contradiction]:
    """Those of all queries, the widest gap first; a fragment that stands alone is a disagreement, and not here.

    texts: of the fragments at least; an empty one is like no other. Texts that are nearly the same and were all
    settled by a lead, who saw that they differ, are left out; identical ones never are.
    """
    found: list[Contradiction] = []
    rows = sorted(given, key=lambda one: (one.query, one.fragment, one.person))
    for query, of_query in groupby(rows, key=lambda one: one.query):
        mine = list(of_query)
        if len({one.grade for one in mine}) > 1:
            for group in _groups(sorted({one.fragment for one in mine}), texts, alike):
                found += _contradiction(query, group, mine, texts)
    return widest_first(found)


def widest_first(found: Iterable[Contradiction]) -> list[Contradiction]:
    """The widest gap first; of equal ones the identical texts, then by query."""
    return sorted(found, key=lambda one: (-one.gap, not one.identical, one.query, one.fragments))


def offers(grades: Mapping[int, int], plain_texts: Mapping[int, int]) -> list[Offer]:
    """What fragments of one query may take over from one with the same text.

    grades: of the judged; plain_texts: fragment of the pool → what tells its `plain` text from others, 0 for an
    empty one. Nothing is offered where the grades of the same text differ.
    """
    same: dict[int, list[int]] = {}
    for fragment, text in plain_texts.items():
        if text:
            same.setdefault(text, []).append(fragment)
    found = []
    for fragments in same.values():
        judged = sorted(fragment for fragment in fragments if fragment in grades)
        others = tuple(sorted(fragment for fragment in fragments if fragment not in grades))
        if others and len({grades[fragment] for fragment in judged}) == 1:
            found.append(Offer(judged[0], grades[judged[0]], others))
    return found


def _contradiction(
    query: int, group: Sequence[int], given: Sequence[Given], texts: Mapping[int, str]
) -> list[Contradiction]:
    mine = tuple(one for one in given if one.fragment in group)
    identical = len({plain(texts[fragment]) for fragment in group}) == 1
    if len({one.grade for one in mine}) == 1 or (all(one.settled for one in mine) and not identical):
        return []
    people: dict[int, set[int]] = {}
    for one in mine:
        people.setdefault(one.person, set()).add(one.grade)
    alone = any(len(grades) > 1 for grades in people.values())
    return [Contradiction(query, tuple(group), mine, identical, alone)]


def _groups(fragments: Sequence[int], texts: Mapping[int, str], alike: float) -> list[list[int]]:
    """Two or more fragments that are linked by being alike."""
    some = [fragment for fragment in fragments if plain(texts[fragment])]
    if len(some) < 2:
        return []
    pool = [terms(texts[fragment]) for fragment in some]
    near = likeness(pool, pool[0]).fragments >= alike
    count, label = connected_components(near, directed=False)
    groups = [[some[place] for place in np.flatnonzero(label == one).tolist()] for one in range(count)]
    return [group for group in groups if len(group) > 1]

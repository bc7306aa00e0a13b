"""How far the annotators agree: Krippendorff's alpha, kappa of each two, who confuses which grades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import krippendorff
import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score

from evaluation.values import Float
from evaluation.words import N_, counted

Column = NDArray[np.int64]
FEWEST = 20
_SAMPLES = 1000
_LEVEL = 0.95

TOO_FEW = counted(
    "Cannot be said yet: {common} fragment has two judgements or more, and at least {fewest} are needed.",
    "Cannot be said yet: {common} fragments have two judgements or more, and at least {fewest} are needed.",
    by="common",
)
ALL_THE_SAME = N_(
    "Cannot be said: all judgements in common are the same grade, so there is nothing to tell apart."
)
READINGS = (
    (0.8, N_("The annotators mean the same by the grades. Conclusions from these grades can be relied on.")),
    (
        0.667,
        N_(
            "The annotators agree well enough for tentative conclusions. Settling the disagreements would help."
        ),
    ),
    (
        0.0,
        N_(
            "The annotators often disagree. Talk about the guidelines with them before relying on conclusions "
            "from these grades."
        ),
    ),
    (
        -1.0,
        N_(
            "The annotators disagree more than chance would. Perhaps one of them uses the grades upside down."
        ),
    ),
)


@dataclass(frozen=True)
class Said:
    """A sentence to be translated and filled in."""

    template: str
    values: dict[str, object]


@dataclass(frozen=True)
class Alpha:
    """value, low, high: None if it cannot be said; low–high is the 95 % interval. common: fragments with two
    judgements or more."""

    value: float | None
    low: float | None
    high: float | None
    common: int
    reading: Said


@dataclass(frozen=True)
class TwoPeople:
    """How two people agree on what both judged. kappa: None if it cannot be said.

    grid int64 [grade of first, grade of second], for `grades`; same_grade and same_relevance are shares.
    """

    first: int
    second: int
    common: int
    kappa: float | None
    same_grade: float
    same_relevance: float
    grid: Column
    grades: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """Judgements as a table, a row a (query, fragment), a column a person; NaN where there is none.

    queries int64 [pairs]; fragments int64 [pairs]; people: database ids; grade float64 [pairs, people].
    """

    queries: Column
    fragments: Column
    people: tuple[int, ...]
    grade: Float

    def common(self) -> Table:
        """Only the pairs with two judgements or more."""
        rows = np.count_nonzero(~np.isnan(self.grade), axis=1) >= 2
        return Table(self.queries[rows], self.fragments[rows], self.people, self.grade[rows])


def table(query: Column, fragment: Column, person: Column, grade: Column) -> Table:
    """The judgements as a table; each person judged a pair at most once."""
    pairs, row = np.unique(np.stack((query, fragment), axis=1), axis=0, return_inverse=True)
    people, column = np.unique(person, return_inverse=True)
    grades = np.full((len(pairs), len(people)), np.nan)
    grades[row.ravel(), column] = grade
    return Table(pairs[:, 0], pairs[:, 1], tuple(people.tolist()), grades)


def alpha(judged: Table, seed: int = 0, fewest: int = FEWEST) -> Alpha:
    """Krippendorff's alpha for ordered grades, with a bootstrap interval over the fragments.

    The value is PyPI's `krippendorff`. The interval resamples fragments with replacement, 1,000 times.
    Sources: K. Krippendorff (2011), Computing Krippendorff's Alpha-Reliability; A. Zapf et al. (2016), Measuring
    inter-rater reliability for nominal data, BMC Medical Research Methodology 16:93, for the interval.
    """
    common = judged.common()
    counts = _value_counts(common.grade)
    units = len(counts)
    if units < fewest:
        return Alpha(None, None, None, units, Said(TOO_FEW, {"common": units, "fewest": fewest}))
    if counts.shape[1] < 2:
        return Alpha(None, None, None, units, Said(ALL_THE_SAME, {}))
    value = float(krippendorff.alpha(value_counts=counts, level_of_measurement="ordinal"))
    samples = _resampled(counts, np.random.default_rng(seed))
    low, high = np.nanquantile(samples, ((1 - _LEVEL) / 2, (1 + _LEVEL) / 2))
    return Alpha(value, float(low), float(high), units, Said(reading(value), {}))


def reading(value: float) -> str:
    """What a value of alpha means, in plain words. The bounds are Krippendorff's own (2004, page 241)."""
    return next((text for bound, text in READINGS if value >= bound), READINGS[-1][1])


def alpha_by_query(judged: Table, fewest: int = 2) -> dict[int, tuple[float | None, int]]:
    """Query → (alpha of its fragments, None if all grades are the same; fragments in common)."""
    common = judged.common()
    found = {}
    for query in np.unique(common.queries).tolist():
        counts = _value_counts(common.grade[common.queries == query])
        can = len(counts) >= fewest and counts.shape[1] > 1
        found[query] = (
            float(krippendorff.alpha(value_counts=counts, level_of_measurement="ordinal")) if can else None,
            len(counts),
        )
    return found


def alpha_with_others(judged: Table, fewest: int = FEWEST) -> dict[int, tuple[float | None, int]]:
    """Person → (alpha over what that person judged in common with others, fragments in common)."""
    common = judged.common()
    found = {}
    for column, person in enumerate(common.people):
        counts = _value_counts(common.grade[~np.isnan(common.grade[:, column])])
        can = len(counts) >= fewest and counts.shape[1] > 1
        found[person] = (
            float(krippendorff.alpha(value_counts=counts, level_of_measurement="ordinal")) if can else None,
            len(counts),
        )
    return found


def pairs_of_people(judged: Table, rel: int = 1, fewest: int = FEWEST) -> Iterator[TwoPeople]:
    """Each two people who judged something in common: quadratic-weighted kappa and their grid of grades.

    Source: J. Cohen (1968), Weighted kappa, Psychological Bulletin 70(4); computed by scikit-learn.
    """
    grades = _domain(judged.grade)
    for left, right in combinations(range(len(judged.people)), 2):
        first, second = judged.grade[:, left], judged.grade[:, right]
        both = ~np.isnan(first) & ~np.isnan(second)
        if not both.any():
            continue
        one, other = first[both].astype(np.int64), second[both].astype(np.int64)
        grid = np.zeros((len(grades), len(grades)), dtype=np.int64)
        np.add.at(grid, (np.searchsorted(grades, one), np.searchsorted(grades, other)), 1)
        yield TwoPeople(
            judged.people[left],
            judged.people[right],
            len(one),
            _kappa(one, other, grades) if len(one) >= fewest else None,
            float((one == other).mean()),
            float(((one >= rel) == (other >= rel)).mean()),
            grid,
            grades,
        )


def _kappa(first: Column, second: Column, grades: Sequence[int]) -> float | None:
    if len(np.union1d(first, second)) < 2:
        return None
    return float(cohen_kappa_score(first, second, labels=list(grades), weights="quadratic"))


def _domain(grade: Float) -> tuple[int, ...]:
    return tuple(int(value) for value in np.unique(grade[~np.isnan(grade)]))


def _value_counts(grade: Float) -> Column:
    """How often each grade was given to each pair, int64 [pairs, grades that occur]."""
    domain = _domain(grade)
    return np.stack(
        [np.count_nonzero(grade == value, axis=1) for value in domain] or [np.zeros(0)], axis=1
    ).astype(np.int64)


def _resampled(counts: Column, random: np.random.Generator) -> Float:
    """alpha of 1,000 resamples of the units, float64; NaN where a resample has one grade only."""
    units, grades = counts.shape
    weight = random.multinomial(units, np.full(units, 1 / units), size=_SAMPLES)
    judgements = counts.sum(axis=1)
    outer = counts[:, :, None] * counts[:, None, :] - np.eye(grades, dtype=np.int64) * counts[:, :, None]
    coincidences = outer / (judgements - 1)[:, None, None]
    return _alphas((weight @ coincidences.reshape(units, -1)).reshape(-1, grades, grades))


def _alphas(observed: Float) -> Float:
    """alpha from coincidence matrices, float64 [samples, grades, grades] → [samples]."""
    share = observed.sum(axis=2)
    total = share.sum(axis=1)
    below = np.cumsum(share, axis=1)
    between = below[:, None, :] - below[:, :, None] + (share[:, :, None] - share[:, None, :]) / 2
    distance = between**2
    disagreement = (observed * distance).sum(axis=(1, 2))
    chance = (share[:, :, None] * share[:, None, :] * distance).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        result: Float = np.where(chance > 0, 1 - (total - 1) * disagreement / chance, np.nan)
    return result

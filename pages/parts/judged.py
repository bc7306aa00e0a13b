"""What everybody judged, as tables: for agreement, the runs' order under each annotator, and signs of quality."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.words import _, decimal, decimal_signed, percent, whole
from data import collections, judgements, own_work
from data.collections import Collection, Person
from data.judgements import GradeRows
from data.own_work import GivenOverTime
from data.store import Store
from evaluation.agreement import agreed
from evaluation.alone import means_under, tau
from evaluation.quality import Quality, quality
from evaluation.reliability import Table, table
from pages.parts.agreed import numbered
from pages.parts.live import live_scores
from pages.parts.measures import MAIN
from pages.parts.opened import Opened


@dataclass(frozen=True)
class Alone:
    """The runs under one annotator's grades alone. best: name of the first run, "" if there is none."""

    person: int
    queries: int
    tau: float | None
    best: str


def read_table(store: Store, collection: Collection) -> tuple[Table, dict[int, str]]:
    """What each person gave, and everybody's name by database id."""
    rows = judgements.given_rows(store, collection)
    names = {person.id: person.name for person in collections.people(store)}
    return table(rows.query, rows.fragment, rows.person, rows.grade), names


def orders_alone(store: Store, collection: Collection, content: Opened) -> list[Alone]:
    """How the runs stand under each annotator alone, against the agreed grades of the same queries."""
    rows, live = judgements.given_rows(store, collection), live_scores(store, collection)
    query, fragment, grade = agreed(
        judgements.grade_rows(store, collection), collection.rule, collection.threshold
    )
    agreed_ = numbered(query, content.number_of), fragment, grade
    found = []
    for person in np.unique(rows.person).tolist():
        own = _of(rows, person)
        alone = numbered(own.query, content.number_of), own.fragment, own.grade
        same = np.isin(agreed_[0], alone[0])
        under, with_all = (
            means_under(live, columns, MAIN) for columns in (alone, tuple(column[same] for column in agreed_))
        )
        known = len(under) > 0 and not np.isnan(under).all()
        best = live.runs[int(np.nanargmax(under))] if known else ""
        found.append(Alone(person, len(np.unique(alone[0])), tau(under, with_all), best))
    return found


def quality_rows(store: Store, collection: Collection, names: dict[int, str]) -> list[dict[str, str]]:
    """A row of signs for each person, for the lead."""
    return [
        {_("Annotator"): names[person], **quality_words(of_one(given))}
        for person, given in own_work.given_over_time(store, collection).items()
    ]


def use_of_others(store: Store, collection: Collection, person: Person) -> str:
    """How often the others together gave each grade, as shares."""
    rows = judgements.given_rows(store, collection)
    given = rows.grade[(rows.person != person.id) & (rows.grade >= 0) & (rows.grade <= 3)]
    if len(given) == 0:
        return _("cannot be said yet")
    return _shares((np.bincount(given, minlength=4) / len(given)).tolist())


def of_one(given: GivenOverTime) -> Quality:
    """One person's signs."""
    return quality(given.moment, given.grade, given.milliseconds, given.repeats)


def quality_words(signs: Quality) -> dict[str, str]:
    """The signs as a table shows them: heading → words."""
    unsaid = _("cannot be said yet")
    drift = unsaid if signs.drift is None else decimal_signed(signs.drift, 2)
    with_oneself = signs.with_oneself
    return {
        _("Judgements"): whole(signs.grades),
        _("Median time"): unsaid
        if signs.median_time is None
        else _("{n} s").format(n=decimal(signs.median_time / 1000, 1)),
        _("Fast"): unsaid if signs.fast is None else percent(signs.fast),
        _("Drift"): drift
        + (" ▲" if signs.drifts and (signs.drift or 0) > 0 else " ▼" if signs.drifts else ""),
        _("Grades 0 · 1 · 2 · 3"): _shares(signs.use.tolist()),
        _("The same again"): unsaid
        if with_oneself is None
        else f"{percent(with_oneself)} ({whole(signs.repeats)})",
    }


def _shares(shares: list[float]) -> str:
    return " · ".join(percent(share) for share in shares)


def _of(rows: GradeRows, person: int) -> GradeRows:
    own = rows.person == person
    return GradeRows(
        rows.query[own], rows.fragment[own], rows.person[own], rows.grade[own], rows.settled[own]
    )

"""What each chart of a comparison shows, in words: a saved picture has nothing else to tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from components.charts.frame import Drawing
from components.scores import measure_label
from components.words import _, ngettext, whole
from pages.parts.compared import Compared, tagged
from pages.parts.comparing import Choice


def captioned(drawing: Drawing, shown: Compared, tag: str, caption: str = "") -> Drawing:
    """The chart with its caption, and what it is of."""
    facts = {_("Collection"): shown.collection.name, _("Queries"): tag or _("all")}
    if shown.snapshot:
        facts[_("As of")] = shown.snapshot.name
    facts[_("Revision of the qrels")] = whole(shown.revision)
    source = " · ".join(f"{what}: {value}" for what, value in facts.items())
    return replace(drawing, caption=caption, source=source)


def of_means(choice: Choice) -> str:
    """Bars with intervals."""
    return ngettext(
        "Each run's mean on {measure} over {n} query; the lines are 95 % intervals.",
        "Each run's mean on {measure} over {n} queries; the lines are 95 % intervals.",
        _counted(choice),
        measure=measure_label(choice.measure),
    )


def of_differences(choice: Choice, run: int, queries: int) -> str:
    """The waterfall."""
    return ngettext(
        "{run} minus {baseline} on {measure}: a bar for {n} query.",
        "{run} minus {baseline} on {measure}: a bar for each of {n} queries.",
        queries,
        run=_quoted([choice.shown.names[run]]),
        baseline=_quoted([choice.shown.names[choice.baseline]]),
        measure=measure_label(choice.measure),
    )


def of_wins(choice: Choice) -> str:
    """Queries won and lost."""
    return _("Queries on which each run is better than {baseline} on {measure}, the same, or worse.").format(
        baseline=_quoted([choice.shown.names[choice.baseline]]), measure=measure_label(choice.measure)
    )


def of_recall(queries: int, banded: Iterable[str]) -> str:
    """Recall over k; banded: the runs with a band."""
    return ngettext(
        "Mean recall at k over {n} query; the bands are 95 % intervals: {runs}.",
        "Mean recall at k over {n} queries; the bands are 95 % intervals: {runs}.",
        queries,
        runs=_quoted(banded),
    )


def of_spread(choice: Choice) -> str:
    """The histogram."""
    return ngettext(
        "Which value of {measure} {n} query has; a row for each run.",
        "How many of {n} queries have which value of {measure}; a row for each run.",
        _counted(choice),
        measure=measure_label(choice.measure),
    )


def _counted(choice: Choice) -> int:
    """Queries that the means are over."""
    values = choice.shown.of(choice.measure)[choice.baseline, tagged(choice.shown, choice.tag)]
    return int((~np.isnan(values)).sum())


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(_("“{name}”").format(name=name) for name in names)

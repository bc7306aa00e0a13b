"""A verdict as one sentence: a template and its values, so that the page, the report and the CLI say the same.

A value may be a list of (template, values): parts that are only said where they are known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from evaluation.comparison import Verdict
from evaluation.measures import Measure
from evaluation.words import N_, counted

Sentence = tuple[str, Mapping[str, object]]

BETTER = N_(
    "“{run}” is better than “{baseline}” on {measure} by {difference}: {better} of {n} queries"
    " better, {worse} worse, {same} the same; p {p}."
)
WORSE = N_(
    "“{run}” is worse than “{baseline}” on {measure} by {difference}: {better} of {n} queries"
    " better, {worse} worse, {same} the same; p {p}."
)
NO_CLAIM = counted(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: the only query that counts"
    " changed, {difference}, p {p}.",
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: {changed} of {n} queries changed,"
    " {difference}, p {p}.",
    by="n",
)
UNCHANGED = counted(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: the only query that counts did"
    " not change.",
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: none of {n} queries changed.",
    by="n",
)
NOTHING = N_("“{run}” and “{baseline}” cannot be compared on {measure}: no query has a value for both.")

HOLM = N_("{p} after Holm for {comparisons} comparisons")
NEEDED = N_("To see {worth} you need about {needed} queries; {n} show {detectable} or more.")
ONLY_NEEDED = N_("To see {worth} you need about {needed} queries.")
ENOUGH = N_(
    "{n} queries are enough to see {worth}: a difference this large would have shown four times in five."
)
WITH_INTERVAL = "{difference} [{low}, {high}]"
AND_POWER = "{claim} {power}"

_FEW = 3
"""With fewer queries their spread, and so how many it takes, is not known."""


def sentence(verdict: Verdict, baseline: str, run: str, measure: Measure) -> Sentence:
    """(template, values) of the verdict. Where the template says "worse", difference and interval are turned."""
    values: dict[str, object] = {
        "run": run,
        "baseline": baseline,
        "measure": measure,
        "n": verdict.queries,
    }
    if verdict.queries == 0:
        return NOTHING, values
    if verdict.changed == 0:
        return UNCHANGED, values
    values |= {"difference": _difference(verdict), "p": _chance(verdict)}
    if verdict.claim:
        counts = {"better": verdict.better, "worse": verdict.worse, "same": verdict.same}
        return BETTER if verdict.claim > 0 else WORSE, values | counts
    claim = NO_CLAIM, values | {"changed": verdict.changed}
    power = _power(verdict)
    return (AND_POWER, {"claim": [claim], "power": [power]}) if power else claim


def _difference(verdict: Verdict) -> object:
    """The difference, with its interval where there is one; of a worse run how much worse it is."""
    low, high, difference = verdict.low, verdict.high, verdict.difference
    if verdict.claim < 0:
        low, high, difference = -high, -low, -difference
    if not verdict.has_interval:
        return difference
    return [(WITH_INTERVAL, {"difference": difference, "low": low, "high": high})]


def _chance(verdict: Verdict) -> object:
    if verdict.comparisons == 1:
        return verdict.adjusted
    return [(HOLM, {"p": verdict.adjusted, "comparisons": verdict.comparisons})]


def _power(verdict: Verdict) -> Sentence | None:
    """What so many queries can show, as far as it is known."""
    if verdict.needed is None or verdict.queries < _FEW:
        return None
    values = {
        "n": verdict.queries,
        "worth": verdict.worth,
        "needed": verdict.needed,
        "detectable": verdict.detectable,
    }
    if verdict.needed <= verdict.queries:
        return ENOUGH, values
    return ONLY_NEEDED if math.isnan(verdict.detectable) else NEEDED, values

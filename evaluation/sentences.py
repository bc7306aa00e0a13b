"""A verdict as one sentence: a template and its values, so that the page, the report and the CLI say the same."""

from __future__ import annotations

from collections.abc import Mapping

from evaluation.comparison import Verdict
from evaluation.measures import Measure
from evaluation.words import N_

BETTER = N_(
    "“{run}” is better than “{baseline}” on {measure} by {difference} [{low}, {high}]: {better} of {n} queries"
    " better, {worse} worse, {same} the same; p {p}."
)
BETTER_OF_SEVERAL = N_(
    "“{run}” is better than “{baseline}” on {measure} by {difference} [{low}, {high}]: {better} of {n} queries"
    " better, {worse} worse, {same} the same; p {p} after Holm for {comparisons} comparisons."
)
WORSE = N_(
    "“{run}” is worse than “{baseline}” on {measure} by {difference} [{low}, {high}]: {better} of {n} queries"
    " better, {worse} worse, {same} the same; p {p}."
)
WORSE_OF_SEVERAL = N_(
    "“{run}” is worse than “{baseline}” on {measure} by {difference} [{low}, {high}]: {better} of {n} queries"
    " better, {worse} worse, {same} the same; p {p} after Holm for {comparisons} comparisons."
)
NO_CLAIM = N_(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: {changed} of {n} queries changed,"
    " {difference} [{low}, {high}], p {p}. To see {worth} you need about {needed} queries; {n} show {detectable}"
    " or more."
)
SMALL = N_(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: {changed} of {n} queries changed,"
    " {difference} [{low}, {high}], p {p}. {n} queries are enough to see {worth}: a difference this large would"
    " have shown four times in five."
)
NO_CLAIM_OF_SEVERAL = N_(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: {changed} of {n} queries changed,"
    " {difference} [{low}, {high}], p {p} after Holm for {comparisons} comparisons. To see {worth} you need about"
    " {needed} queries; {n} show {detectable} or more."
)
SMALL_OF_SEVERAL = N_(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: {changed} of {n} queries changed,"
    " {difference} [{low}, {high}], p {p} after Holm for {comparisons} comparisons. {n} queries are enough to see"
    " {worth}: a difference this large would have shown four times in five."
)
UNCHANGED = N_(
    "No difference between “{run}” and “{baseline}” can be claimed on {measure}: none of {n} queries changed."
)
NOTHING = N_("“{run}” and “{baseline}” cannot be compared on {measure}: no query has a value for both.")


def sentence(verdict: Verdict, baseline: str, run: str, measure: Measure) -> tuple[str, Mapping[str, object]]:
    """(template, values) of the verdict. Where the template says "worse", difference and interval are turned."""
    values: dict[str, object] = {
        "run": run,
        "baseline": baseline,
        "measure": measure,
        "n": verdict.queries,
        "comparisons": verdict.comparisons,
        "p": verdict.adjusted,
    }
    if verdict.queries == 0:
        return NOTHING, values
    if verdict.changed == 0:
        return UNCHANGED, values
    counts = {"better": verdict.better, "worse": verdict.worse, "same": verdict.same}
    several = verdict.comparisons > 1
    if verdict.claim > 0:
        ends = {"difference": verdict.difference, "low": verdict.low, "high": verdict.high}
        return BETTER_OF_SEVERAL if several else BETTER, values | counts | ends
    if verdict.claim < 0:
        ends = {"difference": -verdict.difference, "low": -verdict.high, "high": -verdict.low}
        return WORSE_OF_SEVERAL if several else WORSE, values | counts | ends
    values |= {
        "changed": verdict.changed,
        "difference": verdict.difference,
        "low": verdict.low,
        "high": verdict.high,
        "worth": verdict.worth,
        "needed": verdict.needed,
        "detectable": verdict.detectable,
    }
    enough = verdict.needed is not None and verdict.needed <= verdict.queries
    if enough:
        return SMALL_OF_SEVERAL if several else SMALL, values
    return NO_CLAIM_OF_SEVERAL if several else NO_CLAIM, values

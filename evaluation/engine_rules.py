"""The rules of Quepid and Elasticsearch for our measures, as in `other_rules`; they see the first results alone.

Read from their sources: Quepid (db/scorers/*.js, run by ScorerFactory.js), Elasticsearch (modules/rank-eval:
DiscountedCumulativeGain.java, PrecisionAtK.java, RecallAtK.java, MeanReciprocalRank.java,
ExpectedReciprocalRank.java).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from evaluation.measures import Measure
from evaluation.other_rules import (
    COUNTS_0,
    NO_RELEVANT_NAN,
    NOT_THERE,
    OVERFLOW,
    Acting,
    Answer,
    Reason,
    Seen,
    cutoff_of,
    discounted,
    no_value,
    or_0,
    power,
    rel_of,
    rules_of,
    written,
)  # fmt: skip
from evaluation.words import N_

EXPONENTIAL_ONLY = N_("exponential gain: 2^grade − 1")
FIRST_TEN = N_("always has a cutoff, 10 unless changed")
QUEPID_IDEAL = N_("its ideal takes all rated documents without cutting them at {k}")
ELASTIC_IDEAL = N_("its ideal is cut to the number of results, {results}")
DIVIDES_BY_RETURNED = N_("divides by the results it got, {results}, not by {k}")
ABOVE_0 = N_("relevant is always a rating above 0")
TOP_OF_SCALE = N_("the highest grade is that of the scale, {highest}")
NOT_CAPPED = N_("grades above {highest} are not capped")
NEGATIVE_GAIN = N_("a negative grade has a negative gain")


def quepid(measure: Measure, seen: Seen) -> Answer:
    k, family = cutoff_of(measure), measure.family
    called = f"{family}@{k}"
    if family == "nDCG":
        ideal = Reason(QUEPID_IDEAL, {"k": k})
        return _engine_ndcg(called, measure, seen, ideal)
    if family == "ERR":
        return _engine_err(called, measure, seen, seen.highest)
    if family == "P":
        return _engine_precision(called, measure, seen, ABOVE_0)
    if family not in ("RR", "AP"):
        return no_value("", NOT_THERE)
    above_0 = ABOVE_0 if rel_of(measure) > 1 else None
    undefined = COUNTS_0 if family == "RR" else NO_RELEVANT_NAN
    return _engine_other(called, measure, seen, above_0, undefined)


def elasticsearch(measure: Measure, seen: Seen) -> Answer:
    k, family, rel = cutoff_of(measure), measure.family, rel_of(measure)
    threshold = f", relevant_rating_threshold={rel}" if rel > 1 else ""
    if family == "nDCG":
        ideal = Reason(ELASTIC_IDEAL, {"results": len(seen.first(k))})
        return _engine_ndcg(f"dcg, normalize, k={k}", measure, seen, ideal)
    if family == "ERR":
        highest = int(str(measure.parameters["gmax"]))
        called = f"expected_reciprocal_rank, k={k}, maximum_relevance={highest}"
        return _engine_err(called, measure, seen, highest)
    if family == "P":
        return _engine_precision(f"precision, k={k}{threshold}", measure, seen, None)
    if family in ("R", "RR"):
        name = "recall" if family == "R" else "mean_reciprocal_rank"
        return _engine_other(f"{name}, k={k}{threshold}", measure, seen, None, COUNTS_0)
    return no_value("", NOT_THERE)


def _first_ten(measure: Measure) -> str | None:
    return FIRST_TEN if measure.cutoff is None else None


def _cut(measure: Measure, acting: Acting) -> int | None:
    return cutoff_of(measure) if measure.cutoff or FIRST_TEN in acting else None


def _engine_other(called: str, measure: Measure, seen: Seen, above_0: str | None, undefined: str) -> Answer:
    """Our own formula, within a cutoff and with their threshold."""

    def value(acting: Acting) -> float:
        rel = 1 if above_0 in acting else rel_of(measure)
        name = written(measure.family, f"rel={rel}", _cut(measure, acting))
        return or_0(seen.ours(name), acting)

    return Answer(called, rules_of(above_0, _first_ten(measure), undefined), value)


def _engine_precision(called: str, measure: Measure, seen: Seen, above_0: str | None) -> Answer:
    k = cutoff_of(measure)
    grades = seen.first(k)

    def value(acting: Acting) -> float:
        rel = 1 if above_0 in acting else rel_of(measure)
        if not any(grade >= rel for grade in seen.known):
            return or_0(math.nan, acting)
        divisor = len(grades) if DIVIDES_BY_RETURNED in acting else k
        return sum(grade is not None and grade >= rel for grade in grades) / (divisor or 1)

    divides = Reason(DIVIDES_BY_RETURNED, {"results": len(grades), "k": k})
    return Answer(called, rules_of(above_0 if rel_of(measure) > 1 else None, divides, COUNTS_0), value)


def _engine_ndcg(called: str, measure: Measure, seen: Seen, ideal: Reason) -> Answer:
    """Exponential gain over an ideal of their own; `ideal` says which."""
    is_ours = measure.parameters["dcg"] != "log2"
    low = NEGATIVE_GAIN if min(seen.known, default=0) < 0 else None
    high = OVERFLOW if max(seen.known, default=0) > 1023 else None

    def gained(grade: int, acting: Acting) -> float:
        rel = measure.parameters["rel"]
        if is_ours or EXPONENTIAL_ONLY in acting:
            return power(grade) - 1 if grade > 0 or low in acting else 0.0
        return float(grade >= rel_of(measure)) if rel else float(max(grade, 0))

    def value(acting: Acting) -> float:
        if high and high not in acting and (is_ours or EXPONENTIAL_ONLY in acting):
            return or_0(seen.ours(written("nDCG", "dcg='exp-log2'", _cut(measure, acting))), acting)
        cut = _cut(measure, acting)
        gains = [gained(grade or 0, acting) for grade in seen.first(cut)]
        if QUEPID_IDEAL in acting:
            cut = None
        elif ELASTIC_IDEAL in acting:
            cut = len(gains)
        best = discounted([gained(grade, acting) for grade in seen.known[:cut]])
        if best:
            return discounted(gains) / best
        return 0.0 if any(gained(grade, acting) > 0 for grade in seen.known) else or_0(math.nan, acting)

    exponential = None if is_ours else EXPONENTIAL_ONLY
    return Answer(called, rules_of(exponential, ideal, _first_ten(measure), low, high, COUNTS_0), value)


def _engine_err(called: str, measure: Measure, seen: Seen, top: int) -> Answer:
    gmax = int(str(measure.parameters["gmax"]))
    scale = Reason(TOP_OF_SCALE, {"highest": top}) if top != gmax else None
    low = NEGATIVE_GAIN if min(seen.known, default=0) < 0 else None

    def value(acting: Acting) -> float:
        if low not in acting and not any(grade > 0 for grade in seen.known):
            return or_0(math.nan, acting)
        highest = top if TOP_OF_SCALE in acting else gmax
        most = math.inf if NOT_CAPPED in acting else highest
        least = -math.inf if low in acting else 0
        grades = (grade or 0 for grade in seen.first(_cut(measure, acting)))
        return _err([int(min(max(grade, least), most)) for grade in grades], highest)

    capped = Reason(NOT_CAPPED, {"highest": top})
    return Answer(called, rules_of(scale, capped, _first_ten(measure), low, COUNTS_0), value)


def _err(grades: Sequence[int], highest: int) -> float:
    """Chapelle et al. 2009."""
    value, reached = 0.0, 1.0
    for place, grade in enumerate(grades, start=1):
        satisfied = (power(grade) - 1) / power(highest)
        value += reached * satisfied / place
        reached *= 1 - satisfied
    return value

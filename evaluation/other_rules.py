"""The rules of other tools for our measures, each rule a switch; here those of trec_eval and ranx.

Read from their sources: trec_eval 10 (m_*.c), ranx 0.3.21 (ranx/metrics).

An answer's value is a function of the rules that act: with all of them it is the tool's, with none it is ours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from evaluation.measures import Measure, compute, parse_measure
from evaluation.values import judge
from evaluation.words import N_

NOT_THERE = N_("has no such measure")
COUNTS_0 = N_("counts 0 where no relevant fragment is known; here it is undefined and left out of means")
LINEAR_ONLY = N_("linear gain: the grade itself, not 2^grade − 1")
NDCG_IGNORES_LEVEL = N_("its level (-l) does not touch nDCG: the gain stays the grade")
RR_HAS_NO_CUTOFF = N_("its reciprocal rank has no cutoff")
SET_F_HAS_NO_CUTOFF = N_("its F counts all results, without a cutoff")
RBP_HAS_NO_CUTOFF = N_("its RBP has no cutoff")
RBP_UNSET = N_("version 10 takes the grade scale from memory that was never set: no value can be foretold")
RESIDUAL = N_(
    "p is always 0.9, without a cutoff, a negative grade counts as unjudged, and it is 0 when no result is unjudged"
)
UNJUDGED_SHARE = N_(
    "the unjudged share of the first {k}; missing ranks count as judged, negative grades as not"
)
LEVEL_DROPS = N_("its level drops grades below {rel}, but the gain of the others stays the grade")
OVERFLOW = N_("2^grade overflows from grade 1024 on: not a number")
BPREF_DIVIDES = N_("negative grades count as non-relevant, and without judged non-relevant it divides by 0")
RAW_GRADE = N_("the gain is the raw grade, so it can exceed 1")
NO_RELEVANT_NAN = N_("divides by 0 where no relevant document is rated: not a number")

UNDEFINED = (COUNTS_0, NO_RELEVANT_NAN)
"""The rules for a query of which no relevant fragment is known."""

Acting = frozenset[str]


@dataclass(frozen=True)
class Reason:
    """A rule of a tool that is not ours: template and values, for translation."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """In English."""
        return self.template.format(**self.values)


@dataclass(frozen=True)
class Answer:
    """called: the tool's name for the measure. value: by the templates of the rules that act; None: it has none."""

    called: str
    rules: tuple[Reason, ...]
    value: Callable[[Acting], float] | None


@dataclass(frozen=True)
class Seen:
    """A ranking as the tools see it: grades of the results in order, None for unjudged; all grades known."""

    ranking: Sequence[str]
    grades: Mapping[str, int]
    highest: int
    _ours: dict[str, float] = field(default_factory=dict)

    def first(self, k: int | None) -> list[int | None]:
        return [self.grades.get(fragment) for fragment in self.ranking[:k]]

    @cached_property
    def known(self) -> list[int]:
        return sorted(self.grades.values(), reverse=True)

    def ours(self, name: str) -> float:
        """Our value of the measure of that name."""
        if name not in self._ours:
            judged = judge([self.ranking], [self.grades])
            self._ours[name] = float(compute(judged, [parse_measure(name)])[0, 0])
        return self._ours[name]


def rules_of(*rules: str | Reason | None) -> tuple[Reason, ...]:
    return tuple(Reason(rule) if isinstance(rule, str) else rule for rule in rules if rule)


def no_value(called: str, reason: str) -> Answer:
    return Answer(called, rules_of(reason), None)


def or_0(value: float, acting: Acting) -> float:
    return 0.0 if math.isnan(value) and COUNTS_0 in acting else value


def as_ours(called: str, measure: Measure, seen: Seen) -> Answer:
    """Our rule, but for what is undefined here."""
    return Answer(called, rules_of(COUNTS_0), lambda acting: or_0(seen.ours(measure.name), acting))


def _at(name: str, measure: Measure, joint: str = "_") -> str:
    return name if measure.cutoff is None else f"{name}{joint}{measure.cutoff}"


def written(family: str, inside: str, cutoff: object) -> str:
    return f"{family}{f'({inside})' if inside else ''}{'' if cutoff is None else f'@{cutoff}'}"


def rel_of(measure: Measure) -> int:
    rel = measure.parameters.get("rel")
    return rel if isinstance(rel, int) else 1


def cutoff_of(measure: Measure) -> int:
    return measure.cutoff if isinstance(measure.cutoff, int) else 10


_TREC_EVAL_NAMES = {
    "P": "P",
    "R": "recall",
    "Success": "success",
    "RR": "recip_rank",
    "Rprec": "Rprec",
    "Bpref": "bpref",
    "infAP": "infAP",
    "F1": "set_F",
    "IPrec": "iprec_at_recall",
    "NumRel": "num_rel",
    "NumRet": "num_ret",
    "NumRelRet": "num_rel_ret",
}


def trec_eval(measure: Measure, seen: Seen) -> Answer:
    k, rel = measure.cutoff, rel_of(measure)
    level = f" -l {rel}" if rel > 1 else ""
    if measure.family == "nDCG":
        return _trec_eval_ndcg(measure, seen)
    if measure.family == "AP":
        return as_ours(_at("map" if k is None else "map_cut", measure) + level, measure, seen)
    if measure.family in ("RR", "F1") and k is not None:
        uncut = RR_HAS_NO_CUTOFF if measure.family == "RR" else SET_F_HAS_NO_CUTOFF
        whole = f"{measure.family}(rel={rel})"
        return Answer(
            _TREC_EVAL_NAMES[measure.family] + level,
            rules_of(uncut, COUNTS_0),
            lambda acting: or_0(seen.ours(whole if uncut in acting else measure.name), acting),
        )
    if measure.family == "RBP":
        return no_value(f"rbp.p={measure.parameters['p']}", RBP_UNSET)
    if measure.family == "RBP_residual":
        value = {True: _trec_eval_residual(seen), False: seen.ours(measure.name)}
        return Answer("rbp_resid", rules_of(RESIDUAL), lambda acting: value[RESIDUAL in acting])
    if measure.family == "Judged":
        share = sum(grade is None or grade < 0 for grade in seen.first(cutoff_of(measure))) / cutoff_of(
            measure
        )
        rules = rules_of(Reason(UNJUDGED_SHARE, {"k": k}))
        return Answer(f"unj_{k}", rules, lambda acting: share if acting else seen.ours(measure.name))
    if measure.family == "IPrec":
        return as_ours(f"iprec_at_recall_{measure.cutoff:.2f}{level}", measure, seen)
    if measure.family in _TREC_EVAL_NAMES:
        return as_ours(_at(_TREC_EVAL_NAMES[measure.family], measure) + level, measure, seen)
    return no_value("", NOT_THERE)


def _trec_eval_ndcg(measure: Measure, seen: Seen) -> Answer:
    exponential, rel = measure.parameters["dcg"] != "log2", measure.parameters["rel"]

    def value(acting: Acting) -> float:
        as_ours = (exponential and LINEAR_ONLY not in acting) or (rel and NDCG_IGNORES_LEVEL not in acting)
        return or_0(seen.ours(measure.name if as_ours else written("nDCG", "", measure.cutoff)), acting)

    rules = rules_of(LINEAR_ONLY if exponential else None, NDCG_IGNORES_LEVEL if rel else None, COUNTS_0)
    return Answer(_at("ndcg" if measure.cutoff is None else "ndcg_cut", measure), rules, value)


def _trec_eval_residual(seen: Seen) -> float:
    """m_rbp_resid.c: p = 0.9; nothing at all unless a result is unjudged."""
    unjudged = [place for place, grade in enumerate(seen.first(None)) if grade is None or grade < 0]
    tail = 0.9 ** len(seen.ranking)
    return tail + (1 - 0.9) * sum(0.9**place for place in unjudged) if unjudged else 0.0


_RANX_NAMES = {
    "P": "precision",
    "R": "recall",
    "Success": "hit_rate",
    "RR": "mrr",
    "AP": "map",
    "Rprec": "r-precision",
    "F1": "f1",
    "NumRelRet": "hits",
}


def ranx(measure: Measure, seen: Seen) -> Answer:
    rel = rel_of(measure)
    level = f"-l{rel}" if rel > 1 else ""
    if measure.family == "nDCG":
        return _ranx_ndcg(measure, seen, level)
    if measure.family == "RBP":
        return _ranx_rbp(measure, seen, level)
    if measure.family == "Bpref":
        return _ranx_bpref(measure, seen, level)
    if measure.family in _RANX_NAMES:
        return as_ours(_at(_RANX_NAMES[measure.family], measure, "@") + level, measure, seen)
    return no_value("", NOT_THERE)


def _ranx_rbp(measure: Measure, seen: Seen, level: str) -> Answer:
    """rank_biased_precision.py: over the whole ranking, the grade as gain."""
    rel, p = rel_of(measure), float(str(measure.parameters["p"]))
    k = measure.cutoff if isinstance(measure.cutoff, int) else None

    def value(acting: Acting) -> float:
        if not any(grade >= rel for grade in seen.known):
            return or_0(math.nan, acting)
        grades = seen.first(None if RBP_HAS_NO_CUTOFF in acting else k)
        relevant = (grade if grade is not None and grade >= rel else 0 for grade in grades)
        gains = (gain if RAW_GRADE in acting else min(gain, 1) for gain in relevant)
        return (1 - p) * sum(gain * p**place for place, gain in enumerate(gains))

    rules = rules_of(RAW_GRADE, RBP_HAS_NO_CUTOFF if k else None, COUNTS_0)
    return Answer(f"rbp{str(p).removeprefix('0')}{level}", rules, value)


def _ranx_ndcg(measure: Measure, seen: Seen, level: str) -> Answer:
    """ndcg.py: grades below the level leave the gain and the ideal; ndcg_burges has 2^grade − 1, unscaled."""
    exponential, rel = measure.parameters["dcg"] != "log2", rel_of(measure)
    k = measure.cutoff if isinstance(measure.cutoff, int) else None
    kept = [grade if grade is not None and grade >= rel else 0 for grade in seen.first(k)]
    ideal = _dcg([grade for grade in seen.known if grade >= rel][:k], exponential)
    overflows = exponential and max(seen.known, default=0) > 1023

    def value(acting: Acting) -> float:
        if (overflows and OVERFLOW not in acting) or (
            measure.parameters["rel"] and LEVEL_DROPS not in acting
        ):
            return or_0(seen.ours(measure.name), acting)
        return _dcg(kept, exponential) / ideal if ideal else or_0(math.nan, acting)

    drops = Reason(LEVEL_DROPS, {"rel": rel}) if measure.parameters["rel"] else None
    rules = rules_of(OVERFLOW if overflows else None, drops, COUNTS_0)
    return Answer(_at("ndcg_burges" if exponential else "ndcg", measure, "@") + level, rules, value)


def _ranx_bpref(measure: Measure, seen: Seen, level: str) -> Answer:
    """bpref.py: as trec_eval, without its case for no non-relevant above, and with negative grades in N."""
    rel = rel_of(measure)
    relevant = sum(grade >= rel for grade in seen.known)
    others = len(seen.known) - relevant

    def value(acting: Acting) -> float:
        if BPREF_DIVIDES not in acting or not relevant:
            return or_0(seen.ours(measure.name), acting)
        total, above = 0.0, 0
        for grade in seen.first(None):
            if grade is not None and grade < rel:
                above += 1
            elif grade is not None:
                total += 1 - min(above, relevant) / min(relevant, others) if others else math.nan
        return total / relevant

    return Answer(f"bpref{level}", rules_of(BPREF_DIVIDES, COUNTS_0), value)


def _dcg(grades: Sequence[int], exponential: bool) -> float:
    return discounted([power(grade) - 1 if exponential else grade for grade in grades])


def discounted(gains: Sequence[float]) -> float:
    return sum((gain / math.log2(place + 2) for place, gain in enumerate(gains) if gain), start=0.0)


def power(grade: int) -> float:
    """2^grade as these tools have it: infinite from 1024 on."""
    return 2.0**grade if grade < 1024 else math.inf

"""What trec_eval, ranx, Quepid and Elasticsearch would say about one ranking, by their own rules, and why.

Read from their sources: trec_eval 10 (m_*.c), ranx 0.3.21 (ranx/metrics), Quepid (db/scorers/*.js, run by
ScorerFactory.js), Elasticsearch (modules/rank-eval: DiscountedCumulativeGain.java, PrecisionAtK.java,
RecallAtK.java, MeanReciprocalRank.java, ExpectedReciprocalRank.java). All are given the ranking in our order;
where scores are tied, theirs may differ (trec_eval: the same; ranx: the order of the file, from about 15
results on none in particular; Quepid and Elasticsearch: the order of the search engine).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from evaluation.measures import Measure, compute, parse_measure
from evaluation.values import judge
from evaluation.words import N_

TREC_EVAL = "trec_eval 10"
RANX = "ranx"
QUEPID = "Quepid"
ELASTICSEARCH = "Elasticsearch"

NOT_THERE = N_("has no such measure")
COUNTS_0 = N_("counts 0 where no relevant fragment is known; here it is undefined and left out of means")
LINEAR_ONLY = N_("linear gain: the grade itself, not 2^grade − 1")
NDCG_IGNORES_LEVEL = N_("its level (-l) does not touch nDCG: the gain stays the grade")
RR_HAS_NO_CUTOFF = N_("its reciprocal rank has no cutoff")
SET_F_HAS_NO_CUTOFF = N_("its F counts all results, without a cutoff")
RBP_UNSET = N_("version 10 takes the grade scale from memory that was never set: no value can be foretold")
RESIDUAL = N_("p is always 0.9, a negative grade counts as unjudged, and it is 0 when no result is unjudged")
UNJUDGED_SHARE = N_(
    "the unjudged share of the first {k}; missing ranks count as judged, negative grades as not"
)
LEVEL_DROPS = N_("its level drops grades below {rel}, but the gain of the others stays the grade")
OVERFLOW = N_("2^grade overflows from grade 1024 on: not a number")
BPREF_DIVIDES = N_("negative grades count as non-relevant, and without judged non-relevant it divides by 0")
RAW_GRADE = N_("the gain is the raw grade, so it can exceed 1")
FIRST_TEN = N_("always has a cutoff, 10 unless changed")
QUEPID_IDEAL = N_("exponential gain, and its ideal takes all rated documents without cutting them at {k}")
ELASTIC_IDEAL = N_("exponential gain, and its ideal is cut to the number of results, {results}")
DIVIDES_BY_RETURNED = N_("divides by the results it got, {results}, not by {k}")
ABOVE_0 = N_("relevant is always a rating above 0")
NO_RELEVANT_NAN = N_("divides by 0 where no relevant document is rated: not a number")
TOP_OF_SCALE = N_("the highest grade is that of the scale, {highest}, and grades above it are not capped")
NOT_CAPPED = N_("grades above {highest} are not capped, and a negative grade has a negative gain")


@dataclass(frozen=True)
class Elsewhere:
    """One tool's answer. called: its name for the measure; value: None where it has none, NaN as it says so.

    template, values: why its rule is another, for translation; empty where the rule is ours.
    """

    tool: str
    called: str
    value: float | None
    template: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """In English."""
        return self.template.format(**self.values)


@dataclass(frozen=True)
class _Seen:
    """A ranking as the tools see it: grades of the results in order, None for unjudged; all grades known."""

    ranking: Sequence[str]
    grades: Mapping[str, int]
    highest: int

    def first(self, k: int | None) -> list[int | None]:
        return [self.grades.get(fragment) for fragment in self.ranking[:k]]

    @property
    def known(self) -> list[int]:
        return sorted(self.grades.values(), reverse=True)

    def ours(self, name: str) -> float:
        return float(compute(judge([self.ranking], [self.grades]), [parse_measure(name)])[0, 0])


def elsewhere(
    measure: Measure, ranking: Sequence[str], grades: Mapping[str, int], highest: int = 3
) -> list[Elsewhere]:
    """What each of the four tools gives for one query.

    ranking: fragment_ids in the ranking order. grades: fragment_id → grade, all that is judged for the query.
    highest: top of the collection's scale, which Quepid's ERR uses.
    """
    seen = _Seen(ranking, grades, highest)
    return [tool(measure, seen) for tool in (_trec_eval, _ranx, _quepid, _elasticsearch)]


def mean_elsewhere(of_queries: Sequence[Sequence[Elsewhere]]) -> list[Elsewhere]:
    """What each tool gives as the mean, from what `elsewhere` says of every judged query.

    trec_eval (with -c), ranx (made comparable), Quepid and Elasticsearch all divide by the judged queries; one
    value that is not a number makes the mean none. The reason is the one that most queries have.
    """
    return [_mean_of(answers) for answers in zip(*of_queries, strict=True)]


def _mean_of(answers: Sequence[Elsewhere]) -> Elsewhere:
    values = [answer.value for answer in answers if answer.value is not None]
    rules = Counter(answer.template for answer in answers if answer.template not in ("", COUNTS_0))
    template = rules.most_common(1)[0][0] if rules else COUNTS_0
    like = next((answer for answer in answers if answer.template == template), answers[0])
    return replace(like, value=math.fsum(values) / len(values) if len(values) == len(answers) else None)


def _at(name: str, measure: Measure, joint: str = "_") -> str:
    return name if measure.cutoff is None else f"{name}{joint}{measure.cutoff}"


def _rel(measure: Measure) -> int:
    rel = measure.parameters.get("rel")
    return rel if isinstance(rel, int) else 1


def _cutoff(measure: Measure) -> int:
    return measure.cutoff if isinstance(measure.cutoff, int) else 10


def _zero_if_undefined(answer: Elsewhere, value: float) -> Elsewhere:
    """The value, and 0 with its reason where ours is undefined and no other reason stands yet."""
    if not math.isnan(value):
        return replace(answer, value=value)
    return replace(answer, value=0.0, template=answer.template or COUNTS_0)


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


def _trec_eval(measure: Measure, seen: _Seen) -> Elsewhere:
    k, rel = measure.cutoff, _rel(measure)
    level = f" -l {rel}" if rel > 1 else ""
    if measure.family == "nDCG":
        name = "ndcg" if k is None else f"ndcg_cut_{k}"
        reason = LINEAR_ONLY if measure.parameters["dcg"] != "log2" else ""
        reason = NDCG_IGNORES_LEVEL if measure.parameters["rel"] else reason
        plain = "nDCG" if k is None else f"nDCG@{k}"
        return _zero_if_undefined(Elsewhere(TREC_EVAL, name, None, reason), seen.ours(plain))
    if measure.family == "AP":
        name = "map" if k is None else f"map_cut_{k}"
        return _zero_if_undefined(Elsewhere(TREC_EVAL, name + level, None), seen.ours(measure.name))
    if measure.family in ("RR", "F1") and k is not None:
        reason = RR_HAS_NO_CUTOFF if measure.family == "RR" else SET_F_HAS_NO_CUTOFF
        answer = Elsewhere(TREC_EVAL, _TREC_EVAL_NAMES[measure.family] + level, None, reason)
        return _zero_if_undefined(answer, seen.ours(f"{measure.family}(rel={rel})"))
    if measure.family == "RBP":
        return Elsewhere(TREC_EVAL, f"rbp.p={measure.parameters['p']}", None, RBP_UNSET)
    if measure.family == "RBP_residual":
        return Elsewhere(TREC_EVAL, "rbp_resid", _trec_eval_residual(seen), RESIDUAL)
    if measure.family == "Judged":
        unjudged = sum(grade is None or grade < 0 for grade in seen.first(_cutoff(measure)))
        share = unjudged / _cutoff(measure)
        return Elsewhere(TREC_EVAL, f"unj_{k}", share, UNJUDGED_SHARE, {"k": k})
    if measure.family in _TREC_EVAL_NAMES:
        name = _at(_TREC_EVAL_NAMES[measure.family], measure) + level
        if measure.family == "IPrec":
            name = f"iprec_at_recall_{measure.cutoff:.2f}{level}"
        return _zero_if_undefined(Elsewhere(TREC_EVAL, name, None), seen.ours(measure.name))
    return Elsewhere(TREC_EVAL, "", None, NOT_THERE)


def _trec_eval_residual(seen: _Seen) -> float:
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


def _ranx(measure: Measure, seen: _Seen) -> Elsewhere:
    rel = _rel(measure)
    level = f"-l{rel}" if rel > 1 else ""
    if measure.family == "nDCG":
        return _ranx_ndcg(measure, seen, level)
    if measure.family == "Bpref":
        return Elsewhere(RANX, f"bpref{level}", _ranx_bpref(seen, rel), BPREF_DIVIDES)
    if measure.family == "RBP":
        p = float(str(measure.parameters["p"]))
        gains = [grade if grade is not None and grade >= rel else 0 for grade in seen.first(None)]
        value = (1 - p) * sum(gain * p**place for place, gain in enumerate(gains))
        return Elsewhere(RANX, f"rbp{str(p).removeprefix('0')}{level}", value, RAW_GRADE)
    if measure.family in _RANX_NAMES:
        name = _at(_RANX_NAMES[measure.family], measure, "@") + level
        return _zero_if_undefined(Elsewhere(RANX, name, None), seen.ours(measure.name))
    return Elsewhere(RANX, "", None, NOT_THERE)


def _ranx_ndcg(measure: Measure, seen: _Seen, level: str) -> Elsewhere:
    """ndcg.py: grades below the level leave the gain and the ideal; ndcg_burges has 2^grade − 1, unscaled."""
    exponential = measure.parameters["dcg"] != "log2"
    name = _at("ndcg_burges" if exponential else "ndcg", measure, "@") + level
    rel, k = _rel(measure), measure.cutoff if isinstance(measure.cutoff, int) else None
    kept = [grade if grade is not None and grade >= rel else 0 for grade in seen.first(k)]
    ideal = _dcg([grade for grade in seen.known if grade >= rel][:k], exponential)
    if exponential and max(seen.known, default=0) > 1023:
        return Elsewhere(RANX, name, _dcg(kept, exponential) / ideal, OVERFLOW)
    answer = Elsewhere(RANX, name, None)
    if measure.parameters["rel"]:
        answer = replace(answer, template=LEVEL_DROPS, values={"rel": rel})
    return _zero_if_undefined(answer, _dcg(kept, exponential) / ideal if ideal else math.nan)


def _ranx_bpref(seen: _Seen, rel: int) -> float:
    """bpref.py: as trec_eval, without its case for no non-relevant above, and with negative grades in N."""
    relevant = sum(grade >= rel for grade in seen.known)
    others = len(seen.known) - relevant
    total, above = 0.0, 0
    for grade in seen.first(None):
        if grade is not None and grade < rel:
            above += 1
        elif grade is not None:
            total += 1 - min(above, relevant) / min(relevant, others) if others else math.nan
    return total / relevant if relevant else 0.0


def _quepid(measure: Measure, seen: _Seen) -> Elsewhere:
    k, family = _cutoff(measure), measure.family
    if family not in ("nDCG", "P", "RR", "AP", "ERR"):
        return Elsewhere(QUEPID, "", None, NOT_THERE)
    grades = seen.first(k)
    relevant = [grade is not None and grade > 0 for grade in grades]
    known = sum(grade > 0 for grade in seen.known)
    answer = Elsewhere(QUEPID, f"{family}@{k}", None, "" if measure.cutoff else FIRST_TEN)
    if _rel(measure) > 1:
        answer = replace(answer, template=ABOVE_0)
    if family == "nDCG":
        ideal = _dcg(seen.known, exponential=True)
        value = _dcg([grade or 0 for grade in grades], exponential=True) / ideal if ideal else 0.0
        return replace(answer, value=value, template=QUEPID_IDEAL, values={"k": k})
    if family == "P":
        return _divided_by_returned(answer, relevant, k, known)
    if family == "RR":
        value = 1 / (relevant.index(True) + 1) if any(relevant) else 0.0
        return replace(answer, value=value, template=answer.template or ("" if known else COUNTS_0))
    if family == "AP":
        total = sum(sum(relevant[: place + 1]) / (place + 1) for place, hit in enumerate(relevant) if hit)
        if not known:
            return replace(answer, value=math.nan, template=NO_RELEVANT_NAN)
        return replace(answer, value=total / known)
    value = _err(grades, seen.highest)
    return replace(answer, value=value, template=TOP_OF_SCALE, values={"highest": seen.highest})


_ELASTICSEARCH_NAMES = {
    "nDCG": "dcg, normalize",
    "P": "precision",
    "R": "recall",
    "RR": "mean_reciprocal_rank",
    "ERR": "expected_reciprocal_rank",
}


def _elasticsearch(measure: Measure, seen: _Seen) -> Elsewhere:
    k, family, rel = _cutoff(measure), measure.family, _rel(measure)
    if family not in _ELASTICSEARCH_NAMES:
        return Elsewhere(ELASTICSEARCH, "", None, NOT_THERE)
    grades = seen.first(k)
    called = f"{_ELASTICSEARCH_NAMES[family]}, k={k}"
    answer = Elsewhere(ELASTICSEARCH, called, None, "" if measure.cutoff else FIRST_TEN)
    if family == "nDCG":
        ideal = _dcg(seen.known[: len(grades)], exponential=True)
        value = _dcg([grade or 0 for grade in grades], exponential=True) / ideal if ideal else 0.0
        return replace(answer, value=value, template=ELASTIC_IDEAL, values={"results": len(grades)})
    if family == "ERR":
        highest = int(str(measure.parameters["gmax"]))
        answer = replace(answer, called=f"{called}, maximum_relevance={highest}")
        return replace(answer, value=_err(grades, highest), template=NOT_CAPPED, values={"highest": highest})
    threshold = f", relevant_rating_threshold={rel}" if rel > 1 else ""
    answer = replace(answer, called=called + threshold)
    if family == "P":
        relevant = [grade is not None and grade >= rel for grade in grades]
        return _divided_by_returned(answer, relevant, k, sum(grade >= rel for grade in seen.known))
    return _zero_if_undefined(answer, seen.ours(f"{family}(rel={rel})@{k}"))


def _divided_by_returned(answer: Elsewhere, relevant: list[bool], k: int, known: int) -> Elsewhere:
    results = len(relevant)
    answer = replace(answer, value=sum(relevant) / results if results else 0.0)
    if answer.template:
        return answer
    if not known:
        return replace(answer, template=COUNTS_0)
    if results < k:
        return replace(answer, template=DIVIDES_BY_RETURNED, values={"results": results, "k": k})
    return answer


def _dcg(grades: Sequence[int], exponential: bool) -> float:
    gains = (_power(grade) - 1 if exponential else grade for grade in grades)
    return sum((gain / math.log2(place + 2) for place, gain in enumerate(gains) if gain), start=0.0)


def _err(grades: Sequence[int | None], highest: int) -> float:
    """Chapelle et al. 2009, unrated results passed over but counted in the rank."""
    value, reached = 0.0, 1.0
    for place, grade in enumerate(grades, start=1):
        satisfied = (_power(grade or 0) - 1) / _power(highest)
        value += reached * satisfied / place
        reached *= 1 - satisfied
    return value


def _power(grade: int) -> float:
    """2^grade as these tools have it: infinite from 1024 on."""
    return 2.0**grade if grade < 1024 else math.inf

"""What trec_eval, ranx, Quepid and Elasticsearch would say about one ranking, by their own rules, and why.

The rules themselves are in `other_rules` and `engine_rules`. All tools are given the ranking in our order; where
scores are tied, theirs may differ (trec_eval: the same; ranx: the order of the file, from about 15 results on none
in particular; Quepid and Elasticsearch: the order of the search engine).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evaluation import engine_rules, other_rules
from evaluation.measures import Measure
from evaluation.other_rules import UNDEFINED, Answer, Reason, Seen

TREC_EVAL = "trec_eval 10"
RANX = "ranx"
QUEPID = "Quepid"
ELASTICSEARCH = "Elasticsearch"
_TOOLS = {
    TREC_EVAL: other_rules.trec_eval,
    RANX: other_rules.ranx,
    QUEPID: engine_rules.quepid,
    ELASTICSEARCH: engine_rules.elasticsearch,
}


@dataclass(frozen=True)
class Elsewhere:
    """One tool's answer. called: its name for the measure; value: None where it has none, NaN as it says so.

    rules: all that the tool does otherwise for this measure, but for queries where it is undefined. reasons: the
    fewest rules by which this value comes from ours; none where it is ours.
    """

    tool: str
    called: str
    value: float | None
    reasons: tuple[Reason, ...] = ()
    rules: tuple[Reason, ...] = ()

    @property
    def reason(self) -> str:
        """In English."""
        return "; ".join(reason.told for reason in self.reasons)


def elsewhere(
    measure: Measure, ranking: Sequence[str], grades: Mapping[str, int], highest: int = 3
) -> list[Elsewhere]:
    """What each of the four tools gives for one query.

    ranking: fragment_ids in the ranking order. grades: fragment_id → grade, all that is judged for the query.
    highest: top of the collection's scale, which Quepid's ERR uses.
    """
    seen = Seen(ranking, grades, highest)
    ours = seen.ours(measure.name)
    return [_told(tool, rules(measure, seen), ours) for tool, rules in _TOOLS.items()]


def mean_elsewhere(of_queries: Sequence[Sequence[Elsewhere]], ours: float) -> list[Elsewhere]:
    """What each tool gives as the mean, from what `elsewhere` says of every judged query. ours: our mean.

    trec_eval (with -c), ranx (made comparable), Quepid and Elasticsearch all divide by the judged queries; one
    value that is not a number makes the mean none. The reasons are those of all queries, where the mean is not
    ours; what stands in them is told as a range where it differs between queries.
    """
    return [_mean_of(answers, ours) for answers in zip(*of_queries, strict=True)]


def _told(tool: str, answer: Answer, ours: float) -> Elsewhere:
    if answer.value is None:
        return Elsewhere(tool, answer.called, None, answer.rules, answer.rules)
    theirs = answer.value(frozenset(rule.template for rule in answer.rules))
    rules = tuple(rule for rule in answer.rules if rule.template not in UNDEFINED)
    return Elsewhere(tool, answer.called, theirs, _acting(answer, ours, theirs), rules)


def _acting(answer: Answer, ours: float, theirs: float) -> tuple[Reason, ...]:
    """The fewest of the rules that give their value; where ours is undefined and theirs no number, what says so."""
    if math.isnan(ours) and math.isnan(theirs):
        return tuple(rule for rule in answer.rules if rule.template in UNDEFINED)
    if answer.value is None or _same(ours, theirs):
        return ()
    for size in range(1, len(answer.rules)):
        for some in combinations(answer.rules, size):
            if _same(answer.value(frozenset(rule.template for rule in some)), theirs):
                return some
    return answer.rules


def _mean_of(answers: Sequence[Elsewhere], ours: float) -> Elsewhere:
    first = answers[0]
    values = [answer.value for answer in answers if answer.value is not None]
    if len(values) < len(answers):
        return first
    mean = math.fsum(values) / len(values)
    reasons = () if _same(ours, mean) else _together(reason for one in answers for reason in one.reasons)
    return Elsewhere(first.tool, first.called, mean, reasons, first.rules)


def _together(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Each template once, in the order of their coming."""
    found: dict[str, list[Mapping[str, object]]] = {}
    for reason in reasons:
        found.setdefault(reason.template, []).append(reason.values)
    return tuple(
        Reason(template, {name: _spread([one[name] for one in values]) for name in values[0]})
        for template, values in found.items()
    )


def _spread(values: Sequence[object]) -> object:
    numbers = sorted({value for value in values if isinstance(value, int)})
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else values[0]


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12) or (math.isnan(one) and math.isnan(other))

"""What a reader of a comparison must know before believing it, as data: a template, its values, how grave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.comparison import Group, Verdict, query_means
from evaluation.measures import Measure
from evaluation.stages import CANDIDATES, CONTEXT
from evaluation.values import Float
from evaluation.words import N_, counted

FEW_QUERIES = 30
UNJUDGED_SHARE = 0.2
UNANSWERED_SHARE = 0.1
HALF = 0.5
LOSS = 0.005
LARGE_GROUP = 5
"""A group of fewer queries is only mentioned: one odd query is enough to make it lose."""
ROLES = ("retriever", "reranker", "final")

FEW = N_(
    "Only {n} queries count. With fewer than {few}, a difference has to be large to be more than chance,"
    " and a few odd queries decide the mean: judge more queries before you decide."
)
FEW_ONE = N_(
    "Only one query counts. With fewer than {few}, a difference has to be large to be more than chance,"
    " and a few odd queries decide the mean: judge more queries before you decide."
)
FEW_NONE = N_(
    "No query counts, so nothing is known of any difference: judge queries for which something is found."
)
NO_RESULTS = counted(
    "“{run}” has no results for one of {n} queries; it counts 0.",
    "“{run}” has no results for {count} of {n} queries; they count 0.",
)
NO_RESULTS_AT_ALL = N_(
    "“{run}” has no results for any of the queries that count, {n} in all: see that its query_ids are those of the"
    " judgements."
)
NOT_IN_POOL = N_(
    "{share} of the first 10 results of “{run}” are unjudged and count as not relevant, against {least} of"
    " “{other}”: its scores may be too low. Judge its results before you compare it."
)
ORDER_OF_RETRIEVER = N_(
    "{measure} looks at the order of the first results, and these are retrievers: {runs}. What comes after them"
    " orders their candidates anew. Judge a retriever by its recall at the number of candidates, such as"
    " R@{candidates}."
)
RECALL_OF_RERANKER = N_(
    "{measure} does not see the order of the first {candidates}, and these only reorder what they were given:"
    " {runs}. They cannot change this measure. Judge a reranker by nDCG at the size of the context, such as"
    " nDCG@{context}."
)
DIFFERENT_STAGES = N_(
    "“{baseline}” is a {role}; of another stage are: {runs}. A difference between stages is not a choice between"
    " two configurations of one stage."
)
DIFFERENT_QRELS = N_(
    "The grades differ between “{one}” and “{other}”: {shared} queries are judged in both, {only} in one only, and"
    " of the pairs {changed} have another grade or none. The numbers of one cannot be compared with those of the"
    " other; compare runs within one of them."
)
MANY_RUNS = N_(
    "{n} runs are compared with one baseline. One in 20 such comparisons would seem better or worse by chance"
    " alone, so p is given after Holm's correction; a run picked because it stands first in the table has no such"
    " protection."
)
INTERVALS = N_(
    "Each interval holds with 95 % for its run alone; p is after Holm's correction for several runs, intervals are"
    " not."
)
UNCORRECTED = N_(
    "{n} measures are shown. The verdict is corrected for the {runs} runs, not for looking at several measures:"
    " choose the measure that decides before you look."
)
GROUP_LOSES = N_(
    "“{run}” gains {gain} on the whole, but loses with some tags: {tags}. Look at these queries before you decide."
)
GROUP = N_("“{tag}” {loss} (n = {n})")
NAMES_ROLE = {"retriever": N_("retriever"), "reranker": N_("reranker"), "final": N_("final ranking")}


@dataclass(frozen=True)
class Caution:
    """`template` with its `values`; shares and differences are numbers. grave: the conclusion may be wrong."""

    kind: str
    template: str
    values: Mapping[str, object]
    grave: bool = True


def few_queries(queries: int) -> list[Caution]:
    """A mean over few queries."""
    if queries >= FEW_QUERIES:
        return []
    template = {0: FEW_NONE, 1: FEW_ONE}.get(queries, FEW)
    return [Caution("few", template, {"n": queries, "few": FEW_QUERIES})]


def outside_the_pool(names: Sequence[str], judged: Float, answered: NDArray[np.bool_]) -> list[Caution]:
    """Runs whose first 10 are much less judged than those of the best-judged run that answers half of the queries.

    judged: float64 [run], as `judged_of_results` gives it; NaN for a run without results. answered: bool
    [run, query], whether the run has results; a few well-judged ones are nothing to measure the others by.
    """
    whole = np.where(answered.mean(axis=1) >= HALF, judged, np.nan)
    if np.isnan(whole).all():
        return []
    best = int(np.nanargmax(whole))
    least = 1 - judged[best]
    return [
        Caution(
            "pool",
            NOT_IN_POOL,
            {"run": name, "share": 1 - judged[run], "other": names[best], "least": least},
        )
        for run, name in enumerate(names)
        if run != best and 1 - judged[run] - least > UNJUDGED_SHARE
    ]


def judged_of_results(judged: Float, answered: NDArray[np.bool_]) -> Float:
    """The mean share of a run's first results that is judged, float64 [run]; NaN for a run without results.

    judged: Judged@k, float64 [run, query], NaN where nothing is judged; answered: bool [run, query], whether the run
    has results. A query without results has none that is unjudged, though its Judged@k is 0.
    """
    return query_means(np.where(answered, judged, np.nan))


def without_results(names: Sequence[str], values: Float, answered: NDArray[np.bool_]) -> list[Caution]:
    """Runs that have no results for queries that count. values, answered: float64 and bool [run, query]."""
    found = []
    for name, of_run, has_results in zip(names, values, answered, strict=True):
        counts = ~np.isnan(of_run)
        n, missing = int(counts.sum()), int((counts & ~has_results).sum())
        if missing:
            template = NO_RESULTS_AT_ALL if missing == n else NO_RESULTS
            grave = missing >= UNANSWERED_SHARE * n
            found.append(Caution("results", template, {"run": name, "count": missing, "n": n}, grave))
    return found


def intervals_alone(verdicts: Sequence[Verdict]) -> list[Caution]:
    """That the intervals beside corrected p are not corrected."""
    shown = any(verdict.has_interval and verdict.comparisons > 1 for verdict in verdicts)
    return [Caution("intervals", INTERVALS, {}, grave=False)] if shown else []


def misfits(
    measure: Measure,
    names: Sequence[str],
    roles: Sequence[str],
    candidates: int = CANDIDATES,
    context: int = CONTEXT,
) -> list[Caution]:
    """Runs whose stage the measure does not measure. roles: of ROLES, "" where nobody said."""
    retrievers = [name for name, role in zip(names, roles, strict=True) if role == "retriever"]
    rerankers = [name for name, role in zip(names, roles, strict=True) if role in ("reranker", "final")]
    values = {"measure": measure, "candidates": candidates, "context": context}
    found = []
    if retrievers and _sees_the_top(measure, candidates):
        found.append(Caution("stage", ORDER_OF_RETRIEVER, {**values, "runs": retrievers}))
    if rerankers and measure.family in ("R", "Success") and _at_least(measure.cutoff, candidates):
        found.append(Caution("stage", RECALL_OF_RERANKER, {**values, "runs": rerankers}))
    return found


def different_stages(
    baseline: str, baseline_role: str, names: Sequence[str], roles: Sequence[str]
) -> list[Caution]:
    """Retrievers beside a reranker, or the other way round."""
    if not baseline_role:
        return []
    others = [
        name
        for name, role in zip(names, roles, strict=True)
        if role and (role == "retriever") != (baseline_role == "retriever")
    ]
    values = {"baseline": baseline, "role": NAMES_ROLE[baseline_role], "runs": others}
    return [Caution("stages", DIFFERENT_STAGES, values, grave=False)] if others else []


def different_qrels(
    one: str, other: str, ours: Mapping[tuple[str, str], int], theirs: Mapping[tuple[str, str], int]
) -> list[Caution]:
    """Two sets of qrels whose numbers cannot be set side by side; (query_id, fragment_id) → grade."""
    queries, others = {query for query, _ in ours}, {query for query, _ in theirs}
    changed = sum(1 for pair in ours.keys() | theirs.keys() if ours.get(pair) != theirs.get(pair))
    if not changed:
        return []
    values = {
        "one": one,
        "other": other,
        "shared": len(queries & others),
        "only": len(queries ^ others),
        "changed": changed,
    }
    return [Caution("qrels", DIFFERENT_QRELS, values)]


def many(comparisons: int, measures: int) -> list[Caution]:
    """Chance has many tries when many runs, or many measures, are looked at."""
    found = []
    if comparisons > 1:
        found.append(Caution("many", MANY_RUNS, {"n": comparisons}, grave=False))
    if measures > 1:
        found.append(Caution("measures", UNCORRECTED, {"n": measures, "runs": comparisons}, grave=False))
    return found


def losing_groups(
    names: Sequence[str], verdicts: Sequence[Verdict], groups: Sequence[Group]
) -> list[Caution]:
    """Gains on the whole that are losses for the queries with some tag."""
    found = []
    for place, verdict in enumerate(verdicts):
        lost = [group for group in groups if group.verdicts[place].difference < -LOSS]
        if not verdict.difference > LOSS or not lost:
            continue
        parts = [
            (
                GROUP,
                {
                    "tag": group.tag,
                    "loss": group.verdicts[place].difference,
                    "n": group.verdicts[place].queries,
                },
            )
            for group in lost
        ]
        values = {"run": names[verdict.run], "gain": verdict.difference, "tags": parts}
        large = max(group.verdicts[place].queries for group in lost) >= LARGE_GROUP
        found.append(Caution("group", GROUP_LOSES, values, grave=large))
    return found


def _sees_the_top(measure: Measure, candidates: int) -> bool:
    if measure.family in ("R", "Success"):
        return measure.cutoff is not None and not _at_least(measure.cutoff, min(20, candidates))
    return measure.family not in ("Judged", "NumRel", "NumRet", "NumRelRet")


def _at_least(cutoff: object, k: int) -> bool:
    return isinstance(cutoff, int) and cutoff >= k

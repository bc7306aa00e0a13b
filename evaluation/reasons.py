"""Why a fragment was served, in words: the log keeps a short name and values, people read a sentence."""

from __future__ import annotations

from evaluation import decide, pooling
from evaluation.words import N_

_REASONS = {
    "likely": pooling.LIKELY,
    "likely in top": pooling.LIKELY_IN_TOP,
    "rank": pooling.BEST_RANK,
    "hedge": pooling.TRUSTED_RUNS,
    "random": pooling.AT_RANDOM,
    "audit": pooling.AUDIT,
    "decide": decide.MOVES,
    "repeat": N_("asked for again without a word"),
    "shared": N_("in the part that everybody judges"),
    "alone": N_("likely relevant: {percent} %, and only one run found it"),
    "agreed": N_("likely relevant: {percent} %, and several runs agree"),
    "decides": N_("may decide between two runs; likely relevant: {percent} %"),
    "same text": N_("has the same text as {of}"),
    "one query": N_("from the page of one query"),
}
_NAMES = {template: name for name, template in _REASONS.items()}


def name_of(template: str) -> str:
    """The short name under which the log keeps a reason. Raises KeyError for a sentence that is none."""
    return _NAMES[template]


def template_of(name: str) -> str | None:
    """The sentence with named places (translatable) for a short name; None for what is no reason of a queue."""
    return _REASONS.get(name)

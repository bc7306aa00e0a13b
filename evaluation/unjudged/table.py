"""What each feature of the model is, which way it must point, and which tier has it."""

from __future__ import annotations

TIERS = ("ranks", "text", "dense")
STATES = ("none_relevant", "log_relevant", "log_judged")  # of the query; a term may be a feature times one

_RANKS = {
    "rrf_60": (1, "reciprocal rank fusion, constant 60"),
    "rrf_10": (1, "reciprocal rank fusion, constant 10: the first ranks count more"),
    "runs_share": (1, "share of the runs that retrieve it"),
    "log_best_rank": (-1, "ln of its best rank"),
    "top_10_share": (1, "share of the runs with it in their top 10"),
    "discount": (1, "mean of 1 / log2(1 + rank) over the runs"),
    "log_rank": (1, "mean of ln(101 / rank) over the runs"),
    "precise_runs": (1, "discounts weighted by each run's precision so far"),
    "precise_runs_sharp": (1, "likewise by its square"),
    "precise_runs_here": (1, "likewise by its precision for this query"),
    "near_relevant": (1, "judged relevant fragments within 3 places in the same run"),
    "near_other": (-1, "judged fragments that are not relevant, likewise"),
    "elsewhere_relevant": (1, "judged relevant for queries whose results overlap"),
    "elsewhere_other": (-1, "judged not relevant for such queries"),
    "anywhere_relevant": (1, "judged relevant for any other query"),
    "anywhere_other": (-1, "judged not relevant for any other query"),
    "popular": (1, "how many queries retrieve it"),
    "none_relevant": (0, "1 while nothing relevant is known"),
    "log_relevant": (0, "ln of 1 + the relevant known"),
    "log_judged": (0, "ln of 1 + the judged"),
    "log_other": (0, "ln of 1 + the judged that are not relevant"),
    "precision_here": (1, "share of the judged that are relevant, smoothed"),
    "log_base": (1, "ln of that share over all queries"),
}
_TEXT = {
    "query": (1, "likeness to the query"),
    "query_words": (1, "likeness to the query in words"),
    "query_grams": (1, "likeness to the query in character n-grams"),
    "query_centred": (1, "likeness to the query less the pool's mean"),
    "feedback": (1, "likeness to what the runs rank high"),
    "feedback_top": (1, "likeness to the runs' ten best together"),
    "feedback_centred": (1, "likeness to what the runs rank high, less the pool's mean"),
    "neighbours_rank": (1, "fused rank of the ten most alike"),
    "neighbours_query": (1, "likeness to the query of the ten most alike"),
    "length": (0, "ln of its length"),
    "density": (0, "mean likeness to the whole pool"),
    "text_with_query": (1, "kernel ridge on the judged, the query as one more relevant text"),
    "mixed_surprise": (1, "kernel ridge on surprise, over text, ranks and queries at once"),
    "neighbours_spread": (1, "judgements spread over the graph of the most alike"),
    "neighbours_surprise": (1, "surprise of the judged among the ten most alike"),
    "surprise_so_far": (0, "how much more relevance there was than a first guess gave"),
}
_DENSE = {
    "dense_query": (1, "likeness of the vectors to the query's"),
    "dense_feedback": (1, "likeness of the vectors to what the runs rank high"),
    "dense_with_query": (1, "kernel ridge on the judged, the query as one more relevant vector"),
}
_KERNELS = {
    "profile": "by the runs' ranks",
    "together": "by shared queries",
    "text": "in text",
    "centred": "in text less the pool's",
    "dense": "in vectors",
}
_TO_JUDGED = {
    "max_relevant": (1, "likeness to the nearest relevant"),
    "mean_relevant": (1, "mean likeness to the relevant"),
    "two_relevant": (1, "likeness to the two nearest relevant"),
    "max_other": (-1, "likeness to the nearest judged other"),
    "mean_other": (-1, "mean likeness to the judged others"),
    "ridge": (1, "kernel ridge on relevance"),
    "surprise": (1, "kernel ridge on surprise"),
}
_PRODUCTS = {
    "ranks": (
        ("rrf_10", "none_relevant"),
        ("top_10_share", "none_relevant"),
        ("profile_ridge", "log_relevant"),
        ("together_ridge", "log_relevant"),
        ("precise_runs", "log_relevant"),
    ),
    "text": (
        ("rrf_10", "none_relevant"),
        ("top_10_share", "none_relevant"),
        ("query", "none_relevant"),
        ("feedback_top", "none_relevant"),
        ("neighbours_rank", "none_relevant"),
        ("text_ridge", "log_relevant"),
        ("text_max_relevant", "log_relevant"),
        ("precise_runs", "log_relevant"),
        ("rrf_10", "log_judged"),
        ("query", "log_judged"),
        ("text_ridge", "log_judged"),
    ),
}
_PRIOR = {
    "ranks": ("rrf_10", "top_10_share", "runs_share", "log_best_rank", "log_base"),
    "text": ("query", "feedback_top", "neighbours_rank"),
}


def _kernel_features(name: str) -> dict[str, tuple[int, str]]:
    found = {
        f"{name}_{what}": (sign, f"{text}, {_KERNELS[name]}") for what, (sign, text) in _TO_JUDGED.items()
    }
    if name in ("text", "dense"):
        found[f"{name}_grade"] = (1, f"kernel ridge on the grade, {_KERNELS[name]}")
    return found


def features_of(tier: str) -> dict[str, tuple[int, str]]:
    """The tier's features: name → (sign of its weight, 0 for either; what it is).

    Raises ValueError for a tier that is not in `TIERS`.
    """
    if tier not in TIERS:
        raise ValueError(f"a tier is one of {', '.join(TIERS)}, not {tier}")
    found = _RANKS | _kernel_features("profile") | _kernel_features("together")
    if tier != "ranks":
        found = found | _TEXT | _kernel_features("text") | _kernel_features("centred")
    if tier == "dense":
        found = found | _DENSE | _kernel_features("dense")
    return found


def terms_of(tier: str) -> list[tuple[str, str]]:
    """The tier's terms in the model: a feature alone (second part empty) or times a state of the query."""
    alone = [(name, "") for name in features_of(tier)]
    return alone + list(_PRODUCTS["ranks" if tier == "ranks" else "text"])


def prior_of(tier: str) -> tuple[str, ...]:
    """Features of the first guess, that judging the query does not change."""
    return _PRIOR["ranks"] + (_PRIOR["text"] if tier != "ranks" else ())


def term_name(feature: str, state: str) -> str:
    """The name under which a term's weight is shipped."""
    return f"{feature} × {state}" if state else feature

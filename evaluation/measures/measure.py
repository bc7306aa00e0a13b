"""A measure with its cutoff and parameters, and the one call that computes many of them for many rankings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from evaluation.measures.definition import TIES, Definition
from evaluation.measures.families import FAMILIES, Cutoff, Family, Text, Value
from evaluation.measures.notation import canonical_name, read_name
from evaluation.measures.seen import EXPONENTIAL, Seen
from evaluation.values import Float, Judged
from evaluation.words import N_

PLAIN_LABEL = N_("{name}")
EXPONENTIAL_LABEL = N_("{short}, exponential gain")
BINARY_LABEL = N_("{short}, binary gain, grade {rel} or higher")
THRESHOLD_LABEL = N_("{short}, grade {rel} or higher")

NO_CUTOFF = N_("None: the whole ranking counts.")
FIRST_COUNT = N_("The first {k} results count.")
THRESHOLD = N_("Relevant is grade {rel} or higher.")


@dataclass(frozen=True)
class Measure:
    """One measure with its cutoff and parameters; equal when the names are.

    name: canonical, `nDCG(dcg='exp-log2')@10`. total: counted together over queries, not averaged.
    label_template, label_values: what people are shown, for translation.
    """

    name: str
    total: bool = field(compare=False)
    definition: Definition = field(compare=False, repr=False)
    label_template: str = field(compare=False, repr=False)
    label_values: Mapping[str, object] = field(compare=False, repr=False)
    family: str = field(compare=False, repr=False)
    cutoff: Value = field(compare=False, repr=False)
    parameters: Mapping[str, Value] = field(compare=False, repr=False)

    @property
    def label(self) -> str:
        """What people are shown, in English: `nDCG@10, exponential gain`."""
        return self.label_template.format(**self.label_values)

    def compute(self, judged: Judged) -> Float:
        """Its value for each ranking, float64 [n]; NaN where undefined."""
        return compute(judged, [self])[:, 0]

    def of(self, seen: Seen) -> Float:
        """Its value for each ranking, float64 [n], from what other measures have worked out too."""
        return _FORMULAS[self.family](seen, self.cutoff, **self.parameters)


_FORMULAS: dict[str, Callable[..., Float]] = {family.name: family.formula for family in FAMILIES}


@lru_cache(maxsize=1024)
def parse_measure(name: str) -> Measure:
    """The measure of that name: ir_measures notation, either quote, blanks and any order of parameters.

    Raises UnknownMeasure (a ValueError) whose message lists what is understood.
    """
    family, cutoff, given = read_name(name)
    values = dict(given)
    canonical = canonical_name(family, cutoff, values)
    label, label_values = _label(family, canonical, cutoff, values)
    return Measure(
        name=canonical,
        total=family.total,
        definition=_definition(family, cutoff, values),
        label_template=label,
        label_values=label_values,
        family=family.name,
        cutoff=cutoff,
        parameters=values,
    )


def compute(judged: Judged, measures: Sequence[Measure]) -> Float:
    """The value of every measure for every ranking, float64 [n, m].

    NaN where a value is undefined (no relevant fragment is known); no results, and something relevant
    known: 0. No ranking's value depends on the others.
    """
    seen = Seen(judged)
    values = np.empty((len(measures), seen.n))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for column, measure in enumerate(measures):
            values[column] = measure.of(seen)
    return values.T


def _label(
    family: Family, name: str, cutoff: Value, values: Mapping[str, Value]
) -> tuple[str, Mapping[str, object]]:
    short = family.name if cutoff is None else f"{family.name}@{cutoff}"
    rel = values.get("rel")
    if values.get("dcg") == EXPONENTIAL:
        return EXPONENTIAL_LABEL, {"short": short}
    if family.name == "nDCG" and rel is not None:
        return BINARY_LABEL, {"short": short, "rel": rel}
    if rel not in (None, 1) and len(values) == 1:
        return THRESHOLD_LABEL, {"short": short, "rel": rel}
    return PLAIN_LABEL, {"name": name}


def _definition(family: Family, cutoff: Value, values: Mapping[str, Value]) -> Definition:
    def chosen(text: Text) -> str:
        return text if isinstance(text, str) else text(values)

    return Definition(
        meaning=family.meaning,
        formula=chosen(family.formula_text),
        gain=chosen(family.gain),
        cutoff=_cutoff(family, cutoff),
        ideal=family.ideal,
        threshold=THRESHOLD if values.get("rel") is not None else "",
        ties=TIES,
        zero=family.zero,
        undefined=family.undefined,
        range=family.range,
        source=family.source,
        values={**values, "k": cutoff},
    )


def _cutoff(family: Family, cutoff: Value) -> str:
    if family.cutoff in (Cutoff.NONE, Cutoff.RECALL):
        return ""
    return NO_CUTOFF if cutoff is None else FIRST_COUNT

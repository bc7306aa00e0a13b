"""What there is to say about a number, as data: the pages show it, the documentation is generated from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from evaluation.words import N_

TIES = N_(
    "Results are ordered by score, highest first; equal scores by fragment_id, highest first, by code point."
    " Scores are compared as 64-bit numbers."
)

HEADINGS = {
    "meaning": N_("What it says"),
    "formula": N_("Formula"),
    "gain": N_("Gain"),
    "cutoff": N_("Cutoff"),
    "ideal": N_("Ideal"),
    "threshold": N_("Threshold"),
    "ties": N_("Ties"),
    "zero": N_("What 0 means"),
    "undefined": N_("When it is undefined"),
    "range": N_("Range"),
    "source": N_("Source"),
}


@dataclass(frozen=True)
class Definition:
    """Each field is a template with `{placeholders}` for `values`; empty where there is nothing to say."""

    meaning: str
    formula: str
    gain: str
    cutoff: str
    ideal: str
    threshold: str
    ties: str
    zero: str
    undefined: str
    range: str
    source: str
    values: Mapping[str, object]

    def rows(self, translated: Callable[[str], str] = str) -> list[tuple[str, str]]:
        """(heading, text) of every field that says something; `translated` is applied to each template."""
        texts = ((HEADINGS[field.name], getattr(self, field.name)) for field in fields(self)[:-1])
        return [(translated(h), translated(text).format(**self.values)) for h, text in texts if text]

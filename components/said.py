"""Fills the templates of the pure rooms: numbers, shares and measures as the reader's language writes them."""

from __future__ import annotations

from collections.abc import Mapping

from components.plain import literal
from components.scores import measure_label
from components.words import _, decimal, percent, plural, whole
from evaluation.measures import Measure, UnknownMeasure
from evaluation.words import singular_of

SHARES = {"share", "least", "before", "enough"}
SURE = 0.001


def said(template: str, values: Mapping[str, object]) -> str:
    """The template in the reader's language, its values filled in; plain text, nothing escaped."""
    return _in_number(template, values).format(
        **{name: _shown(name, value) for name, value in values.items()}
    )


def said_literally(template: str, values: Mapping[str, object]) -> str:
    """As `said`, for a place that reads Markdown."""
    return literal(said(template, values))


def told(template: str, values: Mapping[str, object]) -> str:
    """What a file's check says, in the reader's language; plain text, values as they stand in the file."""
    written = {name: _(str(value)) if name == "kind" else value for name, value in values.items()}
    return _in_number(template, values).format(**written)


def refused(error: UnknownMeasure) -> str:
    """Why a name is no measure."""
    reason = told(error.reason, error.values)
    return _(error.template).format(name=error.name, reason=reason, understood=error.understood)


def chance(p: float) -> str:
    """A p-value behind its relation, three places, and never 0: "= 0.004", "< 0.001"."""
    return f"< {decimal(SURE)}" if p < SURE else f"= {decimal(p)}"


def _in_number(template: str, values: Mapping[str, object]) -> str:
    singular = singular_of(template, values)
    return plural(singular[0], template, singular[1]) if singular else _(template)


def _shown(name: str, value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(
            said(*one) if isinstance(one, tuple) else _("“{name}”").format(name=one) for one in value
        )
    if isinstance(value, Measure):
        return measure_label(value)
    if isinstance(value, str):
        return _(value) if name in ("role", "other_role") else value
    if value is None:
        return "–"
    if isinstance(value, int):
        return whole(value)
    number = float(value)  # type: ignore[arg-type]
    if name == "p":
        return chance(number)
    return percent(number) if name in SHARES else decimal(number).replace("-", "−")

"""Why a fragment was served, as people read it in the log."""

from __future__ import annotations

from collections.abc import Mapping

from components.words import _, whole
from evaluation.reasons import template_of


def why_served(source: str, why: str, values: Mapping[str, float | str]) -> str:
    """Where the act was done and why the fragment came up. why: a short name, or words of an imported file."""
    template = template_of(why)
    said = _(template).format(**_shown(values)) if template else why
    return " · ".join(filter(None, (_place(source), said)))


def _place(source: str) -> str:
    places = {
        "queue": _("Queue"),
        "list": _("List"),
        "flagged": _("Unjudged"),
        "search": _("Search"),
        "import": _("Import"),
    }
    return places.get(source, source)


def _shown(values: Mapping[str, float | str]) -> dict[str, str]:
    shown = {
        name: value if isinstance(value, str) else _number(name, value) for name, value in values.items()
    }
    if "probability" in values:
        shown["percent"] = whole(round(100 * float(values["probability"])))
    return shown


def _number(name: str, value: float) -> str:
    """A rank of 0 is that of a fragment which the run does not have."""
    return "–" if name.startswith("rank") and not value else whole(round(value))

"""The four grades as people see them: what each means, and its colour."""

from __future__ import annotations

from collections.abc import Mapping

from components.words import _

GRADES = (0, 1, 2, 3)

# White digits on them have a contrast of at least 4.5; told apart in the common kinds of colour blindness.
_COLOURS = ("#5f6b7a", "#9a5b00", "#1f6fb2", "#1b7a43")


def meaning(grade: int) -> str:
    """What a grade says about a fragment, in a few words."""
    return {
        0: _("Not relevant"),
        1: _("Mentions it in passing"),
        2: _("Answers part of it"),
        3: _("Answers it whole"),
    }[grade]


def colour(grade: int) -> str:
    """The colour that stands for a grade, in light and dark."""
    return _COLOURS[grade]


def as_buttons(own: Mapping[int, str]) -> list[dict[str, object]]:
    """The grades as the card's buttons show them. own: what a grade means in the collection, where it says so."""
    return [
        {"grade": grade, "meaning": own.get(grade) or meaning(grade), "colour": colour(grade)}
        for grade in GRADES
    ]


def act_name(act: str, grade: int | None) -> str:
    """What somebody did with a fragment, for a list of acts."""
    if act in ("grade", "adjudicate") and grade is not None:
        return f"{grade} · {meaning(grade)}" if grade in GRADES else str(grade)
    return {
        "undo": _("Taken back"),
        "skip": _("Later"),
        "cant_tell": _("Can't tell"),
        "no_answer": _("No fragment answers this"),
    }[act]

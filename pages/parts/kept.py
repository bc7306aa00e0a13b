"""What the browser of a person keeps and has not saved yet, told on pages without a card."""

from __future__ import annotations

from components.kept_grades import kept_grades
from components.words import _
from data.collections import Person
from data.permissions import allows
from data.store import Store
from pages.parts import desk
from pages.parts.places import places


def say_kept(store: Store, person: Person | None, where: str) -> None:
    """Says how much there is, and when it is sent. person: who is signed in; where: names this place on the page."""
    mine = None if person is None else list(places(store, person))
    kept_grades(_text(person), desk.visit().taken, mine, f"kept grades {where}")


def _text(person: Person | None) -> str:
    if person is None:
        return _(
            "Kept in this browser and not saved yet: {n}. Sent when the same person signs in again and opens "
            "the page Grade."
        )
    if not allows(person.role, "grade"):
        return _("Kept in this browser and not saved yet: {n}. Sent when your role lets you grade again.")
    return _("Kept in this browser and not saved yet: {n}. Sent when you open the page Grade.")

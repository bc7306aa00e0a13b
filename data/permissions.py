"""Who may do what. Asked where the data is, at each write, so that no page can forget it."""

from __future__ import annotations

from typing import Protocol

from evaluation.words import N_

ANNOTATOR, LEAD, VIEWER, IMPORT = "annotator", "lead", "viewer", "import"
ROLES = {
    ANNOTATOR: N_("Annotator: grades, and sees the own history"),
    LEAD: N_("Lead: may do everything"),
    VIEWER: N_("Viewer: compares runs and exports"),
}

_ONLY_LEADS = frozenset({LEAD})
RIGHTS: dict[str, frozenset[str]] = {
    "grade": frozenset({ANNOTATOR, LEAD}),
    "remark": frozenset({ANNOTATOR, LEAD}),
    "compare": frozenset({VIEWER, LEAD}),
    "export": frozenset({VIEWER, LEAD}),
    "import": _ONLY_LEADS,
    "settings": _ONLY_LEADS,
    "settle": _ONLY_LEADS,
    "share work": _ONLY_LEADS,
    "see everybody": _ONLY_LEADS,
    "undo for others": _ONLY_LEADS,
    "people": _ONLY_LEADS,
}

NOBODY = N_("Nobody is signed in.")
MAY_NOT = N_("Your role does not allow this.")
SOMEBODY_ELSE = N_("Nobody can act in somebody else's name.")


class NotAllowed(PermissionError):
    """Somebody tried what their role does not allow; the message (translatable) says so. Nothing was written."""


class Somebody(Protocol):
    """A person of the store."""

    @property
    def id(self) -> int: ...
    @property
    def role(self) -> str: ...


def allows(role: str, what: str) -> bool:
    """Whether people of this role may do it. Raises KeyError for a right that is not in RIGHTS."""
    return role in RIGHTS[what]


def allow(person: Somebody | None, what: str) -> None:
    """Raises NotAllowed unless the person may do it."""
    if person is None:
        raise NotAllowed(NOBODY)
    if not allows(person.role, what):
        raise NotAllowed(MAY_NOT)

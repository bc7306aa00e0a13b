"""Tokens by which programs are known: shown once, kept as a digest, with a role and an end."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from data.collections import NotFound, Person, add_person
from data.permissions import ROLES
from data.store import Store, digest_of, now
from evaluation.words import N_

DAYS, LONGEST = 90, 730
PREFIX = "quilate_"

NO_NAME = N_("Write a name first.")
TAKEN = N_("“{name}” is a person here. A token acts in its own name, such as “pipeline”.")
OTHER_ROLE = N_("“{name}” has another role already: {role}.")
BAD_DAYS = N_("A token ends after 1 to {longest} days.")


class Refused(ValueError):
    """No token was made; the message (translatable, filled from `values`) says why."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template, self.values = template, values


@dataclass(frozen=True)
class Token:
    """A token as a lead sees it. made, until, revoked: ISO 8601 in UTC; revoked "" while it is not."""

    number: int
    name: str
    role: str
    made: str
    until: str
    revoked: str

    @property
    def holds(self) -> bool:
        """Whether it opens anything now."""
        return not self.revoked and self.until > now()


def add(store: Store, name: str, role: str, days: int = DAYS) -> str:
    """The secret of a new token, which is kept nowhere. What it does is done in the name of a person called `name`.

    That person is made with the token; several tokens of one name are one program's, as when they are changed.
    Raises Refused, among others for the name of somebody who has no token: nobody acts in another's name.
    """
    if role not in ROLES:
        raise ValueError(f'no role is called "{role}"; there are {", ".join(ROLES)}')
    if not name.strip():
        raise Refused(NO_NAME)
    if not 1 <= days <= LONGEST:
        raise Refused(BAD_DAYS, longest=LONGEST)
    secret = PREFIX + secrets.token_urlsafe(32)
    end = (datetime.now(UTC) + timedelta(days=days)).isoformat(timespec="milliseconds")
    with store.writing("people") as db:
        _check_name(store, db, name, role)
        person = add_person(store, name, role)
        db.conn.execute(
            "INSERT INTO tokens (digest, person_id, role, made, until) VALUES (?, ?, ?, ?, ?)",
            [digest_of(secret), person.id, role, now(), end],
        )
    return secret


def tokens(store: Store) -> list[Token]:
    """Every token there ever was, oldest first."""
    store.check("people")
    rows = store.db.conn.execute(
        """SELECT tokens.id, name, tokens.role, made, until, coalesce(revoked, '') FROM tokens
           JOIN people ON people.id = person_id ORDER BY tokens.id"""
    )
    return [Token(*row) for row in rows]


def revoke(store: Store, number: int) -> None:
    """The token opens nothing from now on. Raises NotFound."""
    with store.writing("people") as db:
        found = db.conn.execute(
            "UPDATE tokens SET revoked = coalesce(revoked, ?) WHERE id = ?", [now(), number]
        )
        if found.rowcount == 0:
            raise NotFound(f"There is no token {number}. `tokens list` shows them.")


def in_hands_of(store: Store, secret: str) -> tuple[Store, Person] | None:
    """The store in the hands of the program that holds the secret, and who it is; None if the token does not hold."""
    row = store.db.conn.execute(
        """SELECT people.id, name, people.role, tokens.role FROM tokens JOIN people ON people.id = person_id
           WHERE digest = ? AND until > ? AND revoked IS NULL
             AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.person_id = people.id AND closed IS NOT NULL)""",
        [digest_of(secret), now()],
    ).fetchone()
    if row is None:
        return None
    person = Person(*row[:3])
    return store.acting_as(person, secret, at_most=row[3]), person


def _check_name(store: Store, db: Database, name: str, role: str) -> None:
    known = db.conn.execute(
        """SELECT people.id, role, EXISTS (SELECT 1 FROM tokens WHERE person_id = people.id)
           FROM people WHERE name = ?""",
        [name],
    ).fetchone()
    if known is None:
        return
    person, has, is_program = Person(known[0], name, known[1]), known[1], known[2]
    if not is_program and not store.acts_for(person):
        raise Refused(TAKEN, name=name)
    if has not in (role, "lead"):
        raise Refused(OTHER_ROLE, name=name, role=has)

"""Accounts with a password: made by an invitation, opened by the right password, never guessed at speed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlite_utils import Database

from data.collections import NotFound, Person, add_person
from data.permissions import ROLES
from data.store import Store, digest_of, now
from evaluation.words import N_

COOKIE = "quilate_session"
LOCAL, PASSWORD, OIDC = "local", "password", "oidc"
_OPENED_BY = {
    LOCAL: ("", "password", "provider", "invited"),
    PASSWORD: ("password", "invited"),
    OIDC: ("provider",),
}
"""Way of signing in → what an account must have for it, as `Account.signs_in` says."""
INVITATION = timedelta(days=7)
SESSION = timedelta(hours=12)  # since it was used last
LONGEST_SESSION = timedelta(days=7)
_PROLONGED_AFTER = timedelta(minutes=15)  # so that not every use is a write
SHORTEST = 10
_LONGEST = 1000
_FROM_ONE_PLACE, _PER_LOGIN, _PER_ADDRESS, _WITHIN = 5, 25, 50, timedelta(minutes=15)

WRONG = N_("The name or the password is wrong.")
TOO_MANY = N_("Too many attempts. Wait a quarter of an hour, then try again.")
INVALID_LINK = N_("This link has been used before, or is too old. Ask a lead for a new one.")
TOO_SHORT = N_("A password has at least {shortest} characters.")
TOO_LONG = N_("A password has at most {longest} characters.")
NAMELESS = N_("A person needs a name.")
NAME_TAKEN = N_("Somebody else is called “{name}”. Choose another name.")
NOBODY_LEADS = N_("Somebody has to lead: make somebody else who can sign in a lead first.")


class Refused(ValueError):
    """What was asked for was refused; the message (translatable, filled from `values`) says why, and not more."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template, self.values = template, values


@dataclass(frozen=True)
class Account:
    """A person as a lead sees them. signs_in: "password", "provider", "invited", "token" or "" (by name only)."""

    person: Person
    signs_in: str
    closed: bool


def invite(store: Store, name: str, role: str) -> str:
    """A secret for a one-time link, with which the person of that name chooses a password within a week.

    A new person gets the role; one who is there keeps theirs. Earlier invitations of the person end.
    """
    if role not in ROLES:
        raise ValueError(f'no role is called "{role}"; there are {", ".join(ROLES)}')
    token = secrets.token_urlsafe(32)
    with store.writing("people") as db:
        person = add_person(store, name, role)
        if person.role not in ROLES:
            raise ValueError(f'"{name}" stands for imported grades and cannot sign in')
        db.conn.execute("DELETE FROM invitations WHERE person_id = ?", [person.id])
        db.conn.execute(
            "INSERT INTO invitations VALUES (?, ?, ?)", [digest_of(token), person.id, _in(INVITATION)]
        )
    return token


def invited(store: Store, token: str) -> Person | None:
    """Whom the one-time link is for; None if it was used, is too old or was never given."""
    row = store.db.conn.execute(
        """SELECT people.id, name, role FROM invitations JOIN people ON people.id = person_id
           WHERE token = ? AND until > ?""",
        [digest_of(token), now()],
    ).fetchone()
    return Person(*row) if row else None


def accept(store: Store, token: str, password: str) -> Person:
    """Sets the password of whoever the link is for; the link is used up. Raises Refused."""
    if len(password) < SHORTEST:
        raise Refused(TOO_SHORT, shortest=SHORTEST)
    if len(password) > _LONGEST:
        raise Refused(TOO_LONG, longest=_LONGEST)
    kept = _hasher().hash(password)
    with store.writing("people") as db:
        person = invited(store, token)
        if person is None:
            raise Refused(INVALID_LINK)
        db.conn.execute("DELETE FROM invitations WHERE person_id = ?", [person.id])
        db.conn.execute("DELETE FROM sessions WHERE person_id = ?", [person.id])
        db.conn.execute(
            """INSERT INTO accounts (person_id, login, password) VALUES (?, ?, ?)
               ON CONFLICT (person_id) DO UPDATE SET password = excluded.password, closed = NULL""",
            [person.id, person.name, kept],
        )
    return person


def sign_in(store: Store, login: str, password: str, address: str) -> Person:
    """Whoever has this login and password. Raises Refused, which does not tell a wrong name from a wrong password.

    address: where it is tried from; attempts are limited for each login and each address.
    """
    with store.writing("people") as db:
        if _too_many(db, login, address):
            raise Refused(TOO_MANY)
        db.conn.execute("INSERT INTO failed_sign_ins VALUES (?, ?, ?)", [login, address, now()])
    row = store.db.conn.execute(
        """SELECT people.id, name, role, password FROM accounts JOIN people ON people.id = person_id
           WHERE login = ? AND password IS NOT NULL AND closed IS NULL""",
        [login],
    ).fetchone()
    try:
        _hasher().verify(row[3] if row else _no_password(), password[:_LONGEST])
    except VerificationError as error:
        raise Refused(WRONG) from error
    if row is None:
        raise Refused(WRONG)
    with store.writing("people") as db:
        db.conn.execute("DELETE FROM failed_sign_ins WHERE login = ? AND address = ?", [login, address])
    return Person(*row[:3])


def by_subject(store: Store, subject: str, name: str, role: str) -> Person:
    """Who the provider vouches for under this subject, made on the first visit; the role is the provider's word.

    A name that somebody else has is told apart by a number. Raises Refused if a lead closed the account.
    """
    row = store.db.conn.execute(
        """SELECT people.id, name, role, closed FROM accounts JOIN people ON people.id = person_id
           WHERE subject = ?""",
        [subject],
    ).fetchone()
    if row is not None and row[3] is not None:
        raise Refused(WRONG)
    if row is not None and row[2] == role:
        return Person(*row[:3])
    with store.writing("people") as db:
        if row is not None:
            db.conn.execute("UPDATE people SET role = ? WHERE id = ?", [role, row[0]])
            return Person(row[0], row[1], role)
        taken = {known for (known,) in db.conn.execute("SELECT name FROM people")}
        free = next(
            some
            for number in range(1, len(taken) + 2)
            if (some := name if number == 1 else f"{name} {number}") not in taken
        )
        person = add_person(store, free, role)
        db.conn.execute("INSERT INTO accounts (person_id, subject) VALUES (?, ?)", [person.id, subject])
    return person


def open_session(store: Store, person: Person) -> str:
    """A secret by which the person's browser is known until it is not used for half a day, or the person signs out.

    At most for a week, however much it is used.
    """
    token = secrets.token_urlsafe(32)
    with store.writing("people") as db:
        db.conn.execute("DELETE FROM sessions WHERE until < ?", [now()])
        db.conn.execute(
            "INSERT INTO sessions (token, person_id, until, latest) VALUES (?, ?, ?, ?)",
            [digest_of(token), person.id, _in(SESSION), _in(LONGEST_SESSION)],
        )
    return token


def in_session(store: Store, token: str) -> Person | None:
    """Whose session it is, with the role they have now; None if it has ended."""
    row = store.db.conn.execute(
        """SELECT people.id, name, role FROM sessions JOIN people ON people.id = sessions.person_id
           JOIN accounts ON accounts.person_id = people.id
           WHERE token = ? AND until > ? AND closed IS NULL""",
        [digest_of(token), now()],
    ).fetchone()
    return Person(*row) if row else None


def prolong(store: Store, token: str) -> None:
    """The session is used at this moment, and lasts from now on. One that has ended stays so. Raises StoreBusy."""
    stale = store.db.conn.execute(
        "SELECT 1 FROM sessions WHERE token = ? AND until > ? AND until < min(latest, ?)",
        [digest_of(token), now(), _in(SESSION - _PROLONGED_AFTER)],
    )
    if stale.fetchone() is None:
        return
    with store.writing("people") as db:
        db.conn.execute(
            "UPDATE sessions SET until = min(latest, ?) WHERE token = ? AND until > ?",
            [_in(SESSION), digest_of(token), now()],
        )


def end_session(store: Store, token: str) -> None:
    """Ends the session for good, in every browser that still holds its secret."""
    with store.writing("people") as db:
        db.conn.execute("DELETE FROM sessions WHERE token = ?", [digest_of(token)])


def is_closed(store: Store, person: Person) -> bool:
    """Whether a lead has closed the person's account."""
    row = store.db.conn.execute("SELECT closed FROM accounts WHERE person_id = ?", [person.id]).fetchone()
    return row is not None and row[0] is not None


def accounts(store: Store) -> list[Account]:
    """Everybody who may sign in, by name."""
    rows = store.db.conn.execute(
        """SELECT people.id, name, role, closed IS NOT NULL,
               CASE WHEN password IS NOT NULL THEN 'password' WHEN subject IS NOT NULL THEN 'provider'
                    WHEN EXISTS (SELECT 1 FROM invitations AS i WHERE i.person_id = people.id AND until > ?)
                        THEN 'invited'
                    WHEN EXISTS (SELECT 1 FROM tokens AS t WHERE t.person_id = people.id) THEN 'token'
                    ELSE '' END
           FROM people LEFT JOIN accounts ON accounts.person_id = people.id
           WHERE role <> 'import' ORDER BY name""",
        [now()],
    )
    return [Account(Person(row[0], row[1], row[2]), row[4], bool(row[3])) for row in rows]


def close(store: Store, person: Person, way: str = LOCAL) -> None:
    """The person cannot sign in any more, and is signed out everywhere; what they did stays.

    way: how people sign in here. Raises Refused where no lead could any more.
    """
    with store.writing("people") as db:
        _check_that_somebody_leads(store, person, way)
        _mark(db, person, now())


def open_again(store: Store, person: Person) -> None:
    """The person may sign in again as before."""
    with store.writing("people") as db:
        _mark(db, person, None)


def change(store: Store, person: Person, name: str, role: str, way: str = LOCAL) -> None:
    """Calls the person so everywhere from now on, also for what they did before, as for a pseudonym; and the role.

    The old name is kept nowhere else but as the login of an account with a password. The role holds from the next act
    on. way: how people sign in here. Raises Refused for a name that is empty or another's, and where no lead could
    sign in any more; nothing is changed then.
    """
    if role not in ROLES:
        raise ValueError(f'no role is called "{role}"; there are {", ".join(ROLES)}')
    if not name.strip():
        raise Refused(NAMELESS)
    with store.writing("people") as db:
        if db.conn.execute("SELECT 1 FROM people WHERE name = ? AND id <> ?", [name, person.id]).fetchone():
            raise Refused(NAME_TAKEN, name=name)
        if role != "lead":
            _check_that_somebody_leads(store, person, way)
        db.conn.execute("UPDATE people SET name = ?, role = ? WHERE id = ?", [name, role, person.id])


def find_person(store: Store, name: str) -> Person:
    """The person of that name. Raises NotFound."""
    row = store.db.conn.execute("SELECT id, name, role FROM people WHERE name = ?", [name]).fetchone()
    if row is None:
        raise NotFound(f'Nobody is called "{name}".')
    return Person(*row)


def _check_that_somebody_leads(store: Store, without: Person, way: str) -> None:
    """Raises Refused if the person leads and is the last lead who can sign in this way. A program cannot."""
    able = [
        account.person.id
        for account in accounts(store)
        if account.person.role == "lead" and not account.closed and account.signs_in in _OPENED_BY[way]
    ]
    if able == [without.id]:
        raise Refused(NOBODY_LEADS)


def _mark(db: Database, person: Person, closed: str | None) -> None:
    db.conn.execute(
        """INSERT INTO accounts (person_id, closed) VALUES (?, ?)
           ON CONFLICT (person_id) DO UPDATE SET closed = excluded.closed""",
        [person.id, closed],
    )
    db.conn.execute("DELETE FROM sessions WHERE person_id = ?", [person.id])
    db.conn.execute("DELETE FROM invitations WHERE person_id = ?", [person.id])


def _too_many(db: Database, login: str, address: str) -> bool:
    since = (datetime.now(UTC) - _WITHIN).isoformat(timespec="milliseconds")
    db.conn.execute("DELETE FROM failed_sign_ins WHERE at < ?", [since])
    counts = db.conn.execute(
        """SELECT count(*) FILTER (WHERE login = :login AND address = :address),
                  count(*) FILTER (WHERE login = :login), count(*) FILTER (WHERE address = :address)
           FROM failed_sign_ins""",
        {"login": login, "address": address},
    ).fetchone()
    return any(
        count >= most for count, most in zip(counts, (_FROM_ONE_PLACE, _PER_LOGIN, _PER_ADDRESS), strict=True)
    )


def _in(span: timedelta) -> str:
    return (datetime.now(UTC) + span).isoformat(timespec="milliseconds")


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher(time_cost=3, memory_cost=19 * 1024, parallelism=1)


@cache
def _no_password() -> str:
    """What a login that does not exist is checked against, so that it takes as long as one that does."""
    made: str = _hasher().hash(secrets.token_urlsafe(32))
    return made

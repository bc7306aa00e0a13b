"""Accounts: one-time links, passwords that are kept as argon2id, no guessing at speed, sessions that end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from data import accounts, collections, tokens
from data.accounts import INVALID_LINK, NOBODY_LEADS, TOO_MANY, TOO_SHORT, WRONG, Refused
from data.store import Store

PASSWORD = "correct horse battery"


@pytest.fixture
def ada(store: Store) -> collections.Person:
    return accounts.accept(store, accounts.invite(store, "Ada", "lead"), PASSWORD)


def refused(template: str) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.template == template)


def test_the_right_password_signs_in(store: Store, ada: collections.Person) -> None:
    assert accounts.sign_in(store, "Ada", PASSWORD, "::1") == ada


@pytest.mark.parametrize(
    ("name", "password"), [("Ada", "wrong horse"), ("Nobody", PASSWORD), ("ada", PASSWORD), ("Ada", "")]
)
def test_a_wrong_name_and_a_wrong_password_are_refused_alike(
    store: Store, ada: collections.Person, name: str, password: str
) -> None:
    with refused(WRONG):
        accounts.sign_in(store, name, password, "::1")


def test_a_link_works_once(store: Store) -> None:
    token = accounts.invite(store, "Ada", "lead")
    accounts.accept(store, token, PASSWORD)
    with refused(INVALID_LINK):
        accounts.accept(store, token, "another password")
    assert accounts.invited(store, token) is None


def test_a_new_link_ends_the_one_before(store: Store) -> None:
    first = accounts.invite(store, "Ada", "lead")
    accounts.invite(store, "Ada", "lead")
    assert accounts.invited(store, first) is None


def test_a_link_that_is_too_old_is_refused(store: Store) -> None:
    token = accounts.invite(store, "Ada", "lead")
    with store.writing() as db:
        db.conn.execute("UPDATE invitations SET until = '2020-01-01T00:00:00.000+00:00'")
    assert accounts.invited(store, token) is None


def test_a_short_password_is_refused_and_the_link_still_works(store: Store) -> None:
    token = accounts.invite(store, "Ada", "lead")
    with refused(TOO_SHORT):
        accounts.accept(store, token, "short")
    assert accounts.invited(store, token) is not None


def test_no_secret_is_in_the_file(store: Store, ada: collections.Person) -> None:
    secrets = [PASSWORD, accounts.invite(store, "Luis", "annotator"), accounts.open_session(store, ada)]
    dump = "\n".join(store.db.conn.iterdump())
    assert [secret for secret in secrets if secret in dump] == []
    assert "$argon2id$" in dump


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(
    store: Store, ada: collections.Person
) -> None:
    for _attempt in range(5):
        with refused(WRONG):
            accounts.sign_in(store, "Ada", "wrong horse", "203.0.113.7")
    with refused(TOO_MANY):
        accounts.sign_in(store, "Ada", PASSWORD, "203.0.113.7")
    assert accounts.sign_in(store, "Ada", PASSWORD, "::1") == ada


def test_after_a_quarter_of_an_hour_one_may_try_again(store: Store, ada: collections.Person) -> None:
    for _attempt in range(5):
        with refused(WRONG):
            accounts.sign_in(store, "Ada", "wrong horse", "::1")
    with store.writing() as db:
        db.conn.execute("UPDATE failed_sign_ins SET at = '2020-01-01T00:00:00.000+00:00'")
    assert accounts.sign_in(store, "Ada", PASSWORD, "::1") == ada


def test_a_session_is_known_until_it_ends(store: Store, ada: collections.Person) -> None:
    secret = accounts.open_session(store, ada)
    assert accounts.in_session(store, secret) == ada
    accounts.end_session(store, secret)
    assert accounts.in_session(store, secret) is None


def test_a_new_password_and_a_closed_account_end_every_session(store: Store, ada: collections.Person) -> None:
    first = accounts.open_session(store, ada)
    accounts.accept(store, accounts.invite(store, "Ada", "lead"), "another password")
    second = accounts.open_session(store, ada)
    collections.add_person(store, "Maria", "lead")
    accounts.close(store, ada)
    assert [accounts.in_session(store, secret) for secret in (first, second)] == [None, None]
    with refused(WRONG):
        accounts.sign_in(store, "Ada", "another password", "::1")


def test_a_provider_vouches_for_a_subject_whatever_the_name(store: Store) -> None:
    collections.add_person(store, "Ada", "lead")
    ada = accounts.by_subject(store, "https://id.example 1", "Ada", "annotator")
    assert (ada.name, ada.role) == ("Ada 2", "annotator")
    assert accounts.by_subject(store, "https://id.example 1", "Ada Lovelace", "viewer").id == ada.id


def test_a_pseudonym_is_the_name_everywhere_and_the_login_stays(
    store: Store, ada: collections.Person
) -> None:
    accounts.change(store, ada, "Rater 7", ada.role)
    assert [person.name for person in collections.people(store)] == ["Rater 7"]
    assert accounts.sign_in(store, "Ada", PASSWORD, "::1").name == "Rater 7"


def test_a_name_that_somebody_has_is_refused(store: Store, ada: collections.Person) -> None:
    collections.add_person(store, "Luis")
    with pytest.raises(accounts.Refused, match="Somebody else is called “Luis”"):
        accounts.change(store, ada, "Luis", ada.role)


def test_the_last_lead_stays_lead(store: Store, ada: collections.Person) -> None:
    with pytest.raises(accounts.Refused, match="Somebody has to lead"):
        accounts.change(store, ada, "Rater 7", "annotator")
    assert [(one.name, one.role) for one in collections.people(store)] == [("Ada", "lead")]


def closed(store: Store) -> None:
    maria = accounts.accept(store, accounts.invite(store, "Maria", "lead"), PASSWORD)
    accounts.close(store, maria)


def only_a_program(store: Store) -> None:
    tokens.add(store, "pipeline", "lead")


def by_name_alone(store: Store) -> None:
    collections.add_person(store, "Maria", "lead")


def with_an_old_link(store: Store) -> None:
    accounts.invite(store, "Maria", "lead")
    with store.writing() as db:
        db.conn.execute("UPDATE invitations SET until = '2020-01-01T00:00:00.000+00:00'")


@pytest.mark.parametrize("other", [closed, only_a_program, by_name_alone, with_an_old_link])
def test_a_lead_who_cannot_sign_in_does_not_let_the_last_one_go(
    store: Store, ada: collections.Person, other: Callable[[Store], None]
) -> None:
    other(store)
    with refused(NOBODY_LEADS):
        accounts.change(store, ada, "Ada", "viewer", accounts.PASSWORD)
    with refused(NOBODY_LEADS):
        accounts.close(store, ada, accounts.PASSWORD)
    accounts.change(store, ada, "Rater 7", "lead", accounts.PASSWORD)
    assert accounts.sign_in(store, "Ada", PASSWORD, "::1").role == "lead"


def test_where_people_sign_in_by_name_another_lead_by_name_is_enough(
    store: Store, ada: collections.Person
) -> None:
    by_name_alone(store)
    accounts.change(store, ada, "Ada", "viewer", accounts.LOCAL)
    assert accounts.find_person(store, "Ada").role == "viewer"


def test_another_lead_with_a_link_that_still_works_is_enough(store: Store, ada: collections.Person) -> None:
    accounts.invite(store, "Maria", "lead")
    accounts.close(store, ada, accounts.PASSWORD)
    assert accounts.is_closed(store, ada)


def test_others_are_changed_and_closed_as_ever(store: Store, ada: collections.Person) -> None:
    luis = collections.add_person(store, "Luis")
    accounts.change(store, luis, "Luis", "viewer", accounts.PASSWORD)
    accounts.close(store, luis, accounts.PASSWORD)
    assert accounts.is_closed(store, luis)


def hours_left(store: Store, ada: collections.Person) -> float:
    (until,) = store.db.conn.execute("SELECT until FROM sessions WHERE person_id = ?", [ada.id]).fetchone()
    return (datetime.fromisoformat(until) - datetime.now(UTC)) / timedelta(hours=1)


def ends_in(store: Store, hours: float, latest: float) -> None:
    ends = [
        (datetime.now(UTC) + timedelta(hours=left)).isoformat(timespec="milliseconds")
        for left in (hours, latest)
    ]
    with store.writing() as db:
        db.conn.execute("UPDATE sessions SET until = ?, latest = ?", ends)


@pytest.mark.parametrize(
    ("left", "at_most", "after"),
    [(1, 100, 12), (1, 5, 5), (11.9, 100, 11.9), (5, 5, 5)],
    ids=["prolonged", "within the longest", "not at every use", "at its end"],
)
def test_a_session_is_prolonged_by_use_within_a_longest_time(
    store: Store, ada: collections.Person, left: float, at_most: float, after: float
) -> None:
    token = accounts.open_session(store, ada)
    ends_in(store, left, at_most)
    accounts.prolong(store, token)
    assert hours_left(store, ada) == pytest.approx(after, abs=0.02)


def test_a_session_that_has_ended_is_not_prolonged(store: Store, ada: collections.Person) -> None:
    token = accounts.open_session(store, ada)
    ends_in(store, -1, 100)
    accounts.prolong(store, token)
    assert accounts.in_session(store, token) is None


def test_a_session_lasts_12_hours_without_use_and_a_week_at_most(
    store: Store, ada: collections.Person
) -> None:
    accounts.open_session(store, ada)
    assert hours_left(store, ada) == pytest.approx(12, abs=0.02)
    (latest,) = store.db.conn.execute("SELECT latest FROM sessions").fetchone()
    assert (datetime.fromisoformat(latest) - datetime.now(UTC)).days in (6, 7)

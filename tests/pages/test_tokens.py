"""A lead makes a token on the People page: it is shown once, opens what its role may, and is ended there."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from data import tokens
from data.collections import Collection
from data.store import Store
from tests.pages.conftest import Open


def made(page: AppTest, name: str) -> AppTest:
    next(field for field in page.text_input if field.label == "Name of the program").set_value(name)
    return next(button for button in page.button if button.label == "Make a token").click().run()


def test_a_token_is_shown_once_and_holds_until_it_is_revoked(
    store: Store, collection: Collection, open_page: Open
) -> None:
    page = made(open_page("people"), "pipeline")
    secret = page.code[0].value
    assert tokens.in_hands_of(store, secret) is not None
    assert not page.run().code
    next(button for button in page.button if button.label == "Revoke").click().run()
    assert tokens.in_hands_of(store, secret) is None


def test_a_token_in_the_name_of_a_person_is_refused_in_words(
    store: Store, collection: Collection, open_page: Open
) -> None:
    open_page("people", role="viewer")
    page = made(open_page("people"), "a viewer")
    assert "“a viewer” is a person here" in page.error[0].value
    assert tokens.tokens(store) == []

"""Signing in by name: the role is chosen before it happens, and who was here before is a person."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, tokens
from data.store import Store
from tests.conftest import ROOT


@pytest.fixture
def sign_in(store: Store, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page that asks who is there; Ada was here before, and so was a program."""
    monkeypatch.setenv("QUILATE_DATABASE", str(store.path))
    collections.add_person(store, "Ada", "lead")
    tokens.add(store, "pipeline", "lead")
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run()


def test_programs_are_not_among_those_who_were_here_before(sign_in: AppTest) -> None:
    assert [button.label for button in sign_in.button] == ["Start", "Ada"]


def test_enter_in_the_name_does_not_sign_in_before_the_role_is_chosen(sign_in: AppTest) -> None:
    (form,) = [block for block in sign_in.main if block.type == "form"]
    assert not form.proto.form.enter_to_submit

"""Who grades in two browsers is told so in both, and no longer once one of them has left or is silent."""

from __future__ import annotations

import pytest

from pages.parts.browsers import SEEN_FOR, Browsers


@pytest.fixture
def time_now() -> list[float]:
    """The one number in it is the moment, in seconds."""
    return [0.0]


@pytest.fixture
def open_pages() -> set[str]:
    return {"office", "office again", "phone", "ben"}


@pytest.fixture
def seen(time_now: list[float], open_pages: set[str]) -> Browsers:
    """Ana in one browser, in two tabs; Ben in his."""
    made = Browsers(lambda: time_now[0], open_pages.__contains__)
    made.hear("office", "place of Ana", "office browser")
    made.hear("office again", "place of Ana", "office browser")
    made.hear("ben", "place of Ben", "his browser")
    return made


def test_only_another_browser_of_the_same_person_at_the_same_place_is_told_of(seen: Browsers) -> None:
    assert not seen.elsewhere("office", "place of Ana")
    seen.hear("phone", "place of Ana", "phone browser")
    assert [seen.elsewhere(one, "place of Ana") for one in ("office", "phone")] == [True, True]
    assert not seen.elsewhere("ben", "place of Ben")


def test_what_is_true_of_one_collection_is_not_said_of_another(seen: Browsers) -> None:
    seen.hear("phone", "place of Ana", "phone browser")
    assert not seen.elsewhere("office", "other collection of Ana")
    seen.hear("office", "other collection of Ana", "office browser there")
    assert not seen.elsewhere("office", "other collection of Ana")


def test_a_browser_that_left_is_forgotten_at_once(seen: Browsers, open_pages: set[str]) -> None:
    for leave in (
        lambda: seen.leave("phone"),
        lambda: seen.hear("phone", "other collection of Ana", "x"),
        lambda: seen.elsewhere("phone", "other collection of Ana"),
        lambda: open_pages.remove("phone"),
    ):
        seen.hear("phone", "place of Ana", "phone browser")
        assert seen.elsewhere("office", "place of Ana")
        leave()
        assert not seen.elsewhere("office", "place of Ana")


def test_a_browser_that_was_silent_for_five_minutes_is_forgotten(
    seen: Browsers, time_now: list[float]
) -> None:
    seen.hear("phone", "place of Ana", "phone browser")
    time_now[0] = SEEN_FOR - 1
    seen.hear("office", "place of Ana", "office browser")
    assert seen.elsewhere("office", "place of Ana")
    time_now[0] = SEEN_FOR
    assert not seen.elsewhere("office", "place of Ana")

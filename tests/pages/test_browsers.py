"""Who grades in two browsers is told so in both, and no longer once one of them is silent."""

from __future__ import annotations

from pages.parts.browsers import Browsers


def test_only_another_browser_of_the_same_person_that_was_heard_of_lately_is_told_of() -> None:
    moments = iter([0, 10, 20, 30, 40, 50])
    seen = Browsers(lambda: next(moments))
    said = [
        seen.hear("place of Ana", "office"),
        seen.hear("place of Ana", "office"),
        seen.hear("place of Ben", "office"),
        seen.hear("place of Ana", "phone"),
        seen.hear("place of Ana", "office"),
        seen.hear("place of Ana", "phone"),
    ]
    assert said == [False, False, False, True, True, True]


def test_a_browser_that_was_silent_for_five_minutes_is_forgotten() -> None:
    moments = iter([0, 301])
    seen = Browsers(lambda: next(moments))
    assert [seen.hear("place", "office"), seen.hear("place", "phone")] == [False, False]

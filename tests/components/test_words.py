"""Dates and times are written so that nobody takes one for another."""

from __future__ import annotations

from components import words


def test_where_no_time_zone_is_known_the_moment_is_said_to_be_utc() -> None:
    assert words.moment("2026-11-12T15:37:09.123+00:00") == "12 Nov 2026, 15:37 UTC"


def test_a_moment_is_in_the_time_zone_of_the_browser() -> None:
    zone = words.zone_of("Europe/Madrid")
    assert words.moment("2026-11-12T23:37:09+00:00", zone) == "13 Nov 2026, 00:37"


def test_a_time_zone_that_nobody_knows_is_none() -> None:
    names = ["Mars/Olympus", "../../etc/passwd", "Europe", "\0", "x" * 5000, ""]
    assert [words.zone_of(name) for name in names] == [None] * len(names)

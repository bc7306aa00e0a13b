"""Dates and times are written so that nobody takes one for another."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from components import words
from tests.conftest import ROOT


def test_where_no_time_zone_is_known_the_moment_is_said_to_be_utc() -> None:
    assert words.moment("2026-11-12T15:37:09.123+00:00") == "12 Nov 2026, 15:37 UTC"


def test_a_moment_is_in_the_time_zone_of_the_browser() -> None:
    zone = words.zone_of("Europe/Madrid")
    assert words.moment("2026-11-12T23:37:09+00:00", zone) == "13 Nov 2026, 00:37"


def test_a_time_zone_that_nobody_knows_is_none() -> None:
    names = ["Mars/Olympus", "../../etc/passwd", "Europe", "\0", "x" * 5000, ""]
    assert [words.zone_of(name) for name in names] == [None] * len(names)


def test_a_difference_has_its_sign_and_the_mark_of_the_language() -> None:
    said = [words.speaking("es", lambda value=value: words.signed(value, 2)) for value in (0.08, -0.08, 0.0)]
    assert said == ["+0,08", "-0,08", "0,00"]


def by_hand() -> Iterator[str]:
    """Where pages and components write a number with places or a sign of Python's own: always with a point."""
    for file in sorted((*ROOT.glob("pages/**/*.py"), *ROOT.glob("components/**/*.py"))):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            spec = node.format_spec if isinstance(node, ast.FormattedValue) else None
            written = ast.unparse(spec) if spec else ""
            if "." in written or "+" in written:
                yield str(file.relative_to(ROOT))


def test_numbers_are_written_in_the_readers_language_and_nowhere_by_hand() -> None:
    where_styles_ask_for_a_point = ["components/opinions.py"]
    the_one_place = ["components/words.py"]
    assert list(by_hand()) == where_styles_ask_for_a_point + the_one_place

"""What stands on a page stays where it is: new rows come at the end, until the person asks for the newest order."""

from __future__ import annotations

import pytest

from pages.parts.kept_rows import KeptRows


def rows(names: str) -> dict[str, str]:
    return dict.fromkeys(names, "row")


@pytest.fixture
def kept() -> KeptRows[str, str]:
    """Two rows, b above a."""
    return KeptRows(rows("ba"))


@pytest.mark.parametrize(
    ("newest", "done", "after", "is_other"),
    [
        ("ba", "", "ba", False),
        ("bac", "", "bac", False),
        ("cab", "", "bac", True),
        ("ca", "b", "bac", True),
        ("a", "b", "ba", True),
        ("cbade", "a", "bacd", True),
    ],
)
def test_rows_are_added_below_until_enough_are_open(
    kept: KeptRows[str, str], newest: str, done: str, after: str, is_other: bool
) -> None:
    assert kept.fill(rows(newest), set(done), at_once=3) == is_other
    assert "".join(kept.rows) == after

"""Numbers in tables follow the language, and stay numbers to sort by."""

from __future__ import annotations

import pandas as pd

from components.figures import written
from components.run_table import STYLE
from components.words import speaking

FRAME = pd.DataFrame(
    {"run": ["a", "b"], "n": [12345, 2], "mean": [0.48634, float("nan")], "gain": [0.1, -0.1]}
)


def shown(language: str) -> list[list[str]]:
    """The cells as they are written."""
    styler = speaking(language, lambda: written(FRAME, {"mean": 3, "gain": 2}, signed=("gain",)))
    body = speaking(language, lambda: styler._translate(False, False)["body"])
    return [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in body]


def test_english_has_points_and_signs() -> None:
    assert shown("en") == [["a", "12,345", "0.486", "+0.10"], ["b", "2", "–", "-0.10"]]


def test_spanish_has_commas() -> None:
    assert shown("es") == [["a", "12.345", "0,486", "+0,10"], ["b", "2", "–", "-0,10"]]


def test_the_numbers_themselves_stay() -> None:
    assert written(FRAME, {"mean": 3}).data["mean"].iloc[0] == 0.48634


def test_a_long_table_is_rounded_instead() -> None:
    long = pd.DataFrame({"mean": [0.48634] * 2001})
    assert written(long, {"mean": 3})["mean"].iloc[0] == 0.486


def test_the_mark_beside_a_number_has_the_colour_of_the_number() -> None:
    (rule,) = [line for line in STYLE.splitlines() if line.startswith(".runs .mark{")]
    assert "color" not in rule

"""The documentation page of definitions says what the code says."""

from __future__ import annotations

from pathlib import Path

from evaluation.measures import FAMILIES, parse_measure
from evaluation.measures_docs import SHOWN, page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measures.md"


def test_the_page_in_docs_is_up_to_date() -> None:
    """If not: python -m evaluation.measures_docs > docs/measures.md"""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_measure_has_a_section() -> None:
    assert {parse_measure(name).family for name in SHOWN} == {family.name for family in FAMILIES}


def test_the_example_is_that_of_the_design() -> None:
    assert "## nDCG(rel=1)@10 (nDCG@10, binary gain, grade 1 or higher)" in page()
    assert "In the example: **0.5535**" in page()
    assert "In the example: **0.4863**" in page()

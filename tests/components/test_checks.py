"""What is said of checked files: what they bring, counted by what it is, in each language."""

from __future__ import annotations

import pytest

from components import checks
from tests.components.test_translation import speaking


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "1 query, 3 judgements: 2 new, 2 as they are"),
        ("es", "1 consulta, 3 juicios: 2 por añadir, 2 sin cambios"),
    ],
)
def test_a_file_is_counted_by_what_it_brings(code: str, words: str) -> None:
    assert speaking(code, lambda: checks.counts({"queries": 1, "judgements": 3}, 2, 0, 2)) == words


def test_a_file_that_brings_nothing_says_so() -> None:
    assert speaking("en", lambda: checks.counts({}, 0, 0, 0)) == "nothing"


@pytest.mark.parametrize(
    ("queries", "fragments", "words"),
    [
        (0, 0, None),
        (1, 0, "Not known here, and imported without text: 1 query id"),
        (2, 1, "Not known here, and imported without text: 2 query ids, 1 fragment id"),
    ],
)
def test_ids_that_nothing_explains_are_counted_in_their_number(
    queries: int, fragments: int, words: str | None
) -> None:
    assert speaking("en", lambda: checks.unknown(queries, fragments) or "") == (words or "")

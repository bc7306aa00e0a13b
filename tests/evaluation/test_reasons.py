"""Every reason that a queue gives has a short name for the log, and the name leads back to it."""

import pytest

from evaluation import decide, pooling
from evaluation.reasons import name_of, template_of


@pytest.mark.parametrize(
    "template",
    [
        pooling.LIKELY,
        pooling.LIKELY_IN_TOP,
        pooling.BEST_RANK,
        pooling.TRUSTED_RUNS,
        pooling.AT_RANDOM,
        pooling.AUDIT,
        decide.MOVES,
    ],
)
def test_a_reason_is_found_again_by_its_name(template: str) -> None:
    assert template_of(name_of(template)) == template


def test_what_is_no_reason_of_a_queue_has_no_sentence() -> None:
    assert template_of("words of a file") is None

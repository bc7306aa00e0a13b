"""The sentence of a verdict fits what may be claimed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.said import said
from evaluation import sentences
from evaluation.comparison import Verdict, compare
from evaluation.measures import parse_measure

NDCG = parse_measure("nDCG@10")
BETTER = Verdict(
    run=1, baseline=0, queries=50, before=0.4, after=0.441, difference=0.041, low=0.012, high=0.07, p=0.0008,
    adjusted=0.004, comparisons=5, better=18, worse=7, same=25, detectable=0.04, needed=90, worth=0.03,
)  # fmt: skip


def told(verdict: Verdict) -> str:
    return said(*sentences.sentence(verdict, "A", "B", NDCG))


def of(*differences: float, comparisons: int = 1) -> Verdict:
    """A verdict on these differences, beside runs that do not differ."""
    base = np.full(len(differences), 0.5)
    scores = np.array([base, base + differences, *[base] * (comparisons - 1)])
    return compare(scores, 0, range(1, comparisons + 1))[0]


def test_a_gain_is_said_with_all_that_belongs_to_it() -> None:
    assert told(BETTER) == (
        "“B” is better than “A” on nDCG@10 by 0.041 [0.012, 0.070]: 18 of 50 queries better, 7 worse, 25 the same; "
        "p = 0.004 after Holm for 5 comparisons."
    )


def test_a_loss_turns_difference_and_interval() -> None:
    loss = replace(BETTER, difference=-0.041, low=-0.07, high=-0.012, comparisons=1)
    assert "worse than “A”" in told(loss)
    assert "by 0.041 [0.012, 0.070]" in told(loss)
    assert "Holm" not in told(loss)


@pytest.mark.parametrize(
    ("change", "end"),
    [
        ({}, "0.041 [0.012, 0.070], p = 0.200 after Holm for 5 comparisons. "
             "To see 0.030 you need about 90 queries; 50 show 0.040 or more."),
        ({"comparisons": 1}, "p = 0.200. To see 0.030 you need about 90 queries; 50 show 0.040 or more."),
        ({"needed": 40}, "50 queries are enough to see 0.030: a difference this large would have shown four times in "
                         "five."),
        ({"needed": None, "comparisons": 1}, "25 of 50 queries changed, 0.041 [0.012, 0.070], p = 0.200."),
        ({"better": 0, "worse": 0, "same": 50}, "none of 50 queries changed."),
        ({"queries": 0}, "no query has a value for both."),
    ],
)  # fmt: skip
def test_what_cannot_be_claimed_says_why(change: dict[str, float], end: str) -> None:
    words = told(replace(BETTER, adjusted=0.2, **change))
    assert words.startswith(
        ("No difference between “B” and “A” can be claimed", "“B” and “A” cannot be compared")
    )
    assert words.endswith(end)


def test_of_one_query_only_what_it_shows_is_said() -> None:
    assert told(of(-0.459)).endswith("the only query that counts changed, −0.459, p = 1.000.")
    assert told(of(0)).endswith("the only query that counts did not change.")


def test_where_all_queries_differ_by_the_same_neither_interval_nor_power_is_known() -> None:
    assert told(of(-0.369, -0.369, -0.369)).endswith("3 of 3 queries changed, −0.369, p = 0.250.")
    assert "by 0.100: 40 of 40 queries better" in told(of(*[0.1] * 40))


def test_two_queries_have_no_interval() -> None:
    assert told(of(0.1, 0.3)).endswith("2 of 2 queries changed, 0.200, p = 0.500.")


def test_so_few_queries_that_no_difference_would_show_are_not_said_to_show_one() -> None:
    """Of five queries the randomisation test gives p ≥ 2 / 32."""
    words = told(of(0.1, 0.11, 0.12, 0.13, 0.14))
    assert words.endswith("p = 0.062. To see 0.030 you need about 6 queries.")


@pytest.mark.parametrize("count", range(5))
def test_no_sentence_has_a_gap(count: int) -> None:
    for differences in ([0.1, -0.2, 0.3, 0.1][:count], [0.1] * count, [0.0] * count, [1e-12] * count):
        for comparisons in (1, 3):
            words = told(of(*differences, comparisons=comparisons))
            assert "–" not in words
            assert "nan" not in words

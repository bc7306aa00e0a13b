"""The sentence of a verdict fits what may be claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluation import sentences
from evaluation.comparison import Verdict
from evaluation.measures import parse_measure

NDCG = parse_measure("nDCG@10")
BETTER = Verdict(
    run=1, baseline=0, queries=50, before=0.4, after=0.441, difference=0.041, low=0.012, high=0.07, p=0.0008,
    adjusted=0.004, comparisons=5, better=18, worse=7, same=25, detectable=0.04, needed=90, worth=0.03,
)  # fmt: skip


def said(verdict: Verdict) -> str:
    template, values = sentences.sentence(verdict, "A", "B", NDCG)
    return template.format(**values)


def test_a_gain_is_said_with_all_that_belongs_to_it() -> None:
    assert said(BETTER) == (
        "“B” is better than “A” on "
        f"{NDCG} by 0.041 [0.012, 0.07]: 18 of 50 queries better, 7 worse, 25 the same; "
        "p 0.004 after Holm for 5 comparisons."
    )


def test_a_loss_turns_difference_and_interval() -> None:
    loss = replace(BETTER, difference=-0.041, low=-0.07, high=-0.012, comparisons=1)
    assert "worse than “A”" in said(loss)
    assert "by 0.041 [0.012, 0.07]" in said(loss)
    assert "Holm" not in said(loss)


@pytest.mark.parametrize(
    ("change", "template"),
    [
        ({"adjusted": 0.2}, sentences.NO_CLAIM_OF_SEVERAL),
        ({"adjusted": 0.2, "comparisons": 1}, sentences.NO_CLAIM),
        ({"adjusted": 0.2, "needed": 40}, sentences.SMALL_OF_SEVERAL),
        ({"adjusted": 1.0, "better": 0, "worse": 0, "same": 50}, sentences.UNCHANGED),
        ({"adjusted": float("nan"), "queries": 0}, sentences.NOTHING),
    ],
)
def test_what_cannot_be_claimed_says_why(change: dict[str, float], template: str) -> None:
    assert sentences.sentence(replace(BETTER, **change), "A", "B", NDCG)[0] == template

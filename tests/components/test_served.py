"""What the log says of why a fragment was served."""

import pytest

from components.served import why_served


@pytest.mark.parametrize(
    ("source", "why", "values", "words"),
    [
        ("queue", "likely in top", {"percent": 34, "runs": 3},
         "Queue · likely relevant: 34 %; runs that have it in their top 10: 3"),
        ("queue", "audit", {"probability": 0.2, "left": 7, "total": 1.5},
         "Queue · audit: drawn at random from the 7 unjudged candidates"),
        ("flagged", "alone", {"probability": 0.128}, "Unjudged · likely relevant: 13 %, and only one run found it"),
        ("flagged", "same text", {"of": "b#1"}, "Unjudged · has the same text as b#1"),
        ("list", "", {}, "List"),
        ("import", "as our team saw it", {}, "Import · as our team saw it"),
    ],
)  # fmt: skip
def test_the_log_says_it_in_words(source, why, values, words):
    assert why_served(source, why, values) == words


def test_a_run_without_the_fragment_has_no_rank():
    said = why_served("queue", "decide", {"percent": 5, "rank_a": 3, "rank_b": 0})
    assert said.endswith("rank 3 against –")

"""Which k: recall over k, its plateau, and what each further fragment brings, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from components.said import said
from evaluation import cutoffs
from evaluation.judging import UNJUDGED

# Two queries with 2 and 1 relevant fragments known; the third has none known.
GRADES = np.array([[3, 0, UNJUDGED, 1], [0, 2, 0, UNJUDGED], [0, 0, 0, 0]], dtype=np.int16)
KNOWN = np.array([2.0, 1.0, 0.0])


def test_recall_over_k_of_a_worked_case() -> None:
    recall = cutoffs.recall_over_k(GRADES, KNOWN)
    assert recall[:2].tolist() == [[0.5, 0.5, 0.5, 1], [0, 1, 1, 1]]
    assert np.isnan(recall[2]).all()


def test_steps_of_a_worked_case() -> None:
    recall = cutoffs.recall_over_k(GRADES, KNOWN)
    tokens = np.array([[10, 30, 0, 10], [20, 20, 10, 10], [9, 9, 9, 9]], dtype=np.int32)
    first, second = cutoffs.steps(GRADES, recall, tokens, [2, 4, 50])
    assert (first.k, first.found, first.recall, first.useful_fragments) == (2, 1, 0.75, 0.5)
    assert first.useful_tokens == pytest.approx((10 + 20) / 80)
    assert (second.previous, second.found, second.added_per_fragment) == (2, 1.5, 0.25)
    assert second.useful_tokens == pytest.approx((20 + 20) / 110)


def test_the_plateau_is_the_first_k_within_the_interval_at_full_depth() -> None:
    recall = np.tile([0.2, 0.5, 0.78, 0.8, 0.8], (40, 1))
    recall[:20] -= 0.1
    found = cutoffs.plateau(recall)
    # Full depth 0.75, interval about ± 0.016: 0.73 is below it, 0.75 is in it.
    assert (found.k, found.reason) == (4, cutoffs.PLATEAU)


def told(found: cutoffs.Suggestion) -> str:
    return " ".join(
        said(*one) for one in [(found.reason, found.values), *([found.left] if found.left else [])]
    )


def test_what_is_lost_beyond_the_plateau_is_that_of_the_same_queries() -> None:
    """40 queries, recall 0.6 or 0.4 at full depth: ± 0.03. Ten gain 0.08 after k = 2: 0.02 on average."""
    full = np.where(np.arange(40) % 2, 0.6, 0.4)
    before = full - np.where(np.arange(40) % 4 == 0, 0.08, 0)
    found = cutoffs.plateau(np.stack([full / 2, before, before, full, full], axis=1))
    words = told(found)
    assert found.k == 2
    assert words.startswith(
        "Recall at 2 is 0.480: the smallest k that is within the 95 % interval of recall at 5"
    )
    assert "0.500 [0.4" in words
    assert "Going on to 5 brings 0.020 [0.0" in words
    assert words.endswith("more recall; 10 of 40 queries gain.")
    assert "cannot be told" not in words


def test_one_query_that_gains_is_in_the_singular() -> None:
    full = np.where(np.arange(40) % 2, 0.6, 0.4)
    before = full - np.where(np.arange(40) == 7, 0.2, 0)
    words = told(cutoffs.plateau(np.stack([before, full], axis=1)))
    assert words.endswith("; one of 40 queries gains.")


def test_where_no_query_gains_anything_that_is_said() -> None:
    full = np.where(np.arange(40) % 2, 0.6, 0.4)
    found = cutoffs.plateau(np.stack([full / 2, full, full], axis=1))
    assert (found.k, told(found).endswith("No query gains anything up to 3.")) == (2, True)


def test_a_number_of_candidates_that_finds_nothing_is_never_suggested() -> None:
    """Of 27 queries one has its relevant fragment, at rank 15: 0.037 at full depth, ± 0.119."""
    recall = np.zeros((27, 20))
    recall[3, 14:] = 1.0
    found = cutoffs.plateau(recall)
    words = told(found)
    assert (found.k, found.reason) == (15, cutoffs.MOST)
    assert "0.037 [0.000, 0.1" in words
    assert "−" not in words


def test_where_nothing_is_found_at_all_no_number_of_candidates_is_suggested() -> None:
    found = cutoffs.plateau(np.zeros((5, 20)))
    assert (found.k, found.reason) == (None, cutoffs.NOTHING_FOUND)
    assert told(found).startswith("None of the first 20 results")


def test_where_all_have_the_same_recall_at_full_depth_one_straggler_does_not_decide() -> None:
    """The interval at full depth has no width; at k = 2 all but one of 28 queries have all: 27.5 / 28 = 0.982."""
    recall = np.tile([0.5, 1.0, 1.0, 1.0], (28, 1))
    recall[5] = 0.5, 0.5, 0.5, 1.0
    found = cutoffs.plateau(recall)
    words = told(found)
    assert (found.k, found.reason) == (2, cutoffs.MOST)
    assert "finds at least 95% of what is found at 4" in words
    assert "is looked at here, 1.000. Going on to 4 brings 0.018 [0.000, 0.0" in words


def test_an_interval_of_recall_stays_between_0_and_1() -> None:
    recall = np.ones((10, 3))
    recall[0] = 0.2, 0.3, 0.4
    assert "0.940 [0.7" in told(cutoffs.plateau(recall))
    assert ", 1.000]" in told(cutoffs.plateau(recall))


@pytest.mark.parametrize("seed", range(20))
def test_a_suggested_k_finds_something_and_is_within_the_interval_or_near_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    relevant = rng.random((int(rng.integers(2, 60)), 30)) < rng.choice([0.005, 0.05, 0.3])
    relevant[0, 20] = True
    known = np.maximum(relevant.sum(axis=1), 1) + rng.integers(0, 3, len(relevant))
    recall = np.cumsum(relevant, axis=1) / known[:, None]
    found = cutoffs.plateau(recall)
    assert found.k is not None
    assert recall[:, found.k - 1].mean() >= recall[:, -1].mean() / 2


def test_recall_that_still_rises_asks_for_more_depth() -> None:
    recall = np.tile([0.1, 0.4, 0.9], (30, 1))
    assert cutoffs.plateau(recall).reason == cutoffs.NO_PLATEAU


def step(k: int, previous: int, added: float) -> cutoffs.Step:
    return cutoffs.Step(k, previous, 0, 0, 0.4, 0, added)


def test_the_context_ends_before_the_step_that_brings_too_little() -> None:
    found = cutoffs.context_size([step(3, 0, 0.5), step(5, 3, 0.2), step(10, 5, 0.05), step(20, 10, 0.3)])
    assert (found.k, found.reason, found.values["next"]) == (5, cutoffs.FEW_MORE, 10)


def test_a_first_step_that_brings_too_little_is_said() -> None:
    assert cutoffs.context_size([step(3, 0, 0.05)]).reason == cutoffs.FIRST_NOT_WORTH


def test_a_context_of_which_nothing_is_relevant_is_not_suggested() -> None:
    found = cutoffs.context_size([step(3, 0, 0), step(5, 3, 0.5)])
    assert (found.k, found.reason) == (None, cutoffs.NOTHING_USEFUL)


def test_rankings_shorter_than_every_cutoff_have_their_depth() -> None:
    recall = cutoffs.recall_over_k(GRADES, KNOWN)
    assert [one.k for one in cutoffs.steps(GRADES, recall, None, [5, 10])] == [4]


def test_steps_that_all_bring_enough_end_at_the_last() -> None:
    assert cutoffs.context_size([step(3, 0, 0.5), step(5, 3, 0.2)]).k == 5


def test_results_without_text_and_below_the_end_have_no_tokens() -> None:
    counts = cutoffs.token_counts(np.array([[7, 8, -1]], dtype=np.int32), {7: 12})
    assert counts.tolist() == [[12, 0, 0]]

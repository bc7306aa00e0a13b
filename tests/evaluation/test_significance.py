"""The randomisation test and Holm, against hand counts and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from evaluation.significance import holm, sign_flip


def column(*values: float) -> np.ndarray:
    return np.array(values, dtype=float)[:, None]


def test_three_gains_alone_cannot_be_told_from_chance() -> None:
    # 2 of the 8 sign patterns (+++ and −−−) are as far from 0 as what was seen.
    assert sign_flip(column(0.1, 0.2, 0.3)) == pytest.approx(2 / 8)


def test_patterns_that_tie_with_what_was_seen_count() -> None:
    # 0.1 + 0.2 − 0.3 = 0: every pattern is at least as far from 0.
    assert sign_flip(column(0.1, 0.2, -0.3)) == pytest.approx(1)


def test_queries_that_do_not_differ_change_nothing() -> None:
    assert sign_flip(column(0.1, 0, 0.2, 0, 0.3)) == pytest.approx(2 / 8)


def test_queries_that_are_left_out_change_nothing() -> None:
    assert sign_flip(column(0.1, np.nan, 0.2, 0.3)) == pytest.approx(2 / 8)


def test_nothing_changed_is_no_evidence() -> None:
    assert sign_flip(column(0, 0, 0)) == 1


def test_without_a_query_there_is_no_p() -> None:
    assert np.isnan(sign_flip(column(np.nan, np.nan)))


@pytest.mark.parametrize("seed", range(5))
def test_few_queries_give_the_exact_p_of_scipy(seed: int) -> None:
    differences = np.random.default_rng(seed).normal(0.1, 0.2, 12)
    theirs = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert sign_flip(differences[:, None]) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_many_queries_give_the_drawn_p_of_scipy(seed: int) -> None:
    differences = np.random.default_rng(seed).normal(0.03, 0.2, 60)
    theirs = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=50_000, rng=seed
    ).pvalue
    # Two samples of sign patterns; 0.02 is four standard errors of 10,000 draws at p = 0.5.
    assert sign_flip(differences[:, None]) == pytest.approx(theirs, abs=0.02)


def test_drawn_and_exact_agree_where_both_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = np.random.default_rng(1).normal(0.1, 0.2, (14, 6))
    exact = sign_flip(differences)
    monkeypatch.setattr("evaluation.significance.EXACT_UP_TO", 0)
    assert sign_flip(differences) == pytest.approx(exact, abs=0.015)


def test_the_same_seed_gives_the_same_p() -> None:
    differences = np.random.default_rng(1).normal(0.02, 0.2, (80, 4))
    assert sign_flip(differences).tolist() == sign_flip(differences).tolist()


def test_a_p_of_draws_is_never_zero() -> None:
    assert sign_flip(np.full((40, 1), 0.5)) == pytest.approx(1 / 10_001)


def test_holm_of_a_worked_case() -> None:
    # 0.01 · 4, max(0.04, 0.02 · 3), max(0.06, 0.03 · 2), max(0.06, 0.5 · 1); given in another order.
    assert holm(np.array([0.03, 0.01, 0.5, 0.02])) == pytest.approx([0.06, 0.04, 0.5, 0.06])


def test_holm_never_exceeds_one_and_passes_over_what_is_unknown() -> None:
    assert holm(np.array([0.6, np.nan, 0.7])) == pytest.approx([1, np.nan, 1], nan_ok=True)

"""Bootstrap intervals against scipy, and their edges."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from evaluation.intervals import mean_intervals


@pytest.mark.parametrize("seed", range(4))
def test_bca_is_that_of_scipy(seed: int) -> None:
    values = np.random.default_rng(seed).exponential(1, 40)
    low, high = mean_intervals(values[:, None], method="bca", draws=50_000)
    theirs = stats.bootstrap(
        (values,), np.mean, method="BCa", n_resamples=50_000, rng=seed
    ).confidence_interval
    # Two bootstraps draw different queries; 0.02 is about four standard errors of an end.
    assert (low[0], high[0]) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_many_alike_queries_give_the_interval_of_t() -> None:
    values = np.random.default_rng(0).normal(0.3, 0.2, 400)
    low, high = mean_intervals(values[:, None])
    theirs = stats.t.interval(0.95, 399, values.mean(), values.std(ddof=1) / 20)
    assert (low[0], high[0]) == pytest.approx(theirs, abs=0.002)


def test_a_column_without_spread_has_an_interval_without_width() -> None:
    low, high = mean_intervals(np.full((20, 1), 0.7))
    assert (low[0], high[0]) == pytest.approx((0.7, 0.7), abs=1e-12)


def test_where_few_queries_differ_the_interval_is_finite_and_holds_zero() -> None:
    values = np.zeros((20, 1))
    values[:2, 0] = 0.5, 0.4
    low, high = mean_intervals(values)
    assert -1 < low[0] < 0 < high[0] < 1


def test_one_query_has_no_interval() -> None:
    low, high = mean_intervals(np.array([[0.5], [np.nan]]))
    assert np.isnan([low[0], high[0]]).all()


def test_left_out_queries_are_as_if_they_were_not_there() -> None:
    values = np.random.default_rng(0).random((30, 1))
    gaps = np.insert(values, [3, 10, 30], np.nan, axis=0)
    assert np.array_equal(mean_intervals(gaps), mean_intervals(values))


def test_columns_with_different_queries_keep_their_own_intervals() -> None:
    values = np.random.default_rng(0).random((30, 2))
    values[:10, 1] = np.nan
    alone = mean_intervals(values[10:, 1:])
    assert [end[1] for end in mean_intervals(values)] == [end[0] for end in alone]


def test_the_same_values_give_the_same_interval() -> None:
    values = np.random.default_rng(0).random((30, 2))
    assert np.array_equal(mean_intervals(values), mean_intervals(values))

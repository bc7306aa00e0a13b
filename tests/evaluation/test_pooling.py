import pytest

from evaluation.pooling import pool


def test_the_pool_is_ordered_by_best_rank_then_by_number_of_runs():
    a, b = [5, 3, 9], [3, 7, 5]

    assert pool([a, b], depth=3) == [(3, 1, 2), (5, 1, 2), (7, 2, 1), (9, 3, 1)]


def test_results_below_the_depth_count_neither_for_the_pool_nor_for_the_number_of_runs():
    assert pool([[5, 3], [7, 5]], depth=1) == [(5, 1, 1), (7, 1, 1)]


def test_a_run_without_results_adds_nothing_to_the_pool():
    assert pool([[], [4]], depth=10) == [(4, 1, 1)]


def test_a_depth_below_one_is_refused():
    with pytest.raises(ValueError, match="at least 1, not 0"):
        pool([[1]], depth=0)

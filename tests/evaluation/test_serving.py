"""What an annotator is served: the union of the runs' first results, fewest judgements first, blind to rank."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation import serving
from evaluation.pooling import Served
from evaluation.serving import BLOCK, Pool, by_query, copies_last, pool_collection


def columns(rankings: dict[int, list[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    starts = np.concatenate(([0], np.cumsum([len(ranking) for ranking in rankings.values()])))
    fragments = np.array([fragment for ranking in rankings.values() for fragment in ranking], dtype=np.int32)
    return np.array(list(rankings), dtype=np.int64), starts.astype(np.int64), fragments


def serve(*arguments: object, **named: object) -> list[int]:
    return [served.fragment for served in serving.serve(*arguments, **named)]


@pytest.fixture
def pool() -> Pool:
    return pool_collection([columns({1: [10, 11, 12], 2: [13]}), columns({1: [14, 10], 3: [15]})], depth=2)


def test_the_pool_is_the_union_of_the_first_results(pool: Pool) -> None:
    assert {query: pool.of(query) for query in (1, 2, 3)} == {1: [10, 11, 14], 2: [13], 3: [15]}


def test_a_query_without_results_has_no_candidates(pool: Pool) -> None:
    assert pool.of(4) == []


def test_a_pool_of_no_runs_is_empty() -> None:
    assert len(pool_collection([], depth=5).fragments) == 0


def test_fewest_judgements_come_first_and_what_was_put_off_last() -> None:
    queue = serve([1, 2, 3, 4], judged={1: 1, 3: 1}, mine=set(), later={2}, wanted=2, seed="s")
    assert queue[0] == 4
    assert set(queue[1:3]) == {1, 3}
    assert queue[3] == 2


def test_ones_own_and_what_is_fully_judged_are_not_served() -> None:
    assert serve([1, 2, 3], judged={1: 2}, mine={2}, later=set(), wanted=2, seed="s") == [3]


def test_the_order_is_the_same_each_time_and_differs_between_seeds() -> None:
    orders = {
        seed: serve(range(30), judged={}, mine=set(), later=set(), wanted=1, seed=seed)
        for seed in ("ana", "luis")
    }
    assert orders["ana"] == serve(range(30), {}, set(), set(), 1, "ana")
    assert orders["ana"] != orders["luis"]
    assert orders["ana"] != list(range(30))


def test_an_order_is_kept_but_for_neighbours_that_are_mixed() -> None:
    order = [Served(f, "why") for f in range(20)]
    queue = serve(range(20), {}, set(), set(), 1, "ana", order)
    blocks = [queue[start : start + BLOCK] for start in range(0, 20, BLOCK)]
    assert [sorted(block) for block in blocks] == [
        list(range(start, start + BLOCK)) for start in range(0, 20, BLOCK)
    ]
    assert queue != list(range(20))
    assert queue != serve(range(20), {}, set(), set(), 1, "luis", order)


def test_what_the_order_does_not_name_comes_after_it_and_without_a_reason() -> None:
    queue = serving.serve([1, 2, 3], {}, set(), set(), 1, "s", [Served(3, "why")])
    assert queue[0] == Served(3, "why")
    assert {served.reason for served in queue[1:]} == {""}


def test_a_queue_over_many_queries_stays_with_a_query_for_a_while() -> None:
    queue = [(query, Served(n, "")) for n, query in enumerate([1, 2, 1, 2, 1])]
    cut = by_query(queue, chunk=4)
    assert [(query, [served.fragment for served in some]) for query, some in cut] == [
        (1, [0, 2]),
        (2, [1, 3]),
        (1, [4]),
    ]


@pytest.mark.parametrize(
    ("judged", "served"),
    [
        ([], [10, 12, 13, 11, 14]),
        ([9], [12, 13, 10, 11, 14]),
        ([11], [11, 12, 13, 10, 14]),
    ],
)
def test_of_equal_texts_the_first_keeps_its_place_and_the_copies_come_last(
    judged: list[int], served: list[int]
) -> None:
    """9, 10 and 11 have one text, 12 and 14 another, 13 none that is known; 9 is not in the queue."""
    texts = {9: 1, 10: 1, 11: 1, 12: 2, 14: 2}
    queue = [Served(fragment, "") for fragment in (10, 11, 12, 13, 14)]
    assert [one.fragment for one in copies_last(queue, texts, judged)] == served

"""The tally says how many candidates are left, after any acts."""

from __future__ import annotations

import numpy as np

from evaluation.serving import Pool
from evaluation.tally import Tally

ANA, LUIS = 1, 2
POOL = Pool(queries=np.array([10, 20]), starts=np.array([0, 3, 5]), fragments=np.array([1, 2, 3, 1, 4]))


def test_a_graded_fragment_is_left_for_nobody() -> None:
    tally = Tally(POOL, 1, [(10, 2, ANA, "grade")], 1)
    assert tally.left(ANA, later_too=True).tolist() == [2, 2]
    assert tally.left(LUIS, later_too=True).tolist() == [2, 2]
    assert tally.done() == 1


def test_what_one_cannot_tell_is_left_for_the_others() -> None:
    tally = Tally(POOL, 1, [(20, 4, ANA, "cant_tell")], 1)
    assert tally.left(ANA, later_too=True).tolist() == [3, 1]
    assert tally.left(LUIS, later_too=True).tolist() == [3, 2]


def test_what_was_put_off_counts_only_when_asked_for() -> None:
    tally = Tally(POOL, 1, [(10, 1, ANA, "skip")], 1)
    assert tally.left(ANA, later_too=False).tolist() == [2, 2]
    assert tally.left(ANA, later_too=True).tolist() == [3, 2]


def test_a_fragment_with_one_of_two_judgements_is_left_for_the_other_person() -> None:
    tally = Tally(POOL, 2, [(10, 1, ANA, "grade")], 1)
    assert tally.left(ANA, later_too=True).tolist() == [2, 2]
    assert tally.left(LUIS, later_too=True).tolist() == [3, 2]


def test_new_rows_of_a_query_replace_the_old_ones() -> None:
    tally = Tally(POOL, 1, [(10, 1, ANA, "grade"), (20, 1, LUIS, "grade")], 2)
    tally.put({10: []}, 3)
    assert tally.left(ANA, later_too=True).tolist() == [3, 1]
    assert tally.revision == 3


def test_judgements_outside_the_pool_change_nothing() -> None:
    tally = Tally(POOL, 1, [(10, 99, ANA, "grade"), (77, 1, ANA, "grade")], 1)
    assert tally.left(ANA, later_too=True).tolist() == [3, 2]

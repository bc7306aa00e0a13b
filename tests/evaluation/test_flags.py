import numpy as np
import pytest

from evaluation.unjudged import Estimate, candidates, terms
from evaluation.unjudged.flags import flags, found_by_one, near_duplicates, nearest_relevant

TEXTS = {
    1: "reset a password",
    2: "how to reset the password",
    3: "opening hours",
    4: "reset the password now",
}


def estimate(**chances: float) -> Estimate:
    fragments = np.array([int(name[1:]) for name in chances], dtype=np.int32)
    chance = np.array(list(chances.values()))
    return Estimate(fragments, chance, chance, np.ones((len(chance), 1)))


def test_what_one_run_alone_found_has_a_list_of_its_own():
    together, alone = flags(estimate(f1=0.9, f2=0.1, f3=0.2), [[1, 2], [1, 3]])

    assert [(f.fragment, f.found_by) for f in together] == [(1, ((0, 1), (1, 1)))]
    assert [(f.fragment, f.found_by) for f in alone] == [(3, ((1, 2),)), (2, ((0, 2),))]


def test_what_no_run_has_high_enough_is_in_neither_list():
    assert flags(estimate(f2=0.9), [[1, 2]], found=1) == ([], [])


def test_the_nearest_relevant_is_the_one_most_alike_in_text():
    words = {fragment: terms(text) for fragment, text in TEXTS.items()}
    pool = candidates([[1, 2, 3, 4]], texts=words, query=terms("password"))

    near = nearest_relevant(pool, {3: 3, 2: 1}, fragment=4)

    assert near is not None
    assert (near.fragment, near.grade) == (2, 1)


def test_a_fragment_far_down_in_another_run_was_found_by_one_run_alone():
    assert found_by_one([3, 63])
    assert not found_by_one([3, 20])
    assert not found_by_one([63])


def test_nearly_the_same_texts_are_told_without_the_fragment_itself():
    texts = {1: "reset a password on the web", 2: "Reset a password on the web!", 3: "opening hours"}
    pool = candidates([[1, 2, 3]], texts={f: terms(t) for f, t in texts.items()}, query=terms("password"))

    assert near_duplicates(pool, 1) == [2]


def test_with_nothing_relevant_known_there_is_no_nearest():
    assert nearest_relevant(candidates([[1, 2]]), {2: 0}, fragment=1) is None


def test_a_fragment_outside_the_pool_has_no_nearest():
    with pytest.raises(KeyError):
        nearest_relevant(candidates([[1, 2]]), {2: 1}, fragment=9)

"""Deciding between two runs, by hand-made rankings."""

import numpy as np

from evaluation.decide import EQUAL, OPEN, SETTLED, decide, sentence
from evaluation.estimates import Holes, holes
from evaluation.measures import parse_measure
from evaluation.unjudged import Estimate

NDCG, P2 = parse_measure("nDCG@2"), parse_measure("P@2")


def queries(count: int, judged: dict[int, int], chances: dict[int, float], *rankings: list[int]) -> Holes:
    fragments = np.array(list(chances), dtype=np.int32)
    chance = np.array(list(chances.values()))
    estimate = Estimate(fragments, chance, chance * 3, np.tile((0.0, 0.0, 1.0), (len(chance), 1)))
    return holes([list(rankings)] * count, [judged] * count, [estimate] * count)


def said(made: Holes, measure=NDCG) -> str:
    return sentence(decide(made, 0, 1, measure), "one", "other", measure)[0]


def test_two_of_many_runs_are_decided_as_if_there_were_no_others():
    many = decide(queries(3, {1: 3}, {2: 0.4, 3: 0.4}, [9], [1, 2], [7, 8], [2, 3]), 3, 1, NDCG)
    two = decide(queries(3, {1: 3}, {2: 0.4, 3: 0.4}, [2, 3], [1, 2]), 0, 1, NDCG)

    assert (many.difference, many.sure, many.needed) == (two.difference, two.sure, two.needed)


def test_a_rank_within_the_first_k_makes_no_difference_to_precision():
    made = queries(1, {9: 1}, {1: 0.5, 2: 0.5, 3: 0.5}, [1, 2], [2, 3])

    asked = [served.fragment for _, served in decide(made, 0, 1, P2).queue]

    assert asked == [1, 3]


def test_what_is_said_names_the_better_run_first_and_a_positive_difference():
    template, values = sentence(
        decide(queries(1, {1: 3, 2: 0}, {}, [2, 1], [1, 2]), 0, 1, NDCG), "one", "other", NDCG
    )

    assert template == SETTLED
    assert (values["better"], values["worse"], values["share"]) == ("other", "one", 1)
    assert round(values["difference"], 4) == 0.3691  # 1 − 1 / log2(3)


def test_an_open_decision_tells_how_many_judgements_settle_it():
    made = queries(1, {9: 1}, {1: 0.5, 2: 0.5, 3: 0.02, 4: 0.02}, [1, 4], [2, 3])

    assert said(made) == OPEN


def test_runs_that_are_the_same_are_told_to_be_equal():
    assert said(queries(2, {1: 1}, {2: 0.5}, [1, 2], [1, 2])) == EQUAL


def test_a_decision_with_something_left_to_judge_is_never_called_certain():
    made = queries(30, {1: 3}, {2: 0.001}, [1, 3], [3, 2])

    assert sentence(decide(made, 0, 1, NDCG), "one", "other", NDCG)[1]["share"] == 0.99


def test_where_no_rank_differs_what_changes_the_number_to_find_is_asked_for():
    made = queries(2, {1: 1}, {2: 0.2, 3: 0.4}, [1, 2], [2, 1])

    asked = [served.fragment for _, served in decide(made, 0, 1, parse_measure("R@1")).queue]
    beyond = [served.fragment for _, served in decide(made, 0, 1, parse_measure("R@2")).queue]

    assert (asked, beyond) == ([2, 2], [3, 3, 2, 2])

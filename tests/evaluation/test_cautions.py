"""What the app says before somebody is fooled: the article's four traps, and the others."""

from __future__ import annotations

import numpy as np
import pytest

from components.said import said
from evaluation import cautions
from evaluation.comparison import by_tag, compare, randomised
from evaluation.measures import parse_measure
from evaluation.sentences import sentence

ALL = np.ones((3, 4), dtype=np.bool_)
NDCG, R50 = parse_measure("nDCG@10"), parse_measure("R@50")


def kinds(found: list[cautions.Caution]) -> list[str]:
    return [caution.kind for caution in found]


def test_noise_at_twenty_queries_is_not_claimed_and_the_needed_number_is_said() -> None:
    base = np.linspace(0.2, 0.9, 20)
    other = base.copy()
    other[:2] += 0.3, 0.2
    verdict = compare(np.array([base, other]), 0, [1])[0]
    words = said(*sentence(verdict, "A", "B", NDCG))
    assert verdict.claim == 0
    assert words.startswith(
        "No difference between “B” and “A” can be claimed on nDCG@10: 2 of 20 queries changed"
    )
    assert f"you need about {verdict.needed} queries" in words
    assert (verdict.needed or 0) > 20
    assert kinds(cautions.few_queries(verdict.queries)) == ["few"]


def test_thirty_queries_are_not_called_few() -> None:
    assert cautions.few_queries(30) == []


@pytest.mark.parametrize("name", ["nDCG@10", "nDCG@5", "RR", "P@5", "R@5", "AP"])
def test_a_retriever_judged_by_the_top_of_its_ranking_is_warned_of(name: str) -> None:
    found = cautions.misfits(parse_measure(name), ["a", "b"], ["retriever", ""])
    assert [(one.kind, one.values["runs"]) for one in found] == [("stage", ["a"])]


@pytest.mark.parametrize("name", ["R@50", "R@100", "R@20", "Success@50"])
def test_a_retriever_judged_by_the_recall_of_its_candidates_is_fine(name: str) -> None:
    assert cautions.misfits(parse_measure(name), ["a"], ["retriever"]) == []


@pytest.mark.parametrize("role", ["reranker", "final"])
def test_a_reranker_judged_by_what_it_cannot_change_is_warned_of(role: str) -> None:
    assert kinds(cautions.misfits(R50, ["a"], [role])) == ["stage"]
    assert cautions.misfits(parse_measure("nDCG@5"), ["a"], [role]) == []


def test_where_nobody_said_the_role_nothing_is_held_against_the_measure() -> None:
    assert cautions.misfits(NDCG, ["a", "b"], ["", ""]) == []


def test_a_retriever_beside_a_reranker_is_said() -> None:
    found = cautions.different_stages("a", "retriever", ["a", "b", "c"], ["retriever", "reranker", ""])
    assert [one.values["runs"] for one in found] == [["b"]]


def test_other_grades_are_said_with_what_differs() -> None:
    ours = {("q1", "a"): 1, ("q1", "b"): 0, ("q2", "a"): 3}
    theirs = {("q1", "a"): 2, ("q1", "b"): 0, ("q3", "a"): 3}
    values = cautions.different_qrels("one", "other", ours, theirs)[0].values
    assert (values["shared"], values["only"], values["changed"]) == (1, 2, 3)


def test_the_same_grades_are_not_warned_of() -> None:
    assert cautions.different_qrels("one", "other", {("q", "a"): 1}, {("q", "a"): 1}) == []


def test_a_run_that_was_not_pooled_is_named_with_its_unjudged_share() -> None:
    found = cautions.outside_the_pool(["pooled", "new", "near"], np.array([0.9, 0.4, 0.75]), ALL[:3])
    assert [(one.values["run"], one.values["other"]) for one in found] == [("new", "pooled")]
    assert found[0].values["share"] == pytest.approx(0.6)


def test_equally_unjudged_runs_are_not_blamed() -> None:
    assert cautions.outside_the_pool(["a", "b"], np.array([0.2, 0.25]), ALL[:2]) == []


# Two runs, four queries: the second answers only the last two, and nothing is judged of the first's fourth.
JUDGED = np.array([[0.5, 0.5, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0]])
ANSWERED = np.array([[True] * 4, [False, False, True, True]])


def test_a_query_without_results_has_no_unjudged_results() -> None:
    judged = cautions.judged_of_results(JUDGED, ANSWERED)
    assert judged.tolist() == [0.75, 1.0]
    assert [one.values["run"] for one in cautions.outside_the_pool(["a", "b"], judged, ANSWERED)] == ["a"]


def test_a_run_without_any_result_is_not_called_unjudged() -> None:
    judged = cautions.judged_of_results(JUDGED, np.array([[True] * 4, [False] * 4]))
    assert np.isnan(judged[1])
    assert cautions.outside_the_pool(["a", "b"], judged, ALL[:2]) == []


def test_a_run_that_answers_few_queries_is_nothing_to_measure_the_others_by() -> None:
    few = np.array([[True] * 4, [False, False, False, True]])
    assert cautions.outside_the_pool(["a", "b"], np.array([0.5, 1.0]), few) == []


def words(values: np.ndarray, answered: np.ndarray) -> list[str]:
    found = cautions.without_results(["a", "b"], values, answered)
    return [said(one.template, one.values) for one in found]


def test_queries_without_results_are_counted_among_those_that_count() -> None:
    values = np.array([[1.0, 0.5, 0.2, np.nan], [0.0, 0.0, 0.5, np.nan]])
    assert words(values, ANSWERED) == ["“b” has no results for 2 of 3 queries; they count 0."]
    assert words(values[:, 1:], ANSWERED[:, 1:]) == ["“b” has no results for one of 2 queries; it counts 0."]
    assert words(values, np.ones((2, 4), bool)) == []


def test_a_run_that_answers_none_of_the_queries_is_told_of_its_ids() -> None:
    assert "see that its query_ids" in words(JUDGED, ANSWERED & [[True], [False]])[0]


def test_where_no_query_counts_none_is_counted() -> None:
    (found,) = cautions.few_queries(0)
    assert said(found.template, found.values).startswith("No query counts")


def test_intervals_beside_corrected_chances_are_said_not_to_be_corrected() -> None:
    scores = np.random.default_rng(0).random((3, 30))
    assert kinds(cautions.intervals_alone(compare(scores, 0, [1, 2]))) == ["intervals"]
    assert cautions.intervals_alone(compare(scores, 0, [1])) == []
    assert cautions.intervals_alone(compare(np.full((3, 30), 0.5), 0, [1, 2])) == []


def test_many_runs_and_measures_are_said_but_not_as_grave() -> None:
    found = cautions.many(5, 12)
    assert kinds(found) == ["many", "measures"]
    assert not any(one.grave for one in found)


def test_one_run_on_one_measure_has_no_such_note() -> None:
    assert cautions.many(1, 1) == []


def test_a_gain_that_is_a_loss_for_a_group_is_said() -> None:
    base = np.full(20, 0.5)
    other = np.concatenate((np.full(14, 0.7), np.full(6, 0.4)))
    scores, tags = np.array([base, other]), [("x",)] * 14 + [("y",)] * 6
    p = randomised(scores, tags, 0, [1])[1]
    found = cautions.losing_groups(["A", "B"], compare(scores, 0, [1]), by_tag(scores, tags, 0, [1], p))
    assert [(one.values["run"], one.grave) for one in found] == [("B", True)]
    assert [part[1]["tag"] for part in found[0].values["tags"]] == ["y"]


def test_a_loss_of_very_few_queries_is_only_mentioned() -> None:
    base = np.full(20, 0.5)
    other = np.concatenate((np.full(18, 0.7), np.full(2, 0.4)))
    scores, tags = np.array([base, other]), [("x",)] * 18 + [("y",)] * 2
    p = randomised(scores, tags, 0, [1])[1]
    found = cautions.losing_groups(["A", "B"], compare(scores, 0, [1]), by_tag(scores, tags, 0, [1], p))
    assert [one.grave for one in found] == [False]

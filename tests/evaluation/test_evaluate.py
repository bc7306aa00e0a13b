"""A run against qrels: which queries a mean is over, and which are left out and why."""

from __future__ import annotations

import math

import pytest

from evaluation.evaluate import Evaluation, evaluate
from evaluation.measures import parse_measure
from tests.evaluation.cases import results_and_grades

QRELS = {"good": {"a": 1}, "missed": {"a": 1}, "none": {"a": 0}, "absent": {"a": 2}}
RUN = {"good": {"a": 1.0}, "missed": {"b": 1.0}, "none": {"a": 1.0}, "unjudged": {"a": 1.0}}


def evaluated(*measures: str, like: str | None = None) -> Evaluation:
    return evaluate(*results_and_grades(RUN, QRELS), [parse_measure(name) for name in measures], like)


def test_the_three_states_are_kept_apart() -> None:
    left_out = evaluated("RR").left_out
    assert left_out.no_results == ("absent",)
    assert left_out.not_judged == ("unjudged",)
    assert left_out.no_relevant == ("none",)


def test_a_mean_is_over_the_defined_queries_and_names_the_others() -> None:
    mean = evaluated("RR").means[0]
    assert (mean.value, mean.over, mean.left_out) == (1 / 3, 3, ("none",))


def test_like_trec_eval_undefined_counts_as_0() -> None:
    ours = evaluated("RR", like="trec_eval")
    assert (ours.means[0].value, ours.means[0].over) == (1 / 4, 4)
    assert ours.value("none", ours.measures[0]) == 0.0


def test_undefined_depends_on_the_threshold_of_the_measure() -> None:
    mean = evaluated("RR(rel=2)").means[0]
    assert (mean.value, mean.left_out) == (0.0, ("good", "missed", "none"))


def test_counts_are_added_up() -> None:
    ours = evaluated("NumRel", "NumRet", "NumRelRet")
    assert [mean.value for mean in ours.means] == [3.0, 3.0, 1.0]


def test_a_mean_over_nothing_is_undefined() -> None:
    mean = evaluated("RR(rel=3)").means[0]
    assert math.isnan(mean.value)
    assert mean.over == 0


def test_other_tools_than_trec_eval_are_refused() -> None:
    with pytest.raises(ValueError, match="not like “ranx”"):
        evaluated("RR", like="ranx")


def test_queries_keep_the_order_of_the_qrels() -> None:
    assert evaluated("RR").query_ids == ("good", "missed", "none", "absent")

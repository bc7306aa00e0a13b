"""What other tools would say: equal to their recorded answers, to their own tests, or worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from data.formats.trec import read_qrels, read_run
from evaluation.elsewhere import ELASTICSEARCH, QUEPID, RANX, TREC_EVAL, Elsewhere, elsewhere, mean_elsewhere
from evaluation.engine_rules import elasticsearch, quepid
from evaluation.evaluate import graded, ranked
from evaluation.measures import parse_measure
from evaluation.other_rules import COUNTS_0, Seen, ranx, trec_eval
from tests.evaluation.cases import GOLDEN, golden_names, golden_values, measure_of

EXPONENTIAL = "nDCG(dcg='exp-log2')@10"


def say(tool: str, measure: str, ranking: str, grades: dict[str, int], highest: int = 3) -> Elsewhere:
    answers = elsewhere(parse_measure(measure), ranking.split(), grades, highest)
    return {answer.tool: answer for answer in answers}[tool]


def recorded(library: str, suffix: str) -> list[tuple[str, int]]:
    """Golden cases with an answer of the library, without ties and with files that are accepted here."""
    found = []
    for name in golden_names():
        values = golden_values(name)
        for level, reference in values["reference"].items():
            answer = values["libraries"][library].get(level + suffix, {"error": "none"})
            untied = not reference.get("info", {"tied_queries": [1]})["tied_queries"]
            if "error" not in answer and "per_query" in reference and untied and name != "bom":
                found.append((name, int(level[1:])))
    return found


def measure_there(tool: str, key: str, level: int) -> str | None:
    """The measure to ask for. A level changes nDCG in ranx, and not in trec_eval."""
    if tool == TREC_EVAL and key.startswith("RBP"):
        return None
    if tool == RANX and key.startswith("nDCG") and level > 1:
        return None if "_exp" in key else key.replace("nDCG", f"nDCG(rel={level})")
    return measure_of(key, level)


def differences(case: str, level: int, tool: str, expected: dict[str, dict[str, Any]]) -> list[Any]:
    run, qrels = read_run(GOLDEN / case / "run.txt"), graded(read_qrels(GOLDEN / case / "qrels.txt"))
    rankings = ranked(run)
    found = []
    for query, row in expected.items():
        for key, value in row.items():
            name = measure_there(tool, key, level)
            if name is None or query not in qrels or (case, key) == ("no_relevant", "bpref"):
                continue
            answers = elsewhere(parse_measure(name), rankings.get(query, []), qrels[query])
            ours = {answer.tool: answer.value for answer in answers}[tool]
            if ours is not None and not same(ours, float(value)):
                found.append((query, key, value, ours))
    return found


def same(ours: float, theirs: float) -> bool:
    return math.isclose(ours, theirs, abs_tol=1e-6) or (math.isnan(ours) and math.isnan(theirs))


@pytest.mark.skipif(not GOLDEN.is_dir(), reason="the golden cases are not beside the project")
@pytest.mark.parametrize(("case", "level"), recorded("trec_eval-10.0", "_c"))
def test_trec_eval_answers_are_those_recorded(case: str, level: int) -> None:
    expected = golden_values(case)["libraries"]["trec_eval-10.0"][f"l{level}_c"]["per_query"]
    assert differences(case, level, TREC_EVAL, expected) == []


@pytest.mark.skipif(not GOLDEN.is_dir(), reason="the golden cases are not beside the project")
@pytest.mark.parametrize(("case", "level"), recorded("ranx 0.3.21", ""))
def test_ranx_answers_are_those_recorded(case: str, level: int) -> None:
    """But for bpref in no_relevant: there the division by 0 of one query leaves the other at 0 too."""
    expected = golden_values(case)["libraries"]["ranx 0.3.21"][f"l{level}"]["per_query"]
    assert differences(case, level, RANX, expected) == []


RATED = {"0": 3, "1": 2, "2": 3, "4": 1}


@pytest.mark.parametrize(
    ("ranking", "grades", "value"),
    [
        (
            "0 1 2 3 4 5",
            {"0": 3, "1": 2, "2": 3, "3": 0, "4": 1, "5": 2},
            13.84826362927298 / 14.595390756454922,
        ),
        ("0 1 2 3 4 5", RATED, 12.779642067948913 / 13.347184833073591),
        ("0 1 2 3", RATED, 12.392789260714371 / 13.347184833073591),
    ],
)
def test_elasticsearch_ndcg_is_that_of_its_own_tests(
    ranking: str, grades: dict[str, int], value: float
) -> None:
    """DiscountedCumulativeGainTests.java."""
    assert say(ELASTICSEARCH, EXPONENTIAL, ranking, grades).value == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize(
    ("measure", "grades", "value"),
    [
        ("ERR(gmax=3)@3", {"0": 3, "1": 2, "2": 0, "3": 1}, 0.8984375),
        ("ERR(gmax=3)@4", {"0": 3, "1": 2, "2": 0, "3": 1}, 0.8984375 + 0.00244140625),
        ("ERR(gmax=3)@4", {"0": 3, "2": 0, "3": 1}, 0.875 + 0.00390625),
    ],
)
def test_elasticsearch_err_is_that_of_its_own_tests(
    measure: str, grades: dict[str, int], value: float
) -> None:
    """ExpectedReciprocalRankTests.java."""
    assert say(ELASTICSEARCH, measure, "0 1 2 3", grades).value == pytest.approx(value, abs=1e-13)


def test_elasticsearch_cuts_the_ideal_to_the_number_of_results() -> None:
    """One result of grade 1, and a 3 that was not retrieved: 1 / 7 there, 1 / (7 + 1/log2(3)) here."""
    answer = say(ELASTICSEARCH, EXPONENTIAL, "a", {"a": 1, "b": 3})
    assert answer.value == pytest.approx(1 / 7)
    assert answer.reason == "its ideal is cut to the number of results, 1"


def test_precision_is_divided_by_the_results_in_quepid_and_elasticsearch() -> None:
    for tool in (QUEPID, ELASTICSEARCH):
        answer = say(tool, "P@10", "a b", {"a": 1})
        assert (answer.value, answer.reason) == (0.5, "divides by the results it got, 2, not by 10")


def test_quepid_does_not_cut_its_ideal() -> None:
    """Two rated 1 and k = 1: DCG 1, ideal 1 + 1/log2(3)."""
    answer = say(QUEPID, "nDCG(dcg='exp-log2')@1", "a b", {"a": 1, "b": 1})
    assert answer.value == pytest.approx(1 / (1 + 1 / math.log2(3)))
    assert answer.reason.endswith("its ideal takes all rated documents without cutting them at 1")


def test_quepid_err_has_the_top_of_the_scale() -> None:
    """(2^2 − 1) / 2^3 at rank 1."""
    answer = say(QUEPID, "ERR@10", "a", {"a": 2}, highest=3)
    assert (answer.value, answer.called) == (3 / 8, "ERR@10")


def test_quepid_average_precision_without_relevant_is_not_a_number() -> None:
    answer = say(QUEPID, "AP@10", "a", {"a": 0})
    assert math.isnan(answer.value or 0)
    assert answer.reason == "divides by 0 where no relevant document is rated: not a number"


def test_quepid_knows_no_threshold() -> None:
    """Two of two are above 0, one of two is 2 or higher."""
    assert say(QUEPID, "P(rel=2)@2", "a b", {"a": 1, "b": 2}).value == 1.0
    assert say(ELASTICSEARCH, "P(rel=2)@2", "a b", {"a": 1, "b": 2}).value == 0.5


def test_trec_eval_has_linear_gain_only() -> None:
    """DCG 1 + 3/log2(3), ideal 3 + 1/log2(3)."""
    answer = say(TREC_EVAL, EXPONENTIAL, "a b", {"a": 1, "b": 3})
    assert answer.value == pytest.approx((1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))
    assert (answer.called, answer.reason) == (
        "ndcg_cut_10",
        "linear gain: the grade itself, not 2^grade − 1",
    )


@pytest.mark.parametrize("tool", [TREC_EVAL, RANX, ELASTICSEARCH, QUEPID])
def test_undefined_counts_0_elsewhere(tool: str) -> None:
    answer = say(tool, "RR@10", "a", {"a": 0})
    assert answer.value == 0
    assert answer.reason


def test_trec_eval_residual_has_its_own_p() -> None:
    """One unjudged at rank 2 of 2: .1 · .9 + .9²."""
    answer = say(TREC_EVAL, "RBP_residual(p=0.5)", "a u", {"a": 1})
    assert answer.value == pytest.approx(0.09 + 0.81)


def test_trec_eval_tells_the_unjudged_share() -> None:
    answer = say(TREC_EVAL, "Judged@10", "a n u", {"a": 1, "n": -1})
    assert (answer.called, answer.value) == ("unj_10", 0.2)


def test_a_tool_without_the_measure_says_so() -> None:
    answer = say(ELASTICSEARCH, "Bpref", "a", {"a": 1})
    assert (answer.value, answer.reason) == (None, "has no such measure")


@pytest.mark.parametrize(
    ("measure", "called"),
    [
        ("P(rel=2)@5", ["P_5 -l 2", "precision@5-l2", "P@5", "precision, k=5, relevant_rating_threshold=2"]),
        ("IPrec@0.1", ["iprec_at_recall_0.10", "", "", ""]),
        ("AP@5", ["map_cut_5", "map@5", "AP@5", ""]),
        ("RBP(p=0.95)", ["rbp.p=0.95", "rbp.95", "", ""]),
    ],
)
def test_each_tool_has_its_own_name_for_it(measure: str, called: list[str]) -> None:
    assert [answer.called for answer in elsewhere(parse_measure(measure), ["a"], {"a": 1})] == called


def test_the_same_rule_has_no_reason() -> None:
    assert [a.reason for a in elsewhere(parse_measure("RR@10"), ["x", "a"], {"a": 1})][1:] == ["", "", ""]


@pytest.mark.parametrize("measure", [EXPONENTIAL, "RR", "ERR@10", "P@2", "AP"])
def test_a_rule_that_changes_nothing_here_is_no_reason(measure: str) -> None:
    """Two results, both rated, within every cutoff and below every highest grade."""
    answers = elsewhere(parse_measure(measure), ["a", "b"], {"a": 2, "b": 1}, highest=4)
    assert [
        answer.reason for answer in answers if answer.tool in (QUEPID, ELASTICSEARCH) and answer.called
    ] == ["" for answer in answers if answer.tool in (QUEPID, ELASTICSEARCH) and answer.called]


def test_all_rules_that_act_together_are_reasons() -> None:
    """k = 1: DCG 3, ideal 3 + 1/log2(3) there, and 2 / 2 here."""
    answer = say(QUEPID, "nDCG@1", "b a", {"a": 2, "b": 1})
    assert answer.value == pytest.approx(1 / (3 + 1 / math.log2(3)))
    assert answer.reason == (
        "exponential gain: 2^grade − 1; its ideal takes all rated documents without cutting them at 1"
    )


def test_what_a_level_and_a_cutoff_do_are_two_reasons() -> None:
    """AP of x*10 then a relevant 2: nothing within 10 there, though b of grade 1 is first; here 1/12."""
    answer = say(QUEPID, "AP(rel=2)", "b x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 a", {"a": 2, "b": 1})
    assert answer.value == pytest.approx(1 / 2)
    assert answer.reason == "relevant is always a rating above 0; always has a cutoff, 10 unless changed"


def test_a_mean_divides_by_all_judged_queries_and_says_why_it_is_another() -> None:
    """P@2 by trec_eval: 1/2 where one of two is relevant, 0 where none is known."""
    of_queries = [elsewhere(parse_measure("P@2"), ["a", "b"], grades) for grades in ({"a": 1}, {"a": 0})]
    answer = mean_elsewhere(of_queries, 0.5)[0]
    assert (answer.tool, answer.value) == (TREC_EVAL, 0.25)
    assert answer.reason.startswith("counts 0 where no relevant")


@pytest.mark.parametrize("tool", [1, 2, 3])
def test_a_mean_that_is_another_only_by_its_queries_says_only_that(tool: int) -> None:
    """nDCG: 1 for the first query by every rule, undefined for the second."""
    of_queries = [elsewhere(parse_measure(EXPONENTIAL), ["a"], grades) for grades in ({"a": 1}, {"a": 0})]
    answer = mean_elsewhere(of_queries, 1.0)[tool]
    assert answer.value == 0.5
    assert [reason.template for reason in answer.reasons] == [COUNTS_0]


def test_a_mean_gives_every_reason_that_acts_in_one_of_its_queries() -> None:
    """P@3 by Elasticsearch: 1/1, 1/2 and 0; ours 1/3 and 1/3."""
    rankings = (["a"], {"a": 1}), (["a", "b"], {"a": 1}), (["a"], {"a": 0})
    of_queries = [elsewhere(parse_measure("P@3"), *query) for query in rankings]
    answer = mean_elsewhere(of_queries, 1 / 3)[3]
    assert (answer.tool, answer.value) == (ELASTICSEARCH, 0.5)
    assert answer.reason == (
        "divides by the results it got, 1–2, not by 3; "
        "counts 0 where no relevant fragment is known; here it is undefined and left out of means"
    )


def test_a_mean_that_is_ours_has_no_reason() -> None:
    of_queries = [elsewhere(parse_measure(EXPONENTIAL), ["a", "b"], {"a": 1, "b": 2})]
    means = mean_elsewhere(of_queries, of_queries[0][1].value or 0)
    assert [answer.reason for answer in means][1:] == ["", "", ""]


def test_a_mean_of_what_a_tool_does_not_have_is_none() -> None:
    assert mean_elsewhere([elsewhere(parse_measure("Bpref"), ["a"], {"a": 1})], 1.0)[3].value is None


@pytest.mark.parametrize("measure", ["nDCG@3", "nDCG(rel=2)@3", EXPONENTIAL, "nDCG", "P@3", "P(rel=2)@3", "RR",
    "RR(rel=2)@2", "AP", "AP(rel=2)@2", "Bpref", "RBP", "RBP(rel=2)@2",
    "RBP_residual(p=0.9)@2", "RBP_residual", "ERR@2", "ERR(gmax=2)",
    "F1@2", "Judged@3", "R@2"])  # fmt: skip
@pytest.mark.parametrize(
    "grades", [{"a": 3, "b": 1, "c": 0, "z": 2}, {"a": 0}, {"a": -1, "b": 2}, {"a": 1100}]
)
def test_without_their_rules_the_value_is_ours(measure: str, grades: dict[str, int]) -> None:
    seen = Seen(["b", "x", "c", "a"], grades, 3)
    ours = seen.ours(parse_measure(measure).name)
    for rules in (trec_eval, ranx, quepid, elasticsearch):
        value = rules(parse_measure(measure), seen).value
        assert value is None or value(frozenset()) == pytest.approx(ours, nan_ok=True)

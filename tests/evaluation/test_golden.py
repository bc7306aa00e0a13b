"""The golden cases: trec_eval 10, the reference values, and each departure from trec_eval with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from data.formats.trec import read_qrels, read_run
from data.problems import BadFile
from evaluation.evaluate import Evaluation, evaluate
from evaluation.measures import parse_measure
from tests.evaluation.cases import GOLDEN, golden_names, golden_values, measure_of, value

pytestmark = pytest.mark.skipif(not GOLDEN.is_dir(), reason="the golden cases are not beside the project")

REFUSED = {
    "comments": "qrels.txt:1: ",
    "dup_qrels_conflict": "qrels.txt:2: ",
    "dup_qrels_same": "qrels.txt:2: ",
    "dup_run_same_score": "run.txt:2: ",
    "qrels_3_columns": "qrels.txt:1: ",
    "qrels_5_columns": "qrels.txt:1: ",
    "qrels_float_grades": "qrels.txt:1: ",
    "qrels_word_grades": "qrels.txt:1: ",
    "run_3_columns": "run.txt:1: ",
    "run_5_columns": "run.txt:1: ",
    "score_garbage": "run.txt:1: ",
    "score_nan_inf": "run.txt:1: ",
}
DEPARTURES = {"blank_lines", "bom", "empty_qrels", "empty_run", "huge_grades_1e6"}


def evaluated(case: str, keys: list[str], level: int, like: str | None = "trec_eval") -> Evaluation:
    qrels, run = read_qrels(GOLDEN / case / "qrels.txt"), read_run(GOLDEN / case / "run.txt")
    return evaluate(run, qrels, [parse_measure(measure_of(key, level) or key) for key in keys], like)


def differences(case: str, level: int, expected: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """(expected, ours) for every per-query and mean value that is more than 1e-6 away."""
    rows = {**expected["per_query"], "mean": expected["aggregate"]}
    keys = sorted({key for row in rows.values() for key in row if measure_of(key, level)})
    ours = evaluated(case, keys, level)
    found = {}
    for query, row in rows.items():
        for key, measure in zip(keys, ours.measures, strict=True):
            got = ours.mean(measure).value if query == "mean" else ours.value(query, measure)
            if key in row and not abs(got - row[key]) < 1e-6:
                found[f"{query} {key}"] = (row[key], got)
    return found


def golden_levels(left_out: set[str]) -> list[tuple[str, int]]:
    names = [name for name in golden_names() if name not in REFUSED and name not in left_out]
    return [(name, int(level[1:])) for name in names for level in golden_values(name)["reference"]]


@pytest.mark.parametrize(("case", "level"), golden_levels(set()))
def test_values_equal_the_reference(case: str, level: int) -> None:
    assert differences(case, level, golden_values(case)["reference"][f"l{level}"]) == {}


@pytest.mark.parametrize(("case", "level"), golden_levels(DEPARTURES))
def test_values_equal_trec_eval_10(case: str, level: int) -> None:
    expected = golden_values(case)["libraries"]["trec_eval-10.0"][f"l{level}_c"]
    if level > 1:
        del expected["aggregate"]["num_rel"]
    assert differences(case, level, expected) == {}


@pytest.mark.parametrize("case", REFUSED)
def test_malformed_files_are_refused_with_file_and_line(case: str) -> None:
    with pytest.raises(BadFile, match=f"/{case}/{REFUSED[case]}"):
        evaluated(case, [], 1)


def test_every_case_that_the_reference_refuses_is_refused_here() -> None:
    assert {n for n in golden_names() if "error" in golden_values(n)["reference"]["l1"]} == set(REFUSED)


def test_departure_blank_lines_in_qrels_are_skipped() -> None:
    """trec_eval 10 skips them in runs and calls them malformed in qrels; they say nothing in either."""
    assert evaluated("blank_lines", ["RR"], 1).query_ids == ("1",)


def test_departure_byte_order_mark_does_not_cost_the_first_query() -> None:
    """trec_eval 10 reads the mark into the first query id: the mean loses that query (RR .25, not .75)."""
    ours = evaluated("bom", ["RR"], 1)
    assert ours.query_ids == ("1", "2")
    assert ours.mean(ours.measures[0]).value == 0.75


def test_departure_empty_files_are_empty_sets() -> None:
    """trec_eval 10 exits with an error; an empty run is a system that found nothing, and scores 0."""
    assert evaluated("empty_run", ["RR"], 1).values.tolist() == [[0.0]]
    assert evaluated("empty_qrels", ["RR"], 1).left_out.not_judged == ("1",)


def test_departure_a_grade_of_a_million_takes_no_time() -> None:
    """trec_eval 10 takes minutes: time and memory grow with the square of the highest grade."""
    assert evaluated("huge_grades_1e6", ["nDCG"], 1).values[0, 0] == pytest.approx(0.5000003154646778)


def test_departure_the_total_of_num_rel_keeps_the_threshold() -> None:
    """trec_eval 10 -c adds up the relevant of level 1 for the total (7), whatever -l says."""
    ours = evaluated("graded", ["num_rel"], 2)
    assert (ours.values.sum(), ours.means[0].value) == (5.0, 5.0)
    assert golden_values("graded")["libraries"]["trec_eval-10.0"]["l2_c"]["aggregate"]["num_rel"] == 7.0


def test_departure_the_residual_always_holds_what_is_below_the_ranking() -> None:
    """trec_eval 10 says 0 when all results are judged, though p² = .81 of the weight lies below them."""
    assert evaluated("rbp_resid_all_judged", ["RBP_0.9_residual"], 1).values[0, 0] == pytest.approx(0.81)


def test_departure_rbp_is_binary() -> None:
    """trec_eval 10 reads uninitialised memory for the grade scale; ours is .1 · (1 + .9) for two hits."""
    assert evaluated("rbp_graded", ["RBP_0.9"], 1).values[0, 0] == pytest.approx(0.19)


def test_departure_means_are_always_over_all_judged_queries() -> None:
    """trec_eval 10 without -c exits when a judged query has no results; here it scores 0 and is counted."""
    ours = evaluated("missing_in_run", ["RR"], 1, like=None)
    assert (ours.means[0].value, ours.means[0].over) == (0.5, 3)
    assert ours.left_out.no_results == ("2",)


def test_departure_a_query_with_only_negative_grades_is_evaluated() -> None:
    """trec_eval aborts when all grades of a query are −2 or lower; pytrec_eval brings the process down."""
    ours = evaluate(
        read_run(["1 Q0 a 1 1 r"]), read_qrels(["1 0 a -2"]), [parse_measure("RR")], like="trec_eval"
    )
    assert ours.values.tolist() == [[0.0]]


def test_departure_judged_is_told_both_ways() -> None:
    """trec_eval 10 has unjudged/k only, by which ranks without a result count as judged."""
    assert value("Judged@10", "a x", {"a": 1}) == 0.5
    assert value("Judged(of='cutoff')@10", "a x", {"a": 1}) == 0.1

"""Faults that users of other tools reported, with the place where they were met: none of them is here."""

from __future__ import annotations

import pytest

from data.formats.trec import read_qrels, read_run
from data.problems import BadFile
from evaluation.evaluate import evaluate
from evaluation.measures import parse_measure
from tests.evaluation.cases import value


def values(run: list[str], qrels: list[str], *measures: str) -> dict[str, list[float]]:
    """measure → value per judged query; lines are `query fragment score` and `query fragment grade`."""
    results = read_run([f"{q} Q0 {f} 1 {s} r" for q, f, s in map(str.split, run)])
    grades = read_qrels([f"{q} 0 {f} {g}" for q, f, g in map(str.split, qrels)])
    found = evaluate(results, grades, [parse_measure(name) for name in measures])
    return {name: column.tolist() for name, column in zip(measures, found.values.T, strict=True)}


def test_scores_that_differ_only_in_float64_are_no_tie() -> None:
    """trec_eval#34: float32 scores; 16777217 and 16777216 are one number there, and b would win by its id."""
    assert values(["1 a 16777217", "1 b 16777216"], ["1 a 1"], "RR") == {"RR": [1.0]}


def test_ties_go_to_the_higher_fragment_id_whatever_the_order_of_the_file() -> None:
    """trec_eval#22, mteb#5092, ranx#9: equal scores gave RR 1 for positives that came first in the file."""
    lines = [f"1 d{number:02} 0.5" for number in range(40)]
    assert values(lines, ["1 d00 1"], "RR") == values(lines[::-1], ["1 d00 1"], "RR") == {"RR": [1 / 40]}


def test_every_measure_breaks_ties_alike() -> None:
    """ir_measures#18: RR 1/3 and RR@10 1 in one call; beir#105: MAP is not MRR with one relevant fragment."""
    found = values(["1 a 1", "1 b 1", "1 c 1"], ["1 a 1"], "RR", "RR@10", "AP", "IPrec@1", "Judged@1")
    assert found == {"RR": [1 / 3], "RR@10": [1 / 3], "AP": [1 / 3], "IPrec@1": [1 / 3], "Judged@1": [0.0]}


def test_ties_follow_code_points_not_utf16() -> None:
    """U+FF61 comes before U+1F600 by code point, after it in JavaScript's order."""
    assert values(["1 \uff61 1", "1 \U0001f600 1"], ["1 \U0001f600 1"], "RR") == {"RR": [1.0]}


def test_numbers_in_ids_are_compared_as_text() -> None:
    assert values(["1 9 1", "1 100 1"], ["1 9 1"], "RR") == {"RR": [1.0]}


def test_minus_zero_ties_with_zero() -> None:
    assert values(["1 a 0.0", "1 b -0.0"], ["1 b 1"], "RR") == {"RR": [1.0]}


def test_negative_scores_are_results_too() -> None:
    """torchmetrics#3104: results with a score of 0 or less were dropped."""
    assert values(["1 a -2", "1 b -1"], ["1 a 1"], "RR", "NumRet") == {"RR": [0.5], "NumRet": [2.0]}


def test_a_query_without_results_scores_0_and_is_in_the_mean() -> None:
    """pytrec_eval#30, beir#102: means over the queries that the run answered look better than the run is."""
    results, grades = read_run(["1 Q0 a 1 1 r"]), read_qrels(["1 0 a 1", "2 0 a 1"])
    mean = evaluate(results, grades, [parse_measure("RR")]).means[0]
    assert (mean.value, mean.over) == (0.5, 2)


def test_a_query_in_the_run_only_changes_no_mean() -> None:
    """trectools#24: it counted 0; ranx#27: it was an error."""
    results, grades = read_run(["1 Q0 a 1 1 r", "2 Q0 a 1 1 r"]), read_qrels(["1 0 a 1"])
    found = evaluate(results, grades, [parse_measure("RR")])
    assert (found.means[0].value, found.left_out.not_judged) == (1.0, ("2",))


def test_a_query_with_zeros_only_is_undefined_not_0() -> None:
    """scikit-learn#29521: it counted 0 and kept the mean of perfect rankings below 1."""
    results, grades = read_run(["1 Q0 a 1 1 r"]), read_qrels(["1 0 a 1", "2 0 a 0"])
    mean = evaluate(results, grades, [parse_measure("nDCG@10")]).means[0]
    assert (mean.value, mean.over, mean.left_out) == (1.0, 1, ("2",))


def test_the_ideal_holds_what_was_not_retrieved() -> None:
    """MatchZoo#598, spiceai#12277: an ideal made of the retrieved fragments gives 1 here."""
    assert value("nDCG@10", "a", {"a": 1, "b": 1}) == pytest.approx(1 / (1 + 0.6309297535714575))


def test_the_ideal_is_cut_at_k() -> None:
    """lenskit#869: 12 relevant, 10 of them on top, must be 1."""
    ranking = [f"d{number}" for number in range(12)]
    assert value("nDCG@10", " ".join(ranking), dict.fromkeys(ranking, 1)) == 1.0


def test_fewer_results_than_k_do_not_shrink_the_ideal_or_the_divisor() -> None:
    """llama_index#17070, ragas: divided by the number of results."""
    assert value("P@10", "a", {"a": 1}) == 0.1
    assert value("nDCG@10", "a", {"a": 1, "b": 1}) < 1


def test_the_second_rank_is_discounted() -> None:
    """openagent-eval#223: rank 2 scored as rank 1."""
    assert value("nDCG@10", "x a", {"a": 1}) == pytest.approx(0.6309297535714575)


def test_one_result_is_enough_for_ndcg() -> None:
    """scikit-learn#20119: one was refused; quepid#1387: unjudged ones below it changed the value."""
    assert value("nDCG(dcg='exp-log2')@10", "a", {"a": 3}) == 1.0
    assert value("nDCG(dcg='exp-log2')@10", "a u1 u2 u3", {"a": 3}) == 1.0


def test_a_fragment_twice_in_a_ranking_cannot_push_ndcg_above_1() -> None:
    """search-relevance#191, trectools#52, ir_measures: 1.31; such files are refused at import."""
    with pytest.raises(BadFile):
        values(["1 a 2", "1 a 1"], ["1 a 1"], "nDCG@10")
    with pytest.raises(BadFile):
        values(["1 a 2"], ["1 a 1", "1 a 1"], "nDCG@10")


def test_a_byte_order_mark_does_not_cost_the_first_query() -> None:
    qrels = read_qrels(b"\xef\xbb\xbf1 0 a 1\n2 0 a 1\n")
    found = evaluate(read_run(["1 Q0 a 1 1 r", "2 Q0 a 1 1 r"]), qrels, [parse_measure("RR")])
    assert found.values.tolist() == [[1.0], [1.0]]


def test_ids_with_odd_blanks_are_matched_whole() -> None:
    """str.split() parts at U+00A0, U+3000, U+0085 and U+001C: those ids break in pytrec_eval and ranx."""
    fragments = ["a\u00a0b", "a\u3000b", "a\u0085b", "a\x1cb"]
    qrels = read_qrels([f"q\u00a01 0 {fragment} 1" for fragment in fragments])
    run = read_run([f"q\u00a01 Q0 {fragment} 1 1 r" for fragment in fragments])
    assert evaluate(run, qrels, [parse_measure("R@4")]).values.tolist() == [[1.0]]


def test_queries_01_and_1_are_two() -> None:
    """trectools reads ids as numbers and merges them."""
    assert values(["01 a 1", "1 b 1"], ["01 a 1", "1 a 1"], "RR") == {"RR": [1.0, 0.0]}


def test_a_fragment_may_have_the_id_of_the_query() -> None:
    """beir#187: such results were dropped."""
    assert values(["1 1 1"], ["1 1 1"], "RR") == {"RR": [1.0]}


def test_interleaved_queries_are_grouped() -> None:
    """ir_measures: RBP needs the lines of a query together, and is wrong without a word otherwise."""
    lines = ["1 a 3", "2 a 3", "1 b 2", "2 b 2"]
    assert values(lines, ["1 b 1", "2 a 1"], "RR", "RBP(p=0.5)") == {
        "RR": [0.5, 1.0],
        "RBP(p=0.5)": [0.25, 0.5],
    }


def test_a_negative_grade_is_a_judgement() -> None:
    """trec_eval#29: −2 means junk, and was counted as unjudged."""
    assert value("Judged@2", "a b", {"a": -2}) == 0.5


def test_bpref_without_judged_non_relevant_is_defined() -> None:
    """ranx#66: NaN."""
    assert value("Bpref", "a b", {"a": 1, "b": 1}) == 1.0


def test_a_gain_of_2_to_the_1100_is_no_overflow() -> None:
    """ranx: NaN."""
    assert value("nDCG(dcg='exp-log2')@10", "a", {"a": 1100}) == 1.0


def test_rbp_never_exceeds_1() -> None:
    """ranx takes the raw grade as gain: 24.2."""
    assert value("RBP(p=0.8)", "a b", {"a": 127, "b": 128}) == pytest.approx(0.36)


def test_asking_twice_gives_the_same() -> None:
    """pytrec_eval#38: the second call returned one cutoff, the rest 0."""
    first, second = (
        values(["1 a 2", "1 b 1"], ["1 b 1"], "P@1", "P@5", "nDCG@1", "nDCG@5") for _ in range(2)
    )
    assert first == second == {"P@1": [0.0], "P@5": [0.2], "nDCG@1": [0.0], "nDCG@5": [0.6309297535714575]}

"""Names of measures: what is understood, how it is written back, what is said when it is not."""

from __future__ import annotations

import ir_measures
import pytest

from evaluation.measures import UnknownMeasure, parse_measure


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("nDCG@10", "nDCG@10"),
        ("nDCG(dcg='log2')@10", "nDCG@10"),
        ('  nDCG ( dcg = "exp-log2" ) @ 10 ', "nDCG(dcg='exp-log2')@10"),
        ("nDCG(rel=1)@10", "nDCG(rel=1)@10"),
        ("nDCG", "nDCG"),
        ("P(rel=1)@5", "P@5"),
        ("P(rel=2)@05", "P(rel=2)@5"),
        ("RBP", "RBP(p=0.8)"),
        ("RBP(rel=2, p=.9)", "RBP(p=0.9,rel=2)"),
        ("RBP_residual(p=0.95)", "RBP_residual(p=0.95)"),
        ("RBP(p=0.9)@10", "RBP(p=0.9)@10"),
        ("RBP(rel=1,p=0.8)@100", "RBP(p=0.8)@100"),
        ("RBP_residual@10", "RBP_residual(p=0.8)@10"),
        ("RBP(p=5e-1)", "RBP(p=0.5)"),
        ("ERR@20", "ERR@20"),
        ("ERR(gmax=3)@20", "ERR(gmax=3)@20"),
        ("IPrec@.10", "IPrec@0.1"),
        ("IPrec@0", "IPrec@0.0"),
        ("Judged(of='cutoff')@10", "Judged(of='cutoff')@10"),
        ("NumRet(rel=1)", "NumRelRet"),
        ("MRR", "RR"),
        ("MAP(rel=2)@100", "AP(rel=2)@100"),
        ("SetF", "F1"),
    ],
)
def test_a_name_is_written_in_one_way(written: str, canonical: str) -> None:
    assert parse_measure(written).name == canonical
    assert parse_measure(canonical) == parse_measure(written)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("nDGC@10", "there is no “nDGC”"),
        ("ndcg@10", "there is no “ndcg”"),
        ("P", "P needs a cutoff, as in P@10"),
        ("IPrec", "IPrec needs a cutoff, as in IPrec@0.5"),
        ("Rprec@10", "Rprec has no cutoff"),
        ("P@0", "the cutoff of P is a whole number from 1 to 1,000,000"),
        ("P@2.5", "the cutoff of P is a whole number from 1 to 1,000,000"),
        ("P@1000001", "the cutoff of P is a whole number from 1 to 1,000,000"),
        ("P@99999999999", "the cutoff of P is a whole number from 1 to 1,000,000"),
        (f"P@{'9' * 5000}", "the cutoff of P is a whole number from 1 to 1,000,000"),
        ("P@-5", "the cutoff of P is a whole number from 1 to 1,000,000"),
        ("IPrec@-0.1", "the cutoff of IPrec is a recall from 0 to 1"),
        ("IPrec@1.1", "the cutoff of IPrec is a recall from 0 to 1"),
        ("P(relevant=1)@5", "P has no parameter “relevant”"),
        ("P(rel=0)@5", "“rel” cannot be 0: it is a whole number from 1 to 1,000,000"),
        ("P(rel=-1)@5", "“rel” cannot be -1: it is a whole number from 1 to 1,000,000"),
        ("P(rel=2000000)@5", "“rel” cannot be 2000000: it is a whole number from 1 to 1,000,000"),
        ("P(rel=True)@5", "“rel” cannot be True: it is a whole number from 1 to 1,000,000"),
        ("P(judged_only=True)@5", "P has no parameter “judged_only”"),
        ("nDCG(judged_only=True)@10", "nDCG has no parameter “judged_only”"),
        ("nDCG(gains={0:0, 1:1})@10", "nDCG has no parameter “gains”"),
        ("BPM(T=1.0,min_rel=0,max_rel=3)@10", "there is no “BPM”"),
        ("RBP(p=-0.5)", "“p” cannot be -0.5: it is a number between 0 and 1"),
        ("Judged(of=None)@5", "“of” cannot be None: it is 'returned' or 'cutoff'"),
        ("P(rel='1')@5", "“rel” cannot be '1'"),
        ("P(rel=1,rel=2)@5", "“rel” is given twice"),
        ("RBP(p=1)", "“p” cannot be 1"),
        ("RBP(p=1.0)", "“p” cannot be 1.0"),
        ("nDCG(dcg='exp')@10", "“dcg” cannot be 'exp': it is 'log2' or 'exp-log2'"),
        ("nDCG(rel=1,dcg='exp-log2')@10", "binary gain (rel=) and exponential gain are the same"),
        ("P@5@5", "it is not of the form Name(parameter=value)@cutoff"),
        ("P(rel)@5", "it is not of the form Name(parameter=value)@cutoff"),
        ("P(rel=__import__)@5", "it is not of the form Name(parameter=value)@cutoff"),
        ("", "it is not of the form Name(parameter=value)@cutoff"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_reason_and_a_list(written: str, reason: str) -> None:
    with pytest.raises(UnknownMeasure) as caught:
        parse_measure(written)
    assert str(caught.value).startswith(f"the measure “{written}” is not understood: {reason}")
    assert "Understood are nDCG(dcg='exp-log2',rel=…)[@k], P(rel=1)@k, R(rel=1)@k, " in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "nDCG@10",
            "nDCG(dcg='exp-log2')@10",
            "P(rel=2)@5",
            "R@50",
            "Success@5",
            "RR",
            "RR@10",
            "AP",
            "AP@10",
        ),
        *("RBP(p=0.9)@10", "RBP(p=0.95)@100"),
        *("Rprec", "Bpref", "infAP", "ERR@20", "Judged@10", "IPrec@0.1", "NumRel", "NumRet"),
    ],
)
def test_ir_measures_writes_the_same_name(name: str) -> None:
    assert repr(ir_measures.parse_measure(name)) == parse_measure(name).name == name


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("nDCG(dcg='exp-log2')@10", "nDCG@10, exponential gain"),
        ("nDCG@10", "nDCG@10"),
        ("nDCG(rel=2)@10", "nDCG@10, binary gain, grade 2 or higher"),
        ("P(rel=2)@5", "P@5, grade 2 or higher"),
        ("P@5", "P@5"),
        ("RBP(p=0.8)", "RBP(p=0.8)"),
    ],
)
def test_the_label_carries_the_gain_and_the_threshold(name: str, label: str) -> None:
    assert parse_measure(name).label == label


def test_the_definition_is_filled_in() -> None:
    rows = dict(parse_measure("nDCG(dcg='exp-log2')@10").definition.rows())
    assert rows["Gain"] == "2^grade − 1; grades below 1 count 0."
    assert rows["Cutoff"] == "The first 10 results count."
    assert rows["Ideal"].startswith("All judged fragments of the query, retrieved or not")
    assert (
        dict(parse_measure("P(rel=2)@5").definition.rows())["Threshold"] == "Relevant is grade 2 or higher."
    )


def test_definition_texts_can_be_translated() -> None:
    spanish = {"The first {k} results count.": "Cuentan los {k} primeros resultados.", "Cutoff": "Corte"}
    rows = parse_measure("P@5").definition.rows(lambda text: spanish.get(text, text))
    assert ("Corte", "Cuentan los 5 primeros resultados.") in rows

"""evaluate --estimate: what the unjudged may change, over files alone."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli import cli

QRELS = "q1 0 a 2\nq1 0 b 0\nq2 0 c 1\nalone 0 a 1\nnegative 0 a -1\n"
BM25 = "q1 Q0 a 1 2.0 bm25\nq1 Q0 x 2 1.0 bm25\nq2 Q0 c 1 1.0 bm25\nq2 Q0 y 2 1.0 bm25\nextra Q0 a 1 1 bm25\n"
DENSE = "q1 Q0 x 1 2.0 dense\nq1 Q0 b 2 1.0 dense\nnegative Q0 a 1 1.0 dense\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {"a": "return it in 30 days", "b": "opening hours", "c": "islands", "x": "return days", "y": "hi"}
    contents = {
        "qrels": QRELS,
        "bm25": BM25,
        "dense": DENSE,
        "corpus": "".join(json.dumps({"_id": i, "text": text}) + "\n" for i, text in texts.items()),
        "queries": json.dumps({"_id": "q1", "text": "how many days to return it"}) + "\n",
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    return {name: tmp_path / name for name in contents}


def evaluate(files: dict[str, Path], *words: str) -> Result:
    named = [str(files.get(word, word)) for word in words]
    runs = [str(files["bm25"]), str(files["dense"])]
    return CliRunner().invoke(cli, ["evaluate", "--qrels", str(files["qrels"]), *runs, *named])


def as_json(files: dict[str, Path], *words: str) -> Any:
    result = evaluate(files, *words, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_plain_values_are_those_without_an_estimate(files: dict[str, Path]) -> None:
    measures = ("-m", "nDCG@2", "-m", "R@1", "-m", "RR")
    plain = as_json(files, *measures)["runs"]
    for before, run in zip(plain, as_json(files, "--estimate", *measures)["runs"], strict=True):
        assert {name: row["mean"] for name, row in before["measures"].items()} == pytest.approx(
            {name: row["plain"] for name, row in run["measures"].items()}
        )


def test_the_estimate_lies_in_its_interval_and_that_in_the_range(files: dict[str, Path]) -> None:
    found = as_json(files, "--estimate", "-m", "nDCG@2")
    row = found["runs"][0]["measures"]["nDCG@2"]
    assert row["least"] <= row["low"] <= row["estimate"] <= row["high"] <= row["most"]
    assert (found["tier"], found["seed"]) == ("ranks", 0)


def test_judged_at_k_is_the_mean_share_over_the_queries_with_results(files: dict[str, Path]) -> None:
    runs = as_json(files, "--estimate", "-m", "P@2")["runs"]
    # by hand: bm25 has a (judged), x; then y before c by id, c judged. dense has x, b (judged); then a (judged).
    assert [run["measures"]["P@2"]["judged"] for run in runs] == [0.5, 0.75]


def test_the_same_seed_gives_the_same_estimate_and_another_one_another(files: dict[str, Path]) -> None:
    first, same, other = (
        as_json(files, "--estimate", "-m", "P@2", "--seed", seed)["runs"] for seed in ("1", "1", "2")
    )
    assert first == same
    assert first != other


def test_with_corpus_and_queries_text_is_evidence(files: dict[str, Path]) -> None:
    words = ("--estimate", "-m", "P@2", "--corpus", "corpus", "--queries", "queries")
    assert as_json(files, *words)["tier"] == "text"


def test_csv_has_a_row_a_run_and_measure(files: dict[str, Path]) -> None:
    text = evaluate(files, "--estimate", "-m", "P@2", "-m", "RR", "--format", "csv").stdout
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["run", "measure", "plain", "judged", "least", "most", "estimate", "low", "high"]
    assert [row[:2] for row in rows[1:]] == [
        ["bm25", "P@2"],
        ["bm25", "RR"],
        ["dense", "P@2"],
        ["dense", "RR"],
    ]


def test_the_table_has_plain_range_and_estimate(files: dict[str, Path]) -> None:
    head, first, *_ = evaluate(files, "--estimate", "-m", "P@2").stdout.splitlines()
    assert head.split() == ["measure", "run", "plain", "judged", "can", "become", "estimate", "95", "%"]
    assert first.split()[:4] == [
        "P@2",
        "bm25",
        "0.3333",
        "0.5000",
    ]  # 1/2, 1/2, 0; "negative" has nothing relevant


@pytest.mark.parametrize(
    "words",
    [
        ["--estimate", "--per-query"],
        ["--estimate", "--like", "trec_eval"],
        ["--estimate", "-m", "NumRel"],
        ["--estimate", "--corpus", "corpus"],
        ["--corpus", "corpus", "--queries", "queries"],
    ],
)
def test_what_does_not_go_together_is_wrong_use(files: dict[str, Path], words: list[str]) -> None:
    assert evaluate(files, *words).exit_code == 2


def test_a_bad_corpus_is_named_with_its_line(files: dict[str, Path]) -> None:
    files["corpus"].write_text('{"_id": "a"}\n')
    result = evaluate(files, "--estimate", "--corpus", "corpus", "--queries", "queries")
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"{files['corpus']}:1: " in result.stderr


def test_what_is_judged_is_not_estimated(files: dict[str, Path]) -> None:
    assert "Judged@10" not in as_json(files, "--estimate")["runs"][0]["measures"]
    assert evaluate(files, "--estimate", "-m", "Judged@10").exit_code == 2


def test_a_negative_seed_is_wrong_use(files: dict[str, Path]) -> None:
    assert evaluate(files, "--estimate", "-m", "P@2", "--seed", "-1").exit_code == 2

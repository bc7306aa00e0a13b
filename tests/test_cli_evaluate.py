"""The evaluate command: its formats, its exit codes, and every golden case through it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli import cli
from evaluation.measures import parse_measure
from tests.evaluation.cases import GOLDEN, golden_values, measure_of
from tests.evaluation.test_golden import DEPARTURES, REFUSED, golden_levels

ROOT = Path(__file__).resolve().parents[1]
QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\nnone 0 a 0\nabsent 0 a 1\n"
RUN = (
    "q1 Q0 b 1 2.0 bm25\nq1 Q0 a 2 1.0 bm25\nq2 Q0 a 1 1.0 bm25\n"
    "none Q0 a 1 1.0 bm25\nextra Q0 a 1 1.0 bm25\n"
)
needs_golden = pytest.mark.skipif(not GOLDEN.is_dir(), reason="the golden cases are not beside the project")


@pytest.fixture
def qrels(tmp_path: Path) -> Path:
    return written(tmp_path / "qrels.txt", QRELS)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return written(tmp_path / "run.txt", RUN)


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def evaluate(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["evaluate", *map(str, words)])


def as_json(*words: str | Path) -> Any:
    result = evaluate(*words, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_json_has_the_mean_and_the_number_of_queries_it_is_over(qrels: Path, run: Path) -> None:
    assert as_json("--qrels", qrels, run, "-m", "RR") == {
        "runs": [{"name": "bm25", "measures": {"RR": {"mean": 0.5, "queries": 3}}}],
        "left_out": {"bm25": {"no_results": ["absent"], "not_judged": ["extra"], "no_relevant": ["none"]}},
    }


def test_json_per_query_has_null_where_a_value_is_undefined(qrels: Path, run: Path) -> None:
    found = as_json("--qrels", qrels, run, "-m", "RR", "--per-query")
    expected = {"q1": 0.5, "q2": 1.0, "none": None, "absent": 0.0}
    assert found["runs"][0]["measures"]["RR"]["per_query"] == expected


def test_like_trec_eval_undefined_counts_0_in_the_mean(qrels: Path, run: Path) -> None:
    found = as_json("--qrels", qrels, run, "-m", "RR", "--like", "trec_eval")
    assert found["runs"][0]["measures"]["RR"] == {"mean": 0.375, "queries": 4}


def test_the_table_is_aligned_and_says_who_is_left_out(qrels: Path, run: Path) -> None:
    assert evaluate("--qrels", qrels, run, "-m", "RR", "-m", "nDCG(rel=1)@10").stdout == (
        "measure           bm25  queries\n"
        "RR              0.5000        3\n"
        "nDCG(rel=1)@10  0.5436        3\n"
        "\n"
        "queries with                                     bm25\n"
        "no results: counts 0                                1\n"
        "not judged: left out                                1\n"
        "no relevant fragment known: undefined, left out     1\n"
    )


def test_the_table_per_query_names_those_left_out(qrels: Path, run: Path) -> None:
    lines = evaluate("--qrels", qrels, run, "-m", "RR", "--per-query").stdout.splitlines()
    assert "none    RR            –" in lines
    assert lines[lines.index("bm25, not judged: left out:") + 1] == "  extra"


def test_csv_has_a_row_a_mean_and_a_row_a_query(qrels: Path, run: Path) -> None:
    text = evaluate("--qrels", qrels, run, "-m", "RR", "--per-query", "--format", "csv").stdout
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[:3] == [
        ["run", "measure", "query_id", "value", "queries"],
        ["bm25", "RR", "", "0.5", "3"],
        ["bm25", "RR", "q1", "0.5", ""],
    ]
    assert ["bm25", "RR", "none", "", ""] in rows


def test_runs_keep_their_order_and_shared_tags_give_way_to_file_names(qrels: Path, tmp_path: Path) -> None:
    paths = [written(tmp_path / name, RUN) for name in ("z.txt", "a.txt")]
    other = written(tmp_path / "other.txt", RUN.replace("bm25", "rm3"))
    found = as_json("--qrels", qrels, *paths, other, "-m", "RR")
    assert [entry["name"] for entry in found["runs"]] == ["z.txt", "a.txt", "rm3"]
    assert list(found["left_out"]) == ["z.txt", "a.txt", "rm3"]


def test_gzip_runs_and_beir_qrels_are_read(tmp_path: Path) -> None:
    qrels = written(tmp_path / "qrels.tsv", "query-id\tcorpus-id\tscore\nq1\ta\t1\n")
    run = tmp_path / "run.gz"
    run.write_bytes(gzip.compress(RUN.encode()))
    assert as_json("--qrels", qrels, run, "-m", "RR")["runs"][0]["measures"]["RR"]["mean"] == 0.5


def test_an_unknown_measure_is_wrong_use_and_lists_what_is_understood(qrels: Path, run: Path) -> None:
    result = evaluate("--qrels", qrels, run, "-m", "nDGC@10")
    assert result.exit_code == 2
    assert "nDGC" in result.stderr
    assert "Success(rel=1)@k" in result.stderr


@pytest.mark.parametrize("words", [["--qrels", "no.txt", "run.txt"], ["run.txt"], ["--qrels", "qrels.txt"]])
def test_missing_files_are_wrong_use(words: list[str], qrels: Path, run: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(qrels.parent)
    assert evaluate(*words).exit_code == 2


def test_a_run_given_twice_is_wrong_use(qrels: Path, run: Path) -> None:
    assert evaluate("--qrels", qrels, run, run).exit_code == 2


def test_bad_input_is_named_with_file_and_line_on_stderr(qrels: Path, tmp_path: Path) -> None:
    run = written(tmp_path / "bad.txt", RUN + "q1 Q0 a 3 0.5 bm25\n")
    result = evaluate("--qrels", qrels, run)
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"{run}:6: " in result.stderr


def test_notices_go_to_stderr(qrels: Path, tmp_path: Path) -> None:
    run = written(tmp_path / "bom.txt", "\ufeff" + RUN)
    result = evaluate("--qrels", qrels, run, "--format", "json")
    assert "byte order mark" in result.stderr
    assert json.loads(result.stdout)["runs"][0]["name"] == "bm25"


def test_the_command_starts_without_the_large_libraries(qrels: Path, run: Path) -> None:
    code = (
        "import sys; from cli import cli\n"
        f"cli(['evaluate', '--qrels', {str(qrels)!r}, {str(run)!r}], standalone_mode=False)\n"
        "print({'pandas', 'numpy.ma', 'scipy', 'sklearn', 'streamlit', 'pyarrow.compute'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.splitlines()[-1], done.stderr) == ("set()", "")


def test_the_script_runs_and_exits_with_the_code_of_the_command(run: Path, tmp_path: Path) -> None:
    bad = written(tmp_path / "qrels.txt", "q1 0 a high\n")
    done = subprocess.run(
        [sys.executable, "cli.py", "evaluate", "--qrels", bad, run], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert f"{bad}:1: " in done.stderr


def golden_differences(case: str, level: int, expected: Any, *words: str) -> dict[str, tuple[float, float]]:
    """(expected, ours) for every per-query and mean value that is more than 1e-6 away."""
    rows = {**expected["per_query"], "mean": expected["aggregate"]}
    keys = {key: measure for row in rows.values() for key in row if (measure := measure_of(key, level))}
    asked = (word for measure in keys.values() for word in ("-m", measure))
    files = "--qrels", GOLDEN / case / "qrels.txt", GOLDEN / case / "run.txt"
    found = as_json(*files, "--per-query", *words, *asked)["runs"][0]["measures"]
    differences = {}
    for query, row in rows.items():
        for key in keys.keys() & row.keys():
            held = found[parse_measure(keys[key]).name]
            got = held["mean"] if query == "mean" else held["per_query"][query]
            if not abs(got - row[key]) < 1e-6:
                differences[f"{query} {key}"] = (row[key], got)
    return differences


@needs_golden
@pytest.mark.parametrize(("case", "level"), golden_levels(set()))
def test_like_trec_eval_gives_the_reference_values(case: str, level: int) -> None:
    expected = golden_values(case)["reference"][f"l{level}"]
    assert golden_differences(case, level, expected, "--like", "trec_eval") == {}


@needs_golden
@pytest.mark.parametrize(("case", "level"), golden_levels(DEPARTURES))
def test_like_trec_eval_gives_the_values_of_trec_eval_10(case: str, level: int) -> None:
    expected = golden_values(case)["libraries"]["trec_eval-10.0"][f"l{level}_c"]
    if level > 1:
        del expected["aggregate"]["num_rel"]
    assert golden_differences(case, level, expected, "--like", "trec_eval") == {}


@needs_golden
@pytest.mark.parametrize("case", REFUSED)
def test_malformed_golden_files_are_refused_with_file_and_line(case: str) -> None:
    result = evaluate("--qrels", GOLDEN / case / "qrels.txt", GOLDEN / case / "run.txt")
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"/{case}/{REFUSED[case]}" in result.stderr

"""The command line for programs: pipes, JSON, exit codes, and refusals that say what is the matter."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import cli
from data import tokens
from data.store import Store

RUN = "q1 Q0 a 1 2.0 one\nq1 Q0 b 2 1.0 one\n"
QRELS = "q1 0 b 1\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a run, another run and qrels, in which commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.trec").write_text(RUN)
    (tmp_path / "two.trec").write_text("q1 Q0 b 1 2.0 two\n")
    (tmp_path / "qrels").write_text(QRELS)
    return tmp_path


def run(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(cli, arguments, input=given)


def commands() -> list[tuple[str, ...]]:
    """Every command with its group."""
    found: list[tuple[str, ...]] = []
    for name, command in cli.commands.items():
        inner = getattr(command, "commands", None)
        found += [(name, sub) for sub in inner] if inner else [(name,)]
    return found


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...]) -> None:
    lists_formats = command in {("export", "formats"), ("load-kinds",)}
    text = run(*command, "--help").stdout
    assert lists_formats or f"python cli.py {' '.join(command)}" in text.replace("\n  ", " ")


def test_a_run_or_the_qrels_come_through_a_pipe(here: Path) -> None:
    by_run = run("evaluate", "--qrels", "qrels", "-", "-m", "RR", "--json", given=RUN)
    by_qrels = run("evaluate", "--qrels", "-", "one.trec", "-m", "RR", "--json", given=QRELS)
    assert json.loads(by_run.stdout) == json.loads(by_qrels.stdout)
    assert json.loads(by_run.stdout)["runs"][0]["measures"]["RR"]["mean"] == 0.5


def test_one_pipe_is_not_two_files(here: Path) -> None:
    assert run("evaluate", "--qrels", "-", "-", given=RUN).exit_code == 2
    assert run("compare", "--qrels", "qrels", "--baseline", "one.trec", "-", "-", given=RUN).exit_code == 2


def test_what_is_wrong_in_a_pipe_is_named_with_its_line(here: Path) -> None:
    result = run("evaluate", "--qrels", "qrels", "-", given="q1 Q0 a 1 two one\n")
    assert (result.exit_code, result.stderr.split(": ")[0]) == (3, "standard input:1")


def test_compare_gives_its_verdicts_as_json(here: Path) -> None:
    result = run("compare", "--qrels", "qrels", "--baseline", "one.trec", "two.trec", "-m", "RR", "--json")
    (verdict,) = json.loads(result.stdout)
    assert (verdict["baseline"], verdict["run"], verdict["claim"]) == ("one", "two", "none")
    assert (verdict["before"], verdict["after"]) == (0.5, 1.0)


def test_one_query_is_called_one(here: Path) -> None:
    result = run("compare", "--qrels", "qrels", "--baseline", "one.trec", "two.trec", "-m", "RR")
    assert result.stderr.startswith("Only one query counts.")


@pytest.mark.parametrize("worth", ["nan", "inf", "0", "-1", "2"])
def test_a_difference_worth_having_is_a_number_between_0_and_1(here: Path, worth: str) -> None:
    result = run("compare", "--qrels", "qrels", "--baseline", "one.trec", "two.trec", "--worth", worth)
    assert result.exit_code == 2


@pytest.mark.parametrize("threshold", ["-4", "0", "4"])
def test_a_threshold_is_a_grade_from_1_to_3(here: Path, threshold: str) -> None:
    assert run("export", "qrels", "--collection", "x", "--threshold", threshold).exit_code == 2


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("run.trec", "q1 Q0 b 1 1 x\nq1 Q0 a 2 inf x\n", "run.trec:2: the score “inf” is infinite"),
        ("run.json", '{"q1": {"a": 1e999}}', "run.json:1: the score “inf” is infinite"),
        ("run.csv", "query_id,fragment_id,score\nq1,a,-inf\n", "run.csv:2: the score “-inf” is infinite"),
        ("one.trec", "q1 Q0 a 1 0.5\n", "one.trec:1: 5 columns"),
        ("one.jsonl", '{"_id": "a", "text": "x"\n', "one.jsonl: not JSON: Expecting ',' delimiter"),
    ],
)
def test_a_file_that_cannot_be_imported_is_refused_with_line_and_reason(
    here: Path, name: str, content: str, place: str
) -> None:
    (here / name).write_text(content)
    result = run("load", name, "--collection", "x")
    assert result.exit_code == 3
    assert place in result.stderr


def test_infinite_scores_of_files_are_evaluated_as_trec_eval_does(here: Path) -> None:
    (here / "inf.trec").write_text("q1 Q0 b 1 inf x\nq1 Q0 a 2 1 x\n")
    result = run("evaluate", "--qrels", "qrels", "inf.trec", "-m", "RR", "--json")
    assert json.loads(result.stdout)["runs"][0]["measures"]["RR"]["mean"] == 1.0


def test_a_missing_folder_is_named(here: Path) -> None:
    result = run("samples", "--database", "nowhere/quilate.db")
    assert (result.exit_code, "no folder nowhere" in result.stderr) == (3, True)


def test_a_file_that_is_no_database_is_called_so(here: Path) -> None:
    result = run("samples", "--database", "qrels")
    assert (result.exit_code, "this is no database" in result.stderr) == (3, True)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_a_database_that_can_only_be_read_is_called_so(here: Path) -> None:
    run("samples", "--database", "quilate.db")
    (here / "quilate.db").chmod(0o444)
    result = run("load", "one.trec", "--collection", "x", "--database", "quilate.db")
    assert (result.exit_code, "can only be read here" in result.stderr) == (3, True)


def test_samples_and_people_are_told_as_json(here: Path) -> None:
    made = json.loads(run("samples", "--json").stdout)
    assert made["Worked example"]["runs"] == 1
    people = json.loads(run("people", "list", "--json").stdout)
    assert {"name": "Luis", "role": "annotator", "state": "by name"} in people


def test_tokens_are_made_listed_and_revoked(here: Path) -> None:
    secret = run("tokens", "add", "pipeline", "--role", "lead", "--days", "1").stdout.strip()
    assert tokens.in_hands_of(Store("quilate.db"), secret) is not None
    assert run("tokens", "revoke", "1").exit_code == 0
    (told,) = json.loads(run("tokens", "list", "--json").stdout)
    assert (told["name"], told["role"], told["holds"]) == ("pipeline", "lead", False)
    assert run("tokens", "revoke", "9").exit_code == 3
    assert run("tokens", "add", "pipeline", "--days", "0").exit_code == 3


def test_a_report_goes_to_a_pipe(here: Path) -> None:
    run("samples")
    result = run("report", "--collection", "Help centre", "-o", "-", "--database", "quilate.db")
    assert result.stdout.startswith("<!doctype html>")

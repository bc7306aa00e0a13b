"""The command line in pipes and jobs: every format, questions answered by options, exit codes, JSON."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import cli

RATINGS = b"query,docid,rating\nwhat?,a,4\nwhat?,b,1\n"
QRELS = b"q1 0 a 3\nq1 0 b 0\n"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "quilate.db")


def run(database: str, *arguments: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, [*arguments, "--database", database], input=given)


def test_a_pipe_is_loaded_and_goes_out_again_as_it_came(database: str) -> None:
    loaded = run(database, "load", "-", "--collection", "shop", given=QRELS)
    assert (loaded.exit_code, loaded.stdout) == (0, "")
    assert run(database, "export", "qrels", "--collection", "shop", "-o", "-").stdout.encode() == QRELS


def test_what_a_file_leaves_open_is_bad_input_and_the_option_is_named(database: str) -> None:
    asked = run(database, "load", "-", "--collection", "shop", given=RATINGS)
    assert asked.exit_code == 3
    assert "such as --scale 1=0,4=3" in asked.stderr
    said = run(database, "load", "-", "--collection", "shop", "--scale", "1=1,4=3", given=RATINGS)
    assert said.exit_code == 0
    assert "grades 1: 1, 3: 1" in said.stderr


WORDS = b"query,docid,rating\nwhat?,a,Highly relevant\nwhat?,b,it's odd\n"


def hint(said: str, option: str) -> str:
    return next(line for line in said.splitlines() if option in line).partition("such as ")[2]


def test_a_hint_can_be_pasted_into_a_shell(database: str) -> None:
    asked = run(database, "load", "-", "--collection", "shop", given=WORDS)
    words = shlex.split(hint(asked.stderr, "--scale"))
    assert words == ["--scale", "Highly relevant=3,it's odd=3"]
    assert run(database, "load", "-", "--collection", "shop", *words, given=WORDS).exit_code == 0


def test_what_was_said_of_a_grade_stays_in_the_hint(database: str) -> None:
    said = run(database, "load", "-", "--collection", "shop", "--scale", "4=-", given=RATINGS)
    assert said.exit_code == 3
    assert "such as --scale 1=0,4=-" in said.stderr


def test_a_grade_that_no_file_has_is_said(database: str) -> None:
    scale = ("--scale", "1=1,4=3,7=2,9=-")
    said = run(database, "load", "-", "--collection", "shop", *scale, given=RATINGS)
    assert said.exit_code == 0
    assert "the scale says what becomes of 2 grades that no file has: 7, 9" in said.stderr


def test_a_grade_is_in_no_file_only_when_all_files_are_known(database: str, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_bytes(RATINGS)
    (tmp_path / "two.csv").write_bytes(RATINGS.replace(b",4", b",7"))
    said = run(database, "load", str(tmp_path), "--collection", "shop", "--scale", "1=1,4=3,7=2")
    assert "no file has" not in said.stderr


@pytest.mark.parametrize(
    ("scale", "part"), [("1=9", "1=9"), ("1=9,4=3", "1=9"), ("4=3,1=9", "1=9"), ("good=5,bad=0", "good=5")]
)
def test_a_scale_that_leads_to_no_grade_of_ours_is_wrong_use(database: str, scale: str, part: str) -> None:
    said = run(database, "load", "-", "--collection", "shop", "--scale", scale, given=RATINGS)
    assert said.exit_code == 2
    assert f"“{part}”: a part is written GRADE=0, =1, =2, =3 or =- (leave out)" in " ".join(
        said.stderr.split()
    )


@pytest.mark.parametrize(
    "option",
    [
        ("--kind", "nonsense"),
        ("--encoding", "klingon"),
        ("--scale", "4"),
        ("--scale", "4=7"),
        ("--columns", "judgements:x=y"),
        ("--split", "sentences"),
    ],
)
def test_wrong_options_are_wrong_use(database: str, option: tuple[str, str]) -> None:
    assert run(database, "load", "-", "--collection", "shop", *option, given=QRELS).exit_code == 2


def test_columns_are_named_by_an_option(database: str) -> None:
    table = b"Frage;Stelle;Urteil\nwhat?;a;2\n"
    named = ("--columns", "judgements:query_text=Frage,fragment=Stelle,grade=Urteil")
    assert run(database, "load", "-", "--collection", "shop", *named, given=table).exit_code == 0
    out = run(database, "export", "qrels", "--collection", "shop", "--format", "quepid")
    assert out.stdout == "query,docid,rating\nwhat?,a,2\n"


def test_what_a_file_brings_is_counted_by_what_it_is(database: str) -> None:
    """Three data rows of one query are one query and three judgements, and not four rows."""
    one = b"query,docid,rating\nwhat?,a,3\nwhat?,b,1\nwhat?,c,0\n"
    first = run(database, "load", "-", "--collection", "shop", given=one)
    assert "rated csv, 1 query, 3 judgements: 4 new, 0 changed, 0 as they are" in first.stderr
    again = run(database, "load", "-", "--collection", "shop", given=one)
    assert "rated csv, 1 query, 3 judgements: 0 new, 0 changed, 4 as they are" in again.stderr


def test_queries_that_are_known_by_their_text_are_not_brought(database: str) -> None:
    known = b'{"_id": "q1", "text": "what?"}\n'
    run(database, "load", "-", "--collection", "shop", "--kind", "queries", given=known)
    loaded = run(database, "load", "-", "--collection", "shop", given=b"query,docid,rating\nwhat?,a,3\n")
    assert "rated csv, 1 judgement: 1 new, 0 changed, 0 as they are" in loaded.stderr
    assert "1 query was found by its text, and keeps the id it has" in loaded.stderr
    assert "not known, loaded as ids without text: 1 fragment id\n" in loaded.stderr


def test_two_files_that_contradict_each_other_are_told_with_text_and_grades(
    database: str, tmp_path: Path
) -> None:
    (tmp_path / "one.csv").write_bytes(b"query,docid,rating\nwhat?,a,3\n")
    (tmp_path / "two.csv").write_bytes(b"query,docid,rating\nwhat?,a,1\n")
    said = run(database, "load", str(tmp_path), "--collection", "shop").stderr
    assert "query “what?”, fragment “a”: imported gives grade 1, but in another of the files grade 3" in said


def test_a_dry_run_says_everything_as_json_and_writes_nothing(database: str) -> None:
    result = run(database, "load", "-", "--collection", "shop", "--dry-run", "--json", given=QRELS)
    (file,) = json.loads(result.stdout)["files"]
    assert (file["kind"], file["verdict"], file["lines"], file["grades"]) == (
        "qrels",
        "look",
        2,
        {"0": 1, "3": 1},
    )
    assert run(database, "export", "qrels", "--collection", "shop").exit_code == 3


def test_all_refused_lines_go_into_a_file(database: str, tmp_path: Path) -> None:
    bad = b"q1 0 a 3\nq1 0 a\n" * 250
    path = tmp_path / "refused.csv"
    result = run(database, "load", "-", "--collection", "shop", "--refused", str(path), given=bad)
    assert result.exit_code == 3
    assert "and 150 more" in result.stderr
    assert len(path.read_text(encoding="utf-8-sig").splitlines()) == 251


def test_a_manifest_stands_beside_the_file(database: str, tmp_path: Path) -> None:
    run(database, "load", "-", "--collection", "shop", given=QRELS)
    out = tmp_path / "shop.qrels"
    result = run(database, "export", "qrels", "--collection", "shop", "-o", str(out), "--json")
    beside = json.loads(Path(f"{out}.manifest.json").read_text())
    assert json.loads(result.stdout) == beside
    assert (beside["counts"]["pairs"], beside["read_back"]) == (2, {"compared": 2, "equal": True})


def test_a_snapshot_that_is_not_there_is_named(database: str) -> None:
    run(database, "load", "-", "--collection", "shop", given=QRELS)
    result = run(database, "export", "qrels", "--collection", "shop", "--as-of", "monday")
    assert result.exit_code == 3
    assert '"monday" is no snapshot and no revision' in result.stderr


def test_runs_and_scores_go_out(database: str) -> None:
    run(database, "load", "-", "--collection", "shop", given=QRELS)
    run(database, "load", "-", "--collection", "shop", given=b"q1 Q0 b 1 2.5 bm25\nq1 Q0 a 2 1.5 bm25\n")
    written = run(database, "export", "run", "--collection", "shop", "--run", "bm25", "--format", "csv")
    assert written.stdout == "query_id,fragment_id,score,rank,run\nq1,b,2.5,1,bm25\nq1,a,1.5,2,bm25\n"
    scores = run(database, "export", "scores", "--collection", "shop", "-m", "RR")
    assert scores.stdout == "run,query_id,measure,value\nbm25,q1,RR,0.5\n"


@pytest.mark.parametrize("listing", [("load-kinds",), ("export", "formats")])
def test_formats_are_listed(listing: tuple[str, ...]) -> None:
    assert len(CliRunner().invoke(cli, listing).stdout.splitlines()) >= 23

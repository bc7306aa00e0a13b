"""`compare` and `report` on the command line: what they say and the exit codes that a pipeline relies on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import cli
from data import collections, snapshots
from data.samples import load_samples
from data.store import Store


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Forty queries with one relevant fragment each: "good" ranks it first, "bad" second, "same" like good."""
    (tmp_path / "qrels").write_text("".join(f"q{i} 0 yes{i} 1\n" for i in range(40)))
    for name, first, second in (("good", "yes", "no"), ("bad", "no", "yes"), ("same", "yes", "no")):
        lines = (f"q{i} Q0 {first}{i} 1 2.0 {name}\nq{i} Q0 {second}{i} 2 1.0 {name}\n" for i in range(40))
        (tmp_path / f"{name}.trec").write_text("".join(lines))
    return tmp_path


def compare(files: Path, baseline: str, *runs: str, options: tuple[str, ...] = ()):
    paths = [str(files / f"{run}.trec") for run in runs]
    base = str(files / f"{baseline}.trec")
    return CliRunner().invoke(
        cli, ["compare", "--qrels", str(files / "qrels"), "--baseline", base, *paths, *options]
    )


def test_a_worse_run_fails_the_pipeline_where_that_is_asked_for(files: Path) -> None:
    found = compare(files, "good", "bad", options=("-m", "RR", "--fail-on", "worse"))
    assert found.exit_code == 1
    assert "“bad” is worse than “good” on RR by 0.500: 0 of 40 queries better" in found.stdout


def test_a_worse_run_is_only_said_otherwise(files: Path) -> None:
    assert compare(files, "good", "bad", options=("-m", "RR")).exit_code == 0


def test_better_and_equal_runs_pass(files: Path) -> None:
    found = compare(files, "bad", "good", options=("-m", "RR", "--fail-on", "worse"))
    assert found.exit_code == 0
    assert compare(files, "good", "same", options=("--fail-on", "worse")).exit_code == 0


def test_several_runs_are_corrected_together(files: Path) -> None:
    found = compare(files, "good", "bad", "same", options=("-m", "RR", "-m", "R@1"))
    assert found.stdout.count("after Holm for 2 comparisons") == 2
    assert found.stdout.count("none of 40 queries changed") == 2


def test_several_measures_are_warned_of_as_holm_is_over_the_runs_alone(files: Path) -> None:
    several = compare(files, "good", "bad", options=("-m", "RR", "-m", "R@1"))
    assert "2 measures are shown" in several.stderr
    assert "measures are shown" not in compare(files, "good", "bad", options=("-m", "RR")).stderr
    assert "for each measure by itself" in " ".join(
        CliRunner().invoke(cli, ["compare", "--help"]).stdout.split()
    )


def test_a_run_outside_the_pool_is_warned_of(files: Path) -> None:
    """Half of what "good" has is judged, and nothing of the other."""
    lines = (f"q{i} Q0 new{i} 1 2.0 new\n" for i in range(40))
    (files / "new.trec").write_text("".join(lines))
    assert "results of “new” are unjudged" in compare(files, "good", "new").stderr
    assert "are unjudged" not in compare(files, "good", "same").stderr


def test_a_run_that_returns_little_is_told_so_and_not_called_unjudged(files: Path) -> None:
    lines = (f"q{i} Q0 yes{i} 1 2.0 new\n" for i in (0, 1))
    (files / "new.trec").write_text("".join(lines))
    found = compare(files, "good", "new")
    assert "“new” has no results for 38 of 40 queries; they count 0." in found.stderr
    assert "are unjudged" not in found.stderr


def gated(files: Path, baseline: str, *runs: str):
    return compare(files, baseline, *runs, options=("-m", "RR", "--fail-on", "worse"))


def test_a_gate_does_not_pass_a_run_that_answers_none_of_the_queries(files: Path) -> None:
    (files / "lost.trec").write_text("topic-1 Q0 yes1 1 2.0 lost\n")
    for baseline, run in (("good", "lost"), ("lost", "good")):
        found = gated(files, baseline, run)
        assert found.exit_code == 3
        assert "could not be compared with" in found.stderr
        assert "no results for any of 40 in lost" in found.stderr
    assert compare(files, "good", "lost").exit_code == 0
    assert gated(files, "good", "lost", "bad").exit_code == 1


def test_a_gate_does_not_pass_where_no_query_counts(files: Path) -> None:
    (files / "qrels").write_text("q1 0 yes1 0\n")
    found = gated(files, "good", "bad")
    assert (found.exit_code, "no query counts" in found.stderr) == (3, True)
    assert "Only 0 queries" not in found.stderr


def test_that_intervals_are_not_corrected_is_said_once(files: Path) -> None:
    lines = (f"q{i} Q0 yes{i if i % 3 else 'x'} 1 2.0 third\n" for i in range(40))
    (files / "third.trec").write_text("".join(lines))
    found = compare(files, "good", "third", "bad", options=("-m", "RR", "-m", "R@1"))
    assert found.stderr.count("Each interval holds with 95 % for its run alone") == 1
    assert "Each interval" not in compare(files, "good", "third").stderr


def test_an_unknown_measure_is_wrong_use(files: Path) -> None:
    assert compare(files, "good", "bad", options=("-m", "nope")).exit_code == 2


def test_the_baseline_cannot_be_a_run_as_well(files: Path) -> None:
    assert compare(files, "good", "good").exit_code == 2


def test_a_malformed_run_is_refused_with_its_line(files: Path) -> None:
    (files / "bad.trec").write_text("q1 Q0 x 1 2.0 bad\nq1 Q0 y\n")
    found = compare(files, "good", "bad")
    assert (found.exit_code, "bad.trec:2" in found.stderr) == (3, True)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sample") / "quilate.db"
    load_samples(Store(path))
    return path


def report(sample: Path, output: Path, *options: str):
    name = ["--collection", "Help centre", "--database", str(sample)]
    return CliRunner().invoke(cli, ["report", *name, "-o", str(output), *options])


def test_a_report_is_one_file_that_fetches_nothing(sample: Path, tmp_path: Path) -> None:
    assert report(sample, tmp_path / "r.html", "--baseline", "bm25").exit_code == 0
    html = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "“reranked” is better than “bm25”" in html
    assert "Revision of the qrels" in html
    assert html.count("<svg") == 5
    assert re.findall(r"<(?:script|link|img|iframe)\b|\bsrc=|url\(http", html) == []


def test_a_report_speaks_the_language_that_is_asked_for(sample: Path, tmp_path: Path) -> None:
    assert report(sample, tmp_path / "r.html", "--language", "es", "-m", "AP").exit_code == 0
    assert "<html lang='es'>" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_report_can_be_as_of_a_snapshot(sample: Path, tmp_path: Path) -> None:
    store = Store(sample)
    snapshots.take(store, collections.find_collection(store, "Help centre"), "before")
    assert report(sample, tmp_path / "r.html", "--snapshot", "before").exit_code == 0
    assert "before" in (tmp_path / "r.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [("--baseline", "nope"), ("--snapshot", "nope"), ("--tag", "nope")])
def test_what_is_not_there_is_refused_with_what_is(
    sample: Path, tmp_path: Path, options: tuple[str, str]
) -> None:
    found = report(sample, tmp_path / "r.html", *options)
    assert found.exit_code == 3
    assert "nope" in found.stderr
    assert not (tmp_path / "r.html").exists()

"""The commands that compare runs: in a pipeline by exit code, and as a report to hand on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands.evaluate import evaluate_files
from commands.parts import BAD_INPUT, DATABASE, INPUT, PIPED, Finite, json_option, named, write_out

if TYPE_CHECKING:
    from evaluation.comparison import Verdict
    from evaluation.evaluate import Evaluation
    from evaluation.values import Float

WORSE = 1
JUDGED = "Judged@10"
DEFAULT_MEASURE = "nDCG(dcg='exp-log2')@10"


@click.command()
@click.option("--qrels", type=PIPED, required=True, help="TREC qrels, or BEIR's qrels.tsv; “-” for a pipe.")
@click.option("--baseline", type=PIPED, required=True, help="The run to compare with.")
@click.argument("runs", type=PIPED, nargs=-1, required=True)
@click.option("-m", "--measure", "measures", multiple=True, help="As in ir_measures; may be repeated.")
@click.option(
    "--worth",
    type=Finite(0, 1, min_open=True),
    default=0.03,
    show_default=True,
    help="A difference worth having.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["worse"]),
    help="Exit code 1 if a run is significantly worse, 3 if one could not be compared.",
)
@json_option
def compare(
    qrels: Path,
    baseline: Path,
    runs: Sequence[Path],
    measures: Sequence[str],
    worth: float,
    fail_on: str | None,
    as_json: bool,
) -> None:
    """What may be claimed about TREC runs against a baseline: difference, interval, test after Holm.

    Holm's correction is over the runs, for each measure by itself: of several measures, choose the one that decides
    before you look. With --fail-on worse, a run fails that is significantly worse on any of them.

    Exit code 1: with --fail-on worse, a run is significantly worse; 2: wrong use; 3: a file was refused or, with
    --fail-on worse, a run could not be compared: no query counts, or it or the baseline has no results for any.

    \b
    python cli.py compare --qrels qrels.txt --baseline bm25.trec new.trec -m nDCG@10 --fail-on worse
    python my_retriever.py | python cli.py compare --qrels qrels.txt --baseline bm25.trec - --json
    """
    from data.problems import BadFile
    from evaluation.measures import UnknownMeasure, parse_measure

    try:
        parsed = [parse_measure(name) for name in measures or (DEFAULT_MEASURE,)]
    except UnknownMeasure as error:
        raise click.UsageError(str(error)) from error
    if baseline in runs:
        raise click.UsageError(f"{baseline} is the baseline; leave it out of the runs")
    if twice := [str(path) for path, count in Counter([qrels, baseline, *runs]).items() if count > 1]:
        raise click.UsageError(f"given twice: {', '.join(twice)}")
    try:
        evaluations = evaluate_files(qrels, [baseline, *runs], [*parsed, parse_measure(JUDGED)])
    except (BadFile, OSError) as error:
        click.echo(error, err=True)
        raise SystemExit(BAD_INPUT) from error
    verdicts = [_verdicts(evaluations, column, worth) for column in range(len(parsed))]
    for column, found in enumerate(verdicts):
        _say(evaluations, column, found, aloud=not as_json)
    _warn(evaluations, verdicts)
    if as_json:
        click.echo(_as_json(evaluations, verdicts))
    if fail_on:
        _fail(evaluations, verdicts)


def _fail(evaluations: Sequence[Evaluation], verdicts: Sequence[Sequence[Verdict]]) -> None:
    """Ends with an exit code where a run is worse, or could not be compared, and says of the latter which and why.

    Raises SystemExit.
    """
    from evaluation.gate import FAILED, UNDECIDED, gate, says_nothing

    gates, names = [], [evaluation.run for evaluation in evaluations]
    for column, found in enumerate(verdicts):
        missing = _unanswered(evaluations, column)
        gates.append(gate(found, missing))
        for verdict in found:
            if says_nothing(verdict, missing):
                silent = [names[run] for run in (verdict.baseline, verdict.run) if missing[run]]
                why = (
                    f"no results for any of {verdict.queries} in {', '.join(silent)}"
                    if silent
                    else "no query counts"
                )
                pair = f"{names[verdict.run]} could not be compared with {names[verdict.baseline]}"
                click.echo(f"Error: {pair} on {evaluations[0].measures[column].name}: {why}", err=True)
    if FAILED in gates:
        raise SystemExit(WORSE)
    if UNDECIDED in gates:
        raise SystemExit(BAD_INPUT)


def _unanswered(evaluations: Sequence[Evaluation], column: int) -> list[int]:
    """For each run, of how many of the queries that count for a measure it has no results."""
    import numpy as np

    return [int((~np.isnan(one.values[:, column]) & ~one.answered).sum()) for one in evaluations]


def _verdicts(evaluations: Sequence[Evaluation], column: int, worth: float) -> Sequence[Verdict]:
    """The verdicts on one measure."""
    from evaluation.comparison import compare as compare_scores

    return compare_scores(_scores(evaluations, column), 0, range(1, len(evaluations)), worth)


def _say(evaluations: Sequence[Evaluation], column: int, found: Sequence[Verdict], aloud: bool) -> None:
    """Prints the verdicts on one measure if `aloud`, and on stderr what must be known before believing them."""
    from components.said import said
    from components.words import speaking
    from evaluation.cautions import few_queries
    from evaluation.sentences import sentence

    names = [evaluation.run for evaluation in evaluations]
    measure = evaluations[0].measures[column]
    for verdict in found if aloud else ():
        template, values = sentence(verdict, names[0], names[verdict.run], measure)
        click.echo(speaking("en", lambda t=template, v=values: said(t, v)))
    for caution in few_queries(found[0].queries):
        click.echo(speaking("en", lambda c=caution: said(c.template, c.values)), err=True)


def _warn(evaluations: Sequence[Evaluation], verdicts: Sequence[Sequence[Verdict]]) -> None:
    """Says on stderr what holds for all measures; the column after theirs is the share that is judged."""
    import numpy as np

    from components.said import said
    from components.words import speaking
    from evaluation.cautions import (
        intervals_alone,
        judged_of_results,
        many,
        outside_the_pool,
        without_results,
    )

    names, measures = [evaluation.run for evaluation in evaluations], len(verdicts)
    answered = np.array([evaluation.answered for evaluation in evaluations])
    judged = judged_of_results(_scores(evaluations, measures), answered)
    for caution in (
        *intervals_alone([verdict for found in verdicts for verdict in found]),
        *without_results(names, _scores(evaluations, 0), answered),
        *outside_the_pool(names, judged, answered),
        *many(len(evaluations) - 1, measures),
    ):
        click.echo(speaking("en", lambda c=caution: said(c.template, c.values)), err=True)


def _as_json(evaluations: Sequence[Evaluation], verdicts: Sequence[Sequence[Verdict]]) -> str:
    """A list with an object a measure and run; undefined is null."""
    from dataclasses import asdict

    rows = [
        {
            "measure": measure.name,
            "baseline": evaluations[0].run,
            "claim": ("none", "better", "worse")[verdict.claim],
            "run": evaluations[verdict.run].run,
            **{key: value for key, value in asdict(verdict).items() if key not in ("run", "baseline")},
        }
        for measure, found in zip(evaluations[0].measures[: len(verdicts)], verdicts, strict=True)
        for verdict in found
    ]
    defined = [{key: None if value != value else value for key, value in row.items()} for row in rows]
    return json.dumps(defined, ensure_ascii=False, indent=1)


def _scores(evaluations: Sequence[Evaluation], column: int) -> Float:
    """Values of one measure, float64 [run, query], the queries in the order of the qrels for every run."""
    import numpy as np

    return np.array([evaluation.values[:, column] for evaluation in evaluations])


@click.command()
@click.option("--collection", "name", required=True, callback=named, help="The collection to report on.")
@click.option("--baseline", help="The run to compare with; else the first.")
@click.option("-m", "--measure", "measure", default=DEFAULT_MEASURE, help="The measure that decides.")
@click.option("--snapshot", help="As of this snapshot; else now.")
@click.option("--tag", default="", help="Only the queries with this tag.")
@click.option(
    "--estimates", is_flag=True, help="With what the unjudged may still change; not with --snapshot."
)
@click.option("--language", type=click.Choice(["en", "es"]), default="en", show_default=True)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), required=True
)
@click.option(
    "--database", type=INPUT, default=Path("quilate.db"), envvar=DATABASE, show_default=True, show_envvar=True
)
def report(
    name: str,
    baseline: str | None,
    measure: str,
    snapshot: str | None,
    tag: str,
    estimates: bool,
    language: str,
    output: Path,
    database: Path,
) -> None:
    """Write the comparison of a collection's runs as one HTML file that needs nothing else.

    Example: python cli.py report --collection "Help centre" --baseline bm25 -o report.html
    """
    from streamlit.logger import set_log_level

    if estimates and snapshot is not None:
        raise click.UsageError("--estimates are about now, not as of a snapshot; leave out one of the two")
    set_log_level("ERROR")  # Without a server, Streamlit warns of every use of its session.
    from components.words import speaking
    from data.collections import NotFound
    from data.trouble import StoreError
    from evaluation.measures import UnknownMeasure
    from pages.parts.report import report_of_collection

    try:
        content = speaking(
            language,
            lambda: report_of_collection(
                database, name, baseline, measure, snapshot, tag, estimates
            ).as_html(),
        )
    except UnknownMeasure as error:
        raise click.UsageError(str(error)) from error
    except (NotFound, StoreError) as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(BAD_INPUT) from error
    write_out(content.encode(), output)
    click.echo(f"{output}: {len(content.encode()) // 1024} KiB", err=True)

"""`export`: what a collection holds, in the formats that other tools read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click

from commands.parts import (
    collection_option,
    database_option,
    find_collection,
    open_store,
    output_option,
    refuse,
    write_out,
)


@click.group()
def export() -> None:
    """Write what a collection holds in the formats that other tools read. `export formats` lists them."""


@export.command("formats")
def export_formats() -> None:
    """List the formats of `export qrels`."""
    from data.formats.targets import TARGETS

    for key, target in TARGETS.items():
        click.echo(f"{key:18}{target.title}")


@export.command("qrels")
@collection_option
@click.option("--format", "format_", default="trec", show_default=True, help="See `export formats`.")
@click.option(
    "--as-of", help="A snapshot's name, or a revision of the log: the judgements as they were then."
)
@click.option("--tag", default="", help="Only queries with this tag.")
@click.option("--threshold", type=click.IntRange(1, 3), help="Write 1 from this grade on, else 0.")
@click.option("--annotator", help="Only this person's grades, instead of the agreed ones.")
@click.option("--names/--no-names", default=True, help="People by name, or as annotator 1, 2 …")
@click.option("--json", "as_json", is_flag=True, help="With -o: the manifest on standard output.")
@output_option
@database_option
def export_qrels(
    name: str,
    format_: str,
    as_of: str | None,
    tag: str,
    threshold: int | None,
    annotator: str | None,
    names: bool,
    as_json: bool,
    output: Path | None,
    database: Path,
) -> None:
    """Write the agreed grades. What nobody graded is left out, never written as 0.

    The file is read back and compared pair by pair before it is handed out; with -o, a manifest stands beside it.
    Exit codes: 0 written, 2 wrong use, 3 the format cannot hold it, or there is no such collection.

    \b
    python cli.py export qrels --collection help-centre --format trec -o help-centre.qrels
    python cli.py export qrels --collection help-centre --format quepid-book --no-names > book.csv
    """
    from data import exporting
    from data.collections import NotFound
    from data.formats.targets import TARGETS
    from data.problems import BadFile
    from evaluation.agreement import agreed, in_words

    if format_ not in TARGETS:
        raise click.BadParameter(f"“{format_}” is none of: {', '.join(TARGETS)}", param_hint="--format")
    target = TARGETS[format_]
    store = open_store(database, must_exist=True)
    collection = find_collection(store, name)
    try:
        revision, moment = exporting.moment_of(store, collection, as_of) if as_of else (None, None)
        choice = exporting.Choice(revision, tag, annotator, names, threshold, moment)
        chosen = exporting.golden(store, collection, agreed, target, choice)
        for problem in exporting.warnings(chosen, target):
            click.echo(f"note: {problem.reason}", err=True)
        exported = exporting.export(
            store, collection, chosen, target, choice, in_words(*exporting.rule_of(store, collection, choice))
        )
    except (NotFound, BadFile) as error:
        refuse(str(error))
    write_out(exported.content, output)
    if output is not None and str(output) != "-":
        Path(f"{output}.manifest.json").write_bytes(exported.manifest_json)
        click.echo(f"{output}: {exported.compared} grades, read back and equal", err=True)
        if as_json:
            click.echo(exported.manifest_json.decode(), nl=False)


@export.command("run")
@collection_option
@click.option("--run", "run_name", required=True, help="The run's name.")
@click.option("--format", "format_", type=click.Choice(["trec", "csv", "parquet", "json"]), default="trec")
@output_option
@database_option
def export_run(name: str, run_name: str, format_: str, output: Path | None, database: Path) -> None:
    """Write a run in ranking order, with its scores.

    Example: python cli.py export run --collection help-centre --run bm25 --format parquet -o bm25.parquet
    """
    from data import exporting_runs
    from data.collections import NotFound
    from data.problems import BadFile

    store = open_store(database, must_exist=True)
    file = io.BytesIO()
    try:
        results = exporting_runs.results(store, find_collection(store, name), run_name)
        exporting_runs.RUN_FORMATS[format_](results, file)
    except (NotFound, BadFile) as error:
        refuse(str(error))
    write_out(file.getvalue(), output)


@export.command("scores")
@collection_option
@click.option("-m", "--measure", "measures", multiple=True, help="As in ir_measures; may be repeated.")
@click.option("--format", "format_", type=click.Choice(["csv", "parquet", "json"]), default="csv")
@output_option
@database_option
def export_scores(
    name: str, measures: tuple[str, ...], format_: str, output: Path | None, database: Path
) -> None:
    """Write every run's score for every query that has one: run, query_id, measure, value.

    Example: python cli.py export scores --collection help-centre -m "nDCG@10" -m "R@5" -o scores.csv
    """
    from data import exporting, exporting_runs, rankings
    from evaluation.agreement import agreed
    from evaluation.evaluate import evaluate
    from evaluation.measures import parse_measure

    try:
        parsed = [
            parse_measure(text) for text in measures or ("nDCG(dcg='exp-log2')@10", "R@10", "P@10", "RR")
        ]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--measure") from error
    store = open_store(database, must_exist=True)
    collection = find_collection(store, name)
    grades = exporting.qrels(store, collection, agreed)
    rows: list[tuple[object, ...]] = []
    for run in rankings.runs(store, collection):
        evaluation = evaluate(exporting_runs.results(store, collection, run.name), grades, parsed)
        rows += exporting_runs.score_rows(
            run.name, evaluation.query_ids, [measure.name for measure in parsed], evaluation.values
        )
    file = io.BytesIO()
    if format_ == "json":
        keys = exporting_runs.SCORES
        listed = [dict(zip(keys, row, strict=True)) for row in rows]
        file.write(json.dumps(listed, ensure_ascii=False, indent=1).encode())
    else:
        exporting_runs.write_scores(rows, format_, file)
    write_out(file.getvalue(), output)

"""Entry point of the command line, over the same rooms as the app. `python cli.py --help` lists the commands."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

import cli_compare

if TYPE_CHECKING:
    from data.checking import Check
    from data.problems import Problem
    from data.store import Store
    from evaluation.evaluate import Evaluation
    from evaluation.measures import Measure

BAD_INPUT = 3
DEFAULT_MEASURES = (
    "nDCG(dcg='exp-log2')@10",
    "nDCG@10",
    "nDCG(rel=1)@10",
    "R@5",
    "R@10",
    "R@20",
    "R@50",
    "P@5",
    "P@10",
    "RR",
    "Success@5",
    "Judged@10",
)

INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)

database_option = click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("quilate.db"),
    show_default=True,
    help="The database file; made if there is none.",
)


@click.group()
def cli() -> None:
    """Quilate: grade fragments, build the golden dataset, measure retrieval."""


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--collection", "name", required=True, help="The collection that the files go into.")
@database_option
def load(paths: tuple[Path, ...], name: str, database: Path) -> None:
    """Load fragments, queries, runs and qrels from files, or from all files of a folder.

    Example: python cli.py load ../my-data --collection help-centre
    """
    from data.checking import check_files
    from data.importing import find_uploads, import_checked

    uploads, passed_over = find_uploads(list(paths))
    for path in passed_over:
        click.echo(f"{path}: passed over, its ending is none of ours", err=True)
    if not uploads:
        _refuse("there is no file to load")
    store = _open(database)
    check = check_files(store, name, uploads)
    _say_check(check)
    if not check.accepted:
        _refuse("nothing was loaded")
    with click.progressbar(length=100, label="loading", file=sys.stderr) as bar:
        collection = import_checked(store, check, lambda share: bar.update(round(share * 100) - bar.pos))
    _say_sizes(store, collection.name)


@cli.command()
@database_option
def samples(database: Path) -> None:
    """Load the two sample collections, where they are not there yet."""
    from data.samples import load_samples

    store = _open(database)
    for collection in load_samples(store):
        _say_sizes(store, collection.name)


@cli.command()
@click.option("--qrels", type=INPUT, required=True, help="TREC qrels, or BEIR's qrels.tsv.")
@click.argument("runs", type=INPUT, nargs=-1, required=True)
@click.option("-m", "--measure", "measures", multiple=True, help="As in ir_measures; may be repeated.")
@click.option("--per-query", is_flag=True, help="Each query's values, and the ids of those left out.")
@click.option("--like", type=click.Choice(["trec_eval"]), help="Means as trec_eval -c takes them.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table")
def evaluate(
    qrels: Path, runs: Sequence[Path], measures: Sequence[str], per_query: bool, like: str | None, form: str
) -> None:
    """Scores of TREC runs (plain or gzip) against qrels.

    Exit code 2: wrong use; 3: a file was refused, with file and line on stderr.
    """
    from data.problems import BadFile
    from evaluation import report
    from evaluation.measures import UnknownMeasure, parse_measure

    try:
        parsed = [parse_measure(name) for name in measures or DEFAULT_MEASURES]
    except UnknownMeasure as error:
        raise click.UsageError(str(error)) from error
    if twice := [str(run) for run, count in Counter(runs).items() if count > 1]:
        raise click.UsageError(f"given twice: {', '.join(twice)}")
    try:
        evaluations = evaluate_files(qrels, runs, parsed, like)
    except (BadFile, OSError) as error:
        click.echo(error, err=True)
        raise SystemExit(BAD_INPUT) from error
    if form == "json":
        click.echo(report.as_json(evaluations, per_query))
    elif form == "csv":
        click.echo(report.as_csv(evaluations, per_query), nl=False)
    else:
        click.echo(report.as_table(evaluations, per_query, like is not None), nl=False)


@cli.group()
def export() -> None:
    """Write what a collection holds in the formats that other tools read."""


@export.command("qrels")
@click.option("--collection", "name", required=True, help="The collection to export.")
@click.option("--format", "format_", type=click.Choice(["trec", "beir"]), default="trec", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Else standard output.")
@database_option
def export_qrels(name: str, format_: str, output: Path | None, database: Path) -> None:
    """Write the agreed grades. What nobody graded is left out, never written as 0.

    Example: python cli.py export qrels --collection help-centre --format trec -o help-centre.qrels
    """
    from data import collections, exporting
    from data.problems import BadFile
    from evaluation.agreement import agreed

    if not database.exists():
        _refuse(f"{database}: there is no such database")
    store = _open(database)
    try:
        qrels = exporting.qrels(store, collections.find_collection(store, name), agreed)
        content = exporting.write_qrels(qrels, format_)
    except (collections.NotFound, BadFile) as error:
        _refuse(str(error))
    if output is None:
        sys.stdout.buffer.write(content)
    else:
        output.write_bytes(content)
        click.echo(f"{output}: {len(qrels.grade)} grades of {len(qrels.query_ids)} queries", err=True)


@cli.group()
def people() -> None:
    """Who may sign in, where people sign in with a password."""


@people.command("add")
@click.argument("name")
@click.option(
    "--role", type=click.Choice(["annotator", "lead", "viewer"]), default="annotator", show_default=True
)
@click.option(
    "--address", default="http://localhost:8501", show_default=True, help="Where the app is reached."
)
@database_option
def people_add(name: str, role: str, address: str, database: Path) -> None:
    """Print a one-time link with which NAME chooses a password, within a week.

    Example: python cli.py people add Ada --role lead
    """
    from data import accounts

    store = _open(database)
    try:
        token = accounts.invite(store, name, role)
    except ValueError as error:
        _refuse(str(error))
    click.echo(f"{address.rstrip('/')}/?invitation={token}")
    click.echo(f"It works once, within {accounts.INVITATION.days} days. Give it to {name} alone.", err=True)


@people.command("list")
@database_option
def people_list(database: Path) -> None:
    """Everybody who may sign in, with role and state."""
    from data import accounts

    if not database.exists():
        _refuse(f"{database}: there is no such database")
    for account in accounts.accounts(_open(database)):
        state = "closed" if account.closed else account.signs_in or "by name"
        click.echo(f"{account.person.name}\t{account.person.role}\t{state}")


def evaluate_files(
    qrels: Path, runs: Sequence[Path], measures: Sequence[Measure], like: str | None = None
) -> list[Evaluation]:
    """An evaluation for every run file, in their order, with one run in memory at a time.

    A run is named by its tag; where two have one, by its file name, or else its path. Raises BadFile.
    """
    from data.formats.fast import read_qrels, read_run
    from data.formats.texts import KnownIds
    from evaluation import batch

    grades = read_qrels(qrels)
    _note(grades.notices)
    known = KnownIds(grades.fragment_ids)
    evaluations = []
    for path in runs:
        results = read_run(path, known=known)
        _note(results.notices)
        evaluations.append(batch.evaluate(results, grades, measures, like))
        del results
    names = _told_apart([evaluation.run for evaluation in evaluations], runs)
    return [replace(evaluation, run=name) for evaluation, name in zip(evaluations, names, strict=True)]


def _told_apart(tags: Sequence[str], paths: Sequence[Path]) -> Iterator[str]:
    names = [path.name for path in paths]
    for tag, name, path in zip(tags, names, paths, strict=True):
        yield tag if tags.count(tag) == 1 else name if names.count(name) == 1 else str(path)


def _note(notices: Sequence[Problem]) -> None:
    for notice in notices:
        click.echo(f"note: {notice.message}", err=True)


def _open(database: Path) -> Store:
    from data.store import Store, StoreError

    try:
        return Store(database)
    except StoreError as error:
        _refuse(str(error))


def _say_check(check: Check) -> None:
    for file in check.files:
        words = (
            f"{file.kind}, {file.rows} rows: {file.new} new, {file.changed} changed, {file.same} as they are"
        )
        click.echo(f"{file.name}: {words if not file.refused else 'refused'}", err=True)
        if file.unknown_queries or file.unknown_fragments:
            click.echo(
                f"  not known: {file.unknown_queries} query ids, {file.unknown_fragments} fragment ids; "
                "loaded as ids without text",
                err=True,
            )
        for problem in (*file.notices, *file.problems):
            click.echo(f"  {problem.message}", err=True)
        if file.refused > len(file.problems):
            click.echo(f"  and {file.refused - len(file.problems)} more", err=True)


def _say_sizes(store: Store, name: str) -> None:
    from data import collections

    size = collections.sizes(store, collections.find_collection(store, name))
    click.echo(
        f"{name}: {size.fragments} fragments, {size.queries} queries, {size.judgements} judgements, {size.runs} runs",
        err=True,
    )


def _refuse(message: str) -> NoReturn:
    click.echo(f"Error: {message}", err=True)
    raise SystemExit(BAD_INPUT)


cli.add_command(cli_compare.compare)
cli.add_command(cli_compare.report)

if __name__ == "__main__":
    cli()

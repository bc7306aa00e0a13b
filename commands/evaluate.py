"""The command that scores run files against qrels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands.estimate import estimate_files
from commands.parts import BAD_INPUT, INPUT, PIPED, called, json_option, note, source_of, told_apart

if TYPE_CHECKING:
    from evaluation.evaluate import Evaluation
    from evaluation.measures import Measure

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


@click.command()
@click.option("--qrels", type=PIPED, required=True, help="TREC qrels, or BEIR's qrels.tsv; “-” for a pipe.")
@click.argument("runs", type=PIPED, nargs=-1, required=True)
@click.option("-m", "--measure", "measures", multiple=True, help="As in ir_measures; may be repeated.")
@click.option("--per-query", is_flag=True, help="Each query's values, and the ids of those left out.")
@click.option("--like", type=click.Choice(["trec_eval"]), help="Means as trec_eval -c takes them.")
@click.option("--estimate", is_flag=True, help="Also what the unjudged may change: range and estimate.")
@click.option(
    "--corpus", type=INPUT, help="With --estimate: BEIR's corpus.jsonl, so that text is evidence too."
)
@click.option("--queries", type=INPUT, help="With --estimate and --corpus: BEIR's queries.jsonl.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the draws of --estimate."
)
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table")
@json_option
def evaluate(
    qrels: Path,
    runs: Sequence[Path],
    measures: Sequence[str],
    per_query: bool,
    like: str | None,
    estimate: bool,
    corpus: Path | None,
    queries: Path | None,
    seed: int,
    form: str,
    as_json: bool,
) -> None:
    """Scores of TREC runs (plain or gzip) against qrels.

    With --estimate, the runs are one pool, and of each measure there are: the plain value (unjudged = not
    relevant), the share judged of the first k, the range that it can still take, and an estimate with its 95 %
    interval. An estimate is never a judgement.

    Exit code 2: wrong use; 3: a file was refused, with file and line on stderr.

    \b
    python cli.py evaluate --qrels shop.qrels bm25.trec dense.trec -m nDCG@10 -m R@50
    python my_retriever.py | python cli.py evaluate --qrels shop.qrels - --json
    """
    from data.problems import BadFile
    from evaluation import report
    from evaluation.measures import UnknownMeasure, parse_measure

    try:
        parsed = [parse_measure(name) for name in measures or DEFAULT_MEASURES]
    except UnknownMeasure as error:
        raise click.UsageError(str(error)) from error
    form = "json" if as_json else form
    if twice := [str(path) for path, count in Counter([qrels, *runs]).items() if count > 1]:
        raise click.UsageError(f"given twice: {', '.join(twice)}")
    if estimate:
        if per_query or like:
            raise click.UsageError("--estimate is of means as the app takes them: no --per-query, no --like")
        estimate_files(qrels, runs, parsed, (corpus, queries), seed, form)
        return
    if corpus or queries:
        raise click.UsageError("--corpus and --queries are for --estimate")
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


def evaluate_files(
    qrels: Path, runs: Sequence[Path], measures: Sequence[Measure], like: str | None = None
) -> list[Evaluation]:
    """An evaluation for every run file, in their order, with one run in memory at a time.

    A run is named by its tag; where two have one, by its file name, or else its path. Raises BadFile.
    """
    from data.formats.fast import read_qrels, read_run
    from data.formats.texts import KnownIds
    from evaluation import batch

    grades = read_qrels(source_of(qrels), called(qrels))
    note(grades.notices)
    if not len(grades.grade):
        _warn(qrels, "holds no judgement")
    known = KnownIds(grades.fragment_ids)
    evaluations = []
    for path in runs:
        results = read_run(source_of(path), known=known, file=called(path))
        note(results.notices)
        if not set(results.query_ids) & set(grades.query_ids):
            _warn(path, "has no result for any query of the qrels")
        evaluations.append(batch.evaluate(results, grades, measures, like))
        del results
    names = told_apart([evaluation.run for evaluation in evaluations], runs)
    return [replace(evaluation, run=name) for evaluation, name in zip(evaluations, names, strict=True)]


def _warn(path: Path, what: str) -> None:
    click.echo(f"note: {called(path)}: {what}", err=True)

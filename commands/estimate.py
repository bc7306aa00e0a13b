"""What evaluate says with --estimate: how far the scores of files can be trusted with what is unjudged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands.parts import BAD_INPUT, called, note, source_of, told_apart

if TYPE_CHECKING:
    from evaluation.measures import Measure


def estimate_files(
    qrels: Path,
    runs: Sequence[Path],
    measures: Sequence[Measure],
    texts: tuple[Path | None, Path | None],
    seed: int,
    form: str,
) -> None:
    """Prints every run's plain value, range and estimate. texts: corpus and queries, both or neither.

    Ends with exit code 2 for wrong use, 3 for a file that was refused.
    """
    from data.formats.fast import read_qrels, read_run
    from data.problems import BadFile
    from evaluation import report_estimates
    from evaluation.of_files import estimate_runs

    if totals := [measure.name for measure in measures if measure.total]:
        raise click.UsageError(
            f"counted together and not averaged, so without an estimate: {', '.join(totals)}"
        )
    measures = [measure for measure in measures if measure.family != "Judged"]  # a column of its own
    if not measures:
        raise click.UsageError("what is judged is known: give a measure that the unjudged can change")
    if (texts[0] is None) != (texts[1] is None):
        raise click.UsageError("text is evidence only with both --corpus and --queries")
    try:
        grades = read_qrels(source_of(qrels), called(qrels))
        results = [read_run(source_of(path), file=called(path)) for path in runs]
        fragments, queries = _read_texts(*texts)
    except (BadFile, OSError) as error:
        click.echo(error, err=True)
        raise SystemExit(BAD_INPUT) from error
    note([notice for file in (grades, *results) for notice in file.notices])
    names = list(told_apart([run.name for run in results], runs))
    scores = estimate_runs(results, grades, measures, fragments, queries, seed)
    if form == "json":
        tier = "ranks" if fragments is None else "text"
        click.echo(report_estimates.as_json(names, measures, scores, tier=tier, seed=seed))
    elif form == "csv":
        click.echo(report_estimates.as_csv(names, measures, scores), nl=False)
    else:
        click.echo(report_estimates.as_table(names, measures, scores), nl=False)


def _read_texts(
    corpus: Path | None, queries: Path | None
) -> tuple[dict[str, str] | None, dict[str, str] | None]:
    """The texts of fragments and queries by id, or twice nothing."""
    from data.formats.beir import read_corpus, read_queries

    if corpus is None or queries is None:
        return None, None
    fragments, asked = read_corpus(corpus), read_queries(queries)
    note([*fragments.notices, *asked.notices])
    return (
        {one.fragment_id: f"{one.title}\n{one.text}" for one in fragments.fragments},
        {one.query_id: one.text for one in asked.queries},
    )

"""`load`: files into a collection, after the same check as in the app."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands.parts import brought, database_option, named, open_store, refuse, say_sizes

if TYPE_CHECKING:
    from data.checking import Answers, Check, FileCheck, Upload

LARGEST_PIPE = 4 << 30
OPTION = "--{} "


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path, allow_dash=True)
)
@click.option(
    "--collection", "name", required=True, callback=named, help="The collection that the files go into."
)
@click.option("--kind", help="What the files are, where that is not what they look like. See `load-kinds`.")
@click.option("--encoding", help="What the files are written in, where that is not UTF-8: windows-1252 …")
@click.option(
    "--columns",
    "columns",
    help="HOLDS:ROLE=COLUMN,… such as judgements:query=q,fragment=d,grade=g; "
    "numbers, query=1,fragment=2,grade=3, where the first row is no header.",
)
@click.option("--split", type=click.Choice(["headings", "blank lines", "whole"]), help="How texts are split.")
@click.option("--scale", help="What other grades become: 1=0,2=1,3=2,4=3 or bad=-,good=3.")
@click.option("--stdin-name", default="stdin", show_default=True, help="What to call standard input (“-”).")
@click.option("--dry-run", is_flag=True, help="Check the files, and import nothing.")
@click.option(
    "--refused", type=click.Path(dir_okay=False, path_type=Path), help="Write all refused lines as CSV."
)
@click.option("--json", "as_json", is_flag=True, help="The check as JSON on standard output.")
@database_option
def load(
    paths: tuple[Path, ...],
    name: str,
    kind: str | None,
    encoding: str | None,
    columns: str | None,
    split: str | None,
    scale: str | None,
    stdin_name: str,
    dry_run: bool,
    refused: Path | None,
    as_json: bool,
    database: Path,
) -> None:
    """Load fragments, queries, runs and judgements from files, from all files of a folder, or from “-”.

    What each file is is told by its content; what its content leaves open has to be said, for all files of the
    call. Exit codes: 0 loaded, 2 wrong use, 3 a file was refused or leaves something open.

    \b
    python cli.py load ../my-data --collection help-centre
    python cli.py load ratings.csv --collection help-centre --scale 1=0,2=1,3=2,4=3
    python my_retriever.py | python cli.py load - --stdin-name hybrid.jsonl --collection help-centre
    """
    from data import check_report
    from data.checking import check_files
    from data.importing import find_uploads, import_checked

    answers = _answers(kind, encoding, columns, split, scale)
    uploads, passed_over = find_uploads([path for path in paths if str(path) != "-"])
    if len(uploads) < len(paths) and Path("-") in paths:
        uploads.append(_from_pipe(stdin_name))
    for path in passed_over:
        click.echo(f"{path}: passed over, its ending is none of ours", err=True)
    if not uploads:
        refuse("there is no file to load")
    store = open_store(database)
    check = check_files(store, name, uploads, otherwise=answers)
    _say_check(check)
    if as_json:
        click.echo(json.dumps(check_report.as_json(check, OPTION), ensure_ascii=False, indent=1))
    if refused:
        _write_refused(uploads, answers, refused)
    if not check.accepted:
        refuse("nothing was loaded")
    if dry_run:
        return
    with click.progressbar(length=100, label="loading", file=sys.stderr) as bar:
        collection = import_checked(store, check, lambda share: bar.update(round(share * 100) - bar.pos))
    say_sizes(store, collection.name)


@click.command("load-kinds")
def load_kinds() -> None:
    """List the formats that `load` reads, by the names that --kind takes."""
    from data.formats.registry import FORMATS

    for key, format_ in FORMATS.items():
        click.echo(f"{key:16}{format_.title}")


def _answers(
    kind: str | None, encoding: str | None, columns: str | None, split: str | None, scale: str | None
) -> Answers:
    from data import scales
    from data.checking import Answers
    from data.formats import column_words
    from data.formats.opened import ENCODINGS
    from data.formats.registry import FORMATS

    for given, known, option in ((kind, FORMATS, "--kind"), (encoding, ENCODINGS, "--encoding")):
        if given is not None and given not in known:
            raise click.BadParameter(f"“{given}” is none of: {', '.join(known)}", param_hint=option)
    try:
        mapped = scales.parse(scale) if scale else None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--scale") from error
    try:
        chosen = column_words.parse(columns) if columns else None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--columns") from error
    return Answers("table" if chosen and kind is None else kind, encoding, chosen, split, mapped)


def _from_pipe(name: str) -> Upload:
    from data.checking import Upload

    content = sys.stdin.buffer.read(LARGEST_PIPE + 1)
    if len(content) > LARGEST_PIPE:
        refuse("standard input holds more than 4 GB; load a file instead")
    return Upload(name, content)


def _say_check(check: Check) -> None:
    from data import check_report
    from data.formats.content import IMPORTED

    for file in check.files:
        click.echo(f"{file.name}: {_summary(file)}", err=True)
        if file.unknown_queries or file.unknown_fragments:
            ids = {"query ids": file.unknown_queries, "fragment ids": file.unknown_fragments}
            unknown = brought({part: n for part, n in ids.items() if n})
            click.echo(f"  not known, loaded as ids without text: {unknown}", err=True)
        if file.grades:
            listed = ", ".join(f"{grade}: {count}" for grade, count in sorted(file.grades.items()))
            click.echo(f"  grades {listed}", err=True)
        if file.people not in ((), (IMPORTED,)):
            click.echo(f"  judged by {', '.join(file.people)}", err=True)
        for question in file.asks:
            click.echo(f"  {check_report.hint(file, question, OPTION)}", err=True)
        for problem in (*file.notices, *file.problems):
            click.echo(f"  {problem.message}", err=True)
        if file.refused > len(file.problems):
            click.echo(f"  and {file.refused - len(file.problems)} more; --refused FILE lists all", err=True)
        if over := file.carried_over:
            click.echo(
                f"  judged fragments: {len(over.kept)} carried over, {len(over.changed)} changed, "
                f"{len(over.lost)} lost",
                err=True,
            )


def _summary(file: FileCheck) -> str:
    if file.refused:
        return f"{file.kind or 'not recognised'}, refused"
    if file.asks:
        return f"{file.kind or 'not recognised'}, not loaded yet"
    return (
        f"{file.kind}, {brought(file.parts)}: {file.new} new, {file.changed} changed, {file.same} as they are"
    )


def _write_refused(uploads: list[Upload], answers: Answers, path: Path) -> None:
    from data.checking import every_refusal

    path.write_bytes(b"".join(every_refusal(upload, answers) for upload in uploads))

"""What commands share: the database option, opening it, refusing in words with the right exit code."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from data.collections import Collection, Sizes
    from data.problems import Problem
    from data.store import Store

BAD_INPUT = 3
DATABASE = "QUILATE_DATABASE"
"""The app's name for its database in the environment (`data.one_store`, which is slow to import for a name)."""
INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)
PIPED = click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True)
"""A file, or “-” for standard input."""
ONE = {
    "fragments": "fragment",
    "queries": "query",
    "results": "result",
    "judgements": "judgement",
    "runs": "run",
    "query ids": "query id",
    "fragment ids": "fragment id",
}
json_option = click.option("--json", "as_json", is_flag=True, help="As JSON.")

database_option = click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("quilate.db"),
    envvar=DATABASE,
    show_default=True,
    show_envvar=True,
    help="The database file; made if there is none.",
)


def named(context: click.Context, parameter: click.Parameter, name: str) -> str:
    """The name as it was given. Raises BadParameter for an empty one."""
    if not name.strip():
        raise click.BadParameter("a name is needed, this is empty", context, parameter)
    return name


class Finite(click.FloatRange):
    """A number within bounds, which “nan” and “inf” are not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def source_of(path: Path) -> Path | bytes:
    """What a reader reads: the file, or all of standard input for “-”."""
    return sys.stdin.buffer.read() if str(path) == "-" else path


def called(path: Path) -> str:
    """The file's name for messages."""
    return "standard input" if str(path) == "-" else str(path)


collection_option = click.option(
    "--collection", "name", required=True, callback=named, help="The collection to export."
)
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Else, or for “-”, standard output.",
)


def open_store(database: Path, *, must_exist: bool = False) -> Store:
    """The database; ends the command with exit code 3 where it cannot be used."""
    from data.store import Store
    from data.trouble import StoreError

    if must_exist and not database.exists():
        refuse(f"{database}: there is no such database")
    try:
        return Store(database)
    except StoreError as error:
        refuse(str(error))


def find_collection(store: Store, name: str) -> Collection:
    """The collection of that name; ends the command with exit code 3 where there is none."""
    from data import collections

    try:
        return collections.find_collection(store, name)
    except collections.NotFound as error:
        refuse(str(error))


def say_sizes(store: Store, name: str) -> Sizes:
    """One line about what the collection holds, on standard error; and what it says, for programs."""
    from data import collections

    size = collections.sizes(store, collections.find_collection(store, name))
    held = {part: getattr(size, part) for part in ("fragments", "queries", "judgements", "runs")}
    click.echo(f"{name}: {brought(held)}", err=True)
    return size


def brought(parts: Mapping[str, int]) -> str:
    """How much there is of each: `1 query, 3 judgements`."""
    return ", ".join(f"{n} {ONE[part] if n == 1 else part}" for part, n in parts.items()) or "nothing"


def told_apart(tags: Sequence[str], paths: Sequence[Path]) -> Iterator[str]:
    """A name for each run file: its tag; where two have one, its file name, or else its path."""
    names = [path.name for path in paths]
    for tag, name, path in zip(tags, names, paths, strict=True):
        yield tag if tags.count(tag) == 1 else name if names.count(name) == 1 else str(path)


def note(notices: Sequence[Problem]) -> None:
    """What there is to say about a file that was read, on standard error."""
    for notice in notices:
        click.echo(f"note: {notice.message}", err=True)


def write_out(content: bytes, output: Path | None) -> None:
    """To the file, or to standard output, which stays free of anything else."""
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(content)
    else:
        output.write_bytes(content)


def refuse(message: str) -> NoReturn:
    """Says why on standard error and ends with exit code 3: bad input."""
    click.echo(f"Error: {message}", err=True)
    raise SystemExit(BAD_INPUT)

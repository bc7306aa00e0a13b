"""Entry point of the command line, over the same rooms as the app. `python cli.py --help` lists the commands."""

from __future__ import annotations

import click

from commands.compare import compare, report
from commands.evaluate import evaluate
from commands.export import export
from commands.load import load, load_kinds
from commands.parts import BAD_INPUT
from commands.people import people
from commands.samples import samples
from commands.tokens import tokens


class Commands(click.Group):
    """Commands whose files may be missing, forbidden or full: said in words, never as a traceback."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            click.echo(f"Error: {where}{error.strerror or error}", err=True)
            raise SystemExit(BAD_INPUT) from error


@click.group(cls=Commands)
def cli() -> None:
    """Quilate: grade fragments, build the golden dataset, measure retrieval."""


for command in (load, load_kinds, evaluate, compare, report, export, people, tokens, samples):
    cli.add_command(command)

if __name__ == "__main__":
    cli()

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
from commands.vectors import vectors
from data.trouble import StoreError


class Commands(click.Group):
    """Commands whose files may be missing, forbidden or full: said in words, never as a traceback."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except BrokenPipeError:
            raise
        except StoreError as error:
            click.echo(f"Error: {error}", err=True)
            raise SystemExit(BAD_INPUT) from error
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            click.echo(f"Error: {where}{error.strerror or error}", err=True)
            raise SystemExit(BAD_INPUT) from error


@click.group(cls=Commands)
def cli() -> None:
    """Quilate: grade fragments, build the golden dataset, measure retrieval.

    Exit codes: 0 done, 1 a gate failed, 2 wrong use, 3 bad input. Notes and progress go to standard error.

    \b
    python cli.py load my-data --collection shop
    python cli.py export qrels --collection shop -o shop.qrels
    python cli.py evaluate --qrels shop.qrels bm25.trec -m nDCG@10
    """


for command in (load, load_kinds, evaluate, compare, report, export, people, tokens, samples, vectors):
    cli.add_command(command)

if __name__ == "__main__":
    cli()

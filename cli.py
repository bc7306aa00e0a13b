"""Entry point of the command line, over the same rooms as the app. `python cli.py --help` lists the commands."""

from __future__ import annotations

import click

from commands.compare import compare, report
from commands.evaluate import evaluate
from commands.export import export
from commands.load import load, load_kinds
from commands.people import people
from commands.samples import samples


@click.group()
def cli() -> None:
    """Quilate: grade fragments, build the golden dataset, measure retrieval."""


for command in (load, load_kinds, evaluate, compare, report, export, people, samples):
    cli.add_command(command)

if __name__ == "__main__":
    cli()

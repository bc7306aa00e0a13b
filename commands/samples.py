"""The command that loads the sample collections."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from commands.parts import database_option, json_option, open_store, say_sizes


@click.command()
@json_option
@database_option
def samples(as_json: bool, database: Path) -> None:
    """Load the two sample collections, where they are not there yet.

    Example: python cli.py samples --database quilate.db
    """
    from data.samples import load_samples

    store = open_store(database)
    sizes = {one.name: asdict(say_sizes(store, one.name)) for one in load_samples(store)}
    if as_json:
        click.echo(json.dumps(sizes, ensure_ascii=False, indent=1))

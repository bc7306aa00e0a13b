"""The command that loads the sample collections."""

from __future__ import annotations

from pathlib import Path

import click

from commands.parts import database_option, open_store, say_sizes


@click.command()
@database_option
def samples(database: Path) -> None:
    """Load the two sample collections, where they are not there yet."""
    from data.samples import load_samples

    store = open_store(database)
    for collection in load_samples(store):
        say_sizes(store, collection.name)

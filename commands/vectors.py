"""The command that brings vectors of fragments and queries into a collection."""

from __future__ import annotations

from pathlib import Path

import click

from commands.parts import INPUT, database_option, find_collection, named, open_store, refuse


@click.command()
@click.argument("file", type=INPUT)
@click.option(
    "--collection", "name", required=True, callback=named, help="The collection that the vectors are of."
)
@database_option
def vectors(file: Path, name: str, database: Path) -> None:
    """Bring vectors of fragments and queries from FILE, as evidence of what is relevant; they replace those before.

    \b
    FILE is a NumPy archive (.npz) with fragment_ids, fragment_vectors, query_ids and query_vectors,
    or a Parquet file with the columns kind (fragment or query), id and vector.

    Exit code 2: wrong use; 3: the file was refused, or there is no such collection.

    Example: python cli.py vectors embeddings.npz --collection help-centre
    """
    from data.formats.vectors import read_vectors
    from data.problems import BadFile
    from data.vectors import put_vectors

    store = open_store(database, must_exist=True)
    collection = find_collection(store, name)
    try:
        brought = put_vectors(store, collection, read_vectors(file, str(file)))
    except BadFile as error:
        refuse(str(error))
    click.echo(f"{name}: vectors of {brought.fragments} fragments and {brought.queries} queries", err=True)
    if brought.unknown:
        click.echo(f"note: {brought.unknown} ids are not in the collection and were passed over", err=True)

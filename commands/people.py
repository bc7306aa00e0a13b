"""Who may sign in, on the command line: one-time links for accounts with a password."""

from __future__ import annotations

import json
from pathlib import Path

import click

from commands.parts import database_option, json_option, named, open_store, refuse


@click.group()
def people() -> None:
    """Who may sign in, where people sign in with a password."""


@people.command("add")
@click.argument("name", callback=named)
@click.option(
    "--role", type=click.Choice(["annotator", "lead", "viewer"]), default="annotator", show_default=True
)
@click.option(
    "--address", default="http://localhost:8501", show_default=True, help="Where the app is reached."
)
@database_option
def people_add(name: str, role: str, address: str, database: Path) -> None:
    """Print a one-time link with which NAME chooses a password, within a week.

    Example: python cli.py people add Ada --role lead
    """
    from data import accounts

    store = open_store(database)
    try:
        token = accounts.invite(store, name, role)
    except ValueError as error:
        refuse(str(error))
    click.echo(f"{address.rstrip('/')}/?invitation={token}")
    click.echo(f"It works once, within {accounts.INVITATION.days} days. Give it to {name} alone.", err=True)


@people.command("list")
@json_option
@database_option
def people_list(as_json: bool, database: Path) -> None:
    """Everybody who may sign in, with role and state.

    Example: python cli.py people list --json
    """
    from data import accounts

    found = [
        {
            "name": account.person.name,
            "role": account.person.role,
            "state": "closed" if account.closed else account.signs_in or "by name",
        }
        for account in accounts.accounts(open_store(database, must_exist=True))
    ]
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    for one in found:
        click.echo("\t".join(one.values()))

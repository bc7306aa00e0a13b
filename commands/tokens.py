"""Tokens of programs, on the command line."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from commands.parts import database_option, json_option, named, open_store, refuse


@click.group()
def tokens() -> None:
    """Tokens by which programs use the routes under /api."""


@tokens.command("add")
@click.argument("name", callback=named)
@click.option(
    "--role", type=click.Choice(["annotator", "lead", "viewer"]), default="viewer", show_default=True
)
@click.option("--days", type=int, default=90, show_default=True, help="After how many days it ends.")
@database_option
def tokens_add(name: str, role: str, days: int, database: Path) -> None:
    """Print a new token, this once. What it does is done in the name of NAME.

    A viewer reads qrels and scores, an annotator judges, a lead may import runs and read the log as well.
    Exit codes: 0 made, 2 wrong use, 3 the name or the days cannot be.

    \b
    python cli.py tokens add pipeline --role lead --days 30
    python cli.py tokens add pipeline --role lead | gh secret set QUILATE_TOKEN
    """
    from data import tokens

    try:
        secret = tokens.add(open_store(database), name, role, days)
    except tokens.Refused as error:
        refuse(str(error))
    click.echo(secret)
    click.echo("It is shown only now. It goes behind “Authorization: Bearer ”.", err=True)


@tokens.command("list")
@json_option
@database_option
def tokens_list(as_json: bool, database: Path) -> None:
    """Every token with its number, role and end; the secrets are kept nowhere.

    Example: python cli.py tokens list
    """
    from data import tokens

    found = tokens.tokens(open_store(database, must_exist=True))
    if as_json:
        click.echo(json.dumps([asdict(token) | {"holds": token.holds} for token in found], indent=1))
        return
    for token in found:
        state = "revoked" if token.revoked else f"until {token.until[:10]}" if token.holds else "ended"
        click.echo(f"{token.number}\t{token.name}\t{token.role}\t{state}")


@tokens.command("revoke")
@click.argument("number", type=int)
@database_option
def tokens_revoke(number: int, database: Path) -> None:
    """End the token of that NUMBER now.

    Example: python cli.py tokens revoke 3
    """
    from data import tokens
    from data.collections import NotFound

    try:
        tokens.revoke(open_store(database, must_exist=True), number)
    except NotFound as error:
        refuse(str(error))
    click.echo(f"Token {number} opens nothing any more.", err=True)

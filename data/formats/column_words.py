"""Which column is what as it is written on the command line and by HTTP: `run:query=qid,fragment=doc,score=s`."""

from __future__ import annotations

import re

from data.formats.table import ROLES, Columns

_PART = re.compile(r',*([^=,"]+)=("(?:[^"]|"")*"(?=,|$)|[^,]*)')
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


def parse(text: str) -> Columns:
    """The columns that the text names.

    `query_text=` in place of `query=` where the column holds texts. Numbers alone, `run:query=1,fragment=2,score=3`,
    are the columns of a table without header; quotes, `text="a, b"` or `text="1"`, keep a name whole. Raises
    ValueError for what names no such roles, and for names beside numbers.
    """
    holds, _, listed = text.partition(":")
    parts = _parts(listed)
    names = {role: _unquoted(column) for role, column in parts}
    needed, more = ROLES.get(holds, ((), ()))
    if not names or not names.keys() <= {*needed, *more, "query_text"}:
        roles = "; ".join(f"{key}: {', '.join((*needed, *more))}" for key, (needed, more) in ROLES.items())
        raise ValueError(f"“{text}” names other roles than {roles}")
    by_number = [bool(_NUMBER.fullmatch(column)) for _, column in parts]
    if any(by_number) and not all(by_number):
        raise ValueError(
            f"“{text}”: name all columns, or number all of them where the first row is no header; "
            'a column that is called 1 is written in quotes: "1"'
        )
    by_text = "query_text" in names
    if by_text:
        names["query"] = names.pop("query_text")
    return Columns(holds, names, by_text, not all(by_number))


def written(columns: Columns) -> str:
    """What `parse` reads as these columns."""
    parts = []
    for role, column in columns.names.items():
        is_odd = columns.has_header and (_NUMBER.fullmatch(column) or {",", '"'} & set(column))
        quoted = '"' + column.replace('"', '""') + '"' if is_odd else column
        parts.append(f"{'query_text' if role == 'query' and columns.by_text else role}={quoted}")
    return f"{columns.holds}:{','.join(parts)}"


def _parts(listed: str) -> list[tuple[str, str]]:
    """(role, column as it is written) of each part; none where something else stands between them."""
    parts, at = [], 0
    while at < len(listed.rstrip(",")):
        found = _PART.match(listed, at)
        if found is None:
            return []
        parts.append((found[1], found[2]))
        at = found.end()
    return parts


def _unquoted(column: str) -> str:
    is_quoted = len(column) > 1 and column[0] == column[-1] == '"'
    return column[1:-1].replace('""', '"') if is_quoted else column

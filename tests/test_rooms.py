"""The rooms keep to themselves: imports point one way, SQL stays in `data`, widgets stay out of the pure rooms."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("api", "commands", "components", "data", "evaluation", "pages")
MAY_IMPORT = {
    "api": {"api", "components", "data", "evaluation"},
    "commands": {"commands", "components", "data", "evaluation", "pages"},
    "components": {"components", "evaluation"},
    "data": {"data"},
    "evaluation": {"evaluation"},
    "pages": {"components", "data", "evaluation", "pages"},
}
PLAIN_VALUES = {"evaluation.values", "evaluation.words"}
SQL = re.compile(
    r"\b(SELECT\b.+\bFROM|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX|TRIGGER))\b",
    re.S,
)


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_it_may(room: str) -> None:
    wrong = [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in files(room)
        for name in imported(file)
        if name.split(".")[0] in ROOMS and name.split(".")[0] not in MAY_IMPORT[room]
        if not (
            room == "data" and any(name == plain or name.startswith(f"{plain}.") for plain in PLAIN_VALUES)
        )
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("room", "module"),
    [
        ("data", "streamlit"),
        ("data", "altair"),
        ("evaluation", "streamlit"),
        ("evaluation", "pandas"),
        ("evaluation", "sqlite_utils"),
        ("evaluation", "sqlite3"),
        ("evaluation", "pathlib"),
        ("components", "sqlite_utils"),
        ("components", "sqlite3"),
        ("pages", "sqlite_utils"),
        ("pages", "sqlite3"),
        ("api", "streamlit"),
        ("api", "sqlite_utils"),
        ("api", "sqlite3"),
    ],
)
def test_a_room_does_without_what_is_not_its_own(room: str, module: str) -> None:
    wrong = [
        str(file) for file in files(room) if any(name.split(".")[0] == module for name in imported(file))
    ]
    assert wrong == []


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "data"])
def test_there_is_no_sql_outside_data(room: str) -> None:
    assert [str(file) for file in files(room) if SQL.search(file.read_text(encoding="utf-8"))] == []


def test_pages_are_thin() -> None:
    long = [file.name for file in (ROOT / "pages").glob("*.py") if len(file.read_text().splitlines()) > 130]
    assert long == []

"""What a check found, for programs: as JSON values, and what an answer to its questions would look like."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from urllib.parse import quote

from data import scales
from data.checking import Check, FileCheck
from data.formats import column_words, table
from data.formats.header import first_row_is_data

HINTS = {
    "encoding": "it is not UTF-8. If this line of it reads right: “{example}”, then add {say}{suggested}",
    "kind": "say what it is, such as {say}prose for text to be split into fragments",
    "run or qrels": "its numbers may be scores or grades: say which, {say}{run} for a run or {say}{qrels} for "
    "judgements",
    "columns": "say which column is what, such as {say}{columns}",
    "numbers": "its first row looks like data, so say which column is what by number, such as {say}{columns} "
    "(by the names in it if it is a header)",
    "scale": "its grades are {scale}; say what each becomes (“-” leaves out), such as {say}{proposed}",
}


def hint(file: FileCheck, question: str, option: str, among: Sequence[str] = table.LIKELY) -> str:
    """How to answer what the check asks of the file.

    option: how an option is written, such as "--{} ". among: what a table may hold here, the likeliest first.
    """
    values = _values(file, among)
    values |= {"run": "dict run", "qrels": "dict qrels"}
    values |= {name: _pasted(option, values[name]) for name in ("columns", "proposed", "run", "qrels")}
    is_data = file.sample is not None and first_row_is_data(file.sample)
    worded = "numbers" if question == "columns" and is_data else question
    if question == "kind" and file.kind != "prose":
        worded = "run or qrels"
    return HINTS[worded].format(say=option.format(question), **values)


def as_json(check: Check, option: str) -> dict[str, object]:
    """All that the check found but the content. option: as for `hint`."""
    return {
        "collection": check.collection,
        "accepted": check.accepted,
        "files": [_file(file, option) for file in check.files],
    }


def _file(file: FileCheck, option: str) -> dict[str, object]:
    return {
        "name": file.name,
        "kind": file.kind,
        "why": file.why,
        "verdict": file.verdict,
        "encoding": file.encoding,
        "lines": file.lines,
        "brings": dict(file.parts),
        "new": file.new,
        "changed": file.changed,
        "same": file.same,
        "unknown": {"queries": file.unknown_queries, "fragments": file.unknown_fragments},
        "grades": {str(grade): count for grade, count in sorted((file.grades or {}).items())},
        "scale": dict(file.scale),
        "people": list(file.people),
        "asks": list(file.asks),
        "hints": [hint(file, question, option) for question in file.asks],
        "refused": file.refused,
        "notices": [problem.message for problem in file.notices],
        "problems": [problem.message for problem in file.problems],
    }


def _values(file: FileCheck, among: Sequence[str]) -> dict[str, str]:
    found = table.proposed(file.sample, among) if file.sample else None
    given = file.answers.scale or {}
    proposed = {grade: given.get(grade, to) for grade, to in scales.proposed(list(file.scale)).items()}
    return {
        "example": file.example,
        "suggested": file.suggested_encoding or "",
        "columns": column_words.written(found) if found else f"{among[0]}:query=…",
        "scale": ", ".join(f"{grade} ({count} times)" for grade, count in file.scale.items()),
        "proposed": ",".join(f"{grade}={'-' if to is None else to}" for grade, to in proposed.items()),
    }


def _pasted(option: str, value: str) -> str:
    """The value as a shell takes it behind a command's option, and an address behind a parameter."""
    if "…" in value:
        return value
    return shlex.quote(value) if option.startswith("--") else quote(value, safe="=,:")

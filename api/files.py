"""PUT of a file of any format that the app imports: fragments, queries, runs, judgements, or a zip of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.responses import JSONResponse

from api import bodies, choices
from api.names import name
from api.operations import Call, Operation, Parameter, in_turn
from api.problems import Refusal, of_file
from data import check_report
from data.checking import UNKNOWN_KIND, Answers, Check, Upload, check_files
from data.formats import table
from data.importing import import_checked
from data.problems import Problem

_ANSWER: dict[str, Any] = {
    "type": "object",
    "required": ["collection", "accepted", "imported", "files"],
    "properties": {
        "collection": {"type": "string"},
        "accepted": {"type": "boolean", "description": "Nothing is refused, nothing is left open."},
        "imported": {"type": "boolean"},
        "files": {
            "type": "array",
            "items": {"type": "object"},
            "description": "What the check found in each: kind, rows, what is new, what it asks.",
        },
    },
}


async def put_file(call: Call) -> JSONResponse:
    """Answers with what the check found, when it is imported."""
    answers, file = choices.answers(call.values), name(call.request, "file")
    async with bodies.on_disk(call.request) as path:
        return JSONResponse(await in_turn(partial(_imported, call, Upload(file, path), answers)))


def _imported(call: Call, upload: Upload, answers: Answers) -> dict[str, Any]:
    check = check_files(call.store, call.collection.name, [upload], otherwise=answers)
    if not call.values["check"]:
        refuse_open(check)
        import_checked(call.store, check)
    return {**check_report.as_json(check, choices.OPTION), "imported": not call.values["check"]}


def refuse_open(check: Check, among: Sequence[str] = table.LIKELY) -> None:
    """Raises Refusal if the check refused something, or must be told something first. among: as for the hint."""
    problems = [problem for file in check.files for problem in file.problems]
    if problems:
        raise Refusal(
            422, "refused", _said(problems, sum(file.refused for file in check.files)), of_file(problems)
        )
    for file in check.files:
        for question in file.asks:
            hint = check_report.hint(file, question, choices.OPTION, among)
            raise Refusal(422, "refused", f"{file.name}: the file leaves its {question} open: {hint}.")
    if not check.accepted:
        raise Refusal(422, "refused", "There is nothing in it that can be imported.")


def _said(problems: Sequence[Problem], total: int) -> str:
    """The first problem, how many there are, and what to do about a kind that is not known."""
    first = problems[0]
    unknown = next((problem for problem in problems if problem.template == UNKNOWN_KIND), None)
    said = [f"{first.message} ({total} in all)." if total > 1 else f"{first.message}."]
    if unknown and unknown is not first:
        said.append(f"{unknown.message}.")
    if unknown:
        said.append("Here that is ?kind=.")
    return " ".join(said)


PUT_FILE = Operation(
    "put_file", "PUT", "/collections/{collection}/files/{file}",
    "Import a file of any kind that the app takes, after the same check: fragments, queries, runs, judgements of "
    "people whom the file names, or a zip of such files. All of it is taken or nothing; sending it again changes "
    "nothing.",
    "import", put_file,
    {200: ("What the check found.", {"application/json": _ANSWER})},
    (
        choices.KIND, choices.ENCODING, choices.COLUMNS, choices.SPLIT, choices.SCALE,
        Parameter("check", "Only check, and import nothing.", {"type": "boolean", "default": False}),
    ),
    bodies.FILE,
    (413, 422),
)  # fmt: skip

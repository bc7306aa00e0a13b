"""PUT of a run: a file of any format of runs, streamed to disk, checked and imported as in the app."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse

from api import bodies
from api.operations import Call, Operation, Parameter, in_turn
from api.problems import Refusal, of_file
from data import rankings
from data.checking import UNKNOWN_KIND, Answers, Check, FileCheck, Upload, check_files
from data.formats.opened import ENCODINGS
from data.formats.registry import FORMATS
from data.importing import import_checked

PARAMETERS = (
    Parameter(
        "kind",
        "What the file is, where that is not what it looks like.",
        {"type": "string", "enum": list(FORMATS)},
    ),
    Parameter(
        "encoding",
        "What it is written in, where that is not UTF-8.",
        {"type": "string", "enum": list(ENCODINGS)},
    ),
)
_ANSWER: dict[str, Any] = {
    "type": "object",
    "required": ["collection", "run", "state", "kind", "results", "queries", "unknown", "notices"],
    "properties": {
        "collection": {"type": "string"},
        "run": {"type": "string"},
        "state": {"enum": ["new", "replaced", "same"]},
        "kind": {"type": "string", "description": "The format that the file was recognised as."},
        "results": {"type": "integer"},
        "queries": {"type": "integer"},
        "unknown": {
            "type": "object",
            "description": "Ids that the collection did not know; they are kept, without text.",
            "properties": {"queries": {"type": "integer"}, "fragments": {"type": "integer"}},
        },
        "notices": {"type": "array", "items": {"type": "string"}},
    },
}


async def put_run(call: Call) -> JSONResponse:
    """Answers with what became of the run: 201 if the name is new, 200 if it was there."""
    name = call.request.path_params["run"]
    with tempfile.TemporaryDirectory(prefix="quilate-") as folder:
        path = Path(folder) / "body"
        with path.open("wb") as file:
            await bodies.receive(call.request, file, bodies.LARGEST_RUN)
        found = await in_turn(partial(_imported, call, name, path))
    return JSONResponse(found, 201 if found["state"] == "new" else 200)


def _imported(call: Call, name: str, path: Path) -> dict[str, Any]:
    answers = Answers(kind=call.values["kind"], encoding=call.values["encoding"])
    before = rankings.digests(call.store, call.collection)
    check = check_files(
        call.store, call.collection.name, [Upload(name, path)], otherwise=answers, only_run=name
    )
    file = _the_run(check)
    import_checked(call.store, check)
    after = rankings.digests(call.store, call.collection)
    state = "new" if name not in before else "same" if before[name] == after[name] else "replaced"
    return {
        "collection": call.collection.name,
        "run": name,
        "state": state,
        "kind": file.kind,
        "results": file.parts["results"],
        "queries": len(file.content.runs[0].query_ids) if file.content else 0,
        "unknown": {"queries": file.unknown_queries, "fragments": file.unknown_fragments},
        "notices": [notice.message for one in check.files for notice in one.notices],
    }


def _the_run(check: Check) -> FileCheck:
    """The file with the run. Raises Refusal unless there is exactly one, without judgements, and nothing is open."""
    problems = [problem for file in check.files for problem in file.problems]
    if problems:
        total = sum(file.refused for file in check.files)
        hint = " Here that is ?kind=." if problems[-1].template == UNKNOWN_KIND else ""
        raise Refusal(422, "refused", f"{problems[0].message} ({total} in all).{hint}", of_file(problems))
    asks = [question for file in check.files for question in file.asks]
    if asks:
        hint = "say it with ?kind= or ?encoding=" if asks[0] in ("kind", "encoding") else "load it in the app"
        raise Refusal(422, "refused", f"The file leaves its {asks[0]} open: {hint}.")
    with_run = [file for file in check.files if file.content and file.content.runs]
    if any(file.content and file.content.judgements for file in check.files):
        raise Refusal(
            422, "refused", "The file holds judgements as well: load it in the app, or send the run alone."
        )
    if len(with_run) != 1 or not check.accepted:
        raise Refusal(422, "refused", f"There is no run in it, but {_what(check)}. Send results, best first.")
    return with_run[0]


def _what(check: Check) -> str:
    return ", ".join(part for file in check.files for part in file.parts) or "nothing"


PUT_RUN = Operation(
    "put_run", "PUT", "/collections/{collection}/runs/{run}",
    "Import a run under this name. The one that had the name is kept as its former version; sending it again "
    "changes nothing.",
    "import", put_run,
    {
        201: ("The run is new.", {"application/json": _ANSWER}),
        200: ("The run took the place of the one before, or is the same.", {"application/json": _ANSWER}),
    },
    PARAMETERS,
    {"application/octet-stream": {"type": "string", "format": "binary", "maxLength": 1 << 30}},
    (413, 422),
)  # fmt: skip

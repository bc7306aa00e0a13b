"""PUT of a run: a file of any format of runs, streamed to disk, checked and imported as in the app."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse

from api import bodies, choices
from api.files import refuse_open
from api.names import name
from api.operations import Call, Operation, in_turn
from api.problems import Refusal
from data import rankings
from data.checking import Answers, Check, FileCheck, Upload, check_files
from data.formats import table
from data.importing import import_checked

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
    answers, run = choices.answers(call.values), name(call.request, "run")
    async with bodies.on_disk(call.request) as path:
        found = await in_turn(partial(_imported, call, run, path, answers))
    return JSONResponse(found, 201 if found["state"] == "new" else 200)


def _imported(call: Call, run: str, path: Path, answers: Answers) -> dict[str, Any]:
    before = rankings.digests(call.store, call.collection)
    check = check_files(
        call.store, call.collection.name, [Upload(run, path)], otherwise=answers, only_run=run
    )
    file = _the_run(check)
    import_checked(call.store, check)
    after = rankings.digests(call.store, call.collection)
    state = "new" if run not in before else "same" if before[run] == after[run] else "replaced"
    return {
        "collection": call.collection.name,
        "run": run,
        "state": state,
        "kind": file.kind,
        "results": file.parts["results"],
        "queries": len(file.content.runs[0].query_ids) if file.content else 0,
        "unknown": {"queries": file.unknown_queries, "fragments": file.unknown_fragments},
        "notices": [notice.message for one in check.files for notice in one.notices],
    }


def _the_run(check: Check) -> FileCheck:
    """The file with the run. Raises Refusal unless there is exactly one, without judgements, and nothing is open."""
    judged = next((file for file in check.files if file.content and file.content.judgements), None)
    if judged:
        raise Refusal(
            422, "refused",
            f"The file holds judgements as well: it was read as {judged.kind}. Put it to …/files/, or send the run "
            "alone. If it is a run, say so with ?kind=, or for a table with ?columns=run:query=…,fragment=…,score=….",
        )  # fmt: skip
    refuse_open(check, (table.RUN,))
    with_run = [file for file in check.files if file.content and file.content.runs]
    if len(with_run) != 1:
        raise Refusal(
            422,
            "refused",
            f"There is no run in it, but {_what(check)}. Send results, best first; "
            "if it is another kind of file, say which with ?kind=.",
        )
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
    (choices.KIND, choices.ENCODING, choices.COLUMNS),
    bodies.FILE,
    (413, 422),
)  # fmt: skip

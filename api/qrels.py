"""GET of the golden dataset, in every format that the app exports, read back before it is handed out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

from starlette.responses import JSONResponse, Response, StreamingResponse

from api.operations import Call, Operation, Parameter, in_turn
from data import exporting
from data.formats.targets import TARGETS
from evaluation.agreement import agreed, in_words

_PIECE = 1 << 16

AS_OF = Parameter("as_of", "A snapshot's name, or a revision of the log: the judgements as they were then.")
TAG = Parameter("tag", "Only queries with this tag.")
PARAMETERS = (
    Parameter("format", "The format.", {"type": "string", "enum": list(TARGETS), "default": "trec"}),
    AS_OF,
    TAG,
    Parameter(
        "threshold",
        "Write 1 from this grade on, else 0.",
        {"type": "integer", "minimum": 1, "maximum": 3},
    ),
    Parameter("annotator", "Only this person's grades, instead of the agreed ones."),
    Parameter("names", "People by name, or as annotator 1, 2 …", {"type": "boolean", "default": True}),
    Parameter("manifest", "The manifest instead of the file.", {"type": "boolean", "default": False}),
)


async def get_qrels(call: Call) -> Response:
    """The file in pieces; its hash and revision stand in the headers."""
    exported = await in_turn(partial(_export, call))
    if call.values["manifest"]:
        return JSONResponse(exported.manifest)
    headers = {
        "Content-Length": str(len(exported.content)),
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(exported.file_name)}",
        "Quilate-SHA256": exported.manifest["sha256"],
        "Quilate-Revision": str(exported.manifest["revision"]),
    }
    return StreamingResponse(_pieces(exported.content), 200, headers, "application/octet-stream")


def _export(call: Call) -> exporting.Exported:
    given, store, collection = call.values, call.store, call.collection
    as_of = given["as_of"]
    revision, moment = exporting.moment_of(store, collection, as_of) if as_of else (None, None)
    choice = exporting.Choice(
        revision, given["tag"] or "", given["annotator"], given["names"], given["threshold"], moment
    )
    target = TARGETS[given["format"]]
    chosen = exporting.golden(store, collection, agreed, target, choice)
    rule = in_words(*exporting.rule_of(store, collection, choice))
    return exporting.export(store, collection, chosen, target, choice, rule)


def _pieces(content: bytes) -> Iterator[bytes]:
    view = memoryview(content)
    return (bytes(view[start : start + _PIECE]) for start in range(0, len(view), _PIECE))


GET_QRELS = Operation(
    "get_qrels", "GET", "/collections/{collection}/qrels",
    "The agreed grades as a file. What nobody graded is left out, never written as 0.",
    "export", get_qrels,
    {
        200: (
            "The file, or its manifest.",
            {
                "application/octet-stream": {"type": "string", "format": "binary"},
                "application/json": {"type": "object"},
            },
        )
    },
    PARAMETERS,
    refuses=(422,),
)  # fmt: skip

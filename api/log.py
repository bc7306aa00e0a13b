"""GET of the judgement log after a revision, as a page or as a stream of lines, for who follows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response, StreamingResponse

from api.operations import Call, Operation, Parameter
from data import audit

_AT_ONCE = 1000
_ENTRY: dict[str, Any] = {
    "type": "object",
    "required": ["revision", "at", "person", "act", "query_id"],
    "properties": {
        "revision": {"type": "integer"},
        "at": {"type": "string"},
        "person": {"type": "string"},
        "act": {"type": "string"},
        "query_id": {"type": "string"},
        "fragment_id": {"type": "string"},
        "grade": {"type": ["integer", "null"]},
    },
}
_PAGE: dict[str, Any] = {
    "type": "object",
    "required": ["entries", "next"],
    "properties": {
        "entries": {"type": "array", "items": _ENTRY},
        "next": {"type": "integer", "description": "Ask for what comes `after` this revision next."},
    },
}


async def get_log(call: Call) -> Response:
    """A page as JSON, or everything after the revision as lines."""
    after = call.values["after"]
    if call.values["format"] == "ndjson":
        return StreamingResponse(_lines(call, after), media_type="application/x-ndjson")
    found = await run_in_threadpool(
        partial(audit.entries_after, call.store, call.collection, after, call.values["limit"])
    )
    return JSONResponse(
        {"entries": [asdict(entry) for entry in found], "next": found[-1].revision if found else after}
    )


def _lines(call: Call, after: int) -> Iterator[bytes]:
    while found := audit.entries_after(call.store, call.collection, after, _AT_ONCE):
        yield b"".join(json.dumps(asdict(entry), ensure_ascii=False).encode() + b"\n" for entry in found)
        after = found[-1].revision


GET_LOG = Operation(
    "get_log", "GET", "/collections/{collection}/log",
    "The judgement log, oldest first: who said what, when. It only grows: who follows it asks for what comes after "
    "the last revision seen.",
    "see everybody", get_log,
    {200: ("Rows of the log.", {"application/json": _PAGE, "application/x-ndjson": {"type": "string"}})},
    (
        Parameter("after", "Only rows after this revision.", {
            "type": "integer", "minimum": 0, "maximum": 1 << 53, "default": 0,
        }),
        Parameter("limit", "Rows of a page.", {
            "type": "integer", "minimum": 1, "maximum": 10_000, "default": 1000,
        }),
        Parameter("format", "A page, or all as lines.", {
            "type": "string", "enum": ["json", "ndjson"], "default": "json",
        }),
    ),
)  # fmt: skip

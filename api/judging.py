"""POST of judgements: each event once, all of a call or none, through the same door as the grading card."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.responses import JSONResponse, Response

from api import bodies
from api.operations import Call, Operation, in_turn
from api.problems import Refusal
from data import collections, events, judgements

MOST = 10_000
_FIELDS = {
    "event_id", "act", "query_id", "fragment_id", "grade", "note", "milliseconds", "source", "undoes_event",
}  # fmt: skip
_EVENT: dict[str, Any] = {
    "type": "object",
    "required": ["event_id", "act"],
    "additionalProperties": False,
    "properties": {
        "event_id": {
            "type": "string", "minLength": 1, "maxLength": 100,
            "description": "Made by the sender, another for each event. Sent again, it is not counted again; with "
            "another act, pair, grade or note it is refused.",
        },
        "act": {"enum": ["grade", "cant_tell", "skip", "no_answer", "undo"]},
        "query_id": {"type": "string", "minLength": 1},
        "fragment_id": {"type": "string", "minLength": 1, "description": "Not with no_answer."},
        "grade": {"type": "integer", "minimum": 0, "maximum": 3, "description": "Only with grade."},
        "note": {"type": "string", "maxLength": 10_000},
        "milliseconds": {"type": "integer", "minimum": 0, "maximum": 1 << 53, "description": "Time it took."},
        "source": {"enum": ["queue", "list", "flagged", "search"], "default": "list"},
        "undoes_event": {"type": "string", "description": "With undo: the event that it takes back."},
    },
}  # fmt: skip
_ANSWER: dict[str, Any] = {
    "type": "object",
    "required": ["taken", "revision"],
    "properties": {
        "taken": {"type": "array", "items": {"type": "string"}, "description": "Now or before."},
        "revision": {"type": "integer"},
    },
}


class _NothingTaken(Exception):
    """Ends the transaction, so that nothing of the call is kept."""

    def __init__(self, refused: tuple[events.Refusal, ...]) -> None:
        super().__init__("refused")
        self.refused = refused


async def post_judgements(call: Call) -> Response:
    """Answers when the events are on disk."""
    body = io.BytesIO()
    await bodies.receive(call.request, body, bodies.LARGEST_JUDGEMENTS)
    return JSONResponse(await in_turn(partial(_taken, call, body.getvalue())))


def _taken(call: Call, body: bytes) -> dict[str, Any]:
    listed = _listed(body)
    queries, fragments = (
        collections.find_ids(
            call.store, call.collection, table, {event[key] for event in listed if key in event}
        )
        for table, key in (("queries", "query_id"), ("fragments", "fragment_id"))
    )
    given = [_with_numbers(event, queries, fragments) for event in listed]
    try:
        with call.store.writing("grade", call.person) as db:
            found = events.take(db, call.collection, call.person, given)
            if found.refused:
                raise _NothingTaken(found.refused)
    except _NothingTaken as nothing:
        reasons = {one.event_id: one.reason for one in nothing.refused}
        errors = [
            {"index": index, "event_id": event["event_id"], "reason": reasons[event["event_id"]]}
            for index, event in enumerate(listed)
            if event["event_id"] in reasons
        ]
        raise Refusal(
            422,
            "refused",
            f"{errors[0]['event_id']}: {errors[0]['reason']}. Mend these and send all again.",
            errors,
        ) from nothing
    return {"taken": list(found.taken), "revision": judgements.revision(call.store)}


def _listed(body: bytes) -> list[dict[str, Any]]:
    """The events of the body. Raises Refusal where it is no list of them; each is looked at again when taken."""
    try:
        listed = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "bad-body", f"It is not JSON in UTF-8: {error}.") from error
    if not isinstance(listed, list) or len(listed) > MOST:
        raise Refusal(400, "bad-body", f"It is a list of at most {MOST} events.")
    for index, event in enumerate(listed):
        if reason := _malformed(event):
            raise Refusal(400, "bad-body", f"Event {index}: {reason}.", [{"index": index, "reason": reason}])
    return listed


def _malformed(event: object) -> str:
    """Why it is no event, "" if it is one."""
    if not isinstance(event, dict):
        return "it is no object"
    if unknown := sorted(event.keys() - _FIELDS):
        return f"“{unknown[0][:50]}” is none of: {', '.join(sorted(_FIELDS))}"
    for name, value in event.items():
        if not _fits(value, _EVENT["properties"][name]):
            return f"“{name}” cannot be {json.dumps(value, ensure_ascii=True)[:100]}"
    act = event.get("act")
    if not event.get("event_id") or act is None:
        return "event_id and act are needed"
    needs = {
        "grade": {"query_id", "fragment_id", "grade"},
        "undo": {"undoes_event"},
        "no_answer": {"query_id"},
    }.get(act, {"query_id", "fragment_id"})
    if missing := sorted(needs - event.keys()):
        return f"with {act} comes {missing[0]}"
    excess = {"grade", "fragment_id", "undoes_event"} & event.keys() - needs
    return f"with {act} comes no {min(excess)}" if excess and act != "undo" else ""


def _fits(value: object, schema: Mapping[str, Any]) -> bool:
    if "enum" in schema:
        return isinstance(value, str) and value in schema["enum"]
    if schema["type"] == "integer":
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return int(schema["minimum"]) <= value <= int(schema["maximum"])
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        return False
    return int(schema.get("minLength", 0)) <= len(value) <= int(schema.get("maxLength", 1 << 20))


def _with_numbers(
    event: Mapping[str, Any], queries: Mapping[str, int], fragments: Mapping[str, int]
) -> dict[str, Any]:
    """The event with database ids; −1, which is nobody's, for what the collection does not know."""
    ids = {"query": queries.get(event.get("query_id", ""), -1)}
    if "fragment_id" in event:
        ids["fragment"] = fragments.get(event["fragment_id"], -1)
    return {"source": "list", **event, **ids}


POST_JUDGEMENTS = Operation(
    "post_judgements", "POST", "/collections/{collection}/judgements",
    "Append judgements in the name of the token. All of them are taken, or none; an event that was taken before is "
    "not counted again, so a call may be repeated; the same event_id with other content is refused.",
    "grade", post_judgements,
    {200: ("All events are in the log.", {"application/json": _ANSWER})},
    body={"application/json": {"type": "array", "maxItems": MOST, "items": _EVENT}},
    refuses=(413, 422),
)  # fmt: skip

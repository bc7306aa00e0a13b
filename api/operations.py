"""What a route is: method, address, parameters and right, from which it is served, checked and described alike."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from api.names import name
from api.problems import Refusal
from data import collections, one_store, tokens
from data.collections import Collection, Person
from data.store import Store

T = TypeVar("T")
_two_at_once = anyio.CapacityLimiter(2)


@dataclass(frozen=True)
class Parameter:
    """A parameter of the address's query. schema: its JSON schema, of a type string, integer, number or boolean."""

    name: str
    says: str
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string", "minLength": 1})
    needed: bool = False
    repeats: bool = False


@dataclass(frozen=True)
class Call:
    """A request that may be answered: who asks, with the store in their hands, on which collection, with what."""

    request: Request
    store: Store
    person: Person
    collection: Collection
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Operation:
    """One route of a collection. right: of `data.permissions.RIGHTS`; body: its content types → JSON schemas.

    answers: status → (what it says, content type → JSON schema).
    """

    name: str
    method: str
    path: str
    says: str
    right: str
    serve: Callable[[Call], Awaitable[Response]]
    answers: Mapping[int, tuple[str, Mapping[str, Mapping[str, Any]]]]
    parameters: Sequence[Parameter] = ()
    body: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    refuses: Sequence[int] = ()


async def in_turn(do: Callable[[], T]) -> T:
    """Runs what takes time and memory on a thread, no more than two at once: the pages need the processor too."""
    return await anyio.to_thread.run_sync(do, limiter=_two_at_once)


async def call_of(operation: Operation, request: Request) -> Call:
    """The request with its token, parameters and collection looked at. Raises Refusal, NotAllowed, NotFound."""

    def opened() -> Call:
        store, person = _hands(request)
        store.check(operation.right)
        values = _values(operation.parameters, request)
        collection = collections.find_collection(store, name(request, "collection"))
        return Call(request, store, person, collection, values)

    return await run_in_threadpool(opened)


def _hands(request: Request) -> tuple[Store, Person]:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Refusal(
            401, "no-token", "Send it as “Authorization: Bearer …”. Leads make tokens on the People page."
        )
    found = tokens.in_hands_of(one_store.served(), secret.strip())
    if found is None:
        raise Refusal(
            401, "no-token", "This token is unknown, has ended or was revoked. Ask a lead for a new one."
        )
    return found


def _values(parameters: Sequence[Parameter], request: Request) -> dict[str, Any]:
    known = {parameter.name for parameter in parameters}
    given = request.query_params
    if unknown := sorted(set(given) - known):
        raise Refusal(
            400, "bad-parameter", f"“{unknown[0]}” is none of: {', '.join(sorted(known)) or 'none'}."
        )
    return {parameter.name: _value(parameter, given.getlist(parameter.name)) for parameter in parameters}


def _value(parameter: Parameter, texts: Sequence[str]) -> Any:
    if not texts and parameter.needed:
        raise Refusal(400, "bad-parameter", f"“{parameter.name}” is needed: {parameter.says}")
    if parameter.repeats:
        return [_parsed(parameter, text) for text in texts]
    if len(texts) > 1:
        raise Refusal(400, "bad-parameter", f"“{parameter.name}” is given more than once.")
    return _parsed(parameter, texts[0]) if texts else parameter.schema.get("default")


def _parsed(parameter: Parameter, text: str) -> Any:
    """The text as the schema's type, within its bounds."""
    schema = parameter.schema
    try:
        value = _READ[schema["type"]](text)
    except ValueError:
        value = None
    is_inside = value is not None and (
        ("enum" not in schema or value in schema["enum"])
        and (not isinstance(value, str) or schema.get("minLength", 0) <= len(value))
        and (
            isinstance(value, str | bool)
            or schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf)
        )
    )
    if not is_inside:
        allowed = ", ".join(map(str, schema["enum"])) if "enum" in schema else _bounds(schema)
        raise Refusal(400, "bad-parameter", f"“{parameter.name}” cannot be “{text[:100]}”: {allowed}.")
    return value


def _bounds(schema: Mapping[str, Any]) -> str:
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"), ("minLength", "at least characters:"))
        if key in schema
    ]
    return " ".join((f"it is {_KINDS[schema['type']]}", *bounds))


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _integer(text: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 18:
        raise ValueError(text)
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


_KINDS = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}
_READ: Mapping[str, Callable[[str], Any]] = {
    "string": str,
    "boolean": _boolean,
    "integer": _integer,
    "number": _number,
}

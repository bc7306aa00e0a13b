"""The description of the routes for programs (OpenAPI 3.1), made from what they are served by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from api.names import LONGEST
from api.operations import Operation, Parameter
from data.version import VERSION

_PROBLEM: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "What is wrong."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "Where, and what to do."},
        "instance": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Each one, if there are several.",
        },
    },
}
_REFUSES = {
    400: "A parameter or the body cannot be used.",
    401: "The token is missing, unknown, ended or revoked.",
    403: "The token's role does not allow this.",
    404: "There is no such collection, run, snapshot, tag or person.",
    413: "The body is too large.",
    422: "The content was refused; nothing was taken.",
    503: "The database is busy; nothing was taken.",
}
_ALWAYS = (400, 401, 403, 404, 503)


def document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The whole description, as JSON values."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(f"/api{operation.path}", {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quilate",
            "version": VERSION,
            "description": "Runs in, golden datasets, scores and verdicts out; judgements and their log.",
        },
        "paths": paths,
        "components": {
            "schemas": {"Problem": _PROBLEM},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _described(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.says,
        "parameters": [
            *(_in_path(part[1:-1]) for part in operation.path.split("/") if part.startswith("{")),
            *map(_in_query, operation.parameters),
        ],
        "responses": {
            **{str(status): _answer(*said) for status, said in operation.answers.items()},
            **{str(status): _refusal(status) for status in sorted({*_ALWAYS, *operation.refuses})},
        },
    }
    if operation.body:
        described["requestBody"] = {"required": True, "content": _content(operation.body)}
    return described


def _in_path(name: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"\S"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(parameter: Parameter) -> dict[str, Any]:
    schema = parameter.schema
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.needed,
        "description": parameter.says,
        "schema": {"type": "array", "items": schema, "minItems": int(parameter.needed)}
        if parameter.repeats
        else schema,
    }


def _answer(says: str, content: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {"description": says, "content": _content(content)}


def _refusal(status: int) -> dict[str, Any]:
    problem = {"$ref": "#/components/schemas/Problem"}
    return {"description": _REFUSES[status], "content": {"application/problem+json": {"schema": problem}}}


def _content(schemas: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {kind: {"schema": schema} for kind, schema in schemas.items()}

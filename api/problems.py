"""What went wrong, as problem+json (RFC 9457): what, where, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from data.collections import NotFound
from data.permissions import NotAllowed
from data.problems import BadFile, Problem
from data.trouble import StoreBusy, StoreError

TITLES = {
    "bad-parameter": "A parameter cannot be used",
    "bad-body": "The body cannot be used",
    "no-token": "A token is needed",
    "not-allowed": "The token's role does not allow this",
    "not-found": "There is no such thing",
    "wrong-method": "This address does not answer that method",
    "too-large": "The body is too large",
    "refused": "Nothing was taken",
    "busy": "The database is busy",
    "unusable": "The database cannot be used",
    "fault": "A fault of the server",
}
_STATUS = {404: "not-found", 405: "wrong-method", 413: "too-large"}


class Refusal(Exception):
    """A request that is not answered. kind: a key of TITLES; detail: where, and what to do; errors: each one."""

    def __init__(
        self, status: int, kind: str, detail: str, errors: Sequence[Mapping[str, object]] = ()
    ) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.errors = status, kind, detail, list(errors)


class ProblemResponse(Response):
    """A problem as RFC 9457 writes it."""

    media_type = "application/problem+json"

    def __init__(self, request: Request, refusal: Refusal, headers: Mapping[str, str] | None = None) -> None:
        content: dict[str, object] = {
            "type": f"urn:quilate:{refusal.kind}",
            "title": TITLES[refusal.kind],
            "status": refusal.status,
            "detail": refusal.detail,
            "instance": request.url.path,
        }
        if refusal.errors:
            content["errors"] = refusal.errors
        super().__init__(json.dumps(content, ensure_ascii=False).encode(), refusal.status, headers)


def of_file(problems: Sequence[Problem]) -> list[dict[str, object]]:
    """Problems of a file as `errors`."""
    return [
        {
            "file": problem.file,
            "line": problem.line,
            "reason": problem.reason,
            "text": problem.text,
        }
        for problem in problems
    ]


def _refusal(error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if isinstance(error, NotAllowed):
        return Refusal(403, "not-allowed", f"{error} Use a token with another role.")
    if isinstance(error, NotFound):
        return Refusal(404, "not-found", str(error))
    if isinstance(error, BadFile):
        return Refusal(422, "refused", str(error), of_file(error.problems))
    if isinstance(error, StoreBusy):
        return Refusal(503, "busy", str(error))
    if isinstance(error, StoreError):
        return Refusal(503, "unusable", str(error))
    if isinstance(error, ClientDisconnect):
        return Refusal(400, "bad-body", "The body ended before its end. Send it again.")
    if isinstance(error, HTTPException) and error.status_code in _STATUS:
        hint = "The addresses and methods are in /api/openapi.json."
        return Refusal(error.status_code, _STATUS[error.status_code], hint)
    return Refusal(500, "fault", "Nothing was half done. The server's log says more; tell who runs it.")


def answer(request: Request, error: Exception) -> Response:
    """The error as a response."""
    refusal = _refusal(error)
    headers = dict(getattr(error, "headers", None) or {})
    if refusal.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="quilate"'
    if refusal.kind == "busy":
        headers["Retry-After"] = "5"
    return ProblemResponse(request, refusal, headers)


HANDLERS: Mapping[Any, Callable[[Request, Exception], Response]] = dict.fromkeys(
    (Refusal, NotAllowed, NotFound, BadFile, StoreError, ClientDisconnect, HTTPException, Exception), answer
)

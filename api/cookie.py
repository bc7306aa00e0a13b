"""Keeps a session's secret in the browser where no script can read it; the page's component asks for that."""

from __future__ import annotations

import json

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from data import accounts, one_store

PATH = "/session"
_LONGEST = 200  # bytes


async def session(request: Request) -> Response:
    """POST {"secret": …}: the cookie of an open session, else 403. DELETE: no cookie any more.

    The body must be declared as JSON, which the page of another site cannot send: so nobody is signed in as somebody
    else by a link.
    """
    answer = Response(status_code=204)
    secret, age = "", 0
    if request.method == "POST":
        secret, age = await _secret(request), int(accounts.LONGEST_SESSION.total_seconds())
        if not secret or not await run_in_threadpool(_is_open, secret):
            return Response(status_code=403)
    answer.set_cookie(
        accounts.COOKIE, secret, age, httponly=True, samesite="strict", secure=_is_https(request)
    )
    return answer


async def _secret(request: Request) -> str:
    """The secret in the body, "" if there is none."""
    if request.headers.get("content-type") != "application/json":
        return ""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _LONGEST:
            return ""
    try:
        secret = json.loads(body)["secret"]
    except (ValueError, KeyError, TypeError):
        return ""
    return secret if isinstance(secret, str) else ""


def _is_open(secret: str) -> bool:
    return accounts.in_session(one_store.served(), secret) is not None


def _is_https(request: Request) -> bool:
    return "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))

"""For who watches over the server: is it alive, can it work, and what does it do. No token, and no name in it."""

from __future__ import annotations

import time
import uuid
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from data import health, one_store
from data.trouble import StoreError

_SERVER = uuid.uuid4().hex
_registry = CollectorRegistry()
ProcessCollector(registry=_registry)
_requests = Counter("quilate_requests", "Requests of programs.", ("operation", "status"), registry=_registry)
_seconds = Histogram(
    "quilate_request_seconds", "Time to the end of the answer.", ("operation",), registry=_registry
)
_amounts = {
    name: Gauge(f"quilate_{name}", says, registry=_registry)
    for name, says in (
        ("collections", "Collections."),
        ("runs", "Runs, without their former versions."),
        ("judgements", "Judgements in force, put off and open ones as well."),
        ("revision", "The newest revision of the judgement log."),
        ("bytes", "Size of the database file."),
    )
}


async def alive(request: Request) -> Response:
    """The process answers. server: a name of its own, by which an open page knows that it was started anew."""
    return JSONResponse({"status": "ok", "server": _SERVER})


async def ready(request: Request) -> Response:
    """The database can be read and written, and has the schema of this version; else 503, with what is the matter."""

    def found() -> dict[str, str]:
        try:
            return health.readiness(one_store.served())
        except StoreError as error:
            return {"database": str(error)}

    checks = await run_in_threadpool(found)
    is_ready = all(said == "ok" for said in checks.values())
    return JSONResponse(
        {"status": "ok" if is_ready else "not ready", "checks": checks}, 200 if is_ready else 503
    )


async def metrics(request: Request) -> Response:
    """Prometheus' text format."""
    try:
        amounts = await run_in_threadpool(lambda: health.amounts(one_store.served()))
    except StoreError:
        amounts = {}
    for name, amount in amounts.items():
        _amounts[name].set(amount)
    text = await run_in_threadpool(partial(generate_latest, _registry))
    return Response(text, media_type=CONTENT_TYPE_LATEST)


class Counted:
    """Counts and times the requests that pass through it, by operation and status."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.monotonic(), 500

        async def counting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, counting)
        finally:
            operation = getattr(scope.get("endpoint"), "operation", "other")
            _requests.labels(operation, str(status)).inc()
            _seconds.labels(operation).observe(time.monotonic() - started)

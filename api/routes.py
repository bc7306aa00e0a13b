"""All routes beside the app's own, for `st.App`."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from api import cookie, openapi, watching
from api.files import PUT_FILE
from api.judging import POST_JUDGEMENTS
from api.log import GET_LOG
from api.names import Encoded
from api.operations import Operation, call_of
from api.problems import HANDLERS
from api.qrels import GET_QRELS
from api.runs import PUT_RUN
from api.scores import GET_COMPARISON, GET_SCORES

OPERATIONS = (PUT_RUN, PUT_FILE, GET_QRELS, GET_SCORES, GET_COMPARISON, POST_JUDGEMENTS, GET_LOG)


def routes() -> list[BaseRoute]:
    """The routes for programs under /api, for who watches over the server, and for the page's own cookie."""
    programs = Mount("/api", app=_programs())
    programs.path_regex = re.compile(
        programs.path_regex.pattern, re.DOTALL
    )  # a line break (%0A) is theirs to refuse
    return [
        programs,
        Route("/healthz", watching.alive),
        Route("/readyz", watching.ready),
        Route("/metrics", watching.metrics),
        Route(cookie.PATH, cookie.session, methods=["POST", "DELETE"]),
    ]


def _programs() -> Starlette:
    """An application of its own, so that every error under /api is answered as a problem."""
    served = [Route(one.path, _endpoint(one), methods=[one.method]) for one in OPERATIONS]
    return Starlette(
        routes=[*served, Route("/openapi.json", _description)],
        exception_handlers=dict(HANDLERS),
        middleware=[Middleware(Encoded), Middleware(watching.Counted)],
    )


def _endpoint(operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await operation.serve(await call_of(operation, request))

    endpoint.operation = operation.name  # type: ignore[attr-defined]
    return endpoint


async def _description(request: Request) -> Response:
    return JSONResponse(openapi.document(OPERATIONS))

"""Names in addresses as they were sent: a slash in a collection's or run's name is `%2F`, and parts nothing."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send


class Encoded:
    """Lets routes see addresses still percent-encoded; what they take out of them is read by `name`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "path": _as_sent(scope)}
        await self._app(scope, receive, send)


def name(request: Request, part: str) -> str:
    """The name that stands for `{part}` in the address."""
    return unquote(str(request.path_params[part]))


def _as_sent(scope: Scope) -> str:
    """The path before it was decoded; encoded again where a proxy or server in between changed or dropped it."""
    sent = scope.get("raw_path", b"").decode("ascii", errors="replace")
    return sent if unquote(sent) == scope["path"] else quote(scope["path"])

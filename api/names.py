"""Names in addresses as they were sent: a slash in a collection's or run's name is `%2F`, and parts nothing."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems import Refusal

LONGEST = 200


class Encoded:
    """Lets routes see addresses still percent-encoded; what they take out of them is read by `name`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "path": _as_sent(scope)}
        await self._app(scope, receive, send)


def name(request: Request, part: str) -> str:
    """The name that stands for `{part}` in the address. Raises Refusal for what can be no name.

    Bytes that are not UTF-8 are refused, never replaced: else two names would become one.
    """
    sent = str(request.path_params[part])
    try:
        found = unquote(sent, errors="strict")
    except UnicodeDecodeError as error:
        raise _refusal(
            part, sent, "it is not UTF-8. Percent-encode the bytes of the name in UTF-8"
        ) from error
    if not found.strip():
        raise _refusal(part, sent, "it is blank")
    if len(found) > LONGEST:
        raise _refusal(part, sent, f"it has {len(found)} characters, a name has at most {LONGEST}")
    if any(unicodedata.category(character) == "Cc" for character in found):
        raise _refusal(part, sent, "it has a line break, a tab or another control character")
    return found


def _refusal(part: str, sent: str, why: str) -> Refusal:
    return Refusal(400, "bad-parameter", f"“{sent[:100]}” cannot be the name of a {part}: {why}.")


def _as_sent(scope: Scope) -> str:
    """The path before it was decoded; encoded again where a proxy or server in between changed or dropped it."""
    sent = scope.get("raw_path", b"").decode("ascii", errors="replace")
    return sent if unquote(sent) == scope["path"] else quote(scope["path"])

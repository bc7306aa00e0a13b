"""Bodies of requests, taken piece by piece and never beyond their limit."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import BinaryIO

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from api.problems import Refusal
from data.formats.opened import LARGEST_RUN, LARGEST_RUN_MB, most_bytes

LARGEST_JUDGEMENTS = "QUILATE_LARGEST_JUDGEMENTS_MB"
_DEFAULTS = {LARGEST_RUN: LARGEST_RUN_MB, LARGEST_JUDGEMENTS: 16}
_PIECE = 1 << 20
FILE = {"application/octet-stream": {"type": "string", "format": "binary", "maxLength": 1 << 30}}
"""A file as a request's body, in OpenAPI's words."""


@asynccontextmanager
async def on_disk(request: Request) -> AsyncIterator[Path]:
    """The body as a file, for as long as the block lasts. Raises Refusal as `receive`."""
    with tempfile.TemporaryDirectory(prefix="quilate-") as folder:
        path = Path(folder) / "body"
        with path.open("wb") as file:
            await receive(request, file, LARGEST_RUN)
        yield path


async def receive(request: Request, file: BinaryIO, limit: str) -> int:
    """Writes the body into the file; returns its bytes. Raises Refusal where it goes beyond the limit."""
    most = most_bytes(limit, _DEFAULTS[limit])
    if _announced(request) > most:
        raise _too_large(most, limit)
    total, held = 0, bytearray()
    async for piece in request.stream():
        total += len(piece)
        if total > most:
            raise _too_large(most, limit)
        held += piece
        if len(held) >= _PIECE:
            await run_in_threadpool(file.write, bytes(held))
            held.clear()
    await run_in_threadpool(file.write, bytes(held))
    return total


def _announced(request: Request) -> int:
    length = request.headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdecimal() else 0


def _too_large(most: int, limit: str) -> Refusal:
    return Refusal(
        413, "too-large", f"It may have {most} bytes. Send less, or let who runs the server raise {limit}."
    )

"""Large files in blocks of whole lines, worked on by all cores, with few of them in memory at a time."""

from __future__ import annotations

import gzip
import os
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from data.formats.lines import GZIP, UTF8_BOM, Source

BLOCK = 1 << 20

Part = TypeVar("Part")


class Unsure(Exception):
    """A fast reader does not take the file for certain."""


def first_line(source: Source) -> str:
    """The first line that is not empty, without its end. Raises Unsure as `in_parallel`, and for a BOM."""
    with _plain(source) as file:
        line = file.read(BLOCK).lstrip(b"\r\n").partition(b"\n")[0]
    if line.startswith(UTF8_BOM):
        raise Unsure
    try:
        return line.removesuffix(b"\r").decode()
    except UnicodeDecodeError as error:
        raise Unsure from error


def in_parallel(source: Source, work: Callable[[memoryview], Part], has_header: bool = False) -> list[Part]:
    """What `work` gives for every block of whole lines, in the order of the file, on a thread a core.

    A block ends with LF, has CRLF made LF, and is only valid during the call. source: a path or bytes, gzip
    or not. has_header: the first line is passed over. Raises Unsure for other sources, a damaged gzip file
    and a line longer than a block, besides what `work` raises; OSError as open. No block is begun then.
    """
    parts: dict[int, Part] = {}
    failed = threading.Event()
    with _plain(source) as file, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        if has_header:
            file.readline()
        lines = _Lines(file)

        def work_on() -> None:
            buffer = bytearray(2 * BLOCK)
            try:
                while not failed.is_set():
                    number, size = lines.fill(buffer)
                    if not size:
                        break
                    parts[number] = work(_with_plain_line_ends(memoryview(buffer)[:size], buffer))
            except BaseException:
                failed.set()
                raise

        for done in [pool.submit(work_on) for _ in range(os.cpu_count() or 1)]:
            done.result()
    return [parts[number] for number in sorted(parts)]


class _Lines:
    """Hands the whole lines of a file to threads, block by block."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._rest = b""
        self._taken = 0
        self._taking = threading.Lock()

    def fill(self, buffer: bytearray) -> tuple[int, int]:
        """Number of the next block, and how many bytes of `buffer` it now fills: 0 after the last."""
        with self._taking:
            start = len(self._rest)
            buffer[:start] = self._rest
            end = start + _read_into(self._file, memoryview(buffer)[start : start + BLOCK])
            if end < start + BLOCK and end and buffer[end - 1] != ord("\n"):
                buffer[end : end + 1] = b"\n"
                end += 1
            size = buffer.rfind(b"\n", 0, end) + 1
            self._rest = bytes(memoryview(buffer)[size:end])
            if end and not size:
                raise Unsure
            self._taken += 1
            return self._taken - 1, size


def _read_into(file: BinaryIO, space: memoryview) -> int:
    """Fills `space` unless the file ends: gzip and raw files may give less at a time."""
    filled = 0
    while filled < len(space) and (got := file.readinto(space[filled:])):  # type: ignore[attr-defined]
        filled += got
    return filled


def _with_plain_line_ends(block: memoryview, buffer: bytearray) -> memoryview:
    if buffer.find(b"\r", 0, len(block)) < 0:
        return block
    return memoryview(bytes(block).replace(b"\r\n", b"\n"))


@contextmanager
def _plain(source: Source) -> Iterator[BinaryIO]:
    """The bytes of the file, uncompressed."""
    if not isinstance(source, str | Path | bytes):
        raise Unsure
    with BytesIO(source) if isinstance(source, bytes) else open(source, "rb", buffering=0) as file:
        is_gzip = file.read(len(GZIP)) == GZIP
        file.seek(0)
        plain = cast(BinaryIO, gzip.GzipFile(fileobj=file) if is_gzip else file)
        try:
            yield plain
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise Unsure from error

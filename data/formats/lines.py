"""Numbered lines of text from a path, bytes, an upload or a list: line ends, BOM, gzip, UTF-8 in one go."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO, cast

from data.problems import Reading
from evaluation.words import N_

Source = str | Path | bytes | BinaryIO | Iterable[str] | Iterable[bytes]
"""A path (str or Path), the bytes of a file, an open binary file, or its lines; gzip is told by its start."""

GZIP = b"\x1f\x8b"
UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
LONGEST_LINE = 16 << 20

BOM_LEFT_OUT = N_("a byte order mark stood before the first line and was left out")
IS_UTF16 = N_("this is UTF-16 text; save the file as UTF-8")
NOT_UTF8 = N_("not UTF-8 text; save the file as UTF-8")
HAS_NUL = N_("a NUL byte: this is no text file, or a damaged one")
LINE_TOO_LONG = N_("a line longer than 16 MB: this is no text file of lines")
BROKEN_GZIP = N_("the gzip file ends early or is damaged: {reason}")


class LineTooLong(ValueError):
    """A line is longer than `LONGEST_LINE`; nothing of the file is read further."""


def file_label(source: Source, otherwise: str) -> str:
    """What messages call the file: its path, the name of an upload, or `otherwise`."""
    if isinstance(source, str | Path):
        return str(source)
    return str(getattr(source, "name", otherwise))


def text_lines(source: Source, reading: Reading) -> Iterator[tuple[int, str]]:
    """(line number, text) of every line that is not blank, without its line end: LF, CRLF or CR.

    A line that is not UTF-8, has a NUL byte or is far too long, and a damaged gzip file, become problems of
    `reading`. OSError as from open.
    """
    try:
        for number, raw in enumerate(_raw_lines(source), start=1):
            if number == 1:
                if raw.startswith(UTF16_BOMS):
                    reading.refuse(1, "", IS_UTF16)
                    return
                if raw.startswith(UTF8_BOM):
                    reading.note(1, BOM_LEFT_OUT)
                    raw = raw[len(UTF8_BOM) :]
            if b"\0" in raw:
                reading.refuse(number, raw.decode(errors="backslashreplace"), HAS_NUL)
                continue
            try:
                text = raw.decode()
            except UnicodeDecodeError:
                reading.refuse(number, raw.decode(errors="backslashreplace"), NOT_UTF8)
                continue
            if text.strip(" \t"):
                yield number, text
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reading.refuse(None, "", BROKEN_GZIP, reason=str(error))
    except LineTooLong:
        reading.refuse(None, "", LINE_TOO_LONG)


def whole_lines(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    """The file's lines with their LF. Raises LineTooLong before one of them fills the memory."""
    for line in iter(partial(file.readline, LONGEST_LINE + 1), b""):
        if len(line) > LONGEST_LINE:
            raise LineTooLong
        yield line


def _raw_lines(source: Source) -> Iterator[bytes]:
    if isinstance(source, str | Path):
        with open(source, "rb") as file:
            yield from _lines_of_file(file)
    elif isinstance(source, bytes):
        yield from _lines_of_file(io.BytesIO(source))
    elif hasattr(source, "read"):
        yield from _lines_of_file(cast(BinaryIO, source))
    else:
        given = (line.encode(errors="surrogatepass") if isinstance(line, str) else line for line in source)
        yield from _split_at_line_ends(given)


def _lines_of_file(file: IO[bytes]) -> Iterator[bytes]:
    start = file.peek(2)[:2] if hasattr(file, "peek") else file.read(2)
    if not hasattr(file, "peek"):
        file.seek(-len(start), io.SEEK_CUR)
    with gzip.GzipFile(fileobj=file) if start == GZIP else nullcontext(file) as plain:
        yield from _split_at_line_ends(whole_lines(plain))


def _split_at_line_ends(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Lines from pieces that end at LF (or have no end): CRLF and a lone CR end a line too."""
    for piece in pieces:
        line = piece.removesuffix(b"\n").removesuffix(b"\r")
        if b"\r" in line:
            yield from line.split(b"\r")
        else:
            yield line

"""Files as they arrive made into plain UTF-8: encodings found and converted, gzip and zip opened within bounds."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO

from data.formats.lines import BROKEN_GZIP, GZIP, UTF8_BOM, UTF16_BOMS
from data.problems import BadFile, Problem, Reading
from evaluation.words import N_

ZIP = b"PK\x03\x04"
ENCODINGS = {
    "utf-8": N_("UTF-8"),
    "utf-8-sig": N_("UTF-8 with a byte order mark"),
    "utf-16": N_("UTF-16"),
    "utf-16-le": N_("UTF-16 without a byte order mark"),
    "windows-1252": N_("Latin-1 (as Windows-1252)"),
    "iso-8859-15": N_("Latin-9 (ISO 8859-15)"),
    "windows-1250": N_("Central European (Windows-1250)"),
    "windows-1251": N_("Cyrillic (Windows-1251)"),
}
LARGEST_RUN = "QUILATE_LARGEST_RUN_MB"
LARGEST_RUN_MB = 1024
"""The largest file, as it comes by HTTP and as it is unpacked wherever it comes from."""
SMALL = 64 << 20
MOST_TIMES = 200
MOST_ENTRIES = 10_000

TOO_MANY_TIMES = N_("unpacked it is more than {times} times as large; nothing of it was read")
TOO_LARGE = N_(
    "unpacked it has more than {megabytes} MB; nothing of it was read. Split it, or set {limit} in the "
    "environment to more"
)
BROKEN_ZIP = N_("the zip file is damaged: {reason}")
TOO_MANY_ENTRIES = N_("the zip file holds {count} files; at most {most} are read")
ENCRYPTED = N_("the zip file is locked with a password")
ODD_PATH = N_("the path “{path}” in the archive leads out of it or is no plain file; nothing was read")
ARCHIVE_INSIDE = N_("“{path}” is an archive inside an archive; unpack it first")
CONVERTED = N_("converted from {encoding} to UTF-8; the first line with other letters: {example}")
NOT_THAT_ENCODING = N_("this is not {encoding} text: {reason}")

_CHUNK = 1 << 20
_PDF = b"%PDF"
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True)
class Opened:
    """A file that readers can take. encoding: a key of ENCODINGS, None if it is no text. lines: line ends.

    suggested: the encoding it would have to be read in, where it is not UTF-8 and nobody has said so yet;
    example: a line of it read that way.
    """

    source: bytes | Path
    encoding: str | None
    lines: int
    suggested: str | None = None
    example: str = ""


def opened(source: bytes | Path, file: str, encoding: str | None = None) -> Opened:
    """The file without gzip, as UTF-8. encoding: what a person says it is in; else UTF-8, or UTF-16 by its mark.

    Never guesses: a file that is not UTF-8 is only given a suggestion. Raises BadFile for gzip files that
    are damaged or unpack to far too much, and for text that is not in `encoding`.
    """
    if _start(source, 2) == GZIP:
        source = _unpacked(source, file)
    start = _start(source, 4)
    if start == b"PAR1":
        return Opened(source, None, 0)
    if encoding is None and start[:2] in UTF16_BOMS:
        encoding = "utf-16"
    if encoding in (None, "utf-8", "utf-8-sig"):
        return _as_utf8(source, start)
    return _converted(source, file, str(encoding))


def most_bytes(limit: str, otherwise: float) -> int:
    """A limit in bytes: so many MB (2^20 bytes) as the environment says under this name, else `otherwise` MB."""
    return int(float(os.environ.get(limit, otherwise)) * (1 << 20))


def is_zip(source: bytes | Path) -> bool:
    """Whether the file is a zip archive."""
    return _start(source, 4) == ZIP


def unzipped(source: bytes | Path, file: str) -> list[tuple[str, bytes]]:
    """(path in the archive, content) of every file in it, in order.

    Nothing is written to disk. Raises BadFile for paths that lead out of it, links, archives inside,
    passwords, damage, and contents far larger than the archive.
    """
    reading = Reading(file)
    try:
        with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            _check_entries(reading, entries)
            reading.finish()
            packed = _size(source)
            _check_size(sum(entry.file_size for entry in entries), packed, file)
            return [(entry.filename, _read_entry(archive, entry, packed, file)) for entry in entries]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError) as error:
        reading.refuse(None, "", BROKEN_ZIP, reason=str(error))
    reading.finish()
    raise AssertionError("unreachable: the reading has a problem")


def _check_entries(reading: Reading, entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MOST_ENTRIES:
        reading.refuse(None, "", TOO_MANY_ENTRIES, count=len(entries), most=MOST_ENTRIES)
        return
    for entry in entries:
        path, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
        plain = PurePosixPath(path)
        if plain.is_absolute() or ".." in plain.parts or re.search(r"[\\:\0]", path) or kind == stat.S_IFLNK:
            reading.refuse(None, "", ODD_PATH, path=path)
        elif entry.flag_bits & 1:
            reading.refuse(None, "", ENCRYPTED)
        elif plain.suffix.lower() in (".zip", ".gz", ".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz"):
            reading.refuse(None, "", ARCHIVE_INSIDE, path=path)


def _start(source: bytes | Path, size: int) -> bytes:
    if isinstance(source, bytes):
        return source[:size]
    with source.open("rb") as file:
        return file.read(size)


def _size(source: bytes | Path) -> int:
    return len(source) if isinstance(source, bytes) else source.stat().st_size


def _check_size(size: int, packed: int, file: str) -> None:
    """Raises BadFile where a file of `packed` bytes may not unpack to this size."""
    largest = most_bytes(LARGEST_RUN, LARGEST_RUN_MB)
    if size > largest:
        values: dict[str, object] = {"megabytes": f"{largest / (1 << 20):g}", "limit": LARGEST_RUN}
        raise BadFile([Problem(file, None, "", TOO_LARGE, values)], 1)
    if size > max(SMALL, MOST_TIMES * packed):
        raise BadFile([Problem(file, None, "", TOO_MANY_TIMES, {"times": MOST_TIMES})], 1)


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, packed: int, file: str) -> bytes:
    """Its content: zipfile reads no more than the size that the entry claims, which was checked."""
    with archive.open(entry) as inner:
        return _bounded(inner, packed, file)


def _unpacked(source: bytes | Path, file: str) -> bytes:
    try:
        with _binary(source) as packed, gzip.GzipFile(fileobj=packed) as plain:
            return _bounded(plain, _size(source), file)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise BadFile([Problem(file, None, "", BROKEN_GZIP, {"reason": str(error)})], 1) from error


def _bounded(plain: IO[bytes] | gzip.GzipFile, packed: int, file: str) -> bytes:
    content = io.BytesIO()
    while chunk := plain.read(_CHUNK):
        _check_size(content.tell() + len(chunk), packed, file)
        content.write(chunk)
    return content.getvalue()  # hands over its own bytes: a run of a GB is not held twice


def _binary(source: bytes | Path) -> BinaryIO:
    return io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")


def _chunks(source: bytes | Path) -> Iterator[bytes]:
    with _binary(source) as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _as_utf8(source: bytes | Path, start: bytes) -> Opened:
    if len(start) == 4 and start[0] and start[2] and not start[1] and not start[3]:
        head = next(_chunks(source))
        example = head[: len(head) // 2 * 2].decode("utf-16-le", errors="replace").partition("\n")[0]
        return Opened(source, None, head.count(b"\n"), "utf-16-le", example.strip()[:120])
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines, last, is_utf8 = 0, b"\n", True
    for chunk in _chunks(source):
        lines += chunk.count(b"\n")
        last = chunk[-1:]
        if is_utf8:
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError:
                is_utf8 = False
    lines += last != b"\n"
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        is_utf8 = False
    if is_utf8:
        return Opened(source, "utf-8-sig" if start.startswith(UTF8_BOM) else "utf-8", lines)
    suggested, example = _suggestion(source)
    return Opened(source, None, lines, suggested, example)


def _suggestion(source: bytes | Path) -> tuple[str | None, str]:
    """Latin-1, and a line read so, if the file could be it: no UTF-8 letter anywhere, no control characters.

    A file with both UTF-8 letters and other bytes is a damaged UTF-8 file, which no conversion mends.
    """
    example, rest = "", b""
    if _start(source, len(_PDF)) == _PDF:
        return None, ""
    for chunk in _chunks(source):
        if _CONTROL.search(chunk) or _MULTIBYTE.search(rest[-3:] + chunk):
            return None, ""
        rest = chunk
        if not example:
            example = _line_with_letters(chunk)
    return ("windows-1252", example) if example else (None, "")


def _line_with_letters(chunk: bytes) -> str:
    found = re.search(rb"[^\r\n]{0,60}[\x80-\xff][^\r\n]{0,60}", chunk)
    try:
        return found.group().decode("windows-1252") if found else ""
    except UnicodeDecodeError:
        return ""


def _converted(source: bytes | Path, file: str, encoding: str) -> Opened:
    plain = io.BytesIO()
    example = ""
    try:
        for text in codecs.iterdecode(_chunks(source), encoding):
            if not example and (found := re.search(r"[^\r\n]{0,60}[^\x00-\x7f][^\r\n]{0,60}", text)):
                example = found.group()
            plain.write(text.encode())
    except UnicodeError as error:
        values = {"encoding": ENCODINGS[encoding], "reason": str(error)}
        raise BadFile([Problem(file, None, "", NOT_THAT_ENCODING, values)], 1) from error
    content = plain.getvalue()
    lines = content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
    return Opened(content, encoding, lines, example=example)

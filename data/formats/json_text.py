"""JSON and JSON Lines read piece by piece, with the line of each piece, and nothing lost without a word."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.formats.columns import is_broken
from data.formats.lines import HAS_NUL, NOT_UTF8, UTF8_BOM, text_lines
from data.problems import Reading
from evaluation.words import N_

NOT_JSON = N_("not JSON: {reason}")
NOT_AN_OBJECT = N_("a JSON object is expected here, not {kind}")

_BLANK = re.compile(r"[ \t\r\n]*")
ODD_ESCAPE = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_HEAD = 1 << 20


@dataclass(frozen=True, slots=True)
class Piece:
    """A value of a JSON file. key: the member of the file's one object that it is (an element of), or ""."""

    line: int
    key: str
    value: object


def records(source: bytes | Path, reading: Reading) -> Iterator[tuple[int, dict[str, object]]]:
    """(line, object) of every line of JSON Lines, of every element of one array, or of one object alone.

    What is no object becomes a problem of the reading.
    """
    for piece in _pieces(source, reading, whole=True):
        if isinstance(piece.value, dict):
            yield piece.line, piece.value
        else:
            reading.refuse(piece.line, "", NOT_AN_OBJECT, kind=type(piece.value).__name__)


def members(source: bytes | Path, reading: Reading, inside: Collection[str] = ()) -> Iterator[Piece]:
    """The members of the file's one object; of a member that is an array, each element.

    inside: of a member of such a name that is an object, its members in its place.
    """
    return _pieces(source, reading, whole=False, inside=inside)


def is_one_value(source: bytes | Path) -> bool:
    """Whether the file begins as one array, or as one object that goes over several lines."""
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        head = file.read(_HEAD).removeprefix(UTF8_BOM).lstrip()
    first = head.partition(b"\n")[0].rstrip()
    return head.startswith(b"[") or (first.startswith(b"{") and first[1:].strip(b" \t") == b"")


def first_records(head: str) -> Iterator[dict[str, object]]:
    """The objects that `records` would give, as far as the start of a file goes."""
    for piece in _first(head, whole=True):
        if isinstance(piece.value, dict):
            yield piece.value


def first_members(head: str) -> Iterator[Piece]:
    """What `members` would give, as far as the start of a file goes."""
    return _first(head, whole=False)


def parse(text: str) -> object:
    """One JSON value. Raises ValueError for what is none, has a key twice, or holds text that is no text."""
    value, end = _value(text, _skip(text, 0))
    if _skip(text, end) != len(text):
        raise ValueError("more text follows after the value")
    return value


def is_no_text(value: object) -> bool:
    """Whether a text in the value holds half of a surrogate pair or a NUL, which no text has."""
    plain = json.dumps(value, ensure_ascii=False)
    return is_broken(plain) or bool(_NUL.search(plain))


def objects_of(value: object) -> list[dict[str, object]]:
    """The objects in a list, or in what should be one; everything else is left out."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def first_text(fields: Mapping[str, object], keys: Sequence[str]) -> str:
    """The first of these members that is text or a whole number, as text; "" if none is."""
    for key in keys:
        value = fields.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
    return ""


def _first(head: str, *, whole: bool) -> Iterator[Piece]:
    if not _is_lines(head):
        with contextlib.suppress(ValueError, RecursionError):
            yield from _walk(head, whole=whole)
        return
    for number, line in enumerate(head.split("\n"), start=1):
        with contextlib.suppress(ValueError, RecursionError):
            yield Piece(number, "", parse(line))


def _pieces(
    source: bytes | Path, reading: Reading, *, whole: bool, inside: Collection[str] = ()
) -> Iterator[Piece]:
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8-sig", errors="replace")
        is_whole = not file.read(1)
    if _is_lines(head):
        yield from _from_lines(source, reading)
        return
    text = head if is_whole and "\ufffd" not in head and "\0" not in head else _text(source, reading)
    if text is None:
        return
    try:
        yield from _walk(text, whole=whole, inside=inside)
    except (ValueError, RecursionError) as error:
        reading.refuse(None, "", NOT_JSON, reason=str(error))


def _text(source: bytes | Path, reading: Reading) -> str | None:
    content = source if isinstance(source, bytes) else source.read_bytes()
    if b"\0" in content:
        reading.refuse(content.count(b"\n", 0, content.index(b"\0")) + 1, "", HAS_NUL)
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reading.refuse(content.count(b"\n", 0, error.start) + 1, "", NOT_UTF8)
        return None


def _is_lines(text: str) -> bool:
    """Whether the first line holds an object of its own, and another follows."""
    start = _skip(text, 0)
    end = text.find("\n", start)
    if text[start : start + 1] != "{" or end < 0 or not text[start:end].rstrip().endswith("}"):
        return False
    after = _skip(text, end)
    return text[after : after + 1] == "{"


def _from_lines(source: bytes | Path, reading: Reading) -> Iterator[Piece]:
    for number, line in text_lines(source, reading):
        try:
            yield Piece(number, "", parse(line))
        except (ValueError, RecursionError) as error:
            reading.refuse(number, line, NOT_JSON, reason=str(error))


def _walk(text: str, *, whole: bool, inside: Collection[str] = ()) -> Iterator[Piece]:
    start, lines = _skip(text, 0), _Lines(text)
    opening = text[start : start + 1]
    if opening == "[":
        end = yield from _elements(text, start, "", lines)
    elif opening == "{" and not whole:
        end = yield from _object(text, start, lines, inside)
    else:
        value, end = _value(text, start)
        yield Piece(lines.at(start), "", value)
    if _skip(text, end) != len(text):
        raise ValueError(f"more text follows after the end, on line {lines.at(end)}")


def _elements(text: str, start: int, key: str, lines: _Lines) -> Generator[Piece, None, int]:
    """The elements of the array at `start`; gives where it ends."""
    at = _skip(text, start + 1)
    if text[at : at + 1] == "]":
        return at + 1
    while True:
        value, end = _value(text, at)
        yield Piece(lines.at(at), key, value)
        at = _skip(text, end)
        if text[at : at + 1] == "]":
            return at + 1
        at = _after_comma(text, at, lines)


def _object(text: str, start: int, lines: _Lines, inside: Collection[str]) -> Generator[Piece, None, int]:
    """The members of the object at `start`, arrays by their elements; gives where it ends."""
    seen: set[str] = set()
    at = _skip(text, start + 1)
    if text[at : at + 1] == "}":
        return at + 1
    while True:
        key, end = _value(text, at)
        at = _skip(text, end)
        if not isinstance(key, str) or text[at : at + 1] != ":":
            raise ValueError(f"a key and a colon are expected on line {lines.at(at)}")
        if key in seen:
            raise ValueError(f"the key “{key}” stands twice in one object, again on line {lines.at(at)}")
        seen.add(key)
        at = _skip(text, at + 1)
        if text[at : at + 1] == "[":
            end = yield from _elements(text, at, key, lines)
        elif text[at : at + 1] == "{" and key in inside:
            end = yield from _object(text, at, lines, inside)
        else:
            value, end = _value(text, at)
            yield Piece(lines.at(at), key, value)
        at = _skip(text, end)
        if text[at : at + 1] == "}":
            return at + 1
        at = _after_comma(text, at, lines)


def _after_comma(text: str, at: int, lines: _Lines) -> int:
    if text[at : at + 1] != ",":
        raise ValueError(f"a comma is expected on line {lines.at(at)}")
    return _skip(text, at + 1)


def _value(text: str, at: int) -> tuple[object, int]:
    value, end = _DECODER.raw_decode(text, at)
    if ODD_ESCAPE.search(text, at, end) and is_no_text(value):
        raise ValueError("half of a surrogate pair, or a NUL character, in a text")
    return value, end


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        again = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"the key “{again}” stands twice in one object")
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=lambda written: None)


class _Lines:
    """Line numbers of rising places in a text."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1

    def at(self, place: int) -> int:
        self._line += self._text.count("\n", self._at, place)
        self._at = place
        return self._line

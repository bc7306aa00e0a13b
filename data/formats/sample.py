"""The start of a file, taken apart in every way that tells formats from each other."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from data.formats import json_text
from data.formats.delimited import DELIMITERS, delimiter_of, rows
from data.problems import Reading

_HEAD = 1 << 20
_LINES = 50
_SEARCHED = 100_000
PARQUET = b"PAR1"


@dataclass(frozen=True)
class Sample:
    """What recognition looks at.

    lines: the first 50 that are not blank. records: objects of JSON Lines or of a JSON array. members: of a
    JSON object, key → its first values (elements of an array). delimiter, header, rows: the file as CSV or TSV.
    columns: of a Parquet file.
    """

    name: str
    lines: tuple[str, ...] = ()
    records: tuple[Mapping[str, object], ...] = ()
    members: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    delimiter: str = ","
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def is_json(self) -> bool:
        return bool(self.lines) and self.lines[0].lstrip()[:1] in ("{", "[")

    @property
    def is_parted(self) -> bool:
        """Whether the delimiter parts every row into as many cells, two or more."""
        widths = {len(row) for row in (self.header, *self.rows)}
        return len(widths) == 1 and min(widths) > 1

    def begins_with(self, pattern: re.Pattern[str]) -> bool:
        """Whether the pattern fits the start of its text, lines that are blank left out."""
        return pattern.match("\n".join(self.lines)[:_SEARCHED]) is not None

    @property
    def ending(self) -> str:
        """The file's ending without dot, lower case, before ".gz"."""
        return PurePath(self.name.lower().removesuffix(".gz")).suffix.removeprefix(".")

    def every_record_has(self, *keys: str) -> bool:
        """Whether most of the first records have all the keys (some lines may be malformed)."""
        fitting = sum(all(key in record for key in keys) for record in self.records)
        return fitting > len(self.records) // 2


def sample(source: bytes | Path, name: str) -> Sample:
    """The first 1 MB of the file, looked at. Never raises for what stands in it."""
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        head = file.read(_HEAD)
        is_whole = not file.read(1)
    if head.startswith(PARQUET):
        return Sample(name, columns=_parquet_columns(source))
    text = head.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    every = text.split("\n")
    if not is_whole and len(every) > 1:
        every.pop()
    lines = tuple(itertools.islice((line for line in every if line.strip(" \t")), _LINES))
    if lines and lines[0].lstrip()[:1] in ("{", "["):
        return Sample(
            name, lines, tuple(itertools.islice(json_text.first_records(text), _LINES)), _members(text)
        )
    delimiter, cells = _parted(head, lines[0]) if lines else (",", ())
    return Sample(name, lines, delimiter=delimiter, header=cells[0] if cells else (), rows=cells[1:])


def _members(text: str) -> dict[str, tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    for piece in itertools.islice(json_text.first_members(text), 2 * _LINES):
        if piece.key:
            found[piece.key] = (*found.get(piece.key, ()), piece.value)
    return found


def _parted(head: bytes, first: str) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """The delimiter and the rows: one that parts nearly all into as many cells, else the commonest of line 1.

    Tabs come first, since texts hold commas and semicolons but no tabs; then what makes the most cells.
    """
    parted = {delimiter: _rows(head, delimiter) for delimiter in DELIMITERS}
    width = {delimiter: _width(cells) for delimiter, cells in parted.items()}
    chosen = max(
        DELIMITERS, key=lambda delimiter: (delimiter == "\t" and width[delimiter] > 1, width[delimiter])
    )
    if width[chosen] < 2:
        chosen = delimiter_of(first)
    return chosen, parted[chosen]


def _width(cells: Sequence[Sequence[str]]) -> int:
    """How many cells nine of ten rows have; 0 where they differ more, or there is but one row."""
    if len(cells) < 2:
        return 0
    width, count = Counter(map(len, cells)).most_common(1)[0]
    return width if 10 * count >= 9 * len(cells) else 0


def _rows(head: bytes, delimiter: str) -> tuple[tuple[str, ...], ...]:
    try:
        found = itertools.islice(rows(head, Reading("sample"), delimiter), _LINES)
        return tuple(tuple(row) for _, row in found)
    except csv.Error:
        return ()


def _parquet_columns(source: bytes | Path) -> tuple[str, ...]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return tuple(
            parquet.read_schema(pa.BufferReader(source) if isinstance(source, bytes) else source).names
        )
    except (pa.ArrowException, OSError, ValueError):
        return ()

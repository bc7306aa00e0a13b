"""Rows of CSV and TSV files with the line each begins on; writing them for programs and for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from data.formats.lines import (
    BOM_LEFT_OUT,
    HAS_NUL,
    LINE_TOO_LONG,
    LONGEST_LINE,
    NOT_UTF8,
    UTF8_BOM,
    LineTooLong,
    whole_lines,
)
from data.problems import Reading
from evaluation.words import N_

NOT_CSV = N_("the row that begins here cannot be read: {reason}")

SEPARATOR_LEFT_OUT = N_("a line for Excel, “sep=”, stood before the header and was left out")

DELIMITERS = (",", "\t", ";", "|")
_RUNS_AS_FORMULA = ("=", "+", "-", "@", "\t", "\r")

csv.field_size_limit(LONGEST_LINE)


def rows(source: bytes | Path, reading: Reading, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """(line it begins on, cells) of every row that is not empty. Cells are kept as they are.

    In comma and semicolon files quotes may hold commas, line ends and doubled quotes; in tab files they are
    characters like others. A row that cannot be read becomes a problem, and nothing after it is read.
    """
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        lines = _texts(file, reading)
        if delimiter == "\t":
            parsed = csv.reader(lines, delimiter=delimiter, strict=True, quoting=csv.QUOTE_NONE)
        else:
            parsed = csv.reader(lines, delimiter=delimiter, strict=True)
        begins = 1
        try:
            for row in parsed:
                if begins == 1 and row == ["sep=", ""]:
                    reading.note(1, SEPARATOR_LEFT_OUT)
                elif any(row):
                    yield begins, row
                begins = parsed.line_num + 1
        except csv.Error as error:
            reading.refuse(begins, "", NOT_CSV, reason=str(error))
        except LineTooLong:
            reading.refuse(None, "", LINE_TOO_LONG)


def delimiter_of(line: str) -> str:
    """What parts the cells of a header: the one of comma, tab, semicolon and bar that stands most often."""
    return max(DELIMITERS, key=line.count)


def write(file: BinaryIO, rows: Iterable[Sequence[object]], delimiter: str = ",", end: str = "\n") -> None:
    """Rows as CSV in UTF-8, exactly as they are: for programs."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(rows)
    text.flush()
    text.detach()


def write_for_people(file: BinaryIO, rows: Iterable[Sequence[object]]) -> None:
    """Rows as CSV that a spreadsheet opens as UTF-8 and in which no cell runs as a formula."""
    file.write(UTF8_BOM)
    write(file, ([harmless(cell) for cell in row] for row in rows), end="\r\n")


def harmless(cell: object) -> object:
    """The cell with an apostrophe before what a spreadsheet would run; numbers stay numbers."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_RUNS_AS_FORMULA):
        return f"'{cell}"
    return cell


def _texts(file: BinaryIO, reading: Reading) -> Iterator[str]:
    """The file's lines as text with their ends; those that are no text are refused and left out."""
    for number, raw in enumerate(_at_line_ends(file), start=1):
        if number == 1 and raw.startswith(UTF8_BOM):
            reading.note(1, BOM_LEFT_OUT)
            raw = raw[len(UTF8_BOM) :]
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            reading.refuse(number, raw.decode(errors="backslashreplace"), NOT_UTF8)
            continue
        if "\0" in text:
            reading.refuse(number, text.replace("\0", "\\0"), HAS_NUL)
            continue
        yield text


def _at_line_ends(file: BinaryIO) -> Iterator[bytes]:
    """Lines with their ends; a file with CR and no LF at all is taken apart at CR."""
    for line in whole_lines(file):
        if b"\r" in line and not line.endswith((b"\r\n", b"\n")):
            yield from (part + b"\n" for part in line.split(b"\r"))
        else:
            yield line

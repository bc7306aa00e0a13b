"""An Excel workbook for people: every judged pair with its texts. Ids stay text, and nothing runs as a formula."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from data.formats.golden import Golden
from data.formats.own_table import people_rows
from data.problems import Problem, Reading
from evaluation.words import N_, counted

LONGEST_CELL = 32_767
MOST_ROWS = 1_048_576
CUT = counted(
    "{count} text is longer than 32,767 characters, which is all that a cell holds, and is cut",
    "{count} texts are longer than 32,767 characters, which is all that a cell holds, and are cut",
)
REPLACED = counted(
    "{count} text has control characters that a workbook cannot hold; they are replaced by “�”",
    "{count} texts have control characters that a workbook cannot hold; they are replaced by “�”",
)
TOO_MANY = N_("{count} rows; a sheet holds 1,048,576. Choose fewer queries, or another format")
ID_TOO_LONG = N_("an id of {length} characters does not fit into a cell")

SHEET = "Grades"
_IDS = (0, 3)
_WIDTHS = (16, 40, 30, 20, 24, 70, 8)
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def warn(golden: Golden) -> Iterator[Problem]:
    """What a workbook cannot hold."""
    cells = [cell for row in people_rows(golden) for cell in row if isinstance(cell, str)]
    for template, count in (
        (CUT, sum(len(cell) > LONGEST_CELL for cell in cells)),
        (REPLACED, sum(bool(_ILLEGAL.search(cell)) for cell in cells)),
    ):
        if count:
            yield Problem("export", None, "", template, {"count": count})


def write(golden: Golden, file: BinaryIO) -> None:
    """One sheet. Raises BadFile for more rows than a sheet holds and ids that do not fit into a cell."""
    rows = list(people_rows(golden))
    reading = Reading("export")
    if len(rows) > MOST_ROWS:
        reading.refuse(None, "", TOO_MANY, count=len(rows))
    for row in rows:
        for place in _IDS:
            if len(name := str(row[place])) > LONGEST_CELL or _ILLEGAL.search(name):
                reading.refuse(None, "", ID_TOO_LONG, length=len(name))
    reading.finish()
    book = Workbook(write_only=True)
    sheet = book.create_sheet(SHEET)
    sheet.freeze_panes = "A2"
    for place, width in enumerate(_WIDTHS):
        sheet.column_dimensions["ABCDEFG"[place]].width = width
    for number, row in enumerate(rows):
        sheet.append(list(_cells(sheet, row, is_header=number == 0)))
    packed = io.BytesIO()
    book.save(packed)
    file.write(packed.getvalue())


def read(content: bytes) -> list[tuple[object, ...]]:
    """The rows of the workbook, header first; an empty cell is ""."""
    sheet = load_workbook(io.BytesIO(content), read_only=True)[SHEET]
    return [
        tuple("" if value is None else value for value in row) for row in sheet.iter_rows(values_only=True)
    ]


def _cells(sheet: WriteOnlyWorksheet, row: Sequence[object], *, is_header: bool) -> Iterable[WriteOnlyCell]:
    for value in row:
        if isinstance(value, str):
            value = _ILLEGAL.sub("\ufffd", value)[:LONGEST_CELL]
        cell = WriteOnlyCell(sheet, value=value)
        if isinstance(value, str):
            cell.data_type = "s"
            cell.quotePrefix = True
        cell.alignment = Alignment(vertical="top", wrap_text=True)
        if is_header:
            cell.font = Font(bold=True)
        yield cell

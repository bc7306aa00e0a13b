"""What stands against a file that fits no format: the first line that cannot be, and why."""

from __future__ import annotations

from pathlib import Path

from data.formats import json_text
from data.formats.sample import Sample
from data.formats.trec_shape import COLUMN
from data.problems import BadFile, Problem, Reading, shortened
from evaluation.words import N_, counted

COLUMNS = counted(
    "{columns} column parted by blanks or tabs; a TREC run has 6 (query Q0 fragment rank score name), qrels have 4",
    "{columns} columns parted by blanks or tabs; a TREC run has 6 (query Q0 fragment rank score name), qrels have 4",
    "columns",
)
NO_ITERATION = N_(
    "column 2 of TREC qrels is 0 or Q0, here it is “{found}”. Part the columns by tabs, and say which is what"
)
NO_SCORE = N_("column 5 of a TREC run is a score, here it is “{found}”")


def faults(source: bytes | Path, start: Sample) -> tuple[Problem, ...]:
    """The lines at which a JSON file breaks off, or the first line of another; none if the form is not at fault."""
    reading = Reading(start.name)
    if not start.lines:
        return ()
    if start.is_json:
        try:
            for _ in json_text.records(source, reading):
                pass
            reading.finish()
        except BadFile as bad:
            return tuple(bad.problems[:1])
        return ()
    first = start.lines[0]
    columns = COLUMN.findall(first)
    template, values = COLUMNS, dict[str, object](columns=len(columns))
    if len(columns) == 4:
        template, values = NO_ITERATION, {"found": columns[1]}
    elif len(columns) == 6:
        template, values = NO_SCORE, {"found": columns[4]}
    return (Problem(start.name, 1, shortened(first), template, values),)

"""What a sender says of a file whose content leaves it open: the choices of the app and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from api.operations import Parameter
from api.problems import Refusal
from data import scales
from data.checking import Answers
from data.formats import column_words
from data.formats.opened import ENCODINGS
from data.formats.prose import SPLITS
from data.formats.registry import FORMATS

Read = TypeVar("Read")
OPTION = "?{}="

KIND = Parameter(
    "kind",
    "What the file is, where that is not what it looks like.",
    {"type": "string", "enum": list(FORMATS)},
)
ENCODING = Parameter(
    "encoding", "What it is written in, where that is not UTF-8.", {"type": "string", "enum": list(ENCODINGS)}
)
COLUMNS = Parameter(
    "columns",
    "Which column of a table is what, as HOLDS:ROLE=COLUMN,…; such as run:query=qid,fragment=doc,score=sim, with "
    "query_text= in place of query= where queries are named by their text. By number, as in "
    "run:query=1,fragment=2,score=3, where the first row is no header.",
)
SPLIT = Parameter("split", "How texts are split.", {"type": "string", "enum": list(SPLITS)})
SCALE = Parameter(
    "scale", "What other grades become, as GRADE=0–3,… with “-” to leave out; such as 1=0,2=1,3=2,4=3,bad=-."
)


def answers(values: Mapping[str, Any]) -> Answers:
    """The parameters above as answers. Raises Refusal for columns or a scale that cannot be read."""
    columns = _read("columns", values.get("columns"), column_words.parse)
    scale = _read("scale", values.get("scale"), scales.parse)
    kind = values["kind"] or ("table" if columns else None)
    return Answers(kind, values["encoding"], columns, values.get("split"), scale)


def _read(name: str, text: str | None, read: Callable[[str], Read]) -> Read | None:
    try:
        return read(text) if text else None
    except ValueError as error:
        raise Refusal(400, "bad-parameter", f"“{name}”: {error}.") from error

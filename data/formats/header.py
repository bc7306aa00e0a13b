"""What the names of columns speak for, and whether the first row of a table names columns at all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from data.formats.content import written_grade
from data.formats.sample import Sample

SYNONYMS: dict[str, tuple[str, ...]] = {
    "id": ("_id", "id", "fragment_id", "doc_id", "docid", "docno", "document_id", "pid", "query_id", "qid"),
    "text": ("text", "query", "question", "query_text", "contents", "content", "body", "passage", "chunk"),
    "title": ("title", "heading"),
    "source": ("source", "url", "path", "file"),
    "information_need": ("information_need", "narrative", "description"),
    "tags": ("tags", "tag"),
    "query": ("query_id", "qid", "q_id", "topic", "topic_id", "query", "question", "query_text"),
    "fragment": ("fragment_id", "doc_id", "docid", "docno", "corpus_id", "document_id", "pid", "passage_id", "doc"),
    "grade": ("grade", "rating", "relevance", "rel", "label", "score", "judgment", "judgement"),
    "score": ("score", "sim", "similarity"),
    "rank": ("rank", "position", "pos", "doc_position"),
    "run": ("run", "run_name", "system", "tag", "name"),
    "person": ("person", "annotator", "judge", "user", "user_id", "assessor"),
    "note": ("note", "notes", "comment", "explanation"),
}  # fmt: skip
_ROLE_WORDS = frozenset(word for words in SYNONYMS.values() for word in words) | {
    "distance", "count", "clicks", "votes"
}  # fmt: skip
_MANY_WORDS = 6
_DIGITS = re.compile(r"[0-9]+")


def named(role: str, names: Sequence[str]) -> str | None:
    """The column whose name speaks for the role, if one does."""
    plain = {plain_name(name): name for name in names}
    return next((plain[word] for word in SYNONYMS[role] if word in plain), None)


def names_a_role(name: str) -> bool:
    """Whether a column of this name holds ids, ranks, grades or the like, whatever the table is."""
    return plain_name(name) in _ROLE_WORDS


def plain_name(name: str) -> str:
    """A column's name as it is compared: "Query Text", "query-text" and "query_text" are one."""
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def first_row_is_data(sample: Sample) -> bool:
    """Whether the first row of a CSV or TSV file looks like the rows below it rather than like a header."""
    if any(names_a_role(cell) for cell in sample.header):
        return False
    below = [row for row in sample.rows if len(row) == len(sample.header)]
    return any(
        bool(cell.strip())
        and _is_like(cell.strip(), [row[place].strip() for row in below if row[place].strip()])
        for place, cell in enumerate(sample.header)
    )


def is_numbers(cells: Sequence[str]) -> bool:
    """Whether every cell holds a number."""
    return all(written_grade(cell) is not None for cell in cells)


def _is_like(cell: str, below: Sequence[str]) -> bool:
    """Whether a cell of the first row is of the kind of those below: a number, an id counted on, many words."""
    if is_numbers([cell]):
        return is_numbers(below)
    if cell in below:
        return True
    if _DIGITS.search(cell):
        shape = _DIGITS.sub("9", cell)
        return 2 * sum(_DIGITS.sub("9", other) == shape for other in below) > len(below)
    return len(cell.split()) >= _MANY_WORDS and any(len(other.split()) >= _MANY_WORDS for other in below)

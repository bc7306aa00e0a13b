"""Ratings of the Rated Ranking Evaluator (RRE), in both ways of writing the relevant documents.

By document, `{"d3": {"gain": 3}}`, and by gain, `{"3": ["d3"]}`, as Quepid imports them. Queries stand at the top,
in groups, or in groups of topics; a query's own documents take the place of its group's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.content import Content, JudgementRows, Texts, judged_by_text
from data.formats.golden import Golden, refuse_same_texts, shown
from data.formats.json_text import objects_of
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("queries with “placeholders” and “relevant_documents”")
NO_QUERY = N_("a query has no text under “placeholders”")
NO_GAIN = counted(
    "{count} relevant document has no gain; RRE counts it as 2",
    "{count} relevant documents have no gain; RRE counts them as 2",
)

MISSING_GAIN = 2


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    groups = ("topics", "query_groups", "queries")
    nested = [entry for key in groups for entry in sample.members.get(key, ()) if isinstance(entry, dict)]
    has_groups = any("query_groups" in entry or "relevant_documents" in entry for entry in nested)
    return EVIDENCE if has_groups or any("placeholders" in entry for entry in nested) else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """Judgements of queries named by the text of `$query`. Raises BadFile for gains that are no number."""
    queries, judged = Texts("q"), JudgementRows(reading)
    without = 0
    for piece in json_text.members(source, reading):
        if piece.key not in ("topics", "query_groups", "queries") or not isinstance(piece.value, dict):
            continue
        for query, documents in _queries(piece.value):
            text = _placeholder(query)
            if not text:
                reading.refuse(piece.line, "", NO_QUERY)
                continue
            for fragment, gain in _gains(documents):
                without += gain is None
                judged.add(piece.line, queries.id(text), fragment, MISSING_GAIN if gain is None else gain)
    if without:
        reading.note(None, NO_GAIN, count=without)
    return judged_by_text(queries, judged, reading)


def write(golden: Golden, file: BinaryIO) -> None:
    """By document, as RRE's own files. Raises BadFile for two queries of the same text."""
    _write(golden, file, lambda graded: {fragment: {"gain": grade} for fragment, grade in graded})


def write_by_gain(golden: Golden, file: BinaryIO) -> None:
    """By gain, as Quepid imports it. Raises BadFile for two queries of the same text."""
    _write(golden, file, _by_gain)


def _by_gain(graded: list[tuple[str, int]]) -> dict[str, object]:
    found: dict[str, list[str]] = {}
    for fragment, grade in graded:
        found.setdefault(str(grade), []).append(fragment)
    return dict(found)


def _write(
    golden: Golden, file: BinaryIO, documents: Callable[[list[tuple[str, int]]], dict[str, object]]
) -> None:
    refuse_same_texts(golden)
    queries = [
        {"placeholders": {"$query": shown(query)}, "relevant_documents": documents(graded)}
        for query, graded in golden.by_query()
        if graded
    ]
    body = {"id_field": "id", "index": golden.collection, "template": "template.json", "queries": queries}
    file.write(json.dumps(body, ensure_ascii=False, indent=1).encode())


def _queries(
    entry: dict[str, object], inherited: object = None
) -> Iterator[tuple[dict[str, object], object]]:
    """(query, its relevant documents) of a topic, a group or a query."""
    documents = entry.get("relevant_documents", inherited)
    if "placeholders" in entry:
        yield entry, documents
    for key in ("query_groups", "queries"):
        for inner in objects_of(entry.get(key)):
            yield from _queries(inner, documents)


def _placeholder(query: dict[str, object]) -> str:
    placeholders = query.get("placeholders")
    if not isinstance(placeholders, dict):
        return ""
    text = placeholders.get("$query", next(iter(placeholders.values()), ""))
    return text if isinstance(text, str) else ""


def _gains(documents: object) -> Iterator[tuple[object, object]]:
    """(document, gain or None) in both ways of writing."""
    for key, value in documents.items() if isinstance(documents, dict) else ():
        if isinstance(value, list):
            for fragment in value:
                yield fragment, key
        elif isinstance(value, dict):
            yield key, value.get("gain", value.get("rating"))
        else:
            yield key, value

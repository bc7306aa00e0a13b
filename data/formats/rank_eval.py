"""The body of `_rank_eval` (Elasticsearch and OpenSearch): requests with an id, a query and rated documents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.beir import BeirQuery
from data.formats.content import Content, JudgementRows, name_of
from data.formats.golden import Golden, shown
from data.formats.json_text import objects_of
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_

EVIDENCE = N_("requests with “id” and “ratings”")
TWO_INDEXES = N_(
    "the document “{id}” stands under two indexes, “{first}” and “{second}”; give each its own id, such as the "
    "index before it, or load each index into a collection of its own"
)

_QUERY_KEYS = ("query_string", "query", "q", "$query")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    first = [entry for entry in sample.members.get("requests", ()) if isinstance(entry, dict)]
    return EVIDENCE if any("id" in entry and "ratings" in entry for entry in first) else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """The request's id is the query's; its text is what a match query or the parameters ask for.

    Raises BadFile for ratings that are no number, documents rated twice with different grades, and an id that stands
    under two indexes, since fragments of one collection are told apart by their ids alone.
    """
    queries: dict[str, BeirQuery] = {}
    judged, index_of = JudgementRows(reading), dict[str, str]()
    for piece in json_text.members(source, reading):
        entry = piece.value
        if piece.key != "requests" or not isinstance(entry, dict):
            continue
        query = name_of(reading, piece.line, "query", entry.get("id"))
        if query is None:
            continue
        text = _query_text(entry.get("params")) or _query_text(entry.get("request"))
        queries.setdefault(query, BeirQuery(query, text))
        for rating in objects_of(entry.get("ratings")):
            _refuse_other_index(rating, index_of, piece.line, reading)
            judged.add(piece.line, query, rating.get("_id"), rating.get("rating"))
    return Content(
        queries=[query for query in queries.values() if query.text],
        judgements=judged.finish(),
        notices=reading.finish(),
    )


def _refuse_other_index(
    rating: dict[str, object], index_of: dict[str, str], line: int, reading: Reading
) -> None:
    """A problem if the document's id stood under another index. index_of: id → the first index it stood under."""
    fragment, index = rating.get("_id"), rating.get("_index")
    if isinstance(index, str) and (first := index_of.setdefault(str(fragment), index)) != index:
        reading.refuse(line, "", TWO_INDEXES, id=fragment, first=first, second=index)


def write(golden: Golden, file: BinaryIO) -> None:
    """Requests with a match query on the field `text`, and nDCG@10 as the measure; both are yours to change."""
    index = re.sub(r"[^a-z0-9_-]+", "-", golden.collection.lower()).strip("-_") or "index"
    requests = [
        {
            "id": query.query_id,
            "request": {"query": {"match": {"text": shown(query)}}},
            "ratings": [{"_index": index, "_id": fragment, "rating": grade} for fragment, grade in graded],
        }
        for query, graded in golden.by_query()
        if graded
    ]
    body = {"requests": requests, "metric": {"dcg": {"k": 10, "normalize": True}}}
    file.write(json.dumps(body, ensure_ascii=False, indent=1).encode())


def _query_text(value: object, depth: int = 0) -> str:
    """The first text under "match", "query_string" and the like, wherever it stands; "" if there is none."""
    if not isinstance(value, dict) or depth > 20:
        return ""
    for key, inner in value.items():
        if key in _QUERY_KEYS and isinstance(inner, str):
            return inner
        if key in ("match", "match_phrase") and isinstance(inner, dict):
            first = next(iter(inner.values()), "")
            return first if isinstance(first, str) else _query_text(first, depth + 1)
    found = (_query_text(inner, depth + 1) for inner in _nested(value))
    return next((text for text in found if text), "")


def _nested(value: dict[str, object]) -> list[object]:
    nested: list[object] = []
    for inner in value.values():
        nested.extend(inner if isinstance(inner, list) else [inner])
    return nested

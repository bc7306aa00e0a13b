"""Judgement lists of OpenSearch's Search Relevance Workbench: `{"judgmentRatings": [{"query", "ratings"}]}`.

Its ratings are texts ("3.000"), and each query may stand in the list only once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.content import Content, JudgementRows, Texts, judged_by_text, name_of
from data.formats.golden import Golden, refuse_same_texts, shown
from data.formats.json_text import objects_of
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("a member “judgmentRatings”")
FAILURES = counted(
    "{count} document stands under “failures”: the list has no rating for it",
    "{count} documents stand under “failures”: the list has no rating for them",
)

_STORED = re.compile(r'\s*\{[^\[]{0,9999}"_source"\s*:\s*\{.*?"judgmentRatings"\s*:', re.DOTALL)
_FOUND = re.compile(
    r'\s*\{[^\[]{0,9999}"hits"\s*:\s*\{[^\[]{0,9999}"hits"\s*:\s*\[.*?"_source"\s*:.*?"judgmentRatings"\s*:',
    re.DOTALL,
)


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    is_list = "judgmentRatings" in sample.members or sample.begins_with(_STORED) or sample.begins_with(_FOUND)
    return EVIDENCE if is_list else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """The list as it is imported, as the index stores it, or as a search finds it there.

    Raises BadFile for ratings that are no number.
    """
    queries, judged = Texts("q"), JudgementRows(reading)
    failures = 0
    for line, entry in _entries(source, reading):
        name = name_of(reading, line, "query", entry.get("query"))
        if name is None:
            continue
        query = queries.id(name)
        failures += len(objects_of(entry.get("failures")))
        for rating in objects_of(entry.get("ratings")):
            judged.add(line, query, rating.get("docId"), rating.get("rating"))
    if failures:
        reading.note(None, FAILURES, count=failures)
    return judged_by_text(queries, judged, reading)


def write(golden: Golden, file: BinaryIO) -> None:
    """The body of `PUT _plugins/_search_relevance/judgments`. Raises BadFile for two queries of the same text."""
    refuse_same_texts(golden)
    ratings = [
        {
            "query": shown(query),
            "ratings": [{"docId": fragment, "rating": f"{grade}.000"} for fragment, grade in graded],
        }
        for query, graded in golden.by_query()
        if graded
    ]
    body = {
        "name": golden.collection,
        "description": "Judgments of people, exported by Quilate",
        "type": "IMPORT_JUDGMENT",
        "judgmentRatings": ratings,
    }
    file.write(json.dumps(body, ensure_ascii=False, indent=1).encode())


def _entries(source: bytes | Path, reading: Reading) -> Iterator[tuple[int, dict[str, object]]]:
    for piece in json_text.members(source, reading, ("_source", "hits")):
        if piece.key == "judgmentRatings" and isinstance(piece.value, dict):
            yield piece.line, piece.value
        elif piece.key == "hits" and isinstance(piece.value, dict):
            stored = piece.value.get("_source")
            for entry in objects_of(stored.get("judgmentRatings") if isinstance(stored, dict) else None):
                yield piece.line, entry

"""Quilate's own golden dataset: a line a query with its text, its fragments' texts, grades and notes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import IMPORTED, Content, JudgementRows, name_of, person_name
from data.formats.golden import Golden
from data.formats.json_text import objects_of
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_

EVIDENCE = N_("a line a query with “query_id”, “query” and “fragments”")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    fits = bool(sample.records) and sample.every_record_has("query_id", "query", "fragments")
    return EVIDENCE if fits else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """Queries, fragments, and each annotator's judgements, or the agreed grade where none is listed."""
    queries: dict[str, BeirQuery] = {}
    fragments: dict[str, BeirFragment] = {}
    judged = JudgementRows(reading)
    for line, entry in json_text.records(source, reading):
        query = name_of(reading, line, "query", entry.get("query_id"))
        if query is None:
            continue
        text, need, tags = entry.get("query"), entry.get("information_need"), entry.get("tags")
        if isinstance(text, str) and text:
            listed = tuple(map(str, tags)) if isinstance(tags, list) else ()
            queries[query] = BeirQuery(query, text, need if isinstance(need, str) else "", listed)
        for item in objects_of(entry.get("fragments")):
            name = name_of(reading, line, "fragment", item.get("fragment_id"))
            if name is not None:
                _keep(fragments, name, item)
                _judge(judged, line, query, name, item)
    judgements = judged.finish()
    return Content(list(fragments.values()), list(queries.values()), (), judgements, notices=reading.finish())


def write(golden: Golden, file: BinaryIO) -> None:
    """Every query, judged or not."""
    judged = golden.judged_by()
    for query, graded in golden.by_query():
        listed = []
        for name, grade in graded:
            fragment = golden.fragment(name)
            by = [
                {"person": person, "grade": own, **({"note": note} if note else {})}
                for person, own, note in judged.get((query.query_id, name), ())
            ]
            listed.append(
                {
                    "fragment_id": name,
                    "title": fragment.title,
                    "text": fragment.text,
                    "grade": grade,
                    "judgements": by,
                }
            )
        entry = {
            "query_id": query.query_id,
            "query": query.text,
            "information_need": query.information_need,
            "tags": list(query.tags),
            "fragments": listed,
        }
        file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")


def _keep(fragments: dict[str, BeirFragment], name: str, item: dict[str, object]) -> None:
    text, title = item.get("text"), item.get("title")
    if isinstance(text, str) and text:
        fragments.setdefault(name, BeirFragment(name, title if isinstance(title, str) else "", text))


def _judge(judged: JudgementRows, line: int, query: str, fragment: str, item: dict[str, object]) -> None:
    listed = objects_of(item.get("judgements"))
    for entry in listed:
        judged.add(
            line, query, fragment, entry.get("grade"), person_name(entry.get("person")), entry.get("note")
        )
    if not listed:
        judged.add(line, query, fragment, item.get("grade"), IMPORTED)

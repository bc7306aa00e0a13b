"""Label Studio's JSON: tasks with `data` and `annotations`; a grade is a choice, a rating or a number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import Content, JudgementRows, made_id, person_name
from data.formats.golden import Golden
from data.formats.json_text import objects_of
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("tasks with “data” and “annotations”")
NO_QUERY = N_("the task has no query in its data; looked for {keys}")
NO_FRAGMENT = N_("the task has no fragment in its data; looked for {keys}")
NOT_SUBMITTED = counted(
    "{count} annotation was skipped by its annotator or holds no grade; none is imported for it",
    "{count} annotations were skipped by their annotator or hold no grade; none is imported for them",
)

QUERY_TEXT = ("query", "question", "query_text", "user_input", "prompt")
QUERY_ID = ("query_id", "qid", "query-id")
FRAGMENT_TEXT = ("text", "fragment", "passage", "document", "context", "content", "chunk")
FRAGMENT_ID = ("fragment_id", "doc_id", "docid", "document_id", "passage_id", "corpus-id", "chunk_id")


class Pairs:
    """Queries and fragments of records that name them by text, by id or by both."""

    def __init__(self) -> None:
        self.queries: dict[str, BeirQuery] = {}
        self.fragments: dict[str, BeirFragment] = {}
        self.made_queries: set[str] = set()
        self.made_fragments: set[str] = set()

    def add(self, line: int, data: Mapping[str, object], reading: Reading) -> tuple[str, str] | None:
        """(query_id, fragment_id) of a record, or None after a problem has been noted."""
        query_id, query = _first(data, QUERY_ID), _first(data, QUERY_TEXT)
        fragment_id, text = _first(data, FRAGMENT_ID), _first(data, FRAGMENT_TEXT)
        if not (query_id or query):
            reading.refuse(line, "", NO_QUERY, keys=", ".join(QUERY_TEXT + QUERY_ID))
            return None
        if not (fragment_id or text):
            reading.refuse(line, "", NO_FRAGMENT, keys=", ".join(FRAGMENT_TEXT + FRAGMENT_ID))
            return None
        if not query_id:
            query_id = made_id("q", query)
            self.made_queries.add(query_id)
        if not fragment_id:
            fragment_id = made_id("f", text)
            self.made_fragments.add(fragment_id)
        if query:
            self.queries.setdefault(query_id, BeirQuery(query_id, query))
        if text:
            self.fragments.setdefault(fragment_id, BeirFragment(fragment_id, _first(data, ("title",)), text))
        return query_id, fragment_id

    def content(self, judged: JudgementRows, reading: Reading) -> Content:
        """All of it. Raises BadFile if the reading has problems."""
        queries = {name: self.queries[name].text for name in self.made_queries}
        fragments = {name: self.fragments[name].text for name in self.made_fragments}
        judgements = judged.finish(queries | fragments)
        return Content(
            fragments=list(self.fragments.values()),
            queries=list(self.queries.values()),
            judgements=judgements,
            made_queries=frozenset(self.made_queries),
            made_fragments=frozenset(self.made_fragments),
            notices=reading.finish(),
        )


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    return EVIDENCE if sample.records and sample.every_record_has("data", "annotations") else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """Every annotation that was submitted; annotators become people.

    Raises BadFile for tasks without query or fragment.
    """
    pairs, judged = Pairs(), JudgementRows(reading, labels=True)
    without = 0
    for line, task in json_text.records(source, reading):
        data = task.get("data")
        pair = pairs.add(line, data if isinstance(data, dict) else {}, reading)
        if pair is None:
            continue
        for annotation in objects_of(task.get("annotations")):
            grade, note, name = _grade(annotation)
            if annotation.get("was_cancelled") or grade is None:
                without += 1
                continue
            person = person_name(annotation.get("completed_by") or name)
            judged.add(line, *pair, grade, person, note)
    if without:
        reading.note(None, NOT_SUBMITTED, count=without)
    return pairs.content(judged, reading)


def write(golden: Golden, file: BinaryIO) -> None:
    """A task a judged pair, an annotation a judgement; the grade is a choice named `grade` on `text`.

    The annotator stands in the meta of the result, since Label Studio takes `completed_by` only for its own users.
    Tasks are numbered, as its converter wants them.
    """
    tasks = []
    for number, ((query_id, fragment_id), judged) in enumerate(golden.judged_by().items(), start=1):
        query, fragment = golden.queries[query_id], golden.fragment(fragment_id)
        tasks.append(
            {
                "id": number,
                "data": {
                    "query_id": query_id,
                    "query": query.text,
                    "fragment_id": fragment_id,
                    "title": fragment.title,
                    "text": fragment.text,
                },
                "annotations": [{"result": _result(*judgement)} for judgement in judged],
            }
        )
    file.write(json.dumps(tasks, ensure_ascii=False, indent=1).encode())


def _result(person: str, grade: int, note: str) -> list[dict[str, object]]:
    place: dict[str, object] = {"to_name": "text", "meta": {"text": [person]}}
    grades: dict[str, object] = {
        "from_name": "grade",
        "type": "choices",
        "value": {"choices": [str(grade)]},
        **place,
    }
    if not note:
        return [grades]
    return [grades, {"from_name": "note", "type": "textarea", "value": {"text": [note]}, **place}]


def _grade(annotation: Mapping[str, object]) -> tuple[object, str, str]:
    """(grade as it stands or None, note, annotator from the meta) of one annotation."""
    grade: object = None
    note = name = ""
    for region in objects_of(annotation.get("result")):
        value = region.get("value")
        if not isinstance(value, dict):
            continue
        choices, texts = value.get("choices"), value.get("text")
        if isinstance(choices, list) and choices and grade is None:
            grade = choices[0]
        elif grade is None:
            grade = value.get("rating", value.get("number"))
        if region.get("type") == "textarea" and isinstance(texts, list) and texts:
            note = str(texts[0])
        meta = region.get("meta")
        if isinstance(meta, dict) and isinstance(meta.get("text"), list) and meta["text"]:
            name = str(meta["text"][0])
    return grade, note, name


def _first(data: Mapping[str, object], keys: tuple[str, ...]) -> str:
    for key in keys:
        value = data.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
    return ""

"""Argilla's records as JSON: `fields`, `metadata` and `responses`, nested as its server and client write them, or
flat (`grade.responses`, `grade.responses.users`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from data.formats import json_text
from data.formats.content import Content, JudgementRows, person_name
from data.formats.json_text import objects_of
from data.formats.label_studio import Pairs
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_

EVIDENCE = N_("records with “fields” and “responses”")
SEVERAL = N_(
    "a record answers several questions ({questions}); the first that holds a grade is taken: {taken}"
)

_SUBMITTED = (None, "submitted")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    if not sample.records:
        return None
    is_flat = sample.every_record_has() and any(key.endswith(".responses") for key in sample.records[0])
    return EVIDENCE if sample.every_record_has("fields", "responses") or is_flat else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """Every submitted response to the first question that a record answers; users become people.

    Raises BadFile for records without query or fragment.
    """
    pairs, judged = Pairs(), JudgementRows(reading, labels=True)
    said = False
    for line, record in json_text.records(source, reading):
        data = {**record, **_mapping(record.get("metadata")), **_mapping(record.get("fields"))}
        pair = pairs.add(line, data, reading)
        answers = list(_answers(record))
        questions = list(dict.fromkeys(question for question, _, _ in answers))
        if len(questions) > 1 and not said:
            reading.note(line, SEVERAL, questions=", ".join(questions), taken=questions[0])
            said = True
        for question, user, value in answers:
            if pair and question == questions[0]:
                judged.add(line, *pair, value, person_name(user))
    return pairs.content(judged, reading)


def _answers(record: Mapping[str, object]) -> Iterator[tuple[str, object, object]]:
    """(question, user, value) of every submitted response, however it is written."""
    responses = record.get("responses")
    for response in objects_of(responses):
        if response.get("status") in _SUBMITTED:
            for question, answer in _mapping(response.get("values")).items():
                value = answer.get("value") if isinstance(answer, dict) else answer
                yield question, response.get("user_id"), value
    for question, answers in _mapping(responses).items():
        for answer in objects_of(answers):
            if answer.get("status") in _SUBMITTED:
                yield question, answer.get("user_id"), answer.get("value")
    for key, values in record.items():
        if key.endswith(".responses") and isinstance(values, list):
            users, status = record.get(f"{key}.users"), record.get(f"{key}.status")
            for place, value in enumerate(values):
                if _at(status, place) in _SUBMITTED:
                    yield key.removesuffix(".responses"), _at(users, place), value


def _at(values: object, place: int) -> object:
    return values[place] if isinstance(values, list) and place < len(values) else None


def _mapping(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}

"""Quepid's JSON files: a book with its judges, a case with its ratings, and the list that its import takes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import IMPORTED, Content, JudgementRows, Texts, judged_by_text, name_of, person_name
from data.formats.golden import Golden, refuse_same_texts, shown
from data.formats.json_text import Piece, objects_of
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

BOOK = N_("a member “query_doc_pairs”")
RATINGS = N_("queries with their “ratings”")
UNRATEABLE = counted(
    "{count} judgement says “unrateable” or “judge later”; no grade is imported for it",
    "{count} judgements say “unrateable” or “judge later”; no grade is imported for them",
)
NO_PAIR = N_("a pair of “query_text” and “doc_id” is expected here")

_IN_BODY = re.compile(r'\s*\{[^\[]{0,9999}"book"\s*:\s*\{.*?"query_doc_pairs"\s*:', re.DOTALL)
_TITLES = ("title", "name")
_TEXTS = ("text", "content", "body", "description", "overview")


def looks_like_book(sample: Sample) -> str | None:
    """Why the file may be a book, or None."""
    return BOOK if "query_doc_pairs" in sample.members or sample.begins_with(_IN_BODY) else None


def looks_like_ratings(sample: Sample) -> str | None:
    """Why the file may be ratings of a case, or None."""
    first = [
        entry
        for key in ("queries", "ratings")
        for entry in sample.members.get(key, ())
        if isinstance(entry, dict)
    ]
    is_case = any("ratings" in entry and ("query" in entry or "query_text" in entry) for entry in first)
    return RATINGS if is_case or any({"query_text", "doc_id"} <= entry.keys() for entry in first) else None


def read_book(source: bytes | Path, reading: Reading) -> Content:
    """Queries with information need, fragments with the text of their fields, and each judge's grades.

    The book stands alone, as it is exported, or as "book" in the body of an import.
    Raises BadFile for pairs without query or document, and ratings that are no number.
    """
    queries, judged = Texts("q"), JudgementRows(reading)
    needs: dict[str, str] = {}
    fragments: dict[str, BeirFragment] = {}
    unrateable = 0
    for piece in json_text.members(source, reading, ("book",)):
        if piece.key != "query_doc_pairs":
            continue
        pair = piece.value
        if not isinstance(pair, dict) or not isinstance(pair.get("query_text"), str):
            reading.refuse(piece.line, "", NO_PAIR)
            continue
        query = queries.id(pair["query_text"])
        needs[query] = _text(pair.get("information_need"))
        fragment = name_of(reading, piece.line, "fragment", pair.get("doc_id"))
        if fragment is None:
            continue
        fragments.setdefault(fragment, _fragment(fragment, pair.get("document_fields")))
        for entry in objects_of(pair.get("judgements")):
            if entry.get("unrateable") or entry.get("judge_later"):
                unrateable += 1
                continue
            person = person_name(entry.get("user_email"))
            judged.add(piece.line, query, fragment, entry.get("rating"), person, entry.get("explanation"))
    if unrateable:
        reading.note(None, UNRATEABLE, count=unrateable)
    return Content(
        fragments=[fragment for fragment in fragments.values() if fragment.text or fragment.title],
        queries=[BeirQuery(name, text, needs.get(name, "")) for name, text in queries.text.items()],
        judgements=judged.finish(queries.text),
        made_queries=queries.made,
        notices=reading.finish(),
    )


def read_ratings(source: bytes | Path, reading: Reading) -> Content:
    """`{"queries": [{"query", "ratings"}]}`, a case with its queries, or `{"ratings": [{"query_text", …}]}`."""
    queries, judged = Texts("q"), JudgementRows(reading)
    for piece in json_text.members(source, reading):
        entry = piece.value
        if piece.key == "queries" and isinstance(entry, dict):
            text = entry.get("query", entry.get("query_text"))
            if name := name_of(reading, piece.line, "query", text):
                _read_query(piece, entry, queries.id(name), judged)
        elif piece.key == "ratings" and isinstance(entry, dict):
            if name := name_of(reading, piece.line, "query", entry.get("query_text")):
                judged.add(piece.line, queries.id(name), entry.get("doc_id"), entry.get("rating"))
        elif piece.key in ("queries", "ratings"):
            reading.refuse(piece.line, "", NO_PAIR)
    return judged_by_text(queries, judged, reading)


def write_book(golden: Golden, file: BinaryIO) -> None:
    """A book as Quepid exports and imports it. Raises BadFile for two queries of the same text."""
    refuse_same_texts(golden)
    position: dict[str, int] = {}
    pairs = []
    for (query_id, fragment_id), judged in golden.judged_by().items():
        query, fragment = golden.queries[query_id], golden.fragment(fragment_id)
        position[query_id] = position.get(query_id, 0) + 1
        pairs.append(
            {
                "query_text": shown(query),
                "doc_id": fragment_id,
                "position": position[query_id],
                "document_fields": {"title": fragment.title, "text": fragment.text},
                "information_need": query.information_need or None,
                "notes": None,
                "options": None,
                "judgements": [_judgement(*judgement) for judgement in judged],
            }
        )
    book = {
        "name": golden.collection,
        "show_rank": False,
        "support_implicit_judgements": False,
        "scale": [0, 1, 2, 3],
        "scale_with_labels": {"0": "Not relevant", "1": "In passing", "2": "In part", "3": "Whole"},
        "query_doc_pairs": pairs,
    }
    file.write(json.dumps(book, ensure_ascii=False, indent=1).encode())


def _judgement(person: str, grade: int, note: str) -> dict[str, object]:
    return {
        "rating": float(grade),
        "unrateable": False,
        "judge_later": False,
        "user_email": person,
        "explanation": note or None,
    }


def _read_query(piece: Piece, entry: dict[str, object], query: str, judged: JudgementRows) -> None:
    ratings = entry.get("ratings")
    if isinstance(ratings, dict):
        for fragment, grade in ratings.items():
            judged.add(piece.line, query, fragment, grade)
    for rating in objects_of(ratings):
        email = rating.get("user_email")
        person = person_name(email) if email else IMPORTED
        judged.add(piece.line, query, rating.get("doc_id"), rating.get("rating"), person)


def _fragment(name: str, fields: object) -> BeirFragment:
    """Title and text from the fields that a case shows; all fields where none is called a text."""
    if isinstance(fields, str):
        try:
            fields = json_text.parse(fields)
        except (ValueError, RecursionError):
            return BeirFragment(name, "", fields if isinstance(fields, str) else "")
    if not isinstance(fields, dict):
        return BeirFragment(name, "", "")
    title = next((_text(fields[key]) for key in _TITLES if key in fields), "")
    text = next((_text(fields[key]) for key in _TEXTS if key in fields), "")
    others = (f"{key}: {value}" for key, value in fields.items() if key not in _TITLES and value is not None)
    return BeirFragment(name, title, text or "\n".join(others))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""

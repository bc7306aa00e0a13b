"""Documents of LangChain (`page_content`, `metadata`) and LlamaIndex (`id_`, `text`) as JSON: fragments."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from data.formats import json_text
from data.formats.beir import BeirFragment
from data.formats.content import Content, made_id
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

LANGCHAIN = N_("LangChain documents with “page_content”")
LLAMAINDEX = N_("LlamaIndex nodes with “id_” or “__data__”")
NO_TEXT = N_("the document has no text")
ID_TWICE = N_("the id “{id}” stands twice with different texts, first on line {first}")
SAME_TEXT = counted(
    "{count} document has the same text as an earlier one and is one fragment with it",
    "{count} documents have the same text as an earlier one and are one fragment with it",
)

_SOURCES = ("source", "file_path", "file_name")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    first = [_plain(record) for record in sample.records]
    if any("page_content" in record for record in first):
        return LANGCHAIN
    if any("id_" in record and ("text" in record or "text_resource" in record) for record in first):
        return LLAMAINDEX
    is_store = any(key.startswith("docstore/data") for key in sample.members)
    return LLAMAINDEX if is_store else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """A list, JSON Lines, or a LlamaIndex docstore. An id that is missing is made from the text.

    Raises BadFile for documents without text and for an id with two texts.
    """
    fragments: dict[str, BeirFragment] = {}
    first: dict[str, int] = {}
    made: set[str] = set()
    again = 0
    for line, record in json_text.records(source, reading):
        for document in _stored(record):
            text = _text(document)
            if not text.strip():
                reading.refuse(line, "", NO_TEXT)
                continue
            name = json_text.first_text(document, ("id_", "id", "doc_id"))
            if not name:
                name = made_id("f", text)
                made.add(name)
            held = fragments.setdefault(name, _fragment(name, text, document))
            if first.setdefault(name, line) != line or held.text != text:
                if held.text != text:
                    reading.refuse(line, "", ID_TWICE, id=name, first=first[name])
                again += 1
    if again:
        reading.note(None, SAME_TEXT, count=again)
    return Content(
        fragments=list(fragments.values()), made_fragments=frozenset(made), notices=reading.finish()
    )


def _stored(record: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The documents of a docstore, or the one that the record is."""
    stores = [value for key, value in record.items() if key.startswith("docstore/data")]
    if not stores:
        return [_plain(record)]
    found = (document for store in stores if isinstance(store, dict) for document in store.values())
    return [_plain(document) for document in found if isinstance(document, dict)]


def _plain(record: Mapping[str, object]) -> Mapping[str, object]:
    """The document without the wrapping in which either tool serialises it."""
    for wrapping in ("kwargs", "__data__", "node"):
        inner = record.get(wrapping)
        if isinstance(inner, dict):
            return _plain(inner)
    return record


def _text(document: Mapping[str, object]) -> str:
    resource = document.get("text_resource")
    if isinstance(resource, dict):
        return json_text.first_text(resource, ("text",))
    return json_text.first_text(document, ("page_content", "text"))


def _fragment(name: str, text: str, document: Mapping[str, object]) -> BeirFragment:
    metadata = document.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    return BeirFragment(
        name,
        json_text.first_text(metadata, ("title",)),
        text,
        {"source": json_text.first_text(metadata, _SOURCES)},
    )

"""ragas samples: `user_input`, `retrieved_contexts` (and ids), `reference_contexts` (and ids).

What was retrieved becomes a run, and what ought to be is ground truth without degrees, given as "relevant".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO

from data.formats import json_text
from data.formats.content import Content, JudgementRows
from data.formats.golden import Golden, shown
from data.formats.rag import Retrieved
from data.formats.results import run_name
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_

EVIDENCE = N_("samples with “user_input”")
NO_INPUT = N_("“user_input” is missing or is no text")
UNEQUAL = N_("{texts} texts but {ids} ids of {kind} contexts")
RELEVANT = "relevant"


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    return EVIDENCE if sample.records and sample.every_record_has("user_input") else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """Queries, fragments, a run named by the file, and the ground truth as the grade "relevant".

    Raises BadFile for samples without `user_input`, and lists of texts and ids of different lengths.
    """
    retrieved, judged = Retrieved(reading), JudgementRows(reading, labels=True)
    for line, sample in json_text.records(source, reading):
        text = sample.get("user_input")
        if not isinstance(text, str) or not text.strip():
            reading.refuse(line, "", NO_INPUT)
            continue
        given = sample.get("query_id")
        query = retrieved.query(text, given if isinstance(given, str) else "")
        found = _contexts(line, sample, "retrieved", retrieved, reading)
        reference = _contexts(line, sample, "reference", retrieved, reading)
        if not retrieved.is_first(line, query, text, *found, None, *reference):
            continue
        retrieved.ranking(line, query, found, list(range(len(found), 0, -1)))
        for fragment in dict.fromkeys(reference):
            judged.add(line, query, fragment, RELEVANT)
    judgements = judged.finish(retrieved.texts)
    return retrieved.content(run_name(reading.file), judgements if len(judgements.grade) else None)


def write(golden: Golden, file: BinaryIO) -> None:
    """A sample a query that has a relevant fragment, with the reference contexts and their ids."""
    for query, graded in golden.by_query():
        relevant = [name for name, grade in graded if grade >= golden.relevant_from]
        if relevant:
            sample = {
                "query_id": query.query_id,
                "user_input": shown(query),
                "reference_contexts": [golden.fragment(name).text for name in relevant],
                "reference_context_ids": relevant,
            }
            file.write(json.dumps(sample, ensure_ascii=False).encode() + b"\n")


def _contexts(
    line: int, sample: dict[str, object], kind: str, retrieved: Retrieved, reading: Reading
) -> list[str]:
    """The fragments' ids, of texts, ids or both."""
    texts, ids = sample.get(f"{kind}_contexts"), sample.get(f"{kind}_context_ids")
    texts = [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
    ids = [str(name) for name in ids] if isinstance(ids, list) else []
    if texts and ids and len(texts) != len(ids):
        reading.refuse(line, "", UNEQUAL, texts=len(texts), ids=len(ids), kind=kind)
        return []
    count = max(len(texts), len(ids))
    pairs = zip(texts or [""] * count, ids or [""] * count, strict=True)
    return [retrieved.fragment(line, text, name) for text, name in pairs if text or name]

"""What kind of file this is, told by its first lines (and, where these leave it open, by its name)."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import PurePath

from data.formats.beir import HEADER
from data.formats.lines import Source, text_lines
from data.problems import Reading
from evaluation.words import N_

FRAGMENTS = "fragments"
QUERIES = "queries"
QRELS = "qrels"
BEIR_QRELS = "beir qrels"
RUN = "run"

KIND_NAMES = {
    FRAGMENTS: N_("fragments (BEIR corpus.jsonl)"),
    QUERIES: N_("queries (BEIR queries.jsonl)"),
    QRELS: N_("qrels (TREC, 4 columns)"),
    BEIR_QRELS: N_("qrels (BEIR tsv)"),
    RUN: N_("run (TREC, 6 columns)"),
}

_LOOKED_AT = 50


def recognise(source: Source, name: str) -> str | None:
    """One of the kinds above, or None. Looks at the first 50 lines that are not blank.

    A file with some malformed lines is still what its other lines say, so that the reader can name them.
    """
    lines = [text for _, text in itertools.islice(text_lines(source, Reading(name)), _LOOKED_AT)]
    if not lines:
        return None
    if lines[0].lstrip().startswith("{"):
        return _json_kind(lines, PurePath(name).name.lower())
    if re.split(r"[\t ,]+", lines[0].strip().lower()) == HEADER.split("\t"):
        return BEIR_QRELS
    counts = [len(re.findall(r"[^ \t]+", line)) for line in lines]
    if any(count >= 6 for count in counts):
        return RUN
    return QRELS if 4 in counts else None


def _json_kind(lines: list[str], name: str) -> str | None:
    objects = [entry for entry in map(_object, lines) if entry]
    if not any("_id" in entry and "text" in entry for entry in objects):
        return None
    if "quer" in name:
        return QUERIES
    if "corpus" in name or "fragment" in name or any("title" in entry for entry in objects):
        return FRAGMENTS
    return QUERIES


def _object(line: str) -> dict[str, object] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None

"""Plain text and Markdown, split into fragments at headings or blank lines; ids are made from what they say.

So a fragment that says the same after the files were edited or split anew keeps its id, and its judgements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from data.formats.beir import BeirFragment
from data.formats.content import Content, made_id
from data.formats.lines import HAS_NUL, NOT_UTF8
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("a text file by its ending")
SAME_TEXT = counted(
    "{count} piece says the same as an earlier one and is one fragment with it",
    "{count} pieces say the same as an earlier one and are one fragment with it",
)
NOTHING = N_("there is no text in the file")

HEADINGS, BLANK_LINES, WHOLE = "headings", "blank lines", "whole"
SPLITS = {
    HEADINGS: N_("at headings"),
    BLANK_LINES: N_("at blank lines"),
    WHOLE: N_("not at all: a fragment a file"),
}
ENDINGS = ("md", "markdown", "txt", "text")

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    return EVIDENCE if sample.ending in ENDINGS and not sample.is_json else None


def read(source: bytes | Path, reading: Reading, split: str = HEADINGS) -> Content:
    """Fragments with the headings above them as title, the file as source, and their place in it.

    split: a key of SPLITS; text without headings is split at blank lines. Raises BadFile for what is no text.
    """
    content = source if isinstance(source, bytes) else source.read_bytes()
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        reading.refuse(content.count(b"\n", 0, error.start) + 1, "", NOT_UTF8)
        text = ""
    if "\0" in text:
        reading.refuse(text.count("\n", 0, text.index("\0")) + 1, "", HAS_NUL)
    pieces = [(title, piece) for title, piece in _split(text, split) if piece.strip()]
    fragments: dict[str, BeirFragment] = {}
    for place, (title, piece) in enumerate(pieces):
        name = made_id("f", piece)
        where = {"source": reading.file, "position": place}
        fragments.setdefault(name, BeirFragment(name, title, piece.strip("\n"), where))
    if len(fragments) < len(pieces):
        reading.note(None, SAME_TEXT, count=len(pieces) - len(fragments))
    if not pieces and not reading.total:
        reading.refuse(None, "", NOTHING)
    return Content(
        fragments=list(fragments.values()), made_fragments=frozenset(fragments), notices=reading.finish()
    )


def _split(text: str, split: str) -> Iterator[tuple[str, str]]:
    """(title, text) of each piece."""
    if split == WHOLE:
        yield "", text
    elif split == HEADINGS and any(title for title, _ in _at_headings(text)):
        yield from _at_headings(text)
    else:
        for piece in re.split(r"\n[ \t]*\n", text):
            yield "", piece


def _at_headings(text: str) -> Iterator[tuple[str, str]]:
    """Sections; the title is the path of headings above, and what looks like a heading in code is none."""
    path: list[tuple[int, str]] = []
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found, mark = _HEADING.match(line), _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark.group(1)
        if found is None or fence:
            lines.append(line)
            continue
        yield _title(path), "\n".join(lines)
        lines = []
        level = len(found.group(1))
        path = [(depth, name) for depth, name in path if depth < level] + [(level, found.group(2))]
    yield _title(path), "\n".join(lines)


def _title(path: list[tuple[int, str]]) -> str:
    return " › ".join(name for _, name in path if name)

"""What Quepid does not take of the files that are written for it, to be said before an export."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from data.formats.golden import Golden, shown
from data.problems import Problem
from evaluation.words import counted

LONGEST_QUERY = 2048
LONGEST_ID = 500
LONGEST_NEED = 255

COMMA_AND_QUOTES = counted(
    "{count} query holds a comma in a line of more than two quotes, which Quepid's import does not take: {example}",
    "{count} queries hold a comma in a line of more than two quotes, which Quepid's import does not take, such as"
    " {example}",
)
LINE_BREAK = counted(
    "{count} query holds a line break, and Quepid's import takes each line for a row: {example}",
    "{count} queries hold a line break, and Quepid's import takes each line for a row, such as {example}",
)
LONG_QUERY = counted(
    "{count} query is longer than the {most} characters that Quepid takes: {example}",
    "{count} queries are longer than the {most} characters that Quepid takes, such as {example}",
)
LONG_ID = counted(
    "{count} fragment_id is longer than the {most} characters that Quepid takes: {example}",
    "{count} fragment_ids are longer than the {most} characters that Quepid takes, such as {example}",
)
LONG_NEED = counted(
    "{count} information need is longer than the {most} characters that Quepid takes, that of query {example}",
    "{count} information needs are longer than the {most} characters that Quepid takes, such as that of query"
    " {example}",
)
NO_EMAIL = counted(
    "{count} annotator has no e-mail address for a name, and Quepid knows its users by these: {example}",
    "{count} annotators have no e-mail address for a name, and Quepid knows its users by these, such as {example}",
)

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_SHOWN = 60


def warn_csv(golden: Golden) -> Iterator[Problem]:
    """Of a case's CSV, which Quepid reads line by line."""
    texts = {name: shown(query) for name, query in golden.queries.items()}
    quoted = {query for query, fragment in golden.pairs() if any(letter in fragment for letter in ',"\r\n')}
    yield from _said(
        COMMA_AND_QUOTES,
        (name for name, text in texts.items() if "," in text and ('"' in text or name in quoted)),
    )
    yield from _said(LINE_BREAK, (name for name, text in texts.items() if "\n" in text or "\r" in text))
    yield from warn_lengths(golden, texts)


def warn_judged(golden: Golden) -> Iterator[Problem]:
    """Of a file that holds the judged queries alone."""
    yield from warn_lengths(golden, {name: shown(golden.queries[name]) for name in golden.grades.query_ids})


def warn_book(golden: Golden) -> Iterator[Problem]:
    """Of a book's JSON, with its information needs and judges."""
    yield from warn_judged(golden)
    needs = (
        name for name in golden.grades.query_ids if len(golden.queries[name].information_need) > LONGEST_NEED
    )
    yield from _said(LONG_NEED, needs, LONGEST_NEED)
    yield from _said(NO_EMAIL, (name for name in golden.judgements.people if not _EMAIL.fullmatch(name)))


def warn_lengths(golden: Golden, texts: dict[str, str]) -> Iterator[Problem]:
    """texts: query_id → what names the query in the file."""
    long = (name for name, text in texts.items() if len(text) > LONGEST_QUERY)
    yield from _said(LONG_QUERY, long, LONGEST_QUERY)
    yield from _said(
        LONG_ID, (name for name in golden.grades.fragment_ids if len(name) > LONGEST_ID), LONGEST_ID
    )


def _said(template: str, names: Iterable[str], most: int = 0) -> Iterator[Problem]:
    found = list(names)
    if found:
        example = found[0] if len(found[0]) <= _SHOWN else f"{found[0][:_SHOWN]}…"
        values = {"count": len(found), "most": most, "example": f"“{example}”"}
        yield Problem("export", None, "", template, values)

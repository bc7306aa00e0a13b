"""What is wrong in a file, as data, so that the app and the command line can each say it in their words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from evaluation.words import counted, in_english

SHOWN_CHARACTERS = 200
KEPT_PROBLEMS = 100
_kept = ContextVar("kept", default=KEPT_PROBLEMS)

MORE = counted("and {more} more problem", "and {more} more problems", "more")


@dataclass(frozen=True)
class Problem:
    """One thing to say about one line: `template` with `{placeholders}`, filled from `values`.

    line: 1-based, or None when it is about the whole file. text: the line as it stands, shortened.
    """

    file: str
    line: int | None
    text: str
    template: str
    values: Mapping[str, object]

    @property
    def message(self) -> str:
        """In English: `runs/bm25.trec:17: 5 columns, a TREC run has 6: "1 Q0 d3 1 0.5"`."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        shown = f': "{self.text}"' if self.text else ""
        return f"{place}: {self.reason}{shown}"

    @property
    def reason(self) -> str:
        """In English, without place and line: `5 columns, a TREC run has 6`."""
        return in_english(self.template, self.values)


class BadFile(ValueError):
    """A file was refused. `problems`: the first of them, by line; `total`: how many there were."""

    def __init__(self, problems: list[Problem], total: int) -> None:
        lines = [problem.message for problem in problems]
        if total > len(problems):
            lines.append(in_english(MORE, {"more": total - len(problems)}))
        super().__init__("\n".join(lines))
        self.problems = problems
        self.total = total


@dataclass
class Reading:
    """Gathers problems and notices while one file is read, so that all of them are said at once."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    total: int = 0

    def refuse(self, line: int | None, text: str, template: str, **values: object) -> None:
        self.total += 1
        if len(self.problems) < _kept.get():
            self.problems.append(Problem(self.file, line, shortened(text), template, values))

    def note(self, line: int | None, template: str, **values: object) -> None:
        self.notices.append(Problem(self.file, line, "", template, values))

    def finish(self) -> tuple[Problem, ...]:
        """The notices; raises BadFile when anything was refused, so nobody gets half a result."""
        if self.total:
            raise BadFile(sorted(self.problems, key=lambda problem: problem.line or 0), self.total)
        return tuple(self.notices)


@contextlib.contextmanager
def keeping(problems: int) -> Iterator[None]:
    """In the block so many problems of a file are kept instead of the first hundred, for a list of all of them."""
    before = _kept.set(problems)
    try:
        yield
    finally:
        _kept.reset(before)


def shortened(text: str) -> str:
    """`text` for a message: at most 200 characters."""
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"

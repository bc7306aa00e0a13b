"""What an export is made from: queries, fragments and grades as plain values, already chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import Judgements
from data.formats.trec import graded_pairs
from data.problems import Problem, Reading
from evaluation.values import Grades
from evaluation.words import N_, counted

SAME_TEXT = N_("{count} queries have the same text “{query}”; this format cannot tell them apart")
UNJUDGED_LEFT_OUT = counted(
    "{count} query has no judgement; this format leaves it out",
    "{count} queries have no judgement; this format leaves them out",
)
UNJUDGED_EMPTY = counted(
    "{count} query has no judgement; it stands in the file without a grade",
    "{count} queries have no judgement; they stand in the file without a grade",
)
NEGATIVE = counted(
    "{count} grade is below 0, the lowest is {lowest}", "{count} grades are below 0, the lowest is {lowest}"
)
OUTSIDE_SCALE = counted("{count} grade is outside 0–3", "{count} grades are outside 0–3")
NO_TEXT = counted(
    "{count} query has no text; its id stands in its place",
    "{count} queries have no text; their id stands in its place",
)
NO_FRAGMENT_TEXT = counted("{count} fragment has no text", "{count} fragments have no text")
NONE_RELEVANT = counted(
    "{count} query has no fragment of grade {grade} or more and is left out",
    "{count} queries have no fragment of grade {grade} or more and are left out",
)


@dataclass(frozen=True)
class Golden:
    """The golden dataset of a collection, or the part of it that was chosen.

    queries: id → query, in their order, judged or not. fragments: id → text, of the judged fragments, only for
    formats that hold texts. grades: the agreed ones. judgements: each annotator's, for formats that hold them.
    relevant_from: the grade from which formats that only know relevant and not relevant take a fragment.
    """

    collection: str
    queries: Mapping[str, BeirQuery]
    grades: Grades
    judgements: Judgements
    fragments: Mapping[str, BeirFragment] = field(default_factory=dict)
    relevant_from: int = 1
    guidelines: str = ""

    def by_query(self) -> Iterator[tuple[BeirQuery, list[tuple[str, int]]]]:
        """Every query with its (fragment_id, grade), in the order of the queries; the list may be empty."""
        graded = self.pairs_by_query()
        for query_id, query in self.queries.items():
            yield query, graded.get(query_id, [])

    def pairs_by_query(self) -> dict[str, list[tuple[str, int]]]:
        """query_id → (fragment_id, grade) of the judged queries."""
        graded: dict[str, list[tuple[str, int]]] = {}
        for query_id, fragment, grade in graded_pairs(self.grades):
            graded.setdefault(query_id, []).append((fragment, grade))
        return graded

    def pairs(self) -> dict[tuple[str, str], int]:
        """(query_id, fragment_id) → agreed grade."""
        return {(query, fragment): grade for query, fragment, grade in graded_pairs(self.grades)}

    def fragment(self, fragment_id: str) -> BeirFragment:
        """The fragment, without text if none is known."""
        return self.fragments.get(fragment_id) or BeirFragment(fragment_id, "", "")

    def judged_by(self) -> dict[tuple[str, str], list[tuple[str, int, str]]]:
        """(query_id, fragment_id) → (person, grade, note) of every judgement."""
        found: dict[tuple[str, str], list[tuple[str, int, str]]] = {}
        for row, (person, query, fragment, grade) in enumerate(self.judgements.rows()):
            note = self.judgements.notes.get(row, "")
            found.setdefault((query, fragment), []).append((person, int(grade), note))
        return found


def shown(query: BeirQuery) -> str:
    """What names a query where a format knows only its text: the text, or the id of a query without one."""
    return query.text or query.query_id


def refuse_same_texts(golden: Golden) -> None:
    """Raises BadFile if two judged queries have one text, for formats that know queries by their text."""
    reading = Reading("export")
    judged = set(golden.grades.query_ids)
    texts = Counter(
        " ".join(shown(query).split()) for name, query in golden.queries.items() if name in judged
    )
    for text, count in texts.items():
        if count > 1:
            reading.refuse(None, "", SAME_TEXT, count=count, query=text)
    reading.finish()


def about_queries(golden: Golden, *, keeps_unjudged: bool, by_text: bool = False) -> Iterator[Problem]:
    """What there is to say before an export about queries without judgement and, if need be, without text."""
    unjudged = len(golden.queries) - len(golden.grades.query_ids)
    if unjudged:
        yield _say(UNJUDGED_EMPTY if keeps_unjudged else UNJUDGED_LEFT_OUT, count=unjudged)
    if by_text and (without := sum(not query.text for query in golden.queries.values())):
        yield _say(NO_TEXT, count=without)


def about_grades(golden: Golden) -> Iterator[Problem]:
    """What there is to say about grades that many tools do not expect."""
    grade = golden.grades.grade
    if (negative := int((grade < 0).sum())) > 0:
        yield _say(NEGATIVE, count=negative, lowest=int(grade.min()))
    if (outside := int((grade > 3).sum())) > 0:
        yield _say(OUTSIDE_SCALE, count=outside)


def about_texts(golden: Golden) -> Iterator[Problem]:
    """What there is to say about fragments without text, for formats that hold texts."""
    without = sum(not golden.fragment(name).text for name in golden.grades.fragment_ids)
    if without:
        yield _say(NO_FRAGMENT_TEXT, count=without)


def about_relevance(golden: Golden) -> Iterator[Problem]:
    """What there is to say for formats that only hold the relevant fragments."""
    graded = golden.pairs_by_query().values()
    without = sum(all(grade < golden.relevant_from for _, grade in pairs) for pairs in graded)
    if without:
        yield _say(NONE_RELEVANT, count=without, grade=golden.relevant_from)


def _say(template: str, **values: object) -> Problem:
    return Problem("export", None, "", template, values)

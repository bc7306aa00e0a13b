"""What a RAG pipeline logs: a line a query, `{"query": …, "results": [{"id"?, "text"?, "score"?}, …]}`.

One such file brings queries, fragments and a run. Ids that are missing are made from the text.
"""

from __future__ import annotations

from pathlib import Path

from data.formats import json_text
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.columns import has_decimal_comma
from data.formats.content import Content, Judgements, made_id
from data.formats.results import ResultRows, number_of, run_name
from data.formats.sample import Sample
from data.problems import Reading
from evaluation.words import N_, counted

EVIDENCE = N_("a line a query with “query” and “results”")
NO_QUERY = N_("“query” is missing or is no text")
NO_RESULTS = N_("“results” is missing or is no list")
NO_RESULT = N_("result {place} has neither an id nor a text")
BY_PLACE = counted(
    "{count} ranking has no falling scores; the order of its list is taken",
    "{count} rankings have no falling scores; the order of their lists is taken",
)
OTHER_TEXT = N_("fragment “{id}” has another text than on line {first}")
QUERY_TWICE = N_(
    "the query “{query}” stands twice and says something else than on line {first}; "
    "give each of the lines a query_id of its own"
)
QUERY_AGAIN = counted(
    "{count} line repeats a query with the same results and is taken once; it stands on line {repeated}",
    "{count} lines repeat a query with the same results and are taken once; the first stands on line {repeated}",
)

_RESULTS = ("results", "retrieved", "contexts", "documents")
_IDS = ("id", "fragment_id", "doc_id", "docid", "_id", "chunk_id", "document_id")
_TEXTS = ("text", "content", "page_content", "chunk", "body")
_SCORES = ("score", "similarity", "relevance_score")


class Retrieved:
    """Queries, fragments and one run, gathered ranking by ranking."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.rows = ResultRows(reading, keep_first=True)
        self.queries: dict[str, BeirQuery] = {}
        self.fragments: dict[str, BeirFragment] = {}
        self.made_queries: set[str] = set()
        self.made_fragments: set[str] = set()
        self._query_line: dict[str, int] = {}
        self._fragment_line: dict[str, int] = {}
        self._said: dict[str, int] = {}
        self._repeated: list[int] = []
        self._by_place = 0

    def query(self, text: str, query_id: str = "") -> str:
        """The query's id, made from its text where the file has none."""
        if not query_id:
            query_id = made_id("q", text)
            self.made_queries.add(query_id)
        self.queries.setdefault(query_id, BeirQuery(query_id, text))
        return query_id

    def is_first(self, line: int, query: str, text: str, *says: object) -> bool:
        """Whether the query comes for the first time. A line that says the same is counted, another a problem."""
        said = hash((text, *says))
        if query not in self._said:
            self._said[query], self._query_line[query] = said, line
            return True
        if self._said[query] == said:
            self._repeated.append(line)
        else:
            self._reading.refuse(line, "", QUERY_TWICE, query=text, first=self._query_line[query])
        return False

    def fragment(self, line: int, text: str, fragment_id: str = "", title: str = "") -> str:
        """The fragment's id; another text under a known id becomes a problem."""
        if not fragment_id:
            fragment_id = made_id("f", text)
            self.made_fragments.add(fragment_id)
        elif text:
            first = self._fragment_line.setdefault(fragment_id, line)
            held = self.fragments.get(fragment_id)
            if held and held.text != text:
                self._reading.refuse(line, "", OTHER_TEXT, id=fragment_id, first=first)
        if text:
            self.fragments.setdefault(fragment_id, BeirFragment(fragment_id, title, text))
        return fragment_id

    def ranking(self, line: int, query: str, fragments: list[str], scores: list[object]) -> None:
        """One ranking, best first. Scores are taken if every result has one and they fall."""
        read = [number_of(score) for score in scores]
        falling = sorted((number for number in read if number is not None), reverse=True)
        numbers: list[object] = [*read]
        if any(map(_is_broken, scores)):
            numbers = scores
        elif read != falling:
            self._by_place += 1
            numbers = list(range(len(fragments), 0, -1))
        for fragment, score in zip(fragments, numbers, strict=True):
            self.rows.add(line, query, fragment, score)

    @property
    def texts(self) -> dict[str, str]:
        """Of the ids that were made from them."""
        queries = {name: self.queries[name].text for name in self.made_queries}
        return queries | {name: self.fragments[name].text for name in self.made_fragments}

    def content(self, name: str, judgements: Judgements | None = None) -> Content:
        """All of it. Raises BadFile if the reading has problems."""
        if self._repeated:
            self._reading.note(None, QUERY_AGAIN, count=len(self._repeated), repeated=self._repeated[0])
        if self._by_place:
            self._reading.note(None, BY_PLACE, count=self._by_place)
        runs = [self.rows.finish(name)] if len(self.rows) else []
        return Content(
            fragments=list(self.fragments.values()),
            queries=list(self.queries.values()),
            runs=runs,
            judgements=judgements,
            made_queries=frozenset(self.made_queries),
            made_fragments=frozenset(self.made_fragments),
            notices=self._reading.finish(),
        )


def looks_like(sample: Sample) -> str | None:
    """Why the file may be this, or None."""
    fits = any(sample.every_record_has("query", key) for key in _RESULTS)
    return EVIDENCE if sample.records and fits else None


def read(source: bytes | Path, reading: Reading) -> Content:
    """The run is named by its file. Raises BadFile for lines without query or results, and results of nothing."""
    retrieved = Retrieved(reading)
    for line, entry in json_text.records(source, reading):
        text = entry.get("query")
        results = next((entry[key] for key in _RESULTS if key in entry), False)
        if not isinstance(text, str) or not text.strip():
            reading.refuse(line, "", NO_QUERY)
        elif results is not None and not isinstance(results, list):
            reading.refuse(line, "", NO_RESULTS)
        else:
            query = retrieved.query(text, json_text.first_text(entry, ("query_id", "qid", "id", "_id")))
            fragments, scores = _results(line, results or [], retrieved, reading)
            if retrieved.is_first(line, query, text, *fragments, *map(repr, scores)):
                retrieved.ranking(line, query, fragments, scores)
    return retrieved.content(run_name(reading.file))


def _results(
    line: int, results: list[object], retrieved: Retrieved, reading: Reading
) -> tuple[list[str], list[object]]:
    fragments: list[str] = []
    scores: list[object] = []
    for place, result in enumerate(results, start=1):
        plain = {"text": result} if isinstance(result, str) else result
        fields = plain if isinstance(plain, dict) else {}
        name, text = json_text.first_text(fields, _IDS), json_text.first_text(fields, _TEXTS)
        if not (name or text):
            reading.refuse(line, "", NO_RESULT, place=place)
            continue
        fragments.append(retrieved.fragment(line, text, name, json_text.first_text(fields, ("title",))))
        scores.append(next((fields[key] for key in _SCORES if key in fields), None))
    return fragments, scores


def _is_broken(score: object) -> bool:
    """Whether it is meant as a number and none that can be read: “1,5” and “nan”."""
    return score != score or (
        isinstance(score, str) and (has_decimal_comma(score) or score.strip().lower() == "nan")
    )

"""The check before an import: what each file is, what in it is new, and what is refused; nothing is written."""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from data import collections, judgements, rankings
from data.collections import Collection, NotFound
from data.formats import beir, trec
from data.formats.beir import CorpusFile, QueriesFile
from data.formats.recognise import BEIR_QRELS, FRAGMENTS, QRELS, QUERIES, RUN, recognise
from data.formats.trec import QrelsFile, RunFile
from data.problems import BadFile, Problem
from data.store import Store
from evaluation.words import N_

Content = CorpusFile | QueriesFile | RunFile | QrelsFile

UNKNOWN_KIND = N_(
    "not recognised. Known are BEIR corpus.jsonl and queries.jsonl, qrels as TREC (4 columns) or BEIR tsv, "
    "and TREC runs (6 columns); plain or .gz"
)
EMPTY = N_("the file is empty")
SAME_RUN_TWICE = N_("the run “{name}” stands in two of the files")
SAME_FILE_TWICE = N_("another file brings {kind} too; “{id}” stands in both")
OTHER_GRADE = N_("query “{query}”, fragment “{fragment}” has another grade in another of the files")

IMPORTED = "imported"
_READERS: dict[str, Callable[..., Content]] = {
    FRAGMENTS: beir.read_corpus,
    QUERIES: beir.read_queries,
    QRELS: trec.read_qrels,
    BEIR_QRELS: beir.read_qrels,
    RUN: trec.read_run,
}


@dataclass(frozen=True)
class Upload:
    """A file to import: its name as the person knows it, and its bytes or where they are."""

    name: str
    source: bytes | Path


@dataclass(frozen=True)
class FileCheck:
    """What the check says about one file.

    kind: one of `recognise`'s, None if not recognised. rows: fragments, queries, results or judgements read.
    new, changed, same: how many of them the collection lacks, holds otherwise, holds as they are.
    unknown_queries, unknown_fragments: ids that neither the collection nor the other files explain; they are
    imported as ids without text. content: None when the file is refused.
    """

    name: str
    kind: str | None
    rows: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    unknown_queries: int = 0
    unknown_fragments: int = 0
    grades: Mapping[int, int] | None = None
    notices: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    refused: int = 0
    content: Content | None = None

    @property
    def verdict(self) -> str:
        """ "refused", "look" (imports, with something to know) or "fine"."""
        if self.refused:
            return "refused"
        return (
            "look"
            if self.notices or self.changed or self.unknown_queries or self.unknown_fragments
            else "fine"
        )


@dataclass(frozen=True)
class Check:
    """The check of several files for one collection (by name; it need not exist yet)."""

    collection: str
    files: tuple[FileCheck, ...]

    @property
    def accepted(self) -> bool:
        """Whether the import may go on: there is something, and nothing is refused."""
        return bool(self.files) and not any(file.refused for file in self.files)

    @property
    def rows(self) -> int:
        """All rows of all files."""
        return sum(file.rows for file in self.files)


def check_files(
    store: Store, collection_name: str, uploads: Iterable[Upload], kinds: Mapping[str, str] | None = None
) -> Check:
    """Reads and checks the files; `kinds` (by file name) overrides what a file is taken for."""
    files = [_read(upload, (kinds or {}).get(upload.name)) for upload in uploads]
    files = _name_runs(files)
    known = _Known(store, collection_name, files)
    return Check(collection_name, tuple(known.compare(file) for file in files))


def _read(upload: Upload, kind: str | None) -> FileCheck:
    source = upload.source
    if not (len(source) if isinstance(source, bytes) else source.stat().st_size):
        return _refused(upload.name, None, EMPTY)
    kind = kind or recognise(_opened(source), upload.name)
    if kind is None:
        return _refused(upload.name, None, UNKNOWN_KIND)
    try:
        content = _READERS[kind](_opened(source), file=upload.name)
    except BadFile as bad:
        return FileCheck(upload.name, kind, problems=tuple(bad.problems), refused=bad.total)
    return FileCheck(upload.name, kind, rows=_rows(content), notices=content.notices, content=content)


def _opened(source: bytes | Path) -> io.BytesIO | Path:
    return io.BytesIO(source) if isinstance(source, bytes) else source


def _refused(
    file: str, kind: str | None, template: str, values: Mapping[str, object] | None = None
) -> FileCheck:
    return FileCheck(file, kind, problems=(Problem(file, None, "", template, values or {}),), refused=1)


def _rows(content: Content) -> int:
    if isinstance(content, CorpusFile):
        return len(content.fragments)
    if isinstance(content, QueriesFile):
        return len(content.queries)
    return len(content.query)


def _name_runs(files: Sequence[FileCheck]) -> list[FileCheck]:
    """Runs that share a tag are named by their files instead; refuses names that are still the same."""
    tags = Counter(file.content.name for file in files if isinstance(file.content, RunFile))
    named: list[FileCheck] = []
    taken: set[str] = set()
    for file in files:
        if isinstance(file.content, RunFile):
            name = file.content.name if tags[file.content.name] == 1 else _stem(file.name)
            file = replace(file, content=replace(file.content, name=name))
            if name in taken:
                file = _refused(file.name, RUN, SAME_RUN_TWICE, {"name": name})
            taken.add(name)
        named.append(file)
    return named


def _stem(name: str) -> str:
    return PurePath(name).name.removesuffix(".gz").rsplit(".", 1)[0]


def digest(run: RunFile) -> str:
    """A fingerprint of a run's results, the same for the same file."""
    marks = hashlib.sha256()
    for part in (run.query, run.fragment, run.score):
        marks.update(part.tobytes())
    for ids in (run.query_ids, run.fragment_ids):
        marks.update("\n".join(ids).encode())
    return marks.hexdigest()


class _Known:
    """What the collection and the files of one import hold already, to tell new from changed and unknown."""

    def __init__(self, store: Store, collection_name: str, files: Sequence[FileCheck]) -> None:
        self._store = store
        try:
            self._collection: Collection | None = collections.find_collection(store, collection_name)
        except NotFound:
            self._collection = None
        self._queries: set[str] = set()
        self._fragments: set[str] = set()
        if self._collection:
            self._queries.update(collections.query_ids(store, self._collection))
            self._fragments.update(collections.fragment_ids(store, self._collection))
        self._seen: set[tuple[str, str]] = set()
        self._grades: dict[tuple[str, str], int] = {}
        for file in files:
            if isinstance(file.content, CorpusFile):
                self._fragments.update(fragment.fragment_id for fragment in file.content.fragments)
            elif isinstance(file.content, QueriesFile):
                self._queries.update(query.query_id for query in file.content.queries)

    def compare(self, file: FileCheck) -> FileCheck:
        """The file's check with what is new, changed, the same and unknown filled in."""
        content = file.content
        if isinstance(content, CorpusFile):
            rows = {f.fragment_id: (f.title, f.text) for f in content.fragments}
            return self._compare_texts(file, rows, "fragments", "fragment_id", ("title", "text"))
        if isinstance(content, QueriesFile):
            queries = {q.query_id: (q.text, q.information_need) for q in content.queries}
            return self._compare_texts(file, queries, "queries", "query_id", ("text", "information_need"))
        if isinstance(content, RunFile):
            return self._compare_run(file, content)
        if isinstance(content, QrelsFile):
            return self._compare_qrels(file, content)
        return file

    def _compare_texts(
        self,
        file: FileCheck,
        rows: Mapping[str, tuple[str, str]],
        table: str,
        key: str,
        columns: tuple[str, str],
    ) -> FileCheck:
        for name in rows:
            if (table, name) in self._seen:
                return _refused(file.name, file.kind, SAME_FILE_TWICE, {"kind": table, "id": name})
            self._seen.add((table, name))
        stored = (
            collections.texts(self._store, self._collection, table, key, columns) if self._collection else {}
        )
        same = sum(stored.get(name) == texts for name, texts in rows.items())
        changed = sum(name in stored for name in rows) - same
        return replace(file, new=len(rows) - same - changed, changed=changed, same=same)

    def _compare_run(self, file: FileCheck, run: RunFile) -> FileCheck:
        stored = rankings.digests(self._store, self._collection) if self._collection else {}
        if run.name not in stored:
            file = replace(file, new=file.rows)
        elif stored[run.name] == digest(run):
            file = replace(file, same=file.rows)
        else:
            file = replace(file, changed=file.rows)
        return self._with_unknown(file, run)

    def _compare_qrels(self, file: FileCheck, qrels: QrelsFile) -> FileCheck:
        held = judgements.held_by_name(self._store, self._collection, IMPORTED) if self._collection else {}
        pairs = list(trec.graded_pairs(qrels))
        for query, fragment, grade in pairs:
            if self._grades.setdefault((query, fragment), grade) != grade:
                return _refused(file.name, file.kind, OTHER_GRADE, {"query": query, "fragment": fragment})
        same = sum(held.get((query, fragment)) == grade for query, fragment, grade in pairs)
        changed = sum((query, fragment) in held for query, fragment, _ in pairs) - same
        grades = Counter(grade for _, _, grade in pairs)
        file = replace(file, new=file.rows - same - changed, changed=changed, same=same, grades=dict(grades))
        return self._with_unknown(file, qrels)

    def _with_unknown(self, file: FileCheck, content: RunFile | QrelsFile) -> FileCheck:
        return replace(
            file,
            unknown_queries=len(set(content.query_ids) - self._queries),
            unknown_fragments=len(set(content.fragment_ids) - self._fragments),
        )

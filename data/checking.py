"""The check before an import: what each file is, what in it is new, and what is refused; nothing is written."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from data import scales
from data.carry_over import CarriedOver
from data.formats import opened, registry, table, unrecognised
from data.formats.content import Content
from data.formats.delimited import harmless
from data.formats.opened import Opened
from data.formats.registry import FORMATS, Format
from data.formats.results import run_name
from data.formats.sample import Sample, sample
from data.known import Known
from data.problems import BadFile, Problem, Reading, keeping
from data.store import Store
from evaluation.words import N_, counted

UNKNOWN_KIND = N_(
    "not recognised: what stands in it fits none of the known formats. "
    "Say which one it is (on the command line with --kind; load-kinds lists them)"
)
NOT_TEXT = N_("neither text nor Parquet: a picture, a PDF, an office file or a damaged file")
EMPTY = N_("the file is empty")
BLANK = N_("there is nothing in the file but blanks and line ends")
OFFICE = N_("an Excel, Word or other office file; save the table as CSV (UTF-8) and load that")
NOTHING_INSIDE = N_("none of the files in the archive can be imported: {names}")
NOTHING = N_("nothing that can be imported stands in it")
SAME_RUN_TWICE = N_("the run “{name}” stands in two of the files")
NOT_IN_SCALE = counted(
    "the scale says what becomes of a grade that no file has: {grades}",
    "the scale says what becomes of {count} grades that no file has: {grades}",
)
CONVERTED = N_("converted from {encoding}; a line of it: {example}")

PARTS = ("fragments", "queries", "results", "judgements")
"""What a file may bring, in the order in which it is told."""

ENCODING, KIND, COLUMNS, SCALE = "encoding", "kind", "columns", "scale"
"""What a check may have to ask before a file can be imported."""

DATA_ENDINGS = (
    "jsonl", "ndjson", "json", "tsv", "trec", "run", "res", "qrels", "qrel", "csv", "parquet", "txt", "zip",
)  # fmt: skip
TEXT_ENDINGS = ("md", "markdown", "txt", "text")
_OFFICE = "[Content_Types].xml"
_EVERY_PROBLEM = 1_000_000


@dataclass(frozen=True)
class Upload:
    """A file to import: its name as the person knows it, and its bytes or where they are."""

    name: str
    source: bytes | Path


@dataclass(frozen=True)
class Answers:
    """What a person says about one file where its content leaves it open; None where nothing was said.

    kind: a key of FORMATS. encoding: of opened.ENCODINGS. columns: of a table. split: of prose.SPLITS. scale: what
    the file's grades become.
    """

    kind: str | None = None
    encoding: str | None = None
    columns: table.Columns | None = None
    split: str | None = None
    scale: scales.Table | None = None


@dataclass(frozen=True)
class FileCheck:
    """What the check says about one file.

    kind: a key of FORMATS, None if not recognised; why: what it was recognised by; fits: every kind that it could be.
    lines: line ends in it. parts: what it brings → how many; rows: all of them. new, changed, same: how many
    the collection lacks, holds otherwise, holds as they are. unknown_queries, unknown_fragments: ids that neither
    the collection nor the other files explain; they are imported as ids without text. grades: grade → count;
    scale: the same as written. asks: what must be answered first; sample: the start of the file, to answer by.
    content: None when the file is refused or must be asked about.
    """

    name: str
    kind: str | None
    why: str = ""
    fits: tuple[str, ...] = ()
    encoding: str | None = None
    lines: int = 0
    parts: Mapping[str, int] = field(default_factory=dict)
    new: int = 0
    changed: int = 0
    same: int = 0
    unknown_queries: int = 0
    unknown_fragments: int = 0
    grades: Mapping[int, int] | None = None
    scale: Mapping[str, int] = field(default_factory=dict)
    asks: tuple[str, ...] = ()
    sample: Sample | None = None
    suggested_encoding: str | None = None
    example: str = ""
    people: tuple[str, ...] = ()
    carried_over: CarriedOver | None = None
    notices: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    refused: int = 0
    answers: Answers = Answers()
    content: Content | None = None

    @property
    def rows(self) -> int:
        """Fragments, queries, results and judgements together."""
        return sum(self.parts.values())

    @property
    def verdict(self) -> str:
        """ "refused", "asks" (an answer is needed), "look" (imports, with something to know) or "fine"."""
        if self.refused:
            return "refused"
        if self.asks:
            return "asks"
        is_odd = self.notices or self.changed or self.unknown_queries or self.unknown_fragments
        return "look" if is_odd or self.carried_over else "fine"


@dataclass(frozen=True)
class Check:
    """The check of several files for one collection (by name; it need not exist yet)."""

    collection: str
    files: tuple[FileCheck, ...]

    @property
    def accepted(self) -> bool:
        """Whether the import may go on: there is something, nothing is refused, nothing is left to answer."""
        return bool(self.files) and not any(file.refused or file.asks for file in self.files)

    @property
    def rows(self) -> int:
        """All rows of all files."""
        return sum(file.rows for file in self.files)

    @property
    def parts(self) -> dict[str, int]:
        """What all files bring → how many."""
        total: Counter[str] = Counter()
        for file in self.files:
            total.update(file.parts)
        return {part: total[part] for part in PARTS if total[part]}


def check_files(
    store: Store,
    collection_name: str,
    uploads: Iterable[Upload],
    answers: Mapping[str, Answers] | None = None,
    otherwise: Answers | None = None,
    only_run: str | None = None,
) -> Check:
    """Reads and checks the files, those in a zip archive one by one.

    answers: file name → what a person said; otherwise: what was said of all files that are not in it. only_run: what
    the one run in them is called, whatever its file says; several are then refused, and what may be a run is one.
    """
    said, of_others = answers or {}, otherwise or Answers()
    files: list[FileCheck] = []
    for upload in uploads:
        try:
            inner = unpacked(upload)
        except BadFile as bad:
            files.append(FileCheck(upload.name, None, problems=tuple(bad.problems), refused=bad.total))
            continue
        wants_run = only_run is not None
        files += [_check(one, said.get(one.name, of_others), wants_run) for one in inner]
    files = _with_unused_grades(files, of_others.scale)
    known = Known(store, collection_name, [file.content for file in files if file.content])
    return Check(collection_name, tuple(_compared(file, known) for file in _name_runs(files, only_run)))


def unpacked(upload: Upload) -> list[Upload]:
    """The upload itself, or the files in it if it is a zip archive.

    Raises BadFile as `opened.unzipped`, and where nothing in it can be imported.
    """
    if not opened.is_zip(upload.source):
        return [upload]
    inner = opened.unzipped(upload.source, upload.name)
    paths = [path for path, _ in inner]
    wanted, _ = to_import(paths)
    if _OFFICE in paths or not wanted:
        reading = Reading(upload.name)
        reading.refuse(
            None, "", OFFICE if _OFFICE in paths else NOTHING_INSIDE, names=", ".join(paths[:5]) or "–"
        )
        reading.finish()
    return [Upload(f"{upload.name}/{path}", content) for path, content in inner if path in wanted]


def to_import(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """(files of a folder to import, those passed over): all data files, or the texts where there is no other.

    Markdown beside data files is taken for their description.
    """
    shown = [
        name
        for name in names
        if not any(
            part.startswith((".", "__MACOSX")) for part in PurePosixPath(name.replace("\\", "/")).parts
        )
    ]
    wanted = [name for name in shown if _ending(name) in DATA_ENDINGS]
    if all(_ending(name) in TEXT_ENDINGS for name in wanted):
        wanted += [name for name in shown if _ending(name) in TEXT_ENDINGS and name not in wanted]
    return wanted, [name for name in names if name not in wanted]


def every_refusal(upload: Upload, answers: Answers | None = None) -> bytes:
    """All refused lines of the file as CSV (line, reason, the line), for a spreadsheet."""
    with keeping(_EVERY_PROBLEM):
        problems = _check(upload, answers or Answers()).problems
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("line", "reason", "text"))
    for problem in problems:
        rows.writerow((problem.line or "", harmless(problem.reason), harmless(problem.text)))
    return text.getvalue().encode("utf-8-sig", errors="backslashreplace")


def _ending(name: str) -> str:
    return name.lower().removesuffix(".gz").rpartition(".")[2]


def _check(upload: Upload, answers: Answers, wants_run: bool = False) -> FileCheck:
    source, name = upload.source, upload.name
    if not (len(source) if isinstance(source, bytes) else source.stat().st_size):
        return _refused(FileCheck(name, None), EMPTY)
    try:
        plain = opened.opened(source, name, answers.encoding)
    except BadFile as bad:
        return FileCheck(name, None, problems=tuple(bad.problems), refused=bad.total, answers=answers)
    file = FileCheck(
        name, None, encoding=plain.encoding, lines=plain.lines, answers=answers,
        suggested_encoding=plain.suggested, example=plain.example,
    )  # fmt: skip
    if plain.suggested:
        return replace(file, asks=(ENCODING,))
    start = sample(plain.source, name)
    fitting = registry.candidates(start, wants_run=wants_run)
    kind = answers.kind or (fitting[0][0].key if fitting else None)
    why = next((why for format_, why in fitting if format_.key == kind), "")
    file = replace(file, kind=kind, why=why, fits=tuple(format_.key for format_, _ in fitting), sample=start)
    if kind is None:
        is_text = plain.encoding is not None and "\0" not in "".join(start.lines)
        if is_text and not start.lines:
            return _refused(file, BLANK)
        refused = _refused(file, UNKNOWN_KIND if is_text else NOT_TEXT)
        faults = unrecognised.faults(plain.source, start) if is_text else ()
        return replace(refused, problems=(*faults, *refused.problems))
    if answers.kind is None and not registry.is_sure(kind, start, wants_run=wants_run):
        return replace(file, asks=(KIND,))
    return _read(file, plain, FORMATS[kind])


def _read(file: FileCheck, plain: Opened, format_: Format) -> FileCheck:
    answers = file.answers
    if format_.asks == registry.COLUMNS and answers.columns is None:
        return replace(file, asks=(COLUMNS,))
    answer = answers.columns if format_.asks == registry.COLUMNS else answers.split
    try:
        content = registry.read(format_, plain.source, Reading(file.name), answer)
    except BadFile as bad:
        return replace(file, problems=tuple(bad.problems), refused=bad.total)
    parts = _parts(content)
    if not parts:
        return _refused(file, NOTHING)
    notices = content.notices
    if plain.encoding not in (None, "utf-8", "utf-8-sig"):
        values = {"encoding": opened.ENCODINGS[str(plain.encoding)], "example": plain.example}
        notices = (Problem(file.name, None, "", CONVERTED, values), *notices)
    file = replace(file, parts=parts, notices=notices, content=content)
    judged = content.judgements
    if judged is None:
        return file
    file = replace(file, scale=scales.counts(judged), people=tuple(judged.people))
    asks = scales.needs_table(judged.scale) or answers.scale is not None
    if asks and not scales.is_complete(judged.scale, answers.scale):
        return replace(file, asks=(SCALE,))
    grades = dict(Counter(scales.mapped(judged, answers.scale).grade.tolist()))
    return replace(file, grades=grades, parts={**parts, "judgements": sum(grades.values())})


def _with_unused_grades(files: Sequence[FileCheck], scale: scales.Table | None) -> list[FileCheck]:
    """Says in the first file with grades which of the grades that all files were told of stand in none of them."""
    found = {grade for file in files for grade in file.scale}
    unused = [grade for grade in scale or () if grade not in found]
    told = next((place for place, file in enumerate(files) if file.scale), None)
    if not unused or told is None or any(file.refused or set(file.asks) - {SCALE} for file in files):
        return list(files)
    values = {"count": len(unused), "grades": ", ".join(unused)}
    notice = Problem(files[told].name, None, "", NOT_IN_SCALE, values)
    return [
        replace(file, notices=(*file.notices, notice)) if place == told else file
        for place, file in enumerate(files)
    ]


def _parts(content: Content) -> dict[str, int]:
    counts = {
        "fragments": len(content.fragments),
        "queries": len(content.queries),
        "results": sum(len(run.query) for run in content.runs),
        "judgements": len(content.judgements.grade) if content.judgements else 0,
    }
    return {part: count for part, count in counts.items() if count}


def _refused(file: FileCheck, template: str, values: Mapping[str, object] | None = None) -> FileCheck:
    problem = Problem(file.name, None, "", template, values or {})
    return replace(file, problems=(problem,), refused=1, content=None)


def _name_runs(files: Sequence[FileCheck], only_run: str | None) -> list[FileCheck]:
    """Runs that share a tag are named by their files instead; refuses names that are still the same.

    only_run: the name of every run, so that a second one is refused.
    """
    tags = Counter(run.name for file in files if file.content for run in file.content.runs)
    named: list[FileCheck] = []
    taken: set[str] = set()
    for file in files:
        runs = []
        for run in file.content.runs if file.content else ():
            name = only_run or (run.name if tags[run.name] == 1 else run_name(file.name))
            if name in taken:
                file = _refused(file, SAME_RUN_TWICE, {"name": name})
                break
            taken.add(name)
            runs.append(replace(run, name=name))
        named.append(
            replace(file, content=replace(file.content, runs=runs)) if file.content and runs else file
        )
    return named


def _compared(file: FileCheck, known: Known) -> FileCheck:
    """The file's check with what is new, changed, the same and unknown filled in."""
    if file.content is None or file.asks:
        return file
    try:
        found = known.compare(file.name, file.content, file.answers.scale)
    except BadFile as bad:
        return replace(file, problems=tuple(bad.problems), refused=bad.total, content=None)
    brings = {**_parts(found.content), "judgements": file.parts.get("judgements", 0)}
    return replace(
        file,
        content=found.content,
        parts={part: count for part, count in brings.items() if count},
        new=found.new,
        changed=found.changed,
        same=found.same,
        unknown_queries=found.unknown_queries,
        unknown_fragments=found.unknown_fragments,
        carried_over=found.carried_over,
        notices=(*file.notices, *found.notices),
    )

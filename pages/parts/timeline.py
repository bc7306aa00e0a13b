"""A collection over time: moments worth showing, what the runs scored then, and why it changed in between."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from components.words import _, moment, whole
from data import exporting, judgements, rankings, snapshots
from data.collections import Collection
from data.rankings import Run
from data.store import Store
from evaluation.agreement import agreed
from evaluation.comparison import query_means
from evaluation.history import Change, split_change
from evaluation.measures import Measure
from evaluation.values import Float
from pages.parts.compared import NOW, Compared, grade_pairs, scores_of, tagged

STEPS = 5
MANY_QUERIES = 1_000
"""From this many queries on, only snapshots and now are points of the line: each has to be evaluated."""


@dataclass(frozen=True)
class Point:
    """A moment. key: what stands for it in the address; runs: by name, as they were then; revision of the log."""

    key: str
    label: str
    revision: int
    runs: dict[str, Run]


def points(shown: Compared) -> list[Point]:
    """Snapshots, some steps of the judging in between, and now; oldest first."""
    store, collection = shown.store, shown.collection
    versions = snapshots.run_versions(store, collection)
    found = [
        Point(one.name, one.name, one.revision, _runs_at(versions, one.created))
        for one in snapshots.snapshots(store, collection)
    ]
    taken, names = {point.revision for point in found}, {point.key for point in found}
    if len(shown.queries) < MANY_QUERIES:
        found += [
            Point(_key_beside(names, revision), moment(at), revision, _runs_at(versions, at))
            for revision, at in _steps(snapshots.acts_over_time(store, collection))
            if revision not in taken
        ]
    current = {run.name: run for run in rankings.runs(store, collection)}
    found.append(Point(NOW, _("now"), judgements.revision(store), current))
    return _told_apart(sorted(found, key=lambda point: (point.revision, point.key == NOW)))


def _key_beside(names: set[str], revision: int) -> str:
    key = f"r{revision}"
    while key in names:
        key = f"r{key}"
    return key


def _told_apart(points: list[Point]) -> list[Point]:
    """The same, with the revision in the labels of those that would have one label."""
    counts = Counter(point.label for point in points)
    label = _("revision {revision}, {moment}")
    return [
        replace(point, label=label.format(moment=point.label, revision=whole(point.revision)))
        if counts[point.label] > 1
        else point
        for point in points
    ]


def _steps(acts: list[tuple[int, str]]) -> list[tuple[int, str]]:
    if not acts:
        return []
    places = np.unique(np.linspace(0, len(acts) - 1, STEPS + 1).astype(int)[1:-1])
    return [acts[place] for place in places.tolist()]


def _runs_at(versions: list[Run], at: str) -> dict[str, Run]:
    """Each run as it was at that moment; its first version where it was imported only later.

    Judgements can be older than the import of the run that they judge, as in an imported collection.
    """
    runs: dict[str, Run] = {}
    for run in versions:
        if run.name not in runs or run.added <= at:
            runs[run.name] = run
    return runs


def rule_at(shown: Compared, point: Point) -> tuple[str, float]:
    """The rule of agreement, and its threshold, that a moment's scores are under."""
    return snapshots.rule_at(shown.store, shown.collection, point.revision)


def means_at(
    shown: Compared, names: list[str], runs: dict[str, Run], revision: int, measure: Measure, tag: str
) -> Float:
    """Means of the named runs in these versions, under the grades of a revision, over the queries with the tag.

    float64 [run]; NaN for a run that was not there.
    """
    rule = snapshots.rule_at(shown.store, shown.collection, revision)
    return np.array(
        [
            _mean(
                (*shown.key[:2], runs[name].id, revision, rule, measure.name, tag, shown.tags_key(tag)),
                shown,
                runs[name],
                revision,
                measure,
                tag,
            )
            if name in runs
            else np.nan
            for name in names
        ]
    )


@st.cache_data(max_entries=512, show_spinner=False)
def _mean(
    key: tuple[object, ...], _shown: Compared, _run: Run, _revision: int, _measure: Measure, _tag: str
) -> float:
    pairs = grade_pairs(_shown.store, _shown.collection, _revision)
    values = scores_of(_shown.store, [_run], _shown.query_rows, pairs, (_measure,))
    return float(query_means(values[:, tagged(_shown, _tag)])[0, 0])


def change(shown: Compared, names: list[str], old: Point, new: Point, measure: Measure, tag: str) -> Change:
    """Why each run's mean moved between two points."""
    return split_change(
        means_at(shown, names, old.runs, old.revision, measure, tag),
        means_at(shown, names, old.runs, new.revision, measure, tag),
        means_at(shown, names, new.runs, old.revision, measure, tag),
        means_at(shown, names, new.runs, new.revision, measure, tag),
    )


def graded_pairs(shown: Compared, revision: int, tag: str) -> dict[tuple[str, str], int]:
    """(query, fragment) → agreed grade as of a revision, of the queries with the tag; ids as text."""
    pairs = grade_pairs(shown.store, shown.collection, revision)
    ours = np.isin(pairs.query, shown.query_rows[tagged(shown, tag)])
    columns = (pairs.query[ours].tolist(), pairs.fragment[ours].tolist(), pairs.grade[ours].tolist())
    return {(str(query), str(fragment)): grade for query, fragment, grade in zip(*columns, strict=True)}


def differences(old: Point, new: Point, old_pairs: int, new_pairs: int) -> list[str]:
    """What is not the same at two points, a line each."""
    lines = [
        _("Graded pairs: {before} → {after}").format(before=whole(old_pairs), after=whole(new_pairs)),
        _("Revision of the log: {before} → {after}").format(
            before=whole(old.revision), after=whole(new.revision)
        ),
    ]
    for name, run in new.runs.items():
        if name not in old.runs:
            lines.append(_("New run: {run}").format(run=name))
        elif old.runs[name].id != run.id:
            lines.append(_("Imported again: {run}").format(run=name))
    return lines


def qrels_of(store: Store, collection: Collection) -> dict[tuple[str, str], int]:
    """(query_id, fragment_id) → agreed grade of a collection, by external ids."""
    grades = exporting.qrels(store, collection, agreed)
    columns = (grades.query.tolist(), grades.fragment.tolist(), grades.grade.tolist())
    return {
        (grades.query_ids[query], grades.fragment_ids[fragment]): grade
        for query, fragment, grade in zip(*columns, strict=True)
    }

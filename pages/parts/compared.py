"""The runs of a collection, scored now or as of a snapshot, and the results of comparing them, each kept once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import address
from components.words import _
from data import judgements, query_tags, rankings, run_roles, snapshots
from data.collections import Collection, Query
from data.rankings import Run
from data.run_roles import Role
from data.snapshots import Snapshot
from data.store import Store
from evaluation.agreement import agreed
from evaluation.comparison import (
    Group,
    Leaders,
    Verdict,
    by_tag,
    compare,
    leaders,
    query_means,
    randomised,
)
from evaluation.intervals import mean_intervals
from evaluation.judging import Grid, Pairs, RunColumns, first_results, judge_runs
from evaluation.measures import Measure, compute, parse_measure
from evaluation.stages import ideally_reranked
from evaluation.values import Float
from pages.parts.live import live_scores
from pages.parts.measures import SHOWN
from pages.parts.opened import opened

AS_OF, TAG = "as-of", "tag"
NOW = EVERY = ""  # what no snapshot and no tag can be called
DEPTH = 100
_KEPT = 64


@dataclass(frozen=True)
class Compared:
    """Every run's values for every query, at one moment.

    scores: float64 [run, query, measure], NaN where a query is not judged or has no relevant fragment.
    key: tells these values from any others; what is worked out from them is kept under it.
    """

    store: Store
    collection: Collection
    snapshot: Snapshot | None
    runs: list[Run]
    roles: dict[str, Role]
    queries: list[Query]
    tags: list[tuple[str, ...]]
    scores: Float
    revision: int
    key: tuple[object, ...]

    @cached_property
    def names(self) -> list[str]:
        """The runs' names, in the order of the collection."""
        return [run.name for run in self.runs]

    @property
    def rule(self) -> tuple[str, float]:
        """The rule of agreement, and its threshold, that the scores are under."""
        if self.snapshot is None:
            return self.collection.rule, self.collection.threshold
        return snapshots.rule_at(self.store, self.collection, self.snapshot.revision, self.snapshot.created)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures of `scores`."""
        return SHOWN

    @cached_property
    def query_rows(self) -> NDArray[np.int64]:
        """Database ids of the queries, rising."""
        return np.array([query.id for query in self.queries], dtype=np.int64)

    def of(self, measure: Measure) -> Float:
        """Values of one measure, float64 [run, query]; of one that the pages do not show, worked out now."""
        if measure in self.measures:
            return self.scores[:, :, self.measures.index(measure)]
        return values_of(self, (measure,))[:, :, 0]

    def tags_key(self, tag: str | None = None) -> int:
        """Tells these tags from others, where it matters: not for all queries (tag `EVERY`)."""
        return 0 if tag == EVERY else hash(tuple(self.tags))

    def role(self, run: int) -> Role:
        """The part that a run plays."""
        return self.roles.get(self.names[run], Role())


def chosen_moment(store: Store, collection: Collection) -> Snapshot | None:
    """A chooser of a snapshot; None for now. Nothing is shown while there is no snapshot."""
    there = {snapshot.name: snapshot for snapshot in snapshots.snapshots(store, collection)}
    if not there:
        return None
    name = address.one_of(
        _("As of"), [NOW, *there], AS_OF, shown=lambda name: _("now") if name == NOW else name
    )
    return there.get(name)


def compared(store: Store, collection: Collection, snapshot: Snapshot | None = None) -> Compared:
    """The runs' scores now, or with the judgements and runs of a snapshot."""
    now = opened(store, collection)
    roles = run_roles.roles(store, collection)
    by_rule = (collection.rule, collection.threshold)
    given = query_tags.tags(store, collection)
    tags = [given.get(query.id, ()) for query in now.queries]
    if snapshot is not None:
        runs = snapshots.runs_at(store, collection, snapshot.created)
        key = (
            str(store.path),
            collection.id,
            now.key,
            by_rule,
            tuple(run.id for run in runs),
            snapshot.revision,
            snapshot.created,
        )
        scores = _scores_at(key, store, collection, runs, now.queries, snapshot)
        return Compared(
            store,
            collection,
            snapshot,
            runs,
            roles,
            now.queries,
            tags,
            scores,
            snapshot.revision,
            (*key, "then"),
        )
    live = live_scores(store, collection)
    runs = rankings.runs(store, collection)
    key = (str(store.path), collection.id, now.key, by_rule, live.revision)
    return Compared(
        store, collection, None, runs, roles, now.queries, tags, live.scores, live.revision, (*key, "now")
    )


def grade_pairs(store: Store, collection: Collection, at: Snapshot | int | None) -> Pairs:
    """The agreed grades now (None), or as of a snapshot or revision, by the rule that held then."""
    if at is None:
        revision, rule = judgements.revision(store), (collection.rule, collection.threshold)
    else:
        revision, moment = (at.revision, at.created) if isinstance(at, Snapshot) else (at, None)
        rule = snapshots.rule_at(store, collection, revision, moment)
    return _grade_pairs((str(store.path), collection.id, revision, *rule), store, collection, revision, rule)


@st.cache_resource(max_entries=16, show_spinner=False)
def _grade_pairs(
    key: tuple[object, ...], _store: Store, _collection: Collection, _revision: int, _rule: tuple[str, float]
) -> Pairs:
    if judgements.revision(_store) == _revision:
        rows = judgements.grade_rows(_store, _collection)
        if judgements.revision(_store) == _revision:  # nobody has judged while they were read
            return Pairs(*agreed(rows, *_rule))
    return Pairs(*agreed(snapshots.grade_rows_at(_store, _collection, _revision), *_rule))


def run_columns(store: Store, run: Run, first: int | None = None) -> RunColumns:
    """A run's rankings as columns, or the `first` results of each."""
    read = rankings.read_rankings(store, run, first)
    return read.queries, read.starts, read.fragments


@st.cache_resource(max_entries=4, show_spinner=False)
def _scores_at(
    key: tuple[object, ...],
    _store: Store,
    _collection: Collection,
    _runs: list[Run],
    _queries: list[Query],
    _snapshot: Snapshot,
) -> Float:
    pairs = grade_pairs(_store, _collection, _snapshot)
    return scores_of(_store, _runs, np.array([query.id for query in _queries]), pairs, SHOWN)


def scores_of(
    store: Store, runs: list[Run], queries: NDArray[np.int64], pairs: Pairs, measures: tuple[Measure, ...]
) -> Float:
    """Values of these runs under these grades, float64 [run, query, measure]; NaN too where nothing is judged."""
    judged = judge_runs([run_columns(store, run) for run in runs], queries, pairs)
    values = compute(judged, measures).reshape(len(runs), len(queries), len(measures))
    values[:, ~np.isin(queries, pairs.query)] = np.nan
    return values


def values_of(shown: Compared, measures: tuple[Measure, ...]) -> Float:
    """Values of any measures, float64 [run, query, measure]."""
    return _values_of((*shown.key, *(measure.name for measure in measures)), shown, measures)


@st.cache_resource(max_entries=8, show_spinner=False)
def _values_of(key: tuple[object, ...], _shown: Compared, _measures: tuple[Measure, ...]) -> Float:
    pairs = grade_pairs(_shown.store, _shown.collection, _shown.snapshot)
    return scores_of(_shown.store, _shown.runs, _shown.query_rows, pairs, _measures)


@st.cache_resource(max_entries=4, show_spinner=False)
def _grid(key: tuple[object, ...], _shown: Compared) -> Grid:
    pairs = grade_pairs(_shown.store, _shown.collection, _shown.snapshot)
    columns = [run_columns(_shown.store, run, DEPTH) for run in _shown.runs]
    depth = max((int(np.diff(starts).max(initial=1)) for _q, starts, _f in columns), default=1)
    return first_results(columns, _shown.query_rows, pairs, depth)


def grid(shown: Compared) -> Grid:
    """The first results of every ranking (100 at most) and their grades."""
    return _grid(shown.key, shown)


def relevant_known(shown: Compared) -> Float:
    """How many relevant fragments are known of each query, float64 [query]; NaN where nothing is judged."""
    return values_of(shown, (parse_measure("NumRel"),))[0, :, 0]


def ceiling(shown: Compared, run: int, candidates: int, measure: Measure) -> Float:
    """What the measure would be if the run's first candidates stood in the best order, float64 [query]."""
    return _ceiling((*shown.key, run, candidates, measure.name), shown, run, candidates, measure)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _ceiling(
    key: tuple[object, ...], _shown: Compared, _run: int, _candidates: int, _measure: Measure
) -> Float:
    pairs = grade_pairs(_shown.store, _shown.collection, _shown.snapshot)
    columns = run_columns(_shown.store, _shown.runs[_run], _candidates)
    judged = judge_runs([columns], _shown.query_rows, pairs)
    return _measure.compute(ideally_reranked(judged, _candidates))


def verdicts(
    shown: Compared, measure: Measure, baseline: int, others: tuple[int, ...], worth: float, tag: str
) -> tuple[Verdict, ...]:
    """The verdict on each of the others, over all queries or those with a tag."""
    key = (*shown.key, measure.name, baseline, others, worth, tag, shown.tags_key(tag))
    return _verdicts(key, shown, measure, baseline, others, worth, tag)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _verdicts(
    key: tuple[object, ...],
    _shown: Compared,
    _measure: Measure,
    _baseline: int,
    _others: tuple[int, ...],
    _worth: float,
    _tag: str,
) -> tuple[Verdict, ...]:
    values = _shown.of(_measure)
    if _tag != EVERY:
        return compare(values[:, tagged(_shown, _tag)], _baseline, _others, _worth)
    return compare(values, _baseline, _others, _worth, _p_values(_shown, _measure, _baseline, _others)[0])


def _p_values(
    shown: Compared, measure: Measure, baseline: int, others: tuple[int, ...]
) -> tuple[Float, Float]:
    key = (*shown.key, measure.name, baseline, others, shown.tags_key())
    return _randomised(key, shown, measure, baseline, others)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _randomised(
    key: tuple[object, ...], _shown: Compared, _measure: Measure, _baseline: int, _others: tuple[int, ...]
) -> tuple[Float, Float]:
    return randomised(_shown.of(_measure), _shown.tags, _baseline, _others)


def groups(shown: Compared, measure: Measure, baseline: int, others: tuple[int, ...]) -> tuple[Group, ...]:
    """The comparison within each tag."""
    key = (*shown.key, measure.name, baseline, others, shown.tags_key())
    return _groups(key, shown, measure, baseline, others)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _groups(
    key: tuple[object, ...],
    _shown: Compared,
    _measure: Measure,
    _baseline: int,
    _others: tuple[int, ...],
) -> tuple[Group, ...]:
    p = _p_values(_shown, _measure, _baseline, _others)[1]
    return by_tag(_shown.of(_measure), _shown.tags, _baseline, _others, p)


@dataclass(frozen=True)
class Summary:
    """Means of some runs: mean, low, high float64 [run, measure], in the order asked for; who leads."""

    mean: Float
    low: Float
    high: Float
    leaders: Leaders


def summary(shown: Compared, runs: tuple[int, ...], tag: str) -> Summary:
    """Means and intervals of these runs on every measure, over all queries or those with a tag."""
    return _summary((*shown.key, runs, tag, shown.tags_key(tag)), shown, runs, tag)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _summary(key: tuple[object, ...], _shown: Compared, _runs: tuple[int, ...], _tag: str) -> Summary:
    scores = _shown.scores[list(_runs)][:, tagged(_shown, _tag)]
    runs, queries, measures = scores.shape
    low, high = mean_intervals(scores.transpose(1, 0, 2).reshape(queries, runs * measures))
    ends = (np.clip(end, 0, 1).reshape(runs, measures) for end in (low, high))
    return Summary(query_means(scores), *ends, leaders(scores))


def tagged(shown: Compared, tag: str) -> NDArray[np.intp]:
    """Places of the queries with this tag, or of all."""
    if tag == EVERY:
        return np.arange(len(shown.queries))
    return np.flatnonzero([tag in given for given in shown.tags])

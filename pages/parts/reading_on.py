"""Reads a collection's pools beside the pages that show what nobody has judged: they show what is read so far."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import streamlit as st

from components.words import _, ngettext, whole
from data import judgements
from data.collections import Collection
from data.store import Store
from evaluation.decide import Decision, decide, what_moves
from evaluation.measures import Measure
from pages.parts.judged_pools import Only, holes_of
from pages.parts.live import live_of
from pages.parts.opened import Opened
from pages.parts.suspects import Suspect, Suspects, model_key, suspects_of
from pages.parts.while_looked_at import SOON, WhileLookedAt

LATELY = 10.0  # seconds after which a question that no page asks any more is dropped
AS_OFTEN = 2  # the judged queries of an answer before all are read; then it is given anew
AT_FIRST = 24  # of what decides between two runs, so many are ready to be shown
KEPT = 8  # answers


@dataclass(frozen=True)
class Question:
    """Which of two runs (numbers) is better by a measure. only: numbers of queries; None for all."""

    pair: tuple[int, int]
    measure: Measure
    only: Only


@dataclass(frozen=True)
class Answer:
    """As of a revision. decision: None before all judged queries are read; moves: how many judgements may move it.

    read: how many judged queries it is of; first: those that may move it most.
    """

    revision: int
    read: int
    decision: Decision | None
    moves: int
    first: tuple[Suspect, ...]


@dataclass(frozen=True)
class Far:
    """How far the reading is: as a line, and as a share of one."""

    text: str
    share: float


class Reader:
    """Reads one collection for all sessions of the process as long as a page asks. Safe to share between threads."""

    def __init__(self, store: Store, collection: Collection, content: Opened) -> None:
        self._store, self._collection, self._content = store, collection, content
        self._found: Suspects | None = None
        self._judged: list[int] = []
        self._unread: list[int] = []
        self._revision = 0
        self._answers: dict[Question, Answer] = {}
        self._questions: dict[Question, float] = {}
        self._beside = WhileLookedAt(f"pools of {collection.name}", self._work)

    def begin(self, within: float = SOON, question: Question | None = None) -> Answer | None:
        """Begins, or takes in what was judged since; returns when nothing is left to do, or after `within` seconds.

        Gives the newest answer to the question, which may be of a moment ago; None before there is any.
        """
        if question is not None:
            self._questions[question] = time.monotonic()
        self._beside.begin(within)
        return None if question is None else self._answers.get(question)

    @property
    def found(self) -> Suspects | None:
        """The suspects as far as they are read; None before the runs are."""
        return self._found

    @property
    def is_done(self) -> bool:
        """Whether all pools are read, and estimated by all that is known."""
        return self._found is not None and not self._unread and self._found.next_early() is None

    def far(self, only_judged: bool = False) -> Far | None:
        """How far it is with all queries, or the judged ones; None when all of them are read and estimated."""
        if self._found is None:
            return Far(_("The runs are being read…"), 0.0)
        every = self._judged if only_judged else self._found.asked
        read = self._found.read(every)
        if read == len(every):
            is_early = self._found.next_early() is not None
            return Far(_("All is read; the estimates are made anew with it…"), 1.0) if is_early else None
        text = ngettext(
            "{read} of {n} query read so far",
            "{read} of {n} queries read so far",
            len(every),
            read=whole(read),
        )
        return Far(text, read / len(every))

    def _work(self) -> bool:
        """Follows the log, answers, reads the judged queries and then the others, until somebody asks again."""
        try:
            found = self._open()
            after, touched = judgements.touched_queries(self._store, self._collection, self._revision)
            found.follow([self._content.number_of[query] for query in touched])
            self._revision = after
            numbers = {self._content.number_of[query] for query in touched}
            self._judged = sorted({*self._judged, *(numbers & set(found.asked))})
            self._answer_all(found)
            self._read_on(found)
            self._answer_all(found)
            return self.is_done
        finally:
            self._store.close()

    def _open(self) -> Suspects:
        live = live_of(self._store, self._collection, self._content)
        if self._found is None:
            found = suspects_of(self._store, self._collection, self._content)
            self._revision = live.revision
            asked = set(found.asked)
            self._judged = [query for query in live.judged_queries() if query in asked]
            rest = sorted(asked - set(self._judged))
            self._unread = [*rest[::-1], *self._judged[::-1]]
            self._found = found
        return self._found

    def _read_on(self, found: Suspects) -> None:
        """The judged queries first: what is known of them tells of the others, and of those that were read before."""
        while self._beside.goes_on:
            if (early := found.next_early()) is not None:
                self._beside.step(partial(found.estimate_again, early))
            elif self._unread:
                self._beside.step(partial(found.follow, [self._unread[-1]]))
                self._unread.pop()
            else:
                return

    def _answer_all(self, found: Suspects) -> None:
        """Answers what a page has asked lately, where more is known than in the answer before."""
        for question, at in list(self._questions.items()):
            if time.monotonic() - at > LATELY:
                del self._questions[question]
                continue
            before, read = self._answers.get(question), found.read(self._judged)
            is_whole = read == len(self._judged) and found.next_early() is None
            if before is None or (
                (before.decision is None or before.revision != self._revision)
                if is_whole
                else read > AS_OFTEN * before.read
            ):
                newest = self._answer(found, question, read, is_whole)
                others = {one: answer for one, answer in self._answers.items() if one != question}
                self._answers = {**others, question: newest}
        self._answers = dict(list(self._answers.items())[-KEPT:])

    def _answer(self, found: Suspects, question: Question, read: int, is_whole: bool) -> Answer:
        revision = self._revision
        known = [query for query in self._judged if found.latest(query)]
        known += [query for query, _grades in found.unanswered()]
        if (question.only is not None and not set(known) & set(question.only)) or not known:
            return Answer(revision, read, None, 0, ())
        made, queries = holes_of(found, question.only)
        decision = decide(made, *question.pair, question.measure) if is_whole else None
        queue = decision.queue if decision else what_moves(made, *question.pair, question.measure)
        first = [found.suspect(queries[query], served.fragment) for query, served in queue[:AT_FIRST]]
        return Answer(revision, read, decision, len(queue), tuple(first))


def reader_of(store: Store, collection: Collection, content: Opened) -> Reader:
    """The collection's reader, one for all sessions; it has not begun yet."""
    key = model_key(store, collection, content)
    return _reader(
        str(store.path), collection.id, key, _store=store, _collection=collection, _content=content
    )


def show_far(far: Far) -> None:
    """A bar with its line; as high as a button."""
    st.progress(far.share, text=far.text, width="stretch")


def say_evidence(found: Suspects) -> None:
    """What the probabilities rest on, where it is not runs and texts."""
    if found.without_vector:
        st.caption(
            ngettext(
                "Vectors are not used: {n} query or candidate has none.",
                "Vectors are not used: {n} queries and candidates have none.",
                found.without_vector,
            )
        )
    elif found.tier == "dense":
        st.caption(_("Evidence: the runs, the texts and the imported vectors."))
    elif found.tier == "ranks":
        st.caption(_("Evidence: the runs alone, since no candidate has a text."))


@st.cache_resource(max_entries=4, show_spinner=False)
def _reader(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    _store: Store,
    _collection: Collection,
    _content: Opened,
) -> Reader:
    return Reader(_store, _collection, _content)

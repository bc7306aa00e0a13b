"""What an annotator is served next: the candidates of a collection, and their order within a query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from evaluation.pooling import Served

Column = NDArray[np.int64]
BLOCK = 4  # neighbours in an order that are mixed
CHUNK = 40  # of a queue over many queries, within which it goes query by query
_FRAGMENT_BITS = 32


@dataclass(frozen=True)
class Pool:
    """The candidates for judging of a whole collection, ordered by (query, fragment).

    queries int64 [q], rising: those that have candidates; starts int64 [q + 1]; fragments int64 [p]:
    the candidates of queries[i] are fragments[starts[i]:starts[i + 1]].
    """

    queries: Column
    starts: Column
    fragments: Column

    def of(self, query: int) -> list[int]:
        """The candidates of one query, empty if it has none."""
        place = int(np.searchsorted(self.queries, query))
        if place == len(self.queries) or self.queries[place] != query:
            return []
        found: list[int] = self.fragments[self.starts[place] : self.starts[place + 1]].tolist()
        return found


def pool_collection(rankings: Sequence[tuple[Column, Column, NDArray[np.int32]]], depth: int) -> Pool:
    """The union of the first `depth` results of every run for every query.

    rankings: one (queries, starts, fragments) a run, laid out like `Pool`, each ranking best first.
    """
    keys = [np.zeros(0, dtype=np.int64)]
    for queries, starts, fragments in rankings:
        lengths = np.diff(starts)
        first = np.arange(len(fragments)) - np.repeat(starts[:-1], lengths) < depth
        keys.append((np.repeat(queries, lengths)[first] << _FRAGMENT_BITS) | fragments[first])
    union = np.unique(np.concatenate(keys))
    queries, starts = np.unique(union >> _FRAGMENT_BITS, return_index=True)
    return Pool(queries, np.concatenate((starts, [len(union)])), union & (1 << _FRAGMENT_BITS) - 1)


def serve(
    candidates: Sequence[int],
    judged: Mapping[int, int],
    mine: Set[int],
    later: Set[int],
    wanted: int,
    seed: str,
    order: Sequence[Served] = (),
) -> list[Served]:
    """The fragments of a query that a person has still to judge, in the order in which they are served, and why.

    judged: fragment → judgements it has from anybody; mine: those that this person judged; later: those that
    the person put off, served last. Left out: `mine`, and what has its `wanted` judgements. Fewest judgements
    first; of these what is in `order` in its order, in blocks of `BLOCK`, then the others. A block and the others
    are mixed by `seed`, the same way each time, so that the place does not tell the rank.
    """
    open_ = [f for f in candidates if f not in mine and judged.get(f, 0) < wanted]
    why = {served.fragment: served for served in order}
    still = set(open_)
    first = [served.fragment for served in order if served.fragment in still]
    block = {fragment: place // BLOCK for place, fragment in enumerate(first)}
    queue = sorted(
        open_, key=lambda f: (f in later, judged.get(f, 0), block.get(f, len(first)), _mixed(seed, f))
    )
    return [why.get(fragment) or Served(fragment, "") for fragment in queue]


def copies_last(queue: Sequence[Served], texts: Mapping[int, int], judged: Iterable[int]) -> list[Served]:
    """The same queue with copies at the end: fragments whose text a judged one has, or one before them.

    So there is a grade to offer when they come. texts: fragment → what tells its text from others, where known.
    """
    first_with = {texts[fragment]: fragment for fragment in judged if fragment in texts}
    is_copy = [
        served.fragment in texts
        and first_with.setdefault(texts[served.fragment], served.fragment) != served.fragment
        for served in queue
    ]
    return [served for _copy, served in sorted(zip(is_copy, queue, strict=True), key=lambda pair: pair[0])]


def by_query(queue: Sequence[tuple[int, Served]], chunk: int = CHUNK) -> list[tuple[int, list[Served]]]:
    """A queue over many queries, (query, what is served), cut so that one stays with a query for a while.

    Of every `chunk` of the queue, those of a query together, the queries in the order in which they come up.
    """
    cut: list[tuple[int, list[Served]]] = []
    for start in range(0, len(queue), chunk):
        together: dict[int, list[Served]] = {}
        for query, served in queue[start : start + chunk]:
            together.setdefault(query, []).append(served)
        cut += together.items()
    return cut


def _mixed(seed: str, fragment: int) -> bytes:
    return blake2b(f"{seed}/{fragment}".encode(), digest_size=8).digest()

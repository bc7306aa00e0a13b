"""In what order a collection's queue serves, and which share of it is drawn at random: what a lead sets."""

from __future__ import annotations

from data import collections, rankings
from data.collections import Collection, NotFound
from data.store import Store
from evaluation.words import N_

LIKELY, RANK, HEDGE, RANDOM, DECIDE = "likely", "rank", "hedge", "random", "decide"
ORDERS = {
    LIKELY: N_("Most likely relevant"),
    RANK: N_("By rank"),
    HEDGE: N_("By the runs that were right so far (Hedge)"),
    RANDOM: N_("At random"),
    DECIDE: N_("What decides between two runs"),
}
MEANINGS = {
    LIKELY: N_(
        "What the runs and the texts make most likely comes first. Finds most with fewest judgements."
    ),
    RANK: N_("What some run ranks first comes first, as in a classic pool."),
    HEDGE: N_("Runs whose first results were relevant so far have more say. Looks at no text."),
    RANDOM: N_("Slow, and free of any evidence."),
    DECIDE: N_("What is likely relevant and stands differently in two runs comes first, by nDCG@10."),
}
MOST_AUDIT = 0.5


def set_order(
    store: Store, collection: Collection, order: str, between: tuple[str, str] | None = None
) -> Collection:
    """Sets the order of the queue; between: the names of the two runs that the order "decide" is about.

    Without `between` the runs that were chosen before stay chosen. Raises ValueError for an order that is not in
    `ORDERS` or for "decide" without two different runs, NotFound for a run that the collection has not.
    """
    if order not in ORDERS:
        raise ValueError(f"an order is one of {', '.join(ORDERS)}, not {order}")
    chosen = between or (collection.decide_a, collection.decide_b)
    if order == DECIDE:
        if None in chosen or chosen[0] == chosen[1]:
            raise ValueError(f'the order "{DECIDE}" needs two different runs')
        names = {run.name for run in rankings.runs(store, collection)}
        for name in chosen:
            if name not in names:
                raise NotFound(f'"{collection.name}" has no run that is called "{name}"')
    with store.writing("share work"):
        return collections.change_collection(
            store, collection, queue_order=order, decide_a=chosen[0], decide_b=chosen[1]
        )


def set_audit(store: Store, collection: Collection, share: float) -> Collection:
    """Sets which share of what is served is drawn at random. Raises ValueError outside 0 … 0.5."""
    if not 0 <= share <= MOST_AUDIT:
        raise ValueError(f"the share of the audit is 0 to {MOST_AUDIT}, not {share}")
    with store.writing("share work"):
        return collections.change_collection(store, collection, audit=share)


def between(store: Store, collection: Collection) -> tuple[str, str] | None:
    """The two runs that the order "decide" is about, None if none were chosen or one is gone."""
    a, b = collection.decide_a, collection.decide_b
    names = {run.name for run in rankings.runs(store, collection)}
    return (a, b) if a is not None and b is not None and {a, b} <= names else None

"""Whether a person may fill a slot: asked inside the transaction that writes, whatever the page showed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlite_utils import Database

from data import judgements, rankings, reservations
from data.collections import Collection, Person
from data.judgements import Act
from data.permissions import LEAD
from data.repeats import IS_ASKED
from data.reservations import TAKEN_BY_OTHERS, Pair
from data.shares import IS_SHARED, not_for
from data.store import Store, now
from evaluation.words import N_

TAKEN = N_("somebody else is reading it, or it has its judgements already")
GIVEN_TO_OTHERS = N_("the query is given to others")
IN_NO_RUN = N_("no run has found it for this query")

_MAY_FILL = f"""
    SELECT {IS_ASKED} OR {IS_SHARED}
        OR {TAKEN_BY_OTHERS} < (SELECT wanted FROM collections WHERE id = :collection)"""
_HAS_GRADE = """
    SELECT EXISTS (SELECT 1 FROM judgements WHERE query_id = :query AND fragment_id = :fragment
                   AND person_id = :person AND act = 'grade')"""
_HAS_HAD = """
    SELECT EXISTS (SELECT 1 FROM served WHERE query_id = :query AND person_id = :person
                   AND (:fragment IS NULL OR fragment_id = :fragment))
        OR EXISTS (SELECT 1 FROM judgement_log WHERE query_id = :query AND person_id = :person
                   AND (:fragment IS NULL OR fragment_id = :fragment))"""
_IS_JUDGED = """
    SELECT EXISTS (SELECT 1 FROM judgements WHERE query_id = :query AND fragment_id = :fragment)
        OR EXISTS (SELECT 1 FROM settled WHERE query_id = :query AND fragment_id = :fragment)"""


@dataclass(frozen=True)
class Elsewhere:
    """What is for other people at this moment: whole queries, and single pairs; database ids."""

    queries: frozenset[int]
    pairs: frozenset[Pair]

    def has(self, query: int, fragment: int) -> bool:
        """Whether the pair is for others."""
        return query in self.queries or (query, fragment) in self.pairs


@dataclass
class Door:
    """Asks for one person, inside a write transaction, whether acts may go into the log.

    A lead may judge whatever is in the collection, as a lead may settle it. Anybody may change their own grade.
    """

    db: Database
    collection: Collection
    person: Person
    _in_runs: dict[int, set[int]] = field(default_factory=dict)
    _not_for: set[int] | None = None

    def why_not_now(self, query: int, fragment: int) -> str:
        """Why the person cannot fill a slot of the pair now, as a translatable text; "" if they can."""
        if self.person.role == LEAD or self._yes(_HAS_GRADE, query, fragment):
            return ""
        if self._is_for_others(query):
            return GIVEN_TO_OTHERS
        return "" if self._yes(_MAY_FILL, query, fragment) else TAKEN

    def why_not(self, query: int, fragment: int | None) -> str:
        """As `why_not_now`, of an act that may be older: "" as well for what the person was ever served or judged.

        So nothing is lost that was done offline, though the reservation lapsed and somebody else judged meanwhile.
        Else the pair must be one that a run has found or somebody has judged. fragment: None for the whole query.
        """
        if self.person.role == LEAD or self._yes(_HAS_HAD, query, fragment):
            return ""
        if fragment is None:
            return GIVEN_TO_OTHERS if self._is_for_others(query) else ""
        if fragment not in self._found(query) and not self._yes(_IS_JUDGED, query, fragment):
            return IN_NO_RUN
        return self.why_not_now(query, fragment)

    def _is_for_others(self, query: int) -> bool:
        if self._not_for is None:
            self._not_for = not_for(self.db, self.collection, self.person)
        return query in self._not_for

    def _found(self, query: int) -> set[int]:
        if query not in self._in_runs:
            self._in_runs[query] = rankings.found_by_runs(self.db, self.collection, query)
        return self._in_runs[query]

    def _yes(self, sql: str, query: int, fragment: int | None) -> bool:
        values = {
            "query": query,
            "fragment": fragment,
            "person": self.person.id,
            "collection": self.collection.id,
            "now": now(),
        }
        return bool(self.db.conn.execute(sql, values).fetchone()[0])


def append_free(store: Store, collection: Collection, person: Person, acts: Sequence[Act]) -> dict[Pair, str]:
    """Commits those of the acts, each on a fragment, whose slot is free for the person.

    Returns the others: (query, fragment) → why not, as a translatable text. Raises as `judgements.append`.
    """
    refused: dict[Pair, str] = {}
    with store.writing("grade", person) as db:
        door = Door(db, collection, person)
        for act in acts:
            if act.fragment is None:
                raise ValueError("a verdict on a query fills no slot")
            if why := door.why_not_now(act.query, act.fragment):
                refused[act.query, act.fragment] = why
                continue
            judgements.append_within(db, collection, person, [act])
            reservations.release(db, person, act.query, act.fragment)
    return refused


def elsewhere(store: Store, collection: Collection, person: Person) -> Elsewhere:
    """What others hold at this moment so that no slot is left for the person, and the queries given to others."""
    held = store.db.conn.execute(
        """SELECT DISTINCT query_id, fragment_id FROM reservations
           WHERE collection_id = ? AND person_id <> ? AND until > ?""",
        [collection.id, person.id, now()],
    ).fetchall()
    door = Door(store.db, collection, Person(person.id, person.name, ""))
    return Elsewhere(
        frozenset(not_for(store.db, collection, person)),
        frozenset(pair for pair in held if door.why_not_now(*pair)),
    )

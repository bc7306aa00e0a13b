"""Takes what annotators did as their browsers tell it: each event once, and a reason for every one refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeGuard

from sqlite_utils import Database

from data import flags, guidelines, judgements, repeats, reservations, slots
from data.collections import Collection, Person
from data.judgements import Act
from data.permissions import allows
from data.served import is_audit
from evaluation.words import N_

FLAGGED = "flagged"
_SOURCES = ("queue", "list", FLAGGED, "search")
_LONGEST_NOTE = 10_000
_LONGEST_ID = 100
_LONGEST_AGE = timedelta(days=7)

MALFORMED = N_("it cannot be read")
MAY_NOT = N_("you may look here, but not grade")
BAD_GRADE = N_("a grade is 0, 1, 2 or 3")
OTHER_COLLECTION = N_("the fragment or the query is not in this collection")
OTHER_PERSON = N_("somebody else's act has the same number")
OTHER_CONTENT = N_("an act with this number is in the log and says something else")
NOTHING_TO_UNDO = N_("what it takes back is not in the log")
UNDONE_BEFORE = N_("it was taken back before")


Batch = tuple[Collection, Sequence[Any]]
"""A collection, and what a person did in it as their browser tells it."""


class Refused(ValueError):
    """The event cannot be taken; the message (translatable) says why."""


@dataclass(frozen=True)
class Refusal:
    """An event that was not taken, and why, as a translatable text."""

    event_id: str
    reason: str


@dataclass(frozen=True)
class Taken:
    """What became of the events: ids of those in the log (now or before), and those refused."""

    taken: tuple[str, ...]
    refused: tuple[Refusal, ...]


def take(db: Database, collection: Collection, person: Person, events: Sequence[Any]) -> Taken:
    """Writes the events into the log, in order, inside the caller's write transaction.

    events: JSON objects with event_id, act (grade, cant_tell, skip, no_answer, undo), query and fragment
    (database ids; fragment null for no_answer), grade, note, milliseconds (time taken), age (milliseconds
    since it was done, at most 7 days of it are believed), guidelines (version on the person's screen, 0 for none),
    source (queue, list, flagged), and for an undo undoes_event, the event_id that it takes back.
    A pair that the person was not served is taken only while a slot of it is free for them (`slots.Door`).
    They count as saved only when the caller's transaction is committed. An event_id that is in the log is taken
    again only with the act, pair, grade and note that the log has for it.
    """
    taken, refused = [], []
    door = slots.Door(db, collection, person)
    for event in events:
        event_id = _text(event, "event_id", _LONGEST_ID) if isinstance(event, dict) else ""
        if not event_id:
            refused.append(Refusal("", MALFORMED))
            continue
        try:
            _take_one(door, event_id, event)
            taken.append(event_id)
        except Refused as why:
            refused.append(Refusal(event_id, str(why)))
    return Taken(tuple(taken), tuple(refused))


def take_all(db: Database, person: Person, batches: Iterable[Batch]) -> Taken:
    """As `take`, of several collections; each by its own rules."""
    told = [take(db, collection, person, events) for collection, events in batches]
    return Taken(
        tuple(event for one in told for event in one.taken),
        tuple(refusal for one in told for refusal in one.refused),
    )


def _take_one(door: slots.Door, event_id: str, event: dict[str, Any]) -> None:
    db, collection, person = door.db, door.collection, door.person
    known = db.conn.execute(
        """SELECT collection_id, person_id, act, query_id, fragment_id, grade, note, undoes
           FROM judgement_log WHERE event_id = ?""",
        [event_id],
    ).fetchone()
    if known is not None:
        if known[:2] != (collection.id, person.id):
            raise Refused(OTHER_PERSON)
        if known[2:] != _content(db, event_id, event):
            raise Refused(OTHER_CONTENT)
        return
    if not allows(person.role, "grade"):
        raise Refused(MAY_NOT)
    if event.get("act") == "undo":
        _undo(db, collection, person, event_id, event)
        return
    act = _act(event_id, event)
    _check_place(door, act)
    act = replace(
        act,
        reason=_reason(door, act),
        guidelines=_version(door, event),
    )
    judgements.append_within(db, collection, person, [act])
    repeats.answered(db, person, act.query, act.fragment, act.at)
    reservations.release(db, person, act.query, act.fragment)


def _content(db: Database, event_id: str, event: dict[str, Any]) -> tuple[object, ...]:
    """What an event says, as the log's columns act, query_id, fragment_id, grade, note and undoes have it."""
    if event.get("act") != "undo":
        act = _act(event_id, event)
        return act.act, act.query, act.fragment, act.grade, act.note, None
    undone = db.conn.execute(
        "SELECT query_id, fragment_id, revision FROM judgement_log WHERE event_id = ?",
        [_text(event, "undoes_event", _LONGEST_ID)],
    ).fetchone()
    query, fragment, revision = undone or (None, None, None)
    return "undo", query, fragment, None, "", revision


def _reason(door: slots.Door, act: Act) -> str:
    """Why the person saw it. What an audit drew stays drawn, whatever page it is graded on."""
    served = repeats.why_served(door.db, door.collection, door.person, act.query, act.fragment)
    if act.source != FLAGGED or act.fragment is None or is_audit(served):
        return served
    return flags.why_flagged(door.db, door.person, act.query, act.fragment)


def _check_place(door: slots.Door, act: Act) -> None:
    try:
        judgements.check_place(door.db, door.collection, act)
    except ValueError as error:
        raise Refused(OTHER_COLLECTION) from error
    if why := door.why_not(act.query, act.fragment):
        raise Refused(why)


def _version(door: slots.Door, event: dict[str, Any]) -> int | None:
    """Of the guidelines that the person saw; None where the event does not tell one that there is."""
    told = event.get("guidelines")
    newest = guidelines.newest_version(door.db, door.collection)
    return told if _is_whole(told) and 0 <= told <= newest else None


def _undo(db: Database, collection: Collection, person: Person, event_id: str, event: dict[str, Any]) -> None:
    target = db.conn.execute(
        """SELECT l.revision, l.query_id, l.fragment_id,
                  EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
           FROM judgement_log AS l
           WHERE event_id = ? AND collection_id = ? AND person_id = ? AND act <> 'undo' AND source <> 'import'""",
        [_text(event, "undoes_event", _LONGEST_ID), collection.id, person.id],
    ).fetchone()
    if target is None:
        raise Refused(NOTHING_TO_UNDO)
    revision, query, fragment, gone = target
    if gone:
        raise Refused(UNDONE_BEFORE)
    act = Act(query, fragment, "undo", source=_source(event), at=_moment(event), event_id=event_id)
    judgements.append_undo_within(db, collection, person, act, revision)
    if fragment is not None:
        reservations.put_first(db, collection, person, (query, fragment))
    else:
        reservations.give_back(db, collection, person)


def _act(event_id: str, event: dict[str, Any]) -> Act:
    act, query, fragment, grade = (event.get(name) for name in ("act", "query", "fragment", "grade"))
    if act not in ("grade", "cant_tell", "skip", "no_answer") or not _is_whole(query):
        raise Refused(MALFORMED)
    if (fragment is not None) if act == "no_answer" else not _is_whole(fragment):
        raise Refused(MALFORMED)
    if act == "grade" and not (_is_whole(grade) and grade in judgements.GRADES):
        raise Refused(BAD_GRADE)
    took = event.get("milliseconds")
    return Act(
        query=query,
        fragment=fragment,
        act=act,
        grade=grade if act == "grade" else None,
        note=_text(event, "note", _LONGEST_NOTE),
        milliseconds=took if _is_whole(took) and took >= 0 else None,
        source=_source(event),
        at=_moment(event),
        event_id=event_id,
    )


def _moment(event: dict[str, Any]) -> str:
    """When it was done: by the server's clock, less the age that the browser measured by its own."""
    age = event.get("age")
    told = timedelta(milliseconds=min(age, 10**12)) if _is_whole(age) and age > 0 else timedelta()
    return (datetime.now(UTC) - min(told, _LONGEST_AGE)).isoformat(timespec="milliseconds")


def _source(event: dict[str, Any]) -> str:
    source = event.get("source", "queue")
    if source not in _SOURCES:
        raise Refused(MALFORMED)
    return str(source)


def _text(event: dict[str, Any], name: str, longest: int) -> str:
    value = event.get(name, "")
    return value[:longest] if isinstance(value, str) else ""


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**62

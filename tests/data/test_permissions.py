"""Every write as every role, straight at the data, past every page: done by those who may, refused to the others."""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pytest

from data import (
    accounts,
    audit,
    collections,
    events,
    exporting,
    flags,
    guidelines,
    guides,
    judgements,
    own_work,
    practice,
    query_tags,
    queues,
    remembered,
    run_roles,
    settling,
    shares,
    slots,
    snapshots,
    tokens,
    vectors,
)
from data.checking import Upload, check_files
from data.collections import Collection, Person
from data.formats.table import Columns
from data.formats.vectors import Vectors, VectorsFile
from data.importing import import_checked
from data.judgements import Act
from data.permissions import RIGHTS, NotAllowed
from data.run_roles import Role
from data.store import Store
from evaluation.agreement import agreed
from tests.conftest import ROOT

ROLES = ("annotator", "lead", "viewer", "import")
SOME_VECTORS = VectorsFile(*[Vectors([name], np.ones((1, 1), dtype=np.float32)) for name in ("a", "q1")])
GRADERS, LEADS = {"annotator", "lead"}, {"lead"}


@dataclass
class Scene:
    """Somebody of a role with the store in their hands, a collection, and another person who judged a pair."""

    store: Store
    collection: Collection
    me: Person
    other: Person
    query: int
    fragment: int

    def act(self, **fields: object) -> Act:
        return Act(self.query, self.fragment, **{"act": "grade", "grade": 2, **fields})

    def event(self, name: str, **fields: object) -> dict[str, object]:
        return {
            "event_id": name,
            "act": "grade",
            "query": self.query,
            "fragment": self.fragment,
            "grade": 1,
            **fields,
        }

    def take(self, person: Person, event: dict[str, object]) -> events.Taken:
        with self.store.writing("grade", person) as db:
            return events.take(db, self.collection, person, [event])


def imports(scene: Scene) -> None:
    upload = Upload("queries.jsonl", b'{"_id": "q9", "text": "new"}\n')
    import_checked(scene.store, check_files(scene.store, scene.collection.name, [upload]))


def decision(scene: Scene) -> settling.Decision:
    return settling.Decision(scene.query, scene.fragment, 1, "", "", "", 1)


def first_query(scene: Scene) -> collections.Query:
    return collections.queries(scene.store, scene.collection)[0]


def remark(scene: Scene) -> guidelines.Remark:
    return guidelines.Remark(1, None, None, "", False, "", "", None)


WRITES: dict[str, tuple[set[str], Callable[[Scene], object]]] = {
    "judgements.append": (GRADERS, lambda s: judgements.append(s.store, s.collection, s.me, [s.act()])),
    "slots.append_free": (GRADERS, lambda s: slots.append_free(s.store, s.collection, s.me, [s.act()])),
    "judgements.undo_last": (GRADERS, lambda s: judgements.undo_last(s.store, s.collection, s.me)),
    "events.take": (GRADERS, lambda s: s.take(s.me, s.event("e9"))),
    "flags.remember": (GRADERS, lambda s: flags.remember(s.store, s.me, {(s.query, s.fragment): "why"})),
    "guidelines.remark": (GRADERS, lambda s: guidelines.remark(s.store, s.collection, s.me, "what of tables?")),
    "practice.answer": (
        GRADERS,
        lambda s: practice.answer(s.store, s.collection, s.me, practice.Example(s.query, s.fragment, 2, "", None), 1),
    ),
    "remembered.remember": (LEADS, lambda s: remembered.remember(s.store, ["id"], Columns("queries", {}, False))),
    "importing.import_checked": (LEADS, imports),
    "collections.get_or_create_collection": (LEADS, lambda s: collections.get_or_create_collection(s.store, "new")),
    "collections.change_collection": (
        LEADS, lambda s: collections.change_collection(s.store, s.collection, wanted=2)
    ),
    "collections.add_person": (LEADS, lambda s: collections.add_person(s.store, "Eve", "lead")),
    "guidelines.write": (LEADS, lambda s: guidelines.write(s.store, s.collection, s.me, "Be strict.")),
    "guidelines.answer": (LEADS, lambda s: guidelines.answer(s.store, remark(s), "Count them.")),
    "guides.set_meaning": (LEADS, lambda s: guides.set_meaning(s.store, s.collection, 3, "Solves it")),
    "guides.set_example": (LEADS, lambda s: guides.set_example(s.store, s.collection, 3, s.query, s.fragment)),
    "guides.clear_example": (LEADS, lambda s: guides.clear_example(s.store, s.collection, 3)),
    "snapshots.take": (LEADS, lambda s: snapshots.take(s.store, s.collection, "v1")),
    "run_roles.set_role": (LEADS, lambda s: run_roles.set_role(s.store, s.collection, "bm25", Role("retriever"))),
    "query_tags.set_tags": (LEADS, lambda s: query_tags.set_tags(s.store, first_query(s), ["x"])),
    "settling.settle": (LEADS, lambda s: settling.settle(s.store, s.collection, s.me, s.query, s.fragment, 2, "so")),
    "settling.settle_all": (
        LEADS,
        lambda s: settling.settle_all(s.store, s.collection, s.me, s.query, {s.fragment: 2}, "so"),
    ),
    "settling.reopen": (LEADS, lambda s: settling.reopen(s.store, s.collection, s.me, decision(s))),
    "queues.set_order": (LEADS, lambda s: queues.set_order(s.store, s.collection, "rank")),
    "queues.set_audit": (LEADS, lambda s: queues.set_audit(s.store, s.collection, 0.1)),
    "vectors.put_vectors": (LEADS, lambda s: vectors.put_vectors(s.store, s.collection, SOME_VECTORS)),
    "shares.assign": (LEADS, lambda s: shares.assign(s.store, s.collection, [s.query], [s.me])),
    "shares.take_back": (LEADS, lambda s: shares.take_back(s.store, s.collection, s.other)),
    "audit.undo_between": (LEADS, lambda s: audit.undo_between(s.store, s.collection, s.me, s.other, "2000", "2100")),
    "accounts.invite": (LEADS, lambda s: accounts.invite(s.store, "Eve", "annotator")),
    "accounts.change": (LEADS, lambda s: accounts.change(s.store, s.other, "X", "viewer")),
    "accounts.close": (LEADS, lambda s: accounts.close(s.store, s.other)),
    "tokens.add": (LEADS, lambda s: tokens.add(s.store, "pipeline", "viewer")),
    "tokens.revoke": (LEADS, lambda s: tokens.revoke(s.store, 1)),
    "accounts.open_again": (LEADS, lambda s: accounts.open_again(s.store, s.other)),
}  # fmt: skip
READS_OF_OTHERS: dict[str, tuple[set[str], Callable[[Scene], object]]] = {
    "audit.entries": (LEADS, lambda s: audit.entries(s.store, s.collection)),
    "audit.entries of another": (LEADS, lambda s: audit.entries(s.store, s.collection, s.other)),
    "audit.entries_after": (LEADS, lambda s: audit.entries_after(s.store, s.collection, 0, 1)),
    "tokens.tokens": (LEADS, lambda s: tokens.tokens(s.store)),
    "audit.as_csv": (LEADS, lambda s: audit.as_csv(s.store, s.collection)),
    "own_work.given_over_time": (LEADS, lambda s: own_work.given_over_time(s.store, s.collection)),
    "own_work.own_over_time of another": (
        LEADS,
        lambda s: own_work.own_over_time(s.store, s.collection, s.other),
    ),
    "shares.workers": (LEADS, lambda s: shares.workers(s.store, s.collection)),
    "exporting.qrels": ({"lead", "viewer"}, lambda s: exporting.qrels(s.store, s.collection, agreed)),
}
# Written only for who is signing in or out, before or after anybody's role is known.
SIGNING_IN = {"accept", "sign_in", "by_subject", "open_session", "prolong", "end_session"}


@pytest.fixture
def scene(store: Store, collection: Collection, request: pytest.FixtureRequest) -> Scene:
    luis = collections.add_person(store, "Luis")
    collections.add_person(store, "Maria", "lead")
    me = collections.add_person(store, "me", request.param)
    query, fragment = (
        collections.query_ids(store, collection)["q1"],
        collections.fragment_ids(store, collection)["a"],
    )
    judgements.append(store, collection, luis, [Act(query, fragment, "grade", 3, event_id="of Luis")])
    tokens.add(store, "a program", "viewer")
    return Scene(store.acting_as(me), collection, me, luis, query, fragment)


def dump(scene: Scene) -> list[str]:
    return list(Store(scene.store.path).db.conn.iterdump())


@pytest.mark.parametrize("scene", ROLES, indirect=True)
@pytest.mark.parametrize("name", [*WRITES, *READS_OF_OTHERS])
def test_a_role_may_do_this_or_is_refused_and_nothing_changes(scene: Scene, name: str) -> None:
    may, do = {**WRITES, **READS_OF_OTHERS}[name]
    if scene.me.role in may:
        do(scene)
        return
    before = dump(scene)
    with pytest.raises(NotAllowed):
        do(scene)
    assert dump(scene) == before


@pytest.mark.parametrize("scene", ["lead"], indirect=True)
@pytest.mark.parametrize("name", WRITES)
def test_nobody_signed_in_may_write_nothing(scene: Scene, name: str) -> None:
    scene.store = scene.store.acting_as(None)
    with pytest.raises(NotAllowed):
        WRITES[name][1](scene)


@pytest.mark.parametrize("scene", ["annotator", "lead"], indirect=True)
def test_nobody_grades_or_undoes_in_somebody_elses_name(scene: Scene) -> None:
    for forged in (
        lambda: judgements.append(scene.store, scene.collection, scene.other, [scene.act()]),
        lambda: judgements.undo_last(scene.store, scene.collection, scene.other),
        lambda: scene.take(scene.other, scene.event("e9")),
        lambda: settling.settle(
            scene.store, scene.collection, scene.other, scene.query, scene.fragment, 1, "so"
        ),
    ):
        with pytest.raises(NotAllowed):
            forged()


@pytest.mark.parametrize("scene", ["annotator"], indirect=True)
def test_a_forged_event_cannot_take_back_or_replace_what_another_person_did(scene: Scene) -> None:
    undo = scene.event("e9", act="undo", undoes_event="of Luis")
    replay = scene.event("of Luis", grade=0)
    assert [scene.take(scene.me, event).taken for event in (undo, replay)] == [(), ()]
    assert [row.grade for row in judgements.held(scene.store, scene.query)] == [3]


@pytest.mark.parametrize("scene", ["lead"], indirect=True)
@pytest.mark.parametrize(
    "event",
    [
        {"act": "adjudicate"},
        {"act": "import"},
        {"source": "import"},
        {"grade": 4},
        {"grade": "3"},
        {"query": 99},
    ],
)
def test_a_forged_event_does_only_what_the_card_can_do(scene: Scene, event: dict[str, object]) -> None:
    assert scene.take(scene.me, scene.event("e9", **event)).taken == ()


@pytest.mark.parametrize("scene", ["lead"], indirect=True)
def test_a_role_that_was_taken_away_counts_from_the_next_act(scene: Scene) -> None:
    accounts.change(Store(scene.store.path), scene.me, scene.me.name, "annotator")
    with pytest.raises(NotAllowed):
        collections.change_collection(scene.store, scene.collection, wanted=5)


@pytest.mark.parametrize("scene", ["annotator"], indirect=True)
def test_a_closed_account_writes_no_more(scene: Scene) -> None:
    accounts.close(Store(scene.store.path), scene.me)
    with pytest.raises(NotAllowed):
        judgements.append(scene.store, scene.collection, scene.me, [scene.act()])


@pytest.mark.parametrize("scene", ["annotator"], indirect=True)
def test_a_session_that_has_ended_writes_no_more(scene: Scene) -> None:
    file = Store(scene.store.path)
    secret = accounts.open_session(file, scene.me)
    acting = file.acting_as(scene.me, secret)
    judgements.append(acting, scene.collection, scene.me, [scene.act()])
    accounts.end_session(file, secret)
    with pytest.raises(NotAllowed):
        judgements.append(acting, scene.collection, scene.me, [scene.act()])


@pytest.mark.parametrize("scene", ["lead"], indirect=True)
def test_a_write_that_asks_for_no_right_fails_in_the_hands_of_a_person(scene: Scene) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        scene.store.db.conn.execute("UPDATE people SET role = 'lead'")


def functions_that_write() -> Iterable[str]:
    """module.function of every public function in data that opens a write transaction."""
    for file in sorted((ROOT / "data").glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if (
                isinstance(node, ast.FunctionDef)
                and not node.name.startswith("_")
                and ".writing(" in ast.unparse(node)
            ):
                yield f"{file.stem}.{node.name}"


def test_every_write_is_walked_above() -> None:
    walked = {*WRITES, *(f"accounts.{name}" for name in SIGNING_IN)}
    assert {name for name in functions_that_write() if name not in walked} == set()


def test_every_right_is_asked_for_somewhere() -> None:
    sources = "".join(
        file.read_text(encoding="utf-8") for room in ("data", "pages") for file in (ROOT / room).rglob("*.py")
    )
    assert {right for right in RIGHTS if sources.count(f'"{right}"') < 2} == set()


def test_only_signing_in_and_out_and_the_command_line_have_the_file_in_their_own_hands() -> None:
    users = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "app.py", *(ROOT / "api").rglob("*.py"), *(ROOT / "pages").rglob("*.py"))
        if re.search(r"file_store\(|\bStore\(|one_store\.", file.read_text(encoding="utf-8"))
    }
    assert users == {
        "api/cookie.py",
        "api/operations.py",
        "api/watching.py",
        "pages/parts/choices.py",
        "pages/parts/frame.py",
        "pages/parts/report.py",
    }

"""The page of what nobody has judged: its evidence is what there is, and its record stands at the top."""

from __future__ import annotations

import pytest

from data import collections, flags, judgements
from data.checking import Upload, check_files
from data.collections import Collection
from data.importing import import_checked
from data.judgements import Act
from data.store import Store
from pages.parts.suspects import judged_suspects
from tests.pages.conftest import Open


@pytest.fixture
def ids_only(store: Store) -> Collection:
    """Runs one and two and no text: "a" and "b" stand together at the top, "y" and "z" in the first run alone."""
    one = "".join(f"q1 Q0 {name} 0 {9 - rank} one\n" for rank, name in enumerate("abyz"))
    two = "".join(f"q1 Q0 {name} 0 {9 - rank} two\n" for rank, name in enumerate("ab"))
    uploads = [Upload("one.trec", one.encode()), Upload("two.trec", two.encode())]
    made = import_checked(store, check_files(store, "ids", uploads))
    query, fragments = collections.query_ids(store, made)["q1"], collections.fragment_ids(store, made)
    acts = [Act(query, fragments[name], "grade", 2) for name in ("a", "z")]
    judgements.append(store, made, collections.add_person(store, "Ana"), acts)
    return made


def test_without_texts_the_evidence_is_the_ranks(store: Store, ids_only: Collection) -> None:
    """By ranks "b" is like "a", which both runs have, and not like "z"."""
    found = judged_suspects(store, ids_only)
    fragments = collections.fragment_ids(store, ids_only)
    b = next(s for s in found.top(flags.AGREED, 5) if s.fragment == fragments["b"])
    assert found.tier == "ranks"
    assert b.nearest.fragment == fragments["a"]
    assert b.twins == ()


def test_the_page_of_a_collection_of_ids_says_what_its_evidence_is(
    ids_only: Collection, open_page: Open
) -> None:
    page = open_page("unjudged", collection="ids")
    assert not page.exception
    assert any("the runs alone" in one.value for one in page.caption)


def test_with_texts_they_are_evidence(store: Store, collection: Collection) -> None:
    assert judged_suspects(store, collection).tier == "text"


def test_the_records_of_both_lists_stand_above_the_rows(
    store: Store, ids_only: Collection, open_page: Open
) -> None:
    """One flag of each list is judged: that where the runs agree was right, the other was not."""
    query, fragments = collections.query_ids(store, ids_only)["q1"], collections.fragment_ids(store, ids_only)
    for name, grade, listed in (("b", 2, flags.AGREED), ("y", 0, flags.ALONE)):
        why = flags.reason(listed, 0.5)
        act = Act(query, fragments[name], "grade", grade, source="flagged", reason=why)
        judgements.append(store, ids_only, collections.add_person(store, "Ana"), [act])
    page = open_page("unjudged", collection="ids")
    texts = [one.value for one in page.markdown]
    assert "**Several runs agree**: Of 1 flagged and judged, 1 was relevant (100%)." in texts
    assert "**Only one run found it**: Of 1 flagged and judged, 0 were relevant (0%)." in texts
    assert page.get("popover")[0].proto.popover.label == "How right were the probabilities?"
    assert not page.get("popover")[0].proto.popover.disabled


def test_what_is_left_of_each_query_follows_a_changed_rule(
    store: Store, ids_only: Collection, open_page: Open
) -> None:
    """Of "a" Ana gave 2 and Luis 0: relevant by the median (1), not by the strictest; "z" is in any case."""
    query, fragments = collections.query_ids(store, ids_only)["q1"], collections.fragment_ids(store, ids_only)
    luis = collections.add_person(store, "Luis")
    judgements.append(store, ids_only, luis, [Act(query, fragments["a"], "grade", 0)])
    page = open_page("unjudged", collection="ids")
    next(one for one in page.toggle if one.label.startswith("Which queries")).set_value(True).run()
    relevant = [page.dataframe[-1].value["Relevant"].tolist()]
    collections.change_collection(store, ids_only, rule="strictest")
    relevant.append(page.run().dataframe[-1].value["Relevant"].tolist())
    assert relevant == [[2], [1]]

"""What a process has read of a collection is read again when it has changed."""

from __future__ import annotations

from data.checking import Upload, check_files
from data.collections import Collection
from data.importing import import_checked
from data.store import Store
from pages.parts.opened import opened


def test_a_query_imported_again_with_another_text_is_shown_with_it(
    store: Store, collection: Collection
) -> None:
    opened(store, collection)
    again = Upload("queries.jsonl", b'{"_id": "q1", "text": "asked anew?"}\n')
    import_checked(store, check_files(store, collection.name, [again]))
    assert "asked anew?" in [query.text for query in opened(store, collection).queries]


def test_what_has_not_changed_is_not_read_again(store: Store, collection: Collection) -> None:
    assert opened(store, collection) is opened(store, collection)

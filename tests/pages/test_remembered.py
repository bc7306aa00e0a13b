"""Which column is what is said once: the next table with the same header comes with it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from data.collections import Collection
from tests.pages.conftest import Open

HEADER = "Wer;Urteil;Stelle;Frage\n"  # names that Quilate cannot know by itself
SAID = {"query": "Frage", "fragment id": "Stelle", "grade": "Urteil"}


def upload(page: AppTest, name: str, row: str) -> AppTest:
    """Drops a table with that header and one row onto the import page."""
    page.selectbox[0].set_value("small").run()
    return page.file_uploader[0].upload(name, f"{HEADER}{row}\n".encode(), "text/csv").run()


def chosen(page: AppTest) -> dict[str, str | None]:
    return {box.label: box.value for box in page.selectbox}


def say_what_the_columns_are(page: AppTest) -> None:
    by_label = {box.label: box for box in page.selectbox}
    by_label["It holds"].set_value("judgements").run()
    for box in page.selectbox:
        if box.label in SAID:
            box.set_value(SAID[box.label])
    next(button for button in page.button if button.label == "Read it so").click().run()


def test_a_second_table_with_the_same_header_is_proposed_the_same_columns(
    open_page: Open, collection: Collection
) -> None:
    first = upload(open_page("load"), "first.csv", "Ann;2;a;q1")
    assert chosen(first)["It holds"] is None
    say_what_the_columns_are(first)
    second = chosen(upload(open_page("load"), "second.csv", "Bo;0;b;q2"))
    assert second["It holds"] == "judgements"
    assert {label: second[label] for label in SAID} == SAID


def test_a_table_with_another_header_is_proposed_nothing(open_page: Open, collection: Collection) -> None:
    say_what_the_columns_are(upload(open_page("load"), "first.csv", "Ann;2;a;q1"))
    page = open_page("load")
    page.selectbox[0].set_value("small").run()
    page.file_uploader[0].upload("other.csv", b"Wer;Urteil;Stelle\nBo;0;b\n", "text/csv").run()
    assert chosen(page)["It holds"] is None

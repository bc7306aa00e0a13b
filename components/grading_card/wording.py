"""The card's words in the reader's language: its scripts hold none of their own."""

from __future__ import annotations

from functools import cache
from typing import Any

from components.words import _, language, speaking


def card_words(is_one: bool = True) -> dict[str, Any]:
    """Name → text. Texts with values are templates with {named} places, filled in the browser.

    is_one: whether one fragment is shown at a time, or the list of a query; else rows on a page.
    """
    return _words(language(), is_one)


@cache
def _words(code: str, is_one: bool) -> dict[str, Any]:
    """Once a language: every grade is answered with all of them."""
    return speaking(
        code,
        lambda: {**_acts(), **_states(), **_labels(), "key_list": _keys() if is_one else _keys_of_rows()},
    )


def _acts() -> dict[str, str]:
    return {
        "cant_tell": _("Can't tell"),
        "later": _("Later"),
        "note": _("Note"),
        "undo": _("Undo"),
        "no_answer": _("No fragment answers this"),
        "no_answer_yes": _("Yes, none answers it"),
        "no_answer_text": _(
            "This is a verdict on the whole query: its fragments are not shown to you any more, and those "
            "without a grade stay without one. You can take it back with Undo."
        ),
        "marks": _("Mark words"),
        "keys": _("Keys"),
        "close": _("Close"),
        "cancel": _("Cancel"),
        "seen": _("I have seen this"),
        "grade_here": _("Grade here instead"),
        "before": _("Show what stands before and after"),
        "after": _("Show what stands before and after"),
        "none_there": _("Nothing: the source ends here."),
        "note_label": _("Note for this fragment; it is kept with your grade"),
        "note_hint": _("Why this grade? Esc goes back to the keys."),
        "example": _("Use as the example of its grade"),
        "sort": _("Sort by"),
        "sort_mixed": _("mixed order"),
        "sort_open": _("not graded first"),
        "sort_grade": _("grade"),
        "sort_length": _("length"),
        "sort_source": _("source"),
        "undone": _("Taken back."),
        "nothing_to_undo": _("Nothing is left to undo."),
    }


def _states() -> dict[str, str]:
    return {
        "saving": _("Saving…"),
        "saved": _("✓ Saved"),
        "not_saved": _("Not saved yet: {n}"),
        "kept": _("Not saved yet: {n}. Kept in this browser, and sent again until the server has it."),
        "keeps_nothing": _("This browser keeps nothing for pages: do not close it before all is saved."),
        "others_waiting": _("Not saved yet for {collection}: {n}. Kept in this browser, and sent from here."),
        "others_saved": _("Saved for {collection}: {n}, kept in this browser until now."),
        "others_refused": _("Not taken for {collection}: {n}. Open that collection to see why."),
        "refused": _("Not taken: “{what}” for {fragment}, because {reason}."),
        "other_tab": _("You grade this collection in another tab already."),
        "other_browser": _(
            "You have this collection open in another browser too. Of a fragment that you grade in both, the "
            "later grade counts."
        ),
        "alike": _("You graded the very same text {grade} for this query ({id})."),
        "list_done": _("This query is done."),
        "list_empty": _("Nothing in this query is left for you"),
        "list_more": _("Query {id} has more."),
        "list_go": _("Go there"),
        "verdict_taken": _("You said that no fragment answers “{query}”."),
        "query_done": _("The query before is done. This is the next one."),
        "next_query": _("The query is done. Next query:"),
        "next": _("Next:"),
        "waiting": _("Waiting for the server…"),
        "waiting_text": _(
            "What you did is kept in this browser. The next fragments come with the connection."
        ),
        "with_others_all": _("Nothing left for you at this moment"),
        "with_others_text": _(
            "Other people have the last fragments before them. This page looks again by itself."
        ),
        "all_done": _("All is done"),
        "all_done_text": _("Nothing in this collection is left for you to judge. Thank you!"),
        "no_pool": _("There is nothing to grade yet"),
        "no_pool_text": _("No run has results for the queries: the lead imports one first."),
        "query_without_text": _("(query {id}: no text was imported)"),
        "no_text": _("(no text was imported for this fragment)"),
        "not_graded": _("not graded"),
        "with_others": _("With other people, or judged: {n}"),
        "where": _("Query {place} of {all} · {id}"),
        "progress_query": _("This query: {done} of {all}"),
        "progress_all": _("Collection: {done} of {all}"),
        "pace": _("{pace} s each · left: query {query}, all {all}"),
    }


def _labels() -> dict[str, str]:
    return {
        "label_card": _("Grading card"),
        "label_fragment": _("Fragment"),
        "label_list": _("Fragments of this query"),
        "label_grades": _("Grade"),
        "label_keys": _("Keys"),
        "label_no_answer": _("No fragment answers this"),
    }


def _keys() -> list[tuple[list[str], str]]:
    """Keys, and what they do."""
    return [
        (["0", "1", "2", "3"], _("Grade, and show the next fragment")),
        (["s"], _("Can't tell: no grade, not shown to you again")),
        (["l"], _("Later: comes again when nothing else is left")),
        (["z", "Ctrl+Z"], _("Undo, as deep as you like")),
        (["n"], _("Write a note; Esc goes back")),
        (["↓", "↑", "PgDn", "PgUp"], _("Scroll a long fragment")),
        (["↓", "↑"], _("In the list: the next fragment, the one before")),
        (["?"], _("Show these keys")),
    ]


def _keys_of_rows() -> list[tuple[list[str], str]]:
    return [
        (["0", "1", "2", "3"], _("Grade the row in hand; the next one is in hand then")),
        (["↓", "↑", "j", "k"], _("The next row, the one before")),
        (["s"], _("Can't tell: no grade, not shown to you again")),
        (["z", "Ctrl+Z"], _("Undo what was graded on this page")),
        (["n"], _("Write a note; Esc goes back")),
        (["?"], _("Show these keys")),
    ]

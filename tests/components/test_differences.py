"""Marks of what differs between two texts."""

from components.differences import marked, marked_texts


def test_the_word_that_differs_is_marked_and_nothing_else():
    assert marked("within 30 days", "within 60 days") == "within <mark>30</mark> days"


def test_texts_that_differ_in_case_or_blanks_have_no_mark():
    assert marked("Within 30  days", "within 30 days") == "Within 30  days"


def test_text_from_people_never_becomes_html():
    assert marked("<b>1</b>", "<b>2</b>") == "&lt;b&gt;<mark>1</mark>&lt;/b&gt;"


def test_each_of_several_is_marked_against_the_first():
    assert marked_texts(["a b", "a c", "a b"]) == ["a <mark>b</mark>", "a <mark>c</mark>", "a b"]

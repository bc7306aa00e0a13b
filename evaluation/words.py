"""Marks strings that people read, so that translators find them; they are translated where they are shown."""

from __future__ import annotations

from collections.abc import Mapping

_SINGULAR: dict[str, tuple[str, str]] = {}


def N_(text: str) -> str:
    """`text` unchanged; the extractor of translatable strings looks for this name."""
    return text


def counted(one: str, many: str, by: str = "count") -> str:
    """The template `many`; `one` is said in its place where the value `by` is 1."""
    _SINGULAR[many] = one, by
    return many


def singular_of(template: str, values: Mapping[str, object]) -> tuple[str, int] | None:
    """The template's singular and the number that it is of; None for a template that counts nothing."""
    if template not in _SINGULAR:
        return None
    one, by = _SINGULAR[template]
    return one, int(str(values[by]))


def in_english(template: str, values: Mapping[str, object]) -> str:
    """The template with its values, in its singular or its plural."""
    singular = singular_of(template, values)
    return (singular[0] if singular and singular[1] == 1 else template).format(**values)

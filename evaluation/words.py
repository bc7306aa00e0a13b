"""Marks strings that people read, so that translators find them; they are translated where they are shown."""


def N_(text: str) -> str:
    """`text` unchanged; the extractor of translatable strings looks for this name."""
    return text

"""Names of measures, as ir_measures writes them: read, and written back in one canonical form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from evaluation.measures.families import FAMILIES, HIGHEST_WHOLE, WHOLE, Cutoff, Family, Value
from evaluation.words import N_

UNKNOWN = N_("the measure “{name}” is not understood: {reason}. Understood are {understood}")
MALFORMED = N_("it is not of the form Name(parameter=value)@cutoff")
NO_SUCH = N_("there is no “{family}”")
NEEDS_CUTOFF = N_("{family} needs a cutoff, as in {family}@{example}")
NO_CUTOFF = N_("{family} has no cutoff")
BAD_CUTOFF = N_("the cutoff of {family} is {kind}")
RECALL = N_("a recall from 0 to 1")
NO_PARAMETER = N_("{family} has no parameter “{parameter}”")
TWICE = N_("“{parameter}” is given twice")
BAD_VALUE = N_("“{parameter}” cannot be {value}: it is {kind}")
NOT_BOTH = N_("binary gain (rel=) and exponential gain are the same; give one of them")

_NUMBER = r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_NAME = re.compile(rf"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?\s*(?:@\s*({_NUMBER}))?\s*")
_PARAMETER = re.compile(
    rf"""\s*([A-Za-z]\w*)\s*=\s*(?:'([^'"]*)'|"([^'"]*)"|({_NUMBER}(?:e-?[0-9]+)?)|(True|False|None|{{[^{{}}]*}}))\s*""",
    re.ASCII,
)
_BETWEEN = re.compile(r",(?![^{}]*})")
_LONGEST_WHOLE = 20
_BY_NAME: dict[str, tuple[Family, Mapping[str, Value]]] = {
    family.name: (family, {}) for family in FAMILIES
} | {alias: (family, given) for family in FAMILIES for alias, given in family.aliases.items()}


class UnknownMeasure(ValueError):
    """A name that is no measure; the message says why and lists what is understood."""

    def __init__(self, name: str, reason: str, **values: object) -> None:
        self.template = UNKNOWN
        self.name = name
        self.reason = reason
        self.values: Mapping[str, object] = values
        self.understood = ", ".join(family.notation for family in FAMILIES)
        said = reason.format(**values)
        super().__init__(UNKNOWN.format(name=name, reason=said, understood=self.understood))


@lru_cache(maxsize=1024)
def read_name(name: str) -> tuple[Family, Value, tuple[tuple[str, Value], ...]]:
    """(family, cutoff, every parameter with its value) of a name. Raises UnknownMeasure."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        raise UnknownMeasure(name, MALFORMED)
    written, inside, cutoff = parts.groups()
    given = _parameters(name, inside or "")
    if written == "NumRet" and "rel" in given:
        written = "NumRelRet"
    if written not in _BY_NAME:
        raise UnknownMeasure(name, NO_SUCH, family=written)
    family, preset = _BY_NAME[written]
    values = _checked(name, family, {**preset, **given})
    return family, _checked_cutoff(name, family, cutoff), tuple(values.items())


def canonical_name(family: Family, cutoff: Value, values: Mapping[str, Value]) -> str:
    """The one way to write it: defaults left out, parameters in the family's order, single quotes."""
    inside = ",".join(
        f"{name}={values[name]!r}"
        for name, parameter in family.parameters.items()
        if parameter.always or values[name] != parameter.default
    )
    return f"{family.name}{f'({inside})' if inside else ''}{'' if cutoff is None else f'@{cutoff}'}"


def _parameters(name: str, inside: str) -> dict[str, Value]:
    given: dict[str, Value] = {}
    for part in _BETWEEN.split(inside) if inside.strip() else ():
        parts = _PARAMETER.fullmatch(part)
        if parts is None:
            raise UnknownMeasure(name, MALFORMED)
        key, single, double, number, other = parts.groups()
        if key in given:
            raise UnknownMeasure(name, TWICE, parameter=key)
        text = single if single is not None else double
        given[key] = text if text is not None else _number(number) if number else _Other(other)
    return given


class _Other(str):
    """What ir_measures takes and no measure here does: True, False, None and gains in braces."""

    __repr__ = str.__str__


def _number(text: str) -> int | float:
    return int(text) if text.removeprefix("-").isdigit() and len(text) < _LONGEST_WHOLE else float(text)


def _checked(name: str, family: Family, given: Mapping[str, Value]) -> dict[str, Value]:
    for key, value in given.items():
        if key not in family.parameters:
            raise UnknownMeasure(name, NO_PARAMETER, family=family.name, parameter=key)
        if not family.parameters[key].accepts(value):
            kind = family.parameters[key].kind
            raise UnknownMeasure(name, BAD_VALUE, parameter=key, value=repr(value), kind=kind)
    values = {key: given.get(key, parameter.default) for key, parameter in family.parameters.items()}
    if values.get("rel") is not None and values.get("dcg", "log2") != "log2":
        raise UnknownMeasure(name, NOT_BOTH)
    return values


def _checked_cutoff(name: str, family: Family, cutoff: str | None) -> Value:
    if cutoff is None:
        if family.cutoff in (Cutoff.NEEDED, Cutoff.RECALL):
            example = "0.5" if family.cutoff is Cutoff.RECALL else "10"
            raise UnknownMeasure(name, NEEDS_CUTOFF, family=family.name, example=example)
        return None
    if family.cutoff is Cutoff.NONE:
        raise UnknownMeasure(name, NO_CUTOFF, family=family.name)
    if family.cutoff is Cutoff.RECALL:
        if not 0 <= float(cutoff) <= 1:
            raise UnknownMeasure(name, BAD_CUTOFF, family=family.name, kind=RECALL)
        return float(cutoff)
    number = _number(cutoff)
    if not isinstance(number, int) or not 1 <= number <= HIGHEST_WHOLE:
        raise UnknownMeasure(name, BAD_CUTOFF, family=family.name, kind=WHOLE)
    return number

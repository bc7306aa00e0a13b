"""The page of definitions for the documentation, made from the measures' own data so it never falls behind.

python -m evaluation.measures_docs > docs/measures.md
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from evaluation.elsewhere import Elsewhere, elsewhere
from evaluation.measures import FAMILIES, Family, Measure, parse_measure
from evaluation.measures.definition import TIES
from evaluation.values import judge

SHOWN = (
    "nDCG(dcg='exp-log2')@10",
    "nDCG@10",
    "nDCG(rel=1)@10",
    "P@5",
    "R@5",
    "Success@5",
    "RR",
    "AP",
    "Rprec",
    "Bpref",
    "infAP",
    "RBP(p=0.8)",
    "RBP_residual(p=0.8)",
    "ERR(gmax=3)@10",
    "F1@10",
    "Judged@10",
    "IPrec@0.5",
    "NumRel",
    "NumRet",
    "NumRelRet",
)
EXAMPLE_RANKING = ("d5", "d7", "d11", "d3", "d2", "d20", "d9", "d14", "d1", "d6")
EXAMPLE_GRADES = {"d3": 3, "d7": 2, "d12": 2, "d20": 1, "d5": 0, "d11": 0}

INTRODUCTION = """\
# Measures

Made from the code by `python -m evaluation.measures_docs > docs/measures.md`; do not edit.

A measure is asked for by its name in the notation of ir_measures: `Name(parameter=value)@cutoff`. Either
quote, blanks and any order of parameters are understood. These are the names and the parameters, with their
defaults (`[@k]`: a cutoff may be given; `@k`: it must be; `rel`: the lowest grade that is relevant):

"""
STATES = """
## What holds for all of them

- **One ranking order.** Score descending, ties by fragment_id descending by code point, scores as 64-bit
  numbers. A fragment that stands twice in a ranking is refused when the run is read.
- **The ideal comes from all judged fragments** of the query, whether a run retrieved them or not.
- **Negative grades** are judgements with gain 0 and never relevant. For Bpref and infAP they mean “in the
  pool, not judged”, as in trec_eval.
- **Three states are kept apart.** *No results*: scores 0 and is in the means. *No relevant fragment known*:
  the measure is undefined, left out of means, and counted beside them. *Not judged*: the query is in no mean.
- **`--like trec_eval`** gives the means of `trec_eval -c`: every judged query counts, undefined as 0.
- **Grades may be huge.** Exponential gains are scaled by 2^−(highest grade of the query), so 2^1100 does not
  overflow; the ratio, and so nDCG, is the same.

## The example

The ranking d5 d7 d11 d3 d2 d20 d9 d14 d1 d6, with the grades d3 = 3, d7 = 2, d12 = 2, d20 = 1, d5 = 0 and
d11 = 0. The values below, and what other tools would give, are computed when this page is made.
"""


def page() -> str:
    """The whole page, Markdown."""
    names = "".join(f"- `{family.notation}`{_aliases(family)}\n" for family in FAMILIES)
    sections = "\n".join(section(parse_measure(name)) for name in SHOWN)
    return f"{INTRODUCTION}{names}{STATES}\n{sections}"


def section(measure: Measure) -> str:
    """One measure: what there is to say, its value in the example, the other tools' values."""
    title = f"## {measure.name}" + (f" ({measure.label})" if measure.label != measure.name else "")
    rows = "".join(f"| {heading} | {text} |\n" for heading, text in measure.definition.rows() if text != TIES)
    ours = _number(example_value(measure))
    lines = "".join(_tools(measure))
    return (
        f"{title}\n\n| | |\n|---|---|\n{rows}\nIn the example: **{ours}**\n\n"
        f"| Tool | its name | value | why |\n|---|---|---|---|\n{lines}"
    )


def example_value(measure: Measure) -> float:
    """Our own value in the example."""
    return float(measure.compute(judge([EXAMPLE_RANKING], [EXAMPLE_GRADES]))[0])


def _tools(measure: Measure) -> Iterator[str]:
    for answer in elsewhere(measure, EXAMPLE_RANKING, EXAMPLE_GRADES):
        called = f"`{answer.called}`" if answer.called else ""
        value = "" if answer.value is None else _number(answer.value)
        yield f"| {answer.tool} | {called} | {value} | {_rules(answer)} |\n"


def _rules(answer: Elsewhere) -> str:
    told = (
        rule.told + ("" if rule in answer.reasons else " (no difference in the example)")
        for rule in answer.rules
    )
    return "; ".join(told) or "the same rule"


def _aliases(family: Family) -> str:
    names = ", ".join(f"`{alias}`" for alias in family.aliases)
    return f" (also {names})" if names else ""


def _number(value: float) -> str:
    return "not a number" if math.isnan(value) else f"{value:.4f}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    print(page(), end="")

"""The measures that the pages show, in their order."""

from evaluation.measures import parse_measure

MAIN = parse_measure("nDCG(dcg='exp-log2')@10")
SHOWN = tuple(
    parse_measure(name)
    for name in (
        MAIN.name,
        "nDCG(rel=1)@10",
        "R@3",
        "R@5",
        "R@10",
        "R@20",
        "R@50",
        "P@3",
        "P@5",
        "P@10",
        "RR",
        "Success@5",
        "Judged@10",
    )
)

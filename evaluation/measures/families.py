"""Every measure there is: its name, parameters, formula and what there is to say about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from evaluation.measures import formulas
from evaluation.measures.seen import EXPONENTIAL, LINEAR
from evaluation.values import Float
from evaluation.words import N_

Value = int | float | str | None
Text = str | Callable[[Mapping[str, Value]], str]
"""A template as in `Definition`, or the choice of one by the values of the parameters."""


class Cutoff(Enum):
    """Whether a measure has a number after “@”."""

    NONE = ""
    NEEDED = "@k"
    OPTIONAL = "[@k]"
    RECALL = "@r"


@dataclass(frozen=True)
class Parameter:
    """What may stand in brackets: kind in words, says as an example.

    default None: left out unless given. always: part of the name even so.
    """

    default: Value
    accepts: Callable[[Value], bool]
    kind: str
    says: str
    always: bool = False


@dataclass(frozen=True)
class Family:
    """A formula and what there is to say about it, whatever its parameters; texts as in `Definition`."""

    name: str
    formula: Callable[..., Float]
    cutoff: Cutoff
    meaning: str
    formula_text: Text
    zero: str
    source: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    gain: Text = ""
    ideal: str = ""
    undefined: str = ""
    range: str = N_("0 to 1")
    total: bool = False
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def notation(self) -> str:
        """How it is written: `P(rel=1)@k`."""
        inside = ",".join(f"{name}={parameter.says}" for name, parameter in self.parameters.items())
        return f"{self.name}{f'({inside})' if inside else ''}{self.cutoff.value}"


HIGHEST_WHOLE = 1_000_000
WHOLE = N_("a whole number from 1 to 1,000,000")


def _is_whole(value: Value) -> bool:
    return isinstance(value, int) and 1 <= value <= HIGHEST_WHOLE


REL = Parameter(1, _is_whole, WHOLE, "1")
BINARY_REL = Parameter(None, _is_whole, WHOLE, "…")
GAIN = Parameter(
    LINEAR, lambda value: value in (LINEAR, EXPONENTIAL), N_("'log2' or 'exp-log2'"), f"'{EXPONENTIAL}'"
)
PERSISTENCE = Parameter(
    0.8,
    lambda value: isinstance(value, float) and 0 < value < 1,
    N_("a number between 0 and 1"),
    "0.8",
    always=True,
)
HIGHEST = Parameter(4, _is_whole, WHOLE, "4")
OF = Parameter(
    "returned",
    lambda value: value in ("returned", "cutoff"),
    N_("'returned' or 'cutoff'"),
    "'cutoff'",
)

NONE_KNOWN = N_(
    "No fragment with grade {rel} or higher is known for the query. Left out of means, counted beside them."
)
NEVER = N_("Never.")
LINEAR_GAIN = N_("The grade; grades below 1 count 0.")
EXPONENTIAL_GAIN = N_("2^grade − 1; grades below 1 count 0.")
BINARY_GAIN = N_("1 for grade {rel} or higher, else 0.")
JUDGED_OF_RETURNED = N_("Judged among the first {k} / min({k}, results). A negative grade is a judgement.")
JUDGED_OF_CUTOFF = N_("Judged among the first {k} / {k}. A negative grade is a judgement.")
NOTHING_FOUND = N_(
    "No fragment with grade {rel} or higher is among the results that count, or there are none."
)
ALL_JUDGED = N_("Over all judged fragments of the query, retrieved or not.")

FAMILIES = (
    Family(
        "nDCG",
        formulas.ndcg,
        Cutoff.OPTIONAL,
        meaning=N_("How close the order of the results comes to the best possible order."),
        formula_text=N_(
            "Sum of gain / log2(rank + 1) over the results that count, divided by the same of the ideal."
        ),
        gain=lambda values: (
            EXPONENTIAL_GAIN
            if values["dcg"] == EXPONENTIAL
            else BINARY_GAIN
            if values["rel"]
            else LINEAR_GAIN
        ),
        ideal=N_("All judged fragments of the query, retrieved or not, best first, cut like the results."),
        zero=N_("None of the results that count has any gain, or there are none."),
        undefined=N_(
            "No fragment with any gain is known for the query. Left out of means, counted beside them."
        ),
        source=N_(
            "Järvelin & Kekäläinen 2002; exponential gain Burges et al. 2005. Linear gain equals trec_eval"
            " ndcg_cut and ir_measures nDCG@k; exponential gain equals ranx ndcg_burges."
        ),
        parameters={"dcg": GAIN, "rel": BINARY_REL},
        aliases={"NDCG": {}},
    ),
    Family(
        "P",
        formulas.precision,
        Cutoff.NEEDED,
        meaning=N_("The share of relevant fragments among the first {k} results."),
        formula_text=N_("Relevant among the first {k} / {k}, also when fewer than {k} were returned."),
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_("trec_eval P."),
        parameters={"rel": REL},
        aliases={"Precision": {}},
    ),
    Family(
        "R",
        formulas.recall,
        Cutoff.NEEDED,
        meaning=N_("The share of all known relevant fragments that is among the first {k} results."),
        formula_text=N_(
            "Relevant among the first {k} / all relevant. With more than {k} relevant, 1 is out of reach."
        ),
        ideal=ALL_JUDGED,
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_("trec_eval recall."),
        parameters={"rel": REL},
        aliases={"Recall": {}},
    ),
    Family(
        "Success",
        formulas.success,
        Cutoff.NEEDED,
        meaning=N_("Whether any relevant fragment is among the first {k} results (hit rate)."),
        formula_text=N_("1 if a relevant fragment is among the first {k}, else 0."),
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_("trec_eval success; ranx hit_rate."),
        parameters={"rel": REL},
    ),
    Family(
        "RR",
        formulas.reciprocal_rank,
        Cutoff.OPTIONAL,
        meaning=N_("How soon the first relevant fragment comes."),
        formula_text=N_("1 / rank of the first relevant fragment among the results that count."),
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_("trec_eval recip_rank, which has no cutoff; its mean over queries is the MRR."),
        parameters={"rel": REL},
        aliases={"MRR": {}},
    ),
    Family(
        "AP",
        formulas.average_precision,
        Cutoff.OPTIONAL,
        meaning=N_("How early the relevant fragments come, all of them counted."),
        formula_text=N_("Sum of the precision at the rank of each relevant fragment that counts / R."),
        ideal=N_("R is the number of relevant fragments over all that is judged, also with a cutoff."),
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_("trec_eval map and map_cut; its mean over queries is the MAP."),
        parameters={"rel": REL},
        aliases={"MAP": {}},
    ),
    Family(
        "Rprec",
        formulas.r_precision,
        Cutoff.NONE,
        meaning=N_("The precision after as many results as there are relevant fragments."),
        formula_text=N_("Relevant among the first R / R, R being the number of relevant fragments."),
        ideal=ALL_JUDGED,
        zero=N_("No relevant fragment is among the first R results, or there are no results."),
        undefined=NONE_KNOWN,
        source=N_("trec_eval Rprec."),
        parameters={"rel": REL},
        aliases={"RPrec": {}},
    ),
    Family(
        "Bpref",
        formulas.bpref,
        Cutoff.NONE,
        meaning=N_(
            "How seldom a judged non-relevant fragment stands above a relevant one; unjudged do not count."
        ),
        formula_text=N_(
            "Sum over the relevant results of 1 − min(n, R) / min(N, R), divided by R; n is how many judged"
            " non-relevant stand above, N how many are known; 1 where n = 0."
        ),
        ideal=ALL_JUDGED,
        zero=N_("Every relevant result has R or more judged non-relevant above it, or none was retrieved."),
        undefined=NONE_KNOWN,
        source=N_(
            "Buckley & Voorhees 2004, as in trec_eval bpref. Negative grades are passed over as unjudged."
        ),
        parameters={"rel": REL},
        aliases={"BPref": {}},
    ),
    Family(
        "infAP",
        formulas.inferred_ap,
        Cutoff.NONE,
        meaning=N_("AP, its precisions inferred from a sample of judgements."),
        formula_text=N_(
            "Sum over the relevant results of (1 + pooled above · (relevant above + e) / (judged above + 2e))"
            " / rank, divided by R; e = 0.00001."
        ),
        ideal=ALL_JUDGED,
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_(
            "Yilmaz & Aslam 2006, as in trec_eval infAP. A negative grade means pooled and not judged."
        ),
        parameters={"rel": REL},
    ),
    Family(
        "RBP",
        formulas.rank_biased_precision,
        Cutoff.OPTIONAL,
        meaning=N_(
            "The chance-weighted relevance met by a reader who goes on to the next result with chance {p}."
        ),
        formula_text=N_(
            "(1 − {p}) · sum of {p}^(rank − 1) over the relevant results that count. Not divided by its maximum."
        ),
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        range=N_(
            "0 to 1 − {p}^R, R at most the results that count; what the unjudged and all below could add is"
            " RBP_residual(p={p}) with the same cutoff"
        ),
        source=N_(
            "Moffat & Zobel 2008; ir_measures RBP(rel=1), p = 0.8 unless given; trec_eval 10 has p = 0.9."
        ),
        parameters={"p": PERSISTENCE, "rel": REL},
    ),
    Family(
        "RBP_residual",
        formulas.rbp_residual,
        Cutoff.OPTIONAL,
        meaning=N_(
            "What RBP(p={p}) would gain if all that is not judged, or below the results that count, were relevant."
        ),
        formula_text=N_("1 − (1 − {p}) · sum of {p}^(rank − 1) over the judged results that count."),
        zero=N_("Cannot be reached: what is below the results that count always adds."),
        undefined=N_("Never; 1 where there are no results."),
        source=N_("Moffat & Zobel 2008. A negative grade is a judgement."),
        parameters={"p": PERSISTENCE},
    ),
    Family(
        "ERR",
        formulas.expected_reciprocal_rank,
        Cutoff.OPTIONAL,
        meaning=N_("How soon a reader who stops at a good result is satisfied."),
        formula_text=N_("Sum over the results that count of s / rank · product of (1 − s) over those above."),
        gain=N_("s = (2^grade − 1) / 2^{gmax}; grades above {gmax} count as {gmax}, below 1 as 0"),
        zero=N_("None of the results that count has grade 1 or higher, or there are none."),
        undefined=N_("No fragment with grade 1 or higher is known for the query."),
        range=N_("0 to 1; the highest value in reach depends on gmax, here {gmax}"),
        source=N_("Chapelle et al. 2009; gdeval.pl and so ir_measures ERR have gmax = 4."),
        parameters={"gmax": HIGHEST},
    ),
    Family(
        "F1",
        formulas.f1,
        Cutoff.OPTIONAL,
        meaning=N_("Precision and recall of the results that count, taken as a set, in one number."),
        formula_text=N_(
            "2 · relevant / (k + R), k being the cutoff or else the number of results: the harmonic mean."
        ),
        ideal=ALL_JUDGED,
        zero=NOTHING_FOUND,
        undefined=NONE_KNOWN,
        source=N_("Without cutoff trec_eval set_F and ir_measures SetF; with one ranx f1."),
        parameters={"rel": REL},
        aliases={"SetF": {}},
    ),
    Family(
        "Judged",
        formulas.judged_share,
        Cutoff.NEEDED,
        meaning=N_("The share of the first {k} results that has been judged."),
        formula_text=lambda values: JUDGED_OF_CUTOFF if values["of"] == "cutoff" else JUDGED_OF_RETURNED,
        zero=N_("None of the first {k} results is judged, or there are none."),
        undefined=NEVER,
        source=N_("ir_measures Judged divides by min(k, results); of='cutoff' divides by k."),
        parameters={"of": OF},
    ),
    Family(
        "IPrec",
        formulas.interpolated_precision,
        Cutoff.RECALL,
        meaning=N_("The best precision at any rank where recall {k} has been reached."),
        formula_text=N_(
            "Maximum of the precision from the ({k} · R)-th relevant fragment on, {k} · R rounded half up."
        ),
        ideal=ALL_JUDGED,
        zero=N_("Recall {k} is never reached, or there are no results."),
        undefined=NONE_KNOWN,
        source=N_("trec_eval 10 iprec_at_recall; version 9 rounds otherwise."),
        parameters={"rel": REL},
    ),
    Family(
        "NumRel",
        formulas.relevant_known,
        Cutoff.NONE,
        meaning=N_("How many relevant fragments are known."),
        formula_text=N_("Count of fragments with grade {rel} or higher, over all that is judged."),
        zero=N_("None is known."),
        undefined=NEVER,
        range=N_("whole numbers; added up over queries, not averaged"),
        source=N_("trec_eval num_rel, with the threshold kept in its total."),
        parameters={"rel": REL},
        total=True,
    ),
    Family(
        "NumRet",
        formulas.results,
        Cutoff.NONE,
        meaning=N_("How many results there are."),
        formula_text=N_("Count of results."),
        zero=N_("There are none."),
        undefined=NEVER,
        range=N_("whole numbers; added up over queries, not averaged"),
        source=N_("trec_eval num_ret."),
        total=True,
    ),
    Family(
        "NumRelRet",
        formulas.relevant_results,
        Cutoff.NONE,
        meaning=N_("How many relevant fragments were retrieved."),
        formula_text=N_("Count of results with grade {rel} or higher."),
        zero=N_("None was retrieved."),
        undefined=NEVER,
        range=N_("whole numbers; added up over queries, not averaged"),
        source=N_("trec_eval num_rel_ret; ir_measures NumRet(rel=1)."),
        parameters={"rel": REL},
        total=True,
    ),
)

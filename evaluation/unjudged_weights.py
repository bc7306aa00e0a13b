"""Weights of the model that tells how likely an unjudged fragment is to be relevant.

Written by bench/learn_unjudged.py, learned from cacm, cisi, cranfield, xquad-es; not to be edited by hand.
A term is a feature, or a feature × a state of its query. PRIOR: the first guess, before judging.
The vectors that `dense` was learned on are stand-ins: latent semantic analysis of the texts.
"""

WEIGHTS: dict[str, dict[str, float]] = {
    "ranks": {
        "intercept": -4.5099,
        "rrf_60": 0.0966607,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.605228,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.0253994,  # share of the runs that retrieve it
        "log_best_rank": -0.142542,  # ln of its best rank
        "top_10_share": 0.785199,  # share of the runs with it in their top 10
        "discount": 1.15927,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.642051,  # mean of ln(101 / rank) over the runs
        "precise_runs": 1.46832,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.78263,  # likewise by its square
        "precise_runs_here": 0.84098,  # likewise by its precision for this query
        "near_relevant": 0.841296,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.0495364,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0658845,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": 0.00463959,  # 1 while nothing relevant is known
        "log_relevant": -0.148478,  # ln of 1 + the relevant known
        "log_judged": -0.130051,  # ln of 1 + the judged
        "log_other": 0.035219,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0.0229018,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0901848,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0.0225629,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": -0.000141066,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0.417059,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0.0964237,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0.114405,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0.0838775,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": -0.00422604,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.96988,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.149627,  # kernel ridge on surprise, by shared queries
        "rrf_10 × none_relevant": 1.20606,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": 0.110215,  # the same, times 1 while nothing relevant is known
        "profile_ridge × log_relevant": 0.14412,  # the same, times ln of 1 + the relevant known
        "together_ridge × log_relevant": 0.362643,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.540444,  # the same, times ln of 1 + the relevant known
    },
    "text": {
        "intercept": -4.68476,
        "rrf_60": 0.0238549,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.16694,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.0649729,  # share of the runs that retrieve it
        "log_best_rank": -0.128302,  # ln of its best rank
        "top_10_share": 0.0790556,  # share of the runs with it in their top 10
        "discount": 0.828883,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.140465,  # mean of ln(101 / rank) over the runs
        "precise_runs": 1.02605,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.22733,  # likewise by its square
        "precise_runs_here": 0.685608,  # likewise by its precision for this query
        "near_relevant": 0.083115,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.0479257,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.0588777,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": -0.0644006,  # 1 while nothing relevant is known
        "log_relevant": -0.124322,  # ln of 1 + the relevant known
        "log_judged": -0.109418,  # ln of 1 + the judged
        "log_other": 0.0106665,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0537265,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0.0579888,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.325892,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0.0316835,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0.048855,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0.018087,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": 0,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.35881,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.371685,  # kernel ridge on surprise, by shared queries
        "query": 0,  # likeness to the query
        "query_words": 0,  # likeness to the query in words
        "query_grams": 0,  # likeness to the query in character n-grams
        "query_centred": 0,  # likeness to the query less the pool's mean
        "feedback": 0.040359,  # likeness to what the runs rank high
        "feedback_top": 0.0493269,  # likeness to the runs' ten best together
        "feedback_centred": 0.112185,  # likeness to what the runs rank high, less the pool's mean
        "neighbours_rank": 2.55409,  # fused rank of the ten most alike
        "neighbours_query": 0.115565,  # likeness to the query of the ten most alike
        "length": -0.0176041,  # ln of its length
        "density": -0.0790192,  # mean likeness to the whole pool
        "text_with_query": 0,  # kernel ridge on the judged, the query as one more relevant text
        "mixed_surprise": 0.580223,  # kernel ridge on surprise, over text, ranks and queries at once
        "neighbours_spread": 4.47655,  # judgements spread over the graph of the most alike
        "neighbours_surprise": 0.922368,  # surprise of the judged among the ten most alike
        "surprise_so_far": -0.0276667,  # how much more relevance there was than a first guess gave
        "text_max_relevant": 0.040968,  # likeness to the nearest relevant, in text
        "text_mean_relevant": 0.543315,  # mean likeness to the relevant, in text
        "text_two_relevant": 0.0320611,  # likeness to the two nearest relevant, in text
        "text_max_other": -0.0323516,  # likeness to the nearest judged other, in text
        "text_mean_other": -0.13362,  # mean likeness to the judged others, in text
        "text_ridge": 0.682074,  # kernel ridge on relevance, in text
        "text_surprise": 0.0456537,  # kernel ridge on surprise, in text
        "text_grade": 0,  # kernel ridge on the grade, in text
        "centred_max_relevant": 0.0767944,  # likeness to the nearest relevant, in text less the pool's
        "centred_mean_relevant": 0.728738,  # mean likeness to the relevant, in text less the pool's
        "centred_two_relevant": 0.0964372,  # likeness to the two nearest relevant, in text less the pool's
        "centred_max_other": 0,  # likeness to the nearest judged other, in text less the pool's
        "centred_mean_other": -0.0181952,  # mean likeness to the judged others, in text less the pool's
        "centred_ridge": 0.889458,  # kernel ridge on relevance, in text less the pool's
        "centred_surprise": 1.47671,  # kernel ridge on surprise, in text less the pool's
        "rrf_10 × none_relevant": 0.673831,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": 0.306017,  # the same, times 1 while nothing relevant is known
        "query × none_relevant": -0.00208963,  # the same, times 1 while nothing relevant is known
        "feedback_top × none_relevant": 0.108134,  # the same, times 1 while nothing relevant is known
        "neighbours_rank × none_relevant": 1.41662,  # the same, times 1 while nothing relevant is known
        "text_ridge × log_relevant": -0.0221664,  # the same, times ln of 1 + the relevant known
        "text_max_relevant × log_relevant": -0.0756943,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.34654,  # the same, times ln of 1 + the relevant known
        "rrf_10 × log_judged": 0.226328,  # the same, times ln of 1 + the judged
        "query × log_judged": -0.0153273,  # the same, times ln of 1 + the judged
        "text_ridge × log_judged": 0.259128,  # the same, times ln of 1 + the judged
    },
    "dense": {
        "intercept": -4.68891,
        "rrf_60": 0.00702671,  # reciprocal rank fusion, constant 60
        "rrf_10": 0.142323,  # reciprocal rank fusion, constant 10: the first ranks count more
        "runs_share": 0.0543555,  # share of the runs that retrieve it
        "log_best_rank": -0.12858,  # ln of its best rank
        "top_10_share": 0.0849829,  # share of the runs with it in their top 10
        "discount": 0.80583,  # mean of 1 / log2(1 + rank) over the runs
        "log_rank": 0.11446,  # mean of ln(101 / rank) over the runs
        "precise_runs": 1.00643,  # discounts weighted by each run's precision so far
        "precise_runs_sharp": 1.21078,  # likewise by its square
        "precise_runs_here": 0.636493,  # likewise by its precision for this query
        "near_relevant": 0.0911885,  # judged relevant fragments within 3 places in the same run
        "near_other": 0,  # judged fragments that are not relevant, likewise
        "elsewhere_relevant": 0,  # judged relevant for queries whose results overlap
        "elsewhere_other": -0.0466983,  # judged not relevant for such queries
        "anywhere_relevant": 0,  # judged relevant for any other query
        "anywhere_other": -0.055524,  # judged not relevant for any other query
        "popular": 0,  # how many queries retrieve it
        "none_relevant": -0.0321729,  # 1 while nothing relevant is known
        "log_relevant": -0.13315,  # ln of 1 + the relevant known
        "log_judged": -0.108583,  # ln of 1 + the judged
        "log_other": 0.0173057,  # ln of 1 + the judged that are not relevant
        "precision_here": 0,  # share of the judged that are relevant, smoothed
        "log_base": 0,  # ln of that share over all queries
        "profile_max_relevant": 0,  # likeness to the nearest relevant, by the runs' ranks
        "profile_mean_relevant": 0.0516435,  # mean likeness to the relevant, by the runs' ranks
        "profile_two_relevant": 0,  # likeness to the two nearest relevant, by the runs' ranks
        "profile_max_other": 0,  # likeness to the nearest judged other, by the runs' ranks
        "profile_mean_other": 0,  # mean likeness to the judged others, by the runs' ranks
        "profile_ridge": 0.00360098,  # kernel ridge on relevance, by the runs' ranks
        "profile_surprise": 0.300765,  # kernel ridge on surprise, by the runs' ranks
        "together_max_relevant": 0.0269035,  # likeness to the nearest relevant, by shared queries
        "together_mean_relevant": 0.04267,  # mean likeness to the relevant, by shared queries
        "together_two_relevant": 0.013283,  # likeness to the two nearest relevant, by shared queries
        "together_max_other": 0,  # likeness to the nearest judged other, by shared queries
        "together_mean_other": 0,  # mean likeness to the judged others, by shared queries
        "together_ridge": 0.297217,  # kernel ridge on relevance, by shared queries
        "together_surprise": 0.339393,  # kernel ridge on surprise, by shared queries
        "query": 0,  # likeness to the query
        "query_words": 0,  # likeness to the query in words
        "query_grams": 0,  # likeness to the query in character n-grams
        "query_centred": 0,  # likeness to the query less the pool's mean
        "feedback": 0.0249272,  # likeness to what the runs rank high
        "feedback_top": 0.0343599,  # likeness to the runs' ten best together
        "feedback_centred": 0.105094,  # likeness to what the runs rank high, less the pool's mean
        "neighbours_rank": 2.38422,  # fused rank of the ten most alike
        "neighbours_query": 0.111439,  # likeness to the query of the ten most alike
        "length": -0.0353028,  # ln of its length
        "density": -0.0833908,  # mean likeness to the whole pool
        "text_with_query": 0,  # kernel ridge on the judged, the query as one more relevant text
        "mixed_surprise": 0.530129,  # kernel ridge on surprise, over text, ranks and queries at once
        "neighbours_spread": 4.30542,  # judgements spread over the graph of the most alike
        "neighbours_surprise": 0.886601,  # surprise of the judged among the ten most alike
        "surprise_so_far": -0.0319657,  # how much more relevance there was than a first guess gave
        "text_max_relevant": 0.010302,  # likeness to the nearest relevant, in text
        "text_mean_relevant": 0.392363,  # mean likeness to the relevant, in text
        "text_two_relevant": 0,  # likeness to the two nearest relevant, in text
        "text_max_other": -0.0166958,  # likeness to the nearest judged other, in text
        "text_mean_other": -0.105055,  # mean likeness to the judged others, in text
        "text_ridge": 0.408527,  # kernel ridge on relevance, in text
        "text_surprise": 0,  # kernel ridge on surprise, in text
        "text_grade": 0,  # kernel ridge on the grade, in text
        "centred_max_relevant": 0.065148,  # likeness to the nearest relevant, in text less the pool's
        "centred_mean_relevant": 0.593802,  # mean likeness to the relevant, in text less the pool's
        "centred_two_relevant": 0.0627979,  # likeness to the two nearest relevant, in text less the pool's
        "centred_max_other": 0,  # likeness to the nearest judged other, in text less the pool's
        "centred_mean_other": 0,  # mean likeness to the judged others, in text less the pool's
        "centred_ridge": 0.596877,  # kernel ridge on relevance, in text less the pool's
        "centred_surprise": 1.41517,  # kernel ridge on surprise, in text less the pool's
        "dense_query": 0,  # likeness of the vectors to the query's
        "dense_feedback": 0.0427897,  # likeness of the vectors to what the runs rank high
        "dense_with_query": 0,  # kernel ridge on the judged, the query as one more relevant vector
        "dense_max_relevant": 0.124639,  # likeness to the nearest relevant, in vectors
        "dense_mean_relevant": 0.390194,  # mean likeness to the relevant, in vectors
        "dense_two_relevant": 0.0481268,  # likeness to the two nearest relevant, in vectors
        "dense_max_other": -0.0119353,  # likeness to the nearest judged other, in vectors
        "dense_mean_other": -0.0549953,  # mean likeness to the judged others, in vectors
        "dense_ridge": 0.61808,  # kernel ridge on relevance, in vectors
        "dense_surprise": 0.184405,  # kernel ridge on surprise, in vectors
        "dense_grade": 0,  # kernel ridge on the grade, in vectors
        "rrf_10 × none_relevant": 0.769441,  # the same, times 1 while nothing relevant is known
        "top_10_share × none_relevant": 0.302507,  # the same, times 1 while nothing relevant is known
        "query × none_relevant": -0.0032398,  # the same, times 1 while nothing relevant is known
        "feedback_top × none_relevant": 0.119006,  # the same, times 1 while nothing relevant is known
        "neighbours_rank × none_relevant": 1.54266,  # the same, times 1 while nothing relevant is known
        "text_ridge × log_relevant": -0.0663291,  # the same, times ln of 1 + the relevant known
        "text_max_relevant × log_relevant": -0.0682582,  # the same, times ln of 1 + the relevant known
        "precise_runs × log_relevant": -0.353266,  # the same, times ln of 1 + the relevant known
        "rrf_10 × log_judged": 0.229182,  # the same, times ln of 1 + the judged
        "query × log_judged": -0.0122985,  # the same, times ln of 1 + the judged
        "text_ridge × log_judged": 0.20956,  # the same, times ln of 1 + the judged
    },
}
PRIOR: dict[str, dict[str, float]] = {
    "ranks": {
        "intercept": -4.11911,
        "rrf_10": 2.81264,
        "top_10_share": 1.45592,
        "runs_share": 0.938062,
        "log_best_rank": -0.179049,
        "log_base": 0,
    },
    "text": {
        "intercept": -4.47829,
        "rrf_10": 1.47505,
        "top_10_share": 0.993454,
        "runs_share": 0.340209,
        "log_best_rank": -0.222835,
        "log_base": 0,
        "query": 0.00659386,
        "feedback_top": 0.171651,
        "neighbours_rank": 6.94588,
    },
    "dense": {
        "intercept": -4.47829,
        "rrf_10": 1.47505,
        "top_10_share": 0.993454,
        "runs_share": 0.340209,
        "log_best_rank": -0.222835,
        "log_base": 0,
        "query": 0.00659386,
        "feedback_top": 0.171651,
        "neighbours_rank": 6.94588,
    },
}

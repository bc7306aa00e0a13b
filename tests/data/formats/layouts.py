"""Small files in every format that is read, written by hand after the layouts that the tools document."""

from __future__ import annotations

import io
import json

import pyarrow as pa
from pyarrow import parquet

QUEPID_BASIC = b"query,docid,rating\nstar wars,3574597,3.0\nstar trek,,"
QUEPID_BOOK_CSV = b"query,docid,Ann Lee,Bo Ray\nstar wars,3574597,3.0,2.0\nstar wars,11,,0.0\n"
QUEPID_TREC = b"17 0 3574597 3.0\n\n17 0 11 0.0\n"
QUEPID_LTR = b"3.0 qid:17 # 3574597 star wars\n"
QUEPID_RATINGS = b'{"queries":[{"query":"star wars","ratings":{"3574597":3.0}}]}'
QUEPID_IMPORT = (
    b'{"case_id":1,"clear_queries":false,"ratings":[{"query_text":"star wars","doc_id":"a b","rating":3}]}'
)
QUEPID_CASE = json.dumps(
    {
        "case_name": "c",
        "queries": [
            {
                "query_text": "star wars",
                "ratings": [{"doc_id": "d1", "rating": 2, "user_email": "ann@example.com"}],
            }
        ],
    }
).encode()
QUEPID_BOOK = b"""{"name":"bob","show_rank":false,"support_implicit_judgements":false,
 "scale":[0,1,2,3],"scale_with_labels":{"0":"Poor","3":"Perfect"},
 "query_doc_pairs":[{"query_text":"Ice Age","doc_id":"425","position":1,
   "document_fields":{"title":"Ice Age","overview":"A mammoth"},"information_need":"a film","notes":null,
   "options":null,
   "judgements":[{"rating":3.0,"unrateable":false,"judge_later":false,
                  "user_email":"ann@example.com","explanation":"exact"},
                 {"rating":null,"unrateable":true,"judge_later":false,"user_email":"bo@example.com"}]}]}"""
QUEPID_RRE = b"""{"id_field":"id","index":"tmdb","template":"template.json",
 "queries":[{"placeholders":{"$query":"star wars"},"relevant_documents":{"3574597":{"gain":3}}}]}"""
RRE = b"""{"index":"basses","corpora_file":"electric_basses.bulk","id_field":"_id",
 "topics":[{"description":"Fender basses",
  "query_groups":[{"name":"Brand search","description":"...",
    "queries":[{"template":"q.json","placeholders":{"$query":"fender"}},
               {"placeholders":{"$query":"jazz bass"},"relevant_documents":{"9":{"rating":1}}}],
    "relevant_documents":{"1":{"gain":3},"2":{}}}]}]}"""
RRE_BY_GAIN = b"""{"queries":[{"placeholders":{"$query":"fender"},
 "relevant_documents":{"3":["193"],"1":["13475","54138"]}}]}"""
SRW = b"""{"name":"Imported Judgments","description":"x","type":"IMPORT_JUDGMENT",
 "judgmentRatings":[{"query":"red dress","ratings":[{"docId":"B077ZJXCTS","rating":"3.000"},
                                                    {"docId":"B07QRCGL3G","rating":"0.000"}]}]}"""
SRW_CSV = b"red dress,B077ZJXCTS,3\nred dress,B07QRCGL3G,0\n"
RANK_EVAL = b"""{"requests":[{"id":"amsterdam_query",
   "request":{"query":{"match":{"text":"amsterdam"}}},
   "ratings":[{"_index":"my_index","_id":"doc1","rating":0},
              {"_index":"my_index","_id":"doc2","rating":3}]}],
 "metric":{"dcg":{"k":10,"normalize":true}}}"""
RANK_EVAL_TEMPLATE = b"""{"templates":[{"id":"t","template":{"inline":{}}}],
 "requests":[{"id":"q1","template_id":"t","params":{"query_string":"amsterdam"},
   "ratings":[{"_index":"i","_id":"doc2","rating":3}]}]}"""
LABEL_STUDIO = b"""[{"id":1,"data":{"query":"Which fee?","text":"The fee is 5.","doc_id":"d1"},
  "annotations":[{"completed_by":{"email":"ann@example.com"},"was_cancelled":false,
    "result":[{"from_name":"grade","to_name":"text","type":"choices","value":{"choices":["3"]}}]},
   {"completed_by":7,"was_cancelled":true,"result":[]}]}]"""
ARGILLA = b"""[{"id":"r1","fields":{"query":"Which fee?","text":"The fee is 5."},"metadata":{"doc_id":"d1"},
  "responses":[{"user_id":"u-1","status":"submitted","values":{"relevance":{"value":2}}},
               {"user_id":"u-2","status":"draft","values":{"relevance":{"value":0}}}]}]"""
ARGILLA_2 = b"""[{"id":"r1","fields":{"query":"Which fee?","text":"The fee is 5."},"metadata":{"doc_id":"d1"},
  "responses":{"relevance":[{"value":2,"user_id":"u-1"}]}}]"""
ARGILLA_FLAT = b"""[{"id":"r1","query":"Which fee?","text":"The fee is 5.","doc_id":"d1",
  "relevance.responses":[2],"relevance.responses.users":["u-1"],"relevance.responses.status":["submitted"]}]"""
RAGAS = (
    b'{"user_input":"Which fee?","retrieved_contexts":["The fee is 5.","Else."],'
    b'"reference_contexts":["The fee is 5."],'
    b'"retrieved_context_ids":["d1","d2"],"reference_context_ids":["d1"],"response":"5","reference":"5"}\n'
)
RAG = (
    b'{"query":"Which fee?","results":[{"id":"d1","text":"The fee is 5.","score":0.9},'
    b'{"text":"Else.","score":0.5}]}\n'
    b'{"query":"Where?","results":[{"id":"d1","text":"The fee is 5.","score":0.2}]}\n'
)
LANGCHAIN = b'[{"page_content":"The fee is 5.","metadata":{"source":"fees.md"}}]'
LANGCHAIN_DUMPED = b"""[{"lc":1,"type":"constructor","id":["langchain","schema","document","Document"],
 "kwargs":{"page_content":"The fee is 5.","metadata":{"source":"fees.md"}}}]"""
LLAMAINDEX = b'[{"id_":"n1","embedding":null,"metadata":{"file_name":"fees.md"},"text":"The fee is 5."}]'
LLAMAINDEX_STORE = (
    b'{"docstore/data":{"n1":{"__data__":{"id_":"n1","metadata":{},"text":"The fee is 5."},"__type__":"1"}}}'
)
DICT_QRELS = b'{"q1": {"d1": 3, "d2": 0}, "q2": {"d1": 1}}'
DICT_RUN = b'{"q1": {"d1": 0.9, "d2": 0.5}}'
MS_MARCO = b"1048585\t7187158\t1\n1048585\t7187157\t2\n2\t7187158\t1\n"
OWN_CSV = b"query_id,fragment_id,grade,person,note\nq1,007,3,Ann,exact\nq1,d2,0,Bo,\n"
IR_DATASETS = b"query_id\tdoc_id\trelevance\titeration\nq1\td 1\t3\t0\n"


def autorag_qa() -> bytes:
    """A `qa` file: two documents that are wanted, the second in two versions."""
    rows = [
        {"qid": "q1", "query": "Which fee?", "retrieval_gt": [["d1"], ["d2", "d3"]], "generation_gt": ["5"]}
    ]
    return _parquet(rows)


def autorag_corpus() -> bytes:
    """A `corpus` file."""
    return _parquet([{"doc_id": "d1", "contents": "The fee is 5.", "metadata": {"a": 1}}])


def _parquet(rows: list[dict[str, object]]) -> bytes:
    file = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows), file)
    return file.getvalue()

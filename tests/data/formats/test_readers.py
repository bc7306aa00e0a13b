"""Our exports as datasette, label-studio-sdk and ragas take them: by their own code, and by schema.

The last two are no dependency of the tests, and read where they are installed: label-studio-sdk 2.1.2 wants numpy
below 2.3, and ragas 0.4.3 brings a gigabyte. Both read these files when this was written, in an environment of their
own (ragas with an empty langchain_community/chat_models/vertexai.py, which it imports and today's
langchain-community lacks).
"""

from __future__ import annotations

import asyncio
import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from datasette.app import Datasette

from data.formats import datasette, label_studio, ragas
from data.formats.beir import BeirFragment, BeirQuery
from data.formats.content import Judgements
from data.formats.golden import Golden
from evaluation.values import Grades

# ragas 0.4.3, ragas.dataset_schema.SingleTurnSample: field → type; other keys are passed over.
RAGAS = {"user_input": str, "reference_contexts": list, "reference_context_ids": list}
# Label Studio's labelling configuration for these tasks.
CONFIG = """<View><Text name="text" value="$text"/>
<Choices name="grade" toName="text"><Choice value="0"/><Choice value="1"/><Choice value="2"/><Choice value="3"/>
</Choices><TextArea name="note" toName="text"/></View>"""


@pytest.fixture
def golden() -> Golden:
    """q1: Ana gave a 3 with a note and b 0, Luis gave a 2; a counts as 2, b as 0."""
    codes = {"query": np.zeros(3, np.int32), "fragment": np.array([0, 0, 1], np.int32)}
    judgements = Judgements(
        ["q1"], ["a", "b"], ["Ana", "Luis"], ["0", "2", "3"],
        **codes, person=np.array([0, 1, 0], np.int32), grade=np.array([2, 1, 0], np.int32), notes={0: "all of it"},
    )  # fmt: skip
    return Golden(
        collection="shop",
        queries={"q1": BeirQuery("q1", "how long?")},
        grades=Grades(
            ["q1"], ["a", "b"], np.zeros(2, np.int32), np.arange(2, dtype=np.int32), np.array([2, 0])
        ),
        judgements=judgements,
        fragments={"a": BeirFragment("a", "Returns", "30 days"), "b": BeirFragment("b", "", "ü")},
    )


@pytest.fixture
def tasks(golden: Golden, tmp_path: Path) -> Path:
    with (tmp_path / "tasks.json").open("wb") as file:
        label_studio.write(golden, file)
    return tmp_path / "tasks.json"


def test_label_studio_gets_numbered_tasks_whose_results_name_control_and_object(tasks: Path) -> None:
    written = json.loads(tasks.read_text())
    assert [task["id"] for task in written] == [1, 2]
    results = [result for task in written for one in task["annotations"] for result in one["result"]]
    assert {(one["from_name"], one["to_name"], one["type"]) for one in results} == {
        ("grade", "text", "choices"),
        ("note", "text", "textarea"),
    }


def test_label_studios_own_converter_reads_the_same_grades(tasks: Path, tmp_path: Path) -> None:
    converter = pytest.importorskip("label_studio_sdk.converter", reason="label-studio-sdk is not installed")
    (tmp_path / "out").mkdir()
    made = converter.Converter(CONFIG, project_dir=str(tmp_path), download_resources=False)
    made.convert_to_json_min(str(tasks), str(tmp_path / "out"), is_dir=False)
    read = json.loads((tmp_path / "out" / "result.json").read_text())
    assert sorted((row["fragment_id"], row["grade"]) for row in read) == [("a", "2"), ("a", "3"), ("b", "0")]


def test_ragas_gets_samples_with_the_fields_and_types_of_its_schema(golden: Golden) -> None:
    file = io.BytesIO()
    ragas.write(golden, file)
    (sample,) = [json.loads(line) for line in file.getvalue().splitlines()]
    assert {key: type(sample[key]) for key in RAGAS} == RAGAS
    assert (sample["reference_contexts"], sample["reference_context_ids"]) == (["30 days"], ["a"])


def test_ragas_itself_reads_the_same_samples(golden: Golden, tmp_path: Path) -> None:
    reader = pytest.importorskip("ragas", reason="ragas is not installed")
    path = tmp_path / "samples.jsonl"
    with path.open("wb") as file:
        ragas.write(golden, file)
    (sample,) = reader.EvaluationDataset.from_jsonl(str(path)).samples
    assert (sample.user_input, sample.reference_contexts, sample.reference_context_ids) == (
        "how long?",
        ["30 days"],
        ["a"],
    )


@pytest.fixture
def served(golden: Golden, tmp_path: Path) -> Datasette:
    """Datasette itself over the file that we export."""
    with (tmp_path / "golden.db").open("wb") as file:
        datasette.write(golden, file)
    return Datasette([str(tmp_path / "golden.db")])


def rows_of(served: Datasette, address: str) -> list[dict[str, Any]]:
    with ThreadPoolExecutor(1) as thread:  # on this one a browser's loop may be running
        answer = thread.submit(asyncio.run, served.client.get(f"/golden/{address}")).result()
    return answer.raise_for_status().json()


def test_datasette_shows_the_same_pairs(served: Datasette) -> None:
    found = rows_of(served, "golden_dataset.json?_shape=array")
    assert [(row["query_id"], row["fragment_id"], row["grade"]) for row in found] == [
        ("q1", "a", 2),
        ("q1", "b", 0),
    ]


def test_datasette_searches_the_texts_of_the_fragments(served: Datasette) -> None:
    found = rows_of(served, "fragments.json?_shape=array&_search=days")
    assert [(row["fragment_id"], row["text"]) for row in found] == [("a", "30 days")]

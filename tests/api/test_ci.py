"""The example of a pipeline in docs/ci.md, run as it stands there against a running server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from data import samples, tokens
from data.collections import find_collection
from data.exporting_runs import RUN_FORMATS, results
from data.store import Store
from tests.browser.conftest import AppServer
from tests.conftest import ROOT


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (ROOT / "docs/ci.md").read_text(encoding="utf-8"), re.S)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """A folder with gate.sh and two runs of the help centre, and the environment of a job beside the running app."""
    folder = tmp_path_factory.mktemp("ci")
    store = Store(folder / "quilate.db")
    samples.load_samples(store)
    for name in ("bm25", "reranked"):
        with (folder / f"{name}.trec").open("wb") as file:
            RUN_FORMATS["trec"](results(store, find_collection(store, "Help centre"), name), file)
    (folder / "gate.sh").write_text(block("sh"), encoding="utf-8")
    server = AppServer(store.path, folder / "log").start()
    token = tokens.add(store, "pipeline", "lead")
    yield folder, {"QUILATE_URL": server.url, "QUILATE_TOKEN": token, "COLLECTION": "Help%20centre"}
    server.stop()


def gate(pipeline: tuple[Path, dict[str, str]], file: str, baseline: str) -> subprocess.CompletedProcess[str]:
    folder, job = pipeline
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    return subprocess.run(
        ["sh", "gate.sh"],
        cwd=folder,
        env={**os.environ, **job, "RUN": "change", "RUN_FILE": f"{file}.trec", "BASELINE": baseline},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_job_fails_where_the_run_is_significantly_worse(pipeline: tuple[Path, dict[str, str]]) -> None:
    job = gate(pipeline, "bm25", baseline="rrf")
    assert '"gate":"failed"' in job.stdout
    assert job.returncode == 1


def test_a_job_passes_where_it_is_not(pipeline: tuple[Path, dict[str, str]]) -> None:
    job = gate(pipeline, "reranked", baseline="rrf")
    assert '"gate":"passed"' in job.stdout
    assert job.returncode == 0


def test_a_job_fails_and_says_why_where_the_server_refuses(pipeline: tuple[Path, dict[str, str]]) -> None:
    (pipeline[0] / "broken.trec").write_text("q1 Q0 a 1 two x\n")
    job = gate(pipeline, "broken", baseline="rrf")
    assert "urn:quilate:refused" in job.stdout
    assert job.returncode != 0


def test_the_app_itself_is_served_beside_it(pipeline: tuple[Path, dict[str, str]]) -> None:
    url = pipeline[1]["QUILATE_URL"]
    with urllib.request.urlopen(f"{url}/grade", timeout=60) as page:
        assert b"<title>Streamlit</title>" in page.read()


def test_the_workflow_sets_everything_that_the_script_needs() -> None:
    job = yaml.safe_load(block("yaml"))["jobs"]["gate"]
    needed = set(re.findall(r"\$\{([A-Z_]+):\?\}", block("sh")))
    assert needed == job["env"].keys()
    assert job["steps"][-1]["run"] == "sh gate.sh"

"""The command line: load, export, and what it says when the input is bad."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import cli
from data import accounts, collections, judgements, one_store
from data.judgements import Act
from data.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = tmp_path / "files"
    files.mkdir()
    (files / "corpus.jsonl").write_text(
        '{"_id": "a", "title": "", "text": "x"}\n{"_id": "b", "title": "", "text": "y"}\n'
    )
    (files / "queries.jsonl").write_text('{"_id": "q1", "text": "what?"}\n')
    (files / "run.trec").write_text("q1 Q0 a 1 2.0 bm25\nq1 Q0 b 2 1.0 bm25\n")
    return files


def run(tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments, "--database", str(tmp_path / "quilate.db")])


def test_load_reads_a_folder(tmp_path: Path, folder: Path) -> None:
    result = run(tmp_path, "load", str(folder), "--collection", "shop")
    assert "shop: 2 fragments, 1 query, 0 judgements, 1 run" in result.stderr
    assert result.exit_code == 0


def test_a_malformed_file_is_refused_with_its_line_and_the_database_stays_as_it_was(
    tmp_path: Path, folder: Path
) -> None:
    run(tmp_path, "load", str(folder), "--collection", "shop")
    before = everything_in(tmp_path)
    (folder / "broken.trec").write_text("q1 Q0 a 1 2.0 new\nq1 Q0 b 2 two new\n")
    result = run(tmp_path, "load", str(folder), "--collection", "shop")
    assert f"{folder / 'broken.trec'}:2: " in result.stderr
    assert result.exit_code == 3
    assert everything_in(tmp_path) == before


def everything_in(folder: Path) -> tuple[bytes, list[str]]:
    """The database file byte for byte, and all that it and its log of writes hold."""
    with closing(sqlite3.connect(folder / "quilate.db")) as database:
        return (folder / "quilate.db").read_bytes(), list(database.iterdump())


def test_a_malformed_qrels_file_is_refused_with_its_line_and_text(tmp_path: Path, folder: Path) -> None:
    run(tmp_path, "load", str(folder), "--collection", "shop")
    before = everything_in(tmp_path)
    (folder / "qrels.txt").write_text("q1 0 a 1\nq1 0 b\n")
    result = run(tmp_path, "load", str(folder), "--collection", "shop")
    assert f'{folder / "qrels.txt"}:2: 3 columns, TREC qrels have 4: "q1 0 b"' in result.stderr
    assert everything_in(tmp_path) == before


def test_export_writes_what_was_graded_and_nothing_else(tmp_path: Path, folder: Path) -> None:
    run(tmp_path, "load", str(folder), "--collection", "shop")
    store = Store(tmp_path / "quilate.db")
    shop = collections.find_collection(store, "shop")
    query, fragments = collections.query_ids(store, shop)["q1"], collections.fragment_ids(store, shop)
    acts = [Act(query, fragments["a"], "grade", 0), Act(query, fragments["b"], "skip")]
    judgements.append(store, shop, collections.add_person(store, "Ana"), acts)
    result = run(tmp_path, "export", "qrels", "--collection", "shop")
    assert result.stdout == "q1 0 a 0\n"


def test_export_in_beir_form_has_its_header(tmp_path: Path, folder: Path) -> None:
    (folder / "qrels.txt").write_text("q1 0 a 2\n")
    run(tmp_path, "load", str(folder), "--collection", "shop")
    result = run(tmp_path, "export", "qrels", "--collection", "shop", "--format", "beir")
    assert result.stdout == "query-id\tcorpus-id\tscore\nq1\ta\t2\n"


def test_a_collection_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path, folder: Path) -> None:
    run(tmp_path, "load", str(folder), "--collection", "shop")
    result = run(tmp_path, "export", "qrels", "--collection", "shpo")
    assert 'No collection is called "shpo". There are: shop.' in result.stderr
    assert result.exit_code == 3


def test_export_does_not_make_a_database(tmp_path: Path) -> None:
    assert run(tmp_path, "export", "qrels", "--collection", "shop").exit_code == 3
    assert not (tmp_path / "quilate.db").exists()


def test_people_add_prints_a_link_that_works_once(tmp_path: Path) -> None:
    result = run(tmp_path, "people", "add", "Ada", "--role", "lead", "--address", "https://q.example/")
    address, _query, token = result.stdout.strip().partition("/?invitation=")
    ada = accounts.accept(Store(tmp_path / "quilate.db"), token, "correct horse battery")
    assert (address, ada.name, ada.role) == ("https://q.example", "Ada", "lead")
    assert run(tmp_path, "people", "list").stdout == "Ada\tlead\tpassword\n"


def test_people_add_refuses_who_stands_for_imported_grades(tmp_path: Path) -> None:
    collections.add_person(Store(tmp_path / "quilate.db"), "imported", "import")
    result = run(tmp_path, "people", "add", "imported")
    assert "cannot sign in" in result.stderr
    assert result.exit_code == 3


def test_an_output_that_cannot_be_written_is_said_in_words(tmp_path: Path, folder: Path) -> None:
    (folder / "qrels.txt").write_text("q1 0 a 2\n")
    run(tmp_path, "load", str(folder), "--collection", "shop")
    result = run(
        tmp_path, "export", "qrels", "--collection", "shop", "-o", str(tmp_path / "nowhere" / "out.qrels")
    )
    assert (result.exit_code, "No such file or directory" in result.stderr) == (3, True)


def test_an_empty_name_of_a_collection_is_wrong_use(tmp_path: Path, folder: Path) -> None:
    result = run(tmp_path, "load", str(folder), "--collection", " ")
    assert (result.exit_code, "a name is needed" in result.stderr) == (2, True)


@pytest.mark.parametrize("content", ["", "other Q0 a 1 2.0 bm25\n"])
def test_a_run_that_answers_none_of_the_queries_is_noted(tmp_path: Path, content: str) -> None:
    (tmp_path / "qrels.txt").write_text("q1 0 a 2\n")
    (tmp_path / "run.trec").write_text(content)
    files = ["--qrels", str(tmp_path / "qrels.txt"), str(tmp_path / "run.trec")]
    result = CliRunner().invoke(cli, ["evaluate", *files, "-m", "RR"])
    assert "has no result for any query of the qrels" in result.stderr


def test_the_command_line_uses_the_database_that_the_app_would(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(one_store.DATABASE, str(tmp_path / "served.db"))
    result = CliRunner().invoke(cli, ["load", str(folder), "--collection", "shop"])
    assert result.exit_code == 0, result.stderr
    assert [there.name for there in collections.all_collections(Store(tmp_path / "served.db"))] == ["shop"]


def test_an_option_goes_before_the_environment(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(one_store.DATABASE, str(tmp_path / "served.db"))
    assert run(tmp_path, "load", str(folder), "--collection", "shop").exit_code == 0
    assert not (tmp_path / "served.db").exists()

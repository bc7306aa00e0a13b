"""How long a person waits for the Compare page of a real collection, from its address to the table of all measures.

    python -m bench.real_collections FOLDER [--repeat 3]

FOLDER holds a folder a collection, as `cli.py load` takes it. First: the first time that anybody opens the page after
the server was started, with all that is read and worked out then. Again: in a new browser, as the next person has it.
Both in a browser that has nothing of the app yet. Clicked: in a browser where the app is open, from the click on its
menu, also the first time that anybody opens the page after the server was started.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from data import collections
from data.store import Store
from tests.browser.conftest import ARGUMENTS, BROWSERS, ROOT, AppServer, wait_until_idle


def main(folder: Path, repeat: int) -> None:
    names = sorted(path.name for path in folder.iterdir() if (path / "corpus.jsonl").exists())
    path = next(path for name in BROWSERS if (path := shutil.which(name)))
    print(
        "| collection | import | clicked, first | from the address, first | again, median |\n|---|---|---|---|---|"
    )
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for name in names:
            database = Path(scratch) / f"{name}.db"
            seconds = load(folder / name, name, database)
            server = AppServer(database, Path(scratch) / "log.txt").start()
            try:
                wait(browser, f"{server.url}/measures?person=Lea")  # the server has imported the app's code
                clicked = click(browser, server, name)
                server.stop()
                server.start()
                wait(browser, f"{server.url}/measures?person=Lea")
                first, *again = [wait(browser, address(server, name)) for _ in range(1 + repeat)]
            finally:
                server.stop()
            print(
                f"| {name} | {seconds:.1f} s | {clicked:.2f} s | {first:.2f} s | {median(again):.2f} s |",
                flush=True,
            )


def load(folder: Path, name: str, database: Path) -> float:
    """Imports the collection; the seconds that took."""
    start = time.perf_counter()
    command = [
        sys.executable,
        "cli.py",
        "load",
        str(folder),
        "--collection",
        name,
        "--database",
        str(database),
    ]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    collections.add_person(Store(database), "Lea", "lead")
    return seconds


def address(server: AppServer, name: str) -> str:
    return f"{server.url}/compare?{urlencode({'person': 'Lea', 'collection': name})}"


def click(browser: Browser, server: AppServer, name: str) -> float:
    """Seconds from the click on the menu until the page's table is there."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.url}/?{urlencode({'person': 'Lea', 'collection': name})}")
    wait_until_idle(page)
    link = page.get_by_test_id("stSidebarNav").get_by_role("link", name="Compare", exact=True)
    link.wait_for()
    wait_until_idle(page)
    start = time.perf_counter()
    link.click()
    page.locator("table").first.wait_for(timeout=120_000)
    seconds = time.perf_counter() - start
    context.close()
    return seconds


def wait(browser: Browser, url: str) -> float:
    """Seconds until the page's table is there, in a browser that has nothing of it yet."""
    context = browser.new_context()
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url)
    page.locator("table").first.wait_for(timeout=120_000)
    seconds = time.perf_counter() - start
    context.close()
    return seconds


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    main(asked.folder, asked.repeat)

"""How fast the grading card is: key → next fragment painted, and key → saved on disk, with 20 others grading.

    python -m bench.grading [--grades 150] [--people 20] [--fragments 11000]

Starts the app over a collection it makes up, opens the card in a headless Chromium and grades once a second,
while the others grade once a second over the same server. Prints the table of docs/benchmarks-grading.md.
Painted: from the time stamp of the key event to the first task after the frame in which the card changed. A page
that only shows another number at a key, measured alike in the same minutes, is what no page could be faster than.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from bench import colleagues
from data import collections, rankings
from data.store import Store
from evaluation.values import Results
from tests.browser.conftest import ARGUMENTS, BROWSERS, AppServer

NAME = "bench"
WATCH = """
window.painted = []; window.saved = [];
const after = (run) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => run(performance.now());
  port2.postMessage(0);
});
window.watchCard = (root) => {
  let pressed = null, waiting = null;
  window.addEventListener("keydown", (event) => { pressed = waiting = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (pressed === null) return;
    const since = pressed; pressed = null;
    after((now) => window.painted.push(now - since));
  }).observe(root.querySelector(".fragment"), { attributes: true, attributeFilter: ["data-key"] });
  new MutationObserver(() => {
    if (waiting === null || root.querySelector(".tick").dataset.waiting !== "0") return;
    const since = waiting; waiting = null;
    after((now) => window.saved.push(now - since));
  }).observe(root.querySelector(".tick"), { attributes: true, attributeFilter: ["data-waiting"] });
};
undefined;
"""
BARE = """
<div class="fragment" data-key="0">0</div><div class="tick" data-waiting="0"></div>
<script>
window.addEventListener("keydown", () => {
  const fragment = document.querySelector(".fragment");
  fragment.textContent = fragment.dataset.key = Number(fragment.dataset.key) + 1;
});
</script>
"""
PRESSES_OF_BARE = 60


def make_up(database: Path, fragments: int, people: int) -> None:
    """A collection of that many fragments of some 200 words, 300 queries, and three runs."""
    rng = np.random.default_rng(7)
    words = np.array(
        [f"{a}{b}" for a in "bdfglmnprst" for b in ("ara", "elo", "ino", "ost", "uri", "an", "eta")]
    )
    store = Store(database)
    for person in ("measured", *(f"colleague {n}" for n in range(people))):
        collections.add_person(store, person)
    made = collections.get_or_create_collection(store, NAME, pool_depth=50)
    names, queries = [f"f{n}" for n in range(fragments)], [f"q{n}" for n in range(300)]
    with store.writing() as db:
        texts = [" ".join(rng.choice(words, 200)) for _ in names]
        collections.put_fragments(
            db, made, ((name, name, text, "", None) for name, text in zip(names, texts, strict=True))
        )
        collections.put_queries(
            db, made, ((name, " ".join(rng.choice(words, 6)), "", "[]") for name in queries)
        )
        ids = collections.query_ids(store, made), collections.fragment_ids(store, made)
        for run in ("a", "b", "c"):
            found = np.concatenate([rng.choice(fragments, 100, replace=False) for _ in queries])
            results = Results(
                name=run,
                query_ids=queries,
                fragment_ids=names,
                query=np.repeat(np.arange(300, dtype=np.int32), 100),
                fragment=found.astype(np.int32),
                score=np.tile(-np.arange(100, dtype=np.float64), 300),
            )
            rankings.add_run(db, made, results, "digest", *ids)


def press_keys(page: Page, grades: int) -> tuple[list[float], list[float]]:
    """Grades once a second; the times key → painted and key → saved, ms."""
    page.evaluate(WATCH)
    page.locator(".fragment").evaluate("fragment => window.watchCard(fragment.getRootNode())")
    for n in range(grades):
        due = time.perf_counter() + 1
        page.keyboard.press(str(n % 4))
        page.wait_for_timeout(max(0.0, due - time.perf_counter()) * 1000)
    page.wait_for_timeout(2000)
    return page.evaluate("window.painted"), page.evaluate("window.saved")


def measure(server: AppServer, grades: int, people: int) -> dict[str, list[float]]:
    """Times in ms: painted and saved in the browser, painted on a bare page, and what the others waited."""
    spawn = multiprocessing.get_context("spawn")
    results = spawn.Queue()
    seconds = grades + PRESSES_OF_BARE + 15
    crew = spawn.Process(target=colleagues.work, args=(server.port, people, NAME, seconds, results))
    with sync_playwright() as playwright:
        path = next(path for name in BROWSERS if (path := shutil.which(name)))
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{server.url}/grade?person=measured&collection={NAME}")
        page.locator(".fragment .title").wait_for(timeout=60_000)
        crew.start()
        page.wait_for_timeout(8000)
        painted, saved = press_keys(page, grades)
        page.close()
        bare_page = browser.new_page(viewport={"width": 1280, "height": 900})
        bare_page.set_content(BARE)
        bare, _ = press_keys(bare_page, PRESSES_OF_BARE)
        browser.close()
    others = results.get(timeout=60)
    crew.join()
    return {"painted": painted, "saved": saved, "bare": bare, "others": [1000 * wait for wait in others]}


def main() -> None:
    """Runs it and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("grades", 150), ("people", 20), ("fragments", 11_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bench.db"
        make_up(database, asked.fragments, asked.people)
        server = AppServer(database, Path(folder) / "log.txt").start()
        try:
            times = measure(server, asked.grades, asked.people)
        finally:
            server.stop()
    print(f"{os.cpu_count()} cores, load average before and after: {before:.1f}, {os.getloadavg()[0]:.1f}\n")
    print("| | n | p50 | p95 | worst |\n|---|---|---|---|---|")
    for name, title in (
        ("painted", "key → next fragment painted"),
        ("saved", "key → “saved” painted"),
        ("bare", "a page with nothing but a number: key → painted"),
        ("others", "the others: sent → saved"),
    ):
        values = np.array(times[name])
        p50, p95 = np.percentile(values, [50, 95])
        print(f"| {title} | {len(values)} | {p50:.1f} ms | {p95:.1f} ms | {values.max():.1f} ms |")


if __name__ == "__main__":
    main()

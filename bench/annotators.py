"""Fifty people grading one collection at once: how long a grade waits, whether anything is judged too often, memory.

    python -m bench.annotators [--people 50] [--every 4] [--seconds 120] [--wanted 2] [--shared 0.1]

Each person is a session of the app's own websocket, as a browser keeps it, and grades what it is served every
`every` seconds; all of it shares the same cores. Prints the table of docs/benchmarks-annotators.md.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import websockets

from bench.colleagues import Colleague
from bench.grading import NAME, make_up
from data import collections, judgements, shares
from data.store import Store
from tests.browser.conftest import AppServer


async def _person(
    port: int, number: int, asked: argparse.Namespace, begin: asyncio.Event, opened: list[int]
) -> list[float]:
    """One person: opens the page, waits for all to have it open, grades until the time is over."""
    address, query = f"ws://localhost:{port}/_stcore/stream", f"person=colleague {number}&collection={NAME}"
    async with websockets.connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        colleague = Colleague(socket, query)
        await colleague.open()
        opened.append(number)
        await begin.wait()
        await asyncio.sleep(asked.every * number / asked.people)
        end = time.perf_counter() + asked.seconds
        while time.perf_counter() < end:
            due = time.perf_counter() + asked.every
            if not await colleague.grade():
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        return colleague.waits


async def _all(port: int, process: int, asked: argparse.Namespace) -> dict[str, Any]:
    begin, opened, first = asyncio.Event(), [], []
    tasks = []
    for number in range(asked.people):
        tasks.append(asyncio.create_task(_person(port, number, asked, begin, opened)))
        while len(opened) <= number and not tasks[-1].done():
            await asyncio.sleep(0.02)
        if number == 0:
            first.append(resident(process))
    before, started = resident(process), worked(process)
    begin.set()
    waits = [wait for some in await asyncio.gather(*tasks) for wait in some]
    return {
        "waits": waits,
        "one": first[0],
        "all": before,
        "end": resident(process),
        "cpu": worked(process) - started,
    }


def crew(port: int, process: int, asked: argparse.Namespace, results: Any) -> None:
    """Runs everybody in a process of their own."""
    results.put(asyncio.run(_all(port, process, asked)))


def worked(process: int) -> float:
    """Processor time of a process so far, s."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """Resident memory of a process, MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def judged_too_often(store: Store, wanted: int) -> tuple[int, int]:
    """(pairs that have more judgements than wanted and are not for everybody, pairs judged)."""
    made = collections.find_collection(store, NAME)
    rows = judgements.given_rows(store, made)
    for_all = shares.shared(made, rows.query, rows.fragment)
    counts = Counter(zip(rows.query[~for_all].tolist(), rows.fragment[~for_all].tolist(), strict=True))
    return sum(count > wanted for count in counts.values()), len(counts)


def main() -> None:
    """Runs it and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (
        ("people", 50),
        ("every", 4.0),
        ("seconds", 120.0),
        ("wanted", 2),
        ("shared", 0.1),
        ("fragments", 11_000),
    ):
        parser.add_argument(f"--{name}", type=type(default), default=default)
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        database, log = Path(folder) / "bench.db", Path(folder) / "log.txt"
        make_up(database, asked.fragments, asked.people)
        store = Store(database)
        made = collections.find_collection(store, NAME)
        collections.change_collection(store, made, wanted=asked.wanted, shared=asked.shared)
        server = AppServer(database, log).start()
        try:
            spawn = multiprocessing.get_context("spawn")
            results = spawn.Queue()
            people = spawn.Process(target=crew, args=(server.port, server.process, asked, results))
            people.start()
            found = results.get(timeout=600 + asked.seconds)
            people.join()
        finally:
            server.stop()
        often, pairs = judged_too_often(store, asked.wanted)
        said = log.read_text()
    report(asked, load, found, often, pairs, said)


def report(
    asked: argparse.Namespace, load: float, found: dict[str, Any], often: int, pairs: int, said: str
) -> None:
    """Prints what was measured."""
    waits = 1000 * np.array(found["waits"])
    p50, p95 = np.percentile(waits, [50, 95])
    per_session = (found["end"] - found["one"]) / max(asked.people - 1, 1)
    print(f"{os.cpu_count()} cores; load average before and after: {load:.1f}, {os.getloadavg()[0]:.1f}\n")
    print("| what | value |\n|---|---|")
    for what, value in (
        ("people, a grade each every", f"{asked.people}, {asked.every:g} s"),
        ("grades saved", f"{len(waits)}"),
        ("sent → saved: p50, p95, worst", f"{p50:.0f} ms, {p95:.0f} ms, {waits.max():.0f} ms"),
        ("pairs judged more often than wanted", f"{often} of {pairs}"),
        ("“database is locked” in the log", f"{said.count('database is locked')}"),
        ("errors in the log", f"{said.count('Traceback')}"),
        (
            "memory of the server with one session, with all, at the end",
            f"{found['one']:.0f} MB, {found['all']:.0f} MB, {found['end']:.0f} MB",
        ),
        ("memory a session, at the end", f"{per_session:.1f} MB"),
        ("processor time of the server a grade", f"{1000 * found['cpu'] / len(waits):.0f} ms"),
    ):
        print(f"| {what} | {value} |")


if __name__ == "__main__":
    main()

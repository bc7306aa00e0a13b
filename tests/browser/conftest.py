"""Starts the app on a free port with a database of the test's own, and a headless browser to drive it."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class AppServer:
    """`streamlit run app.py` over one database: may be killed and started again on the same port."""

    def __init__(self, database: Path, log: Path, *options: str, **environment: str) -> None:
        self.database, self.log, self._options, self._environment = database, log, options, environment
        given = dict(itertools.pairwise(options)).get("--server.port")
        self.port = int(given) if given else free_port()
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, within: float = 90) -> AppServer:
        """Starts the server and returns when it answers. Raises AssertionError with its log otherwise."""
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *command,
                    "--server.headless",
                    "true",
                    "--browser.gatherUsageStats",
                    "false",
                    *self._options,
                ],
                cwd=ROOT,
                env={**os.environ, "QUILATE_DATABASE": str(self.database), **self._environment},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + within
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the app does not answer:\n{self.log.read_text()}")
            time.sleep(0.1)
        return self

    @property
    def process(self) -> int:
        """The server's process id. Raises RuntimeError if it does not run."""
        if self._process is None:
            raise RuntimeError("the server does not run")
        return self._process.pid

    def kill(self) -> None:
        """Ends the server at once (SIGKILL), as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends the server, if it runs."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def open_page(page: Page, title: str) -> None:
    """Follows a link of the menu, as people do: when nothing comes of it, once more."""
    wait_until_idle(page)
    link = page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True)
    there = re.compile(re.escape(link.get_attribute("href") or "") + r"(\?.*)?$")
    link.click()
    try:
        page.wait_for_url(there, timeout=20_000)
    except TimeoutError:
        link.click()
        page.wait_for_url(there, timeout=60_000)


def wait_until_idle(page: Page) -> None:
    """Returns when the server has drawn the page."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Looks again every tenth of a second, for half a minute, whether what the page was asked to do is done."""
    for _ in range(300):
        if holds():
            return
        page.wait_for_timeout(100)
    pytest.fail("the page did not do it")


def free_port() -> int:
    """A port of this computer that nobody listens on."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return int(free.getsockname()[1])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser test that fails is tried once more, since on a busy machine a page may come late.

    The report names every test that needed it ("rerun"): one that often does has a fault to be found.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def start_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], AppServer]]:
    """Starts the app over a database file; every server ends with the tests."""
    servers: list[AppServer] = []

    def start(database: Path) -> AppServer:
        log = tmp_path_factory.mktemp("server") / "log.txt"
        servers.append(AppServer(database, log))
        return servers[-1].start()

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database file of the app under test; a test module overrides this to fill it first."""
    return tmp_path / "quilate.db"


@pytest.fixture
def server(database: Path, start_app: Callable[[Path], AppServer]) -> Iterator[AppServer]:
    """The app over `database`, running."""
    running = start_app(database)
    yield running
    running.stop()


@pytest.fixture
def app(server: AppServer) -> str:
    """The address of the running app."""
    return server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium or Chrome for all tests of the session."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    path = found or (str(MAC_CHROME) if MAC_CHROME.exists() else None)
    if path is None:
        pytest.fail("no Chromium or Chrome found; install one (sudo apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a fresh browser profile, in English."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()

"""Signing in, in a real browser: by name only on one's own computer, by password, by a provider that vouches."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from data import accounts, collections
from data.store import Store
from tests.browser.conftest import AppServer, free_port
from tests.browser.network import Network

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PASSWORD = "correct horse battery"
Serve = Callable[..., AppServer]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts the app with options and environment of the test's own."""
    servers: list[AppServer] = []

    def start(*options: str, **environment: str) -> AppServer:
        servers.append(AppServer(tmp_path / "quilate.db", tmp_path / "log.txt", *options, **environment))
        return servers[-1].start()

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    made.set_default_timeout(30_000)
    yield made
    made.close()


def signed_in(page: Page, name: str) -> None:
    expect(page.get_by_text(f"You are {name}")).to_be_visible(timeout=60_000)


def choose_password(page: Page, link: str, password: str = PASSWORD) -> None:
    page.goto(link)
    page.get_by_label("Choose a password").fill(password)
    page.get_by_label("The same password again").fill(password)
    page.get_by_role("button", name="Start").click()


def give_password(page: Page, name: str, password: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_name_alone_is_refused_when_the_server_listens_to_others(
    context: BrowserContext, serve: Serve
) -> None:
    server = serve("--server.address", "0.0.0.0")
    page = context.new_page()
    page.goto(f"{server.url}/?person=Ada")
    expect(page.get_by_text("this server listens to others as well")).to_be_visible(timeout=60_000)
    expect(page.get_by_label("Your name")).to_have_count(0)


def test_a_name_alone_is_refused_through_a_proxy(context: BrowserContext, serve: Serve) -> None:
    proxy = Network(serve().port, "X-Forwarded-For: 203.0.113.7")
    page = context.new_page()
    page.goto(proxy.url)
    expect(page.get_by_text("came through a proxy")).to_be_visible(timeout=60_000)
    proxy.close()


def kept_cookies(context: BrowserContext) -> list[dict]:
    """The session's cookie as soon as there is one."""
    for _ in range(100):
        if found := [one for one in context.cookies() if one["name"] == "quilate_session"]:
            return found
        context.pages[0].wait_for_timeout(100)
    return []


def test_with_a_password_a_session_lasts_until_one_signs_out_everywhere(
    context: BrowserContext, serve: Serve, tmp_path: Path
) -> None:
    server = serve(QUILATE_SIGN_IN="password")
    token = accounts.invite(Store(server.database), "Ada", "lead")
    page = context.new_page()
    choose_password(page, f"{server.url}/?invitation={token}")
    signed_in(page, "Ada")
    assert token not in page.url
    (cookie,) = kept_cookies(context)
    assert cookie["httpOnly"]
    assert page.evaluate("document.cookie").find("quilate_session") == -1
    page.reload()
    signed_in(page, "Ada")
    other = context.new_page()
    other.goto(server.url)
    signed_in(other, "Ada")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    other.reload()
    expect(other.get_by_label("Password", exact=True)).to_be_visible(timeout=60_000)
    assert accounts.in_session(Store(server.database), cookie["value"]) is None
    give_password(page, "Ada", "wrong horse")
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
    give_password(page, "Ada", PASSWORD)
    signed_in(page, "Ada")
    said = server.log.read_text() + page.url
    assert [secret for secret in (token, PASSWORD, cookie["value"]) if secret in said] == []


def test_a_link_that_was_used_and_an_address_with_a_name_let_nobody_in(
    context: BrowserContext, serve: Serve
) -> None:
    server = serve(QUILATE_SIGN_IN="password")
    store = Store(server.database)
    token = accounts.invite(store, "Ada", "lead")
    accounts.accept(store, token, PASSWORD)
    page = context.new_page()
    page.goto(f"{server.url}/?invitation={token}")
    expect(page.get_by_text("This link has been used before")).to_be_visible(timeout=60_000)
    page.goto(f"{server.url}/people?person=Ada")
    expect(page.get_by_label("Password", exact=True)).to_be_visible(timeout=60_000)


@pytest.fixture
def provider() -> Iterator[str]:
    """The address of an OpenID Connect provider that runs."""
    port = free_port()
    process = subprocess.Popen([sys.executable, str(Path(__file__).with_name("provider.py")), str(port)])
    address = f"http://localhost:{port}"
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"{address}/keys", timeout=2).close()
            break
        except (urllib.error.URLError, OSError):
            assert process.poll() is None, "the provider has ended"
            assert time.monotonic() < deadline, "the provider does not answer"
            time.sleep(0.1)
    yield address
    process.terminate()
    process.wait()


@pytest.fixture
def by_provider(serve: Serve, provider: str, tmp_path: Path) -> AppServer:
    """The app that leaves signing in to the provider: leads by group, annotators by e-mail address."""
    secrets, port = tmp_path / "secrets.toml", free_port()
    secrets.write_text(
        f"""[auth]
redirect_uri = "http://localhost:{port}/oauth2callback"
cookie_secret = "a long enough secret for the tests"
client_id = "quilate"
client_secret = "a secret of the tests"
server_metadata_url = "{provider}/.well-known/openid-configuration"
[quilate]
sign_in = "oidc"
role_claim = "groups"
[quilate.roles]
lead = ["leads"]
annotator = ["luis@example.org", "ada@example.org"]
"""
    )
    server = serve("--secrets.files", str(secrets), "--server.port", str(port))
    return server


def by_way_of(page: Page, url: str, who: str) -> None:
    page.goto(url)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name=who).click()


@pytest.mark.parametrize(("who", "role"), [("ada", "lead"), ("luis", "annotator")])
def test_a_provider_vouches_and_the_role_comes_from_a_claim_or_an_address(
    context: BrowserContext, by_provider: AppServer, who: str, role: str
) -> None:
    page = context.new_page()
    by_way_of(page, by_provider.url, who)
    signed_in(page, who.title())
    assert [person.role for person in collections.people(Store(by_provider.database))] == [role]
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible(timeout=60_000)


def test_an_address_that_the_provider_has_not_verified_gives_no_role(
    context: BrowserContext, by_provider: AppServer
) -> None:
    page = context.new_page()
    by_way_of(page, by_provider.url, "eve")
    expect(page.get_by_text("nobody has given you a role here")).to_be_visible(timeout=60_000)
    assert collections.people(Store(by_provider.database)) == []

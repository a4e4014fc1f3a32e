"""Hostile pages, proxies and clients: who is answered, and with what."""

from pathlib import Path

import pytest

from tests.tui.server.ssh_clients import Door
from tests.tui.server.web.browsers import Browser, Window


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1", "https://127.0.0.1:1"])
def test_only_our_own_pages_may_send_forms_and_open_windows(site: Door, origin: str) -> None:
    browser = Browser(site)
    reply = browser.post("/join", {"name": "mallory"}, Origin=origin)
    assert (reply.status, reply.cookie) == (403, None)
    assert browser.post("/link", {"word": "a"}, Origin=origin).status == 403
    assert browser.post("/forget", {}, Origin=origin).status == 403
    browser.cookie = "x" * 43
    assert browser.open(Origin=origin).status == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "games.example", "127.0.0.1:1"])
def test_only_the_sites_own_name_is_answered(site: Door, host: str) -> None:
    browser = Browser(site)
    for path in ("/", "/play", "/files/own/page.css", "/nothing"):
        assert browser.get(path, Host=host).status == 421, path
    assert browser.post("/join", {"name": "mallory"}, Host=host).status == 421
    assert browser.open(Host=host).status == 421


def test_a_page_of_another_name_of_this_computer_is_not_our_own(site: Door) -> None:
    """127.0.0.1 and localhost are two origins."""
    reply = Browser(site).post("/join", {"name": "mallory"}, Host=f"localhost:{site.web_port}")
    assert reply.status == 403


def test_every_answer_forbids_other_hosts_and_inline_scripts(site: Door) -> None:
    browser = Browser(site)
    for path in ("/", "/play", "/nothing", "/files/front/js/textual.js", "/favicon.ico", "/ws"):
        headers = browser.get(path).headers
        policy = dict(rule.split(maxsplit=1) for rule in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'"
        assert policy["style-src"] == "'self' 'unsafe-inline'"
        assert policy["connect-src"] == f"'self' ws://127.0.0.1:{site.web_port}"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'" and policy["form-action"] == "'self'"
        assert headers["X-Content-Type-Options"] == "nosniff"
    for path in ("/", "/play"):
        text = browser.get(path).text
        assert "<script>" not in text and "onclick" not in text and "//" not in text.replace(site.url, "")


def test_no_file_but_those_of_the_front_end_is_served(site: Door) -> None:
    browser = Browser(site)
    for path in (
        "../pages.py",
        "own/../../pages.py",
        "own/%2e%2e/%2e%2e/pages.py",
        "own/",
        "front",
        "own/play.html",
        "/etc/passwd",
    ):
        assert browser.get(f"/files/{path}").status == 404, path


def test_a_form_is_small_and_of_the_forms_kind(site: Door) -> None:
    browser = Browser(site)
    assert browser.post("/join", {"name": "x" * 5000}).status == 413
    assert browser.post("/join", {"name": "x"}, Content_Type="application/json").status == 415


def test_a_window_says_first_who_it_is(site: Door) -> None:
    browser = Browser(site)
    browser.join("senya")
    window = Window(browser, None, (80, 24), {"Origin": site.url})
    window.send(b"x")
    assert window.ends() == 1008


def test_the_address_is_the_one_that_the_named_proxy_tells(public: Door) -> None:
    """The rightmost one that is no named proxy: what a client writes itself stands left of it."""
    through = Browser(public, "127.0.0.9")
    through.is_direct = False
    for number in range(2):
        told = f"203.0.113.{number}, 198.51.100.7, 127.0.0.9"
        assert through.post("/join", {"name": f"guest-{number}"}, X_Forwarded_For=told).status == 303
    assert "guest-1 is a new member from 198.51.100.7" in public.log
    full = through.post("/join", {"name": "guest-2"}, X_Forwarded_For="198.51.100.7")
    assert full.status == 409 and "Too many new members have joined from 198.51.100.7" in full.text
    assert through.post("/join", {"name": "guest-3"}, X_Forwarded_For="198.51.100.8").status == 303
    liar = Browser(public, "127.0.0.10")
    liar.is_direct = False
    for number in range(2):
        assert liar.post("/join", {"name": f"liar-{number}"}, X_Forwarded_For=f"192.0.2.{number}").status == 303
    assert liar.post("/join", {"name": "liar-2"}, X_Forwarded_For="192.0.2.9").status == 409
    assert "liar-1 is a new member from 127.0.0.10" in public.log


def test_a_site_with_a_name_answers_to_no_other(public: Door) -> None:
    browser = Browser(public)
    browser.is_direct = False
    assert browser.get("/").status == 200
    for host in ("127.0.0.1", f"127.0.0.1:{public.web_port}", "localhost", "games.example:80", "www.games.example"):
        assert browser.get("/", Host=host).status == 421, host
    assert "wss://games.example" in browser.get("/").headers["Content-Security-Policy"]


def test_the_web_process_has_neither_key_nor_club(site: Door) -> None:
    """Among its open files there is none of the server's folder, and its environment is empty."""
    web = next(pid for pid in site.processes() if "tui.server.web.process" in Path(f"/proc/{pid}/cmdline").read_text())
    files = [str(path.readlink()) for path in Path(f"/proc/{web}/fd").iterdir()]
    assert not [name for name in files if str(site.home) in name]
    assert Path(f"/proc/{web}/environ").read_text() == ""

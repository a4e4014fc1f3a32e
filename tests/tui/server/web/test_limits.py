"""Limits hold for browsers, too: a slow or silent one holds up itself alone."""

import contextlib
import socket
from pathlib import Path

import psutil
import pytest

from tests.limits import LIMIT, until
from tests.tui.server.ssh_clients import Door
from tests.tui.server.web.browsers import Browser

_MEGABYTE = 1024 * 1024
#: The end of the rules of Mezo, and how often they are asked for: more bytes than all sockets in between can hold.
_LAST_WORDS, _TIMES = "No text that we have read names the other four.", 100


def _web_process(door: Door) -> int:
    return next(pid for pid in door.processes() if "tui.server.web.process" in Path(f"/proc/{pid}/cmdline").read_text())


def test_whoever_does_not_read_holds_up_only_their_own_process(site: Door) -> None:
    deaf, other = Browser(site), Browser(site)
    deaf.join("deaf")
    other.join("lively")
    window = deaf.open(lines=True)
    window.hears("quit leaves.")
    window.stop_reading()
    pids = [_web_process(site), site.process.pid]
    before = [psutil.Process(pid).memory_info().rss for pid in pids]
    window.type(*["rules mezo"] * _TIMES)
    lively = other.open()
    lively.sees("The club")
    lively.send(b"m")
    lively.sees("Members of the club")
    lively.cut()
    after = [psutil.Process(pid).memory_info().rss for pid in pids]
    assert all(late - early < 4 * _MEGABYTE for early, late in zip(before, after, strict=True))
    assert window.text.count(_LAST_WORDS) < _TIMES, "it has read"
    window.read_on()
    window.hears(_LAST_WORDS, _TIMES)
    window.type("quit")
    assert window.ends() == 4000


def test_whoever_presses_no_key_has_to_go(site: Door) -> None:
    browser = Browser(site)
    browser.join("sleepy")
    window = browser.open()
    window.sees("The club")
    site.leap()
    window.hears("No key was pressed for 240 min")
    assert window.ends() == 4000


def test_a_member_has_so_many_windows_and_lost_ones_make_room(site: Door) -> None:
    browser = Browser(site)
    browser.join("manifold")
    windows = [browser.open() for _ in range(5)]
    for window in windows:
        window.sees("The club")
    sixth = browser.open()
    assert sixth.ends() == 4003 and "already logged in 5 times" in sixth.is_told("refused")
    windows[0].break_off()
    instead = browser.open()
    instead.sees("The club")
    for window in (*windows[1:], instead):
        window.cut()


def test_newcomers_are_counted_by_address(tmp_path: Path) -> None:
    with Door(tmp_path, "--web", "127.0.0.1:0", "--limit", "newcomers-an-hour=1") as door:
        assert Browser(door).join("first").status == 303
        second = Browser(door).join("second")
        assert second.status == 409 and "Too many new members" in second.text
        assert Browser(door, "127.0.0.2").join("third").status == 303


def test_nobody_new_comes_into_a_closed_club(tmp_path: Path) -> None:
    with Door(tmp_path, "--web", "127.0.0.1:0", "--closed") as door:
        reply = Browser(door).join("vera")
        assert reply.status == 409 and "This club is closed" in reply.text


def test_whoever_guesses_has_to_pause(tmp_path: Path) -> None:
    with Door(tmp_path, "--web", "127.0.0.1:0", "--limit", "failures-an-address=3") as door:
        guesser = Browser(door)
        for _ in range(8):
            reply = guesser.link("aaaa-aaaa-aaaa-aaaa")
        assert "Too many attempts from your address" in reply.text
        thief = Browser(door)
        thief.cookie = "x" * 43
        assert thief.open().ends() == 4003, "a cookie is guessed on"
        assert Browser(door, "127.0.0.2").join("vera").status == 303


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"], ids=["silent", "half a request"])
def test_connections_that_ask_nothing_keep_nobody_out(tmp_path: Path, said: bytes) -> None:
    limits = ("connections=40", "connections-an-address=30")
    words = [word for limit in limits for word in ("--limit", limit)]
    with Door(tmp_path, "--web", "127.0.0.1:0", *words) as door, contextlib.ExitStack() as lines:
        browser = Browser(door)
        browser.join("anna")
        window = browser.open()
        window.sees("The club")
        for number in range(120):
            address = f"127.0.0.{2 + number % 4}"
            line = socket.create_connection(("127.0.0.1", door.web_port), LIMIT, (address, 0))
            lines.enter_context(line)
            line.sendall(said)
        flooding = Browser(door, "127.0.0.2")
        assert flooding.get("/").status == Browser(door).get("/").status == 200
        window.send(b"m")
        window.sees("Members of the club")
        window.cut()


def test_the_web_process_is_replaced_and_windows_come_back(site: Door) -> None:
    browser = Browser(site)
    browser.join("patient")
    window = browser.open(window="77" * 16)
    window.sees("The club")
    psutil.Process(_web_process(site)).kill()
    window.ends()
    site.leap()

    def is_back() -> bool:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", site.web_port), LIMIT).close()
        return "the web process was lost, and is replaced" in site.log

    until(is_back, "the web process is not replaced")
    again = browser.open()
    again.sees("The club")
    again.cut()


def test_a_server_that_stops_says_so_in_every_window(tmp_path: Path) -> None:
    with Door(tmp_path, "--web", "127.0.0.1:0") as door:
        browser = Browser(door)
        browser.join("anna")
        window = browser.open()
        window.sees("The club")
        door.close()
        window.hears("The server is stopping. Every move is saved; come back soon.")
        window.ends()

"""Hostile clients against a real server: whatever strangers do, members come in."""

import contextlib
import fcntl
import os
import signal
import socket
import struct
import termios
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from saves.club.auth import Authenticator
from saves.club.store import Club
from tests.limits import LIMIT, until
from tests.tui.server.ssh_clients import Door
from tests.tui.server.strangers import Flood, Stranger, text_of

FEW = {
    "guests": 2,
    "guests-a-key": 2,
    "strangers": 4,
    "strangers-an-address": 3,
    "unsigned": 8,
    "unsigned-an-address": 4,
    "failures-an-address": 100,
    "channels": 10,
}
#: Bytes; a pipe has room for 64 kB.
_NEARLY_A_PIPE = 60_000


def _limits(limits: dict[str, float]) -> list[str]:
    return [word for name, number in limits.items() for word in ("--limit", f"{name}={number:g}")]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A server with few places of each kind, where nobody has to go because of the time."""
    with Door(tmp_path_factory.mktemp("guarded"), *_limits({**FEW, "session-seconds": 9000})) as door:
        door.member("anna", "boris")
        yield door


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A server that is let leap over the hours in which whoever does not get on has to go."""
    times = {"question-seconds": 9000, "session-seconds": 9000, "sign-in-seconds": 9000}
    with Door(tmp_path_factory.mktemp("brief"), *_limits({**times, "strangers-an-address": 20})) as door:
        door.member("anna", "deaf", "orphan")
        yield door


def test_newcomers_who_never_answer_take_no_members_place(guarded: Door) -> None:
    crowd = [Stranger(guarded, f"crowd-{number}") for number in range(12)]
    asked = [one.open() for one in crowd if one.is_in]
    assert len(asked) == FEW["strangers-an-address"]
    for process in asked:
        text_of(process, "the name you want?")
    assert all("Too many new guests" in one.refusal for one in crowd if not one.is_in)
    elsewhere = Stranger(guarded, "elsewhere", address="127.0.0.3")
    assert elsewhere.is_in and not Stranger(guarded, "one-too-many", address="127.0.0.4").is_in
    members = [guarded.call("anna"), guarded.call("boris")]
    for caller in members:
        caller.hears("quit leaves.")
        caller.type("quit")
        assert caller.ends() == 0
    for one in (*crowd, elsewhere):
        one.leave()
    until(lambda: Stranger(guarded, "patient").is_in, "the places of strangers stay taken")


def test_a_stranger_has_one_session(guarded: Door) -> None:
    stranger = Stranger(guarded, "twofold", address="127.0.0.5")
    text_of(stranger.open(), "the name you want?")
    text_of(stranger.open(), "Your name comes first", is_error=True)
    stranger.leave()


def test_the_question_does_not_wait_for_ever(brief: Door) -> None:
    stranger = Stranger(brief, "silent")
    process = stranger.open()
    text_of(process, "the name you want?")
    brief.leap()
    text_of(process, "come again when you like.", is_error=True)
    brief.leap()
    stranger.until_closed()


def test_a_stranger_is_asked_once_and_cannot_keep_the_place(brief: Door) -> None:
    """One session after the other would keep the connection, and with it one of few places, for ever."""
    stranger = Stranger(brief, "squatter")
    process = stranger.open()
    text_of(process, "the name you want?")
    stranger.write(process, b"no\n")
    stranger.until_ended(process)
    with pytest.raises(asyncssh.ChannelOpenError):
        stranger.open()
    brief.leap()
    stranger.until_closed()


def test_a_connection_without_a_session_has_to_go(brief: Door) -> None:
    for stranger in (Stranger(brief, "nobody"), Stranger(brief, "anna", key="anna")):
        assert stranger.is_in
        brief.leap()
        stranger.until_closed()
    bare = Stranger(brief, "anna", key="anna")
    assert bare.open_channels(2) == 2
    brief.leap()
    bare.until_closed()  # channels on which nothing is asked for are no sessions


def test_a_connection_whose_session_has_ended_has_to_go(brief: Door) -> None:
    once = Stranger(brief, "anna", key="anna")
    once.until_ended(once.open("keys list"))
    brief.leap()
    once.until_closed()


def test_a_link_needs_a_code_that_is_outstanding(guarded: Door) -> None:
    refused = [Stranger(guarded, "link", address="127.0.0.6") for _ in range(10)]
    assert not any(one.is_in for one in refused)
    assert all("No link code is valid now" in one.refusal for one in refused)
    with Club.open(guarded.address) as club:
        code = Authenticator(club).new_link_code("anna")
    linked = Stranger(guarded, "link", address="127.0.0.6")
    text_of(linked.open(code), "this key logs you in as anna")
    linked.leave()
    assert not Stranger(guarded, "link", address="127.0.0.6").is_in, "the code was used"


def test_a_connection_has_ten_channels(guarded: Door) -> None:
    greedy = Stranger(guarded, "anna", key="anna")
    assert greedy.open_channels(50) == FEW["channels"]
    assert guarded.tell("boris", "keys list").code == 0
    greedy.leave()


def test_many_who_come_at_once_wait_and_are_not_taken_for_each_other(guarded: Door) -> None:
    """While a server is busy, as many wait as it says; then most are dropped before SSH has begun on them."""
    guarded.process.send_signal(signal.SIGSTOP)
    try:
        lines = [
            socket.create_connection(("127.0.0.1", guarded.port), LIMIT, (f"127.0.1.{number}", 0))
            for number in range(1, 251)
        ]
    finally:
        guarded.process.send_signal(signal.SIGCONT)
    assert guarded.tell("anna", "keys list").code == 0
    assert "unforeseen" not in guarded.log
    for line in lines:
        line.close()


def test_silent_connections_keep_nobody_out(guarded: Door) -> None:
    with Flood(guarded, "127.0.0.8") as flood:
        for _ in range(3):
            before = flood.count
            assert guarded.tell("anna", "keys list").code == 0
            until(lambda before=before: flood.count > before, "the flood has dried up")  # type: ignore[misc]
        flooding = Stranger(guarded, "anna", key="anna", address="127.0.0.8")
        assert not flooding.is_in, "the flooding address does not have to pause"


def test_the_log_folds_what_repeats_and_keeps_every_refusal(guarded: Door) -> None:
    before = guarded.log.count("did not sign in")
    refused = [Stranger(guarded, "Anna", address="127.0.0.7") for _ in range(8)]
    assert not any(one.is_in for one in refused)
    until(lambda: "'Anna' from 127.0.0.7 did not sign in" in guarded.log, "the log does not tell who did not come in")
    assert guarded.log.count("'Anna' from 127.0.0.7 was declined") == 8
    assert guarded.log.count("did not sign in") - before == 1


def test_whoever_is_dismissed_and_does_not_read_has_to_go(brief: Door) -> None:
    """A guest who asks for much and reads nothing keeps neither the place nor the connection."""
    deaf = Stranger(brief, "deaf", key="deaf")
    process = deaf.open(window=4096)
    text_of(process, "quit leaves.")
    deaf.stop_reading(process)
    deaf.write(process, b"rules mezo\n" * 100)
    until(lambda: _is_stuck(brief), "there is always somebody who reads")
    with Club.open(brief.address) as club:
        club.dismiss("deaf")
    until(lambda: "deaf was dismissed, and had to go" in brief.log, "nobody is dismissed")
    brief.leap()
    until(lambda: "deaf left after" in brief.log, "the place stays taken")
    brief.leap()
    deaf.until_closed()


def _is_stuck(door: Door) -> bool:
    """Whether some process has written more than anybody reads."""
    return any(_unread_bytes(pid) > _NEARLY_A_PIPE for pid in door.processes()[2:])


def _unread_bytes(pid: int) -> int:
    """Return how many bytes wait in the pipe that is the standard output of a process."""
    with contextlib.suppress(OSError):
        descriptor = os.open(f"/proc/{pid}/fd/1", os.O_RDONLY | os.O_NONBLOCK)
        try:
            return struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4))[0]
        finally:
            os.close(descriptor)
    return 0


def test_guests_of_a_lost_parent_go_on_and_can_be_dismissed(brief: Door) -> None:
    caller = brief.call("orphan")
    caller.hears("quit leaves.")
    os.kill(brief.processes()[1], signal.SIGKILL)
    until(lambda: "the warm parent was lost" in brief.log, "the parent lives")
    caller.type("keys list")
    caller.hears("SHA256:")
    with Club.open(brief.address) as club:
        club.dismiss("orphan")
    caller.ends()
    assert "You are no longer a member of this club." in caller.refusal
    until(lambda: brief.tell("anna", "keys list").code == 0, "nobody comes in any more")


def test_few_descriptors_are_not_used_up_by_strangers(tmp_path: Path) -> None:
    """Where the host allows 128 open files, connections that say nothing leave some for members."""
    with Door(tmp_path, *_limits({"unsigned-an-address": 500, "failures-an-address": 9999}), descriptors=128) as door:
        door.member("anna")
        lines = [socket.create_connection(("127.0.0.1", door.port), LIMIT, ("127.0.0.2", 0)) for _ in range(200)]
        assert door.tell("anna", "keys list").code == 0
        for line in lines:
            line.close()
        assert "cannot be accepted" not in door.log
        assert "the host allows too few open files" in door.log

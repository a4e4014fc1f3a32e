"""What an operator relies on: limits, the log, stopping and starting again, tables at which nobody is."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import registry
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.conftest import ROOT, Samovar, run_process
from tests.limits import LIMIT, until
from tests.tui.server.ssh_clients import CLIENTS, Door, is_alive

LIMITS = {
    "guests-a-key": 2,
    "newcomers-an-hour": 1,
    "unsigned": 4,
    "line-letters": 120,
    "tables": 1,
    "table-lines": 2,
    "disk-megabytes": 1,
    # Whoever has to go makes room, and has not come to the end of this.
    "sign-in-seconds": round(10 * LIMIT),
}
NOTE = """#!/bin/sh
env > "$0.$$" && mv "$0.$$" "$0.$SAMOVAR_KIND"
printf '%s: %s\\n' "$1" "$2" >> "$0.told"
"""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A door whose keeper allows next to nothing."""
    folder = tmp_path_factory.mktemp("strict")
    (folder / "motd").write_text("Tea at five.\n\x1b[31mBring cake.\n")
    program = folder / "tell"
    program.write_text(NOTE)
    program.chmod(0o700)
    options = [word for name, number in LIMITS.items() for word in ("--limit", f"{name}={number}")]
    with Door(folder, "--guests", "3", "--motd", str(folder / "motd"), "--notify", str(program), *options) as door:
        door.member("anna", "boris", "vera", "oleg")
        yield door


def test_only_so_many_guests_come_in(strict: Door) -> None:
    held = [strict.call("anna"), strict.call("anna"), strict.call("boris")]
    for caller in held:
        caller.hears("quit leaves.")
    fourth = strict.tell("vera", "club list")
    assert fourth.code == 1 and fourth.refusal == "All 3 places are taken; try again later.\n"
    held.pop().cut()
    until(lambda: strict.tell("vera", "club list").code == 0, "there is no room after somebody has left")
    third = strict.tell("anna", "club list")
    assert third.code == 1 and "You are already logged in 2 times" in third.refusal
    for caller in held:
        caller.type("quit")
        caller.ends()


def test_whoever_does_nothing_for_long_has_to_go(hasty: Door) -> None:
    hasty.member("idler")
    idler = hasty.call("idler")
    idler.hears("quit leaves.")
    hasty.leap()
    assert idler.ends() != 0
    assert "No key was pressed for 240 min" in idler.refusal


def test_only_so_many_new_members_come_from_an_address(strict: Door) -> None:
    assert strict.tell("first", "keys list", b"yes\n").code == 0
    second = strict.tell("second", "keys list", b"yes\n")
    assert second.code == 255 and "Too many new members have joined from 127.0.0.1" in second.refusal
    assert strict.tell("first", "keys list").code == 0


def test_whoever_does_not_sign_in_makes_room(strict: Door) -> None:
    lines = [socket.create_connection(("127.0.0.1", strict.port)) for _ in range(12)]
    assert strict.tell("anna", "keys list").code == 0, "nobody comes in any more"
    until(lambda: sum(map(_is_closed, lines)) >= 8, "more than four stay")
    for line in lines:
        line.close()


def _is_closed(line: socket.socket) -> bool:
    """Whether the server has ended this connection."""
    line.setblocking(False)
    try:
        while line.recv(4096):  # the greeting, and then perhaps the end
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def test_lines_tables_logs_and_disk_have_their_limits(strict: Door) -> None:
    long = strict.call("anna")
    long.type("club list " + "x" * 200)
    assert long.ends() == 2 and "at most 120 letters" in long.refusal
    assert strict.tell("anna", "club new mezen --seats me,open", b"quit\n").code == 0
    more = strict.tell("anna", "club new mezen --seats me,open", b"quit\n")
    assert more.code == 2 and "You already have a seat at 1 table;" in more.refusal
    playing = strict.call("vera", "club new mezen --seats me,bot:novice", answers=_first)
    table = playing.hears("\n").split()[1]
    playing.hears(f"The log of table {table} is full: it has 2 lines.")
    playing.cut()
    assert strict.tell("boris", "saves list").code == 0
    folder = strict.folder / "door" / "members"
    for home in folder.iterdir():
        (home / "ballast").write_bytes(b"x" * 1_048_000)
    full = strict.tell("boris", "play mezen", b"1\n1\n1\nquit\n")
    assert "your 1 MB are full" in full.text
    for home in folder.iterdir():
        (home / "ballast").unlink()


def test_the_keepers_message_is_told_once(strict: Door) -> None:
    told = strict.call("vera")
    assert "Tea at five.\n?[31mBring cake.\n" in told.hears("quit leaves.")
    told.type("quit")
    told.ends()
    again = strict.call("vera")
    assert "Tea" not in again.hears("quit leaves.")
    again.type("quit")
    again.ends()
    assert "Tea" not in strict.tell("anna", "keys list").text


def test_the_operators_message_is_read_at_a_terminal(strict: Door) -> None:
    """After Enter the lobby opens, and what is typed then is for the lobby."""
    told = strict.call("oleg", terminal=(80, 24))
    assert "Tea at five." in told.hears("Press Enter.")
    told.send(b"\r")
    told.sees("new table")
    told.send(b"\x03")
    assert told.ends() == 0
    again = strict.call("oleg", terminal=(80, 24))
    again.sees("new table")
    assert "Tea" not in again.text
    again.send(b"\x03")
    assert again.ends() == 0


def test_bots_of_a_table_with_nobody_there_are_played_and_the_next_person_is_told(strict: Door) -> None:
    """Oleg leaves while a bot is to move; the door plays it, and tells whoever is to decide then."""
    with Club.open(strict.address) as club:
        places = (SeatTerms("Adept", "adept"), SeatTerms("oleg"))
        table = club.new_table(Terms("novgorod", registry.get_game("novgorod").edition, "oleg", places))
        until(lambda: "oleg" in club.table_summary(table).head.turn, "nobody plays the bot")
    told = strict.home / "tell.told"
    until(lambda: told.exists() and "oleg: " in told.read_text(), "oleg is not told")
    lines = told.read_text().splitlines()
    assert lines.count(f"oleg: It is your turn at table {table}: Novgorod with Adept.") == 1
    assert not [line for line in lines if line.startswith(("Adept", "Novice"))]
    given = {line.partition("=")[0] for line in (strict.home / "tell.turn").read_text().splitlines()}
    assert given - {"PWD", "OLDPWD", "SHLVL", "_"} == {"PATH", "HOME", "LANG", "SAMOVAR_KIND"}, "a fixed environment"


def test_a_member_chooses_when_to_be_told(strict: Door) -> None:
    shown = strict.tell("vera", "club notices turn=never finished=once --at 7 --zone Europe/Berlin")
    assert shown.code == 0 and "turn        never\n" in shown.text, shown.refusal
    assert "once a day  at 7:00, Europe/Berlin\n" in shown.text and "At most 6 an hour at once" in shown.text
    assert strict.tell("vera", "club notices turn=often").code == 2
    screen = strict.call("vera", terminal=(80, 24))
    screen.until(lambda: "Press Enter." in screen.text or "new table" in screen.screen(), "the lobby")
    screen.send(b"\r" if "Press Enter." in screen.text else b"")
    screen.sees("new table")
    screen.send(b"t")
    screen.sees("Notices while you are away")
    screen.sees("7:00, Europe/Berlin")
    screen.send(b"\x1b[C")
    screen.until(lambda: "never" not in screen.screen(), "another choice")
    screen.send(b"\x03")
    screen.ends()
    assert "turn        at once\n" in strict.tell("vera", "club notices").text


def test_the_log_tells_who_came_and_no_moves(strict: Door) -> None:
    assert strict.tell("anna", "play mezen", b"1\nquit\n").code == 0
    assert strict.tell("Anna", "keys list", key="stranger").code == 255
    log = strict.folder / "logs" / "door.log"
    assert log.stat().st_mode & 0o777 == 0o600
    assert re.search(r"^\S+ \S+ anna came from 127\.0\.0\.1 \(SHA256:", strict.log, re.M)
    assert "'Anna' from 127.0.0.1 was declined: Anna belongs to a member with another key." in strict.log
    assert "mezen" not in strict.log and "Tea" not in strict.log


def test_closing_tells_the_guests_and_keeps_their_moves(tmp_path: Path) -> None:
    """And so does opening again: the same key, the same port, every table goes on, also after a kill."""
    client = CLIENTS[-1]
    with Door(tmp_path) as door:
        door.member("anna", "boris")
        screen = door.call("anna", "play gzhel --seats you,you:Boris", terminal=(80, 24), client=client)
        screen.sees("Boris")
        lines = door.call("boris", "club new mezen --seats me,anna", client=client)
        table = lines.hears("Waiting for").split()[1]
        key = door.told.splitlines()[1]
        assert door.close() == ""
        assert door.process.returncode == 0
        assert screen.ends() == 143 and "The server is stopping." in screen.text.splitlines()[-1]
        assert lines.ends() == 130 and "The server is stopping." in lines.refusal
        door.open()
        assert door.told.splitlines()[1] == key
        boris = door.call("boris", f"club join {table}", client=client, answers=_first)
        boris.hears("Waiting for")
        anna = door.call("anna", f"club join {table}", client=client, answers=_first)
        anna.until(lambda: len(anna.questions) > 3, "questions")
        descendants = door.processes()
        door.process.kill()
        door.process.wait()
        until(lambda: not any(map(is_alive, descendants)), "they outlive the door")
        anna.ends()
        boris.ends()
        door.open()
        again = [door.call(name, f"club join {table}", client=client, answers=_first) for name in ("anna", "boris")]
        for caller in again:
            assert caller.ends() == 0, (caller.text[-2000:], caller.refusal)
        assert again[0].text.splitlines()[-1] == again[1].text.splitlines()[-1]


def _first(moves: object) -> str:
    return "1"


def test_a_puzzle_is_weighed(door: Door) -> None:
    door.member("solver")
    weighed = door.tell("solver", "puzzles mezen", b"1\n" * 12)
    assert weighed.code == 0 and "The best turn" in weighed.text and "What now?" in weighed.text


def test_whose_time_is_used_up_has_no_puzzle_weighed(hasty: Door) -> None:
    """A turn is weighed by the workers, not in the guest's own process: where they may not think, nobody does."""
    hasty.member("solver")
    refused = "used up this hour's thinking time"
    until(lambda: refused in hasty.tell("solver", "puzzles mezen", b"1\n" * 12).refusal, "there is time without end")


def test_a_lost_warm_parent_is_replaced(strict: Door) -> None:
    warm = strict.processes()[1]
    os.kill(warm, signal.SIGKILL)
    until(lambda: strict.tell("anna", "keys list").code == 0, "nobody comes in any more")
    assert "the warm parent was lost" in strict.log


# Without a door of ours


def test_a_forced_command_treats_words_the_same_way(tmp_path: Path) -> None:
    home = {"SAMOVAR_HOME": str(tmp_path / "keeper"), "SAMOVAR_CLUB": ""}
    lines = run_process(["guest", "anna"], "club list\nkeys list\nquit\n", home)
    assert lines.returncode == 0 and lines.stdout.startswith("Samovar. You are anna.")
    words = run_process(["guest", "anna"], "quit\n", {**home, "SSH_ORIGINAL_COMMAND": "club new mezen"})
    assert words.stdout.startswith("table ") and "table created by anna" in words.stdout
    bad = run_process(["guest", "anna"], "", {**home, "SSH_ORIGINAL_COMMAND": "club list --as boris; id"})
    assert bad.returncode == 2 and "There is no option '--as'" in bad.stderr
    wrong = run_process(["guest", "a b"], "", home)
    assert wrong.returncode == 2 and "cannot be a member's name" in wrong.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    {
        "--port 70000": "is not in the range",
        "--limit nonsense=1": "There is no limit 'nonsense'",
        "--limit tables=many": "is not a value that this limit can have",
        "--motd /nowhere/motd": "cannot be read",
        "--notify /nowhere/program": "cannot be run",
        "--club nonsense": "The address of a club is",
        "--listen 203.0.113.1": "cannot listen on 203.0.113.1",
    }.items(),
)
def test_what_cannot_be_served_is_told_in_a_sentence(samovar: Samovar, text: str, sentence: str) -> None:
    done = samovar("serve", "--port", "0", *text.split())
    assert done.returncode in (1, 2) and sentence in done.stderr and done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_told(door: Door) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli.main", "serve", "--port", str(door.port)],
        capture_output=True, text=True, timeout=LIMIT, cwd=ROOT, env={**os.environ, "SAMOVAR_HOME": str(door.folder)},
    )  # fmt: skip
    assert done.returncode == 1 and "cannot listen on 127.0.0.1" in done.stderr and done.stderr.count("\n") == 1

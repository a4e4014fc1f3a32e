"""A member who is away is told although the server is killed, or its program fails; and once where neither happens."""

import os
import signal
from pathlib import Path

from saves.club.notices import SENDING_SECONDS
from saves.club.store import Club
from tests.limits import until
from tests.saves.club.tables import terms
from tests.tui.server.ssh_clients import Door

#: Says that it runs, waits until it may go on, and says whom it has told.
SLOW = """#!/bin/sh
echo $$ >> "$0.begun"
while [ ! -e "$0.go" ]; do sleep 0.05; done
printf '%s: %s\\n' "$1" "$2" >> "$0.told"
"""
#: Fails until it may go on.
FAILING = """#!/bin/sh
echo $$ >> "$0.begun"
[ -e "$0.go" ] || exit 75
printf '%s: %s\\n' "$1" "$2" >> "$0.told"
"""


class Program:
    """The operator's program, and what it has written beside it."""

    def __init__(self, folder: Path, text: str) -> None:
        self.path = folder / "tell"
        self.path.write_text(text)
        self.path.chmod(0o700)

    def lines(self, name: str) -> list[str]:
        path = self.path.with_suffix(f".{name}")
        return path.read_text().splitlines() if path.exists() else []

    def go_on(self) -> None:
        self.path.with_suffix(".go").touch()


def _invite(club: Club) -> str:
    return club.new_table(terms("mezen", "anna", "boris"))


def _state(club: Club) -> str:
    ((state,),) = club.query("SELECT state FROM club_notices")
    return str(state)


def _let_time_pass(club: Club) -> None:
    """Let the minutes pass after which what nobody has confirmed is told again."""
    with club.transaction() as transaction:
        transaction.run("UPDATE club_notices SET settled = settled - ?", SENDING_SECONDS)
        club.wake_lobby(transaction)


def test_a_server_that_is_killed_while_it_tells_somebody_does_so_after_its_next_start(tmp_path: Path) -> None:
    program = Program(tmp_path, SLOW)
    with Door(tmp_path, "--notify", str(program.path)) as door, Club.open(door.address) as club:
        door.member("anna", "boris")
        table = _invite(club)
        until(lambda: bool(program.lines("begun")), "the program does not run")
        door.process.kill()
        door.process.wait()
        os.kill(int(program.lines("begun")[0]), signal.SIGKILL)
        assert _state(club) == "sending" and not program.lines("told")
        program.go_on()
        door.open()
        _let_time_pass(club)
        until(lambda: _state(club) == "sent", "boris is never told")
        assert program.lines("told") == [f"boris: anna invites you to table {table}: Mezen."]


def test_a_program_that_fails_is_run_again_later(tmp_path: Path) -> None:
    program = Program(tmp_path, FAILING)
    with Door(tmp_path, "--notify", str(program.path)) as door, Club.open(door.address) as club:
        door.member("anna", "boris")
        _invite(club)
        until(lambda: "for boris ended with code 75" in door.log, "the failure is not in the log")
        assert _state(club) == "sending"
        program.go_on()
        _let_time_pass(club)
        until(lambda: _state(club) == "sent", "boris is never told")
        assert len(program.lines("begun")) == 2 and len(program.lines("told")) == 1


def test_a_server_that_closes_waits_for_the_program_that_it_runs(tmp_path: Path) -> None:
    program = Program(tmp_path, SLOW)
    with Door(tmp_path, "--notify", str(program.path)) as door, Club.open(door.address) as club:
        door.member("anna", "boris")
        _invite(club)
        until(lambda: bool(program.lines("begun")), "the program does not run")
        door.process.terminate()
        program.go_on()
        door.process.wait()
        assert _state(club) == "sent" and len(program.lines("told")) == 1

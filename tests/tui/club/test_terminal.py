"""Two members at real terminals: the whole way from the command line to the screen and back to the shell."""

import time
from pathlib import Path
from typing import Any

from saves.club.store import Club
from tests.tui.club.people import Room
from tests.tui.sessions.terminal import Program
from tui.club.guest import open_table

LIMIT = 60.0


def shows(program: Program, words: str) -> None:
    deadline = time.monotonic() + LIMIT
    while words not in "\n".join(program.screen.display):
        assert time.monotonic() < deadline, "\n".join(program.screen.display)
        program.read(quiet=0.05, limit=0.2)


def test_two_screens_at_one_table(sqlite_room: Room, home: Path) -> None:
    words = ("-m", "tui.cli", "club")
    environment: dict[str, Any] = {"SAMOVAR_HOME": str(home), "SAMOVAR_CLUB": sqlite_room.address}
    with (
        Club.open(sqlite_room.address) as club,
        Program(*words, "new", "mezen", "--seed", "7", "--seats", "me,boris", "--as", "anna", **environment) as anna,
    ):
        shows(anna, "Waiting for boris; here now: anna")
        (table,) = (found.id for found in club.tables("waiting"))
        with Program(*words, "join", table, "--as", "boris", "--ascii", **environment) as boris:
            shows(boris, "Waiting for anna.")
            shows(anna, "Announce")
            anna.send("1")
            shows(boris, "announces")
            match = open_table(club, table).match
            assert match is not None and len(match.log) == 1
            boris.send("\x03")
            boris.wait(LIMIT)
            boris.read()
            assert boris.status == 0
            assert f"Your seat stays yours; samovar club join {table} goes on." in "\n".join(boris.screen.display)
            assert club.here(table) == ["anna"]

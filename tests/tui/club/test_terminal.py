"""Two members at real terminals: the whole way from the command line to the screen and back to the shell."""

from pathlib import Path
from typing import Any

from saves.club.store import Club
from tests.tui.club.members import Room
from tests.tui.programs.pseudo_terminal import Program
from tui.club.client import open_table


def test_two_screens_at_one_table(sqlite_room: Room, home: Path) -> None:
    words = ("-m", "tui.cli.main", "club")
    environment: dict[str, Any] = {"SAMOVAR_HOME": str(home), "SAMOVAR_CLUB": sqlite_room.address}
    with (
        Club.open(sqlite_room.address) as club,
        Program(*words, "new", "mezen", "--seed", "7", "--seats", "me,boris", "--as", "anna", **environment) as anna,
    ):
        anna.shows("Waiting for boris; here now: anna")
        (table,) = (found.id for found in club.tables("waiting"))
        with Program(*words, "join", table, "--as", "boris", "--ascii", **environment) as boris:
            boris.shows("Waiting for anna.")
            anna.shows("Call an animal")
            anna.send("1\r")
            boris.shows("anna called the horse")
            match = open_table(club, table).match
            assert match is not None and len(match.log) == 1
            boris.send("\x03")
            assert boris.ends() == 0
            assert f"Your seat is kept; samovar club join {table} continues it." in boris.text
            assert club.presence.members(table) == ["anna"]

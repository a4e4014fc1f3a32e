"""The server ends the time of seats at whose tables nobody is, by a clock that the test moves."""

import pytest

from core.bots import plan_turn
from saves.club.store import Club
from tests.tui.club.screens import lay
from tui.club.client import open_table, save_projection
from tui.server.bot_player import ServerBotPlayer

BEGIN = 1_800_000_000.0
DAY = 86400.0


class Clock:
    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> float:
        return self.now


@pytest.mark.usefixtures("capsys")
def test_a_bot_takes_a_seat_over_once_its_time_has_run_out(address: str) -> None:
    clock = Clock()
    with Club.open(address, clock=clock) as club:
        table = lay(club, "mezen", "anna", "boris", limit=3 * DAY, when_over="bot")
        patient = lay(club, "mezen", "anna", "boris", limit=3 * DAY, when_over="nothing")
        for name in (table, patient):
            save_projection(club, name, open_table(club, name))
        assert club.table_summary(table).head.due == BEGIN + 3 * DAY
        server = ServerBotPlayer(club, plan_turn)
        server.check_tables()
        clock.now += 3 * DAY - 1
        server.check_tables()
        assert open_table(club, table).seats[0].sits
        clock.now += 1
        server.check_tables()
        projection = open_table(club, table)
        assert (projection.seats[0].level, projection.stood_in) == ("novice", {"anna"})
        assert projection.awaited_seats == [1], "the bot has moved, too"
        assert open_table(club, patient).seats[0].sits

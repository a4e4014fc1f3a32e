"""A ship of Novgorod sails along its route in three frames, which any key hurries and settings turn off."""

from typing import Any

import msgspec
import pytest

import themes
from core import registry
from core.games.novgorod.moves import SAIL
from core.games.novgorod.phases import ROUTE, USE
from core.match import Match, Seat
from core.view import Target
from saves.settings import AT_ONCE, Settings
from tests.tui.games.test_novgorod import greedy
from tests.tui.match.words_in_sight import WINDOW
from tests.tui.sessions.fake_time import FakeScheduler
from tui.match.board_view import BoardLook, load_board_view
from tui.match.layout import MatchLayout
from tui.sessions.bots import InProcessBots
from tui.sessions.local import LocalSession
from tui.sessions.pacing import FRAMES
from tui.sessions.session import SessionServices

PLAIN = Settings(confirm_turn=False)


class Table:
    """A match in which somebody has just set sail."""

    def __init__(self, seed: int = 5, settings: Settings = PLAIN) -> None:
        self.scheduler = FakeScheduler()
        services = SessionServices(InProcessBots(), self.scheduler, settings)
        match: Any = Match.new(registry.get_game("novgorod"), [Seat("Anna"), Seat("Boris")], {}, seed)
        while match.state.phase != ROUTE or len(match.state.route) < 2 or SAIL not in match.legal_moves:
            match.play(greedy(match))
        self.cities = [slot for slot in match.state.route if slot < 8]
        self.session = LocalSession(match, None, services, seats={match.state.actor})
        self.session.start()
        self.session.submit([SAIL])
        assert match.state.phase == USE

    def board(self) -> Any:
        board: Any = load_board_view("novgorod")(self.session)
        board.look = BoardLook(MatchLayout(WINDOW), themes.load_palette("novgorod", "dark"))
        return board

    def sailed(self) -> float:
        found: float = self.board().legs_sailed(self.cities)
        return found

    def chart(self) -> list[str]:
        left, _ = self.board().pictures()
        return ["".join(row) for row in left.chars]


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_ship_sails_in_three_frames(seed: int) -> None:
    table = Table(seed)
    legs = len(table.cities) - 1
    assert legs and table.session.moment is not None
    charts = [table.chart()]
    assert table.sailed() == 0
    assert table.scheduler.step() and table.sailed() == legs / 2
    charts.append(table.chart())
    assert table.scheduler.step() and table.sailed() == legs and table.session.frame == FRAMES - 1
    charts.append(table.chart())
    assert charts[0] != charts[1] != charts[2], "the ship is seen elsewhere in each"
    assert table.scheduler.step() and table.session.moment is None and table.chart() == charts[2]


def test_a_key_hurries_it() -> None:
    table = Table()
    table.session.skip()
    assert table.session.moment is None and table.scheduler.now == 0
    assert table.sailed() == len(table.cities) - 1


@pytest.mark.parametrize("change", [{"movement": False}, {"payoff": False}, {"pace": AT_ONCE}], ids=str)
def test_without_movement_nothing_is_waited_for(change: dict[str, Any]) -> None:
    table = Table(settings=msgspec.structs.replace(PLAIN, **change))
    assert table.session.moment is None and table.sailed() == len(table.cities) - 1


def test_the_harbours_of_the_route_stay_readable() -> None:
    """The ship keeps off the cards while it sails."""
    table = Table()
    before = table.board().target_regions()
    cards = [before[Target("city", city)] for city in range(8)]
    rest = table.chart()
    while table.session.moment is not None:
        table.scheduler.step()
        shown = table.chart()
        for card in cards:
            assert [row[card.x : card.right] for row in shown[card.y : card.bottom]] == [
                row[card.x : card.right] for row in rest[card.y : card.bottom]
            ]

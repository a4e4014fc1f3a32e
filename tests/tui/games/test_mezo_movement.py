"""A pyramid of Mezo rises in three frames, which any key hurries and a setting turns off."""

from typing import Any

import pytest

import themes
from core import bots, registry
from core.bots.player import bot_rng
from core.games.mezo.moves import PickPiece
from core.match import Match, Seat
from saves.settings import Settings
from tests.tui.match.words_in_sight import WINDOW
from tests.tui.sessions.fake_time import FakeScheduler
from tui.match.board_view import BoardLook, load_board_view
from tui.match.layout import MatchLayout
from tui.sessions.bots import InProcessBots
from tui.sessions.local import LocalSession
from tui.sessions.pacing import FRAMES
from tui.sessions.session import SessionServices

GAME = registry.get_game("mezo")


class Table:
    """A match in which somebody has just built a pyramid."""

    def __init__(self, movement: bool = True, seed: int = 5) -> None:
        self.scheduler = FakeScheduler()
        services = SessionServices(InProcessBots(), self.scheduler, Settings(movement=movement, confirm_turn=False))
        match = Match.new(GAME, [Seat(name) for name in ("Anna", "Boris", "Vera")], {}, seed)
        while not (pyramids := [m for m in match.legal_moves if isinstance(m, PickPiece) and m.pyramid]):
            match.play(bots.choose(GAME, match.state, "greedy", bot_rng(match)))
        assert match.state.actor is not None
        self.session = LocalSession(match, None, services, seats={match.state.actor})
        self.session.start()
        self.session.submit(pyramids[:1])
        assert self.session.moment is not None and self.session.moment.moving

    def stones(self) -> list[bool]:
        """Return of each level of the pyramid that is built whether it is marked."""
        moment = self.session.moment
        assert moment is not None
        board: Any = load_board_view("mezo")(self.session)
        board.look = BoardLook(MatchLayout(WINDOW), themes.load_palette("mezo", "dark"))
        left, _ = board.pictures()
        painter = board._map_painter(left)
        return [stone.is_changed for stone in painter._stones(moment.moving[0])]

    def levels(self) -> int:
        moment = self.session.moment
        assert moment is not None
        state: Any = self.session.match.state
        return len(state.pyramids[moment.moving[0]])


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_pyramid_rises_in_three_frames(seed: int) -> None:
    table = Table(seed=seed)
    below = [False] * (table.levels() - 1)
    assert table.stones() == below
    assert table.scheduler.step() and table.stones() == [*below, True]
    assert table.scheduler.step() and table.stones() == [*below, False]
    assert table.session.frame == FRAMES - 1


def test_a_key_hurries_it() -> None:
    table = Table()
    moving = table.session.moment
    table.session.skip()
    assert table.session.moment != moving and table.scheduler.now == 0


def test_without_movement_it_stands_at_once() -> None:
    table = Table(movement=False)
    assert table.stones() == [False] * table.levels()

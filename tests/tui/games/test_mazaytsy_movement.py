"""Hares jump aboard in three frames, which any key hurries and a setting turns off."""

from typing import Any

import pytest
from textual.geometry import Size

import themes
from core import registry
from core.games.mazaytsy.view import CELLS
from core.match import Match, Seat
from core.rng import Rng
from saves.settings import Settings
from tests.tui.match.words_in_sight import WINDOW
from tests.tui.sessions.fake_time import FakeScheduler
from tui.games.mazaytsy.board import WaterPainter, card_areas, water_layout
from tui.match.board_view import BoardLook, load_board_view
from tui.match.layout import MatchLayout
from tui.sessions.bots import InProcessBots
from tui.sessions.local import LocalSession
from tui.sessions.pacing import FRAMES
from tui.sessions.session import SessionServices
from tui.widgets.canvas import Canvas


class Table:
    """Two people at one keyboard, in a match that has come to the first hare that is picked up."""

    def __init__(self, movement: bool = True, seed: int = 1) -> None:
        self.scheduler = FakeScheduler()
        services = SessionServices(InProcessBots(), self.scheduler, Settings(movement=movement, confirm_turn=False))
        match = Match.new(registry.get_game("mazaytsy"), [Seat("Anna"), Seat("Boris")], {}, seed)
        self.session = LocalSession(match, None, services)
        self.session.start()
        rng = Rng(seed)
        while self.session.moment is None or not self.session.moment.moving:
            self.session.skip()
            self.session.submit([rng.choice(list(match.legal_moves))])

    def picture(self) -> str:
        board = load_board_view("mazaytsy")(self.session)
        board.look = BoardLook(MatchLayout(WINDOW), themes.load_palette("mazaytsy", "dark"))
        return board.pictures()[0].to_text()

    def frames(self) -> list[int]:
        """Let time pass until nothing is shown any more; return the frames that are seen."""
        seen = []
        while self.session.moment is not None:
            seen.append(self.session.frame)
            assert self.scheduler.step()
        return seen


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hare_jumps_aboard_in_three_frames_and_no_more_time(seed: int) -> None:
    table = Table(seed=seed)
    moment = table.session.moment
    assert moment is not None
    pictures = [table.picture()]
    while table.session.frame < FRAMES - 1:
        assert table.scheduler.step()
        pictures.append(table.picture())
    assert len(set(pictures)) == FRAMES == 3
    assert table.session.moment == moment, "the last frame is looked at, too"
    assert table.frames() == [2] and table.scheduler.now == pytest.approx(0.9)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hare_jumps_aboard_the_boat_that_takes_it_where_two_are_on_a_card(seat: int) -> None:
    state: Any = Match.new(registry.get_game("mazaytsy"), [Seat("Anna"), Seat("Boris")], {}, 1).state
    cell = state.boats[0] = state.boats[1] = 14
    state.hares[cell] = 0
    areas = card_areas(water_layout(state.side, Size(46, 19)))
    canvas = Canvas(46, 19)
    painter = WaterPainter(canvas, themes.load_palette("mazaytsy", "dark"), False, state, "AB", areas)
    painter.paint_jump(cell, seat, [2], FRAMES - 2)
    area = areas[CELLS[state.side][cell]]
    ears, *_, letters = ("".join(canvas.chars[y][area.x : area.right]) for y in (area.y, area.y + 1, area.y + 2))
    hare, boat = ears.index("▐") + 1, letters.index("AB"[seat])
    assert abs(hare - boat) <= 1, (ears, letters)


def test_a_key_hurries_it() -> None:
    table = Table()
    table.session.skip()
    assert table.session.moment is None and table.session.is_deciding and table.scheduler.now == 0


def test_without_movement_the_hare_is_aboard_at_once() -> None:
    still, moving = Table(movement=False), Table()
    assert still.session.frame == FRAMES - 1
    first = moving.picture()
    while moving.session.frame < FRAMES - 1:
        assert moving.scheduler.step()
    assert still.picture() == moving.picture() != first
    assert still.frames() == [2] and still.scheduler.now == pytest.approx(0.9)

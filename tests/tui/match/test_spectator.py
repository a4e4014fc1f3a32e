"""A screen shows what its seat, or a spectator, may know: nothing else changes a letter of it."""

from collections.abc import Collection
from itertools import pairwise

import pytest

from core import registry
from core.match import Match, Seat
from core.rng import Rng
from tests.tui.match.test_resize import show
from tests.tui.pilots import LARGE, Table, local_screen, table

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def matches(name: str, count: int) -> list[Match]:
    """Positions of one random game of people, spread over it, each a match of its own.

    Where there is one near, it is a position in which somebody has decided in secret and another is about to.
    """
    game = registry.get_game(name)
    seats = [Seat(person) for person in NAMES[: min(3, max(game.player_counts))]]
    whole, rng = Match.new(game, seats, {}, 12), Rng(12)
    asked, in_secret = whole.state.prompt, list[int]()
    while not whole.is_over:
        before, asked = asked, whole.state.prompt
        if before.secret and asked.secret:
            in_secret.append(len(whole.log))
        whole.play(rng.choice(list(whole.legal_moves)))
    moves = [entry.notation for entry in whole.log]
    ends = [len(moves) * number // count for number in range(count + 1)]
    cuts = [next((at for at in in_secret if begin <= at < end), begin) for begin, end in pairwise(ends)]
    return [Match.replay(game, whole.setup, seats, moves[:cut]) for cut in cuts]


async def seen(at: Table, match: Match, seats: Collection[int]) -> tuple[str, str]:
    """All that can be read on the screen, and what `i` says about the place under the cursor."""
    await show(at, local_screen(at.app, match, seats=seats))
    await at.press("tab", "right", "o")
    shown = at.text()
    await at.press("escape", "i")
    return shown, at.text()


@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_a_screen_shows_nothing_that_its_seat_cannot_know(name: str) -> None:
    async with table(size=LARGE) as at:
        for match in matches(name, 3):
            for seat in (None, 0, len(match.seats) - 1):
                seats = [] if seat is None else [seat]
                true = await seen(at, match, seats)
                alike = Match.replay(match.game, match.setup, match.seats, [entry.notation for entry in match.log])
                alike.state = match.state.determinize(seat, Rng(99))
                assert await seen(at, alike, seats) == true, (seat, len(match.log))


@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_a_bystander_can_look_but_not_choose(name: str) -> None:
    async with table() as at:
        for match in matches(name, 2):
            length = len(match.log)
            await show(at, local_screen(at.app, match, seats=[]))
            assert at.board.viewer is None and not at.board.choices
            await at.press("enter", "1", "tab", "enter", "right", "enter", "o", "o", "escape", "f", "e")
            assert len(match.log) == length

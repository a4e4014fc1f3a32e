"""The screen of a shared table shows what its seat, or a bystander, may know: nothing else changes a cell of it."""

from pathlib import Path

import pytest

from core import registry as shelf
from core.game import State
from core.rng import Chance
from saves.club.events import Prepared, new_id
from saves.club.store import Club
from tests.tui.club.screens import lay, people, play_on, visiting, write
from tests.tui.pilots import LARGE, Table
from tui.club.client import come


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club' / 'club.db'}"


def cells(at: Table) -> list[tuple[str, str]]:
    """All that is sent to the terminal: every piece of text with its style."""
    update = at.app.screen._compositor.render_update(full=True, screen_stack=at.app._background_screens)
    assert update is not None
    strips = [strip for row in update.strips for strip in row]  # type: ignore[union-attr]
    return [(segment.text, str(segment.style)) for strip in strips for segment in strip]


async def seen(at: Table, club: Club, table: str, name: str, world: Chance | None) -> list[list[tuple[str, str]]]:
    """The screen of a member in the true position, or in one that looks the same to them."""
    guest = come(club, table, name, plays=name != "eve")
    match = guest.table.match
    assert match is not None and at.app.visit is not None
    if world is not None:
        match.state = match.state.imagine(guest.seat, world)
        guest.table._aheads.clear()
    at.app.visit.show_table(guest)
    await at.wait(lambda: at.play.sitting.here == [name])
    looks = [cells(at)]
    for key in ("o", "i"):
        await at.press(key)
        looks.append(cells(at))
    at.app.go_home()
    await at.wait(lambda: not club.here(table))
    return looks


@pytest.mark.parametrize("game", shelf.NAMES)
async def test_a_screen_shows_nothing_that_its_seat_cannot_know(game: str, address: str) -> None:
    with Club.open(address) as club:
        table, luck = lay(club, game, *people(game)), Chance(3)
        hidden = 0
        async with visiting(address, name="gleb", size=LARGE) as at:
            state = with_a_secret(club, table, luck)
            for seat, name in ((None, "eve"), (0, "anna")):
                hidden += state.imagine(seat, Chance(1)).digest() != state.digest()
                true = await seen(at, club, table, name, None)
                assert await seen(at, club, table, name, Chance(1)) == true, seat
        assert hidden


def with_a_secret(club: Club, table: str, luck: Chance) -> State:
    """A position of the match in which anna knows something that a bystander does not, if the game has such."""
    for _ in range(8):
        fold = play_on(club, table, 7, luck)
        assert fold.match is not None
        state = fold.match.state
        if fold.length > 13 and state.board(0) != state.imagine(None, Chance(1)).board(0):
            break
    return state


async def test_what_another_has_prepared_changes_no_cell(address: str) -> None:
    with Club.open(address) as club:
        looks = []
        async with visiting(address, name="gleb", size=LARGE) as at:
            for pick in (0, -1):
                table, luck = lay(club, "mezen", "anna", "boris"), Chance(5)
                fold = play_on(club, table, 2, luck)
                while not (ahead := fold.ahead(1)) or len(ahead.legal) < 2:
                    fold = play_on(club, table, 1, luck)
                write(club, table, "boris", Prepared(new_id(), 1, ahead.legal[pick].notation))
                looks.append([await seen(at, club, table, name, None) for name in ("eve", "anna")])
        assert looks[0] == looks[1]

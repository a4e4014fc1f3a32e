"""The screen of a shared table shows what its seat, or a spectator, may know: nothing else changes a cell of it."""

from pathlib import Path

import pytest

from core import registry
from core.game import State
from core.rng import Rng
from saves.club.events import MovePrepared, new_id
from saves.club.store import Club
from tests.game_facts import has_secrets, third_of_a_game
from tests.tui.club.screens import lay, people, play_on, visiting, write
from tests.tui.pilots import LARGE, Table
from tui.club.client import join_table


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club' / 'club.db'}"


def cells(at: Table) -> list[tuple[str, str]]:
    """All that is sent to the terminal: every piece of text with its style."""
    update = at.app.screen._compositor.render_update(full=True, screen_stack=at.app._background_screens)
    assert update is not None
    strips = [strip for row in update.strips for strip in row]  # type: ignore[union-attr]
    return [(segment.text, str(segment.style)) for strip in strips for segment in strip]


async def seen(at: Table, club: Club, table: str, name: str, world: Rng | None) -> list[list[tuple[str, str]]]:
    """The screen of a member in the true position, or in one that looks the same to them."""
    client = join_table(club, table, name, plays=name != "eve")
    match = client.table.match
    assert match is not None and at.app.club_navigation is not None
    if world is not None:
        match.state = match.state.determinize(client.seat, world)
        client.table._moves.look_anew()
    at.app.club_navigation.show_table(client)
    await at.wait(lambda: at.session.connection.present_members == [name])
    looks = [cells(at)]
    for key in ("o", "i", "escape", "n", "f2", "escape", "g"):
        await at.press(key)
        looks.append(cells(at))
    at.app.go_home()
    await at.wait(lambda: not club.presence.members(table))
    return looks


@pytest.mark.parametrize("game", registry.GAME_NAMES)
async def test_a_screen_shows_nothing_that_its_seat_cannot_know(game: str, address: str) -> None:
    with Club.open(address) as club:
        table, rng = lay(club, game, *people(game)), Rng(3)
        hidden = 0
        async with visiting(address, name="gleb", size=LARGE) as at:
            state = with_a_secret(club, table, rng, third_of_a_game(game, 7))
            for seat, name in ((None, "eve"), (0, "anna")):
                hidden += state.determinize(seat, Rng(1)).digest() != state.digest()
                true = await seen(at, club, table, name, None)
                assert await seen(at, club, table, name, Rng(1)) == true, seat
        assert hidden or not has_secrets(game)


def with_a_secret(club: Club, table: str, rng: Rng, moves: int) -> State:
    """A position of the match in which anna knows something that a bystander does not, if the game has such."""
    for _ in range(8 if moves == 7 else 2):  # a short game would be over
        fold = play_on(club, table, moves, rng)
        assert fold.match is not None
        state = fold.match.state
        if fold.length > 13 and state.board_text(0) != state.determinize(None, Rng(1)).board_text(0):
            break
    return state


async def test_what_another_has_prepared_changes_no_cell(address: str) -> None:
    with Club.open(address) as club:
        looks = []
        async with visiting(address, name="gleb", size=LARGE) as at:
            for pick in (0, -1):
                table, rng = lay(club, "mezen", "anna", "boris"), Rng(5)
                fold = play_on(club, table, 2, rng)
                while not (ahead := fold.early_match(1)) or len(ahead.legal_moves) < 2:
                    fold = play_on(club, table, 1, rng)
                write(club, table, "boris", MovePrepared(new_id(), 1, ahead.legal_moves[pick].notation))
                looks.append([await seen(at, club, table, name, None) for name in ("eve", "anna")])
                club.set_aside(table)  # at the other one it is no turn elsewhere
        assert looks[0] == looks[1]

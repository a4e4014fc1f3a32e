"""A member's screen in the club under a pilot, and others who play at the same tables without one."""

import contextlib
from collections.abc import AsyncIterator, Callable

import msgspec

from core import registry
from core.rng import Rng
from saves.club.events import ClubEvent, MemberSatDown, MoveChosen, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.settings import AT_ONCE
from tests.saves.club.tables import terms
from tests.tui.pilots import SMALL, Table, thinking
from tui.app import SamovarApp
from tui.club.client import open_table
from tui.club.navigation import ClubNavigation

NAMES = ("anna", "boris", "vera")

Go = Callable[[ClubNavigation], None]


def lobby(navigation: ClubNavigation) -> None:
    navigation.show_lobby()


@contextlib.asynccontextmanager
async def visiting(
    address: str, go: Go = lobby, name: str = "anna", size: tuple[int, int] = SMALL, ascii: bool = False
) -> AsyncIterator[Table]:
    """The app, opened somewhere in the club; what others do is shown at once."""
    with thinking() as bot_client, Club.open(address) as club:

        def start(app: SamovarApp) -> None:
            app.club_navigation = ClubNavigation(app, club, club.enter(name))
            go(app.club_navigation)

        app = SamovarApp(start, ascii, bot_client=bot_client)
        app.settings.bot_seconds, app.settings.pace = 0.1, AT_ONCE
        app.settings.payoff = app.settings.explain = False
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Table(app, pilot)
        assert app.club_navigation is not None
        app.club_navigation.close()


def lay(club: Club, game: str, *names: str, seed: int = 7, **more: object) -> str:
    """Lay a table at which all of these sit, and whose match has begun if nobody is missing."""
    table = club.new_table(terms(game, *names, host=names[0], **more), seed)
    sitting = [(seat, name) for seat, name in enumerate(names) if seat and name != "open" and name[0] != ":"]
    for number, (seat, name) in enumerate(sitting):
        assert club.append(table, number, MemberSatDown(new_id(), seat), name)
    return table


def people(game: str) -> tuple[str, ...]:
    return NAMES[: max(registry.get_game(game).player_counts)]


def write(club: Club, table: str, author: str, event: ClubEvent) -> None:
    """Append an event of somebody at another terminal, who has read everything."""
    assert club.append(table, club.extent(table)[0], event, author)


def move(club: Club, table: str, pick: int = 0) -> str:
    """Play one of the legal moves of the seat to decide, at another terminal; return its notation."""
    fold = open_table(club, table)
    assert fold.match is not None and fold.match.state.actor is not None
    seat, notation = fold.match.state.actor, fold.match.legal_moves[pick].notation
    write(club, table, fold.seats[seat].member or fold.terms.host, MoveChosen(new_id(), seat, notation))
    return notation


def play_on(club: Club, table: str, moves: int, rng: Rng) -> TableProjection:
    """Play random moves of the deciding seats, none of them the last."""
    fold = open_table(club, table)
    for _ in range(moves):
        assert fold.match is not None and fold.match.state.actor is not None
        seat = fold.match.state.actor
        event = MoveChosen(new_id(), seat, rng.choice(list(fold.match.legal_moves)).notation)
        write(club, table, fold.seats[seat].member or fold.terms.host, event)
        fold.fold(club.events(table, fold.length))
    return fold


def stored(club: Club, name: str, theirs: TableProjection, edition: int) -> None:
    """What somebody with the rules of this edition writes down."""
    theirs.fold(club.events(name, theirs.length))
    kept = msgspec.json.decode(theirs.snapshot())
    kept["edition"] = edition
    club.save_head(name, theirs.length, theirs.head(), msgspec.json.encode(kept).decode())

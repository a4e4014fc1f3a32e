"""Screens of the club as text at 80x24: the lobby, a request that waits, an agreed pace, the notices."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from saves.club.events import EndingProposed, MemberSatDown, new_id
from saves.club.notices import set_hour, set_mode
from saves.club.store import Club
from tests.saves.club.tables import terms
from tests.tui.club.members import Room
from tests.tui.club.screens import NAMES, lay, move, visiting, write
from tests.tui.pilots import Table
from tests.tui.test_screens import compare
from tui.club.client import open_table, save_projection

_ID, _DATE = "k2m4n6p8", "18 Nov 20:00"


@pytest.fixture
def club(sqlite_room: Room) -> Iterator[Club]:
    with Club.open(sqlite_room.address) as club:
        for name in NAMES:
            club.admit(name)
        yield club


def rows(at: Table, *tables: str) -> list[str]:
    """Return the rows of the screen, with one name for all tables and one time for all dates."""
    text = "\n".join(at.rows())
    for table in tables:
        text = text.replace(table, _ID)
    return re.sub(r"\b\d\d? [A-Z][a-z]{2} \d\d:\d\d\b", _DATE, text).split("\n")


def around_board(shown: list[str]) -> list[str]:
    """Return the line at the top, the prompt and the keys; the board has pictures of its own."""
    return [shown[0], "…", *shown[-4:]]


def laid(club: Club, game: str, *names: str, **more: Any) -> str:
    """A table whose match has begun, as lists know it."""
    table = lay(club, game, *names, **more)
    save_projection(club, table, open_table(club, table))
    return table


async def test_the_lobby_with_what_waits_for_somebody(club: Club, sqlite_room: Room) -> None:
    mine = [laid(club, "mezen", "anna", "boris", limit=3 * 86_400.0 + 600, when_over="bot")]
    mine.append(laid(club, "novgorod", "boris", "anna"))
    write(club, mine[1], "boris", EndingProposed(new_id(), True))
    save_projection(club, mine[1], open_table(club, mine[1]))
    club.talk.add(mine[0], "boris", "Hello!", new_id())
    other = club.new_table(terms("gzhel", "vera", "open", host="vera", limit=3600.0, when_over="bot"))
    invited = club.new_table(terms("mazaytsy", "vera", "anna", host="vera"))
    seen = laid(club, "mezo", "boris", "vera")
    async with visiting(sqlite_room.address) as at:
        await at.wait(lambda: at.shows("Running, to watch"))
        compare("club-lobby-80x24", rows(at, *mine, other, invited, seen))


async def test_a_request_to_end_at_the_table(club: Club, sqlite_room: Room) -> None:
    table = laid(club, "mezen", "anna", "boris")
    write(club, table, "boris", EndingProposed(new_id(), True))
    async with visiting(sqlite_room.address, lambda navigation: navigation.join(table)) as at:
        await at.wait(lambda: at.shows("boris offers") or at.shows("boris asks"))
        compare("club-request-80x24", around_board(rows(at, table)))


async def test_what_is_left_of_an_agreed_pace(club: Club, sqlite_room: Room) -> None:
    table = club.new_table(terms("mezen", "anna", "boris", limit=2 * 86_400.0 + 600, when_over="bot"), 7)
    write(club, table, "boris", MemberSatDown(new_id(), 1))
    save_projection(club, table, open_table(club, table))
    if open_table(club, table).head().turn != ("anna",):
        move(club, table)
    async with visiting(sqlite_room.address, lambda navigation: navigation.join(table)) as at:
        await at.wait(lambda: at.shows("left"))
        compare("club-pace-80x24", around_board(rows(at, table)))


async def test_the_choice_of_notices(club: Club, sqlite_room: Room) -> None:
    set_mode(club, "anna", "turn", "daily")
    set_mode(club, "anna", "request", "never")
    set_hour(club, "anna", 7, "Europe/Berlin")
    async with visiting(sqlite_room.address) as at:
        await at.wait(lambda: at.shows("new table"))
        await at.press("t")
        await at.wait(lambda: at.shows("Europe/Berlin"))
        compare("club-notices-80x24", rows(at))

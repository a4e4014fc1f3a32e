"""The tables of a club, and its members, as lists show them."""

import contextlib
from collections.abc import Iterator

import msgspec

from core import registry
from saves.club.blocks import hosts_against
from saves.club.companions import companions
from saves.club.errors import ClubError, ClubRefusedError, DamagedTableError
from saves.club.game_results import ClubGameResult, read_finished
from saves.club.kept_ratings import count_games, kept_standings
from saves.club.member_names import casefolded
from saves.club.ratings import MemberStanding, RatingsUnavailableError, standings
from saves.club.reading import unread_messages
from saves.club.records import TableSummary
from saves.club.store import Club
from saves.club.terms import StoredState
from tui.club.client import open_table, save_projection

#: How many running tables, and how many waiting ones, are read at first: the last changed. More are read for whoever
#: turns the pages so far; and all for whoever looks for something.
SOME, ALL = 200, 10**9
#: The most finished tables, and the most damaged ones: the last changed.
_MOST_OF_OTHERS = 20


def found_tables(club: Club, member: str = "", most: int = SOME) -> list[TableSummary]:
    """Return the tables of a member, or all; those whose head is behind their log are folded first."""
    behind = [
        table.id for table in _listed(club, member, most) if table.behind and table.terms.game in registry.GAME_NAMES
    ]
    for table in behind:
        with contextlib.suppress(DamagedTableError, ClubRefusedError):  # it stays as it is listed
            save_projection(club, table, open_table(club, table))
    return _listed(club, member, most)


def _listed(club: Club, member: str, most: int) -> list[TableSummary]:
    limits: dict[StoredState, int] = {
        "running": most, "waiting": most, "over": _MOST_OF_OTHERS, "damaged": _MOST_OF_OTHERS,
    }  # fmt: skip
    return [
        table
        for state, limit in limits.items()
        for table in (club.tables_of(member, state, limit) if member else club.tables(state, limit))
    ]


def member_standings(club: Club) -> tuple[list[MemberStanding], str]:
    """Return members and bots with their games and ratings, and a sentence when there are no ratings."""
    found_tables(club)  # saves the results of matches that ended without a client
    members = club.members()
    try:
        count_games(club)
        return kept_standings(club, members), ""
    except RatingsUnavailableError as error:
        return standings([member.name for member in members], readable_results(club), None), str(error)


def readable_results(club: Club) -> Iterator[ClubGameResult]:
    """Return the results that can be read, in their order; `samovar club check` looks into the others."""
    for game in club.finished():
        with contextlib.suppress(ClubError):
            yield read_finished(game.record)


class LobbyTables(msgspec.Struct, frozen=True):
    """The tables of the lobby in its order: the member's with their turn, the member's others, and those of others."""

    turn: list[TableSummary]
    mine: list[TableSummary]
    open: list[TableSummary]
    running: list[TableSummary]
    over: list[TableSummary]
    #: The results of the finished ones, by table.
    results: dict[str, ClubGameResult]
    #: What the member is called today, and the club's time.
    me: str = ""
    now: float = 0.0
    #: How many messages the member has not heard, by table.
    unread: dict[str, int] = {}
    #: Whether there are more tables of others than were read.
    has_more: bool = False


def load_lobby(club: Club, me: str, most: int = SOME) -> LobbyTables:
    """Return the lobby as this member sees it, with all tables of theirs and so many of others."""
    me = club.name_now(me)
    mine = found_tables(club, me, ALL)
    everybodys = found_tables(club, most=most)
    known = {table.id for table in mine}
    against, friends = hosts_against(club, me), companions(club, me)
    others = [table for table in everybodys if table.id not in known and casefolded(table.terms.host) not in against]
    others.sort(key=lambda table: not friends.get(casefolded(table.terms.host)))  # people one knows first
    unfinished = [table for table in mine if table.head.state != "over"]
    over = [table for table in mine if table.head.state == "over"]
    over += [table for table in others if table.head.state == "over" and table.terms.watchers]
    over.sort(key=lambda table: -table.changed)
    return LobbyTables(
        [table for table in unfinished if me in table.head.turn],
        [table for table in unfinished if me not in table.head.turn],
        [table for table in others if table.head.state == "waiting" and has_open_seat(table)],
        [table for table in others if table.head.state == "running" and table.terms.watchers],
        over,
        _results(club, over),
        me,
        club.now(),
        unread_messages(club, me, [table.id for table in mine]),
        any(sum(table.head.state == state for table in everybodys) >= most for state in ("running", "waiting")),
    )


def _results(club: Club, tables: list[TableSummary]) -> dict[str, ClubGameResult]:
    found: dict[str, ClubGameResult] = {}
    for table, record in club.results([table.id for table in tables]).items():
        with contextlib.suppress(ClubError):
            found[table] = read_finished(record)
    return found


def has_open_seat(table: TableSummary) -> bool:
    """Whether any member may sit down."""
    return table.head.open_seats > 0

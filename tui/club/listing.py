"""The tables of a club as a list shows them."""

from saves.club.members import folded
from saves.club.store import Club, Listed
from saves.club.terms import TableState
from tui.club.guest import keep, open_table

#: So many tables of each kind are listed, of finished ones the latest.
_MOST: dict[TableState, int] = {"running": 100, "waiting": 100, "over": 20}


def found_tables(club: Club, member: str = "") -> list[Listed]:
    """The tables of a member, or all; those whose head is behind their log are folded first."""
    behind = [table.id for table in _listed(club, member) if table.behind]
    for table in behind:
        keep(club, table, open_table(club, table))
    return _listed(club, member)


def _listed(club: Club, member: str) -> list[Listed]:
    return [
        table
        for state, most in _MOST.items()
        for table in (club.tables_of(member, state, most) if member else club.tables(state, most))
    ]

"""The tables where it is a member's turn, as home tells of them."""

from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from saves.club.records import TableSummary
    from saves.club.store import Club


class ClubTurn(NamedTuple):
    """A table where it is a member's turn: its game, the others there, and since when it waits."""

    table: str
    game: str
    others: tuple[str, ...]
    since: float

    @classmethod
    def of(cls, found: "TableSummary", member: str) -> Self:
        """Return the turn of this member at a table."""
        others = tuple(name for name in found.head.seats if name != member)
        return cls(found.id, found.terms.game, others, found.changed)


def load_turns(club: "Club", member: str) -> list[ClubTurn]:
    """Return the tables where it is this member's turn, the last changed first."""
    me = club.name_now(member)
    return [ClubTurn.of(found, me) for found in club.tables_of(me, "running") if me in found.head.turn]

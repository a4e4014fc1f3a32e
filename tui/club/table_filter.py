"""Which tables a list shows: a filter by game, open seats and pace, a search, and pages."""

from collections.abc import Sequence
from typing import Literal, TypeVar

import msgspec

from core import registry
from core.game import Game
from saves.club.member_names import casefolded
from saves.club.records import TableSummary
from tui.club.text import title

T = TypeVar("T")
PaceKind = Literal["", "live", "days"]
#: A pace of at most so many seconds is played in one sitting.
_LIVE = 3600.0
#: The tables of a page on the screen, and in lines.
PAGE, PAGE_OF_LINES = 15, 50
_PACES: dict[PaceKind, str] = {"": "", "live": "up to an hour a turn", "days": "hours or days a turn"}


class TableFilter(msgspec.Struct, frozen=True):
    """What a table must be to be listed; empty fields ask for nothing."""

    game: str = ""
    has_open_seats: bool = False
    pace: PaceKind = ""
    words: str = ""

    def shows(self, table: TableSummary) -> bool:
        terms, head = table.terms, table.head
        if self.game and terms.game != self.game:
            return False
        if self.has_open_seats and not (head.state == "waiting" and head.open_seats > 0):
            return False
        if self.pace and not (terms.limit and (self.pace == "live") == (terms.limit <= _LIVE)):
            return False
        return not self.words or self._is_found(table)

    def _is_found(self, table: TableSummary) -> bool:
        """Whether the searched words are in the id, the game or a name of the table."""
        wanted = casefolded(self.words)
        names = (*table.head.seats, *table.head.members, table.terms.host)
        return any(wanted in casefolded(text) for text in (table.id, table.terms.game, title(table.terms.game), *names))

    @property
    def text(self) -> str:
        """What is asked for, in words; empty when nothing is."""
        found = f"“{self.words}”" if self.words else ""
        seats = "open seats" if self.has_open_seats else ""
        return ", ".join(filter(None, (title(self.game) if self.game else "", seats, _PACES[self.pace], found)))

    def with_next_game(self) -> "TableFilter":
        """Return the filter for the next game; after the last one, for all."""
        names = ["", *(game.name for game in _games())]
        return msgspec.structs.replace(self, game=names[(names.index(self.game) + 1) % len(names)])

    def with_next_pace(self) -> "TableFilter":
        paces = list(_PACES)
        return msgspec.structs.replace(self, pace=paces[(paces.index(self.pace) + 1) % len(paces)])


def _games() -> list[Game]:
    return registry.all_games()


def page_of(tables: Sequence[T], number: int, size: int) -> tuple[list[T], int, int]:
    """Return a page of tables (the last one when there are fewer), its number from 0 on, and how many there are."""
    pages = max(1, -(-len(tables) // size))
    number = min(max(0, number), pages - 1)
    return list(tables[number * size : (number + 1) * size]), number, pages

"""A table that waits for its players: who sits there, what was agreed, what is said; it begins when it is full."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.text import listed
from saves.club.errors import Refused
from saves.club.events import Line
from tui import commands
from tui.club import requests as wishes
from tui.club import text as words
from tui.club.client import Guest, Wanted
from tui.club.connection import Sitting
from tui.club.dialogs import ask_level, ask_mute, ask_words
from tui.screens.base import Key
from tui.screens.list_screen import Row, RowsScreen

if TYPE_CHECKING:
    from tui.club.navigation import Visit


class WaitingScreen(RowsScreen):
    """The seats of a table before its match begins."""

    own_commands = commands.WAITING
    values_change = False

    def __init__(self, visit: "Visit", sitting: Sitting) -> None:
        super().__init__()
        self.visit, self.sitting = visit, sitting
        self._said: list[str] = []

    @property
    def guest(self) -> Guest:
        return self.sitting.guest

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.guest.table.game.name

    @property
    def title_words(self) -> str:  # type: ignore[override]
        return f"{self.guest.table.game.title}: table {self.guest.name}"

    def on_mount(self) -> None:
        self.at = "seat0"
        if self.guest.table.is_newer:
            self.remark = words.other_samovar(self.guest.table)
        self.sitting.screen = self
        self.sitting.read()

    def on_unmount(self) -> None:
        if self.sitting.screen is self:  # else the match has begun
            self.house.farewell = words.farewell(self.guest.name, self.guest.seat)
            self.sitting.close()

    # What comes in

    def table_changed(self) -> None:
        sat = self.guest.seat is not None
        while (news := self.sitting.take()) is not None:
            if news.changed and (sentence := words.line_sentence(news, self.guest.table)):
                self.told(sentence)
        self.sitting.go_on()
        table = self.guest.table
        if self.guest.match is not None or table.ended or (sat and self.guest.seat is None):
            self._move_on()
        elif self.sitting.trouble:
            self.remark = self.sitting.trouble
        self.repaint()

    def action_leave(self) -> None:
        self.visit.show_lobby()

    def _move_on(self) -> None:
        """The match begins; or the table has been cleared, or we have got up."""
        if self.guest.match is None:
            self.visit.show_lobby()
            if self.guest.table.ended:
                self.house.tell(f"Table {self.guest.name}", "\n".join(words.ended_lines(self.guest.table)))
            return
        self.sitting.screen = None
        begins = f"The match begins: {listed(self.guest.match.names)}."
        self.house.make_way()
        self.visit.show_sitting(self.sitting, begins)

    def told(self, sentence: str) -> None:
        self._said.append(sentence)
        self.remark = sentence
        self.repaint()

    def settled(self, played: bool) -> None:
        """What was wished for shows in the seats."""

    # The rows

    def rows(self) -> list[Row]:
        table = self.guest.table
        seats = [
            Row(f"Seat {number}", words.chair_words(chair), self._help(number - 1), f"seat{number - 1}")
            for number, chair in enumerate(table.chairs, 1)
        ]
        agreed = [Row("", line) for line in words.terms_lines(table.terms, self.guest.told_seed)]
        said = [Row(""), Row("What was said")] + [Row("", line) for line in self._said[-8:]] if self._said else []
        waits = Row(f"Waiting for {words.awaited_words(table)}; here now: {listed(self.sitting.here, 'nobody')}")
        how = Row("", f"Others join in the lobby, or with: samovar club join {self.guest.name}")
        return [waits, how, Row(""), *seats, Row(""), Row("What was agreed"), *agreed, *said]

    def _help(self, seat: int) -> str:
        chair = self.guest.table.chairs[seat]
        if chair.is_taken:
            return "This seat is taken. The match begins when all are."
        if wishes.is_laying(self.guest):
            return "This seat is free. Enter gives it to a bot."
        return "This seat is free. The match begins when all are taken."

    def keys(self) -> list[Key]:
        laying = wishes.is_laying(self.guest)
        return [
            *([Key("b", "give a seat to a bot", "fill")] if laying else []),
            Key("/", "talk", "talk"),
            Key("L", "clear the table" if laying else "get up", "get_up"),
            Key("Esc", "lobby", "leave"),
        ]

    # What can be done

    def action_choose(self) -> None:
        """Enter on a free seat gives it to a bot."""
        if self.guest.table.chairs[self._seat].is_taken:
            self.remark = "This seat is taken."
            self.repaint()
        else:
            self.action_fill()

    @property
    def _seat(self) -> int:
        """The seat under the cursor."""
        return int(self.at.removeprefix("seat") or 0)

    def action_fill(self) -> None:
        seat = self._seat
        if wishes.is_laying(self.guest):
            ask_level(self.house, lambda level: self._wish(lambda: wishes.fill(self.guest, level, seat)))
        else:
            self._wish(lambda: wishes.fill(self.guest, "", seat))

    def action_get_up(self) -> None:
        self._wish(lambda: wishes.get_up(self.guest, ""))

    def _wish(self, make: Callable[[], Line]) -> None:
        try:
            self.sitting.want(Wanted.always(make()))
        except Refused as error:
            self.remark = str(error)
        self.repaint()

    def action_talk(self) -> None:
        ask_words(self.house, self.guest, self.sitting.say)

    def action_mute(self) -> None:
        ask_mute(self.house, self.sitting, self.told)

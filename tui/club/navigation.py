"""A member in the club, on the screens of the app: the way from the lobby to a table and back.

    visit = Visit(house, club, "anna")
    visit.show_lobby()
    visit.join(table)          # sit down, or come back, and play
    visit.close()              # when the app has ended

Everything that asks the club is an errand: no screen waits for it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.game import OptionValue
from core.match import Match
from saves.club.errors import ClubError
from saves.club.store import Club
from saves.club.terms import Terms
from tui.app import game_screen
from tui.club import text as words
from tui.club.client import Guest, come, must_be_open
from tui.club.connection import Sitting
from tui.club.table_setup import next_table
from tui.club.tasks import Errands
from tui.match.play_screen import screen_of

if TYPE_CHECKING:
    from tui.app import SamovarApp


class Visit:
    """Who came, and to which club."""

    def __init__(self, house: "SamovarApp", club: Club, me: str) -> None:
        self.house, self.club, self.me = house, club, me
        self.errands = Errands(self._failed)
        self._sittings: list[Sitting] = []

    def _failed(self, error: ClubError) -> None:
        self.house.tell("The club", str(error))

    def close(self) -> None:
        """Leave; what is on its way is given a moment to arrive."""
        self.errands.close()
        for errands in (self.errands, *(sitting.errands for sitting in self._sittings)):
            errands.wait()
        self.club.close()

    # The lobby

    def show_lobby(self) -> None:
        """The lobby, right above home."""
        from tui.club.lobby import LobbyScreen

        self.house.make_way()
        self.house.push_screen(LobbyScreen(self))

    # To a table

    def lay(self, terms: Terms) -> None:
        """Lay a table, and go there."""
        self._go(lambda: come(self.club, self.club.new_table(terms), self.me))

    def join(self, table: str) -> None:
        """Sit down, or come back."""

        def sat_down() -> Guest:
            guest = come(self.club, table, self.me)
            if not (guest.table.ended and guest.table.has_place(self.me)):
                guest.sit_down(self.habits(guest))
            return guest

        self._go(sat_down)

    def watch(self, table: str) -> None:
        """Look on."""
        self._go(lambda: self.let_in(table))

    def let_in(self, table: str) -> Guest:
        """Ourselves beside a table, if it is open to us."""
        guest = come(self.club, table, self.me, plays=False)
        must_be_open(guest)
        return guest

    def rematch(self, table: str) -> None:
        """Play once more with those of a finished table."""

        def again() -> Guest:
            guest = come(self.club, next_table(self.club, come(self.club, table, self.me, plays=False)), self.me)
            guest.sit_down(self.habits(guest))
            return guest

        self._go(again)

    def habits(self, guest: Guest) -> dict[str, OptionValue]:
        """What is answered by itself for us, as it was set for the last match of this game."""
        game = guest.table.game
        last = self.house.settings.last_setup.get(game.name)
        known = {} if last is None else last.options
        return {habit.name: known[habit.name] for habit in game.habits if known.get(habit.name) in habit.choices}

    def _go(self, errand: Callable[[], Guest]) -> None:
        self.errands.do(errand, self.show_table)

    def show_table(self, guest: Guest) -> None:
        """A table on the screen that its state asks for."""
        if guest.table.ended:
            self.show_result(guest)
            return
        if guest.match is None and guest.table.state == "running":
            self.house.tell("Another edition", words.cannot_be_shown(guest.name, guest.table))
            return
        self._sittings = [sitting for sitting in self._sittings if sitting.is_open]
        sitting = Sitting(guest)
        self._sittings.append(sitting)
        self.house.make_way()  # the lobby is opened by whoever goes there: below a table it would only cost
        self.show_sitting(sitting)

    def show_sitting(self, sitting: Sitting, remark: str = "") -> None:
        """The waiting room of a table, or the match."""
        match = sitting.guest.match
        if match is None:
            from tui.club.waiting_room import WaitingScreen

            self.house.push_screen(WaitingScreen(self, sitting))
        else:
            from tui.club.match_screen import SharedScreen

            self.house.push_screen(screen_of(SharedScreen, game_screen(match))(self, sitting, remark))

    # The end

    def show_result(self, guest: Guest) -> None:
        """How a match ended, and what next."""
        match = guest.table.match
        if match is None or guest.table.ended != "played":
            self.house.tell(f"Table {guest.name}", "\n".join(words.ended_lines(guest.table)))
            return
        from tui.screens.result import ResultScreen

        self.house.push_screen(
            ResultScreen(match, way_out="lobby"), lambda wish: self._after_result(guest, match, wish)
        )

    def _after_result(self, guest: Guest, match: Match, wish: str | None) -> None:
        if wish == "again":
            self.rematch(guest.name)
        elif wish == "home":
            self.show_lobby()
        else:
            self.house.after_result(match, None, "", wish)

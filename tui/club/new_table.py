"""Laying a table: which game, who may sit where, the variants, and what is agreed on."""

from typing import TYPE_CHECKING

from core import registry as shelf
from core.bots import OFFERED
from core.errors import ImpossibleMatch
from core.game import Game, OptionValue
from saves.club.errors import Refused
from saves.club.member_names import folded, member_name
from saves.club.terms import Place, Terms
from tui import commands
from tui.club.table_setup import bot_name, lay
from tui.screens.base import Key
from tui.screens.dialogs import Ask
from tui.screens.list_screen import Row, RowsScreen
from tui.screens.setup import change_option, option_row, option_rows, possible_options

if TYPE_CHECKING:
    from tui.club.navigation import Visit

_OPEN, _NOBODY = "open", "nobody"
_LIMITS = {0.0: "for as long as it takes", 3600.0: "for an hour", 3 * 86400.0: "for three days"}
_AGREED = {
    "rated": ("Rated", "The result changes the ratings, unless tips are allowed."),
    "watchers": ("Watchers", "Others may look on, and see what everybody at the table may see."),
    "tips": ("Tips", "Everybody may ask a bot for tips; the match is not rated then."),
}


class NewTableScreen(RowsScreen):
    """One screen: game, seats, variants, terms, and laying the table under the cursor."""

    own_commands = commands.LAYING
    title_words = "A new table"

    def __init__(self, visit: "Visit") -> None:
        super().__init__()
        self.visit = visit
        self.at = "lay"
        self.game: Game = shelf.games()[0]
        #: By seat: "open", "nobody", "bot:LEVEL" or a member's name; the host has the first.
        self.kinds: list[str] = []
        self.options: dict[str, OptionValue] = {}
        self.agreed = {"rated": True, "watchers": True, "tips": False}
        self.limit = 0.0
        self._members: list[str] = []
        self._choose_game(self.game)

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.game.name

    def on_mount(self) -> None:
        club, me = self.visit.club, self.visit.me

        def others() -> list[str]:
            return [member.name for member in club.members() if folded(member.name) != folded(me)]

        self.visit.errands.do(others, self._know)

    def _know(self, members: list[str]) -> None:
        self._members = members

    def _choose_game(self, game: Game) -> None:
        self.game = game
        self.kinds = [self.visit.me, *([_NOBODY] * (game.seats[-1] - 1))]
        if len(self.kinds) > 1:
            self.kinds[1] = _OPEN
        for seat in range(2, game.seats[0]):
            self.kinds[seat] = _OPEN
        self.options = {option.name: option.default for option in (*game.options, *game.habits)}

    @property
    def _players(self) -> int:
        return len(self.kinds) - self.kinds.count(_NOBODY)

    # The rows

    def rows(self) -> list[Row]:
        seats = [
            Row(f"Seat {i + 1}", self._seat_words(i), self._seat_help(i), f"seat{i}") for i in range(len(self.kinds))
        ]
        options = option_rows(self.game, self._players, self.options)
        habits = [option_row(habit, self.options[habit.name]) for habit in self.game.habits]
        agreed = [
            Row(label, f"◂ {'yes' if self.agreed[name] else 'no'} ▸", help_, name)
            for name, (label, help_) in _AGREED.items()
        ]
        patience = "After that any other player may give the seat to a bot."
        agreed.append(Row("One is waited for", f"◂ {_LIMITS[self.limit]} ▸", patience, "limit"))
        start = Row(
            "Lay the table", "", self._objection() or "Enter lays it; it begins when all seats are taken.", "lay"
        )
        return [
            Row("Game", f"◂ {self.game.title} ▸", self.game.tagline, "game"),
            *([Row("Seats"), *seats, Row("Agreed"), *options, *agreed]),
            *([Row("Answered by itself for you"), *habits] if habits else []),
            start,
        ]

    def _seat_words(self, seat: int) -> str:
        kind = self.kinds[seat]
        if seat == 0:
            return f"{kind} (you)"
        if kind in (_OPEN, _NOBODY):
            return "◂ whoever comes ▸" if kind == _OPEN else "◂ nobody ▸"
        return f"◂ a bot, {kind.partition(':')[2]} ▸" if kind.startswith("bot:") else f"◂ {kind}, invited ▸"

    def _seat_help(self, seat: int) -> str:
        if seat == 0:
            return f"Your own seat. {self.game.title} seats {self.game.seats[0]} to {self.game.seats[-1]}."
        return "Left and right change who may sit here; n invites somebody by name."

    def keys(self) -> list[Key]:
        return [
            Key("⏎", "lay the table", "choose"),
            Key("↑↓", "row", "step(1)"),
            Key("←→", "change", "change(1)"),
            Key("n", "invite", "rename"),
            Key("Esc", "back", "leave"),
        ]

    # Changing them

    def action_change(self, by: int) -> None:
        if self.at == "game":
            games = shelf.games()
            self._choose_game(games[(games.index(self.game) + by) % len(games)])
        elif self.at.startswith("seat") and self.at != "seat0":
            self._change_seat(int(self.at[4:]), by)
        elif self.at == "limit":
            limits = list(_LIMITS)
            self.limit = limits[(limits.index(self.limit) + by) % len(limits)]
        elif self.at in self.agreed:
            self.agreed[self.at] = not self.agreed[self.at]
        elif self.at in self.options:
            change_option(self.game, self._players, self.options, self.at, by)
        self.remark = ""
        self.repaint()

    def _change_seat(self, seat: int, by: int) -> None:
        here = self.kinds[seat]
        invited = [name for name in self._members if name == here or name not in self.kinds]
        kinds = [_OPEN, *invited, *(f"bot:{level}" for level in OFFERED)]
        if seat >= self.game.seats[0]:
            kinds.append(_NOBODY)
        if here not in kinds:
            kinds.insert(1, here)
        self.kinds[seat] = kinds[(kinds.index(here) + by) % len(kinds)]

    def action_rename(self) -> None:
        if self.at.startswith("seat") and self.at != "seat0":
            seat = int(self.at[4:])
            self.house.push_screen(Ask("Who is invited?"), lambda name: self._invite(seat, name))

    def _invite(self, seat: int, name: str | None) -> None:
        if name is not None:
            try:
                wanted = member_name(name)
            except Refused as error:
                self.remark = str(error)
            else:
                self.kinds[seat] = next((m for m in self._members if folded(m) == folded(wanted)), wanted)
        self.repaint()

    # Laying it

    def action_choose(self) -> None:
        if objection := self._objection():
            self.remark = objection
            self.repaint()
        else:
            self.visit.lay(self._terms())

    def _objection(self) -> str:
        people = [kind for kind in self.kinds if kind not in (_OPEN, _NOBODY) and not kind.startswith("bot:")]
        if len({folded(name) for name in people}) < len(people):
            return "Everybody sits on one seat only."
        try:
            self._terms()
        except ImpossibleMatch as error:
            return str(error)
        return ""

    def _terms(self) -> Terms:
        places: list[Place] = []
        for kind in self.kinds:
            if kind.startswith("bot:"):
                level = kind.partition(":")[2]
                places.append(Place(bot_name(level, [place.name for place in places]), level))
            elif kind != _NOBODY:
                places.append(Place("" if kind == _OPEN else kind))
        options = possible_options(self.game, self._players, self.options)
        habits = {habit.name: self.options[habit.name] for habit in self.game.habits}
        return lay(self.game, self.visit.me, tuple(places), options, habits, limit=self.limit, **self.agreed)

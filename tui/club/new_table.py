"""Make a new table: its game, its seats, its variants and its terms."""

from typing import TYPE_CHECKING

from core import registry
from core.bots import FIT, PLAYABLE_LEVELS
from core.errors import InvalidMatchError
from core.game import Game, OptionValue
from saves.club.companions import companions, known_first
from saves.club.errors import ClubRefusedError
from saves.club.member_names import casefolded, member_name
from saves.club.terms import SeatTerms, Terms, WhenOver
from tui import commands
from tui.club.pace_text import RATED_LAST, span_text
from tui.club.table_setup import bot_name, fit_terms, must_fit_terms, table_terms
from tui.screens.dialogs import PromptDialog
from tui.screens.list_screen import ListRow, ListScreen
from tui.screens.setup import change_option, option_row, option_rows, possible_options
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation

_OPEN, _NOBODY = "open", "nobody"
_HOUR, _DAY = 3600.0, 86400.0
_PACES = (0.0, _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY, 14 * _DAY)
_WHEN_OVER: dict[WhenOver, str] = {"bot": "a bot plays on", "nothing": "nothing happens"}
_AGREED = {
    "rated": ("Rated", "The result changes the ratings, unless tips are allowed."),
    "watchers": ("Watchers", "Others may watch; they see nothing that is hidden."),
    "tips": ("Tips", "Everyone may ask the master for tips; the match is then not rated."),
}


class NewTableScreen(ListScreen):
    """One screen with game, seats, variants and terms; at first the cursor is on the row that makes the table."""

    own_commands = commands.NEW_TABLE
    title_text = "A new table"

    def __init__(self, navigation: "ClubNavigation") -> None:
        super().__init__()
        self.navigation = navigation
        self.cursor = "lay"
        self.game: Game = registry.all_games()[0]
        #: By seat: "open", "nobody", "bot:LEVEL" or a member's name; the first seat is the host's.
        self.kinds: list[str] = []
        self.options: dict[str, OptionValue] = {}
        self.agreed = {"rated": True, "watchers": True, "tips": False}
        self.limit = 0.0
        self.when_over: WhenOver = "bot"
        self._members: list[str] = []
        self._choose_game(self.game)

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.game.name

    def on_mount(self) -> None:
        club, me = self.navigation.club, self.navigation.member

        def others() -> list[str]:
            names = [member.name for member in club.members() if casefolded(member.name) != casefolded(me)]
            return known_first(names, companions(club, me))

        self.navigation.tasks.submit(others, self._know)

    def _know(self, members: list[str]) -> None:
        self._members = members

    def _choose_game(self, game: Game) -> None:
        self.game = game
        self.kinds = [self.navigation.member, *([_NOBODY] * (game.player_counts[-1] - 1))]
        if len(self.kinds) > 1:
            self.kinds[1] = _OPEN
        for seat in range(2, game.player_counts[0]):
            self.kinds[seat] = _OPEN
        self.options = {option.name: option.default for option in (*game.options, *game.habits)}

    @property
    def _players(self) -> int:
        return len(self.kinds) - self.kinds.count(_NOBODY)

    # The rows

    def rows(self) -> list[ListRow]:
        seats = [
            ListRow(f"Seat {i + 1}", self._seat_text(i), self._seat_help(i), f"seat{i}") for i in range(len(self.kinds))
        ]
        options = option_rows(self.game, self._players, self.options)
        habits = [option_row(habit, self.options[habit.name]) for habit in self.game.habits]
        agreed = [
            ListRow(label, f"◂ {'yes' if self.agreed[name] else 'no'} ▸", help_, name)
            for name, (label, help_) in _AGREED.items()
        ]
        pace = "Counted from when your turn begins until somebody else's does."
        agreed.append(ListRow("Pace", f"◂ {self._pace_text} ▸", pace, "limit"))
        if self.limit:
            agreed.append(ListRow("When time runs out", f"◂ {_WHEN_OVER[self.when_over]} ▸", self._over_help, "over"))
        start = ListRow(
            "Create the table",
            "",
            self._objection() or "Enter creates it; the match begins when all seats are taken.",
            "lay",
        )
        return [
            ListRow("Game", f"◂ {self.game.title} ▸", self.game.tagline, "game"),
            *([ListRow("Seats"), *seats, ListRow("Agreed"), *options, *agreed]),
            *([ListRow("Answered automatically for you"), *habits] if habits else []),
            start,
        ]

    @property
    def _pace_text(self) -> str:
        return f"{span_text(self.limit)} a turn" if self.limit else "no limit"

    @property
    def _over_help(self) -> str:
        if self.when_over == "nothing":
            return "The table goes on waiting; the rating is as if there were no pace."
        counts = self.agreed["rated"] and not self.agreed["tips"]
        return f"The member may come back to the seat; {RATED_LAST if counts else 'nothing is rated here'}."

    def _seat_text(self, seat: int) -> str:
        kind = self.kinds[seat]
        if seat == 0:
            return f"{kind} (you)"
        if kind in (_OPEN, _NOBODY):
            return "◂ open ▸" if kind == _OPEN else "◂ nobody ▸"
        return f"◂ bot, {kind.partition(':')[2]} ▸" if kind.startswith("bot:") else f"◂ {kind}, invited ▸"

    def _seat_help(self, seat: int) -> str:
        if seat == 0:
            return (
                f"Your own seat. {self.game.title} seats {self.game.player_counts[0]} to {self.game.player_counts[-1]}."
            )
        return "Left and right change who plays here; n invites somebody by name."

    def keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("Enter", "create the table", "choose"),
            KeyLabel("↑↓", "row", "step(1)"),
            KeyLabel("←→", "change", "change(1)"),
            KeyLabel("n", "invite", "rename"),
            KeyLabel("Esc", "back", "leave"),
        ]

    # Changing them

    def action_change(self, by: int) -> None:
        if self.cursor == "game":
            games = registry.all_games()
            self._choose_game(games[(games.index(self.game) + by) % len(games)])
        elif self.cursor.startswith("seat") and self.cursor != "seat0":
            self._change_seat(int(self.cursor[4:]), by)
        elif self.cursor == "limit":
            self.limit = _PACES[(_PACES.index(self.limit) + by) % len(_PACES)]
        elif self.cursor == "over":
            self.when_over = "nothing" if self.when_over == "bot" else "bot"
        elif self.cursor in self.agreed:
            self.agreed[self.cursor] = not self.agreed[self.cursor]
        elif self.cursor in self.options:
            change_option(self.game, self._players, self.options, self.cursor, by)
        self.status = ""
        self.repaint()

    def _change_seat(self, seat: int, by: int) -> None:
        here = self.kinds[seat]
        invited = [name for name in self._members if name == here or name not in self.kinds]
        kinds = [_OPEN, *invited, *(f"bot:{level}" for level in (*PLAYABLE_LEVELS, FIT))]
        if seat >= self.game.player_counts[0]:
            kinds.append(_NOBODY)
        if here not in kinds:
            kinds.insert(1, here)
        self.kinds[seat] = kinds[(kinds.index(here) + by) % len(kinds)]

    def action_rename(self) -> None:
        if self.cursor.startswith("seat") and self.cursor != "seat0":
            seat = int(self.cursor[4:])
            self.samovar_app.push_screen(PromptDialog("Who is invited?"), lambda name: self._invite(seat, name))

    def _invite(self, seat: int, name: str | None) -> None:
        if name is not None:
            try:
                wanted = member_name(name)
            except ClubRefusedError as error:
                self.status = str(error)
            else:
                self.kinds[seat] = next((m for m in self._members if casefolded(m) == casefolded(wanted)), wanted)
        self.repaint()

    # Laying it

    def action_choose(self) -> None:
        if objection := self._objection():
            self.status = objection
            self.repaint()
        else:
            paths = self.samovar_app.store.paths
            self.navigation.create_table(fit_terms(paths, self.game, self._terms()))

    def _objection(self) -> str:
        people = [kind for kind in self.kinds if kind not in (_OPEN, _NOBODY) and not kind.startswith("bot:")]
        if len({casefolded(name) for name in people}) < len(people):
            return "Each player has only one seat."
        try:
            must_fit_terms(self._terms())
        except (InvalidMatchError, ClubRefusedError) as error:
            return str(error)
        return ""

    def _terms(self) -> Terms:
        targets: list[SeatTerms] = []
        for kind in self.kinds:
            if kind.startswith("bot:"):
                level = kind.partition(":")[2]
                targets.append(SeatTerms(bot_name(level, [target.name for target in targets]), level))
            elif kind != _NOBODY:
                targets.append(SeatTerms("" if kind == _OPEN else kind))
        options = possible_options(self.game, self._players, self.options)
        habits = {habit.name: self.options[habit.name] for habit in self.game.habits}
        when_over: WhenOver = self.when_over if self.limit else ""
        return table_terms(
            self.game,
            self.navigation.member,
            tuple(targets),
            options,
            habits,
            limit=self.limit,
            when_over=when_over,
            **self.agreed,
        )

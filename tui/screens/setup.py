"""Set up a match: seats, variants, seed. Enter starts with the setup of the last match, or with a first lesson."""

import os
from collections.abc import Mapping

from core.bots import FIT, PLAYABLE_LEVELS
from core.errors import InvalidMatchError
from core.game import Game, GameOption, OptionValue
from core.lessons.course import load
from core.match import Match, Seat, clean_name
from saves.history.fitting import fit_bots
from saves.history.summary import load_summaries
from saves.settings import LastSetup
from tui import commands
from tui.screens.dialogs import PromptDialog
from tui.screens.list_screen import ListRow, ListScreen
from tui.startup import DEFAULT_SEATS, name_of_player
from tui.widgets.key_bar import KeyLabel

_FRIENDS = ("Anna", "Boris", "Vera", "Gleb")
_BOTS = ("Arina", "Bogdan", "Varvara", "Gordey", "Darya")
_EMPTY = "empty"
#: What a bot can be, from the weakest to the strongest, and then one that fits the player.
_BOT_KINDS = tuple(f"bot:{level}" for level in (*PLAYABLE_LEVELS, FIT))


class SetupScreen(ListScreen):
    """Seats, variants, seed and start of a new match in one list; the cursor begins at the start."""

    own_commands = commands.SETUP

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.title_text = f"{game.title}: a new match"
        self.cursor = "start"
        self.seed = ""
        self.kinds: list[str] = []
        self.names: list[str] = []
        #: The values of the game's options and habits.
        self.options: dict[str, OptionValue] = {}
        #: Whether the guided game comes first, because the game was never played.
        self.is_new = False

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.game.name

    def on_mount(self) -> None:
        last = self.samovar_app.settings.last_setup.get(self.game.name, LastSetup())
        seats = last.seats or list(DEFAULT_SEATS)
        self._seat(seats)
        offered = (*self.game.options, *self.game.habits)
        self.options = {option.name: self._remembered(last, option) for option in offered}
        self._look_for_lessons()

    def _look_for_lessons(self) -> None:
        """Offer the guided game before a game is first played; the cursor begins there until a lesson is done."""
        name, lessons = self.game.name, load(self.game).lessons
        played = name in self.samovar_app.settings.last_setup or name in load_summaries(self.samovar_app.store.paths)
        self.is_new = bool(lessons) and not played
        if self.is_new and not any(
            self.samovar_app.lesson_store.progress_of(name, lesson.name).done for lesson in lessons
        ):
            self.cursor = "learn"

    def _seat(self, seats: list[str]) -> None:
        """Fill the seats from the last setup; an entry that is no valid seat becomes empty."""
        for index in range(self.game.player_counts[-1]):
            text = seats[index] if index < len(seats) else _EMPTY
            parts = text.split(":")
            known = {kind: kind for kind in ("you", *_BOT_KINDS)}
            kind = known.get(":".join(parts[:2]) if parts[0] == "bot" else parts[0], _EMPTY)
            if kind == _EMPTY and index < self.game.player_counts[0]:
                kind = "you" if index == 0 else "bot:novice"
            name = clean_name(parts[-1]) if len(parts) == (3 if parts[0] == "bot" else 2) else ""
            if kind == "you" and not name and "you" not in self.kinds:
                name = self.samovar_app.services.player_name
            self.kinds.append(kind)
            self.names.append(name)

    def _remembered(self, last: LastSetup, option: GameOption) -> OptionValue:
        value = last.options.get(option.name, option.default)
        return value if value in option.choices else option.default

    # The rows

    def rows(self) -> list[ListRow]:
        seats = [
            ListRow(f"Seat {i + 1}", f"◂ {self._seat_text(i)} ▸", self._seat_help(i), f"seat{i}")
            for i in range(len(self.kinds))
        ]
        options = option_rows(self.game, len(self._seats()), self.options)
        habits = [option_row(habit, self.options[habit.name]) for habit in self.game.habits]
        if habits:
            habits = [ListRow(""), ListRow("Answered automatically for every person"), *habits]
        start = ListRow("Start", "", self._objection() or "Enter starts the match.", "start")
        seed = ListRow("Seed", self.seed or "◂ random ▸", "The same seed gives the same deal again.", "seed")
        return [
            *self._learn(),
            ListRow("Seats"),
            *seats,
            ListRow(""),
            ListRow("Variants"),
            *options,
            seed,
            *habits,
            ListRow(""),
            start,
        ]

    def _learn(self) -> list[ListRow]:
        """Return the rows that offer the guided first game."""
        if not self.is_new:
            return []
        about = load(self.game).lessons[0].about
        help_ = f"Enter begins: {about[0].lower()}{about[1:]}."
        return [ListRow("New to it? A guided first game", "", help_, "learn"), ListRow("")]

    def _seat_text(self, index: int) -> str:
        kind = self.kinds[index]
        if kind == _EMPTY:
            return "empty"
        who = "person" if kind == "you" else f"bot, {kind.split(':')[1]}"
        return f"{self._seat_name(index)} ({who})"

    def _seat_help(self, index: int) -> str:
        if self.kinds[index] == f"bot:{FIT}":
            return "As strong as your rating in this game: you should win about half. The log says what was chosen."
        low, high = self.game.player_counts[0], self.game.player_counts[-1]
        return f"{self.game.title} seats {low} to {high}. Left and right change who sits here, n the name."

    def _seat_name(self, index: int) -> str:
        if self.names[index]:
            return self.names[index]
        if self.kinds[index] == "you":
            return (name_of_player(self.samovar_app.services), *_FRIENDS)[self.kinds[:index].count("you")]
        return _BOTS[index]

    def keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("Enter", "learn" if self.cursor == "learn" else "start", "choose"),
            KeyLabel("↑↓", "row", "step(1)"),
            KeyLabel("←→", "change", "change(1)"),
            KeyLabel("n", "name", "rename"),
            KeyLabel("Esc", "back", "leave"),
        ]

    # Changing them

    def action_change(self, by: int) -> None:
        if self.cursor.startswith("seat"):
            self._change_seat(int(self.cursor[4:]), by)
        elif self.cursor == "seed":
            self.seed = "" if self.seed else str(int.from_bytes(os.urandom(3), "big"))
        elif self.cursor in self.options:
            change_option(self.game, len(self._seats()), self.options, self.cursor, by)
        self.repaint()

    def _change_seat(self, index: int, by: int) -> None:
        kinds = ["you", *_BOT_KINDS]
        if index >= self.game.player_counts[0]:
            kinds.append(_EMPTY)
        self.kinds[index] = kinds[(kinds.index(self.kinds[index]) + by) % len(kinds)]
        self.names[index] = ""

    def action_rename(self) -> None:
        if self.cursor.startswith("seat") and self.kinds[int(self.cursor[4:])] != _EMPTY:
            index = int(self.cursor[4:])
            self.samovar_app.push_screen(
                PromptDialog("Name:", self._seat_name(index)), lambda name: self._renamed(index, name)
            )

    def _renamed(self, index: int, name: str | None) -> None:
        if name is not None:
            self.names[index] = clean_name(name)
        self.repaint()

    def action_choose(self) -> None:
        if self.cursor == "learn":
            self.samovar_app.navigation.start_lesson(self.game, load(self.game).lessons[0])
        elif self.cursor == "seed":
            self.samovar_app.push_screen(PromptDialog("Seed (a whole number):", self.seed), self._seeded)
        else:
            self._start()

    def _seeded(self, text: str | None) -> None:
        if text is not None and text.isascii() and text.isdigit() and len(text) < 19:
            self.seed = text
        elif text is not None:
            self.status = "A seed is a whole number of up to 18 digits."
        self.repaint()

    # Starting

    def _seats(self) -> list[Seat]:
        seats = []
        for index, kind in enumerate(self.kinds):
            if kind == "you":
                habits = {habit.name: self.options[habit.name] for habit in self.game.habits}
                seats.append(Seat(self._seat_name(index), habits=habits))
            elif kind != _EMPTY:
                seats.append(Seat(self._seat_name(index), "bot", kind.split(":")[1]))
        return seats

    def _chosen(self) -> dict[str, OptionValue]:
        return possible_options(self.game, len(self._seats()), self.options)

    def _objection(self) -> str:
        try:
            self.game.setup(len(self._seats()), self._chosen(), 0)
        except InvalidMatchError as error:
            return str(error)
        return ""

    def _start(self) -> None:
        seed = int(self.seed) if self.seed else int.from_bytes(os.urandom(4), "big")
        try:
            fitted = fit_bots(self.samovar_app.store.paths, self.game, self._seats())
            match = Match.new(self.game, fitted.seats, self._chosen(), seed)
        except InvalidMatchError as error:
            self.status = str(error)
            self.repaint()
            return
        told = fitted.record(match)
        self._remember()
        self.samovar_app.new_match(match, told)

    def _remember(self) -> None:
        seats = [f"{kind}:{name}" if name else kind for kind, name in zip(self.kinds, self.names, strict=True)]
        setup = LastSetup(seats, dict(self.options))
        self.samovar_app.change_settings(lambda settings: settings.last_setup.update({self.game.name: setup}))


def possible_options(game: Game, players: int, set_to: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the values of the options; the default where so many players cannot have the value."""
    return {option.name: _possible(game, players, option, set_to[option.name]) for option in game.options}


def _possible(game: Game, players: int, option: GameOption, value: OptionValue) -> OptionValue:
    return value if value in game.choices(option, players) else option.default


def option_rows(game: Game, players: int, set_to: Mapping[str, OptionValue]) -> list[ListRow]:
    """Return a row for each variant that so many players can choose between, with its value."""
    chosen = possible_options(game, players, set_to)
    asked = [option for option in game.options if len(game.choices(option, players)) > 1]
    return [option_row(option, chosen[option.name]) for option in asked]


def change_option(game: Game, players: int, set_to: dict[str, OptionValue], name: str, by: int) -> None:
    """Set an option or a habit to its next possible choice."""
    option = next(option for option in (*game.options, *game.habits) if option.name == name)
    choices = game.choices(option, players)
    at = choices.index(_possible(game, players, option, set_to[name]))
    set_to[name] = choices[(at + by) % len(choices)]


def option_row(option: GameOption, value: OptionValue) -> ListRow:
    """Return the row of an option with its value."""
    return ListRow(_words(option.name), f"◂ {_value_text(value)} ▸", option.help, option.name)


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _value_text(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")

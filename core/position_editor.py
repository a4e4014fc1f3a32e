"""Set up a state from letters and numbers, as read off a real board: boards as rows of letters, cards by number.

    fields = parse(text)                             # TOML as plain values; an InvalidMatchError says what is wrong
    state = editor_of(game).parse(fields)            # an InvalidMatchError says which piece is one too many
    fields = editor_of(game).to_fields(state, names) # the way back
    text = to_toml(game, fields)                     # as TOML, with the letters and the cards explained

A game whose states can be set up has an `editor.py` with an `EDITOR`.
"""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

import msgspec

from core.errors import InvalidMatchError
from core.game import Game, State
from core.rng import Rng

#: A position as plain values, as TOML has them; `seat` is a list with one more such table for each player.
PositionFields = dict[str, Any]
Value = int | str

#: The most characters of a text field.
_LONGEST = 400
#: A field with more choices than this gets a list of their meanings.
_TOLD = 12


class EditorField(msgspec.Struct, frozen=True):
    """One field of a position: one of several choices, a number, or rows of letters."""

    name: str
    label: str
    help: str
    #: The values that it can have, each with words for people.
    choices: tuple[tuple[Value, str], ...] = ()
    #: For a number: the largest value.
    most: int = 0
    #: For letters: the number of rows.
    rows: int = 0
    #: The value where none is given; None: one must be given.
    default: Value | None = None

    def check(self, value: Any, where: str) -> Value:
        """Return the value if the field can have it, else raise an InvalidMatchError."""
        if value is None:
            if self.default is None:
                raise InvalidMatchError(f"{where}{self.name} is missing: {self.help}")
            return self.default
        if self.choices:
            return self._choice(value, where)
        if self.most:
            if type(value) is not int or not 0 <= value <= self.most:
                raise InvalidMatchError(f"{where}{self.name} is a number from 0 to {self.most}, not {_short(value)}.")
            return value
        if type(value) is not str or len(value) > _LONGEST:
            raise InvalidMatchError(f"{where}{self.name} is a text, not {_short(value)}.")
        return value

    def _choice(self, value: Any, where: str) -> Value:
        for known, _ in self.choices:
            if type(value) is type(known) and value == known:
                return known
        known_words = ", ".join(str(choice) for choice, _ in self.choices if choice != "")
        raise InvalidMatchError(f"{where}{self.name} can be {known_words}, not {_short(value)}.")


class PositionEditor(ABC):
    """Set up the states of a game from fields, and back. Every such state is one in which a seat begins its turn."""

    fields: ClassVar[tuple[EditorField, ...]]
    seat_fields: ClassVar[tuple[EditorField, ...]]
    #: The meaning of the letters.
    legend: ClassVar[str]

    @abstractmethod
    def build_state(self, told: PositionFields, players: Sequence[PositionFields]) -> State:
        """Return the state of fields that have been checked one by one."""

    @abstractmethod
    def to_fields(self, state: Any, names: Sequence[str]) -> PositionFields:
        """Return the fields of a state at the start of a turn."""

    def example(self, game: Game, players: int, seed: int = 1) -> State:
        """Return some state in which a turn begins."""
        state = game.start(game.setup(players, {}, seed))
        rng = Rng(seed)
        while not self.is_turn_start(state):
            state.play(rng.choice(list(state.legal_moves())))
        return state

    @abstractmethod
    def is_turn_start(self, state: Any) -> bool:
        """Whether a state can be written as fields: a turn begins in it."""

    def parse(self, told: PositionFields) -> State:
        """Return the state of these fields; an InvalidMatchError says why there is none."""
        seats = told.get("seat")
        if not isinstance(seats, list) or not seats or not all(isinstance(seat, dict) for seat in seats):
            raise InvalidMatchError("A position needs a [[seat]] for each player.")
        whole = _checked({name: value for name, value in told.items() if name != "seat"}, self.fields, "")
        players = [_checked(seat, self.seat_fields, f"Seat {number}: ") for number, seat in enumerate(seats, 1)]
        if whole["turn"] > len(players):
            raise InvalidMatchError(f"It cannot be the turn of seat {whole['turn']}: there are {len(players)}.")
        return self.build_state(whole, players)


def has_editor(game: Game) -> bool:
    """Whether positions of a game can be set up."""
    return find_spec(f"core.games.{game.name}.editor") is not None


def editor_of(game: Game) -> PositionEditor:
    """Return the position editor of a game."""
    if not has_editor(game):
        raise InvalidMatchError(f"{game.title} cannot be set up by hand; Mezen and Gzhel can.")
    found: PositionEditor = import_module(f"core.games.{game.name}.editor").EDITOR
    return found


def parse(text: str) -> PositionFields:
    """Parse TOML into plain values."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidMatchError(f"This is not a position in TOML: {str(error)[:100]}.") from error


def _checked(told: PositionFields, fields: Sequence[EditorField], where: str) -> PositionFields:
    known = {field.name: field for field in fields}
    for name in told:
        if name not in known:
            there = "there" if where else "There"
            raise InvalidMatchError(f"{where}{there} is no {name[:40]!r} in a position; there are {', '.join(known)}.")
    return {name: field.check(told.get(name), where) for name, field in known.items()}


def _short(value: Any) -> str:
    return repr(value)[:40]


def grid(text: str, rows: int, columns: int, whose: str) -> list[str]:
    """Parse the pieces of a board, row by row; blanks between them are optional where each is one letter."""
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    if len(lines) != rows:
        raise InvalidMatchError(f"{whose}: {rows} rows are needed, not {len(lines)}.")
    found = []
    for number, line in enumerate(lines, 1):
        cells = line if len(line) == columns else list("".join(line))
        if len(cells) != columns:
            raise InvalidMatchError(f"{whose}: row {number} needs {columns} places, not {len(cells)}.")
        found += cells
    return found


def numbers(text: str, offered: Sequence[int], what: str) -> list[int]:
    """Parse cards by their numbers: "3 17 8"."""
    found = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit()) or len(word) > 4 or int(word) not in offered:
            raise InvalidMatchError(f"There is no {what} {word[:20]!r}.")
        found.append(int(word))
    return found


def to_toml(game: Game, told: PositionFields) -> str:
    """Write a position as TOML, with comments that explain what can be written."""
    found = editor_of(game)
    lines = [f"# A position of {game.title}: samovar position {game.name} FILE", *_commented(found.legend)]
    lines += _values(told, found.fields)
    for seat in told["seat"]:
        lines += ["", "[[seat]]", *_values(seat, found.seat_fields)]
    return "\n".join(lines) + "\n"


def _commented(text: str) -> list[str]:
    return [f"# {line}" for line in text.splitlines()]


def _values(told: PositionFields, fields: Sequence[EditorField]) -> Iterator[str]:
    explained: set[tuple[Value, str]] = set()
    for field in fields:
        yield f"\n# {field.help}"
        if len(field.choices) > _TOLD:
            new = [choice for choice in field.choices if choice not in explained]
            yield from (f"#   {value}  {text}" for value, text in new)
            explained |= set(new)
        value = told[field.name]
        if field.rows > 1:
            yield f'{field.name} = """\n{value}\n"""'
        else:
            yield f"{field.name} = {msgspec.json.encode(value).decode()}"

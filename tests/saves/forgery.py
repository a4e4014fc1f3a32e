"""Match files made by hand: real ones changed in every way, and games that are played on from what loads.

`Forger(seed).forge()` gives a file's content; `play_forged(data)` loads it and plays on. The only answer to a forged
file is a BadRecord; what loads must play on like any other match.
"""

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import msgspec

from core import registry as shelf
from core.bots import choose
from core.errors import ImpossibleMatch, TableError
from core.game import Game, State
from core.match import Match, Seat
from core.rng import Chance
from saves import match_record as records

#: How many moves are played on from a file that loads.
MOVES = 50

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 31, 99, 255, 10**6, 2**31, 2**63, 2**64, -(2**63), 10**40, 10**4299, 0.5, 1e300,
    "", "x", "\x1b[2J", "z" * 5000, "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00",
    [], [[]], [0], [-1] * 3, [0] * 3000, {}, {"a": 1}, {"moves": [], "position": {}},
)  # fmt: skip

Path = tuple[str | int, ...]


class Forger:
    """Makes one forged file after the other, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._luck = Chance(seed)
        self._real = [real for game in shelf.games() for real in self._files(game)]

    def _files(self, game: Game) -> Iterator[dict[str, Any]]:
        """Files of one game: at every size of table, from its start to its end, and going on from a position."""
        for players in game.seats:
            match = self._match(game, players)
            for moves in (0, 5, 20, 60, 1000):
                self._play(match, moves)
                file = msgspec.json.decode(records.encode(records.record(match, records.now(), "Sunday")))
                yield file
                if not match.over:
                    yield self._gone_on(match, file)

    def _match(self, game: Game, players: int) -> Match:
        seats = [Seat(f"P{n}", "you" if n % 2 else "bot", "" if n % 2 else "novice") for n in range(1, players + 1)]
        seats[0] = Seat("Anna", habits={habit.name: True for habit in game.habits})
        while True:
            options = {option.name: self._luck.pick(option.choices) for option in game.options}
            with contextlib.suppress(ImpossibleMatch):
                return Match.new(game, seats, options, self._luck.below(1000))

    def _play(self, match: Match, moves: int) -> None:
        for _ in range(moves):
            if not match.over:
                match.play(self._luck.pick(list(match.state.moves())))

    def _gone_on(self, match: Match, file: dict[str, Any]) -> dict[str, Any]:
        """The match as it is saved after rules have changed, with or without moves since."""
        later = Match.go_on_from(match.game, match.setup, match.seats, match.state, file["moves"])
        self._play(later, self._luck.below(2) * 6)
        later.past = later.past or ["a1"]
        gone_on: dict[str, Any] = msgspec.json.decode(records.encode(records.record(later, records.now())))
        return gone_on

    # Forging

    def forge(self) -> bytes:
        file = msgspec.json.decode(msgspec.json.encode(self._luck.pick(self._real)))
        where = self._luck.below(10)
        if where == 0:
            return self._flip_bytes(msgspec.json.encode(file))
        if where <= 2:
            self._change(file, (), 1 + self._luck.below(3))
        elif where <= 6 and "past" in file:
            self._change(file["past"], ("position",), 1 + self._luck.below(3))
            if self._luck.below(2):
                file["moves"] = []
            _sign(file, file["past"]["position"], file["moves"])
        else:
            self._change(file, ("position",), 1 + self._luck.below(3))
            file["moves"] = ["z9"]
            _sign(file, file["position"], [])
        return msgspec.json.encode(file)

    def _change(self, file: Any, within: Path, times: int) -> None:
        """Change so many places in this part of a file."""
        for _ in range(times):
            places = list(_places(file, within))
            if places:
                self._change_at(file, self._luck.pick(places))

    def _change_at(self, file: Any, place: Path) -> None:
        *way, last = place
        for step in way:
            file = file[step]
        value = file[last]
        kind = self._luck.below(8)
        if kind == 0:
            del file[last]
        elif kind == 1:
            file[last] = self._odd()
        elif kind == 2:
            file[last] = self._other_value(place)
        elif isinstance(value, bool):
            file[last] = not value
        elif isinstance(value, int):
            file[last] = self._luck.pick((value - 1, value + 1, -value, 0, -1, value ^ 1 << self._luck.below(12)))
        elif isinstance(value, list) and value:
            self._change_list(value)
        else:
            file[last] = self._odd()

    def _odd(self) -> Any:
        return copy.deepcopy(self._luck.pick(ODD))

    def _change_list(self, values: list[Any]) -> None:
        one, two = self._luck.below(len(values)), self._luck.below(len(values))
        kind = self._luck.below(4)
        if kind == 0:
            values.append(values[one])
        elif kind == 1:
            values.pop(one)
        elif kind == 2:
            values[one], values[two] = values[two], values[one]
        else:
            values[one] = values[two]

    def _other_value(self, place: Path) -> Any:
        """What stands there in another file; that it belongs to another game makes it all the better."""
        value: Any = self._luck.pick(self._real)
        try:
            for step in place:
                value = value[step]
        except (KeyError, IndexError, TypeError):
            return self._odd()
        return msgspec.json.decode(msgspec.json.encode(value))

    def _flip_bytes(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(1 + self._luck.below(3)):
            changed[self._luck.below(len(changed))] = self._luck.below(256)
        return bytes(changed)


def _places(value: Any, within: Path) -> Iterator[Path]:
    """Every place in a value that can be changed, below this one."""
    for step in within:
        value = value.get(step) if isinstance(value, dict) else None
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*within, key)
        yield from ((*within, key, *below) for below in _places(value[key], ()))


def _sign(file: dict[str, Any], position: Any, moves: list[str]) -> None:
    """Give the file the digest that a forger would: that of the position to which its log leads."""
    with contextlib.suppress(Exception):
        state: State = msgspec.convert(position, shelf.game(file["game"]).state_type())
        if not state.check():  # otherwise there is no telling what the next line would do
            for notation in moves:
                state.play(next(move for move in state.moves() if move.notation == notation))
            while len(legal := state.moves()) == 1 and not state.prompt.pause:
                state.play(legal[0])
        file["digest"] = state.digest()


def play_forged(data: bytes, luck: Chance) -> bool:
    """Load a forged file and play on; whether it loaded. Nothing but a BadRecord may be raised."""
    try:
        match = records.restore(records.decode(data)).match
    except records.BadRecord:
        return False
    for at in range(MOVES):
        if at % 5 == 0 or match.over:
            _look(match, luck)
        if match.over:
            break
        legal = list(match.state.moves())
        bot = at % 25 == 5
        line = match.play(choose(match.game, match.state, "greedy", luck) if bot else luck.pick(legal))
        for event in (event for played in line for event in played.events):
            match.game.sentence(event, match.names)
        if at % 8 == 7:
            with contextlib.suppress(TableError):
                match.undo()
    records.decode(records.encode(records.record(match, records.now())))
    return True


def _look(match: Match, luck: Chance) -> None:
    """All that is shown of a position."""
    state = match.state
    for seat in (None, *range(len(match.seats))):
        assert state.board(seat)
    for seat in range(len(match.seats)):
        state.imagine(seat, luck.fork())
    for move in state.moves():
        assert state.describe(move)
    assert state.when() and len(state.scores()) == len(match.seats)
    assert [sum(column) for column in zip(*state.breakdown().values(), strict=True)] == state.scores()
    if match.over:
        assert state.verdict() and state.ranking()
    else:
        assert state.prompt.sentence

"""Forged match files: real ones changed in every way, and games that are played on from what loads.

`Forger(seed).forge()` gives a file's content; `play_forged(data)` loads it and plays on. A forged file is refused with
an InvalidRecordError, or it plays on like any other match.
"""

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import msgspec

from core import registry
from core.bots import choose
from core.errors import GameError, InvalidMatchError
from core.game import Game, State
from core.match import Match, Seat
from core.rng import Rng
from saves import match_record

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
        self._luck = Rng(seed)
        self._real = [real for game in registry.all_games() for real in self._files(game)]

    def _files(self, game: Game) -> Iterator[dict[str, Any]]:
        """Files of one game: at every size of table, from its start to its end, and going on from a position."""
        for players in game.player_counts:
            match = self._match(game, players)
            for moves in (0, 5, 20, 60, 1000):
                self._play(match, moves)
                file = msgspec.json.decode(
                    match_record.encode(match_record.make_record(match, match_record.now(), "Sunday"))
                )
                yield file
                if not match.is_over:
                    yield self._gone_on(match, file)

    def _match(self, game: Game, players: int) -> Match:
        seats = [Seat(f"P{n}", "you" if n % 2 else "bot", "" if n % 2 else "novice") for n in range(1, players + 1)]
        seats[0] = Seat("Anna", habits={habit.name: True for habit in game.habits})
        while True:
            options = {option.name: self._luck.choice(option.choices) for option in game.options}
            with contextlib.suppress(InvalidMatchError):
                return Match.new(game, seats, options, self._luck.randrange(1000))

    def _play(self, match: Match, moves: int) -> None:
        for _ in range(moves):
            if not match.is_over:
                match.play(self._luck.choice(list(match.state.legal_moves())))

    def _gone_on(self, match: Match, file: dict[str, Any]) -> dict[str, Any]:
        """The match as it is saved after rules have changed, with or without moves since."""
        later = Match.resume_from(match.game, match.setup, match.seats, match.state, file["moves"])
        self._play(later, self._luck.randrange(2) * 6)
        later.archived_moves = later.archived_moves or ["a1"]
        gone_on: dict[str, Any] = msgspec.json.decode(
            match_record.encode(match_record.make_record(later, match_record.now()))
        )
        return gone_on

    # Forging

    def forge(self) -> bytes:
        file = msgspec.json.decode(msgspec.json.encode(self._luck.choice(self._real)))
        where = self._luck.randrange(10)
        if where == 0:
            return self._flip_bytes(msgspec.json.encode(file))
        if where <= 2:
            self._change(file, (), 1 + self._luck.randrange(3))
        elif where <= 6 and "past" in file:
            self._change(file["past"], ("position",), 1 + self._luck.randrange(3))
            if self._luck.randrange(2):
                file["moves"] = []
            _sign(file, file["past"]["position"], file["moves"])
        else:
            self._change(file, ("position",), 1 + self._luck.randrange(3))
            file["moves"] = ["z9"]
            _sign(file, file["position"], [])
        return msgspec.json.encode(file)

    def _change(self, file: Any, within: Path, times: int) -> None:
        """Change so many places in this part of a file."""
        for _ in range(times):
            places = list(_places(file, within))
            if places:
                self._change_at(file, self._luck.choice(places))

    def _change_at(self, file: Any, place: Path) -> None:
        *way, last = place
        for step in way:
            file = file[step]
        value = file[last]
        kind = self._luck.randrange(8)
        if kind == 0:
            del file[last]
        elif kind == 1:
            file[last] = self._odd()
        elif kind == 2:
            file[last] = self._other_value(place)
        elif isinstance(value, bool):
            file[last] = not value
        elif isinstance(value, int):
            file[last] = self._luck.choice((value - 1, value + 1, -value, 0, -1, value ^ 1 << self._luck.randrange(12)))
        elif isinstance(value, list) and value:
            self._change_list(value)
        else:
            file[last] = self._odd()

    def _odd(self) -> Any:
        return copy.deepcopy(self._luck.choice(ODD))

    def _change_list(self, values: list[Any]) -> None:
        one, two = self._luck.randrange(len(values)), self._luck.randrange(len(values))
        kind = self._luck.randrange(4)
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
        value: Any = self._luck.choice(self._real)
        try:
            for step in place:
                value = value[step]
        except (KeyError, IndexError, TypeError):
            return self._odd()
        return msgspec.json.decode(msgspec.json.encode(value))

    def _flip_bytes(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(1 + self._luck.randrange(3)):
            changed[self._luck.randrange(len(changed))] = self._luck.randrange(256)
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
        state: State = msgspec.convert(position, registry.get_game(file["game"]).state_type())
        if not state.violations():  # otherwise there is no telling what the next line would do
            for notation in moves:
                state.play(next(move for move in state.legal_moves() if move.notation == notation))
            while len(legal := state.legal_moves()) == 1 and not state.prompt.pause:
                state.play(legal[0])
        file["digest"] = state.digest()


def play_forged(data: bytes, rng: Rng) -> bool:
    """Load a forged file and play on; whether it loaded. Nothing but a BadRecord may be raised."""
    try:
        match = match_record.restore(match_record.decode(data)).match
    except match_record.InvalidRecordError:
        return False
    for at in range(MOVES):
        if at % 5 == 0 or match.is_over:
            _look(match, rng)
        if match.is_over:
            break
        legal = list(match.state.legal_moves())
        bot = at % 25 == 5
        line = match.play(choose(match.game, match.state, "greedy", rng) if bot else rng.choice(legal))
        for event in (event for played in line for event in played.events):
            match.game.describe_event(event, match.names)
        if at % 8 == 7:
            with contextlib.suppress(GameError):
                match.undo()
    match_record.decode(match_record.encode(match_record.make_record(match, match_record.now())))
    return True


def _look(match: Match, rng: Rng) -> None:
    """All that is shown of a position."""
    state = match.state
    for seat in (None, *range(len(match.seats))):
        assert state.board_text(seat)
    for seat in range(len(match.seats)):
        state.determinize(seat, rng.spawn())
    for move in state.legal_moves():
        assert state.describe(move)
    assert state.progress_text() and len(state.scores()) == len(match.seats)
    assert [sum(column) for column in zip(*state.breakdown().values(), strict=True)] == state.scores()
    if match.is_over:
        assert state.outcome_text() and state.ranking()
    else:
        assert state.prompt.sentence

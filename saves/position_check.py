"""Check whether a game can go on from a stored position.

Our own rules lead only to sound positions, but a file may have been made by hand. So its size is bounded before it is
read, its shape, ranges and conservation laws are checked before any rule uses it, and then it is tried: played on for
a bounded number of moves, and shown in every way in which a screen shows positions.
"""

import msgspec

from core.bots import choose
from core.game import Game, GameEvent, Move, State
from core.rng import Rng

#: The largest position in bytes; none comes near it.
_LARGEST = 64 * 1024
#: The moves of each playout: the short ones try different moves from here, and one goes far.
_TRIALS = (30, 30, 30, 30, 200)
#: How many forced steps in a row mean an endless loop; our games have a few at most.
_FORCED = 100
#: In how many positions of a playout everything is shown, and not just played.
_LOOKS = 3


class UnplayablePositionError(Exception):
    """A position from which the game cannot go on; its text is a clause that goes after "its position"."""


def check_position(data: msgspec.Raw, game: Game, players: int) -> State:
    """Return the position in a file; raise UnplayablePositionError unless the game can go on from it."""
    position = _read(data, game)
    if not is_playable(position, game, players):
        raise UnplayablePositionError(f"is none of {game.title}")
    return position


def is_position(data: msgspec.Raw, state: State, game: Game) -> bool | None:
    """Whether a stored position, read with today's fields, equals this state; None when it cannot be read."""
    try:
        return _read(data, game).digest() == state.digest()
    except UnplayablePositionError:
        return None


def _read(data: msgspec.Raw, game: Game) -> State:
    """Decode a stored position with today's fields.

    Removed fields are ignored and new ones get their default. A new field without a default would make every older
    position unreadable, so each field that a game adds has one.
    """
    if len(bytes(data)) > _LARGEST:
        raise UnplayablePositionError("is too large")
    try:
        return msgspec.json.decode(data, type=game.state_type())
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnplayablePositionError("cannot be read") from error


def is_playable(position: State, game: Game, players: int) -> bool:
    """Whether the game can go on from here, as far as a few playouts can tell."""
    try:
        return (
            not position.violations()
            and len(position.scores()) == players
            and all(_RandomPlayout(position, game, players, number).run(moves) for number, moves in enumerate(_TRIALS))
        )
    except Exception:  # a position made by hand may break the rules in any way
        return False


class _RandomPlayout:
    """A game of random moves from a position."""

    def __init__(self, position: State, game: Game, players: int, number: int) -> None:
        self._state = position.copy()
        self._game = game
        self._seats = range(players)
        self._names = [f"Player {seat}" for seat in self._seats]
        self._luck = Rng(number)

    def run(self, moves: int) -> bool:
        """Whether so many moves can be played, or the game to its end."""
        state, forced = self._state, 0
        for at in range(moves):
            if state.violations():
                return False
            if state.actor is None:
                return self._has_ended_well()
            legal = list(state.legal_moves())
            forced = forced + 1 if len(legal) == 1 else 0
            if not legal or forced > _FORCED:
                return False
            if at < _LOOKS:
                self._look(legal)
            if at == 0:
                choose(self._game, state, "greedy", self._luck.spawn())
            self._play(self._luck.choice(legal))
        return True

    def _play(self, move: Move) -> None:
        events: list[GameEvent] = []
        self._state.play(move, events.append)
        for event in events:
            self._game.describe_event(event, self._names)

    def _look(self, legal: list[Move]) -> None:
        """Ask a position for everything that screens, logs and bots ask: what fails here would crash the app."""
        state = self._state
        state.prompt, state.round, state.progress_text()
        for seat in (None, *self._seats):
            state.board_text(seat)
        for seat in self._seats:
            state.determinize(seat, self._luck.spawn())
        for move in legal:
            state.describe(move)
        state.scores(), state.breakdown(), state.digest()

    def _has_ended_well(self) -> bool:
        state = self._state
        state.board_text(), state.outcome_text(), state.breakdown()
        return sorted(seat for place in state.ranking() for seat in place) == list(self._seats)

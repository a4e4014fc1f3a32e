"""The result of a finished game for the one human who played it: points, victory and comparisons for the rating.

Games of several humans at one keyboard say nothing of how well either plays: `by_single_player` leaves them out.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from core import registry
from core.bots import FIT, read_mixture
from core.bots.baseline import baseline, level_ratings, strength
from saves.history.finished import FinishedGame
from saves.history.rating import GAMES, RatedResult, Rating, rating, share_beaten


def by_game(games: Iterable[FinishedGame]) -> dict[str, list[FinishedGame]]:
    """Group the games that humans played by name, in the order of the registry; within a name, by when they ended."""
    found: dict[str, list[FinishedGame]] = {name: [] for name in registry.GAME_NAMES}
    for game in games:
        if (played := found.get(game.game)) is not None and persons(game):
            played.append(game)
    return {name: sorted(played, key=attrgetter("ended")) for name, played in found.items() if played}


class PlayerResult(NamedTuple):
    """A game that one human played, and the seat of that human."""

    game: FinishedGame
    seat: int

    @property
    def points(self) -> int:
        return self.game.scores[self.seat]

    @property
    def won(self) -> float:
        """1 for a victory, less for a shared one, 0 for none."""
        first, sides = self.game.ranking[0], 2 if self.game.options.get("teams") else 1
        return sides / len(first) if self.seat in first else 0.0

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots in this game, each once; of all that were fitted to a player, `fit`."""
        levels = {seat.level for seat in self.game.seats if seat.kind == "bot"}
        return tuple(sorted({FIT if read_mixture(level) else level for level in levels}))

    @property
    def alone(self) -> bool:
        return len(self.game.seats) == 1


def by_single_player(games: Iterable[FinishedGame]) -> list[PlayerResult]:
    """Return the games that exactly one human played."""
    found = []
    for game in games:
        people = persons(game)
        if len(people) == 1:
            found.append(PlayerResult(game, people[0]))
    return found


def persons(game: FinishedGame) -> list[int]:
    """Return the seats of the humans."""
    return [number for number, seat in enumerate(game.seats) if seat.kind == "you"]


def rating_of(name: str, mine: Sequence[PlayerResult]) -> Rating | None:
    """Return the rating from the latest games; None when none of them can be compared."""
    compared = [each for played in mine[-GAMES:] for each in _comparisons(name, played)]
    if not compared:
        return None
    return rating(compared, first_guess(name))


def first_guess(name: str) -> float:
    """Return the rating of somebody of whom nothing is known."""
    levels = level_ratings(name)
    return (levels["novice"] + levels["adept"]) / 2


def _comparisons(name: str, played: PlayerResult) -> list[RatedResult]:
    """Return a game as comparisons with the levels, which together count as one game."""
    known, (game, seat) = baseline(name), played
    if played.alone:
        return [
            RatedResult(known.ratings[level], share_beaten(played.points, reached), 1 / len(known.alone))
            for level, reached in known.alone.items()
        ]
    place = {each: number for number, seats in enumerate(game.ranking) for each in seats}
    rivals = [other for other in range(len(game.seats)) if other != seat and not _partners(game, seat, other)]
    strengths = {other: strength(name, game.seats[other].level) for other in rivals}
    rated = {other: points for other, points in strengths.items() if points is not None}
    return [
        RatedResult(
            points,
            0.5 if place[seat] == place[other] else float(place[seat] < place[other]),
            1 / len(rated),
        )
        for other, points in rated.items()
    ]


def _partners(game: FinishedGame, one: int, other: int) -> bool:
    return bool(game.options.get("teams")) and (one - other) % 2 == 0

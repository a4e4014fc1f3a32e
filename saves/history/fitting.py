"""A bot that fits the player: as strong as their rating in the game, between two levels where need be.

    fitted = fit_bots(paths, game, seats)     # `bot:fit` becomes a mixture of two levels, such as `apprentice+35`
    match = Match.new(game, fitted.seats, options, seed)
    told = fitted.record(match)               # says in the log what was chosen, and why

The mixture is chosen once and stored as the level of the seat, so it never changes within a match.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from core.bots import FIT, PLAYABLE_LEVELS, Mixture
from core.bots.baseline import level_ratings
from core.game import Game
from core.log_notes import note_text
from core.match import FITTED, Match, Seat
from saves.history import finished
from saves.history.rating import Rating
from saves.history.results import by_game, by_single_player, first_guess, rating_of
from saves.paths import DataPaths


class FittedSeats(NamedTuple):
    """The seats of a match with a level for every bot that was to fit, and the facts to be noted about each of them."""

    seats: list[Seat]
    facts: list[tuple[int | str, ...]]

    def record(self, match: Match) -> list[str]:
        """Add a note to the log of a new match about each bot that was fitted; return them as sentences."""
        for each in self.facts:
            match.add_note(FITTED, *each)
        return [note_text(note, match) for note in match.notes if note.kind == FITTED]


def fit_bots(paths: DataPaths, game: Game, seats: Sequence[Seat]) -> FittedSeats:
    """Return the seats, with a mixture of levels for the bots that are to fit the player."""
    asked = [number for number, seat in enumerate(seats) if seat.level == FIT]
    if not asked:
        return FittedSeats(list(seats), [])
    rating = load_rating(paths, game)
    points = first_guess(game.name) if rating is None else rating.points
    mixture = fitting_mixture(game.name, points)
    told = (*mixture, round(points), 0 if rating is None else round(rating.within))
    return FittedSeats(
        [msgspec.structs.replace(seat, level=mixture.level) if seat.level == FIT else seat for seat in seats],
        [(number, *told) for number in asked],
    )


def fitting_level(paths: DataPaths, game: Game) -> str:
    """Return the mixture that fits the player, as the level of a seat."""
    rating = load_rating(paths, game)
    return fitting_mixture(game.name, first_guess(game.name) if rating is None else rating.points).level


def load_rating(paths: DataPaths, game: Game) -> Rating | None:
    """Return the player's rating in a game with its interval; None before any game that counts."""
    games, _ = finished.read(paths.finished)
    mine = by_single_player(by_game(games).get(game.name, ()))
    return rating_of(game.name, mine)


def fitting_mixture(game: str, points: float) -> Mixture:
    """Return the mixture against which somebody with this rating wins about half.

    How sure the rating is does not matter here: it may be off to either side alike. Beyond the weakest and the
    strongest level there is nothing to mix.
    """
    ratings = level_ratings(game)
    pairs = list(pairwise(PLAYABLE_LEVELS))
    lower, upper = next((pair for pair in pairs if points < ratings[pair[1]]), pairs[-1])
    share = (points - ratings[lower]) / (ratings[upper] - ratings[lower])
    return Mixture(lower, upper, round(100 * min(1.0, max(0.0, share))))

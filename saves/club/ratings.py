"""Ratings of members and bots, game by game, from all finished games that count, in the order in which they ended.

Ratings are openskill's (the Plackett-Luce model, for any number of players). The package is optional, and nothing is
stored: everything is computed from the finished games.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from core.bots import FIT, read_mixture
from core.installing import install_text
from saves.club.errors import ClubError
from saves.club.game_results import ClubGameResult, Player
from saves.club.member_names import casefolded
from saves.guest import is_guest

#: The points of a new player, and how many make a point of openskill's.
_START, _SCALE = 1000, 40
_LAST = 1000
#: A rating of fewer games is provisional.
PROVISIONAL = 10

_BOT = "bot:"

Known = tuple[float, float]


class RatingsUnavailableError(ClubError):
    """The openskill package is not installed."""


class GameRating(msgspec.Struct, frozen=True):
    """A rating at one game: cautious points, one standard error in points, and how many games were counted."""

    points: int
    uncertainty: int
    games: int

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL


class MemberStanding(msgspec.Struct, frozen=True):
    """A member, or a level of bots: games played and won, and ratings by game where they are rated."""

    name: str
    is_bot: bool
    games: int
    won: int
    ratings: dict[str, GameRating]

    @property
    def points(self) -> dict[str, int]:
        """The points by game."""
        return {game: rating.points for game, rating in self.ratings.items()}


class Ratings:
    """The ratings that the finished games give; raise RatingsUnavailableError without openskill."""

    def __init__(self) -> None:
        try:
            from openskill.models import PlackettLuce  # an optional package
        except ImportError as missing:
            raise RatingsUnavailableError(
                "There are no ratings on this server."
                if is_guest()
                else f"Ratings need one more package; {install_text('club')}."
            ) from missing
        self._model: Any = PlackettLuce()
        #: Mean and deviation by game and player.
        self.known: dict[tuple[str, str], Known] = {}
        #: How many games were counted.
        self.games: dict[tuple[str, str], int] = {}

    def add(self, finished: ClubGameResult) -> None:
        """Rate the players of one more game; a member replaced by a bot comes last."""
        players = finished.players
        if not finished.counts or len({who(player) for player in players}) < 2:
            return
        teams = [[self._rating(finished.game, who(player))] for player in players]
        ranks = [_LAST if player.stood_in else player.rank for player in players]
        after: dict[str, list[Any]] = {}
        for player, (rating,) in zip(players, self._model.rate(teams, ranks=ranks), strict=True):
            after.setdefault(who(player), []).append(rating)
        for name, ratings in after.items():  # the mean of a level that had two seats
            mu, sigma = (sum(values) / len(ratings) for values in zip(*((r.mu, r.sigma) for r in ratings), strict=True))
            self.known[finished.game, name] = (mu, sigma)
            self.games[finished.game, name] = self.games.get((finished.game, name), 0) + 1

    def _rating(self, game: str, name: str) -> Any:
        known = self.known.get((game, name))
        return self._model.rating(mu=known[0], sigma=known[1]) if known else self._model.rating()

    def points(self, name: str) -> dict[str, int]:
        """Return the points of a member (casefolded) or of `bot:LEVEL`, game by game; cautious while games are few."""
        return {game: rating.points for game, rating in self.ratings(name).items()}

    def ratings(self, name: str) -> dict[str, GameRating]:
        """Return the ratings of a member (casefolded) or of `bot:LEVEL`, game by game."""
        return {
            game: GameRating(round(_START + _SCALE * (mu - 3 * sigma)), round(_SCALE * sigma), self.games[game, known])
            for (game, known), (mu, sigma) in sorted(self.known.items())
            if known == name
        }


def who(player: Player) -> str:
    """Return the key of a player: a member's name, or `bot:LEVEL`, which no member can have as a name."""
    return f"{_BOT}{_level(player)}" if player.level else casefolded(player.name)


def _level(player: Player) -> str:
    """Return the level of a bot; `fit` for all that were fitted to a player."""
    return FIT if read_mixture(player.level) else player.level


def standings(members: Sequence[str], games: Iterable[ClubGameResult], ratings: Ratings | None) -> list[MemberStanding]:
    """Return every member and every level of bots that has played, with their games, and their points if rated."""
    played: dict[str, int] = {}
    won: dict[str, int] = {}
    levels: set[str] = set()
    for game in games:
        if ratings is not None:
            ratings.add(game)
        for player in game.players:
            key = who(player)
            played[key] = played.get(key, 0) + 1
            won[key] = won.get(key, 0) + (player.rank == 1)
            if player.level:
                levels.add(_level(player))

    def standing(name: str, key: str, is_bot: bool) -> MemberStanding:
        rated = ratings.ratings(key) if ratings is not None else {}
        return MemberStanding(name, is_bot, played.get(key, 0), won.get(key, 0), rated)

    people = [standing(name, casefolded(name), False) for name in members]
    return people + [standing(level.capitalize(), f"{_BOT}{level}", True) for level in sorted(levels)]

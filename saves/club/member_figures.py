"""One member's results in the club, game by game, for the statistics beside those of games alone."""

from collections.abc import Iterable, Sequence

import msgspec

from saves.club.game_results import ClubGameResult
from saves.club.member_names import casefolded
from saves.club.ratings import GameRating, MemberStanding


class ClubFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """The finished club games of one game: how many, how many were won, the mean and best points, and the rating."""

    game: str
    games: int
    won: int
    mean: float
    best: int
    rating: GameRating | None = None


def member_figures(
    name: str, games: Iterable[ClubGameResult], standings: Sequence[MemberStanding]
) -> dict[str, ClubFigures]:
    """Return the figures of a member; a game that a bot ended for them counts as played and lost."""
    points: dict[str, list[int]] = {}
    won: dict[str, int] = {}
    for finished in games:
        for player in finished.players:
            if not player.level and casefolded(player.name) == casefolded(name):
                points.setdefault(finished.game, []).append(player.points)
                won[finished.game] = won.get(finished.game, 0) + (player.rank == 1 and not player.stood_in)
    own = next((each for each in standings if not each.is_bot and casefolded(each.name) == casefolded(name)), None)
    ratings = own.ratings if own is not None else {}
    return {
        game: ClubFigures(game, len(all_), won[game], sum(all_) / len(all_), max(all_), ratings.get(game))
        for game, all_ in sorted(points.items())
    }

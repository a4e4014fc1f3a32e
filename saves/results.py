"""What a finished game says of the one person who played it: points, victory, and how strong that was.

Games that friends played at one keyboard say nothing of how well either of them plays: `by_one` leaves them out.
"""

from collections.abc import Iterable, Sequence

from core import shelf
from core.bots.yardstick import yardstick
from saves.finished import Finished
from saves.rating import GAMES, Comparison, Rating, rating, share_beaten


def by_game(games: Iterable[Finished]) -> dict[str, list[Finished]]:
    """The games with people in them, in the order in which they ended, by name in the order of the shelf."""
    found: dict[str, list[Finished]] = {name: [] for name in shelf.NAMES}
    for game in games:
        if game.game in found and persons(game):
            found[game.game].append(game)
    return {name: sorted(played, key=lambda game: game.ended) for name, played in found.items() if played}


def by_one(played: Iterable[Finished]) -> list[Finished]:
    """Those of the games that one person played."""
    return [game for game in played if len(persons(game)) == 1]


def persons(game: Finished) -> list[int]:
    return [number for number, seat in enumerate(game.seats) if seat.kind == "you"]


def seat_of(game: Finished) -> int:
    """Where the one person sat."""
    return persons(game)[0]


def points_of(game: Finished) -> int:
    return game.scores[seat_of(game)]


def won(game: Finished) -> float:
    """1 for a victory, less for a shared one, 0 for none."""
    first, sides = game.ranking[0], 2 if game.options.get("teams") else 1
    return sides / len(first) if seat_of(game) in first else 0.0


def levels_at(game: Finished) -> tuple[str, ...]:
    """The levels that sat there, each once."""
    return tuple(sorted({seat.level for seat in game.seats if seat.kind == "bot"}))


def strength(name: str, mine: Sequence[Finished]) -> Rating | None:
    """How strong the last games were; None where nothing in them can be compared."""
    levels = yardstick(name).ratings
    compared = [each for game in mine[-GAMES:] for each in _comparisons(name, game)]
    if not compared:
        return None
    return rating(compared, (levels["novice"] + levels["adept"]) / 2)


def _comparisons(name: str, game: Finished) -> list[Comparison]:
    """A game as comparisons with the levels, which together count as one game."""
    known, seat = yardstick(name), seat_of(game)
    if len(game.seats) == 1:
        return [
            Comparison(known.ratings[level], share_beaten(points_of(game), reached), 1 / len(known.alone))
            for level, reached in known.alone.items()
        ]
    place = {each: number for number, seats in enumerate(game.ranking) for each in seats}
    rivals = [other for other in range(len(game.seats)) if other != seat and not _partners(game, seat, other)]
    rated = [other for other in rivals if game.seats[other].level in known.ratings]
    return [
        Comparison(
            known.ratings[game.seats[other].level],
            0.5 if place[seat] == place[other] else float(place[seat] < place[other]),
            1 / len(rated),
        )
        for other in rated
    ]


def _partners(game: Finished, one: int, other: int) -> bool:
    return bool(game.options.get("teams")) and (one - other) % 2 == 0

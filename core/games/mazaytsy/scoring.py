"""The scoring: every saved hare counts, ashore or still aboard."""

from typing import TYPE_CHECKING

from core.games.mazaytsy.hares import count, points

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


def own_points(s: "MazaytsyState", seat: int) -> int:
    """Return the points that this seat has saved by itself."""
    return points(s.ashore[seat] + s.holds[seat]) + s.booked_points[seat]


def own_hares(s: "MazaytsyState", seat: int) -> int:
    """Return how many hares this seat has saved by itself."""
    return count(s.ashore[seat] + s.holds[seat]) + s.booked_hares[seat]


def scores(s: "MazaytsyState") -> list[int]:
    """Return the points by seat; partners both have the points of their team."""
    own = [own_points(s, seat) for seat in range(s.players)]
    if s.teams:
        return [own[seat] + own[(seat + 2) % 4] for seat in range(4)]
    return own


def breakdown(s: "MazaytsyState") -> dict[str, list[int]]:
    seats = range(s.players)
    table = {
        "ashore": [points(s.ashore[seat]) for seat in seats],
        "aboard": [points(s.holds[seat]) for seat in seats],
    }
    if any(s.booked_hares):
        table = {"earlier-rounds": s.booked_points[:], **table}
    if s.teams:
        table["partner"] = [own_points(s, (seat + 2) % 4) for seat in seats]
    return table


def standing(s: "MazaytsyState", seat: int) -> tuple[int, int, int]:
    """Return what decides the rank: points, then more hares, then fewer of them still aboard."""
    crew = (seat, (seat + 2) % 4) if s.teams else (seat,)
    return (
        sum(own_points(s, mate) for mate in crew),
        sum(own_hares(s, mate) for mate in crew),
        -sum(count(s.holds[mate]) for mate in crew),
    )


def ranking(s: "MazaytsyState") -> list[list[int]]:
    """Return the seats from first to last; partners share a rank, and so do seats that are equal in everything."""
    standings = [standing(s, seat) for seat in range(s.players)]
    return [
        [seat for seat in range(s.players) if standings[seat] == best] for best in sorted(set(standings), reverse=True)
    ]

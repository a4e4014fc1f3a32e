"""What tests of all games ask about a game, so that they fit a new one: a short one, or one without secrets."""

from functools import cache

from core import registry
from core.match import Match, Seat
from core.rng import Rng

#: The games that have everything: puzzles, lessons, baselines, files of every release. A new one may come without.
FIVE = ("mezen", "gzhel", "mazaytsy", "novgorod", "mezo")


@cache
def random_match(name: str) -> Match:
    """Return a finished match of as many seats as the game has."""
    game = registry.get_game(name)
    match = Match.new(game, [Seat(f"P{seat}") for seat in range(max(game.player_counts))], {}, 5)
    rng = Rng(5)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    return match


def third_of_a_game(name: str, at_most: int) -> int:
    """Return how many choices make a third of a random game, or `at_most` where that is fewer, as in the five games."""
    return min(at_most, sum(entry.origin == "chosen" for entry in random_match(name).log) // 3)


@cache
def has_secrets(name: str) -> bool:
    """Return whether somebody can be kept from knowing something in the first position of a random game."""
    match = random_match(name)
    state = match.game.start(match.setup)
    seats = (None, *range(match.setup.players))
    return any(state.determinize(seat, Rng(1)).digest() != state.digest() for seat in seats)

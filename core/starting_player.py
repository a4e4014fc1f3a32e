"""The seat that begins: drawn, unless the players agreed on one; and the seat that begins their next match."""

from collections.abc import Callable

from core.game import STARTER, Game, GameOption, OptionValue, Setup
from core.rng import Rng

DRAWN = "drawn"


def starter_option(seats: range, before: dict[int, OptionValue] | None = None) -> GameOption:
    """Return the option of a game for so many seats; its values count seats from 1, as people do."""
    help_ = "Who begins: drawn at random, or the seat with this number"
    return GameOption(STARTER, help_, DRAWN, (DRAWN, *range(1, seats[-1] + 1)), before or {})


def named_seat(setup: Setup) -> int | None:
    """Return the seat that the players agreed on; None where it is drawn."""
    value = setup.options.get(STARTER, DRAWN)
    return None if value == DRAWN else int(value) - 1


def first_seat(setup: Setup, rng: Rng) -> int:
    """Return the seat that begins. A number is drawn in any case, so that a named seat changes nothing else."""
    drawn, named = rng.randrange(setup.players), named_seat(setup)
    return drawn if named is None else named


def seed_of_rematch(game: Game, setup: Setup, draw: Callable[[], int]) -> int:
    """Return a seed for another match of the same players: where no starter was named, the next seat begins with it.

    `draw` gives fresh seeds. The option stays as it was, so that the match after the next is found in the same way.
    """
    seed, last = draw(), game.starter(setup)
    if last is None or named_seat(setup) is not None:
        return seed
    following = (last + 1) % setup.players
    while game.starter(Setup(setup.players, seed, setup.options)) != following:
        seed = draw()
    return seed

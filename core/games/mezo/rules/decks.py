"""The decks of action cards, which are shuffled at the start of every Age."""

from core.games.mezo.components import CARDS
from core.rng import Rng


def shuffled_decks(players: int, rng: Rng) -> tuple[tuple[int, ...], ...]:
    """Return a deck of all cards for each seat, as at the start of every Age."""
    decks = []
    for _ in range(players):
        deck = list(range(len(CARDS)))
        rng.shuffle(deck)
        decks.append(tuple(deck))
    return tuple(decks)

"""The deal of Gzhel: the first state, and who begins."""

from core.game import Setup
from core.games.gzhel.components import ICONS, PADS, PILE_AT_START, SETS
from core.games.gzhel.phases import TURN_PADS
from core.games.gzhel.state import GzhelState
from core.rng import Rng
from core.starting_player import first_seat


def start(setup: Setup) -> GzhelState:
    """Deal cards and pads; the tokens follow when every player has laid out the pads."""
    rng = Rng(setup.seed)
    players = setup.players
    deck, middle, pile = _deal_cards(setup, rng)
    pads = list(range(len(PADS)))
    rng.shuffle(pads)
    active = first_seat(setup, rng)
    return GzhelState(
        active,
        TURN_PADS,
        players,
        active,
        -1,
        -1,
        -1,
        bool(setup.options["beginners"]),
        deck,
        middle,
        pile,
        pads[: 2 * players],
        [0] * (5 * players),
        [0] * players,
        [0] * (5 * players),
        [0] * 5,
        [0] * (4 * players),
        rng,
    )


def _deal_cards(setup: Setup, rng: Rng) -> tuple[list[int], int, list[int]]:
    """Deal deck (its top last), middle card and pattern pile (its top last) from one set of twelve."""
    icon = str(setup.options["icon"])
    if icon == "random":
        icon = rng.choice(ICONS)
    cards = list(SETS[icon])
    rng.shuffle(cards)
    pile, deck = cards[:PILE_AT_START], cards[PILE_AT_START:]
    middle = deck.pop()
    return deck, middle, pile


def starter(setup: Setup) -> int | None:
    """Return the seat that begins; None where there is only one."""
    return start(setup).active if setup.players > 1 else None

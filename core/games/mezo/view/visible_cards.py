"""Which cards a viewer may see. A viewer of None is a spectator."""

from core.games.mezo.components import CARDS
from core.games.mezo.state import MezoState


def hand(state: MezoState, seat: int) -> tuple[int, ...]:
    """Return the cards that this seat, and only this seat, has seen: the top of its deck."""
    return state.decks[seat][: state.known[seat]]


def played(state: MezoState, seat: int) -> tuple[int, ...]:
    """Return the cards of this seat that lie open from earlier conflicts of the Age."""
    held = {*state.decks[seat], state.cards[seat]}
    return tuple(card for card in range(len(CARDS)) if card not in held)


def laid(state: MezoState, seat: int, viewer: int | None) -> int | None:
    """Return the card of this conflict: its number if `viewer` may see it, -1 if it lies face down, or None."""
    card = state.cards[seat]
    if card < 0:
        return None
    return card if state.revealed or seat == viewer else -1

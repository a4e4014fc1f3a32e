"""The deal: the first state."""

from core.game import Setup
from core.rng import Rng
from tests.core.games.pebbles import phases
from tests.core.games.pebbles.components import OMENS
from tests.core.games.pebbles.state import PebblesState


def start(setup: Setup) -> PebblesState:
    """Return the first state."""
    omens = list(range(OMENS))
    Rng(setup.seed).shuffle(omens)
    size = int(setup.options["heap"])
    return PebblesState(0, setup.players, size, size, [0] * setup.players, omens, 0, phases.TAKING, 0)

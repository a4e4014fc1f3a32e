"""The deal of Mezen: the first state, and who begins."""

from core.game import Setup
from core.games.mezen.components import AMULET_CARDS, AMULETS, AMULETS_EACH, AMULETS_SOLO, CELLS, ICONS, SETS
from core.games.mezen.phases import ANNOUNCING
from core.games.mezen.state import MezenState
from core.rng import Rng
from core.starting_player import first_seat


def start(setup: Setup) -> MezenState:
    """Lay out the paintings, the goal cards and the amulets."""
    rng = Rng(setup.seed)
    players = setup.players
    icon = str(setup.options["cards"])
    if icon == "random":
        icon = rng.choice(ICONS)
    deck = list(SETS[icon])
    rng.shuffle(deck)
    paintings = []
    for _ in range(players):
        painting = [2 * tile for tile in range(CELLS)]
        rng.shuffle(painting)
        paintings.append(painting)
    each = AMULETS_EACH if players > 1 else AMULETS_SOLO
    waiting = 0 if players > 1 else len(AMULET_CARDS)
    first = first_seat(setup, rng)
    return MezenState(
        actor=first,
        phase=ANNOUNCING,
        round=1,
        active=first,
        announced=-1,
        animals=[-1] * players,
        paintings=paintings,
        seen=[0] * players,
        hand=[],
        bridges=0,
        excluded=0,
        amulets=[each] * players,
        pool=AMULETS - each * players - waiting,
        points=[[0] * 5 for _ in range(players)],
        deck=deck,
        icon=icon,
        open_backs=bool(setup.options["open_backs"]),
        chance=rng,
    )


def starter(setup: Setup) -> int | None:
    """Return the seat that begins; None where there is only one."""
    return start(setup).active if setup.players > 1 else None

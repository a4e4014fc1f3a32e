"""The deal of Mazaytsy: the first state with its water, its row and its stack, and who begins."""

from core.game import Setup
from core.games.mazaytsy.components import BOX, CARDS, FLOW, THICKET
from core.games.mazaytsy.hares import ALL
from core.games.mazaytsy.phases import LAUNCH, LAUNCHED
from core.games.mazaytsy.rules.advanced import ADVANCED
from core.games.mazaytsy.rules.cards import drawn, open_card
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.water import WATERS
from core.rng import Rng
from core.starting_player import named_seat


def start(setup: Setup) -> MazaytsyState:
    """Return the first state: everything laid out, the last player about to launch a boat."""
    players = setup.players
    options = setup.options
    side = 5 if players == 2 else 6
    visits = BOX.visits_of_two if players == 2 else int(options.get("rounds", BOX.visits))
    rng = Rng(setup.seed)
    stack = list(CARDS)
    rng.shuffle(stack)
    field, sunk = _water(stack, side, rng)
    if players == 2:
        under = len(stack) + 1 - BOX.mazay_from_top
    else:
        under = rng.randrange(BOX.lowest + 1)
    state = MazaytsyState(
        actor=None,
        players=players,
        side=side,
        visits=visits,
        advanced=sum(bit for name, bit in ADVANCED if options.get(name)),
        teams=bool(options.get("teams")),
        field=field,
        hares=[0] * (side * side),
        stack=stack,
        row=[],
        row_hares=[],
        discard=[],
        pool=ALL,
        boats=[-1] * players,
        bows=[0] * players,
        holds=[0] * players,
        ashore=[0] * players,
        booked_points=[0] * players,
        booked_hares=[0] * players,
        mires=[-1] * players,
        under=under,
        sunk=sunk,
        seen=0,
        due=-1,
        first_adder=-1,
        ending=False,
        turn=-1,
        phase=LAUNCH,
        then=LAUNCHED,
        acts=0,
        spent=0,
        shy=0,
        stolen=False,
        shared=False,
        kept=0,
        sort=0,
        hand=-1,
        spot=-1,
        chance=rng,
        face_down=bool(options.get("face_down")),
    )
    for cell, face in enumerate(field):
        if face >> 2 & 1 and state.pool:
            state.hares[cell] = drawn(state)
    for _ in range(players):
        open_card(state)
    # Who begins is drawn after the deal, and only if it is drawn: before edition 3 nothing was.
    named = named_seat(setup)
    state.first = rng.randrange(players) if named is None else named
    state.actor = state.last
    return state


def starter(setup: Setup) -> int | None:
    """Return the seat that begins."""
    return start(setup).first


def _water(stack: list[int], side: int, rng: Rng) -> tuple[list[int], int]:
    """Deal the water from the top of the stack; thickets never start in the middle but go to the bottom."""
    cells = side * side
    field = [-1] * cells
    sunk = 0
    middle = WATERS[side].start
    for cell in middle:
        card = stack.pop()
        while card >> 1 == THICKET:
            stack.insert(0, card)
            sunk += 1
            card = stack.pop()
        field[cell] = card
    for cell in range(cells):
        if field[cell] < 0:
            field[cell] = stack.pop()
    faces = [card * 4 for card in field]
    for cell, face in enumerate(faces):
        if FLOW[face] >= 0:
            faces[cell] += rng.randrange(4)
    return faces, sunk

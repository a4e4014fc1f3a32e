"""Positions set up by hand, written as the worked examples are.

o orchid, p poppy, r rose, t tulip, b bellflower, . empty; a capital letter has its stamp side up. Four rows
a pad, separated by `/`. Pads and cards go by their printed numbers.
"""

from core.game import GameEvent
from core.games.gzhel import GAME
from core.games.gzhel.components import FIGURINES, FLOWER_LETTERS, SETS, SPACES
from core.games.gzhel.deal import start
from core.games.gzhel.phases import CHOOSE, PAINT
from core.games.gzhel.state import GzhelState
from core.match import find_move
from core.rng import Rng


def read_pad(text: str) -> tuple[list[int], int]:
    """Five masks and the mask of stamps, of one pad."""
    letters = text.replace(" ", "").replace("/", "")
    assert len(letters) == SPACES, text
    flowers = [sum(1 << i for i, c in enumerate(letters) if c.lower() == f) for f in FLOWER_LETTERS]
    return flowers, sum(1 << i for i, c in enumerate(letters) if c.isupper())


def write_pad(state: GzhelState, seat: int, side: int) -> str:
    """The same the other way round: `o o . r / . o P r / p b t t / b t . r`."""
    letters = []
    for space in range(side * SPACES, side * SPACES + SPACES):
        here = [k for k in range(5) if state.flowers[5 * seat + k] >> space & 1]
        assert len(here) <= 1
        letter = FLOWER_LETTERS[here[0]] if here else "."
        letters.append(letter.upper() if state.stamps[seat] >> space & 1 else letter)
    return " / ".join(" ".join(letters[row : row + 4]) for row in range(0, SPACES, 4))


def counts(letters: str) -> list[int]:
    return [letters.lower().count(letter) for letter in FLOWER_LETTERS]


class Seated:
    """What one player has: two pads by number, what lies on them, the stamps beside them."""

    def __init__(self, diamond: str, circle: str, stamps: str = "", pads: tuple[int, int] = (1, 2)) -> None:
        one, two = read_pad(diamond), read_pad(circle)
        self.flowers = [a | b << SPACES for a, b in zip(one[0], two[0], strict=True)]
        self.stamps = one[1] | two[1] << SPACES
        self.hand = counts(stamps)
        self.pads = [pads[0] - 1, pads[1] - 1]


#: A pad without tokens.
BARE = ". . . . / . . . . / . . . . / . . . ."

#: A table-mate whose 25 tokens are all there: 24 on pads 3 and 4, a rose stamp beside them.
MATE = Seated("o o o o / o p p p / p p r r / . . . .", "r r t t / t t t b / b b b b / . . . .", "r", (3, 4))


def set_up(
    *seats: Seated,
    goals: tuple[int, int, int] = (21, 30, 14),
    number: int = 1,
    icon: str = "spiral",
    lifted: str = "",
    figurine: str = "",
    phase: int = CHOOSE,
    actor: int = 0,
    active: int = 0,
    beginners: bool = False,
) -> GzhelState:
    """A position in round `number`; `goals` are the cards of the three slots."""
    diamond, circle, pattern = (card - 1 for card in goals)
    rest = [card for card in SETS[icon] if card not in (diamond, circle, pattern)]
    assert len(rest) == 9
    under = 8 - number
    named = FIGURINES.index(figurine) if figurine else -1
    return GzhelState(
        actor,
        phase,
        len(seats),
        active,
        named,
        named,
        -1,
        beginners,
        [*rest[:under], diamond],
        circle,
        [*rest[under:], pattern],
        [pad for seat in seats for pad in seat.pads],
        [mask for seat in seats for mask in seat.flowers],
        [seat.stamps for seat in seats],
        [count for seat in seats for count in seat.hand],
        counts(lifted),
        [0] * (4 * len(seats)),
        Rng(1),
    )


def painting(seat: Seated, lifted: str = "", figurine: str = "fox", **more: object) -> GzhelState:
    """A lone player after lifting."""
    return set_up(seat, lifted=lifted, figurine=figurine, phase=PAINT, **more)  # type: ignore[arg-type]


def play(state: GzhelState, *notations: str) -> list[GameEvent]:
    """Play legal moves by their notation; return the events."""
    events: list[GameEvent] = []
    for notation in notations:
        state.play(find_move(GAME, state, notation), events.append)
    return events


def offered(state: GzhelState) -> set[str]:
    return {move.notation for move in state.legal_moves()}


def random_positions(seed: int, players: int = 2) -> list[GzhelState]:
    """The positions of a game of chance."""
    state = start(GAME.setup(players, {}, seed))
    rng = Rng(seed)
    found = []
    while state.actor is not None:
        found.append(state.copy())
        state.play(rng.choice(list(state.legal_moves())))
    return found

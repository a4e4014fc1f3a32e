"""Legal moves in words, with what they would bring."""

from collections.abc import Sequence

from core.game import Move
from core.games.mazaytsy.components import BOX
from core.games.mazaytsy.hares import VALUES, count
from core.games.mazaytsy.moves import (
    UNLOAD,
    Add,
    ChooseCard,
    ChooseCell,
    GiveOrder,
    KeepHares,
    LandHares,
    Launch,
    PickUpHare,
    SetCurrent,
    Spin,
)
from core.games.mazaytsy.phases import ACT, CELL
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.rules.prediction import predict_boat, predict_card
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import KIND_NAMES, cell_name, face, hares, in_short, with_article, worths_text
from core.games.mazaytsy.view.steering import flow_of
from core.games.mazaytsy.water import WATERS
from core.text import count_text


def preview_text(s: MazaytsyState, move: Move, names: Sequence[str]) -> str:
    """Return what to do, and what it would bring."""
    match move:
        case Launch() if s.hares[move.cell]:
            return f"{in_short(s.hares[move.cell])} · {s.describe(move)}"
        case GiveOrder() if move.code == UNLOAD:
            aboard = _hold(s)
            return (
                f"land {in_short(aboard)}" if count(aboard) == 1 else f"land hares, chosen from {worths_text(aboard)}"
            )
        case GiveOrder() if s.phase == ACT:
            return _met(s, move) + s.describe(move)
        case PickUpHare() if not s.advanced & WEIGHT:
            return f"{s.describe(move)} · then {count(_hold(s)) + 1} of {BOX.tokens} aboard"
        case LandHares():
            return s.describe(move) + _staying(_hold(s) - move.bunch)
        case KeepHares():
            return _sharing(s, move, names)
        case ChooseCard():
            return f"place {s.describe(move)}"
        case ChooseCell():
            return _laying(s, move.cell) if s.phase == CELL else f"go {s.describe(move)}"
        case SetCurrent():
            return f"let it flow {s.describe(move)}, {_flow_target(s, move)}"
        case Spin():
            return f"turn it {s.describe(move)}{_brought(s, move)}"
        case Add():
            return _calling(s, move)
    return s.describe(move)


def taking_all(s: MazaytsyState) -> str:
    """Return the text for taking all hares under the boat at once."""
    assert s.actor is not None
    bunch = s.hares[s.boats[s.actor]]
    full = "" if s.advanced & WEIGHT else f" · then {count(_hold(s) + bunch)} of {BOX.tokens} aboard"
    return f"pick up {hares(bunch)}{full}"


def _hold(s: MazaytsyState) -> int:
    """The hares aboard the active boat."""
    assert s.actor is not None
    return s.holds[s.actor]


def _met(s: MazaytsyState, order: GiveOrder) -> str:
    """The hares that an order leads to: they decide, so they come first."""
    way = predict_boat(s, order)
    cells = {*way.path, *(way.funnels if len(way.funnels) == 1 else ())}
    met = sum(s.hares[cell] for cell in cells)
    return f"{in_short(met)} · " if met else ""


def _staying(bunch: int) -> str:
    if not bunch:
        return ""
    return f", keep {in_short(bunch)} aboard"


def _calling(s: MazaytsyState, move: Add) -> str:
    """How many hares would come: one on each card of the kind, as far as the pool lasts."""
    cards = sum(code >> 3 == move.kind for code in s.field)
    come = min(cards, count(s.pool))
    where = f"one on each {KIND_NAMES[move.kind]}" if come == cards else f"on {cards} {KIND_NAMES[move.kind]} cards"
    return f"{count_text(come, 'new hare')}, {where}"


def _sharing(s: MazaytsyState, move: KeepHares, names: Sequence[str]) -> str:
    assert s.actor is not None
    mate = (s.actor + 2) % 4
    both = (s.holds[s.actor] + s.holds[mate]) >> 8 * s.sort & 255
    return f"keep {move.number} of {both} worth {VALUES[s.sort]}, {names[mate]} gets {both - move.number}"


def _laying(s: MazaytsyState, cell: int) -> str:
    """What the card does to hares at once, and then where it goes."""
    effect = predict_card(s, cell)
    parts = []
    if effect.clockwise:
        parts.append(f"moves {in_short(sum(bunch for _, _, bunch in effect.clockwise))}")
    if effect.drawn_in:
        parts.append(f"draws in {in_short(sum(s.hares[near] for near in effect.drawn_in))}")
    if effect.cleared:
        parts.append(f"removes {in_short(sum(s.hares[near] for near in effect.cleared))}")
    place = f"place it on {cell_name(s.side, cell)}, replacing {with_article(face(s.field[cell]))}"
    return " · ".join([*parts, place])


def _flow_target(s: MazaytsyState, move: SetCurrent) -> str:
    target = WATERS[s.side].step[s.spot][flow_of(s, move)]
    if target < 0:
        return "against the shore"
    return f"to {cell_name(s.side, target)} ({face(s.field[target])})"


def _brought(s: MazaytsyState, move: Spin) -> str:
    """The hares that a whirlpool brings to the boat of the player who places it."""
    assert s.actor is not None
    moved = predict_card(s, s.spot).swept(move.clockwise)
    brought = sum(bunch for _, end, bunch in moved if end == s.boats[s.actor])
    return f" · brings you {in_short(brought)}" if brought else ""

"""Descriptions of legal moves in a few words."""

from typing import TYPE_CHECKING, Final

from core.game import Move
from core.games.mazaytsy.components import FLOW
from core.games.mazaytsy.hares import VALUES, count
from core.games.mazaytsy.moves import (
    FORWARD,
    LEAVE,
    LEFT,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    STOP,
    TOP,
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
    Steal,
)
from core.games.mazaytsy.phases import PULL
from core.games.mazaytsy.rules.legal import card_in_hand, takes
from core.games.mazaytsy.rules.prediction import BoatPrediction, predict_boat, predict_card
from core.games.mazaytsy.text.names import (
    BOW_NAMES,
    COLOURS,
    COMPASS,
    KIND_NAMES,
    card,
    cell_name,
    face,
    hares,
    with_article,
)

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


def describe(s: "MazaytsyState", move: Move) -> str:
    match move:
        case Launch():
            return f"launch on {cell_name(s.side, move.cell)}, bow {BOW_NAMES[move.bow]}"
        case PickUpHare():
            return f"pick up the hare worth {VALUES[move.sort]}"
        case Steal():
            return f"steal a hare worth {VALUES[move.sort]} from the {COLOURS[move.seat]} boat"
        case KeepHares():
            return f"keep {move.number}"
        case GiveOrder():
            return _describe_act(s, move)
        case LandHares():
            return f"land {hares(move.bunch)}"
        case ChooseCell():
            return _describe_spot(s, move)
        case ChooseCard():
            return _describe_pick(s, move)
        case SetCurrent():
            return COMPASS[FLOW[card_in_hand(s) * 4 + move.turn]]
        case Spin():
            return _describe_spin(s, move)
        case Add():
            number = sum(face >> 3 == move.kind for face in s.field)
            return f"{KIND_NAMES[move.kind]}: {number} {'card' if number == 1 else 'cards'}"
    raise TypeError(f"{move} is no move of Mazaytsy.")


_ORDERS: Final = {
    FORWARD: "row forward",
    LEFT: "turn left",
    RIGHT: "turn right",
    SLIP_LEFT: "slip left",
    SLIP_RIGHT: "slip right",
    UNLOAD: "land hares",
    STOP: "stop here",
    LEAVE: "go on",
    SHARE: "share hares with your partner",
}


def _describe_act(s: "MazaytsyState", move: GiveOrder) -> str:
    text = _ORDERS[move.code]
    if move.code == LEAVE and takes(s):
        assert s.actor is not None
        return "leave the hare" if count(s.hares[s.boats[s.actor]]) == 1 else "leave the hares"
    if move.code in (UNLOAD, LEAVE, SHARE):
        return text
    way = predict_boat(s, move)
    if move.code in (LEFT, RIGHT):
        text += f" to face {BOW_NAMES[way.bow]}"
    if way.rowed:
        text += f" to {cell_name(s.side, way.path[0])}"
    return text + _and_then(s, way)


def _and_then(s: "MazaytsyState", way: BoatPrediction) -> str:
    """What the water does after the order."""
    text = ""
    drift = way.path[way.rowed :]
    if drift:
        text += f", drift to {' and '.join(cell_name(s.side, cell) for cell in drift)}"
    if way.blocked:
        text += ", held there"
    if len(way.funnels) == 1:
        text += f", then the funnel on {cell_name(s.side, way.funnels[0])}"
    elif way.funnels:
        text += f", then a funnel on {' or '.join(cell_name(s.side, cell) for cell in way.funnels)}"
    return text


def _describe_spot(s: "MazaytsyState", move: ChooseCell) -> str:
    name = cell_name(s.side, move.cell)
    if s.phase == PULL:
        return f"into the funnel on {name}"
    text = f"place it on {name}, replacing {with_article(face(s.field[move.cell]))}"
    effect = predict_card(s, move.cell)
    if effect.drawn_in:
        text += f", drawing in {hares(sum(s.hares[near] for near in effect.drawn_in))}"
    if effect.cleared:
        text += f", removing {hares(sum(s.hares[near] for near in effect.cleared))}"
    if effect.clockwise:
        text += f", moving {hares(sum(bunch for _, _, bunch in effect.clockwise))}"
    return text


def _describe_pick(s: "MazaytsyState", move: ChooseCard) -> str:
    if move.index == TOP:
        return f"the top of the stack: {card(s.stack[-1], s.advanced)}"
    bunch = s.row_hares[move.index]
    with_hare = f" with {hares(bunch)}" if bunch else ""
    but_mazay = ", Mazay not counted" if s.due >= 0 else ""
    return f"card {move.index + 1} of the row{but_mazay}: {card(s.row[move.index], s.advanced)}{with_hare}"


def _describe_spin(s: "MazaytsyState", move: Spin) -> str:
    effect = predict_card(s, s.spot)
    lost = sum(bunch for _, end, bunch in effect.swept(move.clockwise) if end < 0)
    text = "clockwise" if move.clockwise else "counter-clockwise"
    return f"{text}, losing {hares(lost)}" if lost else text

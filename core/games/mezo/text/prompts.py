"""The questions to the actor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.game import Prompt
from core.games.mezo import phases
from core.games.mezo.components import AGES, ALTARS, CARDS, CONSTANTS, GODS, IN_MASK, WRATHFUL
from core.games.mezo.effects import gods, language, units
from core.games.mezo.effects.language import NODES
from core.games.mezo.moves import PickRegion
from core.games.mezo.phases import Frame
from core.games.mezo.scoring import leaders, majority, strengths
from core.games.mezo.text import names
from core.text import count_text, list_text

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

_OVER = Prompt("over", "The game is over.")

_UNIT = {1: "Warrior", 2: "Shaman", 3: "unit"}
_STONE = {1: "glyph", 2: "pyramid", 3: "glyph or pyramid"}


def prompt(state: MezoState) -> Prompt:
    """Return the question that the topmost frame asks."""
    if state.actor is None:
        return _OVER
    frame = state.stack[-1]
    kind, words = _ASKED[frame[0]]
    return Prompt(kind, words(state, frame), secret=frame[0] == phases.CARDS)


def _god(state: MezoState, seat: int) -> str:
    return GODS[state.gods[seat]].name


def _here(state: MezoState) -> str:
    return names.region(state.conflict)


def _station(state: MezoState, frame: Frame) -> str:
    _, seat, regions = frame
    region = IN_MASK[regions][0]
    left = names.units(state.reserves[seat * 2], state.reserves[seat * 2 + 1])
    limit = state.station_limit(seat, region)
    deploy = f"{names.region(region)}: Deploy up to {count_text(limit, 'unit')}. In your Reserves: {left}."
    return f"{deploy} The winner here gets {_prize(state, region)}."


def _prize(state: MezoState, region: int) -> str:
    """Return what the winner of a region gets."""
    if region == state.blessed:
        return f"{CONSTANTS.blessed_vp} VP"
    altar = ALTARS[state.altars[region]]
    return f"altar {altar.name} ({altar.effect.text.rstrip('.')})"


def _card(state: MezoState, frame: Frame) -> str:
    assert state.actor is not None
    fought_for = f"Conflict in {_here(state)}, for {_prize(state, state.conflict)}."
    return f"{fought_for} {_standing(state, state.actor)} Choose a card in secret."


def _call(state: MezoState, frame: Frame) -> str:
    _, _, seat, used = frame
    god = _god(state, seat)
    if state.vertices[seat] < 0:
        return f"Place {god} on a vertex; then use its Call."
    if used:
        return f"Now move {god} to another vertex."
    return f"CALL: move {god} to another vertex, or use its Call ability before you move."


def _act(state: MezoState, frame: Frame) -> str:
    seat = state.actor
    assert seat is not None
    turn = "first" if frame[1] < state.players else "second"
    return (
        f"Conflict in {_here(state)}, your {turn} action: {_god(state, seat)},"
        f" {CARDS[state.cards[seat]].capitalize()}. {_standing(state, seat)}"
    )


def _standing(state: MezoState, seat: int) -> str:
    """How strong this seat is in the conflict, and whom it has to beat."""
    counts = strengths(state, state.conflict)
    others = max(n for other, n in enumerate(counts) if other != seat)
    return f"Your strength here is {counts[seat]}, the strongest opponent has {others}."


def _sacrifice(state: MezoState, frame: Frame) -> str:
    counts = strengths(state, state.conflict)
    mine = counts[state.order[frame[1]]]
    return (
        f"Blessed {_here(state)}: which units of your Reserves do you sacrifice, for 1 devotion and 1 strength each?"
        f" You have {mine}, the most so far is {max(counts)}; the strongest gains {CONSTANTS.blessed_vp} VP."
    )


def _winner(state: MezoState, frame: Frame) -> str:
    tied = leaders(state, state.conflict)
    strength = strengths(state, state.conflict)[tied[0]]
    return f"{len(tied)} players are tied in {_here(state)}, each with {strength} strength. Who wins?"


def _track(state: MezoState, frame: Frame) -> str:
    kind = frame[1]
    tied = len(majority(state, state.conflict, kind))
    most = f"{tied} players are tied for the most {names.KIND[kind]}s in {_here(state)}."
    return f"{most} Who goes to the {names.TRACK[kind]}?"


def _space(state: MezoState, frame: Frame) -> str:
    kind = frame[1]
    return f"You have the most {names.KIND[kind]}s: choose a space of the {names.TRACK[kind]}."


def _ability(state: MezoState, frame: Frame) -> str:
    """Return the question; in the first Age also the dealt gods and the wrathful god's tile, not mentioned before."""
    seat = state.actor
    assert seat is not None
    asked = f"Age {state.age} of {AGES}: choose an ability for your tribe."
    if state.age > 1:
        return asked
    tile = WRATHFUL[state.wrathful[0]]
    others = list_text(_god(state, other) for other in state.clockwise(seat)[1:])
    return f"{asked} You follow {_god(state, seat)}, the others {others}. The wrathful tile is {tile.name}."


def champion(state: MezoState, frame: Frame) -> str:
    """Return which Champion is asked about: with two players each has two, one after the other."""
    left, all_of_them = frame[2], CONSTANTS.champions[state.players]
    which = "Champion" if all_of_them == 1 else f"{('first', 'second')[all_of_them - left]} Champion of two"
    return f"Place your {which} in a region without one."


def _champion(state: MezoState, frame: Frame) -> str:
    """Return the question with what can be won where the Champion may go."""
    free = [move.region for move in state.legal_moves() if isinstance(move, PickRegion)]
    return f"{champion(state, frame)} {'; '.join(f'{names.region(each)}: {_prize(state, each)}' for each in free)}."


def count_left(left: int, possible: int) -> str:
    """Return how many are yet to come: not more than there are."""
    left = min(left, possible)
    return f" ({left} to go)" if left > 1 else ""


def _place(state: MezoState, frame: Frame) -> str:
    node = NODES[frame[1]]
    verb = "DEPLOY" if node.op == language.DEPLOY else "AWAKEN"
    counts = state.reserves if node.op == language.DEPLOY else state.xibalba
    return f"{verb} 1 {_UNIT[node.units]}: where?{count_left(frame[3], units.pool(counts, frame[2], node.units))}"


def _remove(state: MezoState, frame: Frame) -> str:
    _, number, seat, left, regions, owners = frame
    node = NODES[number]
    to_go = count_left(left, units.count(state, regions, owners, node.units))
    verb = "SMITE" if node.op == language.SMITE else "EXILE"
    if node.who == language.ONE_ENEMY and owners & (owners - 1):
        return f"{verb}: which opponent?"
    if state.actor != seat:
        return f"You must {verb} 1 of your own units: which?{to_go}"
    may = "You may " if node.upto else ""
    return f"{may}{verb} 1 {_UNIT[node.units]}: which?{to_go}"


def _move(state: MezoState, frame: Frame) -> str:
    node = NODES[frame[1]]
    if frame[6] >= 0:
        return "Move it: where to?"
    may = "You may move" if node.upto else "Move"
    to_go = count_left(frame[3], units.count(state, frame[4], frame[5], node.units))
    return f"{may} 1 {_UNIT[node.units]}: which?{to_go}"


def _stone(verb: str) -> Callable[[MezoState, Frame], str]:
    def words(state: MezoState, frame: Frame) -> str:
        node = NODES[frame[1]]
        may = "You may " if node.upto else ""
        where = "where" if verb == "BUILD" else "which"
        to_go = count_left(frame[3], len(state.legal_moves()) - node.upto)
        return f"{may}{verb} 1 {_STONE[node.stone]}: {where}?{to_go}"

    return words


def _mark(state: MezoState, frame: Frame) -> str:
    return f"Place {frame[3]} strength: where?"


def _appease(state: MezoState, frame: Frame) -> str:
    _, number, _, left, paid = frame
    if not left:
        return "Which wrathful tile do you resolve?"
    if paid or not NODES[number].upto:
        return "APPEASE: give one more unit. Which?"
    return f"You may APPEASE the wrathful god: {_bargain(state)}. Which unit do you give?"


def _bargain(state: MezoState) -> str:
    """What the wrathful god takes now, and what it gives for it."""
    tiles = [f"{WRATHFUL[tile].name} ({WRATHFUL[tile].effect.text.rstrip('.')})" for tile in state.face_up()]
    return f"{count_text(gods.price(state), 'unit')} for {', or '.join(tiles)}"


def _plain(text: str) -> Callable[[MezoState, Frame], str]:
    return lambda state, frame: text


_ASKED: dict[int, tuple[str, Callable[[MezoState, Frame], str]]] = {
    phases.GODS: ("god", _plain("Choose the god that your tribe follows (what NAME shows a god's cards).")),
    phases.ABILITIES: ("ability", _ability),
    phases.REMINDERS: ("order", _plain("Which of your tribe's abilities acts first?")),
    phases.CHAMPION: ("champion", _champion),
    phases.STATION: ("station", _station),
    phases.CALL: ("call", _call),
    phases.CARDS: ("card", _card),
    phases.ACT: ("act", _act),
    phases.THIRD: (
        "third",
        lambda state, frame: f"Give up a glyph in {_here(state)} for the last action of your card?",
    ),
    phases.WINNER: ("winner", _winner),
    phases.TRACK: ("majority", _track),
    phases.SPACE: ("space", _space),
    phases.SACRIFICE: ("sacrifice", _sacrifice),
    phases.EITHER: ("either", _plain("Which of the two?")),
    phases.MAY: ("may", _plain("Do it, or leave it?")),
    phases.NAME: ("region", _plain("It found no target. In which region does the effect continue?")),
    phases.PLACE: ("unit", _place),
    phases.RECOVER: (
        "units",
        lambda state, frame: f"RECOVER {count_text(frame[3], 'unit')} from Xibalba: which?",
    ),
    phases.GIVE: (
        "units",
        lambda state, frame: f"SMITE {count_text(frame[3], 'unit')} of your Reserves: which?",
    ),
    phases.REMOVE: ("unit", _remove),
    phases.MOVE: ("unit", _move),
    phases.BUILD: ("piece", _stone("BUILD")),
    phases.DEMOLISH: ("piece", _stone("DEMOLISH")),
    phases.TRANSFORM: ("piece", _stone("TRANSFORM")),
    phases.MARK: ("region", _mark),
    phases.APPEASE: ("appease", _appease),
}

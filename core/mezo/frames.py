"""The laws of the stack: which frames there can be, what stands in them, and in which order they lie.

The rules keep them by themselves; a position from a file is held to them.
"""

import re

from core.mezo import steps
from core.mezo.components import CONSTANTS, REGIONS
from core.mezo.effects import language as op
from core.mezo.effects.language import ALL, NODES
from core.mezo.rules.age import AT_DEPLOY
from core.mezo.state import SOURCES, Frame, Table
from core.shape import MANY

#: No effect happens so often or gives so much strength at once, but for those that take all there is.
_TIMES, _STRENGTH = 100, 40

#: By step: what stands in its frame.
_FRAMES = {
    steps.GODS: "who",
    steps.START: "",
    steps.ABILITIES: "who",
    steps.DEPLOY: "who",
    steps.REMINDERS: "seat acting",
    steps.CHAMPION: "seat champions",
    steps.STATION: "seat regions",
    steps.CALLS: "who",
    steps.TILE: "",
    steps.CARDS: "who",
    steps.ACT: "action",
    steps.THIRD: "who",
    steps.WINNER: "",
    steps.TRACK: "kind",
    steps.SPACE: "kind seat",
    steps.CLEAN_UP: "",
    steps.SACRIFICE: "who",
    steps.AGE_END: "",
    steps.SCOPE: "same regions done cause",
    steps.BEGIN: "node seat",
    steps.THEN: "node seat times",
    steps.EITHER: "node seat",
    steps.FOR_EACH: "node seat times",
    steps.NAME: "node seat regions",
    steps.PLACE: "node seat left regions",
    steps.RECOVER: "node seat left",
    steps.REMOVE: "node seat left regions owners",
    steps.GIVE: "node seat left",
    steps.MOVE: "node seat left regions owners unit",
    steps.BUILD: "node seat left regions",
    steps.DEMOLISH: "node seat left regions",
    steps.TRANSFORM: "node seat left regions",
    steps.MARK: "node seat strength regions",
    steps.CALL: "call seat flag",
    steps.APPEASE: "node seat price price",
    steps.MAY: "node seat",
}

#: By step of an effect: the verbs or controls that take it.
_OPS = {
    steps.THEN: (op.COST,),
    steps.EITHER: (op.EITHER,),
    steps.FOR_EACH: (op.FOR_EACH,),
    steps.PLACE: (op.DEPLOY, op.AWAKEN),
    steps.RECOVER: (op.RECOVER,),
    steps.REMOVE: (op.SMITE, op.EXILE),
    steps.GIVE: (op.SMITE,),
    steps.MOVE: (op.MOVE,),
    steps.BUILD: (op.BUILD,),
    steps.DEMOLISH: (op.DEMOLISH,),
    steps.TRANSFORM: (op.TRANSFORM,),
    steps.MARK: (op.STRENGTH, op.MAJORITY, op.WIN_TIES),
    steps.APPEASE: (op.APPEASE,),
    steps.MAY: (op.MAY,),
}

#: Every order in which frames can lie, the bottom first.
_ORDERS = """
    START GODS?
    | CALLS DEPLOY (ABILITIES | STATION (CHAMPION (REMINDERS EFFECTS)?)?)
    | CALLS CALL? EFFECTS
    | TILE CLEAN_UP (SPACE | TRACK (SPACE | TRACK (WINNER ACTIONS)?)? EFFECTS | (WINNER (SACRIFICE ACTIONS)?)? EFFECTS)
"""
_PARTS = {"ACTIONS": "(THIRD (ACT (CARDS | EFFECTS) | EFFECTS)?)?", "EFFECTS": "(SCOPE [BEGIN-MAY]*)*"}


def _letter(step: int) -> str:
    """A step as a letter, so that a stack can be read as a word."""
    return chr(ord("α") + step)


def _spelled(orders: str) -> "re.Pattern[str]":
    for name, part in _PARTS.items():
        orders = orders.replace(name, part)
    return re.compile(re.sub("[A-Z_]+", lambda name: _letter(getattr(steps, name[0])), orders), re.VERBOSE)


_SPELLED = _spelled(_ORDERS)


def faults(state: Table) -> list[str]:
    """What is wrong with the stack of a position whose numbers are all in range."""
    stack = state.stack
    if (state.actor is None) != (not stack):
        return ["somebody is asked although the game is over, or nobody although it is not"]
    odd = [frame for frame in stack if not _is_frame(state, frame)]
    if odd:
        return [f"{odd[0]} is no step"]
    if stack and not _SPELLED.fullmatch("".join(_letter(frame[0]) for frame in stack)):
        return ["the steps lie in a wrong order"]
    return []


def _is_frame(state: Table, frame: Frame) -> bool:
    step, *numbers = frame
    names = _FRAMES.get(step, "none").split()
    ranges = _ranges(state)
    if len(names) != len(numbers) or any(n not in ranges[name] for name, n in zip(names, numbers, strict=True)):
        return False
    if step == steps.REMINDERS:
        seat, acting = numbers
        mine = state.abilities[seat]
        return not acting >> len(mine) and all(AT_DEPLOY[a] for at, a in enumerate(mine) if acting >> at & 1)
    return step not in _OPS or NODES[numbers[0]].op in _OPS[step]


def _ranges(state: Table) -> dict[str, range]:
    """From where to where the numbers of a frame go, by what they are."""
    seats = state.players
    return {
        "who": range(seats + 1),
        "seat": range(seats),
        "owners": range(1 << seats),
        "regions": range(1 << REGIONS),
        "same": range(-1, REGIONS),
        "unit": range(-1, seats * REGIONS * 2),
        "kind": range(2),
        "champions": range(CONSTANTS.champions[seats] + 1),
        "acting": range(1 << REGIONS),
        "action": range(seats * CONSTANTS.actions_per_conflict + 1),
        "node": range(len(NODES)),
        "call": range(-1, len(NODES)),
        "flag": range(2),
        "price": range(max(CONSTANTS.appease_first, CONSTANTS.appease_next) + 1),
        "cause": range(len(SOURCES)),
        "times": range(_TIMES),
        "strength": range(_STRENGTH),
        "done": MANY,
        "left": range(ALL + 1),
    }

"""The invariants of the stack: which frames there can be, what they hold, and in which order they lie.

The rules keep them by themselves; a position from a file is checked against them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.games.mezo import phases
from core.games.mezo.components import CONSTANTS, REGIONS
from core.games.mezo.effects import language
from core.games.mezo.effects.language import ALL, NODES
from core.games.mezo.phases import Frame
from core.games.mezo.rules.age import AT_DEPLOY
from core.games.mezo.scoring import SOURCES
from core.validation import ANY_COUNT

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

#: No effect happens so often or gives so much strength at once, but for those that take all there is.
_TIMES, _STRENGTH = 100, 40

#: By phase: what stands in its frame.
_FRAMES = {
    phases.GODS: "who",
    phases.START: "",
    phases.ABILITIES: "who",
    phases.DEPLOY: "who",
    phases.REMINDERS: "seat acting",
    phases.CHAMPION: "seat champions",
    phases.STATION: "seat regions",
    phases.CALLS: "who",
    phases.TILE: "",
    phases.CARDS: "who",
    phases.ACT: "action",
    phases.THIRD: "who",
    phases.WINNER: "",
    phases.TRACK: "kind",
    phases.SPACE: "kind seat",
    phases.CLEAN_UP: "",
    phases.SACRIFICE: "who",
    phases.AGE_END: "",
    phases.SCOPE: "same regions done cause",
    phases.BEGIN: "node seat",
    phases.THEN: "node seat times",
    phases.EITHER: "node seat",
    phases.FOR_EACH: "node seat times",
    phases.NAME: "node seat regions",
    phases.PLACE: "node seat left regions",
    phases.RECOVER: "node seat left",
    phases.REMOVE: "node seat left regions owners",
    phases.GIVE: "node seat left",
    phases.MOVE: "node seat left regions owners unit",
    phases.BUILD: "node seat left regions",
    phases.DEMOLISH: "node seat left regions",
    phases.TRANSFORM: "node seat left regions",
    phases.MARK: "node seat strength regions",
    phases.CALL: "call seat flag",
    phases.APPEASE: "node seat price price",
    phases.MAY: "node seat",
}

#: By phase of an effect: the verbs or controls that take it.
_OPS = {
    phases.THEN: (language.COST,),
    phases.EITHER: (language.EITHER,),
    phases.FOR_EACH: (language.FOR_EACH,),
    phases.PLACE: (language.DEPLOY, language.AWAKEN),
    phases.RECOVER: (language.RECOVER,),
    phases.REMOVE: (language.SMITE, language.EXILE),
    phases.GIVE: (language.SMITE,),
    phases.MOVE: (language.MOVE,),
    phases.BUILD: (language.BUILD,),
    phases.DEMOLISH: (language.DEMOLISH,),
    phases.TRANSFORM: (language.TRANSFORM,),
    phases.MARK: (language.STRENGTH, language.MAJORITY, language.WIN_TIES),
    phases.APPEASE: (language.APPEASE,),
    phases.MAY: (language.MAY,),
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
    """Return a step as a letter, so that a stack can be matched as a word."""
    return chr(ord("α") + step)


def _spelled(orders: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        orders = orders.replace(name, part)
    return re.compile(re.sub("[A-Z_]+", lambda name: _letter(getattr(phases, name[0])), orders), re.VERBOSE)


_SPELLED = _spelled(_ORDERS)


def stack_violations(state: MezoState) -> list[str]:
    """Return what is wrong with the stack of a state whose numbers are all in range."""
    stack = state.stack
    if (state.actor is None) != (not stack):
        return ["somebody is asked although the game is over, or nobody although it is not"]
    odd = [frame for frame in stack if not _is_frame(state, frame)]
    if odd:
        return [f"{odd[0]} is no step"]
    if stack and not _SPELLED.fullmatch("".join(_letter(frame[0]) for frame in stack)):
        return ["the steps lie in a wrong order"]
    return []


def _is_frame(state: MezoState, frame: Frame) -> bool:
    step, *numbers = frame
    names = _FRAMES.get(step, "none").split()
    ranges = _ranges(state)
    if len(names) != len(numbers) or any(n not in ranges[name] for name, n in zip(names, numbers, strict=True)):
        return False
    if step == phases.REMINDERS:
        seat, acting = numbers
        mine = state.abilities[seat]
        return not acting >> len(mine) and all(AT_DEPLOY[a] for at, a in enumerate(mine) if acting >> at & 1)
    return step not in _OPS or NODES[numbers[0]].op in _OPS[step]


def _ranges(state: MezoState) -> dict[str, range]:
    """Return the ranges of the numbers of a frame, by what they are."""
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
        "done": ANY_COUNT,
        "left": range(ALL + 1),
    }

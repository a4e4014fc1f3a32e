"""Short sentences on why nothing can be done at a target."""

from collections.abc import Sequence

from core.games.mezo import phases
from core.games.mezo.components import CARDS, GODS, IN_MASK
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES
from core.games.mezo.phases import Frame
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.view import Target

#: By phase of an effect: where its frame keeps the regions that it may touch.
_REGIONS_AT = {
    phases.NAME: 3,
    phases.PLACE: 4,
    phases.REMOVE: 4,
    phases.MOVE: 4,
    phases.BUILD: 4,
    phases.DEMOLISH: 4,
    phases.TRANSFORM: 4,
    phases.MARK: 4,
}
_NOTHING_HERE = {
    phases.REMOVE: "no unit here to remove",
    phases.MOVE: "no unit here that can move",
    phases.BUILD: "none of your pieces fits here",
    phases.DEMOLISH: "nothing here to demolish",
    phases.TRANSFORM: "nothing here that your piece can replace",
}
_CHOSEN_ELSEWHERE = {
    phases.GODS: "choose a god first",
    phases.ABILITIES: "choose an ability from the list",
    phases.REMINDERS: "choose from the list",
    phases.CARDS: "choose a card from the list",
    phases.ACT: "choose an action of your card",
    phases.THIRD: "answer yes or no",
    phases.WINNER: "choose the winner from the list",
    phases.TRACK: "choose one of the tied players from the list",
    phases.SPACE: "choose a space from the list",
    phases.EITHER: "choose one from the list",
    phases.MAY: "answer yes or no",
    phases.RECOVER: "choose how many of each",
    phases.GIVE: "choose how many of each",
}


def unavailable_reason(state: MezoState, seat: int | None, players: Sequence[str], target: Target) -> str:
    """Return why the current decision is not made at this target."""
    frame = state.stack[-1] if state.stack else (-1,)
    match target:
        case Target("god", god):
            follower = state.gods.index(god) if god in state.gods else -1
            return f"{players[follower]} follows {GODS[god].name}" if follower >= 0 else "gods have been chosen"
        case Target("region", region):
            return _region(state, frame, seat, region)
        case Target("vertex", vertex):
            return _vertex(state, frame, seat, players, vertex)
        case Target("action", action):
            return _action(state, frame, seat, action)
    return f"not here: {_asked_instead(state, frame)}"


def _asked_instead(state: MezoState, frame: Frame) -> str:
    """Return what is to be done elsewhere."""
    if frame[0] == phases.CALL:
        return "choose a vertex"
    if frame[0] == phases.APPEASE:
        return "choose a unit for the wrathful god" if frame[3] else "choose a tile from the list"
    return _CHOSEN_ELSEWHERE.get(frame[0], "choose a region")


def _region(state: MezoState, frame: Frame, seat: int | None, region: int) -> str:
    name = names.region(region)
    if not state.live >> region & 1:
        return f"{name} is Desolate: out of the game"
    match frame[0]:
        case phases.CHAMPION:
            return f"{name} already has a Champion"
        case phases.STATION:
            return _station(state, frame, region)
        case phases.SACRIFICE:
            return f"the Blessed conflict is in {names.region(state.conflict)}"
        case phases.APPEASE if frame[3]:
            return f"you have no unit in {name}, or no presence there"
        case phases.MOVE if frame[6] >= 0:
            return f"the unit cannot go to {name}"
        case phase if phase in _REGIONS_AT:
            if frame[_REGIONS_AT[phase]] >> region & 1:
                return _NOTHING_HERE[phase]
            return _out_of_reach(state, frame, region)
    return _asked_instead(state, frame)


def _station(state: MezoState, frame: Frame, region: int) -> str:
    """Return why not this region: the regions are asked about in the order of the map."""
    _, seat, regions = frame
    if not state.station_limit(seat, region):
        return "units cannot join your Champion here now"
    asked = names.region(IN_MASK[regions][0])
    return f"first deploy to {asked}" if regions >> region & 1 else "you have deployed here already"


def _out_of_reach(state: MezoState, frame: Frame, region: int) -> str:
    """Why an effect does not reach a region."""
    node = NODES[frame[1]]
    seat, name = frame[2], names.region(region)
    if node.distinct_regions and language.regions_of(state, seat, node.place) >> region & 1:
        return f"{name} is done: each must be in a different region"
    match node.place:
        case language.PRESENCE if not state.presence(seat) >> region & 1:
            return f"no presence: your god does not touch {name}"
        case language.CONFLICT:
            return f"only in {names.region(state.conflict)}, the conflict region"
        case language.ANOTHER if region == state.conflict:
            return f"not in {name}, the conflict region"
        case language.SAME | language.ANY | language.ANOTHER if state.same >= 0:
            return f"only in {names.region(state.same)}, where it began"
        case language.CHAMPION:
            return "only where your Champion stands"
    return f"the effect does not reach {name}"


def _vertex(state: MezoState, frame: Frame, seat: int | None, players: Sequence[str], vertex: int) -> str:
    if frame[0] != phases.CALL:
        return f"no god moves now: {_asked_instead(state, frame)}"
    owner = state.vertices.index(vertex)
    if owner == seat:
        return f"{GODS[state.gods[owner]].name} is here already"
    return f"{GODS[state.gods[owner]].name} of {players[owner]} is here"


def _action(state: MezoState, frame: Frame, seat: int | None, action: int) -> str:
    if seat is not None and state.covered[seat] >> action & 1:
        return f"action {action + 1} of {CARDS[state.cards[seat]].capitalize()} is used"
    return f"no action now: {_asked_instead(state, frame)}"

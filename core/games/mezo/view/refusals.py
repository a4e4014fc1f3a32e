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
    phases.REMOVE: "no unit here that could go",
    phases.MOVE: "no unit here that could move",
    phases.BUILD: "none of your pieces fits here",
    phases.DEMOLISH: "nothing here to tear down",
    phases.TRANSFORM: "nothing here that a piece of yours could replace",
}
_CHOSEN_ELSEWHERE = {
    phases.GODS: "choose a god first",
    phases.ABILITIES: "an ability is chosen from the list",
    phases.REMINDERS: "the abilities stand in the list",
    phases.CARDS: "a card is chosen from the list",
    phases.ACT: "an action of your card is asked for",
    phases.THIRD: "yes or no is asked for",
    phases.WINNER: "the winner is chosen from the list",
    phases.TRACK: "one of the tied is chosen from the list",
    phases.SPACE: "the space is chosen from the list",
    phases.EITHER: "one or the other is chosen from the list",
    phases.MAY: "yes or no is asked for",
    phases.RECOVER: "how many of each is asked for",
    phases.GIVE: "how many of each is asked for",
}


def unavailable_reason(state: MezoState, seat: int | None, players: Sequence[str], target: Target) -> str:
    """Return why the current decision is not made at this target."""
    frame = state.stack[-1] if state.stack else (-1,)
    match target:
        case Target("god", god):
            follower = state.gods.index(god) if god in state.gods else -1
            return f"{players[follower]} follows {GODS[god].name}" if follower >= 0 else "no god is chosen now"
        case Target("region", region):
            return _region(state, frame, seat, region)
        case Target("vertex", vertex):
            return _vertex(state, frame, seat, players, vertex)
        case Target("action", action):
            return _action(state, frame, seat, action)
    return f"only to look at: {_asked_instead(state, frame)}"


def _asked_instead(state: MezoState, frame: Frame) -> str:
    """Return what is to be done elsewhere."""
    if frame[0] == phases.CALL:
        return "a vertex is asked for"
    if frame[0] == phases.APPEASE:
        return "a unit for the wrathful god is asked for" if frame[3] else "a tile is chosen from the list"
    return _CHOSEN_ELSEWHERE.get(frame[0], "a region is asked for")


def _region(state: MezoState, frame: Frame, seat: int | None, region: int) -> str:
    name = names.region(region)
    if not state.live >> region & 1:
        return f"{name} is Desolate: nobody goes there"
    match frame[0]:
        case phases.CHAMPION:
            return f"a Champion stands in {name} already"
        case phases.STATION:
            return _station(state, frame, region)
        case phases.SACRIFICE:
            return f"the Blessed conflict is in {names.region(state.conflict)}"
        case phases.APPEASE if frame[3]:
            return f"none of your units is under your god's eyes in {name}"
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
        return "your Champion stands here alone"
    asked = names.region(IN_MASK[regions][0])
    return f"asked about after {asked}" if regions >> region & 1 else "you have sent units here already"


def _out_of_reach(state: MezoState, frame: Frame, region: int) -> str:
    """Why an effect does not reach a region."""
    node = NODES[frame[1]]
    seat, name = frame[2], names.region(region)
    if node.distinct_regions and language.regions_of(state, seat, node.place) >> region & 1:
        return f"{name} has had its turn: each in a different region"
    match node.place:
        case language.PRESENCE if not state.presence(seat) >> region & 1:
            return f"your god has no presence in {name}"
        case language.CONFLICT:
            return f"only in {names.region(state.conflict)}, which is fought over"
        case language.ANOTHER if region == state.conflict:
            return f"not in {name}, which is fought over"
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
        return f"{GODS[state.gods[owner]].name} stands here already"
    return f"{GODS[state.gods[owner]].name} of {players[owner]} stands here"


def _action(state: MezoState, frame: Frame, seat: int | None, action: int) -> str:
    if seat is not None and state.covered[seat] >> action & 1:
        return f"action {action + 1} of {CARDS[state.cards[seat]].capitalize()} is spent"
    return f"no action of a card now: {_asked_instead(state, frame)}"

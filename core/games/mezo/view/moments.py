"""What is worth a look after a move: who won a conflict, and where points came from."""

from collections.abc import Sequence

from core.game import Event
from core.games.mezo.components import ALTARS, CONSTANTS, IN_MASK
from core.games.mezo.labels import LABELS
from core.games.mezo.scoring import (
    FROM_BLESSED,
    FROM_BUILDING,
    FROM_CITIES,
    FROM_DEVOTION,
    FROM_SHARING,
    FROM_TRACKS,
    SOURCES,
)
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.text import listed
from core.view import Moment, Place

#: More would keep everybody waiting.
_MOMENTS = 3
#: Sources of points that are told together.
_TOLD_AS = {FROM_SHARING: FROM_BUILDING}


class Decided(Moment):
    """A conflict has been decided: it is read in peace, as it stood then."""


def moments(before: MezoState, events: Sequence[Event], players: Sequence[str]) -> list[Moment]:
    """The end of a conflict, to be read in peace; then the points, by where they came from."""
    decided = [_decided(before, event, players) for event in events if event.kind == "wins"]
    gains = _gains(before, events, players)
    room = _MOMENTS - len(decided)
    if len(gains) > room:
        rest = gains[room - 1 :]
        places = dict.fromkeys(place for gain in rest for place in gain.places)
        gains = [*gains[: room - 1], Moment("; ".join(gain.words for gain in rest), tuple(places))]
    return decided + gains


def _decided(before: MezoState, wins: Event, players: Sequence[str]) -> Moment:
    region, strengths = wins.facts
    winner = wins.seat
    assert winner is not None
    others = listed(f"{players[seat]} {n}" for seat, n in enumerate(strengths) if seat != winner)
    prize = f"{CONSTANTS.blessed_vp} VP" if region == before.blessed else _altar(before, region)
    words = f"{players[winner]} wins {names.region(region)} with {strengths[winner]} strength ({others}): {prize}."
    return Decided(words, (Place("region", region),), stays=True)


def _altar(state: MezoState, region: int) -> str:
    altar = ALTARS[state.altars[region]]
    return f"altar {altar.name}, {altar.effect.text.rstrip('.')}"


def _gains(before: MezoState, events: Sequence[Event], players: Sequence[str]) -> list[Moment]:
    """Points by source, in the order in which they came."""
    gained: dict[int, list[str]] = {}
    built = []
    for event in events:
        if event.kind in ("raise", "rebuild"):
            built.append(event.facts[0] if event.kind == "raise" else event.facts[1])
        if event.kind == "vp" and event.seat is not None:
            n, jump, _, parts = event.facts
            source = _TOLD_AS.get(parts[0][1], parts[0][1])
            if source != FROM_BLESSED:
                gained.setdefault(source, []).append(f"{players[event.seat]} +{n + jump}")
    return [
        Moment(f"{', '.join(who)}: {LABELS.source(SOURCES[source])}", _places(before, source, built))
        for source, who in gained.items()
    ]


def _places(before: MezoState, source: int, built: Sequence[int]) -> tuple[Place, ...]:
    """What counted."""
    if source == FROM_BUILDING:
        return tuple(Place("region", region) for region in built)
    if source == FROM_CITIES:
        return tuple(Place("region", region) for region in IN_MASK[before.live] if before.pyramids[region])
    if source == FROM_TRACKS:
        return (Place("track", 1), Place("track", 0))
    if source == FROM_DEVOTION:
        return tuple(Place("seat", seat) for seat in range(before.players))
    return (Place("region", before.conflict),) if before.conflict >= 0 else ()

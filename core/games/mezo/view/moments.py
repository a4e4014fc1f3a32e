"""The moments after a move: who won a conflict, and where points came from."""

from collections.abc import Sequence

from core.game import GameEvent
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
from core.text import list_text
from core.view import Moment, Target

#: The most moments after a move, because each delays the match.
_MOMENTS = 3
#: Sources of points that are shown together.
_TOLD_AS = {FROM_SHARING: FROM_BUILDING}


class ConflictMoment(Moment):
    """The end of a conflict, shown as it stood then, until the player goes on."""


def moments(before: MezoState, events: Sequence[GameEvent], players: Sequence[str]) -> list[Moment]:
    """Return the end of a conflict, to be confirmed; then the points, by where they came from."""
    decided = [_decided(before, event, players) for event in events if event.kind == "wins"]
    gains = _gains(before, events, players)
    width = _MOMENTS - len(decided)
    if len(gains) > width:
        rest = gains[width - 1 :]
        targets = dict.fromkeys(target for gain in rest for target in gain.targets)
        gains = [*gains[: width - 1], Moment("; ".join(gain.text for gain in rest), tuple(targets))]
    return decided + gains


def _decided(before: MezoState, wins: GameEvent, players: Sequence[str]) -> Moment:
    region, strengths = wins.facts
    winner = wins.seat
    assert winner is not None
    others = list_text(f"{players[seat]} {n}" for seat, n in enumerate(strengths) if seat != winner)
    prize = f"{CONSTANTS.blessed_vp} VP" if region == before.blessed else _altar(before, region)
    text = f"{players[winner]} wins {names.region(region)} with {strengths[winner]} strength ({others}): {prize}."
    return ConflictMoment(text, (Target("region", region),), waits_for_key=True)


def _altar(state: MezoState, region: int) -> str:
    altar = ALTARS[state.altars[region]]
    return f"altar {altar.name}, {altar.effect.text.rstrip('.')}"


def _gains(before: MezoState, events: Sequence[GameEvent], players: Sequence[str]) -> list[Moment]:
    """Points by source, in the order in which they came."""
    gained: dict[int, list[str]] = {}
    built = []
    raised = tuple(event.facts[0] for event in events if event.kind == "raise")
    for event in events:
        if event.kind in ("raise", "rebuild"):
            built.append(event.facts[0] if event.kind == "raise" else event.facts[1])
        if event.kind == "vp" and event.seat is not None:
            n, jump, _, parts = event.facts
            source = _TOLD_AS.get(parts[0][1], parts[0][1])
            if source != FROM_BLESSED:
                gained.setdefault(source, []).append(f"{players[event.seat]} +{n + jump}")
    return [
        Moment(
            f"{', '.join(who)}: {LABELS.source(SOURCES[source])}",
            _targets(before, source, built),
            moving=raised if source == FROM_BUILDING else (),
        )
        for source, who in gained.items()
    ]


def _targets(before: MezoState, source: int, built: Sequence[int]) -> tuple[Target, ...]:
    """Return the targets that scored."""
    if source == FROM_BUILDING:
        return tuple(Target("region", region) for region in built)
    if source == FROM_CITIES:
        return tuple(Target("region", region) for region in IN_MASK[before.live] if before.pyramids[region])
    if source == FROM_TRACKS:
        return (Target("track", 1), Target("track", 0))
    if source == FROM_DEVOTION:
        return tuple(Target("seat", seat) for seat in range(before.players))
    return (Target("region", before.conflict),) if before.conflict >= 0 else ()

"""Changes between two states of Gzhel: spaces that differ, news for a seat, and points that were scored."""

from collections.abc import Sequence

from core.game import GameEvent
from core.games.gzhel import phases, rules
from core.games.gzhel.components import BOARD, CARDS, FIGURINES, PATTERNS, spaces_of
from core.games.gzhel.rules import FROM_STAMPS, goal_points, liftable
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import goal_title, points_of
from core.games.gzhel.view.pads import flowers_of
from core.games.gzhel.view.scored_spaces import scored_spaces
from core.games.gzhel.view.targets import LAID, SPACE_TARGETS
from core.text import count_text, list_text
from core.view import Moment, Target

#: The most moments that are shown one after the other.
_MOMENTS = 3


def changed_spaces(before: GzhelState, now: GzhelState) -> frozenset[Target]:
    """Return the spaces of all seats that differ; the first deal of tokens to bare pads does not count."""
    if before.phase == phases.TURN_PADS:
        return frozenset()
    found = []
    for seat in range(now.players):
        spaces = before.stamps[seat] ^ now.stamps[seat]
        for old, new in zip(flowers_of(before, seat), flowers_of(now, seat), strict=True):
            spaces |= old ^ new
        found += [Target(LAID, BOARD * seat + space) for space in spaces_of(spaces)]
    return frozenset(found)


# News for a seat


def change_texts(before: GzhelState, now: GzhelState, seat: int, names: Sequence[str]) -> list[str]:
    """Return what has changed for a seat, the most important first."""
    if before.phase == phases.TURN_PADS:
        return []
    new_round = now.round != before.round
    return [
        *_figurine(before, now, seat),
        *(_goals(now, seat) if new_round and now.phase != phases.OVER else ()),
        *_standing(before, now, seat, names),
    ]


def _figurine(before: GzhelState, now: GzhelState, seat: int) -> list[str]:
    """Return what the figurine that was named does to the seat's pads."""
    if now.figurine < 0 or (now.figurine, now.round) == (before.figurine, before.round):
        return []
    lifted, turned = liftable(now, seat, now.figurine)
    turns = f" and turns {count_text(turned.bit_count(), 'stamp')} to flowers" if turned else ""
    return [f"The {FIGURINES[now.figurine]} lifts {count_text(lifted.bit_count(), 'flower')} of yours{turns}."]


def _goals(now: GzhelState, seat: int) -> list[str]:
    diamond, circle, pattern = goal_points(now, seat)
    return [
        f"New on the diamond pad: {goal_title(CARDS[now.deck[-1]])}; it pays you {diamond} as your flowers lie.",
        f"That of the diamond pad went on to your circle pad, where it pays {circle},"
        f" and the pattern is {PATTERNS[CARDS[now.pile[-1]].back]}, which pays {pattern}.",
    ]


def _standing(before: GzhelState, now: GzhelState, seat: int, names: Sequence[str]) -> list[str]:
    """Return who leads, if it was another before."""
    if _leaders(before) == _leaders(now) or now.players == 1:
        return []
    points, leaders = now.scores(), _leaders(now)
    if seat not in leaders:
        behind = points_of(points[leaders[0]] - points[seat])
        lead = "leads" if len(leaders) == 1 else "lead"
        return [f"{list_text(names[each] for each in leaders)} {lead} now, {behind} before you."]
    others = [names[each] for each in leaders if each != seat]
    return [f"You share the lead with {list_text(others)}." if others else "You lead now."]


def _leaders(state: GzhelState) -> list[int]:
    points = state.scores()
    return [seat for seat in range(state.players) if points[seat] == max(points)]


# Points that were scored


def moments(
    before: GzhelState, now: GzhelState, events: Sequence[GameEvent], seat: int, names: Sequence[str]
) -> list[Moment]:
    """Return what a seat scored at the end of a round, goal by goal, with the spaces that earned it; then the others.

    The goals are those of `before`. The flowers are those of `now`, because the move may have laid the last of them.
    """
    paid = _paid(events, now.players)
    spaces = (*scored_spaces(before, seat, flowers_of(now, seat)), now.stamps[seat])
    found = [
        Moment(f"+{points}: {_what_paid(before, source)}", _targets(spaces[source]), seat)
        for source, points in enumerate(paid[seat])
        if points
    ]
    if len(found) > _MOMENTS:
        found[:2] = [Moment(f"{found[0].text}, {found[1].text}", found[0].targets + found[1].targets, seat)]
    others = [f"{names[each]} +{sum(paid[each])}" for each in range(now.players) if each != seat and any(paid[each])]
    if found and others:
        found[-1] = found[-1]._replace(text=f"{found[-1].text} ({', '.join(others)})")
    return found


def _paid(events: Sequence[GameEvent], players: int) -> list[list[int]]:
    """Return the points of these events by seat and source."""
    paid = [[0, 0, 0, 0] for _ in range(players)]
    for event in events:
        if event.seat is not None and event.kind == "scored":
            paid[event.seat][:FROM_STAMPS] = event.facts[:FROM_STAMPS]
        elif event.seat is not None and event.kind == "stamps":
            paid[event.seat][FROM_STAMPS] = event.facts[1]
    return paid


def _what_paid(before: GzhelState, source: int) -> str:
    """Return the goal that pays, or the stamps at the end, in a few words."""
    match source:
        case rules.FROM_DIAMOND:
            return f"diamond pad, {goal_title(CARDS[before.deck[-1]])}"
        case rules.FROM_CIRCLE:
            return f"circle pad, {goal_title(CARDS[before.middle])}"
        case rules.FROM_PATTERN:
            return f"alike on {PATTERNS[CARDS[before.pile[-1]].back]}"
        case _:
            return "the stamps on your pads"


def _targets(spaces: int) -> tuple[Target, ...]:
    return tuple(SPACE_TARGETS[space] for space in spaces_of(spaces))

"""Changes between two states of Gzhel: spaces that differ, news for a seat, and points that were scored."""

from collections.abc import Sequence

from core.game import GameEvent
from core.games.gzhel import phases, rules
from core.games.gzhel.components import BOARD, CARDS, FIGURINES, FLOWERS, PATTERNS, SPACE_NAMES, spaces_of
from core.games.gzhel.rules import FROM_STAMPS, goal_points, liftable
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import a_or_an, goal_title, points_of
from core.games.gzhel.view.pads import flowers_of
from core.games.gzhel.view.scored_round import ScoredRound, scored_round
from core.games.gzhel.view.scored_spaces import scored_spaces
from core.games.gzhel.view.targets import GOAL_TARGETS, LAID, SPACE_TARGETS
from core.text import count_text, list_text
from core.view import Moment, Target


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
    """Return what the figurine that another player has chosen does to the seat's pads, until it has lifted there."""
    if now.figurine < 0 or (now.figurine, now.round) == (before.figurine, before.round):
        return []
    if seat == now.active or _has_lifted(now, seat):
        return []
    lifted, turned = liftable(now, seat, now.figurine)
    turns = f" and flips {count_text(turned.bit_count(), 'stamp')}" if turned else ""
    return [f"The {FIGURINES[now.figurine]} lifts {count_text(lifted.bit_count(), 'flower')} of yours{turns}."]


def _has_lifted(now: GzhelState, seat: int) -> bool:
    """Whether a seat has lifted in this round: it has had its turn, or is placing."""
    if now.actor is None or seat == now.actor:
        return now.phase in (phases.PAINT, phases.PICK, phases.SHIFT, phases.OVER)
    return (seat - now.active) % now.players < (now.actor - now.active) % now.players


def _goals(now: GzhelState, seat: int) -> list[str]:
    points = goal_points(now, seat)
    return [f"As you stand, round {now.round} scores {' + '.join(map(str, points))} = {sum(points)}."]


def _standing(before: GzhelState, now: GzhelState, seat: int, names: Sequence[str]) -> list[str]:
    """Return who leads, if it was another before."""
    if _leaders(before) == _leaders(now) or now.players == 1:
        return []
    points, leaders = now.scores(), _leaders(now)
    best = max(points)
    if leaders == [seat]:
        second = max(points[each] for each in range(now.players) if each != seat)
        return [f"You take the lead, {best} to {second}."]
    others = list_text(names[each] for each in leaders if each != seat)
    if seat in leaders:
        return [f"You share the lead with {others}."]
    return [f"{others} {'takes' if len(leaders) == 1 else 'take'} the lead, {best} to {points[seat]}."]


def _leaders(state: GzhelState) -> list[int]:
    points = state.scores()
    return [seat for seat in range(state.players) if points[seat] == max(points)]


# A player's turn in one line


def turn_facts(events: Sequence[GameEvent]) -> list[str]:
    """Return what a player did in these events, the most important first; several turns are told as one."""
    by_kind: dict[str, list[GameEvent]] = {}
    for event in events:
        by_kind.setdefault(event.kind, []).append(event)
    found = [f"chooses the {FIGURINES[event.facts[0]]}" for event in by_kind.get("named", ())]
    found += [f"uses the {FIGURINES[event.facts[0]]} instead" for event in by_kind.get("changed", ())]
    found += [f"scores {' + '.join(map(str, event.facts[:FROM_STAMPS]))}" for event in by_kind.get("scored", ())]
    lifted = sum(sum(event.facts[1]) for event in by_kind.get("lifted", ()))
    if "lifted" in by_kind:
        found.append(f"lifts {lifted}" if lifted else "lifts nothing")
    placed, kept = len(by_kind.get("placed", ())), sum(sum(event.facts[0]) for event in by_kind.get("done", ()))
    if placed:
        found.append(f"places {placed}")
    if kept:
        found.append(f"keeps {kept} as {'a stamp' if kept == 1 else 'stamps'}")
    stamps = [f"{FLOWERS[event.facts[0]]} stamp on {SPACE_NAMES[event.facts[1]]}" for event in by_kind.get("stamp", ())]
    found += (
        [f"places {a_or_an(stamps[0])}"] if len(stamps) == 1 else [f"places {len(stamps)} stamps"] if stamps else []
    )
    found += [_shift_fact(event) for event in events if event.kind in ("moved", "swapped")]
    found += [f"{event.facts[1]} for stamps" for event in by_kind.get("stamps", ()) if event.facts[1]]
    return found or [_WAITING_FACTS[event.kind] for event in events if event.kind in _WAITING_FACTS][-1:]


#: What is told of events that are only the beginning of something.
_WAITING_FACTS = {
    "pads": "chooses the diamond pad",
    "dealt": "starts with 1 stamp",
    "round": "chooses the figurine",
    "stayed": "keeps the figurine",
    "picked": "moves a flower",
    "rested": "moves nothing",
    "done": "ends the turn",
}


def _shift_fact(event: GameEvent) -> str:
    if event.kind == "moved":
        kind, start, end = event.facts
        return f"moves the {FLOWERS[kind]} {SPACE_NAMES[start]}-{SPACE_NAMES[end]}"
    kind, start, other, end = event.facts
    return f"swaps {FLOWERS[kind]} {SPACE_NAMES[start]} and {FLOWERS[other]} {SPACE_NAMES[end]}"


# Points that were scored


def moments(before: GzhelState, now: GzhelState, seat: int, names: Sequence[str]) -> list[Moment]:
    """Return what a seat scored at the end of a round, goal by goal, and at last the sum, which is read at leisure.

    The targets are the goal and the spaces that earned its points, with what the last move placed.
    """
    scored = scored_round(before, now, seat)
    if scored is None:
        return []
    spaces = scored_spaces(before, seat, flowers_of(now, seat))
    found = [
        Moment(f"{_goal_name(before, goal)}: +{points}.", (*_targets(spaces[goal]), GOAL_TARGETS[goal]), seat)
        for goal, points in enumerate(scored.own[:FROM_STAMPS])
        if points
    ]
    lit = dict.fromkeys(target for moment in found for target in moment.targets)
    stamps = _targets(now.stamps[seat]) if scored.is_last else ()
    return [*found, Moment(_sum_text(scored, now, names), (*lit, *stamps), seat, waits_for_key=True)]


def _goal_name(before: GzhelState, goal: int) -> str:
    """Return one of the three goals in a few words."""
    match goal:
        case rules.FROM_DIAMOND:
            return f"Diamond pad, {goal_title(CARDS[before.deck[-1]])}"
        case rules.FROM_CIRCLE:
            return f"Circle pad, {goal_title(CARDS[before.middle])}"
        case _:
            return f"Same flower on {PATTERNS[CARDS[before.pile[-1]].back]}"


def _sum_text(scored: ScoredRound, now: GzhelState, names: Sequence[str]) -> str:
    """Return a seat's sum, who leads with it, and what the goals become."""
    seat, number = scored.seat, scored.position.round
    text = f"Round {number}: you score {scored.sum_text(seat)}{_lead_text(now, seat, names)}."
    if scored.is_last:
        return text
    circle = goal_points(now, seat)[rules.FROM_CIRCLE]
    return f"{text} Next, the diamond goal moves to your circle pad, worth {circle} as things stand."


def _lead_text(now: GzhelState, seat: int, names: Sequence[str]) -> str:
    points = now.scores()
    others = [each for each in range(now.players) if each != seat]
    if not others:
        return f", {points_of(points[seat])} so far"
    best = max(others, key=points.__getitem__)
    lead = points[seat] - points[best]
    if lead > 0:
        return f" and lead by {lead}"
    return f" and are level with {names[best]}" if not lead else f"; {names[best]} leads by {-lead}"


def _targets(spaces: int) -> tuple[Target, ...]:
    return tuple(SPACE_TARGETS[space] for space in spaces_of(spaces))

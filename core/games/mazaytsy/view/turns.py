"""A whole turn of another player as the parts of one line: hares, the way of the boat, the card."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.game import GameEvent
from core.games.mazaytsy.hares import count, points
from core.games.mazaytsy.text.names import BOW_NAMES, KIND_NAMES, card, cell_name, in_short, points_of, worths_text
from core.text import count_text


def turn_facts(events: Sequence[GameEvent], names: Sequence[str]) -> list[str]:
    """Return what somebody did, what scored first; of the table, what nobody did."""
    facts = [*_hares(events, names), *_way(events), *_cards(events)]
    has_called = any(event.kind == "added" for event in events)
    other = [event for event in events if event.kind in _OTHER and not (event.kind == "mazay" and has_called)]
    return facts + [_OTHER[event.kind](event.facts) for event in other]


def _hares(events: Sequence[GameEvent], names: Sequence[str]) -> list[str]:
    """Hares that came into the boat or went ashore; those picked up are told together."""
    facts = []
    taken = sum(event.facts[2] for event in events if event.kind == "took")
    if taken:
        facts.append(f"picks up {in_short(taken)}")
    for event in events:
        match event.kind:
            case "stole":
                owner, one = event.facts
                facts.append(f"steals {in_short(one)} from {names[owner]}")
            case "landed":
                bunch, face_down = event.facts
                hidden = f"lands {count_text(count(bunch), 'hare')} face down"
                facts.append(hidden if face_down else f"lands {in_short(bunch)}")
            case "shared":
                mate, kept, given = event.facts
                facts.append(f"keeps {worths_text(kept)}, {names[mate]} has {worths_text(given)}")
    return facts


#: The steps of a boat, each with the words before the card that it leads to.
_STEPS: Final = {"rowed": "rows to", "slipped": "slips to", "drifted": "drifts to", "pulled": "funnel to"}

#: A way of more steps than this would not fit into a line.
_MOST_STEPS: Final = 3


def _way(events: Sequence[GameEvent]) -> list[str]:
    """The way of the boat as one part; of several steps of one kind only the last counts. A launch is told alone.

    A way of many steps is told by its end: the wakes on the water show the rest.
    """
    steps: list[tuple[str, str]] = []
    for event in events:
        if event.kind == "turned":
            step = ("turned", f"turns {BOW_NAMES[event.facts[0]]}")
        elif event.kind in _STEPS:
            step = (event.kind, f"{_STEPS[event.kind]} {cell_name(event.facts[0], event.facts[-1])}")
        else:
            continue
        steps = [*(steps[:-1] if steps and steps[-1][0] == event.kind else steps), step]
    if len(steps) > _MOST_STEPS:
        *_, last = (event for event in events if event.kind in _STEPS)
        return [f"moves to {cell_name(last.facts[0], last.facts[-1])}"]
    if steps:
        return [", ".join(words for _, words in steps)]
    return [
        f"launches on {cell_name(event.facts[0], event.facts[1])}, bow {BOW_NAMES[event.facts[2]]}"
        for event in events
        if event.kind == "placed"
    ]


def _cards(events: Sequence[GameEvent]) -> list[str]:
    """The card that was placed with what it did at once, or the hares that Mazay called."""
    facts = []
    for event in events:
        match event.kind:
            case "laid":
                side, cell, new, _, bunch = event.facts
                rider = f" with {in_short(bunch)}" if bunch else ""
                facts.append(f"places {KIND_NAMES[new >> 3]}{rider} on {cell_name(side, cell)}")
            case "added":
                _, kind, strewn = event.facts
                came = sum(one for _, one in strewn)
                facts.append(f"calls {in_short(came) if came else 'no hare'} onto {KIND_NAMES[kind]}")
            case kind if kind in _EFFECTS and facts and (effect := _EFFECTS[kind](event.facts)):
                facts[-1] += f", {effect}"
    return facts


def _whirled(f: tuple[Any, ...]) -> str:
    _, moved, lost = f
    return f"losing {in_short(lost)}" if lost else f"moving {in_short(moved)}"


#: What a card does when it is placed.
_EFFECTS: Final[dict[str, Callable[[tuple[Any, ...]], str]]] = {
    "whirled": _whirled,
    "sucked": lambda f: f"drawing in {in_short(f[2])}",
    "cleared": lambda f: f"clearing {in_short(f[1])}",
    "hare came": lambda f: f"with {in_short(f[2])}",
}

#: What else is told, after the rest.
_OTHER: Final[dict[str, Callable[[tuple[Any, ...]], str]]] = {
    "sank": lambda f: f"swamp on {cell_name(f[0], f[1])} swallows {in_short(f[2])}",
    "no place": lambda f: f"discards {card(f[0])}: no card can be replaced",
    "booked": lambda f: f"scores {points_of(points(f[0]))} of this round",
    "mazay": lambda f: "gets Mazay: calls new hares next",
    "last lap": lambda f: "turns up Mazay" if f[0] else "turns up Mazay: the last lap",
    "over": lambda f: "the flood is over",
}

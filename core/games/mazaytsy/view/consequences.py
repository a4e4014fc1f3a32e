"""Sentences on what the moves of others have changed for a seat: its boat, what lies before it, Mazay's turn."""

from collections.abc import Sequence
from typing import Final

from core.games.mazaytsy.components import FLOW, FUNNEL, LOG, THICKET
from core.games.mazaytsy.hares import ONE, SORTS, points
from core.games.mazaytsy.rules.legal import funnels_around
from core.games.mazaytsy.scoring import scores
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import cell_name, face, hares, points_of, with_article
from core.games.mazaytsy.water import WATERS

#: The most sentences.
_MOST: Final = 4

#: The three ways that a boat can go, in eighths of a circle from its bow.
_AHEAD: Final = {0: "ahead of you", -1: "ahead to the left", 1: "ahead to the right"}


def change_texts(before: MazaytsyState, now: MazaytsyState, seat: int, names: Sequence[str]) -> list[str]:
    """Return what has changed for this seat, the most important first."""
    if before.boats[seat] < 0 or now.boats[seat] < 0:
        return []
    told = [*_aboard(before, now, seat), *_mazay(before, now, seat)]
    told += [*_under_the_boat(before, now, seat), *_on_the_way(before, now, seat)]
    return [*told, *_funnels(before, now, seat), *_lead(before, now, seat, names)][:_MOST]


def _more(one: int, other: int) -> int:
    """The hares that one bunch has more than another."""
    return sum(ONE[sort] * max(0, (one >> 8 * sort & 255) - (other >> 8 * sort & 255)) for sort in SORTS)


def _aboard(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """Hares that were stolen, or that the partner shared out."""
    if now.holds[seat] == before.holds[seat]:
        return []
    if now.teams:
        return [f"Your boat holds {hares(now.holds[seat])} now."]
    lost = _more(before.holds[seat], now.holds[seat])
    return [f"You have {points_of(points(lost))} less: {hares(lost)} {_was(lost)} pulled out of your boat."]


def _mazay(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    if now.due == seat != before.due:
        return ["Mazay waits for you: after moving you call new hares instead of laying a card."]
    if now.ending and not before.ending and now.actor is not None:
        to_come = (seat - now.actor) % now.players <= (now.last - now.actor) % now.players
        left = "one turn is left to you" if to_come else "you have no more turn"
        return [f"This lap is the last: {left}."]
    return []


def _under_the_boat(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    cell = now.boats[seat]
    came, gone = _more(now.hares[cell], before.hares[cell]), _more(before.hares[cell], now.hares[cell])
    name = cell_name(now.side, cell)
    told = [f"On {name}, under your boat, there {_is(came)} {hares(came)} for you to take."] if came else []
    return [*told, f"On {name}, under your boat, {hares(gone)} {_is(gone)} gone."] if gone else told


def _is(bunch: int) -> str:
    return "is" if bunch in ONE else "are"


def _was(bunch: int) -> str:
    return "was" if bunch in ONE else "were"


def _on_the_way(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """The cards onto which the boat could go with its next step."""
    told = []
    ring = WATERS[now.side].step[now.boats[seat]]
    for aside, where in _AHEAD.items():
        cell = ring[(now.bows[seat] * 2 + aside) % 8]
        if cell < 0:
            continue
        name = f"{cell_name(now.side, cell)}, {where}"
        if now.field[cell] != before.field[cell]:
            told.append(_card(before, now, cell, name))
        if gone := _more(before.hares[cell], now.hares[cell]):
            told.append(f"On {name}, {hares(gone)} {_is(gone)} gone.")
        if came := _more(now.hares[cell], before.hares[cell]):
            told.append(f"On {name}, there {_is(came)} {hares(came)} now.")
    return told


def _card(before: MazaytsyState, now: MazaytsyState, cell: int, name: str) -> str:
    """What a new card before the boat means for it."""
    code = now.field[cell]
    kind = code >> 3
    if kind == THICKET:
        return f"A thicket on {name}, is in your way."
    if kind == LOG:
        return f"A log on {name}, would end your movement."
    if FLOW[code] >= 0:
        target = WATERS[now.side].step[cell][FLOW[code]]
        if target < 0 or now.field[target] >> 3 == THICKET:
            return f"A current on {name}, would hold you there."
        return f"A current on {name}, would carry you to {cell_name(now.side, target)}."
    if before.field[cell] >> 3 == THICKET:
        return f"The thicket on {name}, is gone: the way is free."
    return f"On {name}, lies {with_article(face(code))} now."


def _funnels(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """New funnels that pull if the boat stays where it is."""
    new = [cell for cell in funnels_around(now, now.boats[seat]) if before.field[cell] >> 3 != FUNNEL]
    return [f"The new funnel on {cell_name(now.side, cell)} pulls you in if you stay beside it." for cell in new[:1]]


def _lead(before: MazaytsyState, now: MazaytsyState, seat: int, names: Sequence[str]) -> list[str]:
    if now.covers:
        return []
    old, new = scores(before), scores(now)
    led, leads = old[seat] == max(old) > 0, new[seat] == max(new)
    if led and not leads:
        first = new.index(max(new))
        return [f"You lead no longer: {names[first]} has {points_of(new[first])}, you have {new[seat]}."]
    return [f"You lead now with {points_of(new[seat])}."] if leads and not led and new[seat] else []

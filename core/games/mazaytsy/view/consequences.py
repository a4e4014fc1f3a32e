"""What the moves of others have changed for a seat, in short: its hares, Mazay, what lies ahead, the lead."""

from collections.abc import Sequence
from typing import Final

from core.games.mazaytsy.components import FLOW, FUNNEL, LOG, THICKET
from core.games.mazaytsy.hares import ONE, SORTS, count
from core.games.mazaytsy.phases import ACT, HERE
from core.games.mazaytsy.rules.advanced import STEALING
from core.games.mazaytsy.rules.legal import funnels_around
from core.games.mazaytsy.scoring import scores
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import cell_name, in_short, worths_text
from core.games.mazaytsy.water import WATERS
from core.text import list_text

#: The most that is told.
_MOST: Final = 3

#: The three ways that a boat can go, in eighths of a circle from its bow.
_AHEAD: Final = {0: "ahead", -1: "ahead left", 1: "ahead right"}


def change_texts(before: MazaytsyState, now: MazaytsyState, seat: int, names: Sequence[str]) -> list[str]:
    """Return what has changed for this seat, the most urgent first.

    Once its own turn has begun, only what others took and Mazay are told: the rest speaks of the card where it began.
    """
    if before.boats[seat] < 0 or now.boats[seat] < 0:
        return []
    told = [*_stolen(before, now, seat), *_mazay(before, now, seat)]
    if not _has_begun(before, now, seat):
        told += [*_shared(before, now, seat), *_under_the_boat(before, now, seat), *_on_the_way(before, now, seat)]
        told += [*_funnels(before, now, seat), *_lead(before, now, seat, names)]
    return [f"{text}." for text in told[:_MOST]]


def _has_begun(before: MazaytsyState, now: MazaytsyState, seat: int) -> bool:
    """Whether the seat has done something since: nobody else moves its boat, or picks up from under it."""
    cell = now.boats[seat]
    has_moved = (before.boats[seat], before.bows[seat]) != (cell, now.bows[seat])
    has_picked_up = _more(now.holds[seat], before.holds[seat]) and _more(before.hares[cell], now.hares[cell])
    is_under_way = now.actor == seat and (now.acts or now.phase not in (HERE, ACT))
    return bool(has_moved or has_picked_up or is_under_way)


def _more(one: int, other: int) -> int:
    """The hares that one bunch has more than another."""
    return sum(ONE[sort] * max(0, (one >> 8 * sort & 255) - (other >> 8 * sort & 255)) for sort in SORTS)


def _stolen(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """Hares that are no longer aboard; once the seat has landed some itself, its thieves were told before."""
    landed = (count(before.ashore[seat]), before.booked_hares[seat]) != (
        count(now.ashore[seat]),
        now.booked_hares[seat],
    )
    if landed or not now.advanced & STEALING or now.teams:
        return []
    lost = _more(before.holds[seat], now.holds[seat])
    return [f"Stolen from your boat: {in_short(lost)}"] if lost else []


def _shared(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """A boat whose hares the partner has shared out."""
    if not now.teams or now.holds[seat] == before.holds[seat]:
        return []
    return [f"Your boat now has {in_short(now.holds[seat]) if now.holds[seat] else 'no hares'}"]


def _mazay(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    if now.due == seat != before.due:
        return ["Mazay is here: after moving you call new hares"]
    if now.ending and not before.ending and now.actor is not None:
        to_come = (seat - now.actor) % now.players <= (now.last - now.actor) % now.players
        return ["Last lap: you have one more turn" if to_come else "Last lap: you have no more turns"]
    return []


def _under_the_boat(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    cell = now.boats[seat]
    came, gone = _more(now.hares[cell], before.hares[cell]), _more(before.hares[cell], now.hares[cell])
    told = [f"You can pick up {in_short(came)} under your boat"] if came else []
    return [*told, f"{_subject(gone)} under your boat {_is(gone)} gone"] if gone else told


def _is(bunch: int) -> str:
    return "is" if bunch in ONE else "are"


def _subject(bunch: int) -> str:
    """A bunch at the beginning of a sentence: "Hares 4+3"."""
    return f"{'Hare' if bunch in ONE else 'Hares'} {worths_text(bunch)}"


def _on_the_way(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """The cards onto which the boat could go with its next step; what only lies there otherwise is not told."""
    cards, hares = [], []
    ring = WATERS[now.side].step[now.boats[seat]]
    for aside, where in _AHEAD.items():
        cell = ring[(now.bows[seat] * 2 + aside) % 8]
        if cell < 0:
            continue
        if now.field[cell] != before.field[cell]:
            cards += _card(before, now, cell, where)
        if gone := _more(before.hares[cell], now.hares[cell]):
            hares.append(f"{_subject(gone)} {where} {_is(gone)} gone")
        if came := _more(now.hares[cell], before.hares[cell]):
            hares.append(f"{_subject(came)} {where}, on {cell_name(now.side, cell)}")
    return cards + hares


def _card(before: MazaytsyState, now: MazaytsyState, cell: int, where: str) -> list[str]:
    """What a new card before the boat means for it."""
    code, name = now.field[cell], cell_name(now.side, cell)
    kind = code >> 3
    if kind == THICKET:
        return [f"A thicket {where}, on {name}, blocks your way"]
    if kind == LOG:
        return [f"A log {where}, on {name}, would stop you"]
    if FLOW[code] >= 0:
        target = WATERS[now.side].step[cell][FLOW[code]]
        held = target < 0 or now.field[target] >> 3 == THICKET
        effect = "hold you there" if held else f"carry you to {cell_name(now.side, target)}"
        return [f"A current {where}, on {name}, would {effect}"]
    if before.field[cell] >> 3 == THICKET:
        return [f"The thicket {where}, on {name}, is gone"]
    return []


def _funnels(before: MazaytsyState, now: MazaytsyState, seat: int) -> list[str]:
    """New funnels that pull if the boat stays where it is."""
    new = [cell for cell in funnels_around(now, now.boats[seat]) if before.field[cell] >> 3 != FUNNEL]
    return [f"A new funnel on {cell_name(now.side, cell)} pulls at you" for cell in new[:1]]


def _lead(before: MazaytsyState, now: MazaytsyState, seat: int, names: Sequence[str]) -> list[str]:
    """Who has taken the lead from whom; nobody leads while landed hares lie face down."""
    if now.covers:
        return []
    old, new = scores(before), scores(now)
    led, leads = old[seat] == max(old) > 0, new[seat] == max(new)
    if led and not leads:
        first = [names[each] for each in range(now.players) if new[each] == max(new)]
        takes = "takes" if len(first) == 1 else "take"
        return [f"{list_text(first)} {takes} the lead, {max(new)} to {new[seat]}"]
    return [f"You take the lead with {new[seat]}"] if leads and not led and new[seat] else []

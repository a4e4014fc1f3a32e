"""The whole position as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.novgorod.components import (
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    FEE_OF,
    GOOD_NAMES,
    INCOME_OF,
    LUXURY_NAMES,
    ROW_PRIVILEGE,
    ROW_SEALS,
    ROW_X,
    STEP_COST,
    TOP_LEVEL,
    VARIETY,
    cities_of,
)
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.phases import ROUTE, USE
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.text.phrases import (
    HALF_NAMES,
    PRIVILEGE_NAMES,
    SIDE_NAMES,
    ducats,
    goods,
    mission,
    mission_cards,
    need,
    route,
    seals,
    special,
)
from core.games.novgorod.text.prompts import progress_text
from core.text import count_text, list_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def board_text(s: NovgorodState, seat: int | None) -> str:
    """Return the whole position as this seat sees it."""
    lines = [f"Novgorod, {progress_text(s)}", ""]
    lines += _city_lines(s)
    lines.append("")
    lines.append(f"Open missions ({len(s.display)}), {len(s.deck)} in the deck:")
    lines += [f"  {mission(card)}" for card in s.display]
    if s.row:
        lines.append("Special missions, from the top:")
        lines += [f"  {HALF_NAMES[code & 3]}: {special(code)}" for code in s.row]
    cards = [_bonus_text(s, card) for card in range(len(s.bonus)) if s.bonus[card]]
    lines.append(f"Bonus cards: {', '.join(cards) or 'none left'}")
    for who in range(s.players):
        lines.append("")
        lines += _player_lines(s, who, seat == who)
    if s.actor is not None and s.phase in (ROUTE, USE):
        lines.append("")
        lines.append(f"Route of Player {s.actor + 1}: {route(s.route)}")
        if s.phase == USE:
            lines += _use_lines(s, s.actor)
    return "\n".join(lines)


def _bonus_text(s: NovgorodState, card: int) -> str:
    if card == VARIETY:
        return f"{BONUS_NAMES[card]} (at the end)"
    return f"{BONUS_NAMES[card]} ({seals(s.bonus[card])})"


def _city_lines(s: NovgorodState) -> list[str]:
    lines = ["City       good   artisan     office  income  fee  offices of, and who is there"]
    for city in range(CITY_COUNT):
        price = f"{office_price(s, city)} (x{s.stacks[city]})" if s.stacks[city] else "sold"
        marks = [f"Player {who + 1}" for who in range(s.players) if s.offices[who] >> city & 1]
        if s.merchant == city:
            marks.append("the merchant")
        if s.pirate == city:
            marks.append("the pirate")
        row = (
            f"{CITY_NAMES[city]:<10} {GOOD_NAMES[city]:<6} {LUXURY_NAMES[s.artisans[city]]:<11} {price:<7} "
            f"{INCOME_OF[city]:<7} {FEE_OF[city]:<4} {', '.join(marks) or '-'}"
        )
        lines.append(row)
    return lines


def _player_lines(s: NovgorodState, who: int, own: bool) -> list[str]:
    career = s.careers[who]
    debt = f" and owes {s.owed[who]} for the first cards" if s.owed[who] else ""
    lines = [
        f"Player {who + 1}: {seals(s.seals[who])}, {ducats(s.ducats[who])}{debt}, speed {s.speed[who]},"
        f" career {career // 2 + 1}, {SIDE_NAMES[career & 1]} side"
    ]
    lines += _career_lines(s, who)
    lines.append(f"  offices: {list_text([CITY_NAMES[c] for c in cities_of(s.offices[who])], 'none')}")
    if s.ship[who] >= 0:
        lines.append(f"  in the ship: {GOOD_NAMES[s.ship[who]]}")
    shown = s.hand[who] if own else s.hand[who] & ~s.hidden[who]
    lines += [f"  in hand: {mission(card)}" for card in mission_cards(shown)]
    secret = 0 if own else s.hidden[who].bit_count()
    if secret:
        lines.append(f"  in hand: {count_text(secret, 'secret mission')}")
    lines += [f"  left of the ship: {mission(card)} (bottom line open)" for card in mission_cards(s.left[who])]
    return lines + _done_lines(s, who, own)


def _career_lines(s: NovgorodState, who: int) -> list[str]:
    """The rows of the career card that are not covered, from the lowest up, with the steps between them."""
    career, level = s.careers[who], s.level[who]
    lines = []
    for row in range(level, TOP_LEVEL + 1):
        worth = "X" if ROW_X[row] else f"{seals(ROW_SEALS[row])} a turn"
        here = " (here)" if row == level else ""
        step = f"; the next row costs {need(STEP_COST[career][row])}" if row < TOP_LEVEL else "; the top"
        lines.append(f"  row {row}{here}: {worth}, {PRIVILEGE_NAMES[ROW_PRIVILEGE[career][row]]}{step}")
    return lines


def _done_lines(s: NovgorodState, who: int, own: bool) -> list[str]:
    """What lies under the ship; cards that came there unseen are known to their owner alone."""
    lines = [f"  under the ship: {mission(card)}" for card in mission_cards(s.under[who])]
    if own:
        lines += [f"  under the ship, unseen by the others: {mission(card)}" for card in mission_cards(s.unseen[who])]
    hidden = s.markers[who] + (0 if own else s.unseen[who].bit_count())
    return [*lines, f"  under the ship: {count_text(hidden, 'unseen mission')}"] if hidden else lines


def _use_lines(s: NovgorodState, seat: int) -> list[str]:
    cargo = s.ship[seat] if s.units & SHIP_UNIT else -1
    lines = [f"  goods to use: {list_text(goods(s.units & 255, cargo))}"]
    ready = [f"{LUXURY_NAMES[s.artisans[c]]} of {CITY_NAMES[c]}" for c in range(CITY_COUNT) if s.stock >> 2 * c & 3]
    if ready:
        lines.append(f"  luxuries to use: {list_text(ready)}")
    if s.fee:
        lines.append(f"  harbour fees due: {ducats(s.fee)}")
    return lines

"""Captions and explanations of targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.games.novgorod import text as novgorod_text
from core.games.novgorod.components import (
    BONUS_HIGH,
    BONUS_LOW,
    BONUS_NAMES,
    CITY_NAMES,
    FEE_OF,
    GOOD_NAMES,
    INCOME_OF,
    INGREDIENTS,
    LUXURY_NAMES,
    MISSIONS,
    ROW_PRIVILEGE,
    ROW_SEALS,
    ROW_X,
    SHIP_PRICE,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    VARIETY,
    WORTH,
)
from core.games.novgorod.phases import BACK, FRONT
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.use import place_of, special_price
from core.games.novgorod.view import targets
from core.games.novgorod.view.move_text import spent_text
from core.text import count_text, list_text
from core.view import Target

if TYPE_CHECKING:
    from core.games.novgorod.view import NovgorodView

_Teller = Callable[["NovgorodView", int], str]


# Captions


def _city(here: NovgorodView, city: int) -> str:
    s = here.state
    luxury = LUXURY_NAMES[s.artisans[city]]
    price = f"office for {office_price(s, city)}" if s.stacks[city] else "offices sold"
    text = f"{CITY_NAMES[city]}: {GOOD_NAMES[city]}, income {INCOME_OF[city]}, fee {FEE_OF[city]}"
    text += f", {price}; artisan: {luxury}"
    if s.merchant == city:
        text += "; the merchant is here"
    if s.pirate == city:
        text += "; closed by the pirate" if s.pirate_side == BACK else "; with the pirate a route is a card shorter"
    return text


def _ship(here: NovgorodView, _: int) -> str:
    s, seat = here.state, here.ship_seat
    speed = s.speed[seat]
    cargo = f"carries {GOOD_NAMES[s.ship[seat]]}" if s.ship[seat] >= 0 else "carries nothing"
    more = f"; speed {speed + 1} costs {SHIP_PRICE[speed]}" if speed in SHIP_PRICE else ""
    return f"Ship: speed {speed} (cards on a route), {cargo}{more}"


def _mission(here: NovgorodView, card: int) -> str:
    if here.state.left[here.board_seat] >> card & 1:
        return f"Mission: top line done; {novgorod_text.need(MISSIONS[card][1])} brings 2 more seals"
    return f"Mission: {novgorod_text.mission(card)}; 2 seals a line, 5 for both in one turn"


def _open_mission(here: NovgorodView, card: int) -> str:
    if card < 0:
        return f"Deck: {count_text(len(here.state.deck), 'mission')}, face down"
    return f"Open mission: {novgorod_text.mission(card)}, 6 ducats"


def _career(here: NovgorodView, _: int) -> str:
    s, seat = here.state, here.board_seat
    level, career = s.level[seat], s.careers[seat]
    row = "X: you cannot win from here" if ROW_X[level] else f"{novgorod_text.seals(ROW_SEALS[level])} a turn"
    if level == TOP_LEVEL:
        return f"Career: the top row, {row}"
    return f"Career: row {level}, {row}; the next step costs {novgorod_text.need(STEP_COST[career][level])}"


def _special(here: NovgorodView, card: int) -> str:
    s = here.state
    at = place_of(s, card)
    half = SPECIALS[card][s.row[at] & 3]
    price = novgorod_text.ducats(special_price(s, at, False)) if not s.done >> at & 1 else "done this turn"
    return f"Special mission: {novgorod_text.need(half.need)}; {price}, {novgorod_text.seals(half.seals)}"


def _bonus(here: NovgorodView, card: int) -> str:
    return f"Bonus card {BONUS_NAMES[card]}: {novgorod_text.BONUS_AIMS[card]}"


def _way(here: NovgorodView, number: int) -> str:
    way = here.way_at(Target(targets.WAY, number))
    return f"With {spent_text(here.state, way, 60)}" if way else ""


CAPTIONS: dict[str, _Teller] = {
    targets.CITY: _city,
    targets.SHIP.kind: _ship,
    targets.MISSION: _mission,
    targets.OPEN: _open_mission,
    targets.CAREER.kind: _career,
    targets.SPECIAL: _special,
    targets.BONUS: _bonus,
    targets.WAY: _way,
}


# Explanations


def _city_explained(here: NovgorodView, city: int) -> str:
    s = here.state
    kind = s.artisans[city]
    worth = ", ".join(f"{count_text(i, 'good')} {novgorod_text.seals(n)}" for i, n in enumerate(WORTH[kind]) if i)
    owners = [here.names[seat] for seat in range(s.players) if s.offices[seat] >> city & 1]
    lines = [
        f"{CITY_NAMES[city]} sells {GOOD_NAMES[city]}.",
        f"Your own office earns {novgorod_text.ducats(INCOME_OF[city])}; without one you pay a fee of {FEE_OF[city]}.",
        f"Offices left: {s.stacks[city]}"
        + (f", the next for {novgorod_text.ducats(office_price(s, city))}." if s.stacks[city] else "."),
        f"Offices here: {list_text(owners, 'nobody yet')}.",
        "",
        f"Its artisan makes {LUXURY_NAMES[kind]} from {list_text(novgorod_text.goods(INGREDIENTS[kind]))} "
        f"visited before him: {worth}, and as many ducats.",
    ]
    if s.merchant == city:
        gift = "3 ducats more for income and for a luxury" if s.merchant_side == FRONT else "1 seal more for a luxury"
        lines += ["", f"The merchant is here: {gift} sold here."]
    if s.pirate == city:
        harm = "nobody can sail here" if s.pirate_side == BACK else "a route through here is one card shorter"
        lines += ["", f"The pirate is here: {harm}."]
    return "\n".join(lines)


def _career_explained(here: NovgorodView, _: int) -> str:
    s, seat = here.state, here.board_seat
    career, level = s.careers[seat], s.level[seat]
    lines = [f"Career card {career // 2 + 1}, {novgorod_text.SIDE_NAMES[career & 1]} side, from the top down:", ""]
    for row in range(TOP_LEVEL, -1, -1):
        mark = "X" if ROW_X[row] else novgorod_text.seals(ROW_SEALS[row])
        privilege = novgorod_text.PRIVILEGE_NAMES[ROW_PRIVILEGE[career][row]]
        state = "covered" if row < level else "here" if row == level else ""
        step = f"; then {novgorod_text.need(STEP_COST[career][row])}" if row < TOP_LEVEL else ""
        lines.append(f"row {row}: {mark}, {privilege}{step}{f'  ({state})' if state else ''}")
    lines += ["", "You can use one uncovered privilege a turn. X: if you end the game here, you cannot win."]
    return "\n".join(lines)


def _had(here: NovgorodView, card: int) -> str:
    had = [name for seat, name in enumerate(here.names) if here.state.taken[seat] >> card & 1]
    return f"Already had by: {list_text(had, 'nobody')}. Each player gets it once."


def _bonus_explained(here: NovgorodView, card: int) -> str:
    if card == VARIETY:
        return f"{_bonus(here, card)}.\n4 or 5 kinds: 1 seal; 6: 2, 7: 3, 8: 4, 9: 5, 10: 6, 11: 8."
    return (
        f"{_bonus(here, card)}.\nThe first player, and any other in the same round, gets "
        f"{BONUS_HIGH[card]} seals. If it was one player, it then pays {BONUS_LOW[card]} in one more round; "
        f"if several, it is out of the game.\n{_had(here, card)}"
    )


EXPLANATIONS: dict[str, _Teller] = {
    targets.CITY: _city_explained,
    targets.CAREER.kind: _career_explained,
    targets.BONUS: _bonus_explained,
}

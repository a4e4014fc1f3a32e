"""The sentences for the events of Novgorod."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.game import GameEvent
from core.games.novgorod.components import (
    BONUS_NAMES,
    CITY_NAMES,
    END_SEALS,
    GOOD_NAMES,
    LUXURY_NAMES,
    MISSION_PRICE,
    MISSIONS,
    SPECIALS,
)
from core.games.novgorod.phases import BACK
from core.games.novgorod.text.phrases import PRIVILEGE_NAMES, SIDE_NAMES, ducats, goods, mission, need, route, seals
from core.text import count_text, list_text

_Facts = tuple[Any, ...]


def _makes(f: _Facts) -> str:
    return f"makes {LUXURY_NAMES[f[0]]} in {CITY_NAMES[f[1]]} from {list_text(goods(f[2], f[3]))}"


def _sells(f: _Facts) -> str:
    return f"sells the {LUXURY_NAMES[f[0]]} of {CITY_NAMES[f[1]]} for {seals(f[2])} and {ducats(f[3])}"


def _line(f: _Facts) -> str:
    card, bottom, under, gained = f
    which = "bottom" if bottom else "top"
    rest = "" if under else "; the card stays for its bottom line"
    return f"fulfils the {which} line of a mission ({need(MISSIONS[card][bottom])}) for {seals(gained)}{rest}"


def _climbs(f: _Facts) -> str:
    return f"steps up to career row {f[0]} and covers {PRIVILEGE_NAMES[f[1]]}"


def _special(f: _Facts) -> str:
    code, price, gained = f
    half = SPECIALS[code >> 2][code & 3]
    paid = f"pays {ducats(price)}" if price >= 0 else f"gets {ducats(-price)} back"
    return f"{paid} and completes a special mission ({need(half.need)}) for {seals(gained)}"


def _stores(f: _Facts) -> str:
    lost = f" and discards the {GOOD_NAMES[f[1]]} there" if f[1] >= 0 else ""
    return f"stores {GOOD_NAMES[f[0]]} in the ship{lost}"


def _sails(f: _Facts) -> str:
    slots, fee, fast = f
    text = f"sails {route(slots)}" if slots else "stays in harbour"
    if fast:
        text += " with Speed +1"
    return f"{text}, for {ducats(fee)} in harbour fees" if fee else text


def _pirate(f: _Facts) -> str:
    how = f" for {ducats(f[1])}" if f[1] else " with the privilege ?" if f[2] == BACK else ""
    return f"sends the pirate to {CITY_NAMES[f[0]]}{how}"


def _mission_price(f: _Facts) -> str:
    cheap = " with Mission -3" if f[0] < MISSION_PRICE else ""
    return f"buys a mission for {ducats(f[0])}{cheap}"


#: What a seat did: the sentence goes on after its name.
_DEEDS: dict[str, Callable[[_Facts], str]] = {
    "side": lambda f: f"plays the {SIDE_NAMES[f[0] & 1]} side of career {f[0] // 2 + 1}",
    "pick_office": lambda f: f"takes the office in {CITY_NAMES[f[0]]} for {ducats(f[1])}",
    "draws": lambda f: "draws a mission from the deck",
    "drawn": lambda f: f"has drawn the mission {mission(f[0])}",
    "takes": lambda f: f"takes the mission {mission(f[0])}",
    "pays": lambda f: f"pays {ducats(f[0])} for the first cards and keeps {f[1]}",
    "lays": lambda f: f"adds {CITY_NAMES[f[0]]}{'' if f[1] else ', a base office,'} to the route",
    "lays_artisan": lambda f: f"adds a card for the artisan of {CITY_NAMES[f[0]]}",
    "sails": _sails,
    "pirate": _pirate,
    "makes": _makes,
    "sells": _sells,
    "line": _line,
    "climbs": _climbs,
    "special": _special,
    "stores": _stores,
    "spoils": lambda f: f"discards the stored {GOOD_NAMES[f[0]]}, because its office was on the route",
    "income": lambda f: f"collects {ducats(f[1])} in {CITY_NAMES[f[0]]}",
    "starts": lambda f: "has the lowest career number and starts every round",
    "extra_income": lambda f: f"uses Income +2 for {ducats(f[0])}",
    "fee": lambda f: f"pays {ducats(f[0])} in harbour fees",
    "tucks": lambda f: "puts an unseen mission under the ship",
    "tucked": lambda f: f"has put the mission {mission(f[0])} under the ship",
    "buys_office": lambda f: f"buys the office in {CITY_NAMES[f[0]]} for {ducats(f[1])}",
    "buys_ship": lambda f: f"buys ship speed {f[0]} for {ducats(f[1])}",
    "buys_mission": _mission_price,
    "row": lambda f: f"gets {seals(f[0])} from the career",
    "extra_seal": lambda f: "gets 1 seal from the privilege +1 seal",
    "bonus": lambda f: f"gets {seals(f[1])} from the bonus card {BONUS_NAMES[f[0]]}",
    "out": lambda f: "still shows an X on the career card and cannot win",
    "variety": lambda f: f"gets {seals(f[1])} for {count_text(f[0], 'kind')} of goods and luxuries on missions",
}

#: Why a round is the last: by whether it was a career.
_END = (f"a player has {END_SEALS} seals", "a career has reached the top row")

#: What happened at the table.
_NEWS: dict[str, Callable[[_Facts], str]] = {
    "opens": lambda f: f"New open mission: {mission(f[0])}.",
    "shrinks": lambda f: f"The bonus card {BONUS_NAMES[f[0]]} now gives {seals(f[1])}.",
    "bonus_gone": lambda f: f"The bonus card {BONUS_NAMES[f[0]]} is out of the game.",
    "merchant": lambda f: f"The merchant moves on to {CITY_NAMES[f[0]]}.",
    "round": lambda f: f"Round {f[0]} begins.",
    "final": lambda f: f"Round {f[0]} begins. It is the last: {_END[f[1]]}.",
    "over": lambda f: "The game is over.",
}


def describe_event(event: GameEvent, names: Sequence[str]) -> str:
    if event.seat is None:
        return _NEWS[event.kind](event.facts)
    return f"{names[event.seat]} {_DEEDS[event.kind](event.facts)}."

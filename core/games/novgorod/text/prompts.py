"""The progress of the game, and the questions to the actor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.game import Prompt
from core.games.novgorod.components import FEES, MISSIONS_PICKED, OFFICES_PICKED
from core.games.novgorod.phases import BUY, CLOSE, FRONT, INTRO, OVER, ROUTE, SIDES, USE
from core.games.novgorod.rules.route import RoutePlan, cities_laid
from core.games.novgorod.rules.setup import missions_picked
from core.games.novgorod.rules.turn import pirate_price
from core.games.novgorod.rules.use import to_come
from core.games.novgorod.text.phrases import ducats
from core.text import count_text, list_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def progress_text(s: NovgorodState) -> str:
    if s.phase in (SIDES, INTRO):
        return "draft"
    if s.phase == OVER:
        return f"over after round {s.round}"
    return f"round {s.round}, the last" if s.final else f"round {s.round}"


_KINDS = {SIDES: "side", INTRO: "pick", ROUTE: "route", USE: "use", BUY: "buy", CLOSE: "close", OVER: "over"}


def prompt(s: NovgorodState) -> Prompt:
    seat = s.actor
    if seat is None:
        return Prompt("over", "The game is over.")
    secret = s.hidden[seat] != 0
    return Prompt(_KINDS[s.phase], _QUESTIONS[s.phase](s, seat), secret)


def _ask_side(s: NovgorodState, seat: int) -> str:
    return f"Choose a side of your career card {s.careers[seat] // 2 + 1}."


def _ask_pick(s: NovgorodState, seat: int) -> str:
    offices = OFFICES_PICKED - s.offices[seat].bit_count()
    wanted = [count_text(offices, "office")] if offices else []
    missions = MISSIONS_PICKED - missions_picked(s, seat)
    if missions:
        wanted.append(count_text(missions, "mission"))
    return f"Take a card. You still need {list_text(wanted)}."


def _ask_route(s: NovgorodState, seat: int) -> str:
    plan = RoutePlan(s, seat)
    cities = cities_laid(s.route)
    limit = plan.limit(cities)
    more = ", one more with Speed +1" if plan.haste else ""
    if plan.pays(tuple(s.route), cities):
        return f"Lay out your route, or set sail: {len(s.route)} of {limit} cards laid{more}."
    due = FEES[cities & ~s.offices[seat]]
    return (
        f"Add to your route: you have {s.ducats[seat]} and cannot pay its fees of {ducats(due)} yet; "
        f"{len(s.route)} of {limit} cards laid{more}."
    )


def _ask_use(s: NovgorodState, seat: int) -> str:
    if not s.fee:
        return "Use your route, or finish it."
    coming = to_come(s, seat)
    if s.ducats[seat] + coming >= s.fee:
        return f"Use your route, or finish it. Harbour fees due: {ducats(s.fee)}."
    income = f" and {ducats(coming)} to come" if coming else ""
    return (
        f"Use your route. You cannot finish yet: the harbour fees are {ducats(s.fee)}"
        f" and you have {s.ducats[seat]}{income}."
    )


def _ask_buy(s: NovgorodState, seat: int) -> str:
    if s.bought:
        return f"Buy a mission with Mission -3, or pass. You have {ducats(s.ducats[seat])}."
    return f"Buy an office, a faster ship or a mission, or pass. You have {ducats(s.ducats[seat])}."


def _ask_close(s: NovgorodState, seat: int) -> str:
    if s.pirate_side == FRONT:
        return f"Move the pirate for {ducats(pirate_price(s, seat))}, or end your turn."
    return "Move the pirate with the privilege ?, or end your turn."


_QUESTIONS: dict[int, Callable[[NovgorodState, int], str]] = {
    SIDES: _ask_side,
    INTRO: _ask_pick,
    ROUTE: _ask_route,
    USE: _ask_use,
    BUY: _ask_buy,
    CLOSE: _ask_close,
}

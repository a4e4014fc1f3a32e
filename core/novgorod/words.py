"""Every sentence of Novgorod: what happened, what is asked, what a move means, what lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.game import Event, Move, Prompt
from core.novgorod import scoring
from core.novgorod.components import (
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    END_SEALS,
    EXTRA_INCOME,
    FEE_OF,
    GOOD_NAMES,
    INCOME,
    INCOME_OF,
    LUXURY_NAMES,
    MISSION,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    MISSIONS,
    MISSIONS_PICKED,
    OFFICES_PICKED,
    QUESTION,
    ROW_SEALS,
    ROW_X,
    SEAL,
    SHIP_PRICE,
    SPECIALS,
    SPEED,
    STEP_COST,
    TOP_LEVEL,
    UNCOVERED,
    VARIETY,
    Need,
    cities_of,
)
from core.novgorod.moves import (
    SHIP_UNIT,
    BuyMission,
    BuyOffice,
    BuyShip,
    Collect,
    End,
    ExtraIncome,
    Finish,
    Lay,
    LayArtisan,
    Line,
    Make,
    Pass,
    PickMission,
    PickOffice,
    Pirate,
    Sail,
    Sell,
    Side,
    Special,
    Step,
    Store,
)
from core.novgorod.phases import BACK, BUY, CLOSE, FRONT, INTRO, OVER, ROUTE, SIDES, USE
from core.novgorod.rules.intro import missions_picked, office_price
from core.novgorod.rules.route import ARTISAN, Plan, cities_laid
from core.novgorod.rules.turn import can_use, pirate_price
from core.novgorod.rules.use import office_income, place_of, sale, special_price, to_come

if TYPE_CHECKING:
    from core.novgorod.state import Novgorod

PRIVILEGE_NAMES = {
    SPEED: "Speed +1",
    INCOME: "Income +2",
    MISSION: "Mission -3",
    SEAL: "+1 seal",
    QUESTION: "?",
}
SIDE_NAMES = ("light", "silver")
HALF_NAMES = "ABCD"
#: By bonus card: what it is for.
BONUS_AIMS = (
    "an office in every city",
    "five different cities on one route",
    "a luxury made from two or more goods",
    "three missions under the ship",
    "the career row of 3 seals",
    "at the end, for different goods and luxuries on the missions under the ship",
)
#: Seals and ducats where a label has no room for words.
SEALS, DUCATS = "◉", "◎"


# Small words


def count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def ducats(number: int) -> str:
    return count(number, "ducat")


def seals(number: int) -> str:
    return count(number, "seal")


def listed(words: Sequence[str], nothing: str = "nothing") -> str:
    if len(words) < 2:
        return words[0] if words else nothing
    return f"{', '.join(words[:-1])} and {words[-1]}"


def goods(mask: int, cargo: int = -1) -> list[str]:
    """Goods by name; one from the ship is said to be."""
    names = [GOOD_NAMES[g] for g in cities_of(mask)]
    if cargo >= 0:
        names.append(f"{GOOD_NAMES[cargo]} from the ship")
    return names


def need(what: Need) -> str:
    """What a line or step asks for: "amber and salt", "2 different luxuries"."""
    names = [LUXURY_NAMES[kind] + (" of 2 goods" if boxes > 1 else "") for kind, boxes in what.luxuries]
    names += goods(what.goods)
    if what.any_goods:
        names.append(f"{what.any_goods} different goods")
    if what.any_luxuries:
        names.append(f"{what.any_luxuries} different luxuries")
    if what.ducats:
        names.append(ducats(what.ducats))
    return listed(names)


def mission(card: int) -> str:
    """A mission in words: its top line, then its bottom line."""
    top, bottom = MISSIONS[card]
    return f"{need(top)} / {need(bottom)}"


def special(code: int) -> str:
    half = SPECIALS[code >> 2][code & 3]
    return f"{need(half.need)} ({ducats(half.price)}, {seals(half.seals)})"


def privileges(mask: int) -> str:
    return ", ".join(name for bit, name in PRIVILEGE_NAMES.items() if mask & bit)


def route(slots: Sequence[int]) -> str:
    """A route in words; a face-down card is named by its artisan."""
    words = ["artisan" if slot >= ARTISAN else CITY_NAMES[slot] for slot in slots]
    return " - ".join(words) or "no route"


# What happened

_Facts = tuple[Any, ...]


def _makes(f: _Facts) -> str:
    return f"makes {LUXURY_NAMES[f[0]]} in {CITY_NAMES[f[1]]} from {listed(goods(f[2], f[3]))}"


def _sells(f: _Facts) -> str:
    return f"sells the {LUXURY_NAMES[f[0]]} of {CITY_NAMES[f[1]]} for {seals(f[2])} and {ducats(f[3])}"


def _line(f: _Facts) -> str:
    card, bottom, under, gained = f
    which = "bottom" if bottom else "top"
    rest = "" if under else "; the bottom line can follow"
    return f"fulfils the {which} line of a mission ({need(MISSIONS[card][bottom])}) for {seals(gained)}{rest}"


def _climbs(f: _Facts) -> str:
    return f"rises to level {f[0]}, covering {PRIVILEGE_NAMES[f[1]]}"


def _special(f: _Facts) -> str:
    code, price, gained = f
    half = SPECIALS[code >> 2][code & 3]
    paid = f"pays {ducats(price)}" if price >= 0 else f"gets {ducats(-price)} back"
    return f"{paid} and completes a special mission ({need(half.need)}) for {seals(gained)}"


def _stores(f: _Facts) -> str:
    lost = f"; the {GOOD_NAMES[f[1]]} there is lost" if f[1] >= 0 else ""
    return f"stores {GOOD_NAMES[f[0]]} in the ship{lost}"


def _sails(f: _Facts) -> str:
    slots, fee, fast = f
    words = f"sails {route(slots)}" if slots else "stays in harbour"
    if fast:
        words += " with Speed +1"
    return f"{words}; harbour fees: {ducats(fee)}" if fee else words


def _pirate(f: _Facts) -> str:
    how = f" for {ducats(f[1])}" if f[1] else " by the privilege ?" if f[2] == BACK else ""
    return f"sends the pirate to {CITY_NAMES[f[0]]}{how}"


def _mission_price(f: _Facts) -> str:
    cheap = " with Mission -3" if f[0] < MISSION_PRICE else ""
    return f"pays {ducats(f[0])} for a mission{cheap}"


#: What a seat did: the sentence goes on after its name.
_DEEDS: dict[str, Callable[[_Facts], str]] = {
    "side": lambda f: f"plays the {SIDE_NAMES[f[0] & 1]} side of career {f[0] // 2 + 1}",
    "pick_office": lambda f: f"picks the office in {CITY_NAMES[f[0]]} for {ducats(f[1])}",
    "draws": lambda f: "draws a mission from the deck",
    "drawn": lambda f: f"drew the mission {mission(f[0])}",
    "takes": lambda f: f"takes the mission {mission(f[0])}",
    "pays": lambda f: f"pays {ducats(f[0])} for the first cards and keeps {f[1]}",
    "lays": lambda f: f"lays {'the office' if f[1] else 'the base office'} of {CITY_NAMES[f[0]]}",
    "lays_artisan": lambda f: f"keeps a place for the artisan of {CITY_NAMES[f[0]]}",
    "sails": _sails,
    "pirate": _pirate,
    "makes": _makes,
    "sells": _sells,
    "line": _line,
    "climbs": _climbs,
    "special": _special,
    "stores": _stores,
    "spoils": lambda f: f"loses the stored {GOOD_NAMES[f[0]]}, as its office was on the route",
    "income": lambda f: f"takes {ducats(f[1])} in {CITY_NAMES[f[0]]}",
    "extra_income": lambda f: f"takes {ducats(f[0])} by the privilege Income +2",
    "fee": lambda f: f"pays {ducats(f[0])} of harbour fees",
    "tucks": lambda f: "puts an unseen mission under the ship",
    "tucked": lambda f: f"found under the ship: {mission(f[0])}",
    "buys_office": lambda f: f"buys the office in {CITY_NAMES[f[0]]} for {ducats(f[1])}",
    "buys_ship": lambda f: f"pays {ducats(f[1])} for a ship of speed {f[0]}",
    "buys_mission": _mission_price,
    "row": lambda f: f"gets {seals(f[0])} for the career",
    "extra_seal": lambda f: "gets 1 seal by privilege",
    "bonus": lambda f: f"wins {seals(f[1])} with the bonus card {BONUS_NAMES[f[0]]}",
    "variety": lambda f: f"has {count(f[0], 'kind')} of goods on missions: {seals(f[1])}",
}

#: What happened at the table.
_NEWS: dict[str, Callable[[_Facts], str]] = {
    "opens": lambda f: f"New open mission: {mission(f[0])}.",
    "shrinks": lambda f: f"The bonus card {BONUS_NAMES[f[0]]} now gives {seals(f[1])}.",
    "bonus_gone": lambda f: f"The bonus card {BONUS_NAMES[f[0]]} is gone.",
    "merchant": lambda f: f"The merchant moves on to {CITY_NAMES[f[0]]}.",
    "round": lambda f: f"Round {f[0]} begins.",
    "final": lambda f: f"Round {f[0]} begins; it is the last.",
    "over": lambda f: "The game is over.",
}


def sentence(event: Event, names: Sequence[str]) -> str:
    if event.seat is None:
        return _NEWS[event.kind](event.facts)
    return f"{names[event.seat]} {_DEEDS[event.kind](event.facts)}."


# What is asked


def when(s: Novgorod) -> str:
    if s.phase in (SIDES, INTRO):
        return "introduction"
    if s.phase == OVER:
        return f"over after round {s.round}"
    return f"round {s.round}, the last" if s.final else f"round {s.round}"


_KINDS = {SIDES: "side", INTRO: "pick", ROUTE: "route", USE: "use", BUY: "buy", CLOSE: "close", OVER: "over"}


def prompt(s: Novgorod) -> Prompt:
    seat = s.actor
    if seat is None:
        return Prompt("over", "The game is over.")
    secret = s.hidden[seat] != 0
    return Prompt(_KINDS[s.phase], _QUESTIONS[s.phase](s, seat), secret)


def _ask_side(s: Novgorod, seat: int) -> str:
    return f"Choose a side of your career card {s.careers[seat] // 2 + 1}."


def _ask_pick(s: Novgorod, seat: int) -> str:
    offices = OFFICES_PICKED - s.offices[seat].bit_count()
    wanted = [count(offices, "office")] if offices else []
    missions = MISSIONS_PICKED - missions_picked(s, seat)
    if missions:
        wanted.append(count(missions, "mission"))
    return f"Pick a card: you still need {listed(wanted)}."


def _ask_route(s: Novgorod, seat: int) -> str:
    plan = Plan(s, seat)
    limit = plan.limit(cities_laid(s.route))
    more = ", one more with Speed +1" if plan.haste else ""
    return f"Lay out your route, or sail: {len(s.route)} of {limit} cards laid{more}."


def _ask_use(s: Novgorod, seat: int) -> str:
    due = f" Harbour fees due: {ducats(s.fee)}." if s.fee else ""
    return f"Use your route, or finish it.{due}"


def _ask_buy(s: Novgorod, seat: int) -> str:
    if s.bought:
        return f"Buy a mission with Mission -3, or pass; you have {ducats(s.ducats[seat])}."
    return f"Buy an office, a faster ship or a mission, or pass; you have {ducats(s.ducats[seat])}."


def _ask_close(s: Novgorod, seat: int) -> str:
    if s.pirate_side == FRONT:
        return f"Move the pirate for {ducats(pirate_price(s, seat))}, or end your turn."
    return "Move the pirate by the privilege ?, or end your turn."


_QUESTIONS: dict[int, Callable[[Novgorod, int], str]] = {
    SIDES: _ask_side,
    INTRO: _ask_pick,
    ROUTE: _ask_route,
    USE: _ask_use,
    BUY: _ask_buy,
    CLOSE: _ask_close,
}


# What a move means


def _used(s: Novgorod, seat: int, units: int, luxuries: int) -> str:
    """What a use takes, each luxury with its city."""
    words = [f"{LUXURY_NAMES[s.artisans[c]]} of {CITY_NAMES[c]}" for c in cities_of(luxuries)]
    words += goods(units & 255, s.ship[seat] if units & SHIP_UNIT else -1)
    return listed(words)


def describe(s: Novgorod, move: Move) -> str:
    """A legal move in a few words."""
    seat = s.actor
    assert seat is not None
    match move:
        case Side(side=side):
            return f"play the {SIDE_NAMES[side]} side"
        case PickOffice(city=city) | BuyOffice(city=city):
            verb = "pick" if isinstance(move, PickOffice) else "buy"
            return f"{verb} the office in {CITY_NAMES[city]} for {ducats(office_price(s, city))}"
        case PickMission(card=card):
            return f"pick {_which_mission(card)}"
        case Lay(city=city):
            return _describe_lay(s, seat, city)
        case LayArtisan():
            return f"keep a place for the artisan of {CITY_NAMES[s.route[-1]]}"
        case Sail():
            return f"sail {route(s.route)}" if s.route else "stay in harbour"
        case Pirate(city=city):
            free = s.pirate_side == BACK
            how = "by the privilege ?" if free else f"for {ducats(pirate_price(s, seat))}"
            return f"send the pirate to {CITY_NAMES[city]} {how}"
        case Make(city=city, units=units):
            gained, paid = sale(s, city, units.bit_count())
            worth = f"sells for {seals(gained)} and {ducats(paid)}"
            made = LUXURY_NAMES[s.artisans[city]]
            return f"make {made} in {CITY_NAMES[city]} from {_used(s, seat, units, 0)} ({worth})"
        case Sell(city=city):
            gained, paid = sale(s, city, s.stock >> 2 * city & 3)
            made = LUXURY_NAMES[s.artisans[city]]
            return f"sell the {made} of {CITY_NAMES[city]} for {seals(gained)} and {ducats(paid)}"
        case Line():
            return _describe_line(s, seat, move)
        case Step(units=units, luxuries=luxuries):
            cost = STEP_COST[s.careers[seat]][s.level[seat]].ducats
            paid_with = ducats(cost) if cost else _used(s, seat, units, luxuries)
            return f"rise to level {s.level[seat] + 1} with {paid_with}"
        case Special():
            return _describe_special(s, seat, move)
        case Store(city=city):
            return f"store {GOOD_NAMES[city]} in the ship"
        case Collect(city=city):
            return f"take {ducats(office_income(s, city))} in {CITY_NAMES[city]}"
        case ExtraIncome():
            return f"take {ducats(EXTRA_INCOME)} by the privilege Income +2"
        case Finish():
            return _describe_finish(s, seat)
        case BuyShip():
            speed = s.speed[seat]
            return f"buy ship speed {speed + 1} for {ducats(SHIP_PRICE[speed])}"
        case BuyMission(card=card, discount=discount):
            price = MISSION_PRICE - MISSION_DISCOUNT if discount else MISSION_PRICE
            how = " with Mission -3" if discount else ""
            return f"buy {_which_mission(card)} for {ducats(price)}{how}"
        case Pass():
            return "buy nothing more" if s.bought else "buy nothing"
        case End():
            gains = s.pirate_side == BACK and can_use(s, seat, SEAL)
            return "end the turn and take 1 seal" if gains else "end the turn"
    raise TypeError(f"{move!r} is no move of Novgorod")


def _which_mission(card: int) -> str:
    return "the top mission of the deck, unseen" if card < 0 else f"the mission {mission(card)}"


def _describe_lay(s: Novgorod, seat: int, city: int) -> str:
    words = f"sail to {CITY_NAMES[city]}" if s.route else f"begin in {CITY_NAMES[city]}"
    plan = Plan(s, seat)
    if len(s.route) + 1 > plan.limit(cities_laid(s.route) | 1 << city):
        words += " with Speed +1"
    if not s.offices[seat] >> city & 1:
        words += f" (base office, fee {FEE_OF[city]})"
    return words


def _describe_line(s: Novgorod, seat: int, move: Line) -> str:
    used = _used(s, seat, move.units, move.luxuries)
    if move.bottom:
        lost = "; its top line is lost" if s.hand[seat] >> move.card & 1 else ""
        return f"fulfil the bottom line of {mission(move.card)} with {used}{lost}"
    after = "put it under the ship" if move.under else "keep the bottom line open"
    return f"fulfil the top line of {mission(move.card)} with {used} and {after}"


def _describe_special(s: Novgorod, seat: int, move: Special) -> str:
    place = place_of(s, move.card)
    price = special_price(s, place, move.discount)
    gained = SPECIALS[move.card][s.row[place] & 3].seals
    how = " with Mission -3" if move.discount else ""
    paid = f"for {ducats(price)}" if price >= 0 else f"getting {ducats(-price)} back"
    used = _used(s, seat, move.units, move.luxuries)
    return f"complete a special mission of {seals(gained)} with {used} {paid}{how}"


def _describe_finish(s: Novgorod, seat: int) -> str:
    words = ["finish the route"]
    coming = to_come(s, seat)
    if coming:
        words.append(f"take {ducats(coming)}")
    if s.fee:
        words.append(f"pay {ducats(s.fee)}")
    return listed(words)


# How it ended


def verdict(s: Novgorod) -> str:
    if s.phase != OVER:
        return ""
    why = "A career reached the top" if max(s.level) == TOP_LEVEL else f"The seals reached {END_SEALS}"
    places = scoring.ranking(s)
    if len(places[0]) > 1:
        return f"{why}, but everybody still shows an X: nobody wins."
    best = places[0][0]
    text = f"{why}; player {best + 1} wins with {seals(s.seals[best])}{_tie_break(s, best)}."
    out = [seat for seat in range(s.players) if scoring.is_out(s, seat)]
    if out:
        who = listed([f"player {seat + 1}" for seat in out])
        text += f" Out, with an X to be seen: {who}."
    return text


def _tie_break(s: Novgorod, best: int) -> str:
    """What decided between the winner and the next, if it was not the seals."""
    mine = scoring.standing(s, best)
    rivals = [
        scoring.standing(s, seat)
        for seat in range(s.players)
        if seat != best and not scoring.is_out(s, seat) and s.seals[seat] == s.seals[best]
    ]
    if not rivals:
        return ""
    by = next(i for i in range(1, 5) if mine[i] != max(rivals)[i])
    return (" by more ducats", " by a higher career", " by more offices", " by sitting later")[by - 1]


# What lies there


def board(s: Novgorod, seat: int | None) -> str:
    """The whole table as this seat sees it."""
    lines = [f"Novgorod, {when(s)}", ""]
    lines += _city_lines(s)
    lines.append("")
    lines.append(f"Open missions ({len(s.display)}), {len(s.deck)} in the deck:")
    lines += [f"  {mission(card)}" for card in s.display]
    if s.row:
        lines.append("Special missions, from the top:")
        lines += [f"  {HALF_NAMES[code & 3]}: {special(code)}" for code in s.row]
    cards = [_bonus_words(s, card) for card in range(len(s.bonus)) if s.bonus[card]]
    lines.append(f"Bonus cards: {', '.join(cards) or 'none left'}")
    for who in range(s.players):
        lines.append("")
        lines += _player_lines(s, who, seat == who)
    if s.actor is not None and s.phase in (ROUTE, USE):
        lines.append("")
        lines.append(f"Route of player {s.actor + 1}: {route(s.route)}")
        if s.phase == USE:
            lines += _use_lines(s, s.actor)
    return "\n".join(lines)


def _bonus_words(s: Novgorod, card: int) -> str:
    if card == VARIETY:
        return f"{BONUS_NAMES[card]} (at the end)"
    return f"{BONUS_NAMES[card]} ({seals(s.bonus[card])})"


def _city_lines(s: Novgorod) -> list[str]:
    lines = ["City       good   artisan     office  income  fee  players"]
    for city in range(CITY_COUNT):
        price = f"{office_price(s, city)} (x{s.stacks[city]})" if s.stacks[city] else "sold"
        owners = "".join(str(who + 1) for who in range(s.players) if s.offices[who] >> city & 1)
        marks = [owners or "-"]
        if s.merchant == city:
            marks.append("merchant")
        if s.pirate == city:
            marks.append("pirate")
        row = (
            f"{CITY_NAMES[city]:<10} {GOOD_NAMES[city]:<6} {LUXURY_NAMES[s.artisans[city]]:<11} {price:<7} "
            f"{INCOME_OF[city]:<7} {FEE_OF[city]:<4} {' '.join(marks)}"
        )
        lines.append(row)
    return lines


def _player_lines(s: Novgorod, who: int, own: bool) -> list[str]:
    career, level = s.careers[who], s.level[who]
    mark = "X" if ROW_X[level] else f"{seals(ROW_SEALS[level])} a turn"
    lines = [
        f"Player {who + 1}: {seals(s.seals[who])}, {ducats(s.ducats[who])}, speed {s.speed[who]},"
        f" career {career // 2 + 1} {SIDE_NAMES[career & 1]} level {level} ({mark})"
    ]
    step = need(STEP_COST[career][level]) if level < TOP_LEVEL else "none, it is the top"
    lines.append(f"  privileges: {privileges(UNCOVERED[career][level])}; next step: {step}")
    lines.append(f"  offices: {listed([CITY_NAMES[c] for c in cities_of(s.offices[who])], 'none')}")
    if s.ship[who] >= 0:
        lines.append(f"  in the ship: {GOOD_NAMES[s.ship[who]]}")
    shown = s.hand[who] if own else s.hand[who] & ~s.hidden[who]
    lines += [f"  in hand: {mission(card)}" for card in mission_cards(shown)]
    secret = 0 if own else s.hidden[who].bit_count()
    if secret:
        lines.append(f"  in hand: {count(secret, 'secret mission')}")
    lines += [
        f"  left of the ship: {mission(card)} (bottom line open)" for card in mission_cards(s.left[who])
    ]
    if done := scoring.completed(s, who):
        lines.append(f"  under the ship: {count(done, 'mission')}")
    return lines


def mission_cards(mask: int) -> list[int]:
    return [card for card in range(len(MISSIONS)) if mask >> card & 1]


def _use_lines(s: Novgorod, seat: int) -> list[str]:
    cargo = s.ship[seat] if s.units & SHIP_UNIT else -1
    lines = [f"  goods to use: {listed(goods(s.units & 255, cargo))}"]
    ready = [
        f"{LUXURY_NAMES[s.artisans[c]]} of {CITY_NAMES[c]}" for c in range(CITY_COUNT) if s.stock >> 2 * c & 3
    ]
    if ready:
        lines.append(f"  luxuries to use: {listed(ready)}")
    if s.fee:
        lines.append(f"  harbour fees due: {ducats(s.fee)}")
    return lines

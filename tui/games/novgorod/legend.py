"""The legend of Novgorod: the signs of its board, and what a player looks up in the printed game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.novgorod.components import (
    BONUS_HIGH,
    BONUS_LOW,
    BONUS_NAMES,
    BOTH_SEALS,
    END_SEALS,
    GOOD_NAMES,
    INGREDIENTS,
    LINE_SEALS,
    MISSION_PRICE,
    ROW_SEALS,
    ROW_X,
    SHIP_PRICE,
    TOP_LEVEL,
    VARIETY,
    cities_of,
)
from core.games.novgorod.components import LUXURY_NAMES as LUXURIES
from core.games.novgorod.text import BONUS_AIMS, DUCATS, SEALS
from tui.games.novgorod import art
from tui.games.novgorod.art import ROLES
from tui.games.novgorod.board import luxury_values
from tui.games.novgorod.side import step_price
from tui.match.legend import LegendRow
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView


def legend_rows(board: NovgorodBoardView) -> list[LegendRow]:
    """Return the legend."""
    return [*_goods(board), *_chart(board), *_missions(), *_career(board), *_bonus_cards(board), *_prices()]


def _heading(text: str) -> LegendRow:
    return LegendRow(text, is_heading=True)


def _goods(board: NovgorodBoardView) -> list[LegendRow]:
    """Return the families: a good has the outline of the luxury that it makes."""
    rows = [_heading("Goods and luxuries")]
    for kind, name in enumerate(LUXURIES):
        goods = ", ".join(GOOD_NAMES[good] for good in cities_of(INGREDIENTS[kind]))
        sign, luxury = art.good_sign(kind, board.ascii), art.luxury_sign(kind, board.ascii)
        rows.append(LegendRow(goods, sign, f"{ROLES[kind]}_card", "card", "bold"))
        values = board.in_signs(luxury_values(kind))
        rows.append(LegendRow(f"{name}: {values} and as many ducats", luxury, f"{ROLES[kind]}_card", "card", "bold"))
    rows.append(LegendRow("1/2/4: for one, two or three different goods in the luxury"))
    return rows


def _chart(board: NovgorodBoardView) -> list[LegendRow]:
    return [
        _heading("The chart"),
        LegendRow("this key acts at the harbour now", " 1 ", "key_ink", "key", "bold"),
        LegendRow("your office earns 4 ducats a visit", f"+4{DUCATS}", "income_card", "card", "bold"),
        LegendRow("without an office you pay a fee of 3", f"−3{DUCATS}", "seal_card", "card", "bold"),
        LegendRow("its good has been used this turn", "✕", "card_dim", "card", "bold"),
        LegendRow("price of the next office, in ducats", "buy 6", "card_ink", "card"),
        LegendRow("a player's office, or the card for an artisan", "A", "accent_ink", "seat1", "bold"),
        LegendRow("on yellow: one of your missions wants it", "fish", "provisions_card", "card_lit", "bold"),
        LegendRow("Enter would use this", "fish", "mark_ink", "mark", "bold"),
        LegendRow(
            "this turn's route, and the card Enter would add", "▄▄ ▄ ▄" if not board.ascii else "== : :", "seat1", "sea"
        ),
        LegendRow("another player's last route", "──▶", "seat2", "sea"),
        LegendRow("changed by the last move", CHANGED_LAST, "new_ink", "new", "bold"),
        LegendRow("changed earlier since your turn", CHANGED_EARLIER, "new_ink", "new", "bold"),
        LegendRow("seals: the points", SEALS, "seal"),
        LegendRow("ducats: the money", DUCATS, "coin"),
    ]


def _missions() -> list[LegendRow]:
    return [
        _heading("Missions"),
        LegendRow("your route has it", "✓", "income_card", "card", "bold"),
        LegendRow("with the harbour under the cursor", "+", "seal_card", "card", "bold"),
        LegendRow(f"{LINE_SEALS} seals a line, {BOTH_SEALS} for both in one turn. Top line first, or it is lost."),
    ]


def _career(board: NovgorodBoardView) -> list[LegendRow]:
    """Return what each row gives and what the step to it costs."""
    career = board.state.careers[board.board_seat]
    rows = [_heading("Career: seals a turn, and the price of the step")]
    for row in range(TOP_LEVEL, -1, -1):
        worth = "X" if ROW_X[row] else f"{ROW_SEALS[row]}{SEALS}"
        price = step_price(career, row - 1) if row else "you start here"
        rows.append(LegendRow(price, worth, "seal", "panel", "bold"))
    rows.append(LegendRow("X, no win yet: if the game ends while you are here, you cannot win."))
    rows += [
        LegendRow("One privilege a turn, from your row or above:"),
        LegendRow("one more card on the route", "Speed +1"),
        LegendRow("2 ducats while you use the route", "Income +2"),
        LegendRow("an extra mission for 3 ducats", "Mission -3"),
        LegendRow("automatic, if you used no privilege", "+1 seal"),
    ]
    return rows


def _bonus_cards(board: NovgorodBoardView) -> list[LegendRow]:
    rows = [_heading("Bonus cards, once each player")]
    for card in board.view.bonus_history:
        worth = "at the end" if card == VARIETY else f"{BONUS_HIGH[card]}{SEALS}, then {BONUS_LOW[card]}{SEALS}"
        had = [name for seat, name in enumerate(board.names) if board.state.taken[seat] >> card & 1]
        told = f"; had by {', '.join(had)}" if had else ""
        rows.append(LegendRow(f"{BONUS_NAMES[card]}: {BONUS_AIMS[card]}: {worth}{told}"))
    return rows


def _prices() -> list[LegendRow]:
    ship = ", ".join(f"speed {speed + 1} for {price}" for speed, price in SHIP_PRICE.items())
    return [
        _heading("Prices and the end"),
        LegendRow(f"Ship: {ship}. A mission: {MISSION_PRICE} ducats."),
        LegendRow(f"{END_SEALS} seals or the top of a career: one more round, then the most seals win."),
    ]

"""The legend of Mazaytsy: the signs as they are drawn, what cards and orders do, and when Mazay comes."""

from collections.abc import Sequence

from core.games.mazaytsy.components import BOX, CARDS, LOG
from core.games.mazaytsy.hares import count
from core.games.mazaytsy.rules.advanced import BARE, CHOICE, STEALING, WEIGHT
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import COLOURS, KIND_NAMES, ORDER_NAMES
from core.games.mazaytsy.text.stack import mazay_text, visit_text
from core.text import count_text, initials, list_text
from tui.games.mazaytsy.art import BOWS, card_strip, plain
from tui.games.mazaytsy.board import GROUNDS
from tui.match.legend import LegendRow
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST

#: The width of a sign: that of a card at 80x24.
_WIDTH = 7

#: What a boat can do in a turn.
_ORDERS = (
    "row: one card forward; you may row or turn once more",
    "turn: the bow by 90 degrees; you may row or turn once more",
    "slip: one card diagonally ahead, no second step",
    "land: any of your hares from a card at the edge, no step",
    "pick up: hares on any card you touch, at no cost",
)


def legend_rows(s: MazaytsyState, names: Sequence[str], ascii: bool) -> list[LegendRow]:
    """Return the legend for a position: cards, Mazay, a turn, hares and boats, signs, the end."""
    rows = [*_cards(ascii), *_mazay(s, ascii), *_orders(s), *_pieces(s, names), *_marks(names, ascii), *_end(s)]
    return [row._replace(sign=plain(row.sign)) for row in rows] if ascii else rows


def _heading(text: str) -> LegendRow:
    return LegendRow(text, is_heading=True)


def _cards(ascii: bool) -> list[LegendRow]:
    """Every kind of card, with how many there are and how many of them show a hare."""
    rows = [_heading("Cards, with their number in the box")]
    for kind, name in enumerate(KIND_NAMES):
        cards = [card for card in CARDS if card >> 1 == kind]
        with_hare = sum(card & 1 for card in cards)
        hares = f", {with_hare} with a hare" if with_hare else ""
        ground, ink = ("log", "log_ink") if kind == LOG else (f"{GROUNDS[kind][0]}_a", GROUNDS[kind][1])
        text = f"{name} ({len(cards)}{hares}): {ORDER_NAMES[kind]}"
        rows.append(LegendRow(text, card_strip(kind, -1, _WIDTH, ascii), ink, ground))
    return rows


def _pieces(s: MazaytsyState, names: Sequence[str]) -> list[LegendRow]:
    values = [f"{number} worth {value}" for value, number in zip(BOX.values, BOX.counts, strict=True)]
    rows = [
        _heading("Hares and boats"),
        LegendRow(f"a hare and its worth; in the box: {list_text(values)}", " 2 ", "hare_ink", "hare", "bold"),
    ]
    for seat in range(s.players):
        partner = f", partner of {names[(seat + 2) % 4]}" if s.teams else ""
        text = f"{names[seat]}'s {COLOURS[seat]} boat{partner}; the point is its bow"
        rows.append(LegendRow(text, f" {initials(names)[seat]}{BOWS[1]}", "boat_ink", f"boat{seat + 1}", "bold"))
    load = f"hares worth {BOX.points} in all" if s.advanced & WEIGHT else f"{BOX.tokens} hares"
    return [*rows, LegendRow(f"A boat carries at most {load}. Aboard and ashore, every hare counts.")]


def _marks(names: Sequence[str], ascii: bool) -> list[LegendRow]:
    corners, letter = "+   +" if ascii else "┏   ┓", initials(names)[0]
    return [
        _heading("Signs on cards"),
        LegendRow("where your boat can go with its next step", corners, "ink", "water_a", "bold"),
        LegendRow("where your boat would be", f"({letter})" if ascii else f" {letter} ", "mark_ink", "mark", "bold"),
        LegendRow("where the bow of your boat would point", "▽", "accent_ink", "accent", "bold"),
        LegendRow("the way that a boat or a hare would go", "↑ ↗ →", "accent_ink", "accent", "bold"),
        LegendRow("hares that would be lost", "×", "accent_ink", "bad", "bold"),
        LegendRow("hares sink after this player's next move", f"{letter}↓", "boat_ink", "boat1", "bold"),
        LegendRow("another boat has passed here since your turn", "○", "boat2", "water_a", "bold"),
        LegendRow("changed by the last move", CHANGED_LAST, "new", "water_a", "bold"),
        LegendRow("changed since your turn", CHANGED_EARLIER, "new", "water_a", "bold"),
    ]


def _orders(s: MazaytsyState) -> list[LegendRow]:
    rows = [_heading("A turn: move, place the leftmost card, open a new one")]
    rows += [LegendRow(text) for text in _ORDERS]
    if s.advanced & CHOICE:
        rows.append(LegendRow("If you rowed or turned only once, you may place any open card."))
    if s.advanced & STEALING:
        rows.append(LegendRow("Come onto a card with another boat: steal one hare, once a turn."))
    if s.advanced & BARE:
        rows.append(LegendRow("A barren card removes the hares from every card of its kind."))
    return rows


def _mazay(s: MazaytsyState, ascii: bool) -> list[LegendRow]:
    """Where he can be, how the stack shows that, and what happens when he comes."""
    bar = "|" if ascii else "▌"
    where = f"{mazay_text(s)}; {visit_text(s)}. He has come {s.seen} of {count_text(s.visits, 'time')}."
    again = (
        "then he goes under the stack"
        if s.players == 2
        else "then all cards outside the water are shuffled, and Mazay goes among the last five"
    )
    return [
        _heading("Mazay"),
        LegendRow(where),
        LegendRow("a bar for each card in the stack, the next one first; one like this is not Mazay", bar, "frame"),
        LegendRow("a card of the stack that may be Mazay", "M", "accent", attributes="bold"),
        LegendRow(
            "When he is turned up, the next player moves, then chooses a kind of card instead of placing one. Every"
            f" card of that kind gets a new hare (no thicket, no swamp), {again}."
        ),
        LegendRow("On his last visit finish the lap, so that all have had the same number of turns."),
        LegendRow(
            f"{count_text(count(s.pool), 'hare')} left in the pool, {count_text(len(s.discard), 'card')} discarded."
        ),
    ]


def _end(s: MazaytsyState) -> Sequence[LegendRow]:
    who = "team" if s.teams else "player"
    return [
        _heading("The end"),
        LegendRow(f"The {who} with the most points wins. A tie: more hares, then fewer hares still aboard."),
    ]

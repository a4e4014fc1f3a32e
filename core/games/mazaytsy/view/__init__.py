"""What can be done in Mazaytsy, where, and what it would bring.

`steering` finds the order that leads to a card, `gains` puts moves into words, `reasons` says why there is none, and
`highlights` is what a choice would touch. `news` is what is new on the water, `payoffs` what brought points, and
`consequences` what it means for a seat. Everybody sees the same of this game: who looks matters only for what is
offered.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, partial

from core.game import Event, Move
from core.games.mazaytsy import phases
from core.games.mazaytsy.components import KINDS
from core.games.mazaytsy.hares import ONE, SORTS, VALUES, count, fits, sorts, worths
from core.games.mazaytsy.moves import (
    FORWARD,
    LEAVE,
    LEFT,
    LETTERS,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    STOP,
    TAKES,
    TOP,
    UNLOAD,
    Act,
    Add,
    Keep,
    Land,
    Launch,
    Pick,
    Spin,
    Spot,
    Steal,
    Take,
    Turn,
    land,
)
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.rules.legal import card_in_hand, may_land, may_share, takes
from core.games.mazaytsy.rules.prediction import Voyage, voyage
from core.games.mazaytsy.state import Flood
from core.games.mazaytsy.text.board import boat
from core.games.mazaytsy.text.names import (
    ARROWS,
    BOW_NAMES,
    COLOURS,
    DEEDS,
    KIND_NAMES,
    card,
    cell_name,
    deed,
    face,
    hares,
    in_short,
)
from core.games.mazaytsy.text.prompts import in_hand
from core.games.mazaytsy.view.changes import altered_cells, altered_row
from core.games.mazaytsy.view.consequences import consequences
from core.games.mazaytsy.view.highlights import NOTHING, Highlights, ahead, touched
from core.games.mazaytsy.view.moments import payoffs
from core.games.mazaytsy.view.previews import gain, taking_all
from core.games.mazaytsy.view.refusals import why_no_card, why_no_mazay
from core.games.mazaytsy.view.steering import (
    card_of,
    distance,
    flow_along,
    flow_of,
    flow_towards,
    order_towards,
    way_of,
)
from core.games.mazaytsy.water import WATERS
from core.view import Begun, Moment, Offer, Offers, Place, Shown

#: The cards on the water, by its width and their number.
CELLS = {side: tuple(Place("cell", cell) for cell in range(side * side)) for side in WATERS}

#: Open cards beside the water: those of the row, the top of the stack, and Mazay while he lies in the row.
ROW = tuple(Place("row", index) for index in range(TOP))
STACK = Place("stack")
MAZAY = Place("mazay")

#: More choices than this do not fit under the prompt: hares to steal are then grouped by boat.
_MANY = 7

_ORDERS = {
    FORWARD: "row",
    LEFT: "left",
    RIGHT: "right",
    SLIP_LEFT: "slip left",
    SLIP_RIGHT: "slip right",
    UNLOAD: "land",
    STOP: "stop",
    LEAVE: "go on",
    SHARE: "share",
}


#: Where the rules explain each decision.
_CHAPTERS = {
    phases.LAUNCH: "Setting up",
    phases.HERE: "1. Moving",
    phases.ACT: "1. Moving",
    phases.LANDING: "1. Moving",
    phases.SHARING: "Two against two",
    phases.PULL: "1. Moving",
    phases.CARD: "Advanced rules",
    phases.CELL: "2. Replacing a card",
    phases.TURN: "2. Replacing a card",
    phases.SPIN: "2. Replacing a card",
    phases.ADD: "Mazay",
    phases.OVER: "The end",
}


class Staying(Begun, frozen=True):
    """Landing: the hares that are to stay aboard, by their sorts, the last one chosen last."""

    sorts: tuple[int, ...]


class Robbing(Begun, frozen=True):
    """Stealing: the boat that was chosen, while its hare is not."""

    seat: int


class MazaytsyOffers(Offers[Flood]):
    """The water and its boats. The order that leads towards the cursor is the one that Enter gives."""

    # Places

    def places(self) -> Sequence[Place]:
        """The cards on the water; those beside it only while one may be chosen, or arrows would go astray there."""
        cells = CELLS[self.state.side]
        return (*cells, *self.open_cards) if self.phase == phases.CARD else cells

    @cached_property
    def open_cards(self) -> list[Place]:
        """The row, the far card first, and the top of the stack; Mazay lies where he will be drawn."""
        s = self.state
        found = list(ROW[: len(s.row)])
        if s.due >= 0:
            found.insert(0 if s.due == s.actor else min(1, len(found)), MAZAY)
        return [*found, STACK] if s.stack else found

    def open_card(self, place: Place) -> int:
        """The card that lies open at a place beside the water."""
        return self.state.stack[-1] if place == STACK else self.state.row[place.number]

    def named(self, word: str) -> Place | None:
        """A card on the water as in the notation ("c3"), an open one ("row 0" is the far one, "stack"), or "mazay"."""
        names = WATERS[self.state.side].names
        if word in names:
            return CELLS[self.state.side][names.index(word)]
        return next((place for place in self.open_cards if word in (place.kind, f"row {place.number}")), None) or (
            super().named(word)
        )

    def targets(self) -> list[Place]:
        """Cards that an order leads to, or that can be chosen."""
        match self.phase:
            case None:
                return list(self.places())
            case phases.ACT:
                return self._cells(self._cards_of_orders())
            case phases.ADD:
                kinds = [face >> 3 for face in self.state.field]
                return self._cells(kinds.index(move.kind) for move in self.legal if isinstance(move, Add))
            case phases.CARD:
                return [_open_place(move.index) for move in self.legal if isinstance(move, Pick)]
        return self._cells(self._by_cell)

    def start(self, place: Place | None) -> Place | None:
        """Where the decision is about; else where the cursor was, or the middle of the water."""
        s = self.state
        cells = CELLS[s.side]
        match self.phase:
            case phases.HERE | phases.LANDING | phases.SHARING:
                return cells[self._own_cell]
            case phases.TURN | phases.SPIN:
                return cells[s.spot]
            case phases.ACT | phases.PULL | phases.LAUNCH | phases.CARD:
                return self.targets()[0]
            case phases.CELL:
                here = self._cell_at(place)
                return cells[min(self._by_cell, key=lambda cell: distance(s, cell, here))]
            case phases.ADD:
                return super().start(place)
        return place if place in cells else cells[len(cells) // 2]

    @property
    def phase(self) -> int | None:
        """The decision that the seat is asked for; None while it is not."""
        return self.state.phase if self.deciding else None

    @property
    def _own_cell(self) -> int:
        """The card under the boat whose turn it is."""
        assert self.state.actor is not None
        return self.state.boats[self.state.actor]

    @property
    def _own_hold(self) -> int:
        """The hares aboard that boat."""
        assert self.state.actor is not None
        return self.state.holds[self.state.actor]

    def _cell_at(self, place: Place | None) -> int:
        """The card on the water that is pointed at; beside the water, the one under one's own boat."""
        return place.number if place is not None and place.kind == "cell" else self._own_cell

    def _cells(self, cells: Iterable[int]) -> list[Place]:
        return [CELLS[self.state.side][cell] for cell in cells]

    def _cards_of_orders(self) -> list[int]:
        """The cards ahead, those to the left and right for turns, and the boat's own."""
        cards = [card_of(self.state, order) for order in self._orders]
        return [cell for cell in dict.fromkeys(cards) if cell >= 0] or [self._own_cell]

    # What can be done

    @cached_property
    def _orders(self) -> list[Act]:
        return [move for move in self.legal if isinstance(move, Act)]

    @cached_property
    def _ways(self) -> dict[Act, Voyage]:
        """Where each order takes the boat."""
        return {order: voyage(self.state, order) for order in self._orders}

    @cached_property
    def _by_cell(self) -> dict[int, list[Move]]:
        """The moves that are made on a card of the water."""
        found: dict[int, list[Move]] = {}
        for move in self.legal:
            if isinstance(move, Launch | Spot):
                found.setdefault(move.cell, []).append(move)
        return found

    def choices(self, place: Place | None) -> list[Offer]:
        """A digit reaches everything from everywhere, unless a card is laid: most of the water can make way for it."""
        if not self.deciding:
            return []
        return super().choices(place) if self.phase == phases.CELL else self._everywhere

    @cached_property
    def _everywhere(self) -> list[Offer]:
        return self.anywhere()

    def at(self, place: Place) -> list[Offer]:
        """What is done at a place, or leads there."""
        if self.phase == phases.CELL:
            return [self.offer(self._label(move), move) for move in self._by_cell.get(place.number, [])]
        return [offer for offer in self._everywhere if self._is_about(offer, place)]

    def _is_about(self, offer: Offer, place: Place) -> bool:
        s, move = self.state, offer.move
        if place.kind != "cell":
            return isinstance(move, Pick) and _open_place(move.index) == place
        cell = place.number
        match move:
            case Launch() | Spot():
                return move.cell == cell
            case Add():
                return s.field[cell] >> 3 == move.kind
            case Turn():
                return cell in (s.spot, WATERS[s.side].step[s.spot][flow_of(s, move)])
            case Spin():
                return cell == s.spot
            case Pick():
                return False
            case Act() if self.phase == phases.ACT:
                return card_of(s, move) == cell or cell in self._ways[move].path
        return cell == self._own_cell

    def anywhere(self) -> list[Offer]:
        match self.phase:
            case phases.ACT:
                return [*self._steering(), *self._goings_ashore()]
            case phases.LANDING:
                return self._landings()
            case phases.HERE:
                return self._pick_ups()
            case phases.CELL:
                return []
        return [self.offer(self._label(move), move) for move in self.legal]

    def _steering(self) -> list[Offer]:
        return [self.offer(self._label(order), order) for order in self._orders if order.code != UNLOAD]

    def _goings_ashore(self) -> list[Offer]:
        """All hares aboard in one go, or some of them; a lone hare leaves no choice."""
        unload = next((order for order in self._orders if order.code == UNLOAD), None)
        if unload is None:
            return []
        hold = self._own_hold
        if count(hold) == 1:
            return [self.offer(self._label(unload), unload)]
        every = Offer("land all", partial(self.state.describe, land(hold)), (unload, land(hold)))
        return [every, Offer("land some…", partial(self.words, unload), (unload,))]

    def _pick_ups(self) -> list[Offer]:
        """Hares to take, the best first, and to steal; many to steal are grouped by boat."""
        if isinstance(self.begun, Robbing):
            return [self.offer(self._label(move), move) for move in self._steals(self.begun.seat)]
        found = [*self._taking_all(), *(self.offer(self._label(move), move) for move in reversed(takes(self.state)))]
        stealable = [move for move in self.legal if isinstance(move, Steal)]
        if len(self.legal) <= _MANY:
            found += [self.offer(self._label(move), move) for move in stealable]
        else:
            found += [self._robbery(seat) for seat in dict.fromkeys(move.seat for move in stealable)]
        return found + [self.offer(self._label(order), order) for order in self._orders]

    def _taking_all(self) -> list[Offer]:
        """Several hares at once: all that lie here, if all of them fit."""
        s = self.state
        bunch = s.hares[self._own_cell]
        if count(bunch) < 2 or not fits(self._own_hold + bunch, s.advanced & WEIGHT > 0):
            return []
        moves = [TAKES[sort] for sort in reversed(SORTS) for _ in range(bunch >> 8 * sort & 255)]
        return [Offer(f"take {'+'.join(map(str, worths(bunch)))}", partial(taking_all, s), tuple(moves))]

    def _steals(self, seat: int) -> list[Steal]:
        return [move for move in self.legal if isinstance(move, Steal) and move.seat == seat]

    def _robbery(self, seat: int) -> Offer:
        words = partial(self._robbery_words, seat)
        return Offer(f"rob {LETTERS[seat]}…", words, begins=Robbing(seat))

    def _robbery_words(self, seat: int) -> str:
        return f"choose a hare of the {COLOURS[seat]} boat: {hares(self.state.holds[seat])}"

    def _landings(self) -> list[Offer]:
        """Land what is not to stay aboard; or let one more stay."""
        hold = self._own_hold
        kept = self.begun.sorts if isinstance(self.begun, Staying) else ()
        going = hold - sum(ONE[sort] for sort in kept)
        found = [self.offer(f"land {'+'.join(map(str, worths(going)))}", land(going))]
        if count(going) > 1:
            for sort in reversed(sorts(going)):
                words = partial("let a hare worth {} stay aboard".format, VALUES[sort])
                found.append(Offer(f"keep a {VALUES[sort]}", words, begins=Staying((*kept, sort))))
        return [*found, self.offer("land all", land(hold))] if kept else found

    def back(self) -> Begun | None:
        """One more hare goes ashore after all, or another boat can be robbed."""
        if isinstance(self.begun, Staying) and len(self.begun.sorts) > 1:
            return Staying(self.begun.sorts[:-1])
        return None

    @property
    def escape_undoes(self) -> bool:
        """The order to land or share, and the card for a current or a whirlpool, only began what is asked now."""
        return self.phase in (phases.LANDING, phases.SHARING, phases.TURN, phases.SPIN)

    def _label(self, move: Move) -> str:
        s = self.state
        match move:
            case Launch() if s.players == 2:
                return f"bow {ARROWS[move.bow * 2]} {BOW_NAMES[move.bow]}"
            case Launch():
                return f"{cell_name(s.side, move.cell)} {ARROWS[move.bow * 2]}"
            case Act():
                way = way_of(s, move)
                return _ORDERS[move.code] if way is None else f"{_ORDERS[move.code]} {ARROWS[way]}"
            case Take():
                return f"take {VALUES[move.sort]}"
            case Steal():
                return f"rob {LETTERS[move.seat]} {VALUES[move.sort]}"
            case Keep():
                return f"keep {move.number}"
            case Pick():
                kind = KINDS[self.open_card(_open_place(move.index)) >> 1]
                return f"top: {kind}" if move.index == TOP else kind
            case Turn():
                return f"{move} {ARROWS[flow_of(s, move)]}"
            case Spin():
                return "clockwise" if move.clockwise else "counter-clockwise"
            case Spot() if s.phase == phases.CELL:
                return "lay here"
        return move.notation

    def natural(self, place: Place | None) -> int:
        """The order that leads towards the cursor, the way to it, the kind or the card under it; or all as it is."""
        s = self.state
        match self.phase:
            case phases.ACT:
                return order_towards(s, self._orders, self._cell_at(place))
            case phases.TURN:
                return flow_towards(s, self._turns, self._cell_at(place))
            case phases.LAUNCH | phases.PULL | phases.ADD | phases.CARD if place is not None:
                found = (number for number, offer in enumerate(self._everywhere) if self._is_about(offer, place))
                return next(found, 0)
            case phases.SHARING:
                held = self._own_hold >> 8 * s.sort & 255
                gaps = [abs(move.number - held) for move in self.legal if isinstance(move, Keep)]
                return gaps.index(min(gaps))
        return 0

    @property
    def _turns(self) -> list[Turn]:
        return [move for move in self.legal if isinstance(move, Turn)]

    def flowing(self, dx: int, dy: int) -> int | None:
        """While a current is laid: which of the choices points where an arrow key does."""
        return flow_along(self.state, self._turns, dx, dy) if self.phase == phases.TURN else None

    def shown(self, plan: Sequence[Move]) -> Shown:
        """A tip is shown where it is carried out: as a half-made choice, or on the card that it points at."""
        begun, place = self._begun_for(plan[0]), self._place_of(plan[0])
        there = MazaytsyOffers(self.state, self.seat, self.names, begun, self.wanted, self.deciding, self.legal)
        lengths = [_agreement(offer.moves, plan) for offer in there.choices(place)]
        return Shown(begun, place, lengths.index(max(lengths)))

    def _begun_for(self, move: Move) -> Begun | None:
        """What must have been begun before a move can be chosen."""
        match move:
            case Land() if staying := self._own_hold - move.bunch:
                return Staying(tuple(VALUES.index(worth) for worth in worths(staying)))
            case Steal() if len(self.legal) > _MANY:
                return Robbing(move.seat)
        return None

    def _place_of(self, move: Move) -> Place | None:
        cells = CELLS[self.state.side]
        match move:
            case Launch() | Spot():
                return cells[move.cell]
            case Act() if self.phase == phases.ACT and (cell := card_of(self.state, move)) >= 0:
                return cells[cell]
            case Act() if self.phase == phases.ACT:
                return cells[self._own_cell]
            case Pick():
                return _open_place(move.index)
            case Add():
                return cells[[face >> 3 for face in self.state.field].index(move.kind)]
        return self.start(None)

    # In words

    def words(self, move: Move) -> str:
        return gain(self.state, move, self.names)

    def alike(self, move: Move) -> str:
        told = self.words(move)
        return told.replace(f" on {cell_name(self.state.side, move.cell)},", "") if isinstance(move, Spot) else told

    def question(self) -> str:
        s = self.state
        match s.phase:
            case phases.LAUNCH:
                where = (
                    "in the middle: where does the bow point?"
                    if s.players == 2
                    else "on a start card, and point its bow."
                )
                return f"Launch your boat {where} {self._first_turn()}"
            case phases.CELL:
                return f"Lay the {in_hand(s)} on a card without boat or hare."
            case phases.LANDING:
                return "Which hares go ashore? Keep some aboard, or land these."
            case phases.ADD:
                return "Mazay is here: every card of which kind gets a new hare?"
            case phases.ACT if not s.acts:
                landing = ", slip or land hares" if may_land(s) else " or slip"
                return f"Row, turn{landing}: point at a card, and Enter steers that way."
        return s.prompt.sentence

    def _first_turn(self) -> str:
        first = self.state.first
        return "You begin." if first == self.seat else f"{self.names[first]} begins."

    def says(self, place: Place) -> str:
        return self._cell_words(place.number) if place.kind == "cell" else self._open_words(place)

    def _cell_words(self, cell: int) -> str:
        s = self.state
        words = f"{cell_name(s.side, cell)}: {face(s.field[cell])}"
        if s.hares[cell]:
            words += f" · {in_short(s.hares[cell])}"
        boats = [seat for seat in range(s.players) if s.boats[seat] == cell]
        if len(boats) == 1:
            words += f" · {self.names[boats[0]]}'s boat"
        elif boats:
            words += f" · boats {', '.join(LETTERS[seat] for seat in boats)}"
        for seat, mire in enumerate(s.mires):
            if mire == cell and s.hares[cell]:
                words += f" · sinks after {self.names[seat]}'s next movement"
        return words

    def _open_words(self, place: Place) -> str:
        s = self.state
        if place not in self.open_cards:
            return ""
        if place == MAZAY:
            return "Mazay: calls new hares"
        if place == STACK:
            return f"top of the stack: {card(self.open_card(place), s.advanced)}"
        values = worths(s.row_hares[place.number])
        return card(self.open_card(place), s.advanced) + (f", hare {values[0]}" if values else "")

    def why_not(self, place: Place) -> str:
        if place.kind != "cell":
            return why_no_mazay(self.state, self.names)
        return why_no_card(self.state, place.number, self.names)

    def chapter(self) -> str:
        s = self.state
        if s.then == phases.LAUNCHED:
            return "Setting up"
        if s.phase == phases.HERE and not takes(s):
            return "Two against two" if may_share(s) else "Advanced rules"
        return _CHAPTERS[s.phase]

    def explain(self, place: Place | None) -> str:
        s = self.state
        lines = []
        if place is not None:
            lines += [f"{self.says(place)}.", *self._deeds(place), ""]
        lines += [f"{LETTERS[seat]}: {boat(s, seat, self.names[seat])}" for seat in range(s.players)]
        lines.append(f"{self.names[s.first]} has the first turn of every lap.")
        lines += ["", "All cards:"]
        lines += [f"{name}: {DEEDS[kind]}." for kind, name in enumerate(KIND_NAMES)]
        return "\n".join(lines)

    def _deeds(self, place: Place) -> list[str]:
        """What the card at a place does; Mazay is none, and where a card has gone there is nothing to say."""
        if place.kind == "cell":
            return [deed(self.state.field[place.number] >> 3)]
        return [deed(self.open_card(place) >> 1)] if place in self.open_cards and place != MAZAY else []

    # What is new

    def altered(self, before: Flood) -> frozenset[Place]:
        """Cards of the water and of the row, and Mazay; the stack shows another top after every turn."""
        s = self.state
        found = {*self._cells(altered_cells(before, s)), *(ROW[index] for index in altered_row(before, s))}
        return frozenset(found | {MAZAY} if s.due >= 0 > before.due else found)

    def changed(self, before: Flood) -> list[str]:
        return [] if self.seat is None else consequences(before, self.state, self.seat, self.names)

    def moments(self, before: Flood, events: Sequence[Event]) -> list[Moment]:
        found = payoffs(before, events, self.names)
        return [Moment(payoff.words, tuple(self._cells(payoff.cells))) for payoff in found]

    # What is lit up, and what stands beside the water

    def highlights(self, offer: Offer | None) -> Highlights:
        """What a choice would touch; while another boat is looked at, what that one may reach."""
        if self.wanted is not None:
            return ahead(self.state, self.wanted)
        return NOTHING if offer is None or offer.move is None else touched(self.state, offer.move)

    @cached_property
    def reach(self) -> frozenset[int]:
        """The cards onto which the boat can go with the next move."""
        match self.phase:
            case phases.LAUNCH | phases.PULL:
                return frozenset(self._by_cell)
            case phases.ACT:
                return frozenset(way.path[0] for way in self._ways.values() if way.rowed)
        return frozenset()

    def notes(self, place: Place) -> list[str]:
        """What lies under the cursor and what it does, or the card that is being laid; or the boat looked at."""
        s = self.state
        if self.wanted is not None:
            return [boat(s, self.wanted, self.names[self.wanted])]
        if self.phase in (phases.CELL, phases.TURN, phases.SPIN):
            kind = card_in_hand(s) >> 1
            return [self.says(place), f"{KIND_NAMES[kind]}: {DEEDS[kind]}."]
        return [self.says(place), *self._deeds(place)]

    def pointed_card(self, offer: Offer | None) -> Place | None:
        """The open card to point at: the one that would be chosen, the one being laid, or the next to go."""
        s = self.state
        if offer is not None and isinstance(offer.move, Pick):
            return _open_place(offer.move.index)
        if s.phase in (phases.CELL, phases.TURN, phases.SPIN):
            return _open_place(s.hand)
        return self.open_cards[0] if self.open_cards else None


def _agreement(moves: Sequence[Move], plan: Sequence[Move]) -> int:
    """How much of a plan these moves carry out; nothing if they do something else, too."""
    return len(moves) if list(moves) == list(plan[: len(moves)]) else 0


def _open_place(index: int) -> Place:
    """Where the open card lies that a `Pick` means."""
    return STACK if index == TOP else ROW[index]


OFFERS = MazaytsyOffers

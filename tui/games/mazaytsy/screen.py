"""Mazaytsy's screen: what the cursor and the keys mean in each decision of a turn."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Region

from core.bots.hints import Hint
from core.game import Move
from core.mazaytsy.components import BOX, FLOW, KINDS, THICKET
from core.mazaytsy.field import WATERS
from core.mazaytsy.hares import ONE, VALUES, count, sorts, worths
from core.mazaytsy.moves import (
    ACTS,
    FORWARD,
    LEAVE,
    LEFT,
    LETTERS,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    STOP,
    TOP,
    UNLOAD,
    Act,
    Add,
    Keep,
    Land,
    Pick,
    Place,
    Spin,
    Steal,
    Take,
    Turn,
    land,
)
from core.mazaytsy.moves import (
    Spot as Pointed,
)
from core.mazaytsy.preview import laying, voyage
from core.mazaytsy.rules.legal import card_in_hand
from core.mazaytsy.rules.stages import (
    ACT,
    ADD,
    CARD,
    CELL,
    HERE,
    LANDING,
    OVER,
    PLACE,
    PULL,
    SHARING,
    SPIN,
    TURN,
    WEIGHT,
)
from core.mazaytsy.state import Flood
from core.mazaytsy.words import COLOURS, DEEDS, KIND_NAMES, card, face, hares
from tui.frame import Choice, Spot
from tui.games.mazaytsy.art import ARROWS
from tui.games.mazaytsy.glimpse import NOTHING, Glimpse, glimpse
from tui.games.mazaytsy.side import Side, deed, first_boat_row, open_card_words, open_cards
from tui.games.mazaytsy.steering import card_of, distance, flow_towards, order_towards, way_of
from tui.games.mazaytsy.water import Layout, News, Water, layout
from tui.play import PlayScreen
from tui.widgets.picture import Picture

#: More choices than this do not fit under the prompt: hares to steal are then grouped by boat.
_MANY = 7

#: Events that tell of a boat on a card.
_WAKES = ("rowed", "slipped", "pulled", "drifted")

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


class MazaytsyScreen(PlayScreen):
    """The water with a cursor. The order that leads towards the cursor is the one that Enter gives."""

    place = "mazaytsy"
    board_width = 46
    board_width_large = 76

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.cursor = len(self.flood.field) // 2
        #: Landing: the hares that are to stay aboard.
        self.staying = 0
        #: Stealing: the boat that was chosen, while its hare is not.
        self.robbed: int | None = None

    @property
    def flood(self) -> Flood:
        state = self.state
        assert isinstance(state, Flood)
        return state

    @property
    def cell(self) -> int:
        assert isinstance(self.cursor, int)
        return self.cursor

    @property
    def own_cell(self) -> int:
        """The card under the boat whose turn it is."""
        actor = self.flood.actor
        assert actor is not None
        return self.flood.boats[actor]

    def _cell_name(self, cell: int) -> str:
        return WATERS[self.flood.side].names[cell]

    # Places

    @property
    def lay(self) -> Layout:
        return layout(self.flood.side, self.large)

    def spots(self) -> dict[Spot, Region]:
        lay = self.lay
        return {cell: lay.region(cell) for cell in range(len(self.flood.field))}

    def decision_begins(self) -> None:
        """Put the cursor where the decision is about."""
        self.staying = 0
        self.robbed = None
        s = self.flood
        match s.phase:
            case phase if phase in (HERE, LANDING, SHARING):
                self.cursor = self.own_cell
            case phase if phase in (TURN, SPIN):
                self.cursor = s.spot
            case phase if phase in (ACT, PULL, PLACE):
                self.cursor = self.targets()[0]
            case phase if phase == CELL:
                self.cursor = min(self._legal_cells(), key=lambda cell: distance(s, cell, self.cell))

    def _legal_cells(self) -> list[int]:
        return [move.cell for move in self.flood.moves()]  # type: ignore[attr-defined]

    def targets(self) -> list[Spot]:
        """Where Tab jumps: cards that an order leads to, or that can be chosen."""
        if not self.deciding:
            return super().targets()
        match self.flood.phase:
            case phase if phase == ACT:
                return self._cards_of_orders()
            case phase if phase in (CELL, PULL, PLACE):
                return list(dict.fromkeys(self._legal_cells()))
            case phase if phase == ADD:
                return self._first_of_kinds()
        return []

    def _cards_of_orders(self) -> list[Spot]:
        """The cards ahead, those to the left and right for turns, and the boat's own."""
        cards = [card_of(self.flood, order) for order in self._orders()]
        found: list[Spot] = [cell for cell in dict.fromkeys(cards) if cell >= 0]
        return found or [self.own_cell]

    def _orders(self) -> list[Act]:
        return [move for move in self.flood.moves() if isinstance(move, Act)]

    def _first_of_kinds(self) -> list[Spot]:
        kinds = [face >> 3 for face in self.flood.field]
        return [kinds.index(move.kind) for move in self.flood.moves()]  # type: ignore[attr-defined]

    # What can be done

    def choices(self, spot: Spot) -> list[Choice]:
        s = self.flood
        if s.phase not in (PLACE, PULL, CELL):
            return []
        return [self._choice(move) for move in s.moves() if move.cell == spot]  # type: ignore[attr-defined]

    def loose_choices(self) -> list[Choice]:
        s = self.flood
        if s.phase in (PLACE, PULL, CELL, OVER):
            return []
        if s.phase == LANDING:
            return self._landing_choices()
        if s.phase == HERE:
            return self._here_choices()
        return [self._choice(move) for move in s.moves()]

    def _choice(self, move: Move) -> Choice:
        return Choice(self._label(move), move, self._words(move))

    def _label(self, move: Move) -> str:
        s = self.flood
        match move:
            case Place():
                return f"bow {ARROWS[move.bow * 2]} {('north', 'east', 'south', 'west')[move.bow]}"
            case Act():
                return self._order_label(move)
            case Take():
                return f"take {VALUES[move.sort]}"
            case Steal():
                return f"rob {LETTERS[move.seat]} {VALUES[move.sort]}"
            case Keep():
                return f"keep {move.number}"
            case Pick():
                code = s.stack[-1] if move.index == TOP else s.row[move.index]
                return f"{'top: ' if move.index == TOP else ''}{KINDS[code >> 1]}"
            case Turn():
                way = FLOW[card_in_hand(self.flood) * 4 + move.turn]
                return f"{move} {ARROWS[way]}" if not self.house.ascii else str(move)
            case Spin():
                return "clockwise" if move.clockwise else "counter-clockwise"
            case Add():
                return str(move)
        return "lay here" if s.phase == CELL else str(move)

    def _order_label(self, move: Act) -> str:
        way = way_of(self.flood, move)
        return _ORDERS[move.code] if way is None or self.house.ascii else f"{_ORDERS[move.code]} {ARROWS[way]}"

    def _words(self, move: Move) -> str:
        """What a move would bring."""
        s = self.flood
        words = str(s.describe(move))
        match move:
            case Act() if s.phase == ACT:
                return words + self._gain_words(move)
            case Place() if s.hares[move.cell]:
                return f"{words} · {_hares(s.hares[move.cell])} here"
            case Pointed() if s.phase == CELL:
                return self._laying_words(move.cell)
            case Keep():
                return self._sharing_words(move)
            case Turn():
                return f"flows {words}, {self._flow_target(move)}"
            case Spin():
                return words + self._brought_words(move)
            case Take() if not s.advanced & WEIGHT and s.actor is not None:
                return f"{words} · {count(s.holds[s.actor]) + 1} of {BOX.tokens} aboard then"
        return words

    def _laying_words(self, cell: int) -> str:
        s = self.flood
        words = f"lay it on {self._cell_name(cell)}, in place of the {face(s.field[cell])}"
        effect = laying(s, cell)
        if effect.clockwise:
            words += f" · stirs {_hares(sum(bunch for _, _, bunch in effect.clockwise))}"
        if effect.drawn_in:
            words += f" · draws in {_hares(sum(s.hares[near] for near in effect.drawn_in))}"
        if effect.cleared:
            words += f" · clears away {_hares(sum(s.hares[near] for near in effect.cleared))}"
        return words

    def _sharing_words(self, move: Keep) -> str:
        s = self.flood
        assert s.actor is not None
        mate = (s.actor + 2) % 4
        both = (s.holds[s.actor] + s.holds[mate]) >> 8 * s.sort & 255
        partner = self.match.seats[mate].name
        return f"of {both} worth {VALUES[s.sort]} keep {move.number}, {partner} gets {both - move.number}"

    def _flow_target(self, move: Turn) -> str:
        s = self.flood
        target = WATERS[s.side].step[s.spot][FLOW[card_in_hand(s) * 4 + move.turn]]
        if target < 0:
            return "against the shore"
        return f"to {self._cell_name(target)} ({face(s.field[target])})"

    def _brought_words(self, move: Spin) -> str:
        """The hares that a whirlpool brings to the boat of the one who lays it."""
        effect = laying(self.flood, self.flood.spot)
        moved = effect.clockwise if move.clockwise else effect.counter
        brought = sum(bunch for _, end, bunch in moved if end == self.own_cell)
        return f" · brings you {_hares(brought)}" if brought else ""

    def _gain_words(self, move: Act) -> str:
        """The hares on the way."""
        s = self.flood
        actor = s.actor
        assert actor is not None
        if move.code == UNLOAD:
            return f" · aboard {_hares(s.holds[actor])}"
        way = voyage(s, move)
        cells = {*way.path, *(way.funnels if len(way.funnels) == 1 else ())}
        met = sum(s.hares[cell] for cell in cells)
        return f" · {_hares(met)}" if met else ""

    def _here_choices(self) -> list[Choice]:
        """Hares to take and to steal; many to steal are grouped by boat."""
        moves = self.flood.moves()
        if self.robbed is not None:
            return [self._choice(m) for m in moves if isinstance(m, Steal) and m.seat == self.robbed]
        found: list[Choice] = []
        grouped = len(moves) > _MANY
        for move in moves:
            if isinstance(move, Steal) and grouped:
                label = f"rob {LETTERS[move.seat]}…"
                if all(choice.label != label for choice in found):
                    says = f"choose a hare of the {COLOURS[move.seat]} boat: {hares(self.flood.holds[move.seat])}"
                    found.append(Choice(label, self._robber(move.seat), says))
            else:
                found.append(self._choice(move))
        return found

    def _robber(self, seat: int) -> Callable[[], None]:
        def rob() -> None:
            self.robbed = seat
            self.picked = 0

        return rob

    def _landing_choices(self) -> list[Choice]:
        """Land what is not to stay aboard; or let one more stay."""
        s = self.flood
        actor = s.actor
        assert actor is not None
        going = s.holds[actor] - self.staying
        rest = (
            f"; aboard {'stays' if count(self.staying) == 1 else 'stay'} {hares(self.staying)}" if self.staying else ""
        )
        label = f"land {'+'.join(map(str, worths(going)))}"
        found = [Choice(label, land(going), f"land {hares(going)}{rest}")]
        if count(going) > 1:
            for sort in reversed(sorts(going)):
                says = f"lets a hare worth {VALUES[sort]} stay aboard"
                found.append(Choice(f"keep a {VALUES[sort]}", self._keeper_of(ONE[sort]), says))
        if self.staying:
            found.append(Choice("all again", self._keeper_of(-self.staying), "lands all of them again"))
        return found

    def _keeper_of(self, bunch: int) -> Callable[[], None]:
        def keep() -> None:
            self.staying += bunch
            self.picked = 0

        return keep

    def natural_pick(self) -> int:
        """The order that leads towards the cursor, the way to it, the kind under it; sharing, as it is now."""
        if not self.deciding:
            return 0
        s = self.flood
        moves = s.moves()
        match s.phase:
            case phase if phase == ACT:
                return order_towards(s, self._orders(), self.cell)
            case phase if phase == TURN:
                return flow_towards(s, [move for move in moves if isinstance(move, Turn)], self.cell)
            case phase if phase == ADD:
                kinds = [move.kind for move in moves]  # type: ignore[attr-defined]
                kind = s.field[self.cell] >> 3
                return kinds.index(kind) if kind in kinds else 0
            case phase if phase == SHARING:
                held = s.holds[self.viewer] >> 8 * s.sort & 255
                gaps = [abs(move.number - held) for move in moves]  # type: ignore[attr-defined]
                return gaps.index(min(gaps))
        return 0

    def action_move(self, dx: int, dy: int) -> None:
        """While a straight current is laid, the arrows point it."""
        s = self.flood
        if self.deciding and s.phase == TURN:
            ways = [FLOW[card_in_hand(self.flood) * 4 + move.turn] for move in s.moves()]  # type: ignore[attr-defined]
            way = {(0, -1): 0, (1, 0): 2, (0, 1): 4, (-1, 0): 6}[dx, dy]
            if way in ways:
                self.remark = ""
                self.picked = ways.index(way)
                self.repaint()
                return
        super().action_move(dx, dy)

    def step_back(self) -> bool:
        """Let a hare go ashore after all, choose another boat; or take back the step before."""
        if self.staying or self.robbed is not None:
            self.staying, self.robbed, self.picked = 0, None, 0
            return True
        if self.deciding and self.flood.phase in (LANDING, SHARING, TURN, SPIN):
            self.action_undo()
            return True
        return False

    def show_tip(self, tip: Hint, others: Sequence[Hint]) -> None:
        """A tip is shown where it is carried out: as a half-made choice, or on the card that it points at."""
        move = self.match.read(tip.plan[0])
        if isinstance(move, Land):
            self.staying = self.flood.holds[self.viewer] - move.bunch
        elif isinstance(move, Steal) and len(self.flood.moves()) > _MANY:
            self.robbed = move.seat
        elif isinstance(move, Act) and self.flood.phase == ACT:
            self.cursor = max(card_of(self.flood, move), 0)
        super().show_tip(tip, others)

    # In words

    def prompt_words(self) -> str:
        s = self.flood
        sentence = str(s.prompt.sentence)
        match s.phase:
            case phase if phase == PLACE and s.players == 2:
                return "Launch your boat in the middle: where does the bow point?"
            case phase if phase == CELL:
                bunch = 0 if s.hand == TOP else s.row_hares[s.hand]
                rider = f" with {hares(bunch)}" if bunch else ""
                return f"Lay the {card(card_in_hand(s), s.advanced)}{rider} on a card without boat or hare."
            case phase if phase == LANDING:
                return "Which hares go ashore? Keep some aboard, or land these."
            case phase if phase == ADD:
                return "Mazay is here: every card of which kind gets a new hare?"
            case phase if phase == ACT and not s.acts:
                landing = ", slip or land hares" if ACTS[UNLOAD] in s.moves() else " or slip"
                return f"Row, turn{landing}: point at a card, and Enter steers that way."
        return sentence

    def says(self, spot: Spot) -> str:
        if not isinstance(spot, int):
            return ""
        s = self.flood
        words = f"{self._cell_name(spot)}: {face(s.field[spot])}"
        if s.hares[spot]:
            words += f" · {_hares(s.hares[spot])}"
        boats = [seat for seat in range(s.players) if s.boats[seat] == spot]
        if len(boats) == 1:
            words += f" · {self.match.seats[boats[0]].name}'s boat"
        elif boats:
            words += f" · boats {', '.join(LETTERS[seat] for seat in boats)}"
        for seat, mire in enumerate(s.mires):
            if mire == spot and s.hares[spot]:
                words += f" · sinks after {self.match.seats[seat].name}'s next movement"
        if self.deciding and s.phase == CELL and (s.hares[spot] or spot in s.boats):
            words += " · the card cannot go here"
        return words

    def explain(self, spot: Spot) -> str:
        s = self.flood
        lines = []
        if isinstance(spot, int):
            lines += [f"{self.says(spot)}.", deed(s.field[spot] >> 3), ""]
        lines += [f"{LETTERS[seat]}: {self._boat_words(seat)}" for seat in range(s.players)]
        lines += ["", "All cards:"]
        lines += [f"{name}: {DEEDS[kind]}." for kind, name in enumerate(KIND_NAMES)]
        return "\n".join(lines)

    def _boat_words(self, seat: int) -> str:
        s = self.flood
        name = self.match.seats[seat].name
        cell = s.boats[seat]
        if cell < 0:
            return f"{name} has not launched the {COLOURS[seat]} boat yet."
        bow = ("north", "east", "south", "west")[s.bows[seat]]
        words = f"{name}, {COLOURS[seat]} boat on {self._cell_name(cell)}, bow {bow}; aboard {hares(s.holds[seat])}"
        return f"{words}; ashore {hares(s.ashore[seat])}."

    # Drawing

    @property
    def meant(self) -> Move | None:
        """The move that Enter would make."""
        choices = self.all_choices()
        if not choices:
            return None
        do = choices[min(self.picked, len(choices) - 1)].do
        return do if isinstance(do, Move) else None

    def paint_board(self, picture: Picture) -> None:
        shown = self._glimpse()
        reach: frozenset[int] = frozenset()
        if self.deciding and self.flood.phase in (PLACE, PULL):
            reach = frozenset(self._legal_cells())
        elif self.deciding and self.flood.phase == ACT:
            ways = [voyage(self.flood, move) for move in self.flood.moves()]  # type: ignore[arg-type]
            reach = frozenset(way.path[0] for way in ways if way.rowed)
        cursor = self.cell if self.looked_at is None else None
        painter = Water(picture, self.look, self.house.ascii, self.flood, self.lay)
        painter.paint(cursor, shown, reach, self._news())

    def _glimpse(self) -> Glimpse:
        """What the choice under the cursor would touch; while another boat is looked at, what that one may reach."""
        s = self.flood
        if self.looked_at is not None:
            return self._outlook(self.looked_at)
        return glimpse(s, self.meant) if self.deciding else NOTHING

    def _outlook(self, seat: int) -> Glimpse:
        s = self.flood
        cell = s.boats[seat]
        if cell < 0:
            return NOTHING
        ring = WATERS[s.side].step[cell]
        ways = [(s.bows[seat] * 2 + aside) % 8 for aside in (-1, 0, 1)]
        free = [way for way in ways if ring[way] >= 0 and s.field[ring[way]] >> 3 != THICKET]
        return Glimpse(frozenset({cell, *(ring[way] for way in free)}), tuple((cell, way) for way in free))

    def _news(self) -> News:
        """Cards laid and boats moved since a person last decided."""
        laid: set[int] = set()
        wakes: dict[int, int] = {}
        until = getattr(self, "at", len(self.match.log))
        for line in self.match.log[self.read_until : until]:
            for event in line.events:
                if event.kind == "laid":
                    laid.add(event.facts[1])
                elif event.kind in _WAKES and event.seat not in (None, self.viewer):
                    wakes[event.facts[1]] = event.seat
        return News(frozenset(laid), wakes)

    def paint_side(self, picture: Picture) -> None:
        names = [seat.name for seat in self.match.seats]
        if self.looked_at is None:
            words = [self.says(self.cell), self._deed_words()]
        else:
            words = [self._boat_words(self.looked_at)]
        meant = self.meant
        picked = meant.index if isinstance(meant, Pick) else None
        painter = Side(picture, self.look, self.house.ascii, self.large, self.flood, names)
        y = painter.paint(picked, words)
        self.paint_log(picture, Region(0, y, picture.width - 1, picture.height - y))

    def _deed_words(self) -> str:
        """What the card under the cursor does; or the card that is being laid."""
        s = self.flood
        if self.deciding and s.phase in (CELL, TURN, SPIN):
            kind = card_in_hand(s) >> 1
            return f"{KIND_NAMES[kind]}: {DEEDS[kind]}."
        return deed(s.field[self.cell] >> 3)

    def click_side(self, x: int, y: int) -> None:
        """A click on an open card lays it, if one may be chosen, and else tells about it; one on a boat shows it."""
        s = self.flood
        width = self.query_one("#side").size.width
        for index, region in open_cards(s, width, self.large):
            if region.contains(x, y):
                wanted = [m for m in s.moves() if isinstance(m, Pick) and m.index == index]
                if self.deciding and s.phase == CARD and wanted:
                    self.play(wanted[0])
                else:
                    self.remark = f"{open_card_words(s, index)[0].upper()}{open_card_words(s, index)[1:]}."
                    self.repaint()
                return
        first = first_boat_row(self.large)
        if first <= y < first + s.players:
            seat = y - first
            self.looked_at = None if seat == self.viewer else seat
            self.repaint()


def _hares(bunch: int) -> str:
    """Hares in few words: "hares 4+3"."""
    return f"{'hare' if count(bunch) == 1 else 'hares'} {'+'.join(map(str, worths(bunch)))}"

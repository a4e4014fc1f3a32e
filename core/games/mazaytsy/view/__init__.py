"""The view of Mazaytsy: what a seat sees of a state, and what it can choose there.

`steering` finds the order that leads to a card, `previews` describes moves and what they would bring, `refusals` says
why there is none, and `highlights` is what a choice would touch. `changes` is what is new on the water, `moments` what
brought points, `turns` what another player did in a turn, and `consequences` what it means for a seat. All seats see
the same of this game: the seat matters only for the choices.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, partial

from core.game import GameEvent, Move
from core.games.mazaytsy import phases
from core.games.mazaytsy.components import ADDABLE, KINDS
from core.games.mazaytsy.hares import ONE, SORTS, VALUES, count, fits, sorts, worths
from core.games.mazaytsy.moves import (
    FORWARD,
    LEAVE,
    LEFT,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    STOP,
    TAKES,
    TOP,
    UNLOAD,
    Add,
    ChooseCard,
    ChooseCell,
    GiveOrder,
    KeepHares,
    LandHares,
    Launch,
    PickUpHare,
    SetCurrent,
    Spin,
    Steal,
    land,
)
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.rules.legal import card_in_hand, may_land, may_share, takes
from core.games.mazaytsy.rules.prediction import BoatPrediction, predict_boat
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.board import boat
from core.games.mazaytsy.text.names import (
    ARROWS,
    BOW_NAMES,
    KIND_NAMES,
    ORDER_NAMES,
    card,
    cell_name,
    face,
    hares,
    in_short,
    order_name,
)
from core.games.mazaytsy.text.prompts import in_hand
from core.games.mazaytsy.text.stack import mazay_text, visit_text
from core.games.mazaytsy.view.changes import changed_cells, changed_row
from core.games.mazaytsy.view.consequences import change_texts
from core.games.mazaytsy.view.highlights import NOTHING, Highlights, highlights_of, reachable
from core.games.mazaytsy.view.moments import move_moments
from core.games.mazaytsy.view.previews import preview_text, taking_all
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
from core.games.mazaytsy.view.turns import turn_facts
from core.games.mazaytsy.water import WATERS
from core.text import initials, list_text
from core.view import Choice, ChoiceLocation, Draft, Moment, PromptItem, SeatView, Target

#: The cards on the water, by its width and their number.
CELLS = {side: tuple(Target("cell", cell) for cell in range(side * side)) for side in WATERS}

#: Open cards beside the water: those of the row, the top of the stack, and Mazay while he lies in the row.
ROW = tuple(Target("row", index) for index in range(TOP))
STACK = Target("stack")
MAZAY = Target("mazay")

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


#: The keys of a boat's orders, the same for the whole game; landing some hares has the key after landing all.
_ORDER_KEYS = {FORWARD: "1", LEFT: "2", RIGHT: "3", SLIP_LEFT: "4", SLIP_RIGHT: "5", UNLOAD: "6", STOP: "0"}
_LAND_SOME_KEY = "7"


#: The heading in the rules that explains each decision.
_CHAPTERS = {
    phases.LAUNCH: "Setup",
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


class LandingDraft(Draft, frozen=True):
    """A landing in progress: the hares that are to stay aboard, by their sorts, in the order of choice."""

    sorts: tuple[int, ...]


class StealDraft(Draft, frozen=True):
    """A theft in progress: the boat is chosen, its hare is not."""

    seat: int


class MazaytsyView(SeatView[MazaytsyState]):
    """What a seat sees of the water and its boats. Enter gives the order that leads towards the cursor."""

    # Targets

    def targets(self) -> Sequence[Target]:
        """The cards on the water; those beside it only while one may be chosen, or arrow keys would lead there."""
        cells = CELLS[self.state.side]
        return (*cells, *self.open_cards) if self.phase == phases.CARD else cells

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters by which boats are known: the players' initials."""
        return initials(self.names)

    @cached_property
    def open_cards(self) -> list[Target]:
        """Return the row, the far card first, and the top of the stack; Mazay lies where he will be drawn."""
        s = self.state
        found = list(ROW[: len(s.row)])
        if s.due >= 0:
            found.insert(0 if s.due == s.actor else min(1, len(found)), MAZAY)
        return [*found, STACK] if s.stack else found

    def open_card(self, target: Target) -> int:
        """Return the card that lies open at a target beside the water."""
        return self.state.stack[-1] if target == STACK else self.state.row[target.number]

    def target_named(self, word: str) -> Target | None:
        """Return the target of a word: "c3" on the water, "row 0" (the far one) and "stack" beside it, or "mazay"."""
        names = WATERS[self.state.side].names
        if word in names:
            return CELLS[self.state.side][names.index(word)]
        return next((target for target in self.open_cards if word in (target.kind, f"row {target.number}")), None) or (
            super().target_named(word)
        )

    def tab_stops(self) -> list[Target]:
        """Cards that an order leads to, or that can be chosen."""
        match self.phase:
            case None:
                return list(self.targets())
            case phases.ACT:
                return self._cells(self._cards_of_orders())
            case phases.ADD:
                kinds = [face >> 3 for face in self.state.field]
                return self._cells(kinds.index(move.kind) for move in self.legal_moves if isinstance(move, Add))
            case phases.CARD:
                return [_open_place(move.index) for move in self.legal_moves if isinstance(move, ChooseCard)]
        return self._cells(self._by_cell)

    def initial_target(self, target: Target | None) -> Target | None:
        """Return the subject of the decision; else where the cursor was, or the middle of the water."""
        s = self.state
        cells = CELLS[s.side]
        match self.phase:
            case phases.HERE | phases.LANDING | phases.SHARING:
                return cells[self._own_cell]
            case phases.TURN | phases.SPIN:
                return cells[s.spot]
            case phases.ACT | phases.PULL | phases.LAUNCH | phases.CARD:
                return self.tab_stops()[0]
            case phases.CELL:
                here = self._cell_at(target)
                return cells[min(self._by_cell, key=lambda cell: distance(s, cell, here))]
            case phases.ADD:
                return super().initial_target(target)
        return target if target in cells else cells[len(cells) // 2]

    @property
    def phase(self) -> int | None:
        """The decision that the seat is asked for; None while it is not."""
        return self.state.phase if self.is_deciding else None

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

    def _cell_at(self, target: Target | None) -> int:
        """The card on the water that is pointed at; beside the water, the one under one's own boat."""
        return target.number if target is not None and target.kind == "cell" else self._own_cell

    def _cells(self, cells: Iterable[int]) -> list[Target]:
        return [CELLS[self.state.side][cell] for cell in cells]

    def _cards_of_orders(self) -> list[int]:
        """The cards ahead, those to the left and right for turns, and the boat's own."""
        cards = [card_of(self.state, order) for order in self._orders]
        return [cell for cell in dict.fromkeys(cards) if cell >= 0] or [self._own_cell]

    # Choices

    @cached_property
    def _orders(self) -> list[GiveOrder]:
        return [move for move in self.legal_moves if isinstance(move, GiveOrder)]

    @cached_property
    def _ways(self) -> dict[GiveOrder, BoatPrediction]:
        """Where each order takes the boat."""
        return {order: predict_boat(self.state, order) for order in self._orders}

    @cached_property
    def _by_cell(self) -> dict[int, list[Move]]:
        """The moves that are made on a card of the water."""
        found: dict[int, list[Move]] = {}
        for move in self.legal_moves:
            if isinstance(move, Launch | ChooseCell):
                found.setdefault(move.cell, []).append(move)
        return found

    def choices(self, target: Target | None) -> list[Choice]:
        """Return all choices wherever the cursor is, unless a card is laid: then most of the water can make way."""
        if not self.is_deciding:
            return []
        return super().choices(target) if self.phase == phases.CELL else self._everywhere

    @cached_property
    def _everywhere(self) -> list[Choice]:
        return self.global_choices()

    def choices_at(self, target: Target) -> list[Choice]:
        """Return the choices at a target, or that lead there."""
        if self.phase == phases.CELL:
            return [self.choice_for(self._label(move), move) for move in self._by_cell.get(target.number, [])]
        return [choice for choice in self._everywhere if self._is_about(choice, target)]

    def _is_about(self, choice: Choice, target: Target) -> bool:
        s, move = self.state, choice.first_move
        if target.kind != "cell":
            return isinstance(move, ChooseCard) and _open_place(move.index) == target
        cell = target.number
        match move:
            case Launch() | ChooseCell():
                return move.cell == cell
            case Add():
                return s.field[cell] >> 3 == move.kind
            case SetCurrent():
                return cell in (s.spot, WATERS[s.side].step[s.spot][flow_of(s, move)])
            case Spin():
                return cell == s.spot
            case ChooseCard():
                return False
            case GiveOrder() if self.phase == phases.ACT:
                return card_of(s, move) == cell or cell in self._ways[move].path
        return cell == self._own_cell

    def global_choices(self) -> list[Choice]:
        match self.phase:
            case phases.ACT:
                return [*self._steering(), *self._goings_ashore()]
            case phases.LANDING:
                return self._landings()
            case phases.HERE:
                return self._pick_ups()
            case phases.CELL:
                return []
        return [self.choice_for(self._label(move), move) for move in self.legal_moves]

    def _steering(self) -> list[Choice]:
        return [self.choice_for(self._label(order), order) for order in self._orders if order.code != UNLOAD]

    def _goings_ashore(self) -> list[Choice]:
        """All hares aboard in one go, or some of them; a lone hare leaves no choice."""
        unload = next((order for order in self._orders if order.code == UNLOAD), None)
        if unload is None:
            return []
        hold = self._own_hold
        if count(hold) == 1:
            return [self.choice_for(self._label(unload), unload)]
        every = Choice("land all", partial(self.state.describe, land(hold)), (unload, land(hold)))
        return [every, Choice("land some", partial(self.describe_move, unload), (unload,))]

    def _pick_ups(self) -> list[Choice]:
        """Hares to take, the best first, and to steal; many to steal are grouped by boat."""
        if isinstance(self.draft, StealDraft):
            return [self.choice_for(self._label(move), move) for move in self._steals(self.draft.seat)]
        found = [
            *self._taking_all(),
            *(self.choice_for(self._label(move), move) for move in reversed(takes(self.state))),
        ]
        stealable = [move for move in self.legal_moves if isinstance(move, Steal)]
        if len(self.legal_moves) <= _MANY:
            found += [self.choice_for(self._label(move), move) for move in stealable]
        else:
            found += [self._robbery(seat) for seat in dict.fromkeys(move.seat for move in stealable)]
        return found + [self.choice_for(self._label(order), order) for order in self._orders]

    def _taking_all(self) -> list[Choice]:
        """Several hares at once: all that lie here, if all of them fit."""
        s = self.state
        bunch = s.hares[self._own_cell]
        if count(bunch) < 2 or not fits(self._own_hold + bunch, s.advanced & WEIGHT > 0):
            return []
        moves = [TAKES[sort] for sort in reversed(SORTS) for _ in range(bunch >> 8 * sort & 255)]
        return [Choice(f"pick up {'+'.join(map(str, worths(bunch)))}", partial(taking_all, s), tuple(moves))]

    def _steals(self, seat: int) -> list[Steal]:
        return [move for move in self.legal_moves if isinstance(move, Steal) and move.seat == seat]

    def _robbery(self, seat: int) -> Choice:
        words = partial(self._robbery_text, seat)
        return Choice(f"steal from {self.letters[seat]}", words, next_draft=StealDraft(seat))

    def _robbery_text(self, seat: int) -> str:
        return f"choose a hare of {self.names[seat]}: {hares(self.state.holds[seat])}"

    def _landings(self) -> list[Choice]:
        """Land what is not to stay aboard; or let one more stay."""
        hold = self._own_hold
        kept = self.draft.sorts if isinstance(self.draft, LandingDraft) else ()
        going = hold - sum(ONE[sort] for sort in kept)
        found = [self.choice_for(f"land {'+'.join(map(str, worths(going)))}", land(going))]
        if count(going) > 1:
            for sort in reversed(sorts(going)):
                words = partial("keep a hare worth {} aboard, then land the rest".format, VALUES[sort])
                found.append(Choice(f"keep a {VALUES[sort]}", words, next_draft=LandingDraft((*kept, sort))))
        return [*found, self.choice_for("land all", land(hold))] if kept else found

    def prompt_items(self, target: Target | None) -> list[PromptItem]:
        """Return the choices; orders, kinds and open cards keep their keys, whichever of them can be chosen now."""
        items = super().prompt_items(target)
        if self.phase not in (phases.ACT, phases.ADD, phases.CARD):
            return items
        return [item._replace(key=self._key_of(item)) for item in items]

    def _key_of(self, item: PromptItem) -> str:
        assert item.choice is not None
        match item.choice.moves:
            case (GiveOrder(code=code),) if code == UNLOAD and count(self._own_hold) > 1:
                return _LAND_SOME_KEY
            case (GiveOrder(code=code), *_):
                return _ORDER_KEYS[code]
            case (Add(kind=kind),):
                return str(ADDABLE.index(kind) + 1)
            case (ChooseCard(index=index),):
                return str(index + 1)
        return item.key

    def step_back(self) -> Draft | None:
        """Let one more hare go ashore after all, or choose the boat again."""
        if isinstance(self.draft, LandingDraft) and len(self.draft.sorts) > 1:
            return LandingDraft(self.draft.sorts[:-1])
        return None

    @property
    def escape_undoes(self) -> bool:
        """Whether the last move only began this question: to land, to share, or to lay a current or a whirlpool."""
        return self.phase in (phases.LANDING, phases.SHARING, phases.TURN, phases.SPIN)

    def _label(self, move: Move) -> str:
        s = self.state
        match move:
            case Launch() if s.players == 2:
                return f"bow {ARROWS[move.bow * 2]} {BOW_NAMES[move.bow]}"
            case Launch():
                return f"{cell_name(s.side, move.cell)} {ARROWS[move.bow * 2]}"
            case GiveOrder():
                way = way_of(s, move)
                return _ORDERS[move.code] if way is None else f"{_ORDERS[move.code]} {ARROWS[way]}"
            case PickUpHare():
                return f"pick up {VALUES[move.sort]}"
            case Steal():
                return f"steal {self.letters[move.seat]} {VALUES[move.sort]}"
            case KeepHares():
                return f"keep {move.number}"
            case ChooseCard():
                kind = KINDS[self.open_card(_open_place(move.index)) >> 1]
                return f"top: {kind}" if move.index == TOP else kind
            case SetCurrent():
                return f"{move} {ARROWS[flow_of(s, move)]}"
            case Spin():
                return "clockwise" if move.clockwise else "counter-clockwise"
            case ChooseCell() if s.phase == phases.CELL:
                return "place here"
        return move.notation

    def default_index(self, target: Target | None) -> int:
        """Return the choice that leads towards the cursor or is under it; when sharing, the one that changes least."""
        s = self.state
        match self.phase:
            case phases.ACT:
                return order_towards(s, self._orders, self._cell_at(target))
            case phases.TURN:
                return flow_towards(s, self._turns, self._cell_at(target))
            case phases.LAUNCH | phases.PULL | phases.ADD | phases.CARD if target is not None:
                found = (number for number, choice in enumerate(self._everywhere) if self._is_about(choice, target))
                return next(found, 0)
            case phases.SHARING:
                held = self._own_hold >> 8 * s.sort & 255
                gaps = [abs(move.number - held) for move in self.legal_moves if isinstance(move, KeepHares)]
                return gaps.index(min(gaps))
        return 0

    @property
    def _turns(self) -> list[SetCurrent]:
        return [move for move in self.legal_moves if isinstance(move, SetCurrent)]

    def flowing(self, dx: int, dy: int) -> int | None:
        """Return which choice points the way of an arrow key while a current is laid."""
        return flow_along(self.state, self._turns, dx, dy) if self.phase == phases.TURN else None

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Return where a hint is shown: as a draft, or on the card that it points at."""
        draft, target = self._begun_for(plan[0]), self._target_of(plan[0])
        there = MazaytsyView(
            self.state, self.seat, self.names, draft, self.requested_board, self.is_deciding, self.legal_moves
        )
        lengths = [_agreement(choice.moves, plan) for choice in there.choices(target)]
        return ChoiceLocation(draft, target, lengths.index(max(lengths)))

    def _begun_for(self, move: Move) -> Draft | None:
        """Return the draft in which a move can be chosen."""
        match move:
            case LandHares() if staying := self._own_hold - move.bunch:
                return LandingDraft(tuple(VALUES.index(worth) for worth in worths(staying)))
            case Steal() if len(self.legal_moves) > _MANY:
                return StealDraft(move.seat)
        return None

    def _target_of(self, move: Move) -> Target | None:
        cells = CELLS[self.state.side]
        match move:
            case Launch() | ChooseCell():
                return cells[move.cell]
            case GiveOrder() if self.phase == phases.ACT and (cell := card_of(self.state, move)) >= 0:
                return cells[cell]
            case GiveOrder() if self.phase == phases.ACT:
                return cells[self._own_cell]
            case ChooseCard():
                return _open_place(move.index)
            case Add():
                return cells[[face >> 3 for face in self.state.field].index(move.kind)]
        return self.initial_target(None)

    # Texts

    def describe_move(self, move: Move) -> str:
        return preview_text(self.state, move, self.names)

    def group_key(self, move: Move) -> str:
        told = self.describe_move(move)
        return (
            told.replace(f" on {cell_name(self.state.side, move.cell)},", "") if isinstance(move, ChooseCell) else told
        )

    def question(self) -> str:
        s = self.state
        match s.phase:
            case phases.LAUNCH:
                if s.players > 2:
                    return f"Launch your boat on a start card, and point its bow. {self._first_turn()}"
                return f"Both boats start on the card in the middle. Where does your bow point? {self._first_turn()}"
            case phases.CELL:
                return f"Place the {in_hand(s)} where no boat or hare is."
            case phases.LANDING:
                return "Which hares do you land? You may keep some aboard."
            case phases.ADD:
                return "Mazay is here: which kind of card gets new hares, one each?"
            case phases.ACT if not s.acts:
                return f"Row, turn{', slip or land hares' if may_land(s) else ' or slip'}: point at a card."
        return s.prompt.sentence

    def _first_turn(self) -> str:
        first = self.state.first
        return "You begin." if first == self.seat else f"{self.names[first]} begins."

    def caption(self, target: Target) -> str:
        return self._cell_text(target.number) if target.kind == "cell" else self._open_text(target)

    def _cell_text(self, cell: int) -> str:
        s = self.state
        text = f"{cell_name(s.side, cell)}: {face(s.field[cell]).replace(' flowing', ',')}"
        if s.hares[cell]:
            text += f" · {in_short(s.hares[cell])}"
        boats = [seat for seat in range(s.players) if s.boats[seat] == cell]
        if len(boats) == 1:
            text += f" · {self.names[boats[0]]}'s boat"
        elif boats:
            text += f" · boats {list_text([self.letters[seat] for seat in boats])}"
        for seat, mire in enumerate(s.mires):
            if mire == cell and s.hares[cell]:
                text += f" · sink after {self.names[seat]}'s next move"
        return text

    def _open_text(self, target: Target) -> str:
        s = self.state
        if target not in self.open_cards:
            return ""
        if target == MAZAY:
            return "Mazay: new hares"
        if target == STACK:
            return f"top of the stack: {card(self.open_card(target), s.advanced)}"
        values = worths(s.row_hares[target.number])
        return card(self.open_card(target), s.advanced) + (f", hare {values[0]}" if values else "")

    def unavailable_reason(self, target: Target) -> str:
        if target.kind != "cell":
            return why_no_mazay(self.state, self.names)
        return why_no_card(self.state, target.number, self.names)

    def rules_heading(self) -> str:
        s = self.state
        if s.then == phases.LAUNCHED:
            return "Setup"
        if s.phase == phases.HERE and not takes(s):
            return "Two against two" if may_share(s) else "Advanced rules"
        return _CHAPTERS[s.phase]

    def explain(self, target: Target | None) -> str:
        s = self.state
        lines = []
        if target is not None:
            lines += [f"{self.caption(target)}.", *self._deeds(target), ""]
        lines += [f"{self.letters[seat]}: {boat(s, seat, self.names[seat])}" for seat in range(s.players)]
        lines.append(f"{self.names[s.first]} has the first turn of every lap.")
        lines.append(f"{mazay_text(s)}, {visit_text(s)}.")
        lines += ["", "All cards:"]
        lines += [f"{name}: {ORDER_NAMES[kind]}." for kind, name in enumerate(KIND_NAMES)]
        return "\n".join(lines)

    def _deeds(self, target: Target) -> list[str]:
        """Return what the card at a target does; nothing for Mazay, or where a card has gone."""
        if target.kind == "cell":
            return [order_name(self.state.field[target.number] >> 3)]
        return [order_name(self.open_card(target) >> 1)] if target in self.open_cards and target != MAZAY else []

    # Changes

    def changed_targets(self, before: MazaytsyState) -> frozenset[Target]:
        """Cards of the water and of the row, and Mazay; the stack shows another top after every turn."""
        s = self.state
        found = {*self._cells(changed_cells(before, s)), *(ROW[index] for index in changed_row(before, s))}
        return frozenset(found | {MAZAY} if s.due >= 0 > before.due else found)

    def change_texts(self, before: MazaytsyState) -> list[str]:
        return [] if self.seat is None else change_texts(before, self.state, self.seat, self.names)

    def turn_facts(self, seat: int | None, before: MazaytsyState, events: Sequence[GameEvent]) -> list[str]:
        return turn_facts(events, self.names)

    def moments(self, before: MazaytsyState, events: Sequence[GameEvent]) -> list[Moment]:
        """Return what a move brought; hares that jump aboard move, named by the boat's seat and their worths."""
        found = move_moments(before, events, self.names)
        return [
            Moment(
                payoff.words,
                tuple(self._cells(payoff.cells)),
                moving=(payoff.seat, *worths(payoff.boards)) if payoff.boards else (),
            )
            for payoff in found
        ]

    # Highlights and notes

    def highlights(self, choice: Choice | None) -> Highlights:
        """Return what a choice would touch; while another boat is looked at, what that one may reach."""
        if self.requested_board is not None:
            return reachable(self.state, self.requested_board)
        return NOTHING if choice is None or choice.first_move is None else highlights_of(self.state, choice.first_move)

    @cached_property
    def reach(self) -> frozenset[int]:
        """The cards onto which the boat can go with the next move."""
        match self.phase:
            case phases.LAUNCH | phases.PULL:
                return frozenset(self._by_cell)
            case phases.ACT:
                return frozenset(way.path[0] for way in self._ways.values() if way.rowed)
        return frozenset()

    def notes(self, target: Target) -> list[str]:
        """Return what lies under the cursor and what it does, or the card that is being laid, or the boat looked at."""
        s = self.state
        if self.requested_board is not None:
            return [boat(s, self.requested_board, self.names[self.requested_board])]
        if self.phase in (phases.CELL, phases.TURN, phases.SPIN):
            kind = card_in_hand(s) >> 1
            return [self.caption(target), f"{KIND_NAMES[kind]}: {ORDER_NAMES[kind]}."]
        return [self.caption(target), *self._deeds(target)]

    def pointed_card(self, choice: Choice | None) -> Target | None:
        """Return the open card to mark: the one that would be chosen, the one being laid, or the next to go."""
        s = self.state
        if choice is not None and isinstance(choice.first_move, ChooseCard):
            return _open_place(choice.first_move.index)
        if s.phase in (phases.CELL, phases.TURN, phases.SPIN):
            return _open_place(s.hand)
        return self.open_cards[0] if self.open_cards else None


def _agreement(moves: Sequence[Move], plan: Sequence[Move]) -> int:
    """Return how many moves of a plan these carry out; 0 if they do something else too."""
    return len(moves) if list(moves) == list(plan[: len(moves)]) else 0


def _open_place(index: int) -> Target:
    """Return the target of the open card that a `ChooseCard` means."""
    return STACK if index == TOP else ROW[index]


VIEW = MazaytsyView

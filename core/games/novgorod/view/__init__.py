"""The view of Novgorod: what a seat sees of the chart, the route and the ledger beside them, and can choose there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from core.game import GameEvent, Move
from core.games.novgorod import text
from core.games.novgorod.components import CITY_COUNT, CITY_NAMES, FEE_OF, MISSIONS, QUESTION, ROW_PRIVILEGE, Need
from core.games.novgorod.moves import FINISH, SHIP_UNIT, BuyShip, ChooseSide, FulfilLine, LayArtisan, LayOffice
from core.games.novgorod.phases import BACK, BUY, CLOSE, INTRO, OVER, ROUTE, SIDES, USE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.use import office_income, sale, special_price
from core.games.novgorod.state import NovgorodState
from core.games.novgorod.view import targets as view_targets
from core.games.novgorod.view.actions import ActionMoves, ActionsByTarget, TargetAction, actions_by_target, spent
from core.games.novgorod.view.changes import change_texts, changed_targets, moments
from core.games.novgorod.view.goods_uses import GoodsUse, can_meet, in_reach
from core.games.novgorod.view.items import prompt_items
from core.games.novgorod.view.move_text import (
    both_text,
    climb_text,
    finish_with_income_text,
    lay_text,
    move_text,
    purse_text,
    spent_text,
)
from core.games.novgorod.view.news import table_facts, turn_facts
from core.games.novgorod.view.refusals import unavailable_reason
from core.games.novgorod.view.route import (
    RouteCash,
    Slot,
    after_laying,
    can_sail,
    cash_before_fees,
    fees,
    purse,
    slots,
    slots_left,
)
from core.games.novgorod.view.target_text import CAPTIONS, EXPLANATIONS
from core.games.novgorod.view.targets import CAREER, SHIP
from core.text import count_text
from core.view import Choice, ChoiceLocation, Draft, Moment, PromptItem, SeatView, Target

#: By phase: the heading of the rules that explains it.
_CHAPTERS = {
    SIDES: "The career card",
    INTRO: "Setup",
    ROUTE: "1. The route",
    USE: "2. Using the route",
    BUY: "3. Buying",
    CLOSE: "The expert game",
    OVER: "The end",
}

#: Whether a route can meet something: as it lies, or with the card that would be laid next.
NOW, THEN = "now", "then"


class ActionRow(NamedTuple):
    """A line of the list of all that can be done with a route: where, which of the choices there, and what it is."""

    target: Target
    choice_index: int
    action: TargetAction


class OptionsDraft(Draft, frozen=True):
    """A choice that can be made in several ways, which are listed: one of them is still to be chosen."""

    target: Target
    label: str


class NovgorodView(SeatView[NovgorodState]):
    """What a seat sees of cities, route and ledger; while ways are listed, only those are targets."""

    # The contract

    def targets(self) -> Sequence[Target]:
        if self.listed is not None:
            return self._ways_listed
        return self._targets

    @cached_property
    def _ways_listed(self) -> list[Target]:
        assert self.listed is not None and isinstance(self.draft, OptionsDraft)
        return [view_targets.way(self.draft.target, number) for number in range(len(self.listed.ways))]

    @cached_property
    def _targets(self) -> list[Target]:
        s = self.state
        cities = [view_targets.city(city) for city in range(CITY_COUNT)]
        ledger = [Target(view_targets.MISSION, card) for card in self.missions if card >= 0]
        ledger += [Target(view_targets.SPECIAL, code >> 2) for code in s.row]
        goods = [*ledger, *cities, CAREER] if s.phase == USE else [*cities, *ledger, CAREER]
        open_missions = [Target(view_targets.OPEN, card) for card in (*s.display, -1)]
        return [*goods, *open_missions, SHIP, *(Target(view_targets.BONUS, card) for card in self.bonus_cards)]

    def choices_at(self, target: Target) -> list[Choice]:
        if self.listed is not None:
            way = self.way_at(target)
            return [Choice("this way", partial(self._way_text, way), way)] if way else []
        there = self.actions_by_target.get(None if target == SHIP else target, [])
        if self.state.phase != CLOSE and all(deed.is_rare for deed in there):
            return []  # Enter alone never moves the pirate; he has a key of his own
        return [self._offer(target, deed) for deed in there]

    def pirate_choice(self, target: Target) -> Choice | None:
        """Return the choice that sends the pirate to a city, while something else is asked."""
        there = self.actions_by_target.get(target, []) if self.state.phase != CLOSE else []
        return next((self._offer(target, deed) for deed in there if deed.is_rare), None)

    def global_choices(self) -> list[Choice]:
        """Nothing: what can be done wherever the cursor is, is done at the ship and has keys of its own."""
        return []

    def prompt_items(self, target: Target | None) -> list[PromptItem]:
        if not self.is_deciding or self.listed is not None or self.state.phase == SIDES:
            return super().prompt_items(target)
        return prompt_items(self, target)

    def _offer(self, target: Target, deed: TargetAction) -> Choice:
        if target != SHIP and len(deed.ways) > 1:
            return Choice(deed.full_label, partial(self._deed_text, deed), next_draft=OptionsDraft(target, deed.label))
        return Choice(deed.full_label, partial(self._way_text, deed.ways[0]), deed.ways[0])

    @cached_property
    def action_rows(self) -> list[ActionRow]:
        """Everything that can be done with a route that is being used, in the order of Tab, but finishing it last."""
        if not self.is_deciding or self.state.phase != USE or self.listed is not None:
            return []
        stops = sorted(self.tab_stops(), key=lambda target: target == SHIP)
        places = [(target, None if target == SHIP else target) for target in stops]
        return [
            ActionRow(target, number, deed)
            for target, place in places
            for number, deed in enumerate(self.actions_by_target.get(place, []))
            if not deed.is_rare
        ]

    def describe_move(self, move: Move) -> str:
        if isinstance(move, LayOffice):
            return lay_text(self.state, move.city, self._new_with(move.city))
        return move_text(self.state, move)

    def _way_text(self, way: ActionMoves) -> str:
        first, last = way[0], way[-1]
        if len(way) == 1:
            return self.describe_move(first)
        if isinstance(first, FulfilLine):
            return both_text(first.card)
        return finish_with_income_text(self.state) if last is FINISH else climb_text(self.state)

    def _deed_text(self, deed: TargetAction) -> str:
        return f"{deed.full_label}: choose one of {len(deed.ways)} ways"

    def question(self) -> str:
        s = self.state
        if self.listed is not None:
            return f"{self.listed.full_label}: which way?"
        if s.phase == ROUTE:
            return self._route_question()
        if s.phase == USE:
            return self._use_question()
        if s.phase == BUY and not s.bought:
            assert s.actor is not None
            return f"Buy one thing, or pass. You have {text.ducats(s.ducats[s.actor])}."
        return super().question()

    def _route_question(self) -> str:
        s = self.state
        free, fast = slots_left(s)
        if not s.route:
            return f"Begin your route at any harbour: up to {count_text(free, 'card')}."
        if not can_sail(s):
            return f"You cannot pay the fees of {fees(s)} yet: add a harbour that earns."
        if not fast:
            return "Your route is full: set sail. Esc takes the last card back."
        if not free:
            return "Your route is full: set sail, or use Speed +1 for one more card."
        last = CITY_NAMES[s.route[-1] % CITY_COUNT]
        return f"Add a harbour next to {last}, or set sail. {count_text(free, 'card')} left."

    def _use_question(self) -> str:
        s = self.state
        assert s.actor is not None
        at_hand = cash_before_fees(s)
        if at_hand >= s.fee:
            return "Use your cards. Finishing collects the rest."
        return f"The fees are {s.fee}, you can pay {at_hand}: make a luxury, or use Income +2."

    def caption(self, target: Target) -> str:
        """Return the caption; empty for a target that is gone or hidden, because the cursor may be where a card lay."""
        return CAPTIONS[target.kind](self, target.number) if target in self.targets() else ""

    def target_named(self, word: str) -> Target | None:
        """Return the city, mission or deck of a notation, or the city of a card of the route ("slot 0"); else a kind
        and its number ("bonus 1")."""
        kind, _, number = word.partition(" ")
        if kind == "slot" and number.isdecimal() and int(number) < len(self.state.route):
            return view_targets.city(self.state.route[int(number)] % CITY_COUNT)
        meant = next((target for target in view_targets.called(word) if target in self.targets()), None)
        return meant or super().target_named(word)

    def explain(self, target: Target | None) -> str:
        if target is not None and target.kind in EXPLANATIONS:
            return EXPLANATIONS[target.kind](self, target.number)
        return super().explain(target)

    def unavailable_reason(self, target: Target) -> str:
        assert self.seat is not None
        return unavailable_reason(self.state, self.seat, target)

    def rules_heading(self) -> str:
        return _CHAPTERS[self.state.phase]

    def changed_targets(self, before: NovgorodState) -> frozenset[Target]:
        return changed_targets(self, before)

    def change_texts(self, before: NovgorodState) -> list[str]:
        return change_texts(self, before)

    def turn_facts(self, seat: int | None, before: NovgorodState, events: Sequence[GameEvent]) -> list[str]:
        return table_facts(events) if seat is None else turn_facts(events)

    def moments(self, before: NovgorodState, events: Sequence[GameEvent]) -> list[Moment]:
        return moments(self, before, events)

    def tab_stops(self) -> list[Target]:
        """Return the targets with choices, then the ship, last those where only income waits.

        Moving the pirate alone is no reason to stop before the turn closes.
        """
        if not self.is_deciding or self.listed is not None or self.state.phase == CLOSE:
            return super().tab_stops()
        inviting = [target for target in self._targets if self.invites(target)]
        idle = [target for target in inviting if self._is_idle(target)]
        ship = [SHIP] if self.actions_by_target.get(None) else []
        return [*(target for target in inviting if target not in idle), *ship, *idle]

    def _is_idle(self, target: Target | None) -> bool:
        """Whether all that can be done at a target comes by itself, or can wait."""
        return target is not None and all(deed.is_idle for deed in self.actions_by_target.get(target, []))

    def initial_target(self, target: Target | None) -> Target | None:
        """Return where the cursor was if there are choices; from a list of ways, where it was opened.

        It never begins where Enter would give something away: a privilege, the rest of a route, a harbour fee.
        """
        if not self.is_deciding or self.listed is not None:
            return super().initial_target(target)
        if target is not None and target.kind == view_targets.WAY:
            target = view_targets.origin_of(target)
        if self._only_privileges_left:
            return SHIP
        stops = self.tab_stops()
        harmless = [each for each in stops if not self._is_idle(each) and not self._gives_away(each)]
        if target in harmless:
            return target
        if harmless or SHIP in stops:
            return next(iter(harmless), SHIP)
        onward = [each for each in stops if each.number not in self.state.route]
        return next(iter([*onward, *stops]), target)

    def _gives_away(self, target: Target) -> bool:
        """Whether Enter would lose a top line, pay a fee, use a card for an artisan, or leave cards unused."""
        s = self.state
        assert self.seat is not None
        if s.phase == USE and target.kind == view_targets.MISSION:
            first = self.actions_by_target[target][0].first
            return isinstance(first, FulfilLine) and first.bottom and bool(s.hand[self.seat] >> first.card & 1)
        if s.phase != ROUTE:
            return False
        if target == SHIP:
            return not s.route or bool(slots_left(s)[0])
        return target.number in s.route or not s.offices[self.seat] >> target.number & 1

    @property
    def _only_privileges_left(self) -> bool:
        """Whether all but the way on would spend a privilege: a card by Speed +1, a mission by Mission -3."""
        s = self.state
        if s.phase == BUY:
            return s.bought
        return s.phase == ROUTE and bool(s.route) and not slots_left(s)[0] and can_sail(s)

    def default_index(self, target: Target | None) -> int:
        """Return the first choice; at the ship the faster one while it is bought, else the way on."""
        if not self.is_deciding or self.listed is not None or target != SHIP:
            return 0
        loose = self.actions_by_target.get(None, [])
        faster = [number for number, deed in enumerate(loose) if isinstance(deed.first, BuyShip)]
        return next(iter(faster), next((number for number, deed in enumerate(loose) if deed.leads_on), 0))

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Return the target of a hint, or its list of ways; what can be done anywhere is shown at the ship."""
        fitting = [each for each in self._all_ways() if tuple(plan[: len(each[3])]) == each[3]]
        target, deed, number, way = max(fitting, key=lambda each: len(each[3]))
        offered = [choice.moves for choice in self.choices(target or SHIP)]
        if target is not None and way not in offered:
            return ChoiceLocation(OptionsDraft(target, deed.label), view_targets.way(target, number), 0)
        return ChoiceLocation(None, target or SHIP, offered.index(way))

    def _all_ways(self) -> Iterator[tuple[Target | None, TargetAction, int, ActionMoves]]:
        """Return every way to do something: its target, the action, which way of it, and its moves."""
        for target, there in self.actions_by_target.items():
            for deed in there:
                for number, way in enumerate(deed.ways):
                    yield target, deed, number, way

    @property
    def escape_undoes(self) -> bool:
        """Whether the last card of the route can be taken back, while it is laid."""
        return self.state.phase == ROUTE and bool(self.state.route)

    # Choices

    @cached_property
    def actions_by_target(self) -> ActionsByTarget:
        """All actions that are possible now, by target."""
        return actions_by_target(self.state, self.legal_moves)

    @cached_property
    def listed(self) -> TargetAction | None:
        """The action whose ways are listed."""
        if not isinstance(self.draft, OptionsDraft):
            return None
        label = self.draft.label
        return next((deed for deed in self.actions_by_target.get(self.draft.target, []) if deed.label == label), None)

    def way_at(self, target: Target) -> ActionMoves:
        """Return the moves of one of the listed ways; none at another target."""
        if self.listed is None or target.kind != view_targets.WAY:
            return ()
        return self.listed.ways[view_targets.number_of(target)]

    def way_text(self, target: Target, width: int) -> str:
        """Return what one of the listed ways uses up, by signs alone where names have no room."""
        way = self.way_at(target)
        return spent_text(self.state, way, width) or self._way_text(way)

    def purse_after(self, way: ActionMoves) -> int:
        """Return the ducats in the purse if the route were finished after these moves."""
        after = self.state.copy()
        for move in way:
            after.play(move)
        return purse(after).then if after.phase == USE and after.actor == self.seat else after.ducats[self.board_seat]

    def invites(self, target: Target) -> bool:
        """Whether something can be done at a target, the pirate left aside."""
        return self.listed is None and any(not deed.is_rare for deed in self.actions_by_target.get(target, []))

    def is_open_now(self, target: Target) -> bool:
        """Whether something can be done at a target; the pirate counts only when nothing else is left."""
        return self.invites(target) or (self.state.phase == CLOSE and bool(self.actions_by_target.get(target)))

    # What a choice would touch

    def way_of(self, choice: Choice | None) -> ActionMoves:
        """The moves that a choice makes, or begins: the first of several ways."""
        if choice is None or not isinstance(choice.next_draft, OptionsDraft):
            return choice.moves if choice else ()
        target, label = choice.next_draft.target, choice.next_draft.label
        return next(deed.ways[0] for deed in self.actions_by_target[target] if deed.label == label)

    def touched(self, choice: Choice | None) -> tuple[int, int]:
        """The units and luxuries that a choice would use up, as masks."""
        return spent(self.way_of(choice))

    def next_card(self, choice: Choice | None) -> int | None:
        """The card that a choice would lay at the end of the route: a city, or ARTISAN + city."""
        way = self.way_of(choice)
        if way and isinstance(way[0], LayArtisan):
            return ARTISAN + self.state.route[-1]
        return way[0].city if way and isinstance(way[0], LayOffice) else None

    def career(self, choice: Choice | None) -> int:
        """The career on the board, with the side that a choice would turn up."""
        career = self.state.careers[self.board_seat]
        way = self.way_of(choice)
        return career & ~1 | way[0].side if way and isinstance(way[0], ChooseSide) else career

    def possible_uses(self, choice: Choice | None) -> dict[GoodsUse, str]:
        """What the route can meet as it lies, and what only with the card that a choice would lay."""
        s = self.state
        if self.seat is None or s.actor != self.seat or s.phase not in (ROUTE, USE) or self.requested_board is not None:
            return {}
        found = dict.fromkeys(self._met_now, NOW)
        card = self.next_card(choice)
        if card is not None and card < ARTISAN:
            found = dict.fromkeys(self._met_with(card), THEN) | found
        return found

    def chance_of(self, need: Need, choice: Choice | None) -> str:
        """Return whether the route can meet a need: as it lies, only with the card a choice would lay, or not."""
        s = self.state
        if self.seat is None or s.actor != self.seat or s.phase not in (ROUTE, USE) or self.requested_board is not None:
            return ""
        card = self.next_card(choice)
        key = (need, card)
        if key not in self._chances:
            if can_meet(s, need):
                self._chances[key] = NOW
            else:
                can_then = card is not None and can_meet(after_laying(s, card), need)
                self._chances[key] = THEN if can_then else ""
        return self._chances[key]

    @cached_property
    def _chances(self) -> dict[tuple[Need, int | None], str]:
        return {}

    @cached_property
    def _met_now(self) -> list[GoodsUse]:
        return in_reach(self.state)

    @cached_property
    def _met_by_city(self) -> dict[int, list[GoodsUse]]:
        return {}

    def _met_with(self, city: int) -> list[GoodsUse]:
        """What the route could meet with this city laid."""
        if city not in self._met_by_city:
            self._met_by_city[city] = in_reach(after_laying(self.state, city))
        return self._met_by_city[city]

    def _new_with(self, city: int) -> list[GoodsUse]:
        """What the route could meet with this city laid and cannot without."""
        return [aim for aim in self._met_with(city) if aim not in self._met_now]

    # The pieces on the table

    @cached_property
    def missions(self) -> list[int]:
        """The missions in progress on the board; -1 for each that the seat may not know."""
        s, board = self.state, self.board_seat
        secret = 0 if board == self.seat else s.hidden[board]
        return text.mission_cards((s.left[board] | s.hand[board]) & ~secret) + [-1] * secret.bit_count()

    @cached_property
    def wanted(self) -> tuple[int, frozenset[int]]:
        """The goods, as a mask, and the luxuries that the missions on the board still ask for."""
        goods, luxuries = 0, set()
        for card in self.missions:
            if card < 0:
                continue
            for line in MISSIONS[card][self.state.left[self.board_seat] >> card & 1 :]:
                goods |= line.goods
                luxuries |= {kind for kind, _ in line.luxuries}
        return goods, frozenset(luxuries)

    @property
    def bonus_cards(self) -> list[int]:
        return [card for card, value in enumerate(self.state.bonus) if value]

    @property
    def bonus_history(self) -> list[int]:
        """The bonus cards that somebody can win or has won."""
        won = [any(taken >> card & 1 for taken in self.state.taken) for card in range(len(self.state.bonus))]
        return [card for card, value in enumerate(self.state.bonus) if value or won[card]]

    @property
    def ship_seat(self) -> int:
        """The seat whose ship is shown: the seat of the board, else the actor."""
        if self.requested_board is None and self.state.actor is not None:
            return self.state.actor
        return self.board_seat

    @cached_property
    def cards(self) -> list[Slot]:
        """The route before the ship shown."""
        return slots(self.state) if self.ship_seat == self.state.actor else []

    @property
    def cards_left(self) -> tuple[int, int]:
        """How many more may be laid there now, without and with the privilege Speed +1."""
        laying = self.state.phase == ROUTE and self.ship_seat == self.state.actor
        return slots_left(self.state) if laying else (0, 0)

    @property
    def route_cash(self) -> RouteCash | None:
        """Ducats and fees of the route shown, while there is one."""
        sailing = self.state.phase in (ROUTE, USE) and self.ship_seat == self.state.actor
        return purse(self.state) if sailing else None

    @property
    def cargo_is_used(self) -> bool:
        """Whether the good of the ship shown has been used this turn."""
        s = self.state
        return self.ship_seat == s.actor and s.phase == USE and not s.units & SHIP_UNIT

    def owners(self, city: int) -> list[int]:
        """The seats that have an office in a city."""
        return [seat for seat in range(self.state.players) if self.state.offices[seat] >> city & 1]

    def earns(self, city: int) -> int:
        """What the office of the board's seat pays in a city; 0 if it has none there."""
        return office_income(self.state, city) if self.state.offices[self.board_seat] >> city & 1 else 0

    def fee(self, city: int) -> int:
        """What a visit costs the board's seat."""
        return 0 if self.state.offices[self.board_seat] >> city & 1 else FEE_OF[city]

    def privilege_name(self, career: int, row: int) -> str:
        """The privilege on a row in words; the one for the pirate says so, or that there is none without him."""
        privilege = ROW_PRIVILEGE[career][row]
        if privilege != QUESTION:
            return text.PRIVILEGE_NAMES[privilege]
        return "move the pirate" if self.state.pirate_side == BACK else "no privilege"

    def cash(self) -> str:
        """The purse of the ship shown, with what its route brings and costs."""
        owned = self.state.ducats[self.ship_seat] - self.state.owed[self.ship_seat]
        return purse_text(self.route_cash or RouteCash(owned, owned))

    def office_price(self, city: int) -> int:
        return office_price(self.state, city)

    def special_price(self, at: int) -> int:
        """What the special mission at this place of the row costs now."""
        return special_price(self.state, at, False)

    def luxury_ready(self, city: int) -> int:
        """The seals that a luxury made in a city and not yet used would sell for; 0 if there is none."""
        goods = self.state.stock >> 2 * city & 3
        return sale(self.state, city, goods)[0] if goods else 0


VIEW = NovgorodView

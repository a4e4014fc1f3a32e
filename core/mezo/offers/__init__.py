"""What can be done in Mezo, where, and what it would bring.

A god moves to a vertex; units, stone and Champions belong to regions; actions stand on the card beside the map.
What lies nowhere is chosen from a list, and a sacrifice is counted up before it is given.
"""

from collections.abc import Sequence
from functools import cached_property, partial

from core.game import Move
from core.mezo import moves as m
from core.mezo import phases
from core.mezo.components import GODS, IN_MASK, PASSES, REGIONS, SHAMAN, TOUCHES, TRIBES, VERTICES, WARRIOR
from core.mezo.offers import brings, lists, questions, says
from core.mezo.offers.imperative import imperative
from core.mezo.offers.lists import SHORT_LIST, Item
from core.mezo.offers.table_after import table_after
from core.mezo.state import MezoState
from core.mezo.words import names
from core.offers import Begun, Offer, Offers, Place, Shown

#: Which tribe, in one letter.
LETTERS = (*(tribe[0].upper() for tribe in TRIBES), "n")
#: Warrior and Shaman in one letter, as moves are written.
#: The shapes of the pieces, as the map draws them: Warrior and Shaman, a glyph, a Champion.
_UNIT = ("▲", "●")
_GLYPH, _CHAMPION = "■", "★"
WRATH = Place("wrath")


class Gift(Begun, frozen=True):
    """Warriors and Shamans that would be sacrificed in the Blessed conflict."""

    warriors: int
    shamans: int


class MezoOffers(Offers[MezoState]):
    """What a seat sees of a position of Mezo, and what it can do there."""

    # Places

    def places(self) -> Sequence[Place]:
        return self._places

    @cached_property
    def _places(self) -> tuple[Place, ...]:
        state = self.state
        if not state.age:
            return tuple(Place("god", god) for god in range(len(GODS)))
        return (
            *(Place("vertex", vertex) for vertex in range(len(VERTICES)) if TOUCHES[vertex] & state.live),
            *(Place("region", region) for region in range(REGIONS)),
            *(Place("seat", seat) for seat in range(state.players)),
            WRATH,
            *self._beside_the_map(),
        )

    def _beside_the_map(self) -> list[Place]:
        """The conflict, what is chosen from, or the own card, and the tracks; nothing of it beside another's tribe."""
        state, found = self.state, []
        if self.wanted is not None:
            return []
        if state.conflict >= 0:
            found += [Place("strength", seat) for seat in range(state.players)]
        if self.items:
            found += [Place("item", number) for number in range(len(self.items))]
        elif self.card is not None:
            found += [Place("action", action) for action in range(3)]
        return [*found, Place("track", SHAMAN), Place("track", WARRIOR)]

    @cached_property
    def items(self) -> list[Item]:
        """What is chosen from a list."""
        return lists.items(self.state, self.legal, self.names)

    @property
    def card(self) -> int | None:
        """The own card in the conflict at hand."""
        state, seat = self.state, self.seat
        return state.cards[seat] if seat is not None and state.conflict >= 0 and state.cards[seat] >= 0 else None

    def targets(self) -> list[Place]:
        if not self.deciding:
            return list(self.places())
        return [place for place in self.places() if place in self._moves_at]

    def start(self, place: Place | None) -> Place | None:
        """Where something can be done; else where the cursor is, or in the region that is fought over."""
        if self.deciding and (targets := self.targets()):
            return place if place in targets else targets[0]
        if place in self.places():
            return place
        return Place("region", max(self.state.conflict, 0)) if self.state.age else Place("god")

    # What can be done

    @cached_property
    def _moves_at(self) -> dict[Place, list[Move]]:
        """The legal moves that belong to a place, by place."""
        found: dict[Place, list[Move]] = {}
        for move in self.legal:
            if (place := self._place_of(move)) is not None:
                found.setdefault(place, []).append(move)
        for number, item in enumerate(self.items):
            found[Place("item", number)] = [item.move]
        return found

    def _place_of(self, move: Move) -> Place | None:
        match move:
            case m.TakeGod(god=god):
                return Place("god", god)
            case m.ToVertex(vertex=vertex):
                return Place("vertex", vertex)
            case m.Act(action=action) | m.PassOver(action=action):
                return Place("action", action)
            case m.PickUnits() if self._sacrificing:
                return Place("region", self.state.conflict)
            case m.ToRegion() | m.Station() | m.PickUnit() | m.PickPiece() if move.region >= 0:
                return Place("region", move.region)
        return None

    @property
    def _sacrificing(self) -> bool:
        return self.state.actor is not None and self.state.stack[-1][0] == phases.SACRIFICE

    def at(self, place: Place) -> list[Offer]:
        moves = self._moves_at.get(place, [])
        if place.kind == "item" and moves:
            shown = self.items if len(self.items) <= SHORT_LIST else [self.items[place.number]]
            return [self.offer(item.label, item.move) for item in shown]
        if place.kind == "region" and moves and self._sacrificing:
            return self._gifts()
        return [self.offer(self._label(move), move) for move in moves]

    def anywhere(self) -> list[Offer]:
        listed = {item.move for item in self.items}
        loose = [move for move in self.legal if move not in listed and self._place_of(move) is None]
        return [self.offer(self._label(move), move) for move in loose]

    def _label(self, move: Move) -> str:
        """A word or two for the button of a move."""
        match move:
            case m.TakeGod(god=god):
                return f"follow {GODS[god].name}"
            case m.ToVertex():
                return "set the god here"
            case m.AbilityFirst():
                return "Call first"
            case m.Act(action=action):
                return f"do action {action + 1}"
            case m.PassOver(option=option):
                return f"pass: {PASSES[option].effect.text.rstrip('.')}"
            case m.Answer(yes=yes):
                return "yes" if yes else "no"
            case m.Enough():
                return "no more" if self.state.done else "do not"
            case m.Station(warriors=warriors, shamans=shamans):
                return _UNIT[WARRIOR] * warriors + _UNIT[SHAMAN] * shamans or "0"
            case m.PickUnits(warriors=warriors, shamans=shamans):
                return counted(warriors, shamans)
            case m.PickUnit(region=m.RESERVES, kind=kind):
                return f"Reserves {_UNIT[kind]}"
            case m.PickUnit(owner=owner, kind=kind):
                return f"{LETTERS[owner]} {_UNIT[kind]} {names.KIND[kind]}"
            case m.PickPiece(owner=owner, pyramid=pyramid):
                return "pyramid" if pyramid else f"{LETTERS[owner]} {_GLYPH} glyph"
        return f"{_CHAMPION} Champion here" if self.state.stack[-1][0] == phases.CHAMPION else "here"

    def natural(self, place: Place | None) -> int:
        """The item under the cursor; when units are sent, an even share of the Reserves."""
        match place:
            case Place("item", number) if number < len(self.items) <= SHORT_LIST:
                return number
            case Place("region") if self.deciding:
                return self._fair_station(self._moves_at.get(place, []))
        return 0

    def _fair_station(self, moves: list[Move]) -> int:
        """Which of the ways to Deploy here leaves the other regions their share."""
        state, seat = self.state, self.seat
        if seat is None or not moves or not isinstance(moves[0], m.Station):
            return 0
        regions = len(IN_MASK[state.stack[-1][2]])
        warriors, shamans = (-(-n // regions) for n in state.reserves[seat * 2 : seat * 2 + 2])
        while warriors + shamans > state.station_limit(seat, moves[0].region):
            warriors, shamans = (warriors - 1, shamans) if warriors >= shamans else (warriors, shamans - 1)
        fair = (warriors, shamans)
        sent = [(move.warriors, move.shamans) for move in moves if isinstance(move, m.Station)]
        return sent.index(fair) if fair in sent else 0

    # Sacrifices: so many of each, changed until they are given

    def _gifts(self) -> list[Offer]:
        """Give what is counted up, or count; a digit always means the same, even if there is nobody left."""
        given = self.begun if isinstance(self.begun, Gift) else Gift(0, 0)
        gift = m.UNITS[given.warriors][given.shamans]
        return [
            self.offer(f"give {counted(given.warriors, given.shamans, 'nobody')}", gift),
            self._counting(f"+{_UNIT[WARRIOR]}", given.warriors + 1, given.shamans),
            self._counting(f"+{_UNIT[SHAMAN]}", given.warriors, given.shamans + 1),
            self._counting(f"-{_UNIT[WARRIOR]}", given.warriors - 1, given.shamans),
            self._counting(f"-{_UNIT[SHAMAN]}", given.warriors, given.shamans - 1),
        ]

    def _counting(self, label: str, warriors: int, shamans: int) -> Offer:
        assert self.seat is not None
        most_warriors, most_shamans = self.state.reserves[self.seat * 2 : self.seat * 2 + 2]
        wanted = Gift(max(0, min(warriors, most_warriors)), max(0, min(shamans, most_shamans)))
        return Offer(label, partial(self.words, m.UNITS[wanted.warriors][wanted.shamans]), begins=wanted)

    @property
    def escape_undoes(self) -> bool:
        """A unit that was picked up goes back to where it stood."""
        frame = self.state.stack[-1] if self.state.stack else (-1,)
        return frame[0] == phases.MOVE and frame[6] >= 0

    # Where a turn is carried out

    def shown(self, plan: Sequence[Move]) -> Shown:
        """A sacrifice counted up, an item of the list, a place on the map, or what can be done anywhere."""
        move = plan[0]
        if isinstance(move, m.PickUnits) and self._sacrificing:
            return Shown(Gift(move.warriors, move.shamans), Place("region", self.state.conflict), 0)
        here = next((place for place, moves in self._moves_at.items() if move in moves), self.start(None))
        offered = [offer.move for offer in self.choices(here)]
        return Shown(None, here, offered.index(move))

    # In words

    def words(self, move: Move) -> str:
        seat = self.state.actor
        assert seat is not None
        if isinstance(move, m.PickUnits) and self._sacrificing:
            return brings.sacrifice(self.state, seat, move)
        brought = brings.outcome(self.state, seat, move)
        return imperative(self.state, move) + (f" · {brought}" if brought else "")

    def question(self) -> str:
        return questions.question(self.state)

    def says(self, place: Place) -> str:
        return says.in_a_few_words(self.state, self.seat, self.items, place)

    def explain(self, place: Place | None) -> str:
        return says.in_full(self.state, self.seat, self.names, self.items, place)

    # What a painter asks

    def after(self, offer: Offer | None) -> MezoState:
        """The table with the pieces of a choice in their new places."""
        move = offer.move if offer is not None else None
        if move not in self._after:
            self._after[move] = table_after(self.state, move)
        return self._after[move]

    @cached_property
    def _after(self) -> dict[Move | None, MezoState]:
        return {}

    def lit(self, place: Place | None, after: MezoState) -> tuple[int, ...]:
        """The regions that a god looks upon: from the vertex that is pointed at, or that of the board's seat."""
        if place is not None and place.kind == "vertex":
            return IN_MASK[TOUCHES[place.number] & self.state.live]
        return IN_MASK[after.presence(self.board)]


def counted(warriors: int, shamans: int, nobody: str = "-") -> str:
    """Units as numbers with their shapes: "3▲ 2●"."""
    found = [f"{n}{_UNIT[kind]}" for kind, n in ((WARRIOR, warriors), (SHAMAN, shamans)) if n]
    return " ".join(found) or nobody


OFFERS = MezoOffers

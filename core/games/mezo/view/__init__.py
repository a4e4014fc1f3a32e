"""What can be done in Mezo, where, and what it would bring.

A god moves to a vertex; units, stone and Champions belong to regions; actions stand on the card beside the map.
What lies nowhere is chosen from a list. A decision of up to ten choices has them all under the digits, wherever the
cursor is; of more, those of the place under the cursor.
"""

from collections.abc import Sequence
from functools import cached_property, partial

from core.game import Event, Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.components import (
    CARDS,
    GODS,
    IN_MASK,
    PASSES,
    REGION_IDS,
    REGIONS,
    SHAMAN,
    TOUCHES,
    TRIBES,
    VERTICES,
    WARRIOR,
)
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import bulk_moves as in_one_go
from core.games.mezo.view import captions as says
from core.games.mezo.view import changes as news
from core.games.mezo.view import moments, questions
from core.games.mezo.view import previews as brings
from core.games.mezo.view import refusals as reasons
from core.games.mezo.view import side_list as lists
from core.games.mezo.view.bulk_moves import Way
from core.games.mezo.view.move_text import imperative, several_units
from core.games.mezo.view.preview_state import table_after
from core.games.mezo.view.rules_headings import chapter
from core.games.mezo.view.side_list import Item
from core.view import Begun, Moment, Offer, Offers, Place, Shown

#: Which tribe, in one letter.
LETTERS = (*(tribe[0].upper() for tribe in TRIBES), "n")
#: As many choices as there are digits.
_DIGITS = 10
#: How the third action of every card ends.
_MAY_APPEASE = "You may APPEASE"
#: The shapes of the pieces, as the map draws them: Warrior and Shaman, a glyph, a Champion.
_UNIT = ("▲", "●")
_GLYPH, _CHAMPION = "■", "★"
WRATH = Place("wrath")
#: Places that have a name of their own, for lessons and pictures.
_NAMED = {
    **{name: Place("region", number) for number, name in enumerate(REGION_IDS)},
    **{vertex.id: Place("vertex", number) for number, vertex in enumerate(VERTICES)},
    **{god.id: Place("god", number) for number, god in enumerate(GODS)},
    "calendar": Place("track", SHAMAN),
    "codex": Place("track", WARRIOR),
}


class Gift(Begun, frozen=True):
    """Warriors that would be sacrificed in the Blessed conflict; how many Shamans is yet to be said."""

    warriors: int


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
        if (tribe := self._own_tribe) is not None:
            found[tribe] = list(self.legal)
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
        if not moves:
            return []
        if self._sacrificing:
            return self._gifts()
        if place == self._own_tribe:
            return [Offer("share evenly", self._shared_out, in_one_go.fair_stations(self.state))]
        if place.kind == "action":
            return self._actions(moves)
        return self._under_the_digits or [self._offered(way) for way in in_one_go.ways(self.state, moves)]

    def _actions(self, here: list[Move]) -> list[Offer]:
        """Every action of the card, each under its own digit, and what passing over the one here would bring."""
        passes = [move for move in here if isinstance(move, m.PassOver)]
        return [self._action(each) for each in (*self._acts, *passes)]

    @property
    def _acts(self) -> list[Move | str]:
        """The three actions of the card in their order; of a spent one, why it cannot be taken."""
        return [act if act in self.legal else self.why_not(Place("action", act.action)) for act in m.ACT]

    def _action(self, move: Move | str) -> Offer:
        return Offer("spent", lambda: move) if isinstance(move, str) else self.offer(self._label(move), move)

    def numbered(self) -> Sequence[Move | str]:
        if not any(isinstance(move, m.Act) for move in self.legal):
            return self.legal
        return [*self._acts, *(move for move in self.legal if isinstance(move, m.PassOver))]

    @cached_property
    def _under_the_digits(self) -> list[Offer]:
        """Everything that can be done somewhere, in one order wherever the cursor is; empty if there is too much."""
        found = [self._offered(way) for way, _ in self._ways]
        return found if len(found) + len(self.anywhere()) <= _DIGITS else []

    @cached_property
    def _ways(self) -> list[tuple[Way, Place]]:
        """Every way to do something at a place, with the place."""
        return [
            (way, place)
            for place, moves in self._moves_at.items()
            if place != self._own_tribe
            for way in in_one_go.ways(self.state, moves)
        ]

    @property
    def _own_tribe(self) -> Place | None:
        """In the Deploy Step the own Reserves can be shared out at once."""
        sharing = self.deciding and self.state.stack[-1][0] == phases.STATION
        return Place("seat", self.seat) if sharing and self.seat is not None else None

    def anywhere(self) -> list[Offer]:
        listed = {item.move for item in self.items}
        loose = [move for move in self.legal if move not in listed and self._place_of(move) is None]
        return [self.offer(self._label(move), move) for move in loose]

    def _offered(self, way: Way) -> Offer:
        move = way.moves[0]
        if isinstance(move, m.PickUnit):
            return Offer(self._unit_label(move, way), partial(self._units_in_words, way), way.moves)
        if isinstance(move, m.PlayCard):
            laid = f"lay {CARDS[move.card].capitalize()} face down; the others go back on top of your deck"
            return Offer(self._label(move), lambda: laid, way.moves)
        return self.offer(self._label(move), move)

    def _label(self, move: Move) -> str:
        """A word or two for the button of a move."""
        match move:
            case m.TakeGod(god=god):
                return GODS[god].name
            case m.ToVertex(notation=notation):
                return notation
            case m.AbilityFirst():
                return "Call first"
            case m.Act(action=action):
                return f"act {action + 1}"
            case m.PassOver(option=option):
                return f"pass: {PASSES[option].brief}"
            case m.Answer(yes=yes):
                return "yes" if yes else "no"
            case m.Enough():
                more = self.state.done and self.state.stack[-1][0] != phases.APPEASE
                return "no more" if more else "do not"
            case m.Station(warriors=warriors, shamans=shamans):
                return _signs(warriors, shamans) or "nobody"
            case m.PickUnits(warriors=warriors, shamans=shamans):
                return _signs(warriors, shamans) or "nobody"
            case m.PickUnit(region=m.RESERVES, kind=kind):
                return f"Reserves {_UNIT[kind]}"
            case m.PickPiece(region=region, owner=owner, pyramid=pyramid):
                stone = "pyramid" if pyramid else f"{self._whose(owner)}{_GLYPH}"
                return f"{names.region(region)} {stone}"
            case m.ToRegion(region=region):
                champion = f"{_CHAMPION} " if self.state.stack[-1][0] == phases.CHAMPION else ""
                return f"{champion}{names.region(region)}"
        return next(item.label for item in self.items if item.move == move)

    def _unit_label(self, move: m.PickUnit, way: Way) -> str:
        """Which units, and where if that cannot be seen from where the cursor is."""
        where = "" if len({place for _, place in self._ways}) == 1 else f"{names.region(move.region)} "
        return f"{where}{self._whose(move.owner)}{_signs(way.warriors, way.shamans)}"

    def _whose(self, owner: int) -> str:
        return "" if owner == self.seat else f"{LETTERS[owner]} "

    def natural(self, place: Place | None) -> int:
        """What can be done at the place itself; when units are sent, an even share of the Reserves."""
        if not self.deciding or place is None or place not in self._moves_at or place == self._own_tribe:
            return 0
        moves = self._moves_at[place]
        if self._sacrificing:
            return len(self.at(place)) - 1  # nobody: what is dear is never the first choice
        if place.kind == "action":
            return [offer.move for offer in self.at(place)].index(moves[0])
        if isinstance(moves[0], m.Station):
            stations = [move for move in moves if isinstance(move, m.Station)]
            return stations.index(in_one_go.fair_station(self.state, stations))
        if self._under_the_digits:
            return next(number for number, (_, where) in enumerate(self._ways) if where == place)
        return 0

    # Sacrifices: how many Warriors, then how many Shamans

    def _gifts(self) -> list[Offer]:
        """A digit is the number of units, so a label need only say which; who has only one kind gives at once."""
        assert self.seat is not None
        warriors, shamans = self.state.reserves[self.seat * 2 : self.seat * 2 + 2]
        if isinstance(self.begun, Gift):
            return [self._giving(self.begun.warriors, n, SHAMAN) for n in _up(shamans)]
        if warriors and shamans:
            return [self._counting(n) for n in _up(warriors)]
        if warriors:
            return [self._giving(n, 0, WARRIOR) for n in _up(warriors)]
        return [self._giving(0, n, SHAMAN) for n in _up(shamans)]

    def _giving(self, warriors: int, shamans: int, kind: int) -> Offer:
        return self.offer(_UNIT[kind] if (warriors, shamans)[kind] else "nobody", m.UNITS[warriors][shamans])

    def _counting(self, warriors: int) -> Offer:
        label = _UNIT[WARRIOR] if warriors else "nobody"
        return Offer(label, partial(self.words, m.UNITS[warriors][0]), begins=Gift(warriors))

    @property
    def escape_undoes(self) -> bool:
        """A unit that was picked up goes back to where it stood."""
        frame = self.state.stack[-1] if self.state.stack else (-1,)
        return frame[0] == phases.MOVE and frame[6] >= 0

    # Where a turn is carried out

    def shown(self, plan: Sequence[Move]) -> Shown:
        """A sacrifice counted up, an item of the list, a place on the map, or what can be done anywhere."""
        move = plan[0]
        here = next((place for place, moves in self._moves_at.items() if move in moves), self.start(None))
        offered = self.choices(here)
        if isinstance(move, m.PickUnits) and all(offer.begins for offer in offered):
            assert self.seat is not None
            shamans = list(_up(self.state.reserves[self.seat * 2 + SHAMAN]))
            return Shown(Gift(move.warriors), here, shamans.index(move.shamans))
        meant = [offer for offer in offered if offer.moves == tuple(plan[: len(offer.moves)])]
        best = max(meant or [offer for offer in offered if offer.move == move], key=lambda offer: len(offer.moves))
        return Shown(None, here, offered.index(best))

    # In words

    def words(self, move: Move) -> str:
        seat = self.state.actor
        assert seat is not None
        if isinstance(move, m.PickUnits) and self._sacrificing:
            return brings.sacrifice(self.state, seat, move, self.names)
        told = imperative(self.state, move, self.names)
        if isinstance(move, m.Act | m.Answer):
            told = told.replace(_MAY_APPEASE, f"{_MAY_APPEASE}: {brings.appeasing(self.state)}")
        return self._with_outcome(told, (move,))

    def alike(self, move: Move) -> str:
        """A sacrifice brings the same whoever is given."""
        if isinstance(move, m.PickUnits) and self._sacrificing and self.state.actor is not None:
            return brings.sacrifice_of_so_many(self.state, self.state.actor, move, self.names)
        return self.words(move)

    def _units_in_words(self, way: Way) -> str:
        """So many units at once."""
        if way.warriors + way.shamans == 1:
            return self.words(way.moves[0])
        return self._with_outcome(several_units(self.state, way, self.names), way.moves)

    def _with_outcome(self, told: str, moves: Sequence[Move]) -> str:
        assert self.seat is not None
        brought = brings.outcome(self.state, self.seat, moves, self.names)
        return told + (f" · {brought}" if brought else "")

    def _shared_out(self) -> str:
        """What goes where when the Reserves are shared evenly."""
        sent = [move for move in in_one_go.fair_stations(self.state) if isinstance(move, m.Station)]
        shares = (f"{names.region(move.region)} {_signs(move.warriors, move.shamans) or 'nobody'}" for move in sent)
        return f"send an even share to every region: {', '.join(shares)}"

    def question(self) -> str:
        if isinstance(self.begun, Gift):
            return f"{names.units(self.begun.warriors, 0, 'No Warrior')}, and how many Shamans? Esc asks again."
        return questions.question(self.state, self.names)

    def says(self, place: Place) -> str:
        return says.in_a_few_words(self.state, self.seat, self.names, self.items, place)

    def named(self, word: str) -> Place | None:
        """A region, vertex, god or track by its name; what is chosen from a list by its notation."""
        listed = {item.move.notation: Place("item", number) for number, item in enumerate(self.items)}
        place = listed.get(word) or _NAMED.get(word)
        return super().named(word) if place is None else place if place in self.places() else None

    def why_not(self, place: Place) -> str:
        return reasons.why_not(self.state, self.seat, self.names, place)

    def chapter(self) -> str:
        return chapter(self.state)

    # What is new

    def altered(self, before: MezoState) -> frozenset[Place]:
        return news.altered(before, self.state)

    def changed(self, before: MezoState) -> list[str]:
        return news.changed(before, self.state, self.seat, self.names) if self.seat is not None else []

    def moments(self, before: MezoState, events: Sequence[Event]) -> list[Moment]:
        return moments.moments(before, events, self.names)

    def explain(self, place: Place | None) -> str:
        return says.in_full(self.state, self.seat, self.names, self.items, place)

    # What a painter asks

    def after(self, offer: Offer | None) -> MezoState:
        """The table with the pieces of a choice in their new places."""
        moves = offer.moves if offer is not None else ()
        if offer is not None and isinstance(offer.begins, Gift):
            moves = (m.UNITS[offer.begins.warriors][0],)
        if moves not in self._after:
            self._after[moves] = table_after(self.state, moves)
        return self._after[moves]

    @cached_property
    def _after(self) -> dict[tuple[Move, ...], MezoState]:
        return {}

    def digits(self) -> dict[Place, str]:
        """Where something can be done; with a digit, where that is just one thing."""
        found = dict.fromkeys(self.targets() if self.deciding else [], "")
        if found and self._under_the_digits:
            places = [place for _, place in self._ways]
            found |= {place: str(at % 10) for at, place in enumerate(places, 1) if places.count(place) == 1}
        return found

    @property
    def is_fight(self) -> bool:
        """Whether all that matters now is the conflict at hand: nothing is to be done elsewhere on the map."""
        here = Place("region", self.state.conflict)
        if self.state.conflict < 0 or self.wanted is not None:
            return False
        return not any(place.kind in ("region", "vertex") and place != here for place in self._moves_at)

    def lit(self, place: Place | None, after: MezoState) -> tuple[int, ...]:
        """The regions that a god looks upon: from the vertex that is pointed at, or that of the board's seat."""
        if place is not None and place.kind == "vertex":
            return IN_MASK[TOUCHES[place.number] & self.state.live]
        return IN_MASK[after.presence(self.board)]


def _signs(warriors: int, shamans: int) -> str:
    """Units as their shapes: "▲▲●"."""
    return _UNIT[WARRIOR] * warriors + _UNIT[SHAMAN] * shamans


def _up(most: int) -> Sequence[int]:
    """Numbers as the digits have them: from one up, nothing last."""
    return (*range(1, most + 1), 0)


OFFERS = MezoOffers

"""What can be done in Gzhel, where, and what it would bring."""

from collections.abc import Sequence
from functools import cached_property, partial

from core.game import Event, Move
from core.games.gzhel import phases
from core.games.gzhel.components import (
    ALL,
    DIAMOND,
    FIGURINES,
    FLOWER_LETTERS,
    FLOWERS,
    PADS,
    ROUNDS,
    SIDES,
    SPACE_NAMES,
    STAMP_POINTS,
    spaces_of,
)
from core.games.gzhel.moves import (
    DONE,
    LIFT,
    NOTHING,
    POINT,
    PUT,
    STAMP,
    Done,
    Lift,
    Name,
    Nothing,
    Point,
    Put,
    Stamp,
    Turn,
)
from core.games.gzhel.rules import around, empty_spaces, ends_turn, goal_points, kind_at, liftable
from core.games.gzhel.state import Position
from core.games.gzhel.text import goals, points_of, space_text
from core.games.gzhel.view import changes as news
from core.games.gzhel.view import refusals as reasons
from core.games.gzhel.view.pads import Pads, flowers_after, flowers_of, look, worth_of
from core.games.gzhel.view.targets import (
    AROUND,
    BUTTON,
    FIGURINE,
    FIGURINE_PLACES,
    MIDDLE_OF_DIAMOND,
    NAMED,
    SPACE,
    SPACE_PLACES,
    TOKEN,
    nearest,
    point_of,
    point_of_figurine,
    side_and_stand,
)
from core.games.gzhel.view.tray import Item, items_of
from core.text import count, listed
from core.view import Begun, Moment, Offer, Offers, Place, Shown

#: In these phases a figurine is pointed at; in these a token of the tray is laid.
NAMING = (phases.CHOOSE, phases.CHANGE)
LAYING = (phases.BEFORE, phases.PAINT)

#: What goes on without laying anything, by phase: the move and its words on the button.
GOING_ON: dict[int, tuple[Move, str]] = {
    phases.BEFORE: (LIFT, "lift"),
    phases.CHANGE: (NOTHING, "stay"),
    phases.PAINT: (DONE, "end turn"),
    phases.PICK: (NOTHING, "let it lie"),
}

#: Why `e` does not go on, by phase.
NOT_YET = {
    phases.TURN_PADS: "First choose which of your pads lies diamond side up.",
    phases.CHOOSE: "First name a figurine.",
    phases.SHIFT: "First choose where the flower goes; Esc lets go of it.",
}

#: Where the rules tell of each decision.
CHAPTERS = {
    phases.TURN_PADS: "Setting up",
    phases.CHOOSE: "Naming a figurine",
    phases.BEFORE: "Before lifting",
    phases.CHANGE: "Before lifting",
    phases.PAINT: "Painting",
    phases.PICK: "Painting",
    phases.SHIFT: "Painting",
    phases.OVER: "The end",
}

_LEGEND = (
    "A small letter is a flower, a capital a stamp; o orchid, p poppy, r rose, t tulip, b bellflower.",
    "A diamond (D) or circle (C) at the edge of a space: it earns points for its pad's goal; a square (#): for the"
    " pattern.",
    "Textures: / leaf, o lace, * floral, + grid; the pattern asked for now is drawn stronger.",
    "A star at the edge of a space of another player: changed by the last move; a dot: since your last decision.",
)


class Held(Begun, frozen=True):
    """A token taken from the tray: it is laid where Enter is pressed next."""

    kind: int
    stamp: bool


class GzhelOffers(Offers[Position]):
    """Figurines are named where they stand; tokens of the tray are laid on empty spaces; `e` goes on without."""

    # What lies where

    @property
    def phase(self) -> int:
        """What is asked of this seat: nothing unless it decides."""
        return self.state.phase if self.deciding else phases.OVER

    @property
    def naming(self) -> bool:
        return self.phase in NAMING

    @property
    def laying(self) -> bool:
        return self.phase in LAYING

    @property
    def button(self) -> str:
        """What stands on the button; empty when there is none."""
        return GOING_ON[self.phase][1] if self.phase in GOING_ON else ""

    @property
    def others(self) -> list[int]:
        """The seats whose pads lie beside those that are looked at; before the tokens are dealt, nobody's."""
        seats = () if self.state.phase == phases.TURN_PADS else range(self.state.players)
        return [seat for seat in seats if seat != self.board]

    @cached_property
    def items(self) -> list[Item]:
        """The tray beside the pads that are looked at; it is out of the way while a figurine is named."""
        return [] if self.naming else items_of(self.state, self.board)

    @cached_property
    def _empty(self) -> int:
        return empty_spaces(self.state, self.board)

    @cached_property
    def _open(self) -> int:
        """The spaces that can be pointed at while a flower is moved or swapped."""
        return sum(1 << move.space for move in self.legal if isinstance(move, Point))

    @cached_property
    def _names(self) -> list[Name]:
        return [move for move in self.legal if isinstance(move, Name)]

    def figurine(self, place: Place | None) -> int:
        """The figurine that stands at a place of the pads that are looked at, or -1."""
        if place is None or place.kind not in (FIGURINE, AROUND):
            return -1
        side, stand = side_and_stand(place)
        return PADS[self.state.pads[2 * self.board + side]][side].seats[stand]

    def in_hand(self, place: Place | None) -> int:
        """Which token of the tray would be laid at a place, or -1."""
        return self._held if self.laying and place is not None and place.kind == SPACE else -1

    @property
    def _held(self) -> int:
        kinds = [Held(item.kind, item.stamp) for item in self.items]
        return kinds.index(self.begun) if isinstance(self.begun, Held) and self.begun in kinds else 0

    def carried(self, begun: Begun) -> Begun | None:
        """The next token of the kind in hand."""
        left = [Held(item.kind, item.stamp) for item in self.items]
        return begun if self.state.phase in LAYING and begun in left else None

    def taken(self, place: Place) -> Held | None:
        """What a hand takes that reaches for a place: a token of the tray, while tokens are laid."""
        if place.kind != TOKEN or not self.laying:
            return None
        item = self.items[place.number]
        return Held(item.kind, item.stamp)

    # Places

    def places(self) -> Sequence[Place]:
        if self.state.phase == phases.TURN_PADS:
            return ()
        button = (BUTTON,) if self.button else ()
        if self.naming:
            return *FIGURINE_PLACES[0], *FIGURINE_PLACES[1], *button
        tray = (Place(TOKEN, number) for number in range(len(self.items)))
        return *SPACE_PLACES, *tray, *button

    def targets(self) -> list[Place]:
        """Of the figurines, each stands on both pads: once is enough."""
        if not self.deciding:
            return super().targets()
        if self.phase == phases.TURN_PADS:
            return []
        if self.naming:
            found = list(FIGURINE_PLACES[DIAMOND])
        else:
            found = [SPACE_PLACES[space] for space in self._spaces_to_choose()]
        return [*found, BUTTON] if self.button else found

    def _spaces_to_choose(self) -> list[int]:
        if self.laying:
            return spaces_of(self._empty) if self.items else []
        return spaces_of(self._open)

    def start(self, place: Place | None) -> Place | None:
        """Where the next step is likely to be."""
        if not self.deciding or self.phase == phases.TURN_PADS:
            return super().start(place)
        if self.naming:
            return place if place is not None and place.kind == FIGURINE else MIDDLE_OF_DIAMOND
        on_space = place is not None and place.kind == SPACE
        if isinstance(self.begun, Held):
            return place if on_space else self._nearest(place)
        if self.phase == phases.BEFORE or (self.phase == phases.PAINT and not any(self.state.lifted)):
            return BUTTON
        if self.phase == phases.SHIFT:
            return self._most_paid()
        return place if on_space and place in self.targets() else self._nearest(place)

    def _most_paid(self) -> Place:
        """Where the flower that is held would bring most; of equals, the nearest."""
        state, mover = self.state, self._mover

        def paid(space: int) -> tuple[int, int]:
            worth = worth_of(state, mover, flowers_after(state, POINT[space]))
            return sum(worth.now), sum(worth.coming) if state.round < ROUNDS else 0

        worths = {space: paid(space) for space in spaces_of(self._open)}
        best = max(worths.values())
        return nearest([space for space, worth in worths.items() if worth == best], point_of(state.held))

    def _nearest(self, place: Place | None) -> Place:
        """The space to choose that is nearest to the cursor, or to the figurine that was lifted around."""
        spaces = self._spaces_to_choose()
        if not spaces:
            return BUTTON
        if place is not None and place.kind == SPACE:
            return nearest(spaces, point_of(place.number))
        face = PADS[self.state.pads[2 * self.board]][DIAMOND]
        return nearest(spaces, point_of_figurine(face.seats.index(max(0, self.state.own))))

    # What can be done

    def at(self, place: Place) -> list[Offer]:
        if self.laying:
            return self._from_tray(place)
        if self.naming:
            return [self.offer(FIGURINES[move.figurine], move) for move in self._names]
        if place.kind == SPACE and self._open >> place.number & 1:
            return [self.offer(self._point_label(place.number), POINT[place.number])]
        return []

    def anywhere(self) -> list[Offer]:
        found = [self.offer(f"pad {move.pad + 1} diamond", move) for move in self.legal if isinstance(move, Turn)]
        if self.phase in GOING_ON:
            move, label = GOING_ON[self.phase]
            found.append(self.offer(label, move, key="e"))
        return found

    def _from_tray(self, place: Place) -> list[Offer]:
        """One offer for each kind on the tray: on an empty space it is laid there, elsewhere taken in hand."""
        if place.kind == SPACE and self._empty >> place.number & 1:
            return [
                self.offer(item.name, (STAMP if item.stamp else PUT)[item.kind][place.number]) for item in self.items
            ]
        return [
            Offer(item.name, partial(self._hold_words, item, place), begins=Held(item.kind, item.stamp))
            for item in self.items
        ]

    def natural(self, place: Place | None) -> int:
        """What Enter means: on the button to go on, at a figurine to name it, on a space to lay what is held."""
        if place is None:
            return 0
        if self.naming:
            figurines = [move.figurine for move in self._names]
            here = self.figurine(place)
            return figurines.index(here) if here in figurines else len(figurines)
        if self.laying:
            if place == BUTTON:
                return len(self.items)
            return place.number if place.kind == TOKEN else self._held
        return 0

    def shown(self, plan: Sequence[Move]) -> Shown:
        place = self._place_of(plan[0])
        return Shown(None, place, [offer.move for offer in self.choices(place)].index(plan[0]))

    def _place_of(self, move: Move) -> Place | None:
        """Where a legal move is made."""
        match move:
            case Turn():
                return None
            case Name(figurine=figurine):
                return next(place for place in FIGURINE_PLACES[DIAMOND] if self.figurine(place) == figurine)
            case Put(space=space) | Stamp(space=space) | Point(space=space):
                return SPACE_PLACES[space]
            case _:
                return BUTTON

    def refusal(self, key: str, place: Place | None) -> str:
        return NOT_YET.get(self.phase) or super().refusal(key, place)

    def why_not(self, place: Place) -> str:
        return reasons.why_not(self.state, self.board, place)

    def chapter(self) -> str:
        return CHAPTERS[self.state.phase]

    @property
    def escape_undoes(self) -> bool:
        """A stamp just laid, or a flower just picked, has only begun something."""
        return self.phase in (phases.CHANGE, phases.PICK, phases.SHIFT)

    # What is to be seen

    def pads(self, place: Place | None, offer: Offer | None) -> Pads:
        """The pads that are looked at, and what this choice at a place would change of them."""
        move = offer.move if offer is not None else None
        if (known := self._looks.get((place, move))) is None:
            known = look(self.state, self.board, move, self._lit_figurine(place, move), self._out_of_question())
            self._looks[place, move] = known
        return known

    @cached_property
    def _looks(self) -> dict[tuple[Place | None, Move | None], Pads]:
        """The pads as they have been looked at: whoever paints asks more than once."""
        return {}

    def _lit_figurine(self, place: Place | None, move: Move | None) -> int:
        if isinstance(move, Name):
            return move.figurine
        if isinstance(move, Lift):
            return self.state.own
        return self.figurine(place) if self.naming else -1

    def _out_of_question(self) -> int:
        """While a flower is chosen, the spaces that cannot be; the flower that is held stays bright."""
        if self.phase not in (phases.PICK, phases.SHIFT):
            return 0
        held = 1 << self.state.held if self.phase == phases.SHIFT else 0
        return ALL & ~self._open & ~held

    # What is new

    def altered(self, before: Position) -> frozenset[Place]:
        """On everybody's pads: all of them lie open."""
        return news.altered(before, self.state)

    def changed(self, before: Position) -> list[str]:
        return news.consequences(before, self.state, self.seat, self.names) if self.seat is not None else []

    def moments(self, before: Position, events: Sequence[Event]) -> list[Moment]:
        return news.moments(before, self.state, events, self.seat, self.names) if self.seat is not None else []

    # In words

    def question(self) -> str:
        state = self.state
        match self.phase:
            case phases.TURN_PADS:
                return f"{state.prompt.sentence} Arrows show both ways."
            case phases.CHOOSE:
                whose = "you lift" if state.players == 1 else "everybody lifts"
                return f"Name a figurine: {whose} around it. Arrows, then Enter."
            case phases.BEFORE:
                return f"Lift around the {FIGURINES[state.own]} (e), or lay a stamp on an empty space first."
            case phases.CHANGE | phases.PICK:
                return f"{state.prompt.sentence} Esc: back."
            case phases.PAINT:
                return self._laying_words()
            case phases.SHIFT:
                flower = FLOWERS[kind_at(state, self.board, state.held)].capitalize()
                where = SPACE_NAMES[state.held]
                return f"{flower} from {where}: choose an empty space, or a flower to swap. Esc: back."
        return super().question()

    def _laying_words(self) -> str:
        flowers = sum(item.many for item in self.items if not item.stamp)
        stamps = sum(item.many for item in self.items if item.stamp)
        if not self.items:
            return "Everything is laid. Enter ends the turn, u takes back."
        if not flowers:
            return f"{count(stamps, 'stamp')} left: lay one on an empty space, or end the turn (e)."
        also = f", {count(stamps, 'stamp')}" if stamps else ""
        return f"Lay {count(flowers, 'flower')}{also} on empty spaces with Enter; e ends the turn."

    def words(self, move: Move) -> str:
        match move:
            case Name():
                return self._name_words(move)
            case Put() | Stamp():
                return f"{self._described(move)}: {self._worth_words(move)}{self._end_words(move)}"
            case Point() if self.state.phase == phases.SHIFT:
                return f"{self._described(move)}: {self._worth_words(move)}{self._end_words(move)}"
            case Nothing():
                return f"{self._described(move)}{self._end_words(move)}"
            case Done():
                paid = points_of(sum(goal_points(self.state, self._mover)))
                return f"{self._described(move)}: this round pays {paid}"
            case _:
                return self._described(move)

    def alike(self, move: Move) -> str:
        told = self.words(move)
        if not isinstance(move, Put | Stamp | Point):
            return told
        where = space_text(self.state, self._mover, move.space)
        return told.replace(f" on {where}", "").replace(f" to {where}", "")

    @property
    def _mover(self) -> int:
        """Whose legal moves are put into words."""
        assert self.state.actor is not None
        return self.state.actor

    def _described(self, move: Move) -> str:
        """A move in a few words, and what else it lets one do."""
        text = self.state.describe(move)
        if isinstance(move, Stamp) and self.state.phase == phases.PAINT:
            return f"{text}, then move or swap"
        if isinstance(move, Stamp) and not self.state.beginners:
            return f"{text}, then change figurine"
        return text

    def _name_words(self, move: Name) -> str:
        """ "name the fox: lift 4 (oo r t), turn 2 stamps · Boris 3"."""
        state, mover = self.state, self._mover
        lifted, turned = liftable(state, mover, move.figurine)
        flowers = zip(FLOWER_LETTERS, flowers_of(state, mover), strict=True)
        kinds = [letter * (mask & lifted).bit_count() for letter, mask in flowers]
        everybody = state.phase == phases.CHOOSE
        text = f"{'name' if everybody else 'take'} the {FIGURINES[move.figurine]}: "
        text += f"lift {lifted.bit_count()} ({' '.join(filter(None, kinds))})" if lifted else "lift nothing"
        text += f", turn {count(turned.bit_count(), 'stamp')}" if turned else ""
        if everybody and state.players > 1:
            others = [
                f"{self.names[seat]} {liftable(state, seat, move.figurine)[0].bit_count()}"
                for seat in range(state.players)
                if seat != mover
            ]
            text += f" · {', '.join(others)}"
        return text

    def _worth_words(self, move: Move) -> str:
        """ "now 9 (+2) · next 4 (-1)"."""
        state, mover = self.state, self._mover
        before = worth_of(state, mover, flowers_of(state, mover))
        after = worth_of(state, mover, flowers_after(state, move))
        words = f"now {_changed(sum(before.now), sum(after.now))}"
        if state.round < ROUNDS:
            words += f" · next {_changed(sum(before.coming), sum(after.coming))}"
        elif isinstance(move, Stamp):
            words += f" · {STAMP_POINTS} more for the stamp at the end"
        return words

    def _end_words(self, move: Move) -> str:
        """Said of the last move of a turn, which ends by itself then."""
        return " · ends the turn" if ends_turn(self.state, move) else ""

    def _hold_words(self, item: Item, place: Place) -> str:
        """What is said of a token that cannot be laid here."""
        if place.kind != SPACE:
            return f"take the {item.name} in hand"
        if self.begun == Held(item.kind, item.stamp):
            return "nothing: something lies here already; Tab jumps to the empty spaces"
        return f"{self.says(place)}. The {item.name} needs an empty space"

    def _point_label(self, space: int) -> str:
        if self.phase == phases.PICK:
            return "take this flower"
        return "move it here" if self._empty >> space & 1 else "swap them"

    def named(self, word: str) -> Place | None:
        """A space ("c3"), what is around a figurine of a pad ("circle fox"), "diamond pad", "pattern goal"."""
        for place in (place for row in FIGURINE_PLACES for place in row):
            if word == f"{SIDES[side_and_stand(place)[0]]} {FIGURINES[self.figurine(place)]}":
                return Place(AROUND, place.number)
        return NAMED.get(word) or super().named(word)

    def says(self, place: Place) -> str:
        state, seat = self.state, self.board
        if place.kind in (FIGURINE, AROUND):
            figurine = self.figurine(place)
            spaces = spaces_of(around(state, seat, figurine))
            if place.kind == AROUND:
                return "; ".join(self.says(SPACE_PLACES[space]) for space in spaces[side_and_stand(place)[0] * 4 :][:4])
            return f"the {FIGURINES[figurine]}, with {listed(SPACE_NAMES[space] for space in spaces)} around it"
        if place.kind == TOKEN:
            # The cursor may still be where a token lay.
            return self.items[place.number].name if place.number < len(self.items) else ""
        if place.kind != SPACE:
            return ""
        kind = kind_at(state, seat, place.number)
        stamp = bool(state.stamps[seat] >> place.number & 1)
        return f"{space_text(state, seat, place.number)}: {Item(kind, stamp, 1).name if kind >= 0 else 'empty'}"

    def explain(self, place: Place | None) -> str:
        """What lies there, the three goals, and how to read the pads."""
        here = self.says(place) if place is not None else ""
        first = [f"{here}."] if here else []
        return "\n\n".join([*first, *goals(self.state, self.seat), "\n".join(_LEGEND)])


def _changed(before: int, after: int) -> str:
    """ "6", or "6 (+2)" when it changes."""
    return str(after) if before == after else f"{after} ({after - before:+})"


OFFERS = GzhelOffers

"""What can be done, where, and what it would bring: one answer for screen, plain mode, tips, lessons and reviews.

A game's `offers.py` has an `OFFERS`, a subclass of `Offers` for its positions. An object of it is made for one seat and
one position (and made anew when either changes); it is cheap until something is read from it. It says nothing that
the seat may not know: on two positions that look alike to the seat, everything here is the same.

    table = game.offers(match.state, seat, match.names)
    for place in table.places():
        for offer in table.at(place):
            print(place, offer.label, offer.moves, offer.brings())
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Generic, NamedTuple, TypeVar

import msgspec

from core.game import Event, Move, State


class Place(NamedTuple):
    """Somewhere on the table that can be pointed at: a kind ("cell", "region", "card") and which of them."""

    kind: str
    number: int = 0


class Begun(msgspec.Struct, frozen=True):
    """A choice that is only half made: tiles laid but not kept, hares counted but not landed.

    It belongs to whoever decides, not to the position; a game's own subclasses hold what was begun.
    """


class Offer(msgspec.Struct, frozen=True):
    """Something that can be done: moves to be played one after the other, or a step that begins a choice."""

    #: A word or two, for a button.
    label: str
    #: What it would bring, in a sentence; made when it is read.
    brings: Callable[[], str]
    moves: tuple[Move, ...] = ()
    begins: Begun | None = None
    #: A key of its own, besides its number ("f" fills in).
    key: str = ""

    @property
    def move(self) -> Move | None:
        """The move that it makes first; None when it only begins something."""
        return self.moves[0] if self.moves else None

    @property
    def is_spent(self) -> bool:
        """Whether it does nothing any more, and is only listed so that the others keep their digits."""
        return not self.moves and self.begins is None


class Shown(NamedTuple):
    """Where a turn is carried out: what must have been begun, the place, and which of the choices there."""

    begun: Begun | None
    place: Place | None
    pick: int


class Moment(NamedTuple):
    """Something worth a look before the table goes on: what counted, where, and what it brought.

    `board` is the seat on whose board the places are (None: on a board that all share). What `stays` is shown until a
    key is pressed, the rest for a short while.
    """

    words: str
    places: tuple[Place, ...] = ()
    board: int | None = None
    stays: bool = False


S = TypeVar("S", bound=State)


class Offers(Generic[S]):
    """What one seat sees of a position, and what it can do there. None is a bystander, who can do nothing.

    `board` is the seat whose board is looked at, where each has one; unless another is `wanted`, one's own. Nothing is
    offered unless the seat is `deciding`, before its own board.
    """

    def __init__(
        self,
        state: S,
        seat: int | None,
        names: Sequence[str],
        begun: Begun | None = None,
        board: int | None = None,
        deciding: bool = True,
        legal: Sequence[Move] | None = None,
    ) -> None:
        self.state = state
        self.seat = seat
        self.names = names
        self.begun = begun
        self.wanted = board
        self.board = next(each for each in (board, seat, state.actor, 0) if each is not None)
        self.deciding = deciding and seat is not None and state.actor == seat == self.board
        self._legal = legal
        self._choices: dict[Place | None, list[Offer]] = {}

    # What a game provides

    def places(self) -> Sequence[Place]:
        """Every place that can be looked at now, in reading order."""
        return ()

    def at(self, place: Place) -> list[Offer]:
        """What can be done at a place, the likeliest first; asked only while the seat decides."""
        return []

    def anywhere(self) -> list[Offer]:
        """What can be done wherever the cursor is; asked only while the seat decides."""
        return [self.offer(move.notation, move) for move in self.legal]

    def words(self, move: Move) -> str:
        """A legal move in words, with what it would bring."""
        return self.state.describe(move)

    def alike(self, move: Move) -> str:
        """The same without its place: in a long list moves are told together of which this is the same."""
        return self.words(move)

    def numbered(self) -> Sequence[Move | str]:
        """The legal moves as plain lines number them; of a spent one, why: the others keep their numbers."""
        return self.legal

    def question(self) -> str:
        """What the actor is asked, in one sentence."""
        return self.state.prompt.sentence

    def says(self, place: Place) -> str:
        """What lies at a place, in a few words."""
        return ""

    def named(self, word: str) -> Place | None:
        """The place that a lesson or a picture calls so: its kind, and which of them ("region 3"); None: no place.

        A game may have shorter names, and names for what is only pointed at.
        """
        kind, _, number = word.partition(" ")
        place = Place(kind, int(number)) if number.isdecimal() else Place(word)
        return place if place in self.places() or (kind == "seat" and place.number < len(self.names)) else None

    def explain(self, place: Place | None) -> str:
        """What lies at a place, in full."""
        return (self.says(place) if place else "") or self.state.board(self.seat)

    def why_not(self, place: Place) -> str:
        """Why nothing can be done at a place, in a few words; asked only where that is so."""
        return ""

    def chapter(self) -> str:
        """The heading of the rules that the decision at hand is explained under."""
        return ""

    def altered(self, before: S) -> frozenset[Place]:
        """The places where something has changed since an earlier position, as far as the seat may know."""
        return frozenset()

    def changed(self, before: S) -> list[str]:
        """What has changed for this seat since an earlier position, the most important first; a sentence each."""
        return []

    def moments(self, before: S, events: Sequence[Event]) -> list[Moment]:
        """What is worth a look after a move: `before` is the position that it was made in, the events are its own.

        Points that arrived, group by group, with the places that counted; a result that should be read in peace.
        """
        return []

    def targets(self) -> list[Place]:
        """The places where something can be done, in the order in which Tab visits them."""
        return [place for place in self.places() if self.at(place)] if self.deciding else list(self.places())

    def start(self, place: Place | None) -> Place | None:
        """Where the cursor goes when this begins, if it was at `place` before."""
        targets = self.targets()
        return place if place in targets or not targets else targets[0]

    def natural(self, place: Place | None) -> int:
        """Which of the choices at a place Enter means before another is picked."""
        return 0

    def shortcuts(self) -> dict[str, str]:
        """The keys of this game that mean something in this decision, each with a word for it."""
        return {offer.key: offer.label for offer in self.anywhere() if offer.key} if self.deciding else {}

    def shortcut(self, key: str, place: Place | None) -> Offer | None:
        """What a key of this game does at a place."""
        return next((offer for offer in self.choices(place) if offer.key == key), None)

    def refusal(self, key: str, place: Place | None) -> str:
        """Why a key of this game does nothing now."""
        return "That cannot be done here."

    def shown(self, plan: Sequence[Move]) -> Shown:
        """Where the turn that begins with these legal moves is carried out."""
        for place in (None, *self.places()):
            offered = [offer.move for offer in self.choices(place)]
            if plan[0] in offered:
                return Shown(None, place, offered.index(plan[0]))
        return Shown(None, None, 0)

    def carried(self, begun: Begun) -> Begun | None:
        """What of a choice that was begun in the decision before still stands in this one."""
        return None

    def back(self) -> Begun | None:
        """What is still begun after Escape has taken back one step of it."""
        return None

    @property
    def escape_undoes(self) -> bool:
        """Whether Escape takes the last move back, because it only began what is asked now."""
        return False

    # What all have

    @cached_property
    def legal(self) -> Sequence[Move]:
        """The moves that the seat can make now; whoever has found them already need not find them again."""
        if not self.deciding:
            return ()
        return self._legal if self._legal is not None else self.state.moves()

    def offer(self, label: str, move: Move, key: str = "") -> Offer:
        """One legal move as an offer."""
        return Offer(label, partial(self.words, move), (move,), key=key)

    def choices(self, place: Place | None) -> list[Offer]:
        """Everything that can be done at a place, in the order of the digits."""
        if not self.deciding:
            return []
        if place not in self._choices:
            self._choices[place] = (self.at(place) if place is not None else []) + self.anywhere()
        return self._choices[place]

    def picked(self, place: Place | None, pick: int) -> Offer | None:
        """The choice of that number, or the last; None where nothing can be done."""
        choices = self.choices(place)
        return choices[min(pick, len(choices) - 1)] if choices else None

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

from core.game import GameEvent, Move, State


class Target(NamedTuple):
    """Somewhere on the table that can be pointed at: a kind ("cell", "region", "card") and which of them."""

    kind: str
    number: int = 0


class Draft(msgspec.Struct, frozen=True):
    """A choice that is only half made: tiles laid but not kept, hares counted but not landed.

    It belongs to whoever decides, not to the position; a game's own subclasses hold what was begun.
    """


class Choice(msgspec.Struct, frozen=True):
    """Something that can be done: moves to be played one after the other, or a step that begins a choice."""

    #: A word or two, for a button.
    label: str
    #: What it would bring, in a sentence; made when it is read.
    preview: Callable[[], str]
    moves: tuple[Move, ...] = ()
    next_draft: Draft | None = None
    #: A key of its own, besides its number ("f" fills in).
    key: str = ""

    @property
    def first_move(self) -> Move | None:
        """The move that it makes first; None when it only begins something."""
        return self.moves[0] if self.moves else None

    @property
    def is_disabled(self) -> bool:
        """Whether it does nothing any more, and is only listed so that the others keep their digits."""
        return not self.moves and self.next_draft is None


class ChoiceLocation(NamedTuple):
    """Where a turn is carried out: what must have been begun, the place, and which of the choices there."""

    draft: Draft | None
    target: Target | None
    choice_index: int


class Moment(NamedTuple):
    """Something worth a look before the table goes on: what counted, where, and what it brought.

    `board` is the seat on whose board the places are (None: on a board that all share). What `stays` is shown until a
    key is pressed, the rest for a short while.
    """

    text: str
    targets: tuple[Target, ...] = ()
    board: int | None = None
    waits_for_key: bool = False


S = TypeVar("S", bound=State)


class SeatView(Generic[S]):
    """What one seat sees of a position, and what it can do there. None is a bystander, who can do nothing.

    `board` is the seat whose board is looked at, where each has one; unless another is `wanted`, one's own. Nothing is
    offered unless the seat is `deciding`, before its own board.
    """

    def __init__(
        self,
        state: S,
        seat: int | None,
        names: Sequence[str],
        draft: Draft | None = None,
        board: int | None = None,
        deciding: bool = True,
        legal: Sequence[Move] | None = None,
    ) -> None:
        self.state = state
        self.seat = seat
        self.names = names
        self.draft = draft
        self.requested_board = board
        self.board_seat = next(each for each in (board, seat, state.actor, 0) if each is not None)
        self.is_deciding = deciding and seat is not None and state.actor == seat == self.board_seat
        self._legal = legal
        self._choices: dict[Target | None, list[Choice]] = {}

    # What a game provides

    def targets(self) -> Sequence[Target]:
        """Every place that can be looked at now, in reading order."""
        return ()

    def choices_at(self, target: Target) -> list[Choice]:
        """What can be done at a place, the likeliest first; asked only while the seat decides."""
        return []

    def global_choices(self) -> list[Choice]:
        """What can be done wherever the cursor is; asked only while the seat decides."""
        return [self.choice_for(move.notation, move) for move in self.legal_moves]

    def describe_move(self, move: Move) -> str:
        """A legal move in words, with what it would bring."""
        return self.state.describe(move)

    def group_key(self, move: Move) -> str:
        """The same without its place: in a long list moves are told together of which this is the same."""
        return self.describe_move(move)

    def numbered_moves(self) -> Sequence[Move | str]:
        """The legal moves as plain lines number them; of a spent one, why: the others keep their numbers."""
        return self.legal_moves

    def question(self) -> str:
        """What the actor is asked, in one sentence."""
        return self.state.prompt.sentence

    def caption(self, target: Target) -> str:
        """What lies at a place, in a few words."""
        return ""

    def target_named(self, word: str) -> Target | None:
        """The place that a lesson or a picture calls so: its kind, and which of them ("region 3"); None: no place.

        A game may have shorter names, and names for what is only pointed at.
        """
        kind, _, number = word.partition(" ")
        target = Target(kind, int(number)) if number.isdecimal() else Target(word)
        return target if target in self.targets() or (kind == "seat" and target.number < len(self.names)) else None

    def explain(self, target: Target | None) -> str:
        """What lies at a place, in full."""
        return (self.caption(target) if target else "") or self.state.board_text(self.seat)

    def unavailable_reason(self, target: Target) -> str:
        """Why nothing can be done at a place, in a few words; asked only where that is so."""
        return ""

    def rules_heading(self) -> str:
        """The heading of the rules that the decision at hand is explained under."""
        return ""

    def changed_targets(self, before: S) -> frozenset[Target]:
        """The places where something has changed since an earlier position, as far as the seat may know."""
        return frozenset()

    def change_texts(self, before: S) -> list[str]:
        """What has changed for this seat since an earlier position, the most important first; a sentence each."""
        return []

    def moments(self, before: S, events: Sequence[GameEvent]) -> list[Moment]:
        """What is worth a look after a move: `before` is the position that it was made in, the events are its own.

        Points that arrived, group by group, with the places that counted; a result that should be read in peace.
        """
        return []

    def tab_stops(self) -> list[Target]:
        """The places where something can be done, in the order in which Tab visits them."""
        return (
            [target for target in self.targets() if self.choices_at(target)]
            if self.is_deciding
            else list(self.targets())
        )

    def initial_target(self, target: Target | None) -> Target | None:
        """Where the cursor goes when this begins, if it was at `place` before."""
        targets = self.tab_stops()
        return target if target in targets or not targets else targets[0]

    def default_index(self, target: Target | None) -> int:
        """Which of the choices at a place Enter means before another is picked."""
        return 0

    def shortcuts(self) -> dict[str, str]:
        """The keys of this game that mean something in this decision, each with a word for it."""
        return {choice.key: choice.label for choice in self.global_choices() if choice.key} if self.is_deciding else {}

    def choice_for_key(self, key: str, target: Target | None) -> Choice | None:
        """What a key of this game does at a place."""
        return next((choice for choice in self.choices(target) if choice.key == key), None)

    def key_refusal(self, key: str, target: Target | None) -> str:
        """Why a key of this game does nothing now."""
        return "That cannot be done here."

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Where the turn that begins with these legal moves is carried out."""
        for target in (None, *self.targets()):
            offered = [choice.first_move for choice in self.choices(target)]
            if plan[0] in offered:
                return ChoiceLocation(None, target, offered.index(plan[0]))
        return ChoiceLocation(None, None, 0)

    def carry_over(self, draft: Draft) -> Draft | None:
        """What of a choice that was begun in the decision before still stands in this one."""
        return None

    def step_back(self) -> Draft | None:
        """What is still begun after Escape has taken back one step of it."""
        return None

    @property
    def escape_undoes(self) -> bool:
        """Whether Escape takes the last move back, because it only began what is asked now."""
        return False

    # What all have

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The moves that the seat can make now; whoever has found them already need not find them again."""
        if not self.is_deciding:
            return ()
        return self._legal if self._legal is not None else self.state.legal_moves()

    def choice_for(self, label: str, move: Move, key: str = "") -> Choice:
        """One legal move as an offer."""
        return Choice(label, partial(self.describe_move, move), (move,), key=key)

    def choices(self, target: Target | None) -> list[Choice]:
        """Everything that can be done at a place, in the order of the digits."""
        if not self.is_deciding:
            return []
        if target not in self._choices:
            self._choices[target] = (self.choices_at(target) if target is not None else []) + self.global_choices()
        return self._choices[target]

    def choice_at(self, target: Target | None, pick: int) -> Choice | None:
        """The choice of that number, or the last; None where nothing can be done."""
        choices = self.choices(target)
        return choices[min(pick, len(choices) - 1)] if choices else None

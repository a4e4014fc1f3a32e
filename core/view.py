"""What one seat sees of a state and can choose there; the screen, plain mode, hints, lessons and reviews all ask here.

A game's `view` module has a `VIEW`, a subclass of `SeatView` for its states. An object of it is made for one seat and
one state (and made anew when either changes); it is cheap until something is read from it. It depends on nothing that
the seat may not know: for two states that look alike to the seat, everything here is the same.

    view = game.view(match.state, seat, match.names)
    for target in view.targets():
        for choice in view.choices(target):
            print(target, choice.label, choice.moves, choice.preview())
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Generic, NamedTuple, TypeVar

import msgspec

from core.game import GameEvent, Move, State


class Target(NamedTuple):
    """Something on the board that the cursor can point at: a kind ("cell", "region", "card") and which of them."""

    kind: str
    number: int = 0


class Draft(msgspec.Struct, frozen=True):
    """A half-made choice, such as tiles placed but not confirmed. A game's own subclasses hold what was chosen so far.

    It belongs to the deciding player, not to the state, so it is never saved.
    """


class Choice(msgspec.Struct, frozen=True):
    """Something that can be done: moves to be played one after the other, or a step that begins or extends a draft."""

    #: A word or two, for a button.
    label: str
    #: Returns a sentence on what it would bring; called only when it is shown.
    preview: Callable[[], str]
    moves: tuple[Move, ...] = ()
    next_draft: Draft | None = None
    #: A key of its own, besides its number ("f" fills in).
    key: str = ""

    @property
    def first_move(self) -> Move | None:
        """The move that it plays first; None when it only changes the draft."""
        return self.moves[0] if self.moves else None

    @property
    def is_disabled(self) -> bool:
        """Whether it does nothing any more and is only listed so that the others keep their digits."""
        return not self.moves and self.next_draft is None


class PromptItem(NamedTuple):
    """An entry of the row of choices: what a key does now, by making a choice or by moving the cursor to a target."""

    #: The key: a digit (0 is the tenth), a letter, or nothing.
    key: str
    label: str
    choice: Choice | None = None
    target: Target | None = None

    @property
    def is_disabled(self) -> bool:
        """Whether it does nothing now, and is only listed so that the others keep their keys."""
        return self.target is None and (self.choice is None or self.choice.is_disabled)


class ChoiceLocation(NamedTuple):
    """Where a turn is carried out: the draft that it needs, the target, and which of the choices there."""

    draft: Draft | None
    target: Target | None
    choice_index: int


class Moment(NamedTuple):
    """Something worth a look before the match goes on: what scored, where, and what it brought.

    `board` is the seat on whose board the targets are (None: on a board that all share). With `waits_for_key` it is
    shown until a key is pressed, else for a short while. Where pieces move in it, a board can show it in frames; one
    without targets is nothing but such a movement.
    """

    text: str
    targets: tuple[Target, ...] = ()
    board: int | None = None
    waits_for_key: bool = False
    #: The pieces that move, by the game's own numbers.
    moving: tuple[int, ...] = ()

    @property
    def is_movement_alone(self) -> bool:
        return bool(self.moving) and not self.targets


S = TypeVar("S", bound=State)


class SeatView(Generic[S]):
    """What one seat sees of a state and can choose there. Seat None is a spectator, who can choose nothing.

    `board_seat` is the seat whose board is shown, where each has one: the requested `board`, by default one's own.
    There are no choices unless the seat decides and its own board is shown.
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
        """Return every target that the cursor can reach now, in reading order."""
        return ()

    def choices_at(self, target: Target) -> list[Choice]:
        """Return what can be done at a target, the likeliest first; called only while the seat decides."""
        return []

    def global_choices(self) -> list[Choice]:
        """Return what can be done wherever the cursor is; called only while the seat decides."""
        return [self.choice_for(move.notation, move) for move in self.legal_moves]

    def describe_move(self, move: Move) -> str:
        """Return a legal move in words, with what it would bring."""
        return self.state.describe(move)

    def group_key(self, move: Move) -> str:
        """Return the description without its target: a long list shows moves with the same key as one group."""
        return self.describe_move(move)

    def move_groups(self) -> Mapping[str, Sequence[Move]]:
        """Return kinds of moves by a word each, where plain mode asks for the kind first: "rose", then where."""
        return {}

    def numbered_moves(self) -> Sequence[Move | str]:
        """Return the legal moves as plain mode numbers them, with a text for a spent one, so that numbers stay."""
        return self.legal_moves

    def question(self) -> str:
        """Return the question to the actor, in one sentence."""
        return self.state.prompt.sentence

    def caption(self, target: Target) -> str:
        """Return what lies at a target, in a few words."""
        return ""

    def target_named(self, word: str) -> Target | None:
        """Return the target that a lesson or a diagram names by its kind and number ("region 3"); None: there is none.

        A game may have shorter names, and names for targets that are only pointed at.
        """
        kind, _, number = word.partition(" ")
        target = Target(kind, int(number)) if number.isdecimal() else Target(word)
        return target if target in self.targets() or (kind == "seat" and target.number < len(self.names)) else None

    def explain(self, target: Target | None) -> str:
        """Return what lies at a target, in full."""
        return (self.caption(target) if target else "") or self.state.board_text(self.seat)

    def unavailable_reason(self, target: Target) -> str:
        """Return why nothing can be done at a target, in a few words; called only where that is so."""
        return ""

    def rules_heading(self) -> str:
        """Return the heading of the rules under which the decision at hand is explained."""
        return ""

    def changed_targets(self, before: S) -> frozenset[Target]:
        """Return the targets that have changed since an earlier state, as far as the seat may know."""
        return frozenset()

    def change_texts(self, before: S) -> list[str]:
        """Return what has changed for this seat since an earlier state, the most important first; a sentence each."""
        return []

    def turn_facts(self, seat: int | None, before: S, events: Sequence[GameEvent]) -> list[str]:
        """Return what a seat did since an earlier state, as the parts of one line, the most important first.

        The line follows the seat's name and is followed by its points, so it names neither: "lifts 3 foxes", "places
        2 amulets". Parts for which there is no room are left out from the end. The events are those of this seat that
        the viewer may know; of seat None, those of the table, which nobody did. Empty: their sentences are told.
        """
        return []

    def moments(self, before: S, events: Sequence[GameEvent]) -> list[Moment]:
        """Return what is worth a look after a move: `before` is the state that it was made in, the events are its own.

        Such as points that were scored, group by group, with the targets that scored them, or a result to be read.
        """
        return []

    def prompt_items(self, target: Target | None) -> list[PromptItem]:
        """Return the row of choices while the cursor is at a target: by default its choices, by their numbers.

        A game whose choices have keys of their own for the whole game says so here, and may list other targets.
        """
        keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]
        choices = self.choices(target)
        return [
            PromptItem(keys[number] if number < len(keys) else "", choice.label, choice)
            for number, choice in enumerate(choices)
        ]

    def tab_stops(self) -> list[Target]:
        """Return the targets at which something can be chosen, in the order of Tab; all while it does not decide."""
        return (
            [target for target in self.targets() if self.choices_at(target)]
            if self.is_deciding
            else list(self.targets())
        )

    def initial_target(self, target: Target | None) -> Target | None:
        """Return where the cursor goes when this view is first shown, if it was at `target` before."""
        targets = self.tab_stops()
        return target if target in targets or not targets else targets[0]

    def default_index(self, target: Target | None) -> int:
        """Return which of the choices at a target Enter takes before another is picked."""
        return 0

    def shortcuts(self) -> dict[str, str]:
        """Return the keys of this game that have an effect in this decision, each with its label."""
        return {choice.key: choice.label for choice in self.global_choices() if choice.key} if self.is_deciding else {}

    def choice_for_key(self, key: str, target: Target | None) -> Choice | None:
        """Return the choice that a key of this game makes at a target."""
        return next((choice for choice in self.choices(target) if choice.key == key), None)

    def key_refusal(self, key: str, target: Target | None) -> str:
        """Return why a key of this game does nothing now."""
        return "That is not possible here."

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Return where the turn that begins with these legal moves is carried out."""
        for target in (None, *self.targets()):
            offered = [choice.first_move for choice in self.choices(target)]
            if plan[0] in offered:
                return ChoiceLocation(None, target, offered.index(plan[0]))
        return ChoiceLocation(None, None, 0)

    def carry_over(self, draft: Draft) -> Draft | None:
        """Return what remains in this decision of a draft from the decision before; None: nothing."""
        return None

    def step_back(self) -> Draft | None:
        """Return the draft after Escape has taken back one step of it; None: nothing is left."""
        return None

    @property
    def escape_undoes(self) -> bool:
        """Whether Escape takes the last move back, because that move only led to the decision at hand."""
        return False

    # What the framework provides

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The moves that the seat can make now; a caller that knows them passes them as `legal`, to save time."""
        if not self.is_deciding:
            return ()
        return self._legal if self._legal is not None else self.state.legal_moves()

    def choice_for(self, label: str, move: Move, key: str = "") -> Choice:
        """Return one legal move as a choice."""
        return Choice(label, partial(self.describe_move, move), (move,), key=key)

    def choices(self, target: Target | None) -> list[Choice]:
        """Return everything that can be done at a target, in the order of the digits."""
        if not self.is_deciding:
            return []
        if target not in self._choices:
            self._choices[target] = (self.choices_at(target) if target is not None else []) + self.global_choices()
        return self._choices[target]

    def choice_at(self, target: Target | None, pick: int) -> Choice | None:
        """Return the choice of that number, or the last; None where nothing can be done."""
        choices = self.choices(target)
        return choices[min(pick, len(choices) - 1)] if choices else None

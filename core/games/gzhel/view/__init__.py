"""The view of Gzhel: what a seat sees and can choose."""

from collections.abc import Sequence
from functools import cached_property, partial

from core.game import GameEvent, Move
from core.games.gzhel import phases
from core.games.gzhel.components import (
    ALL,
    DIAMOND,
    FIGURINES,
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
    FinishPainting,
    LiftFlowers,
    NameFigurine,
    PlaceStamp,
    PointAtSpace,
    Put,
    SkipStamp,
    TurnPad,
)
from core.games.gzhel.rules import around, empty_spaces, ends_turn, goal_points, kind_at, liftable
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import goals, named, points_of, space_text, tokens
from core.games.gzhel.view import changes, refusals
from core.games.gzhel.view.pads import Pads, flowers_after, flowers_of, pads_picture, pads_worth
from core.games.gzhel.view.scored_round import ScoredRound, scored_round
from core.games.gzhel.view.targets import (
    AROUND,
    BUTTON,
    FIGURINE,
    FIGURINE_TARGETS,
    MIDDLE_OF_DIAMOND,
    NAMED,
    SPACE,
    SPACE_TARGETS,
    TOKEN,
    nearest,
    point_of,
    point_of_figurine,
    side_and_stand,
)
from core.games.gzhel.view.tray import TrayItem, items_of
from core.text import count_text, list_text
from core.view import Choice, ChoiceLocation, Draft, Moment, PromptItem, SeatView, Target

#: The phases in which a figurine is pointed at, and those in which a token of the tray is laid.
NAMING = (phases.CHOOSE, phases.CHANGE)
LAYING = (phases.BEFORE, phases.PAINT)

#: The move that goes on without laying anything, by phase, and its text on the button.
GOING_ON: dict[int, tuple[Move, str]] = {
    phases.BEFORE: (LIFT, "lift"),
    phases.CHANGE: (NOTHING, "keep"),
    phases.PAINT: (DONE, "end turn"),
    phases.PICK: (NOTHING, "move nothing"),
}

#: The keys of the five flowers, and of the same five as stamps, for the whole game; figurines have those of flowers.
FLOWER_KEYS, STAMP_KEYS = "12345", "67890"

#: Why `e` does not go on, by phase.
NOT_YET = {
    phases.TURN_PADS: "First choose your diamond pad.",
    phases.CHOOSE: "First choose a figurine.",
    phases.SHIFT: "First choose where the flower goes; Esc puts it back.",
}

#: The heading of the rules for each decision.
CHAPTERS = {
    phases.TURN_PADS: "Setup",
    phases.CHOOSE: "Choosing a figurine",
    phases.BEFORE: "Before lifting",
    phases.CHANGE: "Before lifting",
    phases.PAINT: "Placing flowers",
    phases.PICK: "Placing flowers",
    phases.SHIFT: "Placing flowers",
    phases.OVER: "The end",
}

#: So many kinds of kept flowers are listed; more are only counted.
_FEW_KINDS = 3
#: With so many players the kinds of flowers that a figurine lifts are listed.
_FEW_PLAYERS = 2


class HeldToken(Draft, frozen=True):
    """A token taken from the tray; it is laid where Enter is pressed next."""

    kind: int
    stamp: bool


class GzhelView(SeatView[GzhelState]):
    """What a seat sees of Gzhel and can choose there.

    Figurines are named where they stand; tokens of the tray are laid on empty spaces; `e` goes on without.
    """

    # Tokens and figurines

    @property
    def phase(self) -> int:
        """The phase of this seat's decision; OVER unless it decides."""
        return self.state.phase if self.is_deciding else phases.OVER

    @property
    def is_naming(self) -> bool:
        return self.phase in NAMING

    @property
    def is_laying(self) -> bool:
        return self.phase in LAYING

    @property
    def button(self) -> str:
        """The text of the button; empty when there is none."""
        return GOING_ON[self.phase][1] if self.phase in GOING_ON else ""

    @property
    def others(self) -> list[int]:
        """The seats whose pads are shown beside the large ones; none before the tokens are dealt."""
        seats = () if self.state.phase == phases.TURN_PADS else range(self.state.players)
        return [seat for seat in seats if seat != self.board_seat]

    @cached_property
    def items(self) -> list[TrayItem]:
        """The tray beside the pads that are shown; empty while a figurine is named."""
        return [] if self.is_naming else items_of(self.state, self.board_seat)

    @cached_property
    def _empty(self) -> int:
        return empty_spaces(self.state, self.board_seat)

    @cached_property
    def _open(self) -> int:
        """The spaces that can be pointed at while a flower is moved or swapped."""
        return sum(1 << move.space for move in self.legal_moves if isinstance(move, PointAtSpace))

    @cached_property
    def _names(self) -> list[NameFigurine]:
        return [move for move in self.legal_moves if isinstance(move, NameFigurine)]

    def figurine(self, target: Target | None) -> int:
        """Return the figurine at a target on the pads that are shown, or -1."""
        if target is None or target.kind not in (FIGURINE, AROUND):
            return -1
        side, stand = side_and_stand(target)
        return PADS[self.state.pads[2 * self.board_seat + side]][side].seats[stand]

    @property
    def _held(self) -> int:
        kinds = [HeldToken(item.kind, item.stamp) for item in self.items]
        return kinds.index(self.draft) if isinstance(self.draft, HeldToken) and self.draft in kinds else 0

    def carry_over(self, draft: Draft) -> Draft | None:
        """Return the next token of the kind in hand, if one is left."""
        left = [HeldToken(item.kind, item.stamp) for item in self.items]
        return draft if self.state.phase in LAYING and draft in left else None

    # Targets

    def targets(self) -> Sequence[Target]:
        if self.state.phase == phases.TURN_PADS:
            return ()
        button = (BUTTON,) if self.button else ()
        if self.is_naming:
            return *FIGURINE_TARGETS[0], *FIGURINE_TARGETS[1], *button
        tray = (Target(TOKEN, number) for number in range(len(self.items)))
        return *SPACE_TARGETS, *tray, *button

    def tab_stops(self) -> list[Target]:
        """Return the tab stops; each figurine only once, though it stands on both pads."""
        if not self.is_deciding:
            return super().tab_stops()
        if self.phase == phases.TURN_PADS:
            return []
        if self.is_naming:
            found = list(FIGURINE_TARGETS[DIAMOND])
        else:
            found = [SPACE_TARGETS[space] for space in self._spaces_to_choose()]
        return [*found, BUTTON] if self.button else found

    def _spaces_to_choose(self) -> list[int]:
        if self.is_laying:
            return spaces_of(self._empty) if self.items else []
        return spaces_of(self._open)

    def initial_target(self, target: Target | None) -> Target | None:
        """Return the target where the next step is likely."""
        if not self.is_deciding or self.phase == phases.TURN_PADS:
            return super().initial_target(target)
        if self.is_naming:
            return self._initial_figurine(target)
        on_space = target is not None and target.kind == SPACE
        if isinstance(self.draft, HeldToken):
            return target if on_space else self._nearest(target)
        if self.phase == phases.BEFORE or (self.phase == phases.PAINT and self._may_stop):
            return BUTTON
        if self.phase == phases.SHIFT and not on_space:
            return nearest(self._spaces_to_choose(), point_of(self.state.held))
        return target if on_space and target in self.tab_stops() else self._nearest(target)

    @property
    def _may_stop(self) -> bool:
        """Whether the turn can end without a loss: all flowers are placed, and in the last round all stamps, too."""
        return not (any(self.state.lifted) or (self.state.round == ROUNDS and self.items and self._empty))

    def _initial_figurine(self, target: Target | None) -> Target:
        """Return the figurine where the cursor was, or the middle one; none that a stamp would not change."""
        offered = [move.figurine for move in self._names]
        wishes = [target, MIDDLE_OF_DIAMOND, *FIGURINE_TARGETS[DIAMOND]]
        return next(wish for wish in wishes if wish is not None and self.figurine(wish) in offered)

    def _nearest(self, target: Target | None) -> Target:
        """Return the space to choose that is nearest to the cursor, or to the figurine that was lifted around."""
        spaces = self._spaces_to_choose()
        if not spaces:
            return BUTTON
        if target is not None and target.kind == SPACE:
            return nearest(spaces, point_of(target.number))
        face = PADS[self.state.pads[2 * self.board_seat]][DIAMOND]
        return nearest(spaces, point_of_figurine(face.seats.index(max(0, self.state.own))))

    # What can be done

    def choices_at(self, target: Target) -> list[Choice]:
        if self.is_laying:
            return self._from_tray(target)
        if self.is_naming:
            return [self.choice_for(FIGURINES[move.figurine], move) for move in self._names]
        if target.kind == SPACE and self._open >> target.number & 1:
            return [self.choice_for(self._point_label(target.number), POINT[target.number])]
        return []

    def global_choices(self) -> list[Choice]:
        found = [
            self.choice_for(f"pad {move.pad + 1} diamond", move)
            for move in self.legal_moves
            if isinstance(move, TurnPad)
        ]
        if self.phase in GOING_ON:
            move, label = GOING_ON[self.phase]
            found.append(self.choice_for(label, move, key="e"))
        return found

    def _from_tray(self, target: Target) -> list[Choice]:
        """Return a choice for each kind on the tray: on an empty space it is laid there, elsewhere taken in hand."""
        if target.kind == SPACE and self._empty >> target.number & 1:
            return [
                self.choice_for(item.name, (STAMP if item.stamp else PUT)[item.kind][target.number])
                for item in self.items
            ]
        return [
            Choice(item.name, partial(self._hold_text, item, target), next_draft=HeldToken(item.kind, item.stamp))
            for item in self.items
        ]

    def prompt_items(self, target: Target | None) -> list[PromptItem]:
        """Return the row of choices: flowers, stamps and figurines each have their own key for the whole game."""
        choices = self.choices(target)
        if self.is_laying and target is not None:
            return self._tray_items(choices)
        if self.is_naming and target is not None:
            return self._figurine_items(choices)
        if self.phase in (phases.PICK, phases.SHIFT):  # digits are flowers, and there is no flower to place here
            return [PromptItem(choice.key, choice.label, choice) for choice in choices]
        return super().prompt_items(target)

    def _tray_items(self, choices: Sequence[Choice]) -> list[PromptItem]:
        """Return all ten kinds of tokens in their order, those that are not on the tray disabled; then how to go on."""
        on_tray = dict(zip(((item.kind, item.stamp) for item in self.items), choices, strict=False))
        many = {(item.kind, item.stamp): item.many for item in self.items}
        found = []
        for is_stamp, keys in ((False, FLOWER_KEYS), (True, STAMP_KEYS)):
            for kind, key in enumerate(keys):
                item = TrayItem(kind, is_stamp, many.get((kind, is_stamp), 0))
                choice = on_tray.get((kind, is_stamp)) or Choice(item.name, partial(self._not_on_tray, item))
                found.append(PromptItem(key, item.counted_name, choice))
        return found + [PromptItem(choice.key, choice.label, choice) for choice in choices[len(self.items) :]]

    def _not_on_tray(self, item: TrayItem) -> str:
        if item.stamp:
            return f"you have no {item.name}"
        return "first lift flowers (e)" if self.phase == phases.BEFORE else f"no {FLOWERS[item.kind]} is left to place"

    def _figurine_items(self, choices: Sequence[Choice]) -> list[PromptItem]:
        """Return the five figurines in their fixed order; the one that was named already can only be kept."""
        by_figurine = dict(zip((move.figurine for move in self._names), choices, strict=False))
        found = []
        for figurine, key in enumerate(FLOWER_KEYS):
            kept = Choice(FIGURINES[figurine], lambda: "it is your figurine already; e keeps it")
            found.append(PromptItem(key, FIGURINES[figurine], by_figurine.get(figurine, kept)))
        return found + [PromptItem(choice.key, choice.label, choice) for choice in choices[len(by_figurine) :]]

    def default_index(self, target: Target | None) -> int:
        """Return what Enter takes: on the button to go on, at a figurine to name it, on a space to lay what is held."""
        if target is None:
            return 0
        if self.is_naming:
            figurines = [move.figurine for move in self._names]
            here = self.figurine(target)
            return figurines.index(here) if here in figurines else len(figurines)
        if self.is_laying:
            if target == BUTTON:
                return len(self.items)
            return target.number if target.kind == TOKEN else self._held
        return 0

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        target = self._target_of(plan[0])
        return ChoiceLocation(None, target, [choice.first_move for choice in self.choices(target)].index(plan[0]))

    def _target_of(self, move: Move) -> Target | None:
        """Return the target of a legal move."""
        match move:
            case TurnPad():
                return None
            case NameFigurine(figurine=figurine):
                return next(target for target in FIGURINE_TARGETS[DIAMOND] if self.figurine(target) == figurine)
            case Put(space=space) | PlaceStamp(space=space) | PointAtSpace(space=space):
                return SPACE_TARGETS[space]
            case _:
                return BUTTON

    def key_refusal(self, key: str, target: Target | None) -> str:
        return NOT_YET.get(self.phase) or super().key_refusal(key, target)

    def unavailable_reason(self, target: Target) -> str:
        return refusals.unavailable_reason(self.state, self.board_seat, target)

    def rules_heading(self) -> str:
        return CHAPTERS[self.state.phase]

    @property
    def escape_undoes(self) -> bool:
        """Whether Escape undoes: a stamp just laid, or a flower just picked, is only the first part of a choice."""
        return self.phase in (phases.CHANGE, phases.PICK, phases.SHIFT)

    # What is shown

    def pads(self, target: Target | None, choice: Choice | None) -> Pads:
        """Return the pads that are shown, and what this choice at a target would change of them."""
        move = choice.first_move if choice is not None else None
        if (known := self._looks.get((target, move))) is None:
            known = pads_picture(
                self.state, self.board_seat, move, self._lit_figurine(target, move), self._out_of_question()
            )
            self._looks[target, move] = known
        return known

    @cached_property
    def _looks(self) -> dict[tuple[Target | None, Move | None], Pads]:
        """A cache of the pads, because a screen asks for the same more than once."""
        return {}

    def _lit_figurine(self, target: Target | None, move: Move | None) -> int:
        if isinstance(move, NameFigurine):
            return move.figurine
        if isinstance(move, LiftFlowers):
            return self.state.own
        return self.figurine(target) if self.is_naming else -1

    def _out_of_question(self) -> int:
        """Return the spaces that cannot be chosen while a flower is picked or shifted; the held one stays bright."""
        if self.phase not in (phases.PICK, phases.SHIFT):
            return 0
        held = 1 << self.state.held if self.phase == phases.SHIFT else 0
        return ALL & ~self._open & ~held

    # What is new

    def changed_targets(self, before: GzhelState) -> frozenset[Target]:
        """Return the changed spaces of all pads, because everybody sees all of them."""
        return changes.changed_spaces(before, self.state)

    def change_texts(self, before: GzhelState) -> list[str]:
        return changes.change_texts(before, self.state, self.seat, self.names) if self.seat is not None else []

    def turn_facts(self, seat: int | None, before: GzhelState, events: Sequence[GameEvent]) -> list[str]:
        return changes.turn_facts(events) if seat is not None else []

    def scored_round(self, before: GzhelState) -> ScoredRound | None:
        """Return what a round has brought to the seat whose pads are shown, if one ended since an earlier state."""
        return scored_round(before, self.state, self.board_seat)

    def moments(self, before: GzhelState, events: Sequence[GameEvent]) -> list[Moment]:
        return changes.moments(before, self.state, self.seat, self.names) if self.seat is not None else []

    # In words

    def question(self) -> str:
        state = self.state
        match self.phase:
            case phases.TURN_PADS:
                return f"{state.prompt.sentence} Arrows show both."
            case phases.CHANGE | phases.PICK:
                return f"{state.prompt.sentence} Esc: back."
            case phases.PAINT:
                return self._placing_text()
            case phases.SHIFT:
                flower = FLOWERS[kind_at(state, self.board_seat, state.held)].capitalize()
                where = SPACE_NAMES[state.held]
                return f"{flower} from {where}: choose an empty space, or a flower to swap. Esc: back."
        return super().question()

    def _placing_text(self) -> str:
        flowers = sum(item.many for item in self.items if not item.stamp)
        stamps = sum(item.many for item in self.items if item.stamp)
        if not self.items:
            return "Everything is placed. Enter ends the turn, u undoes."
        if not flowers:
            return f"{count_text(stamps, 'stamp')} left: place one on an empty space, or end the turn (e)."
        also = f" and {count_text(stamps, 'stamp')}" if stamps else ""
        return f"Place {count_text(flowers, 'flower')}{also}; e ends the turn."

    def describe_move(self, move: Move) -> str:
        match move:
            case NameFigurine():
                return self._figurine_text(move)
            case Put() | PlaceStamp():
                return f"{self._described(move)}: {self._worth_text(move)}{self._end_text(move)}"
            case PointAtSpace() if self.state.phase == phases.SHIFT:
                return f"{self._described(move)}: {self._worth_text(move)}{self._end_text(move)}"
            case SkipStamp():
                return f"{self._described(move)}{self._end_text(move)}"
            case FinishPainting():
                return self._finish_text()
            case _:
                return self._described(move)

    def _finish_text(self) -> str:
        """ "end the turn: 10 points this round; 2 roses become stamps"."""
        state, mover = self.state, self._mover
        text = f"end the turn: {points_of(sum(goal_points(state, mover)))} this round"
        kept, stamps = sum(state.lifted), sum(state.hand[5 * mover : 5 * mover + 5])
        if state.round == ROUNDS and (kept or stamps):
            return f"{text}; what you have not placed scores nothing"
        if not kept:
            return text
        few = sum(map(bool, state.lifted)) <= _FEW_KINDS
        what = tokens(state.lifted) if few else count_text(kept, "flower")
        return f"{text}; {what} {'becomes a stamp' if kept == 1 else 'become stamps'}"

    def move_groups(self) -> dict[str, list[Move]]:
        """Return the ways to place each kind of token on the tray."""
        groups: dict[str, list[Move]] = {}
        for move in self.legal_moves if self.is_laying else ():
            if isinstance(move, Put | PlaceStamp):
                name = TrayItem(move.flower, isinstance(move, PlaceStamp), 1).name
                groups.setdefault(name, []).append(move)
        return groups

    def group_key(self, move: Move) -> str:
        told = self.describe_move(move)
        if not isinstance(move, Put | PlaceStamp | PointAtSpace):
            return told
        where = space_text(self.state, self._mover, move.space)
        return told.replace(f" on {where}", "").replace(f" to {where}", "")

    @property
    def _mover(self) -> int:
        """The seat whose legal moves are described."""
        assert self.state.actor is not None
        return self.state.actor

    def _described(self, move: Move) -> str:
        """Return a move in a few words, and what else it allows."""
        text = self.state.describe(move)
        if isinstance(move, PlaceStamp) and self.state.phase == phases.PAINT:
            return f"{text}, then move or swap"
        return text

    def _figurine_text(self, move: NameFigurine) -> str:
        """ "choose the fox: you lift 4 (2 orchids, 1 rose and 1 tulip) and flip 2 stamps; Boris 3"."""
        state, mover = self.state, self._mover
        lifted, turned = liftable(state, mover, move.figurine)
        counts = [(mask & lifted).bit_count() for mask in flowers_of(state, mover)]
        text = f"{named(state, move.figurine)}: you lift "
        # With several others the line is theirs: which flowers are lifted is seen on the pads.
        is_short = state.phase == phases.CHANGE or state.players <= _FEW_PLAYERS
        kinds = f" ({tokens(counts)})" if is_short and sum(map(bool, counts)) <= _FEW_KINDS else ""
        text += f"{lifted.bit_count()}{kinds}" if lifted else "nothing"
        text += f" and flip {count_text(turned.bit_count(), 'stamp')}" if turned else ""
        if state.phase == phases.CHOOSE and state.players > 1:
            others = [
                f"{self.names[seat]} {liftable(state, seat, move.figurine)[0].bit_count()}"
                for seat in range(state.players)
                if seat != mover
            ]
            text += f"; {', '.join(others)}"
        return text

    def _worth_text(self, move: Move) -> str:
        """ "this round 9 (+2), next 4 (-1)"."""
        state, mover = self.state, self._mover
        before = pads_worth(state, mover, flowers_of(state, mover))
        after = pads_worth(state, mover, flowers_after(state, move))
        text = f"this round {_changed(sum(before.now), sum(after.now))}"
        if state.round < ROUNDS:
            text += f", next {_changed(sum(before.coming), sum(after.coming))}"
        elif isinstance(move, PlaceStamp):
            text += f", +{STAMP_POINTS} at the end"
        return text

    def _end_text(self, move: Move) -> str:
        """Return a remark if the turn ends with this move."""
        return ", ends the turn" if ends_turn(self.state, move) else ""

    def _hold_text(self, item: TrayItem, target: Target) -> str:
        """Return the text for a token that cannot be placed here."""
        if target.kind != SPACE:
            return f"take the {item.name}, then choose an empty space"
        if self.draft == HeldToken(item.kind, item.stamp):
            return "nothing, this space is taken; Tab jumps to the empty spaces"
        return f"{self.caption(target)}. The {item.name} needs an empty space"

    def _point_label(self, space: int) -> str:
        if self.phase == phases.PICK:
            return "pick this flower"
        return "move it here" if self._empty >> space & 1 else "swap them"

    def target_named(self, word: str) -> Target | None:
        """Return a space ("c3"), the spaces around a figurine ("circle fox"), "diamond pad" or "pattern goal"."""
        for target in (target for row in FIGURINE_TARGETS for target in row):
            if word == f"{SIDES[side_and_stand(target)[0]]} {FIGURINES[self.figurine(target)]}":
                return Target(AROUND, target.number)
        return NAMED.get(word) or super().target_named(word)

    def caption(self, target: Target) -> str:
        state, seat = self.state, self.board_seat
        if target.kind in (FIGURINE, AROUND):
            figurine = self.figurine(target)
            spaces = spaces_of(around(state, seat, figurine))
            if target.kind == AROUND:
                return "; ".join(
                    self.caption(SPACE_TARGETS[space]) for space in spaces[side_and_stand(target)[0] * 4 :][:4]
                )
            return f"the {FIGURINES[figurine]}, with {list_text(SPACE_NAMES[space] for space in spaces)} around it"
        if target.kind == TOKEN:
            # The cursor may still be at a token that is gone.
            return self.items[target.number].name if target.number < len(self.items) else ""
        if target.kind != SPACE:
            return ""
        kind = kind_at(state, seat, target.number)
        stamp = bool(state.stamps[seat] >> target.number & 1)
        return f"{space_text(state, seat, target.number)}: {TrayItem(kind, stamp, 1).name if kind >= 0 else 'empty'}"

    def explain(self, target: Target | None) -> str:
        """Return what is at a target, and the three goals."""
        here = self.caption(target) if target is not None else ""
        first = [f"{here}."] if here else []
        return "\n\n".join([*first, *goals(self.state, self.seat)])


def _changed(before: int, after: int) -> str:
    """ "6", or "6 (+2)" when it changes."""
    return str(after) if before == after else f"{after} ({after - before:+})"


VIEW = GzhelView

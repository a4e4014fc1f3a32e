"""The view of Mezo: what a seat sees of a state, and what it can choose there.

A god moves to a vertex; units, stone and Champions belong to regions; actions stand on the card beside the map. What
has no place on the map is chosen from a list. A decision of up to ten choices has them all under the digits, wherever
the cursor is; of more, those of the target under the cursor.
"""

from collections.abc import Sequence
from functools import cached_property, partial

from core.game import GameEvent, Move
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
    VERTICES,
    WARRIOR,
)
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import (
    bulk_moves,
    captions,
    changes,
    moments,
    previews,
    questions,
    refusals,
    side_list,
    turn_story,
)
from core.games.mezo.view.bulk_moves import BulkMove
from core.games.mezo.view.move_text import imperative, several_units
from core.games.mezo.view.preview_state import state_after_choice
from core.games.mezo.view.rules_headings import chapter
from core.games.mezo.view.side_list import SideListItem
from core.games.mezo.view.turn_story import CHAMPION, GLYPH, UNIT, VERTEX
from core.games.mezo.view.vain_actions import vain_actions
from core.view import Choice, ChoiceLocation, Draft, Moment, PromptItem, SeatView, Target

#: The key that uses the Call before the god moves.
_CALL_FIRST = "c"
#: Every way to Deploy up to three units, in the order of its digits: how many Warriors and Shamans.
_STATIONS = tuple((warriors, shamans) for warriors in range(4) for shamans in range(4 - warriors))
#: As many choices as there are digits.
_DIGITS = 10
#: How an action begins that is a CALL.
_CALL = "CALL."
#: How the third action of every card ends.
_MAY_APPEASE = "You may APPEASE"
WRATH = Target("wrath")
#: Targets with a name of their own, for lessons and diagrams.
_NAMED = {
    **{name: Target("region", number) for number, name in enumerate(REGION_IDS)},
    **{vertex.id: Target("vertex", number) for number, vertex in enumerate(VERTICES)},
    **{god.id: Target("god", number) for number, god in enumerate(GODS)},
    "calendar": Target("track", SHAMAN),
    "codex": Target("track", WARRIOR),
}


class SacrificeDraft(Draft, frozen=True):
    """A sacrifice in progress in the Blessed conflict: the Warriors are chosen, the Shamans are not."""

    warriors: int


class MezoView(SeatView[MezoState]):
    """What a seat sees of a state of Mezo, and what it can choose there."""

    # Targets

    def targets(self) -> Sequence[Target]:
        return self._targets

    @cached_property
    def _targets(self) -> tuple[Target, ...]:
        state = self.state
        if not state.age:
            return tuple(Target("god", god) for god in range(len(GODS)))
        return (
            *(Target("vertex", vertex) for vertex in range(len(VERTICES)) if TOUCHES[vertex] & state.live),
            *(Target("region", region) for region in range(REGIONS)),
            *(Target("seat", seat) for seat in range(state.players)),
            *self._beside_the_map(),
        )

    def _beside_the_map(self) -> list[Target]:
        """The conflict, a list or the own card, the tracks, the wrathful god; nothing of it beside another's tribe."""
        state, found = self.state, []
        if self.requested_board is not None:
            return []
        if state.conflict >= 0:
            found += [Target("strength", seat) for seat in range(state.players)]
        if self.items:
            found += [Target("item", number) for number in range(len(self.items))]
        elif self.card is not None:
            found += [Target("action", action) for action in range(3)]
        return [*found, Target("track", SHAMAN), Target("track", WARRIOR), WRATH]

    @cached_property
    def items(self) -> list[SideListItem]:
        """The items that are chosen from a list."""
        return side_list.items(self.state, self.legal_moves, self.names)

    @property
    def card(self) -> int | None:
        """The seat's own card in the current conflict."""
        state, seat = self.state, self.seat
        return state.cards[seat] if seat is not None and state.conflict >= 0 and state.cards[seat] >= 0 else None

    def tab_stops(self) -> list[Target]:
        if not self.is_deciding:
            return list(self.targets())
        return [target for target in self.targets() if target in self._moves_at]

    def initial_target(self, target: Target | None) -> Target | None:
        """Return a target with choices; else where the cursor is, or the region of the conflict."""
        if self.is_deciding and (targets := self.tab_stops()):
            useful = [each for each in targets if not self._is_vain(each)]
            return target if target in targets else (useful or targets)[0]
        if target in self.targets():
            return target
        return Target("region", max(self.state.conflict, 0)) if self.state.age else Target("god")

    def _is_vain(self, target: Target) -> bool:
        """Whether it is an action that would find nothing now: it would be given away."""
        return target.kind == "action" and (self.seat, target.number) in self.vain_actions

    # Choices

    @cached_property
    def _moves_at(self) -> dict[Target, list[Move]]:
        """The legal moves that belong to a target, by target."""
        found: dict[Target, list[Move]] = {}
        for move in self.legal_moves:
            if (target := self._target_of(move)) is not None:
                found.setdefault(target, []).append(move)
        for number, item in enumerate(self.items):
            found[Target("item", number)] = [item.move]
        if (tribe := self._own_tribe) is not None:
            found[tribe] = list(self.legal_moves)
        return found

    def _target_of(self, move: Move) -> Target | None:
        match move:
            case m.TakeGod(god=god):
                return Target("god", god)
            case m.PickVertex(vertex=vertex):
                return Target("vertex", vertex)
            case m.ResolveAction(action=action) | m.PassAction(action=action):
                return Target("action", action)
            case m.PickUnits() if self._sacrificing:
                return Target("region", self.state.conflict)
            case m.PickRegion() | m.Station() | m.PickUnit() | m.PickPiece() if move.region >= 0:
                return Target("region", move.region)
        return None

    @property
    def _sacrificing(self) -> bool:
        return self.state.actor is not None and self.state.stack[-1][0] == phases.SACRIFICE

    def choices_at(self, target: Target) -> list[Choice]:
        moves = self._moves_at.get(target, [])
        if not moves:
            return []
        if self._sacrificing:
            return self._gifts()
        if target == self._own_tribe:
            return [Choice("share evenly", self._shared_out, bulk_moves.fair_stations(self.state))]
        if target.kind == "action":
            return self._actions(moves)
        if target.kind == "god":
            return [self._offered(way) for way in bulk_moves.bulk_moves(self.state, moves)]
        return self._under_the_digits or [self._offered(way) for way in bulk_moves.bulk_moves(self.state, moves)]

    def _actions(self, here: list[Move]) -> list[Choice]:
        """Every action of the card, each under its own digit, and what passing over the one here would bring."""
        passes = [move for move in here if isinstance(move, m.PassAction)]
        return [self._action(each) for each in (*self._acts, *passes)]

    @property
    def _acts(self) -> list[Move | str]:
        """The three actions of the card in their order; of a spent one, why it cannot be taken."""
        return [
            act if act in self.legal_moves else self.unavailable_reason(Target("action", act.action)) for act in m.ACT
        ]

    def _action(self, move: Move | str) -> Choice:
        return Choice("used", lambda: move) if isinstance(move, str) else self.choice_for(self._label(move), move)

    def numbered_moves(self) -> Sequence[Move | str]:
        if not any(isinstance(move, m.ResolveAction) for move in self.legal_moves):
            return self.legal_moves
        return [*self._acts, *(move for move in self.legal_moves if isinstance(move, m.PassAction))]

    # Keys

    def prompt_items(self, target: Target | None) -> list[PromptItem]:
        """Return the row of choices: a vertex, a region and a number of units have their keys for the whole game."""
        if self.is_deciding and not self.state.age:
            return self._god_items(target)
        choices = self.choices(target)
        moves = [choice.first_move for choice in choices]
        if any(isinstance(move, m.Station) for move in moves):
            return self._station_items(choices)
        if choices and self.is_deciding and self._sacrificing:
            return [
                PromptItem(str(n), choice.label, choice)
                for n, choice in zip(_up(len(choices) - 1), choices, strict=True)
            ]
        items = super().prompt_items(target)
        if any(isinstance(move, m.PickVertex) for move in moves):
            keys = [_vertex_key(move) for move in moves]
        elif all(isinstance(move, m.PickRegion) for move in moves) and moves:
            return self._region_items(choices)
        else:
            return self._each_region_once(items)
        return [item._replace(key=key) for item, key in zip(items, keys, strict=True)]

    @staticmethod
    def _each_region_once(items: Sequence[PromptItem]) -> list[PromptItem]:
        """Return choices in which a region is named only where another one begins, so that more are in sight."""
        found, before = [], -1
        for item in items:
            move = item.choice.first_move if item.choice is not None and item.choice.moves else None
            region = move.region if isinstance(move, m.PickUnit) else -1
            found.append(
                item._replace(label=item.label.removeprefix(f"{names.region(region)} "))
                if region == before >= 0
                else item
            )
            before = region
        return found

    def _god_items(self, target: Target | None) -> list[PromptItem]:
        """Every god under its own digit, which goes there, so that its text is read before it is chosen."""
        gods = [Target("god", number) for number in range(len(GODS))]
        return [
            PromptItem(str(number), GODS[god.number].name if god == target else "", target=god)
            for number, god in enumerate(gods, 1)
        ]

    def _station_items(self, choices: Sequence[Choice]) -> list[PromptItem]:
        """Every number of units that can be Deployed to a region, each under its own digit."""
        ways = {
            (move.warriors, move.shamans): choice
            for choice in choices
            if isinstance(move := choice.first_move, m.Station)
        }
        others = [choice for choice in choices if not isinstance(choice.first_move, m.Station)]
        if not set(ways) <= set(_STATIONS) or others:
            return [PromptItem(str((at + 1) % 10), choice.label, choice) for at, choice in enumerate(choices)]
        return [
            PromptItem(str((at + 1) % 10), _signs(*way) or "nobody", ways.get(way)) for at, way in enumerate(_STATIONS)
        ]

    def _region_items(self, choices: Sequence[Choice]) -> list[PromptItem]:
        """Every region in play, each under its own digit."""
        found = {move.region: choice for choice in choices if isinstance(move := choice.first_move, m.PickRegion)}
        regions = IN_MASK[self.state.live]
        return [
            PromptItem(str(at), found[region].label if region in found else names.region(region), found.get(region))
            for at, region in enumerate(regions, 1)
        ]

    @cached_property
    def _under_the_digits(self) -> list[Choice]:
        """Everything that can be done somewhere, in one order wherever the cursor is; empty if there is too much."""
        found = [self._offered(way) for way, _ in self._ways]
        return found if len(found) + len(self.global_choices()) <= _DIGITS else []

    @cached_property
    def _ways(self) -> list[tuple[BulkMove, Target]]:
        """Every way to do something at a target, with the target."""
        return [
            (way, target)
            for target, moves in self._moves_at.items()
            if target != self._own_tribe
            for way in bulk_moves.bulk_moves(self.state, moves)
        ]

    @property
    def _own_tribe(self) -> Target | None:
        """In the Deploy Step the own Reserves can be shared out at once."""
        sharing = self.is_deciding and self.state.stack[-1][0] == phases.STATION
        return Target("seat", self.seat) if sharing and self.seat is not None else None

    def global_choices(self) -> list[Choice]:
        listed = {item.move for item in self.items}
        loose = [move for move in self.legal_moves if move not in listed and self._target_of(move) is None]
        return [
            self.choice_for(self._label(move), move, _CALL_FIRST if move == m.ABILITY_FIRST else "") for move in loose
        ]

    def _offered(self, way: BulkMove) -> Choice:
        move = way.moves[0]
        if isinstance(move, m.PickUnit):
            return Choice(self._unit_label(move, way), partial(self._units_text, way), way.moves)
        if isinstance(move, m.PlayCard):
            laid = f"play {CARDS[move.card].capitalize()} face down; the other cards go back on top of your deck"
            return Choice(self._label(move), lambda: laid, way.moves)
        return self.choice_for(self._label(move), move)

    def _label(self, move: Move) -> str:
        """A word or two for the button of a move."""
        match move:
            case m.TakeGod(god=god):
                return GODS[god].name
            case m.PickVertex():
                return VERTEX
            case m.AbilityFirst():
                return "Call first"
            case m.ResolveAction(action=action):
                assert self.seat is not None and self.card is not None
                return names.verb(GODS[self.state.gods[self.seat]].actions[self.card][action].text)
            case m.PassAction(option=option):
                return f"pass: {PASSES[option].brief}"
            case m.AnswerYesNo(yes=yes):
                return "yes" if yes else "no"
            case m.StopPicking():
                more = self.state.done and self.state.stack[-1][0] != phases.APPEASE
                return "no more" if more else "do not"
            case m.Station(warriors=warriors, shamans=shamans):
                return _signs(warriors, shamans) or "nobody"
            case m.PickUnits(warriors=warriors, shamans=shamans):
                return _signs(warriors, shamans) or "nobody"
            case m.PickUnit(region=m.RESERVES, kind=kind):
                return f"Reserves {UNIT[kind]}"
            case m.PickPiece(region=region, owner=owner, pyramid=pyramid):
                stone = "pyramid" if pyramid else f"{self._whose(owner)}{GLYPH}"
                return f"{names.region(region)} {stone}"
            case m.PickRegion(region=region):
                champion = f"{CHAMPION} " if self.state.stack[-1][0] == phases.CHAMPION else ""
                return f"{champion}{names.region(region)}"
        return next(item.label for item in self.items if item.move == move)

    def _unit_label(self, move: m.PickUnit, way: BulkMove) -> str:
        """Which units, and where if that cannot be seen from where the cursor is."""
        where = "" if len({target for _, target in self._ways}) == 1 else f"{names.region(move.region)} "
        return f"{where}{self._whose(move.owner)}{_signs(way.warriors, way.shamans)}"

    def _whose(self, owner: int) -> str:
        return "" if owner == self.seat else f"{self.letters[owner]} "

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """By seat: the letter of the player; by NEUTRAL that of the neutral pieces."""
        return names.initials(self.names)

    def default_index(self, target: Target | None) -> int:
        """Return a choice at the target itself; when units are sent, an even share of the Reserves."""
        if not self.is_deciding or target is None or target not in self._moves_at or target == self._own_tribe:
            return 0
        moves = self._moves_at[target]
        if self._sacrificing:
            return len(self.choices_at(target)) - 1  # none: what is costly is never the default
        if target.kind == "action":
            return [choice.first_move for choice in self.choices_at(target)].index(moves[0])
        if isinstance(moves[0], m.Station):
            stations = [move for move in moves if isinstance(move, m.Station)]
            return stations.index(bulk_moves.fair_station(self.state, stations))
        if self._under_the_digits and target.kind != "god":
            return next(number for number, (_, where) in enumerate(self._ways) if where == target)
        return 0

    # Sacrifices: how many Warriors, then how many Shamans

    def _gifts(self) -> list[Choice]:
        """A digit is the number of units, so a label need only say which; who has only one kind gives at once."""
        assert self.seat is not None
        warriors, shamans = self.state.reserves[self.seat * 2 : self.seat * 2 + 2]
        if isinstance(self.draft, SacrificeDraft):
            return [self._giving(self.draft.warriors, n, SHAMAN) for n in _up(shamans)]
        if warriors and shamans:
            return [self._counting(n) for n in _up(warriors)]
        if warriors:
            return [self._giving(n, 0, WARRIOR) for n in _up(warriors)]
        return [self._giving(0, n, SHAMAN) for n in _up(shamans)]

    def _giving(self, warriors: int, shamans: int, kind: int) -> Choice:
        return self.choice_for(UNIT[kind] if (warriors, shamans)[kind] else "nobody", m.UNITS[warriors][shamans])

    def _counting(self, warriors: int) -> Choice:
        label = UNIT[WARRIOR] if warriors else "nobody"
        return Choice(label, partial(self.describe_move, m.UNITS[warriors][0]), next_draft=SacrificeDraft(warriors))

    @property
    def escape_undoes(self) -> bool:
        """Whether a unit that was picked up can go back to where it stood."""
        frame = self.state.stack[-1] if self.state.stack else (-1,)
        return frame[0] == phases.MOVE and frame[6] >= 0

    # Locations of hints

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Return a draft of a sacrifice, an item of the list, a target on the map, or what can be done anywhere."""
        move = plan[0]
        here = next((target for target, moves in self._moves_at.items() if move in moves), self.initial_target(None))
        choices = self.choices(here)
        if isinstance(move, m.PickUnits) and all(choice.next_draft for choice in choices):
            assert self.seat is not None
            shamans = list(_up(self.state.reserves[self.seat * 2 + SHAMAN]))
            return ChoiceLocation(SacrificeDraft(move.warriors), here, shamans.index(move.shamans))
        meant = [choice for choice in choices if choice.moves == tuple(plan[: len(choice.moves)])]
        best = max(
            meant or [choice for choice in choices if choice.first_move == move], key=lambda choice: len(choice.moves)
        )
        return ChoiceLocation(None, here, choices.index(best))

    # Texts

    def describe_move(self, move: Move) -> str:
        seat = self.state.actor
        assert seat is not None
        if isinstance(move, m.PickUnits) and self._sacrificing:
            return previews.sacrifice(self.state, seat, move, self.names)
        told = imperative(self.state, move, self.names)
        if isinstance(move, m.ResolveAction) and (vain := self.vain_actions.get((seat, move.action))):
            return f"use up action {move.action + 1}, which {vain}"
        if isinstance(move, m.ResolveAction | m.AnswerYesNo):
            told = told.replace(_MAY_APPEASE, f"{_MAY_APPEASE}: {previews.appeasing(self.state)}")
            told = told.replace(_CALL, previews.calling(self.state, seat)) if told.startswith(_CALL) else told
        return self._with_outcome(told, (move,))

    def group_key(self, move: Move) -> str:
        """Return one key for all sacrifices of so many units, because they bring the same."""
        if isinstance(move, m.PickUnits) and self._sacrificing and self.state.actor is not None:
            return previews.sacrifice_of_so_many(self.state, self.state.actor, move, self.names)
        return self.describe_move(move)

    def _units_text(self, way: BulkMove) -> str:
        """So many units at once."""
        if way.warriors + way.shamans == 1:
            return self.describe_move(way.moves[0])
        return self._with_outcome(several_units(self.state, way, self.names), way.moves)

    def _with_outcome(self, told: str, moves: Sequence[Move]) -> str:
        assert self.seat is not None
        brought = previews.outcome_preview(self.state, self.seat, moves, self.names)
        return told + (f" · {brought}" if brought else "")

    def _shared_out(self) -> str:
        """What goes where when the Reserves are shared evenly."""
        sent = [move for move in bulk_moves.fair_stations(self.state) if isinstance(move, m.Station)]
        shares = (f"{names.region(move.region)} {_signs(move.warriors, move.shamans) or 'nobody'}" for move in sent)
        return f"share evenly: {', '.join(shares)}"

    def question(self) -> str:
        if isinstance(self.draft, SacrificeDraft):
            return f"{names.units(self.draft.warriors, 0, 'No Warrior')}, and how many Shamans? Esc asks again."
        return questions.question(self.state, self.names)

    def caption(self, target: Target) -> str:
        return captions.caption(self.state, self.seat, self.names, self.items, target)

    def target_named(self, word: str) -> Target | None:
        """Return a region, vertex, god or track by its name; an item of the list by its notation."""
        listed = {item.move.notation: Target("item", number) for number, item in enumerate(self.items)}
        target = listed.get(word) or _NAMED.get(word)
        return super().target_named(word) if target is None else target if target in self.targets() else None

    def unavailable_reason(self, target: Target) -> str:
        return refusals.unavailable_reason(self.state, self.seat, self.names, target)

    def rules_heading(self) -> str:
        return chapter(self.state)

    # Changes

    def changed_targets(self, before: MezoState) -> frozenset[Target]:
        return changes.changed_targets(before, self.state)

    def change_texts(self, before: MezoState) -> list[str]:
        return changes.change_texts(before, self.state, self.seat, self.names) if self.seat is not None else []

    def turn_facts(self, seat: int | None, before: MezoState, events: Sequence[GameEvent]) -> list[str]:
        return turn_story.turn_facts(events, self.names)

    def moments(self, before: MezoState, events: Sequence[GameEvent]) -> list[Moment]:
        return moments.moments(before, events, self.names)

    def explain(self, target: Target | None) -> str:
        return captions.explain(self.state, self.seat, self.names, self.items, target)

    # For the board widget

    def after(self, choice: Choice | None) -> MezoState:
        """Return the state with the pieces of a choice in their new places."""
        moves = choice.moves if choice is not None else ()
        if choice is not None and isinstance(choice.next_draft, SacrificeDraft):
            moves = (m.UNITS[choice.next_draft.warriors][0],)
        if moves not in self._after:
            self._after[moves] = state_after_choice(self.state, moves)
        return self._after[moves]

    @cached_property
    def _after(self) -> dict[tuple[Move, ...], MezoState]:
        return {}

    @cached_property
    def vain_actions(self) -> dict[tuple[int, int], str]:
        """By seat and action of a card that the seat may see: why it would find nothing now."""
        return vain_actions(self.state, self.seat)

    def digits(self) -> dict[Target, str]:
        """The targets with choices; with a digit where there is just one."""
        found = dict.fromkeys(self.tab_stops() if self.is_deciding else [], "")
        if found and self._under_the_digits:
            targets = [target for _, target in self._ways]
            found |= {target: str(at % 10) for at, target in enumerate(targets, 1) if targets.count(target) == 1}
        return found

    @property
    def is_fight(self) -> bool:
        """Whether only the current conflict matters: nothing is to be done elsewhere on the map."""
        here = Target("region", self.state.conflict)
        if self.state.conflict < 0 or self.requested_board is not None:
            return False
        return not any(target.kind in ("region", "vertex") and target != here for target in self._moves_at)

    def highlighted(self, target: Target | None, after: MezoState) -> tuple[int, ...]:
        """Return the regions that a god looks upon: from the vertex under the cursor, or that of the board's seat."""
        if target is not None and target.kind == "vertex":
            return IN_MASK[TOUCHES[target.number] & self.state.live]
        return IN_MASK[after.presence(self.board_seat)]


def _signs(warriors: int, shamans: int) -> str:
    """Units as their shapes: "▲▲●"."""
    return UNIT[WARRIOR] * warriors + UNIT[SHAMAN] * shamans


def _up(most: int) -> Sequence[int]:
    """Numbers as the digits have them: from one up, nothing last."""
    return (*range(1, most + 1), 0)


def _vertex_key(move: Move | None) -> str:
    """The key of a vertex: its number, 0 for the tenth; a letter for the Call that comes first."""
    return str((move.vertex + 1) % 10) if isinstance(move, m.PickVertex) else _CALL_FIRST


VIEW = MezoView

"""Propose whole turns of Gzhel that are worth a search."""

from collections.abc import Sequence
from typing import NamedTuple

from core.bots.evaluator import Plan
from core.game import Move
from core.games.gzhel.bot.forecast import evaluate_turn, rival
from core.games.gzhel.bot.painting import PLAIN, PaintingPreferences, TokenAssignment, carry_out, lay_out
from core.games.gzhel.bot.value import PadsEvaluator, PainterWeights, view_now
from core.games.gzhel.components import KINDS, spaces_of
from core.games.gzhel.moves import LIFT, NAME, STAMP, NameFigurine
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, PAINT
from core.games.gzhel.rules import around, empty_spaces
from core.games.gzhel.state import GzhelState
from core.rng import Rng

#: Preferences to paint a turn by: the usual ones, for this round, for the next, with stamps kept, with stamps laid,
#: and two mixtures.
PREFERENCES = (
    PLAIN,
    PaintingPreferences(next=0.4, hand=0.8),
    PaintingPreferences(next=1.8),
    PaintingPreferences(hand=1.35, shift=0.5),
    PaintingPreferences(hand=0.7, shift=1.5),
    PaintingPreferences(next=1.5, hand=1.2, shift=1.3),
    PaintingPreferences(next=0.8, hand=0.5, shift=2.5),
)

#: Up to so many turns are searched without `thorough`, and up to so many in a fraction of the usual ways.
FEW = 16
BRIEF = 24
#: A figurine that promises so much less than the best is not painted in other ways.
NEAR = 6.0
#: How often a painting begins from a random assignment; how much worse a neighbour may be to be proposed, too.
STRAYS = 16
BRIEF_STRAYS = 1
ALIKE = 0.5


class TurnStart(NamedTuple):
    """The part of a turn before painting: its moves, and the state after them."""

    moves: list[Move]
    position: GzhelState


def starts(world: GzhelState, view: PadsEvaluator) -> list[TurnStart]:
    """Return the starts of a turn."""
    phase = world.phase
    if phase == CHOOSE:
        return [_lifted([name], world) for name in NAME]
    if phase == BEFORE:
        found = [_lifted([], world)]
        if not world.beginners:
            found += [_change([], world.copy(), view, name) for name in NAME if name.figurine != world.own]
        return found
    if phase == CHANGE:
        return [_lifted([move], world) for move in world.legal_moves()]
    if phase == PAINT:
        return [TurnStart([], world.copy())]
    return _shifts(world, view)


def _sly_starts(world: GzhelState, view: PadsEvaluator, seat: int, best: list[NameFigurine]) -> list[TurnStart]:
    """Return starts that name the figurine that helps the others least, and take a better one with a stamp."""
    if world.phase != CHOOSE or world.beginners or world.players == 1 or not any(world.hand[5 * seat : 5 * seat + 5]):
        return []
    hopes = []
    for name in NAME:
        others = sum(rival(world, other, name.figurine, view.lore) for other in range(world.players) if other != seat)
        hopes.append((others, name.figurine))
    found = []
    for _, figurine in sorted(hopes)[:2]:
        named = world.copy()
        named.play(NAME[figurine])
        found += [_change([NAME[figurine]], named.copy(), view, name) for name in best if name.figurine != figurine]
    return found


def _lifted(moves: list[Move], world: GzhelState) -> TurnStart:
    """Play these moves, then lift; a seat without a stamp has lifted by then."""
    world = world.copy()
    for move in moves:
        world.play(move)
    if world.phase == BEFORE:
        moves = [*moves, LIFT]
        world.play(LIFT)
    return TurnStart(moves, world)


def _change(moves: list[Move], world: GzhelState, view: PadsEvaluator, name: NameFigurine) -> TurnStart:
    """Lay the stamp that helps most, take another figurine with it and lift."""
    kind, space = _stamp_for(world, view, name)
    played: list[Move] = [*moves, STAMP[kind][space], name]
    for move in played[len(moves) :]:
        world.play(move)
    if world.phase == BEFORE:
        world.play(LIFT)
        played.append(LIFT)
    return TurnStart(played, world)


def _stamp_for(world: GzhelState, view: PadsEvaluator, name: NameFigurine) -> tuple[int, int]:
    """Return the stamp to lay for another figurine, by kind and space: one that the painting lays anyway, if any."""
    seat = world.actor
    assert seat is not None
    near = around(world, seat, name.figurine)
    flowers, hand = world.flowers[5 * seat : 5 * seat + 5], world.hand[5 * seat : 5 * seat + 5]
    painting = TokenAssignment.after_lifting(view, PLAIN, flowers, world.stamps[seat], hand, near)
    painting.fill()
    painting.hill_climb()
    empty = empty_spaces(world, seat)
    wanted = [(kind, space) for kind, space in painting.laid() if empty >> space & 1]
    if wanted:
        return max(wanted, key=lambda stamp: view.on_pad[stamp[1]] * (not near >> stamp[1] & 1))
    worth, bare = view.worth(view.lore.next), view.pack(flowers)
    _, kind, space = max(
        (worth(bare + view.rows[space][kind]), kind, space)
        for kind in KINDS
        if hand[kind]
        for space in spaces_of(empty)
    )
    return kind, space


def _shifts(world: GzhelState, view: PadsEvaluator) -> list[TurnStart]:
    """Return the best few ways to end a shift."""
    seat = world.actor
    assert seat is not None
    worth = view.worth(view.lore.next)
    found: list[tuple[float, list[Move], GzhelState]] = []
    firsts: Sequence[Move] = world.legal_moves()
    for first in firsts:
        after = world.copy()
        after.play(first)
        if after.phase == PAINT:
            found.append((worth(view.pack(after.flowers[5 * seat : 5 * seat + 5])), [first], after))
            continue
        for second in after.legal_moves():
            end = after.copy()
            end.play(second)
            found.append((worth(view.pack(end.flowers[5 * seat : 5 * seat + 5])), [first, second], end))
    found.sort(key=lambda row: -row[0])
    return [TurnStart(moves, position) for _, moves, position in found[:6]]


class _Found(NamedTuple):
    """A turn: its value, its start, and its painting."""

    worth: float
    start: TurnStart
    painting: TokenAssignment


class _Turns:
    """Turns that lead to different states, each with its value."""

    def __init__(self, seat: int, view: PadsEvaluator, thorough: bool) -> None:
        self.seat = seat
        self.view = view
        self.thorough = thorough
        self._found: dict[tuple[int, ...], _Found] = {}

    def add(self, start: TurnStart, taste: PaintingPreferences, rng: Rng | None = None) -> float:
        """Paint from a start by some preferences; return the value. With `thorough`, its neighbours are added, too."""
        painting = lay_out(start.position, self.view, taste, rng, self.thorough)
        if self.thorough:
            for other in painting.neighbours(ALIKE):
                self._note(start, other)
        return self._note(start, painting)

    def _note(self, start: TurnStart, painting: TokenAssignment) -> float:
        before = start.position
        stamps, hand = before.stamps[self.seat], painting.in_hand()
        for _, space in painting.laid():
            stamps |= 1 << space
        worth = evaluate_turn(self.view, painting.packed, stamps, sum(hand)).total
        key = (painting.packed, stamps, *hand, before.figurine, before.own)
        self._found.setdefault(key, _Found(worth, start, painting))
        return worth

    def best(self, count: int) -> list[Plan]:
        ranked = sorted(self._found.values(), key=lambda found: -found.worth)
        plans = [
            (*start.moves, *carry_out(start.position.copy(), self.seat, painting))
            for _, start, painting in ranked[:count]
        ]
        return list(dict.fromkeys(plans))


def propose(world: GzhelState, rng: Rng, count: int, lore: PainterWeights) -> list[Plan]:
    """Return up to `count` different turns, the likeliest first. For more than `FEW`, the search is thorough."""
    seat = world.actor
    assert seat is not None
    thorough = count > FEW
    view = view_now(world, seat, lore)
    turns = _Turns(seat, view, thorough)
    rows = [(turns.add(start, PLAIN), start) for start in starts(world, view)]
    rows.sort(key=lambda row: -row[0])
    best = [start for worth, start in rows if worth > rows[0][0] - NEAR][: 3 if thorough else 2]
    if thorough and count <= BRIEF:
        for attempt in range(len(best) * BRIEF_STRAYS):
            turns.add(best[attempt % len(best)], PLAIN, rng)
        return turns.best(count)
    for taste in PREFERENCES[1:] if thorough else PREFERENCES[1:3]:
        for start in best:
            turns.add(start, taste)
    if thorough:
        for start in _sly_starts(world, view, seat, [NAME[start.position.own] for start in best[:1]]):
            turns.add(start, PLAIN)
        for attempt in range(STRAYS):
            turns.add(best[attempt % len(best)], PREFERENCES[attempt // len(best) % 4], rng)
    return turns.best(count)

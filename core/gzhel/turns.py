"""Whole turns of Gzhel: which ones are worth a thought, and what each leads to in the round after."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from core.bots.judge import Plan
from core.chance import Chance
from core.game import Move
from core.gzhel.components import CARDS, FIGURINES, KINDS, SPACES, spaces_of
from core.gzhel.moves import DONE, LIFT, NAME, STAMP, Name
from core.gzhel.phases import BEFORE, CHANGE, CHOOSE, PAINT
from core.gzhel.planner import LORE, NONE, PLAIN, Painting, Taste, View, paint, view_now, view_of
from core.gzhel.rules import around, empty_spaces
from core.gzhel.state import Position

#: How a painter may think about a turn: as always, for now, for later, with stamps held dear, with stamps laid freely.
TASTES = (
    PLAIN,
    Taste(next=0.4, hand=0.8),
    Taste(next=1.8),
    Taste(hand=1.35, shift=0.5),
    Taste(hand=0.7, shift=1.5),
    Taste(next=1.5, hand=1.2, shift=1.3),
    Taste(next=0.8, hand=0.5, shift=2.5),
)

#: Up to so many turns are looked for without much care.
FEW = 16
#: A figurine that promises so much less than the best is not painted in other ways.
NEAR = 6.0


class Outlook(msgspec.Struct):
    """What a turn led to: what matters to the seat that played it, and what the others may hope for."""

    seat: int
    mine: dict[str, float]
    others: list[float]

    def scores(self) -> list[float]:
        """One number a seat, as positions have."""
        return self.others


class Prospect(msgspec.Struct, frozen=True):
    """What two pads come to in a round: its points, what they promise after it, stamps in hand and on the pads."""

    pays: float
    promise: float
    hand: float
    on_pads: float

    @property
    def total(self) -> float:
        return self.pays + self.promise + self.hand + self.on_pads


def appraise(view: View, packed: int, stamps: int, hand: int) -> Prospect:
    """What two pads come to when a round ends like this."""
    on_pads = sum(view.on_pad[space] for space in spaces_of(stamps))
    return Prospect(view.pays(packed), view.promise(packed), view.hand * hand, on_pads)


# Turns to think about


class Start(NamedTuple):
    """A way to come to painting: the moves, and the position then."""

    moves: list[Move]
    position: Position


def starts(world: Position) -> list[Start]:
    """The ways to come to painting."""
    phase = world.phase
    if phase == CHOOSE:
        return [_lifted([name], world) for name in NAME]
    if phase == BEFORE:
        found = [_lifted([], world)]
        if not world.beginners:
            found += [_change([], world.copy(), name) for name in NAME if name.figurine != world.own]
        return found
    if phase == CHANGE:
        return [_lifted([move], world) for move in world.moves()]
    if phase == PAINT:
        return [Start([], world.copy())]
    return _shifts(world)


def _sly_starts(world: Position, seat: int, best: list[Name]) -> list[Start]:
    """Name for the others what helps them least, and take a better one with a stamp."""
    if world.phase != CHOOSE or world.beginners or world.players == 1 or not any(world.hand[5 * seat : 5 * seat + 5]):
        return []
    hopes = []
    for name in NAME:
        others = sum(rival(world, other, name.figurine) for other in range(world.players) if other != seat)
        hopes.append((others, name.figurine))
    found = []
    for _, figurine in sorted(hopes)[:2]:
        named = world.copy()
        named.play(NAME[figurine])
        found += [_change([NAME[figurine]], named.copy(), name) for name in best if name.figurine != figurine]
    return found


def _lifted(moves: list[Move], world: Position) -> Start:
    """Play these, then lift; whoever has no stamp has lifted by then."""
    world = world.copy()
    for move in moves:
        world.play(move)
    if world.phase == BEFORE:
        moves = [*moves, LIFT]
        world.play(LIFT)
    return Start(moves, world)


def _change(moves: list[Move], world: Position, name: Name) -> Start:
    """Lay the stamp that helps most, take another figurine with it and lift."""
    seat = world.actor
    assert seat is not None
    near = around(world, seat, name.figurine)
    view = view_now(world, seat)
    worth = view.worth(LORE["next"])
    hand = world.hand[5 * seat : 5 * seat + 5]
    painting = _lift(view, PLAIN, world.flowers[5 * seat : 5 * seat + 5], world.stamps[seat], hand, near)
    painting.fill()
    painting.climb()
    space_open = empty_spaces(world, seat)
    choices = [(kind, space) for kind, space in painting.laid() if space_open >> space & 1]
    if choices:
        kind, space = max(choices, key=lambda choice: view.on_pad[choice[1]] * (not near >> choice[1] & 1))
    else:
        bare = view.pack(world.flowers[5 * seat : 5 * seat + 5])
        _, kind, space = max(
            (worth(bare + view.rows[space][kind]), kind, space)
            for kind in KINDS
            if hand[kind]
            for space in spaces_of(space_open)
        )
    played: list[Move] = [*moves, STAMP[kind][space], name]
    for move in played[len(moves) :]:
        world.play(move)
    if world.phase == BEFORE:
        world.play(LIFT)
        played.append(LIFT)
    return Start(played, world)


def _shifts(world: Position) -> list[Start]:
    """In the middle of a shift: the best few ways to end it."""
    seat = world.actor
    assert seat is not None
    view = view_now(world, seat)
    worth = view.worth(LORE["next"])
    found: list[tuple[float, list[Move], Position]] = []
    firsts: Sequence[Move] = world.moves()
    for first in firsts:
        after = world.copy()
        after.play(first)
        if after.phase == PAINT:
            found.append((worth(view.pack(after.flowers[5 * seat : 5 * seat + 5])), [first], after))
            continue
        for second in after.moves():
            end = after.copy()
            end.play(second)
            found.append((worth(view.pack(end.flowers[5 * seat : 5 * seat + 5])), [first, second], end))
    found.sort(key=lambda row: -row[0])
    return [Start(moves, position) for _, moves, position in found[:6]]


def propose(world: Position, rng: Chance, count: int) -> list[Plan]:
    """Up to `count` different turns, the likeliest first. Whoever asks for many is thorough."""
    seat = world.actor
    assert seat is not None
    view = view_now(world, seat)
    thorough = count > FEW
    plans: dict[tuple[int, ...], tuple[float, Plan]] = {}

    def add(start: Start, taste: Taste, luck: Chance | None = None) -> float:
        played = start.position.copy()
        moves = paint(played, taste, luck, view, thorough)
        flowers = played.flowers[5 * seat : 5 * seat + 5]
        hand = played.hand[5 * seat : 5 * seat + 5]
        worth = appraise(view, view.pack(flowers), played.stamps[seat], sum(hand)).total
        key = (*flowers, played.stamps[seat], *hand, start.position.figurine, start.position.own)
        if key not in plans:
            plans[key] = worth, (*start.moves, *moves)
        return worth

    rows = [(add(start, PLAIN), start) for start in starts(world)]
    rows.sort(key=lambda row: -row[0])
    best = [start for worth, start in rows if worth > rows[0][0] - NEAR][: 3 if thorough else 2]
    for taste in TASTES[1:] if thorough else TASTES[1:3]:
        for start in best:
            add(start, taste)
    if thorough:
        for start in _sly_starts(world, seat, [NAME[start.position.own] for start in best[:1]]):
            add(start, PLAIN)
        for attempt in range(count // 2):
            add(best[attempt % len(best)], TASTES[attempt // len(best) % 4], rng)
    ranked = sorted(plans.values(), key=lambda row: -row[0])
    return [plan for _, plan in ranked[:count]]


# What a turn leads to


def trial(world: Position, plan: Plan, seat: int, rng: Chance) -> Outlook:
    """Play a turn, then see what the next round makes of its pads in this world."""
    view = view_now(world, seat)
    left, deck, middle = view.left, world.deck[-2:], world.middle
    others = [0.0] * world.players
    if world.players > 1 and world.phase == CHOOSE and isinstance(plan[0], Name):
        others = [rival(world, other, plan[0].figurine) if other != seat else 0.0 for other in range(world.players)]
    began = world.round
    active = world.active
    for move in plan:
        world.play(move)
    if world.actor == seat and world.round == began and plan[-1] is not DONE:
        paint(world, PLAIN)
    flowers = tuple(world.flowers[5 * seat : 5 * seat + 5])
    stamps, hand = world.stamps[seat], tuple(world.hand[5 * seat : 5 * seat + 5])
    pays = float(view.pays(view.pack(flowers)))
    if not left:
        mine = {"points this round": pays, "stamps on the pads": float(LORE["corner"][0]) * stamps.bit_count()}
        return Outlook(seat, mine, others)
    pads = world.pads[2 * seat], world.pads[2 * seat + 1]
    following = view_of(pads, (deck[0], deck[1], CARDS[middle].back), left - 1)
    if (active + 1) % world.players == seat:
        named = [-1]
    else:
        # Who names the next figurine is thinking of other pads. Two of the five in each world will do.
        first = rng.below(len(FIGURINES))
        named = [first, (first + 1 + rng.below(len(FIGURINES) - 1)) % len(FIGURINES)]
    after = [foresee(following, flowers, stamps, hand, figurine, world.beginners) for figurine in named]
    share = 1 / len(named)
    mine = {
        "points this round": pays,
        "points next round": share * sum(prospect.pays for prospect in after),
        "goals after that": share * sum(prospect.promise for prospect in after),
        "stamps in hand": share * sum(prospect.hand for prospect in after),
        "stamps on the pads": share * sum(prospect.on_pads for prospect in after),
    }
    return Outlook(seat, mine, others)


def _lift(view: View, taste: Taste, flowers: Sequence[int], stamps: int, hand: Sequence[int], near: int) -> Painting:
    """The flowers on these spaces are lifted: what is to be laid."""
    free = near & ~stamps
    taken = [(mask & free).bit_count() for mask in flowers]
    bare = [mask & ~free for mask in flowers]
    filled = bare[0] | bare[1] | bare[2] | bare[3] | bare[4]
    painting = Painting(view, taste, view.pack(bare), filled, taken, hand)
    for space in spaces_of(stamps & ~near):
        painting.kept += view.on_pad[space]
    return painting


def _near(view: View, figurine: int) -> int:
    return view.diamond.around[figurine] | view.circle.around[figurine] << SPACES


def foresee(
    view: View, flowers: tuple[int, ...], stamps: int, hand: tuple[int, ...], figurine: int, beginners: bool
) -> Prospect:
    """What a round may come to: with the figurine of one's choice (-1), or one that others name."""
    key = (flowers, stamps, hand, figurine)
    known: Prospect | None = view.foreseen.get(key)
    if known is not None:
        return known
    tried = []
    for choice in range(len(FIGURINES)) if figurine < 0 or any(hand) else (figurine,):
        painting = _lift(view, PLAIN, flowers, stamps, hand, _near(view, choice))
        painting.fill()
        tried.append((painting.worth(painting.packed) + painting.kept, choice, painting))
    best = max(tried, key=lambda row: row[0])
    if figurine >= 0 and best[1] != figurine:
        named = next(row for row in tried if row[1] == figurine)
        change = float(LORE["change"])
        if beginners or best[0] - change <= named[0]:
            best = named
            change = 0.0
    else:
        change = 0.0
    found = _come_to(view, best[2], stamps & ~_near(view, best[1]), change)
    view.foreseen[key] = found
    return found


def _come_to(view: View, painting: Painting, on_pads: int, change: float) -> Prospect:
    """What a painting of the next round comes to. Shifts are not looked for, but counted."""
    painting.climb()
    laid = painting.laid()
    kept = sum(1 for token in painting.lies[painting.free :] if token != NONE)
    for _, space in laid:
        on_pads |= 1 << space
    found = appraise(view, painting.packed, on_pads, kept)
    bonus = len(laid) * float(LORE["shift"]) - change
    return Prospect(found.pays + bonus, found.promise, found.hand, found.on_pads)


def rival(world: Position, seat: int, figurine: int) -> float:
    """What another seat may make of this round if this figurine is named."""
    view = view_now(world, seat)
    flowers = tuple(world.flowers[5 * seat : 5 * seat + 5])
    hand = tuple(world.hand[5 * seat : 5 * seat + 5])
    return foresee(view, flowers, world.stamps[seat], hand, figurine, world.beginners).total

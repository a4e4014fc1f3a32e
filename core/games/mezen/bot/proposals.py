"""Propose turns worth a search: lifts with their amulets, and arrangements of the lifted tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from core.bots.evaluator import Plan
from core.game import Move
from core.games.mezen.bot.bitboards import (
    ACROSS,
    COUNTS,
    POINTS,
    Bitboards,
    across,
    lift,
    lifts,
    masks_of,
    to_bitboards,
)
from core.games.mezen.bot.painting_value import placed, scene_of, settled
from core.games.mezen.bot.planner import AMULET, FREE, LiftEstimator, LiftPlan, RoundsAhead, expected_value, placements
from core.games.mezen.bot.rollout import leading, only
from core.games.mezen.components import ANIMALS, REFUSAL, ROUNDS, SPRUCE, beside, cells_of
from core.games.mezen.groups import takeable
from core.games.mezen.moves import ANNOUNCE, BRIDGE, EXCLUDE, PLACE, REFUSE, SCORE, TAKE
from core.games.mezen.state import MezenState
from core.rng import Rng

#: In how many worlds lifts are compared before some of them are proposed.
_GLANCES = 4
#: How many lifts are tried with one more amulet, and how many amulets a proposed lift takes at most.
_EXTENDED = 8
_MOST_AMULETS = 3
#: How many lifts are compared with their tiles placed for a master, and in how many of these worlds.
_COMPARED = 16
_WORLDS = 2


def arrangements(world: MezenState, seat: int, rng: Rng, count: int, far: bool) -> list[Plan]:
    """Return arrangements of the lifted tiles; in a solo game, with points or amulets taken for the goal."""
    # An arrangement should suit any animal that is announced next, so none is singled out here.
    table = _table(world, seat)
    amulets = world.amulets[seat]
    scene = scene_of(table, world.round)

    def judged(sketch: Bitboards) -> float:
        if far:
            return settled(sketch, scene, amulets).total
        return expected_value(sketch, table, world.round, amulets)

    fallen = to_bitboards(world.paintings[seat])
    plans: dict[tuple[int, ...], Plan] = {}
    for sketch in placements(fallen, world.hand, table, world.round, count, judged, rng):
        cells = tuple(ACROSS[sketch.index(code)] for code in world.hand)
        moves: list[Move] = [PLACE[cell] for cell in cells]
        if world.players == 1:
            shown, _, dark_cells = masks_of(sketch)
            goal = world.deck[world.round - 1]
            points = POINTS[goal] * COUNTS[goal](shown, dark_cells)
            moves.append(SCORE if points >= REFUSAL * AMULET[world.round] or not world.pool else REFUSE)
        plans[cells] = tuple(moves)
    return list(plans.values())


def _table(world: MezenState, seat: int) -> RoundsAhead:
    return RoundsAhead(world.deck, (FREE,) * ROUNDS, world.players == 1, leading(world, seat))


def lifting(world: MezenState, seat: int, rng: Rng, count: int, far: bool) -> list[Plan]:
    """Return the lifts of this turn's animal (any, before it is announced) with the best average estimates."""
    animal = world.animals[seat]
    worlds = [world, *(world.determinize(seat, rng) for _ in range(_GLANCES - 1))]
    sketches = [to_bitboards(each.paintings[seat]) for each in worlds]
    found = _promising(world, seat, sketches, only(animal) if animal >= 0 else FREE)
    if far and count > 1:
        found[:_COMPARED] = _compared(world, seat, sketches[:_WORLDS], found[:_COMPARED])
    plans = []
    for each in found:
        if plan := _lift_moves(world, each, announce=animal < 0):
            plans.append(plan)
            if len(plans) == count:
                break
    return plans


def _promising(world: MezenState, seat: int, sketches: Sequence[Bitboards], fee: Sequence[float]) -> list[LiftPlan]:
    """Return lifts with up to three amulets by their estimates in all of these worlds, the best first."""
    next_goal = world.deck[world.round] if world.round < ROUNDS else -1
    glances = [LiftEstimator(sketch, world.deck[world.round - 1], next_goal, world.round) for sketch in sketches]
    price = AMULET[world.round]
    amulets = world.amulets[seat]
    bridges, excluded = across(world.bridges), across(world.excluded)
    shown = glances[0].shown
    found: dict[tuple[int, int], LiftPlan] = {}

    def note(symbol: int, lifted: int, links: int, kept: int) -> None:
        if (symbol, lifted) not in found:
            value = sum(glance.estimate(lifted) for glance in glances) / len(glances)
            found[symbol, lifted] = LiftPlan(value - price * (links | kept).bit_count(), lifted, symbol, links, kept)

    for symbol in ANIMALS:
        if fee[symbol] or not shown[symbol]:
            continue
        if bridges or excluded:
            for group in takeable(shown[symbol], shown[SPRUCE], bridges, excluded):
                note(symbol, group & ~bridges, bridges, excluded)
        else:
            for lifted, (link, kept) in lifts(shown[symbol], shown[SPRUCE], amulets > 0).items():
                note(symbol, lifted, link, kept)
    laid = (bridges | excluded).bit_count()
    for number in range(laid + 1 if laid else 2, min(laid + amulets, max(_MOST_AMULETS, laid + 1)) + 1):
        known = sorted((each for each in found.values() if each.amulets == number - 1), reverse=True)
        for each in known[:_EXTENDED]:
            _extend(each, shown, note)
    return sorted(found.values(), reverse=True)


def _compared(world: MezenState, seat: int, sketches: Sequence[Bitboards], found: Sequence[LiftPlan]) -> list[LiftPlan]:
    """Return the same lifts sorted by their results with the tiles placed and the value of later rounds."""
    scene = scene_of(_table(world, seat), world.round)
    laid = (world.bridges | world.excluded).bit_count()
    compared = []
    for each in found:
        amulets = world.amulets[seat] + laid - each.amulets
        total = 0.0
        for sketch in sketches:
            fallen, hand = lift(sketch, each.lifted)
            total += placed(bytes(fallen), tuple(hand), scene, amulets).total
        compared.append(each._replace(estimate=total / len(sketches)))
    return sorted(compared, reverse=True)


def _extend(each: LiftPlan, shown: Sequence[int], note: Callable[[int, int, int, int], None]) -> None:
    """Note the lifts that one more amulet makes of a lift: a bridge beside it, or a tile of it that stays."""
    animal, spruce = shown[each.animal], shown[SPRUCE]
    laid = each.bridges | each.excluded
    for cell in cells_of((each.lifted | beside(each.lifted | each.bridges)) & ~laid):
        bit = 1 << cell
        links = each.bridges | bit
        for group in takeable(animal, spruce, links, each.excluded):
            note(each.animal, group & ~links, links, each.excluded)
        if each.lifted & bit:
            kept = each.excluded | bit
            for group in takeable(animal, spruce, each.bridges, kept):
                note(each.animal, group & ~each.bridges, each.bridges, kept)


def _lift_moves(world: MezenState, each: LiftPlan, announce: bool) -> Plan:
    """Return the moves of a lift in an order in which each is legal; empty if there is no such order."""
    start: list[Move] = [ANNOUNCE[each.animal]] if announce else []
    lifted = across(each.lifted)
    take = TAKE[(lifted & -lifted).bit_length() - 1]
    links = [BRIDGE[cell] for cell in cells_of(across(each.bridges) & ~world.bridges)]
    kept = [EXCLUDE[cell] for cell in cells_of(across(each.excluded) & ~world.excluded)]
    if not links and not kept:
        return (*start, take)
    for order in permutations([*links, *kept]):
        trial = world.copy()
        for move in start:
            trial.play(move)
        for amulet in order:
            if amulet not in trial.legal_moves():
                break
            trial.play(amulet)
        else:
            if take in trial.legal_moves():
                return (*start, *order, take)
    return ()

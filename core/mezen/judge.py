"""What looks good in Mezen: the cheap rule for single moves, turns worth thinking about, and how they come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import permutations
from typing import Any

from core.bots.judge import Judge, Plan, best_move, load_weights
from core.chance import Chance
from core.game import Move
from core.mezen.ahead import maybe, settled
from core.mezen.components import ANIMALS, EMPTY, REFUSAL, ROUNDS, SPRUCE, beside, cells_of, flood
from core.mezen.forecast import Forecast, forecast, only, standing
from core.mezen.groups import takeable
from core.mezen.moves import (
    ANNOUNCE,
    BRIDGE,
    EXCLUDE,
    PLACE,
    REFUSE,
    SCORE,
    TAKE,
    Announce,
    Bridge,
    Exclude,
    Keep,
    Pay,
    Place,
    Score,
    Take,
)
from core.mezen.phases import ANNOUNCING, LIFTING, PAYING, PLACING, SCORING
from core.mezen.planner import AMULET, FREE, Glance, Lift, Table, aim_for, climb, placements, prospect
from core.mezen.rules import kept_animal
from core.mezen.scoring import codes_of, goal_points
from core.mezen.sketch import ACROSS, COUNTS, POINTS, Sketch, across, lift, lifts, masks_of, sketch_of
from core.mezen.state import Mezen, deal_backs

#: In how many imagined worlds lifts are compared before some of them are proposed.
_GLANCES = 4
#: How many lifts are tried with one more amulet, and how many amulets a proposed lift takes at most.
_EXTENDED = 8
_MOST_AMULETS = 3
#: How many lifts a master looks into before it proposes some, and how many cards stand for the one nobody knows.
_COMPARED = 24
_CARDS = 3
#: With so many points between points and amulets there is nothing to think about.
_CLEAR = 2.5
#: How many arrangements a person's is chosen from.
_ARRANGED = 4
#: The luck with which unseen backs are dealt for it.
_ARRANGING = 25


def worth(state: Mezen, painting: list[int]) -> float:
    """What a finished painting promises in this round and the next, in points, by what its player can know."""
    return prospect(_imagined(state, painting), _known(state), state.round, 0)


def arrange(state: Mezen, painting: list[int], hand: Sequence[int]) -> list[int]:
    """The painting with these tiles in its empty cells: good for this goal, and for a lift of the next round."""
    table = _known(state)

    def judged(sketch: Sketch) -> float:
        return prospect(sketch, table, state.round, 0)

    best = placements(_imagined(state, painting), list(hand), table, state.round, _ARRANGED, judged)[0]
    return [code if code != EMPTY else best[ACROSS[cell]] for cell, code in enumerate(painting)]


def _imagined(state: Mezen, painting: list[int]) -> Sketch:
    """A painting with its unseen backs dealt anew, always in the same way: people are told nothing hidden."""
    imagined = painting[:]
    if not state.open_backs:
        deal_backs(imagined, state.seen[state.actor or 0], Chance(_ARRANGING))
    return sketch_of(imagined)


def _known(state: Mezen) -> Table:
    """The open goals; every animal may be lifted next."""
    return Table(state.deck[: state.opened], (FREE,) * ROUNDS, state.players == 1)


class MezenJudge(Judge):
    """How Mezen looks to its bots."""

    weights = load_weights("core.mezen")
    novice_temperature = 0.9
    adept_plans = 12
    master_plans = 20
    #: Whether whole rounds after this one are imagined, or the next goal is only looked at.
    far = True
    #: What the next goal counts for an adept.
    adept_foresight = 0.25

    def adept(self) -> MezenJudge:
        """An adept thinks of this goal, and a little of the next one."""
        near = copy(self)
        near.far = False
        near.weights = {**self.weights, "points next round": self.adept_foresight}
        return near

    # The cheap rule

    def rate(self, state: Mezen, moves: Sequence[Move]) -> list[float]:
        """How good each move looks, in points. The backs in this position are imagined ones."""
        seat = state.actor
        assert seat is not None
        if isinstance(moves[0], Place):
            return _rate_places(state, seat, moves)
        glance = _glance(state, seat)
        return [_rating(state, seat, move, glance) for move in moves]

    # Whole turns

    def propose(self, world: Mezen, rng: Chance, count: int) -> list[Plan]:
        """Lifts with their amulets, or arrangements with what they score, the likeliest first."""
        seat = world.actor
        assert seat is not None
        if world.phase in (LIFTING, PLACING) or (world.players == 1 and world.phase == ANNOUNCING):
            if world.phase == PLACING:
                plans = _arrangements(world, seat, rng, count, self.far)
            else:
                plans = _lifting(world, seat, rng, count, self.far)
            greedy = self._greedy(world, seat)
            if count > 1 and greedy not in plans:
                plans[count - 1 :] = [greedy]
            return plans
        moves = world.moves()
        ratings = self.rate(world, moves)
        ranked = sorted(range(len(moves)), key=lambda i: -ratings[i])
        if world.phase == SCORING and ratings[ranked[0]] > ratings[ranked[-1]] + _CLEAR:
            ranked = ranked[:1]
        return [(moves[i],) for i in ranked]

    def _greedy(self, world: Mezen, seat: int) -> Plan:
        """The turn by the cheap rule, up to where backs are turned up or others have their say."""
        world, plan = world.copy(), list[Move]()
        round_ = world.round
        while world.actor == seat and world.round == round_ and (world.players == 1 or world.phase != SCORING):
            moves = world.moves()
            plan.append(best_move(moves, self.rate(world, moves)))
            world.play(plan[-1])
            if isinstance(plan[-1], Take):
                break
        return tuple(plan)

    def share(self, state: Mezen) -> float:
        """Lifting deserves more time than placing; announcing to others, or paying them, takes a part of it."""
        alone = state.players == 1
        return {ANNOUNCING: 0.6 if alone else 0.25, PLACING: 0.4 if alone else 0.3, LIFTING: 0.4}.get(
            state.phase, 0.25 if state.phase == PAYING else 0.05
        )

    def trial(self, world: Mezen, plan: Plan, seat: int, rng: Chance) -> Forecast:
        """How a turn comes out in this world, as far as one's own painting tells."""
        return forecast(world, plan, seat, rng, self.far)

    def features(self, state: Any, seat: int) -> dict[str, float]:
        """How a turn came out; of a position, what it has brought so far and what lies on the table."""
        if isinstance(state, Forecast):
            return state.features
        return standing(state, seat)

    def policy(self, state: Mezen, rng: Chance) -> Sequence[Move]:
        """A whole turn, or what can be foreseen of it, without a second thought."""
        return self.propose(state, rng, 1)[0]


def _glance(state: Mezen, seat: int) -> Glance:
    next_goal = state.deck[state.round] if state.round < ROUNDS else -1
    return Glance(sketch_of(state.paintings[seat]), state.deck[state.round - 1], next_goal, state.round)


def _best_lift(glance: Glance, animal: int, bridges: int = 0, excluded: int = 0) -> float:
    """What the best group of an animal promises with these amulets."""
    groups = takeable(glance.shown[animal], glance.shown[SPRUCE], bridges, excluded)
    return max((glance.promise(group & ~bridges) for group in groups), default=0.0)


def _rating(state: Mezen, seat: int, move: Move, glance: Glance) -> float:
    price = AMULET[state.round]
    bridges, excluded = across(state.bridges), across(state.excluded)
    match move:
        case Announce(symbol=symbol):
            return _best_lift(glance, symbol)
        case Keep():
            animal = kept_animal(state, seat)
            return _best_lift(glance, animal) if animal >= 0 else glance.promise(0)
        case Pay(symbol=symbol):
            return _best_lift(glance, symbol) - price
        case Take(cell=cell):
            tiles = glance.shown[state.animals[seat]] | glance.shown[SPRUCE] | bridges
            group = flood(1 << ACROSS[cell], tiles & ~excluded)
            return glance.promise(group & ~bridges)
        case Bridge(cell=cell):
            return _best_lift(glance, state.animals[seat], bridges | 1 << ACROSS[cell], excluded) - price
        case Exclude(cell=cell):
            return _best_lift(glance, state.animals[seat], bridges, excluded | 1 << ACROSS[cell]) - price
        case Score():
            return float(goal_points(codes_of(state.paintings[seat]), state.goal))
    return min(REFUSAL, state.pool) * AMULET[state.round]


def _rate_places(state: Mezen, seat: int, moves: Sequence[Move]) -> list[float]:
    """What the painting comes to with the next tile there and the others arranged around it."""
    next_goal = state.deck[state.round] if state.round < ROUNDS else -1
    aim = aim_for(state.deck[state.round - 1], next_goal, state.round)
    fallen = sketch_of(state.paintings[seat])
    ratings = []
    for move in moves:
        assert isinstance(move, Place)
        cell = ACROSS[move.cell]
        fallen[cell] = state.hand[0]
        ratings.append(climb(fallen, state.hand[1:], aim)[0])
        fallen[cell] = EMPTY
    return ratings


# Proposals


def _arrangements(world: Mezen, seat: int, rng: Chance, count: int, far: bool) -> list[Plan]:
    """Arrangements of the lifted tiles; alone, with what is taken for the goal."""
    # Whatever is announced next, an arrangement should suit it: no animal is singled out here.
    table = Table(world.deck, (FREE,) * ROUNDS, world.players == 1)
    amulets = world.amulets[seat]
    later = maybe(table, world.round, _CARDS)

    def judged(sketch: Sketch) -> float:
        if far:
            return settled(sketch, table, world.round, amulets, later).total
        return prospect(sketch, table, world.round, amulets)

    fallen = sketch_of(world.paintings[seat])
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


def _lifting(world: Mezen, seat: int, rng: Chance, count: int, far: bool) -> list[Plan]:
    """Lifts of the animal of this turn (any, when it is open) that promise most on average."""
    animal = world.animals[seat]
    worlds = [world, *(world.imagine(seat, rng) for _ in range(_GLANCES - 1))]
    sketches = [sketch_of(each.paintings[seat]) for each in worlds]
    found = _promising(world, seat, sketches, only(animal) if animal >= 0 else FREE)
    if far and count > 1:
        found[:_COMPARED] = _compared(world, seat, sketches, found[:_COMPARED])
    plans = []
    for each in found:
        if plan := _lift_moves(world, each, announce=animal < 0):
            plans.append(plan)
            if len(plans) == count:
                break
    return plans


def _promising(world: Mezen, seat: int, sketches: Sequence[Sketch], fee: Sequence[float]) -> list[Lift]:
    """Lifts with up to three amulets, by what they promise at a glance in all of these worlds, the best first."""
    next_goal = world.deck[world.round] if world.round < ROUNDS else -1
    glances = [Glance(sketch, world.deck[world.round - 1], next_goal, world.round) for sketch in sketches]
    price = AMULET[world.round]
    amulets = world.amulets[seat]
    bridges, excluded = across(world.bridges), across(world.excluded)
    shown = glances[0].shown
    found: dict[tuple[int, int], Lift] = {}

    def note(symbol: int, lifted: int, links: int, kept: int) -> None:
        if (symbol, lifted) not in found:
            value = sum(glance.promise(lifted) for glance in glances) / len(glances)
            found[symbol, lifted] = Lift(value - price * (links | kept).bit_count(), lifted, symbol, links, kept)

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


def _compared(world: Mezen, seat: int, sketches: Sequence[Sketch], found: Sequence[Lift]) -> list[Lift]:
    """The same lifts by how they come out with the tiles placed and what lies ahead."""
    table = Table(world.deck, (FREE,) * ROUNDS, world.players == 1)
    aim = aim_for(table.goal(world.round), table.goal(world.round + 1), world.round)
    laid = (world.bridges | world.excluded).bit_count()
    later = maybe(table, world.round, _CARDS)
    compared = []
    for each in found:
        amulets = world.amulets[seat] + laid - each.amulets
        total = 0.0
        for sketch in sketches:
            fallen, hand = lift(sketch, each.lifted)
            total += settled(climb(fallen, hand, aim)[1], table, world.round, amulets, later).total
        compared.append(each._replace(promise=total / len(sketches)))
    return sorted(compared, reverse=True)


def _extend(each: Lift, shown: Sequence[int], note: Callable[[int, int, int, int], None]) -> None:
    """Note what one more amulet makes of a lift: a link beside it, or a tile of it that stays."""
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


def _lift_moves(world: Mezen, each: Lift, announce: bool) -> Plan:
    """The moves of a lift in an order in which each is legal; none if there is no such order."""
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
            if amulet not in trial.moves():
                break
            trial.play(amulet)
        else:
            if take in trial.moves():
                return (*start, *order, take)
    return ()


JUDGE = MezenJudge()

"""Rollouts of Mezen: the rest of the round, simulated rounds after it, and the value of the round after them.

Only the painting of one seat is followed, because the others' paintings hardly change it. In rounds that another seat
leads, some animal is announced and a different one costs an amulet.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.bots.evaluator import Plan
from core.games.mezen.bot.bitboards import (
    ACROSS,
    COUNTS,
    POINTS,
    Bitboards,
    Masks,
    across,
    lift,
    masks_of,
    to_bitboards,
)
from core.games.mezen.bot.painting_value import Round, ahead, paint, painted, placed, scene_of
from core.games.mezen.bot.planner import (
    AMULET,
    FREE,
    NEVER,
    RoundsAhead,
    best_placed,
    estimate_lifts,
    rounds_ahead_value,
    scored,
    side_worth,
    sides_paid,
    waiting,
)
from core.games.mezen.components import ANIMALS, REFUSAL, ROUNDS, SPRUCE, flood
from core.games.mezen.moves import (
    Announce,
    BridgeTile,
    Exclude,
    KeepAnimal,
    LiftGroup,
    Pay,
    PlaceTile,
    Refuse,
    TakePoints,
)
from core.games.mezen.phases import ANNOUNCING, LIFTING, PAYING, PLACING, SCORING
from core.games.mezen.rules import kept_animal
from core.games.mezen.state import MezenState, deal_backs
from core.rng import Rng

#: How many rounds after this one are simulated before the painting is valued; in a solo game there are more.
DEPTH = 1
DEPTH_ALONE = 2
#: How often unseen backs are dealt anew to value a round.
DEALS = 2
#: How many lifts are followed up in a simulated round, with others and solo; and in this one when only the animal is
#: chosen.
WIDE = 2
WIDE_ALONE = 4
WIDE_NOW = 3
#: The weight of the painting's worth at the end of this round, beside the rounds simulated after it: those see
#: further, but their results are as much luck.
STANDING = 0.5


class Forecast(msgspec.Struct):
    """The outcome of a rollout, by feature."""

    features: dict[str, float]

    def scores(self) -> list[int]:
        """Return one score, because only one painting was followed."""
        return [0]


#: The fee of each animal in points when another seat announces one: by the round and the announced animal.
ANNOUNCED = [[[price * (symbol != animal) for symbol in ANIMALS] for animal in ANIMALS] for price in AMULET]


def only(animal: int) -> list[float]:
    """Return the fees when one animal may be lifted and no other."""
    return [0.0 if symbol == animal else NEVER for symbol in ANIMALS]


def table_of(world: MezenState, seat: int, rng: Rng) -> RoundsAhead:
    """Return the rounds of this world for a seat."""
    if world.players == 1:
        return RoundsAhead(world.deck, (FREE,) * ROUNDS, True)
    fees: list[Sequence[float]] = []
    leads = leading(world, seat)
    for round_, leader in enumerate(leads, 1):
        if leader:
            fees.append(FREE)
        else:
            fees.append(ANNOUNCED[round_][rng.randrange(len(ANIMALS))])
    return RoundsAhead(world.deck, fees, False, leads)


def leading(world: MezenState, seat: int) -> list[bool]:
    """Return in which rounds, from round 1, a seat announces the animal."""
    return [(world.active + round_ - world.round) % world.players == seat for round_ in range(1, ROUNDS + 1)]


class RolloutTurn:
    """A turn of one seat in a rollout, on the `Bitboards` of its painting."""

    def __init__(self, world: MezenState, seat: int) -> None:
        self.world, self.seat = world, seat
        self.round = world.round
        self.amulets = world.amulets[seat]
        self.sketch: Bitboards = to_bitboards(world.paintings[seat])
        self.stage = world.phase
        self.animal = world.animals[seat]
        self.bridges, self.excluded = across(world.bridges), across(world.excluded)
        self.hand = world.hand[:]
        self.points = 0.0
        #: The tiles whose backs are known by now.
        self.seen = -1 if world.open_backs else world.seen[seat]
        #: The worth of what the turn gives to others, in points.
        self.given = 0.0

    def play(self, plan: Plan) -> None:
        """Carry out the moves of a plan."""
        for move in plan:
            if isinstance(move, PlaceTile):
                self.sketch[ACROSS[move.cell]] = self.hand.pop(0)
                if not self.hand:
                    self.stage = SCORING
            elif isinstance(move, Announce):
                self.animal, self.stage = move.symbol, LIFTING
                if self.world.players > 1:
                    self._lead(move.symbol)
            elif isinstance(move, KeepAnimal):
                self.animal = kept_animal(self.world, self.seat)
                self.stage = LIFTING if self.animal >= 0 else SCORING
            elif isinstance(move, Pay):
                self.animal, self.stage = move.symbol, LIFTING
                self.amulets -= 1
                self.given += AMULET[self.round]
            elif isinstance(move, BridgeTile):
                self.bridges |= 1 << ACROSS[move.cell]
                self.amulets -= 1
            elif isinstance(move, Exclude):
                self.excluded |= 1 << ACROSS[move.cell]
                self.amulets -= 1
            elif isinstance(move, LiftGroup):
                self._take(1 << ACROSS[move.cell])
            elif isinstance(move, (TakePoints, Refuse)):
                self._score(isinstance(move, TakePoints))

    def _lead(self, animal: int) -> None:
        """Estimate what an announced animal gives to the others; a seat that gains by another one pays for it."""
        world, price = self.world, AMULET[self.round]
        goal = world.deck[self.round - 1]
        for other in range(world.players):
            if other != self.seat:
                sketch = to_bitboards(world.paintings[other])
                kept = rounds_ahead_value(sketch, goal, self.round, 0, only(animal))
                # Amulets on tiles are left out: they bring about what they cost, and take time to compute.
                bought = (
                    max(rounds_ahead_value(sketch, goal, self.round, 0, FREE) - price, 0.0)
                    if world.amulets[other]
                    else 0.0
                )
                self.given += max(kept, bought)
                if bought > kept:
                    self.amulets += 1

    def _take(self, start: int) -> None:
        shown, _, _ = masks_of(self.sketch)
        tiles = shown[self.animal] | shown[SPRUCE] | self.bridges
        group = flood(start, tiles & ~self.excluded)
        self._lift(group & ~self.bridges)

    def _lift(self, lifted: int) -> None:
        self.sketch, self.hand = lift(self.sketch, lifted)
        for code in self.hand:
            self.seen |= 1 << (code >> 1)
        self.stage = PLACING

    def _score(self, wanted: bool | None) -> None:
        goal = self.world.deck[self.round - 1]
        shown, _, dark = masks_of(self.sketch)
        points = float(POINTS[goal] * COUNTS[goal](shown, dark))
        if wanted is None:
            self.points, self.amulets = scored(points, self.round, self.amulets)
        elif wanted:
            self.points = points
        else:
            self.amulets += min(REFUSAL, self.world.pool)
        self.stage = -1

    def finish(self, table: RoundsAhead) -> None:
        """Play to the end of the round for this goal and the next."""
        if self.stage in (ANNOUNCING, PAYING):
            self.animal, self.stage = -1, LIFTING
        if self.stage == LIFTING:
            self._lift_well(table)
        if self.stage == PLACING:
            self.sketch = best_placed(self.sketch, self.hand, table, self.round, self.amulets)
            self.stage = SCORING
        if self.stage == SCORING:
            self._score(None)

    def end(self, table: RoundsAhead) -> Round:
        """Return the end of the round, played for this goal and the value of later rounds."""
        scene = scene_of(table, self.round)
        if self.stage in (ANNOUNCING, PAYING, LIFTING) and not (self.bridges or self.excluded):
            fee = only(self.animal) if self.animal >= 0 else table.fees[self.round - 1]
            return painted(bytes(self.sketch), tuple(fee), scene, self.amulets, WIDE_NOW)
        if self.stage == LIFTING:
            self._lift_well(table)
        if self.stage == PLACING:
            return placed(bytes(self.sketch), tuple(self.hand), scene, self.amulets)
        if self.stage == SCORING:
            self._score(None)
        shown, _, dark = masks_of(self.sketch)
        points = self.points + sides_paid(dark, shown, self.round)
        left = self.amulets + waiting(table.alone, self.round)
        return Round(self.sketch, points, left, ahead(self.sketch, scene, left))

    def _lift_well(self, table: RoundsAhead) -> None:
        fee = only(self.animal) if self.animal >= 0 else table.fees[self.round - 1]
        goal, next_goal = table.goal(self.round), table.goal(self.round + 1)
        found = estimate_lifts(self.sketch, goal, next_goal, self.round, self.amulets, fee)
        if not found:
            self.stage = SCORING
            return
        best = max(found)
        self.amulets -= best.amulets + (0.0 < fee[best.animal] < NEVER)
        self._lift(best.lifted)


def backs(sketch: Bitboards, seen: int, rng: Rng, times: int) -> list[Masks]:
    """Return masks of possible backs, with the unknown ones dealt anew so many times; empty if all are known."""
    dealt = []
    if seen >= 0:
        for _ in range(times):
            other = sketch[:]
            deal_backs(other, seen, rng)
            dealt.append(masks_of(other)[1])
    return dealt


def forecast(world: MezenState, plan: Plan, seat: int, rng: Rng, far: bool = True) -> Forecast:
    """Return the outcome of a turn: with rounds simulated after this one, or (not `far`) an estimate of the next."""
    turn = RolloutTurn(world, seat)
    table = table_of(world, seat, rng)
    turn.play(plan)
    features = _far(turn, table) if far else _near(turn, table, rng)
    features["held-back-from-others"] = 0.0
    if world.players > 1:
        share = 1.0 if world.players == 2 else 0.5 / (world.players - 1)
        features["held-back-from-others"] = -share * turn.given
    return Forecast(features)


def _near(turn: RolloutTurn, table: RoundsAhead, rng: Rng) -> dict[str, float]:
    """Return the features of the rest of this round, and the estimate of the best lift of the next one."""
    turn.finish(table)
    sketch, amulets, round_ = turn.sketch, turn.amulets, turn.round
    shown, _, dark = masks_of(sketch)
    features = {
        "points-this-round": turn.points + sides_paid(dark, shown, round_),
        "points-next-round": 0.0,
        "points-after-that": 0.0,
        "amulets": float(amulets),
    }
    if round_ < ROUNDS:
        amulets += waiting(table.alone, round_)
        round_ += 1
        dealt = backs(sketch, turn.seen, rng, DEALS)
        promised = rounds_ahead_value(sketch, table.goal(round_), round_, amulets, table.fees[round_ - 1], dealt)
        features["points-next-round"] = promised
        features["amulets"] = AMULET[round_] * amulets
    return features


def _far(turn: RolloutTurn, table: RoundsAhead) -> dict[str, float]:
    """Return the features of the rest of this round, rounds simulated after it, and the value of later ones."""
    ended = turn.end(table)
    if turn.round == ROUNDS:
        return {
            "points-this-round": ended.points,
            "points-next-round": 0.0,
            "points-after-that": 0.0,
            "amulets": ended.ahead,
        }
    depth, wide = (DEPTH_ALONE, WIDE_ALONE) if table.alone else (DEPTH, WIDE)
    round_ = turn.round + 1
    went = paint(ended.sketch, table, round_, ended.amulets, wide)
    first = points = went.points
    # The last round pays for more than its goal, so it is simulated when it is near.
    while round_ < ROUNDS and (round_ < turn.round + depth or round_ == ROUNDS - 1):
        round_ += 1
        went = paint(went.sketch, table, round_, went.amulets, wide)
        points += went.points
    standing = STANDING if turn.round < ROUNDS - 1 else 0.0
    amulets = AMULET[min(round_ + 1, ROUNDS)] * went.amulets
    return {
        "points-this-round": ended.points,
        "points-next-round": first,
        "points-after-that": standing * ended.ahead + (1 - standing) * (points + went.ahead) - first - amulets,
        "amulets": amulets,
    }


def standing(world: MezenState, seat: int) -> dict[str, float]:
    """Return the features of a state by itself: what was earned, what the painting shows and what it promises."""
    sketch = to_bitboards(world.paintings[seat])
    _, _, dark = masks_of(sketch)
    before = world.round - 1
    over = world.actor is None
    return {
        "points-this-round": float(world.scores()[seat]),
        "points-next-round": 0.0,
        "points-after-that": 0.0 if over else side_worth(dark, before),
        "amulets": 0.0 if over else AMULET[before] * world.amulets[seat],
        "held-back-from-others": 0.0,
    }

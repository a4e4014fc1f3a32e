"""What looks good in Mezo: the cheap rule, turns worth thinking about, and how a conflict is played out in thought.

A decision inside an effect (which unit, which region) shows its worth only when the effect is through; so an
action is always looked at together with what is left of its effect, resolved by taking what looks best at once.
"""

import tomllib
from collections.abc import Sequence
from importlib import resources

from core.bots.judge import Judge, Plan, best_move
from core.chance import Chance
from core.game import Move
from core.mezo import moves as m
from core.mezo import phases
from core.mezo.components import ABILITIES, CONSTANTS, GODS
from core.mezo.effects.language import ROOTS
from core.mezo.effects.scope import perform
from core.mezo.judge import proposals, shortlist
from core.mezo.judge.proposals import deploying, within_effect
from core.mezo.judge.shortlist import GLANCE, WIDTH, thinned
from core.mezo.judge.value import TRACK, ByAge, Worth
from core.mezo.scoring import FROM_ACTIONS, FROM_ALTARS, legacy
from core.mezo.state import MezoState

#: How much the others' gains count, with more than two at the table.
ENVY = 0.5
#: What a rival's standing counts when one of them must be given something.
NUDGE = 0.02
#: What tribe abilities promise, those apart that the position itself can value.
PROMISE = {
    "ancestors-return": 2.4,
    "jaguar-champion": 1.8,
    "honour-guard": 2.1,
    "stone-carvers": 1.8,
    "victors-tribute": 2.6,
    "pilgrims": 2.8,
}


_TABLES = tomllib.loads(resources.files("core.mezo.judge").joinpath("weights.toml").read_text("utf-8"))


def weights_of(table: str) -> ByAge:
    """A set of weights from the file."""
    return {name: tuple(float(weight) for weight in by_age) for name, by_age in _TABLES[table].items()}


#: What following a god brings: with two at the table, and with more; then by god.
FAVOUR = tuple(tuple(float(_TABLES["gods"][god.id][table]) for god in GODS) for table in range(2))

#: A world that a seat can bring about, what it is worth to that seat, and the moves that lead there.
Outcome = tuple[float, MezoState, tuple[Move, ...]]


def carry_out(world: MezoState, plan: Plan, seat: int) -> None:
    """Play a turn in this world, as far as it goes: the world may turn out otherwise."""
    for move in plan:
        if world.actor != seat or move not in world.moves():
            break
        world.play(move)


class MezoJudge(Judge):
    """How Mezo looks to its bots."""

    novice_temperature = 0.7
    adept_plans = 7
    master_plans = 20

    def __init__(self, two: ByAge, more: ByAge) -> None:
        self.worth = Worth(two, more)
        # Weights that change from Age to Age are in the features already.
        self.weights = dict.fromkeys(two, 1.0)

    # What a position is worth

    def features(self, state: MezoState, seat: int) -> dict[str, float]:
        return self.worth.features(state, seat)

    def margin(self, state: MezoState, seat: int) -> float:
        """How well this seat stands, the others' luck held against it."""
        values = self.worth.values(state)
        own, players = values[seat], len(values)
        if state.cause == FROM_ALTARS and state.actor is not None and state.actor != seat and state.conflict >= 0:
            # Somebody else is about to take from the altar: that is as good as done.
            values[state.actor] += self.worth.at(state).altars[state.altars[state.conflict]]
        return own - (ENVY if players > 2 else 1.0) * (sum(values) - own) / (players - 1)

    # The cheap rule

    def resolved(self, world: MezoState, seat: int, width: int) -> Outcome:
        """The rest of this seat's effect, taking at each step what looks best at once. The world is played along."""
        chain: list[Move] = []
        worth = None
        while within_effect(world, seat):
            options = thinned(world.moves(), width)
            if len(options) == 1:
                world.play(options[0])
                chain.append(options[0])
                worth = None
                continue
            worth = -1e9
            best, after = options[0], world
            for move in options:
                trial = world.copy()
                trial.play(move)
                found = self.margin(trial, seat)
                if found > worth:
                    worth, best, after = found, move, trial
            world = after
            chain.append(best)
        return self.margin(world, seat) if worth is None else worth, world, tuple(chain)

    def outcome(self, state: MezoState, seat: int, move: Move, width: int = WIDTH) -> Outcome:
        """What a move leads to, with the rest of its effect."""
        world = state.copy()
        world.play(move)
        worth, world, chain = self.resolved(world, seat, width)
        return worth, world, (move, *chain)

    def rate(self, state: MezoState, moves: Sequence[Move]) -> list[float]:
        seat = state.actor
        assert seat is not None
        first = moves[0]
        if isinstance(first, m.TakeGod):
            favour = FAVOUR[state.players > 2]
            return [favour[move.god] for move in moves if isinstance(move, m.TakeGod)]
        if isinstance(first, m.PlayCard):
            return self._cards(state, seat, moves)
        if isinstance(first, m.TakeAbility):
            return [self._ability(state, seat, move) for move in moves]
        if state.stack[-1][0] in (phases.WINNER, phases.TRACK):
            return self._grants(state, seat, moves)
        return [self.outcome(state, seat, move)[0] for move in moves]

    def _cards(self, state: MezoState, seat: int, moves: Sequence[Move]) -> list[float]:
        """What the two best actions of each card would gain now; actions that are alike are tried once."""
        now = self.margin(state, seat)
        gains: dict[int, float] = {}
        ratings = []
        for move in moves:
            assert isinstance(move, m.PlayCard)
            effects = [effect.number for effect in GODS[state.gods[seat]].actions[move.card]]
            for effect in effects:
                if ROOTS[effect] not in gains:
                    world = state.copy()
                    perform(world, effect, seat, FROM_ACTIONS)
                    world.advance()
                    gains[ROOTS[effect]] = self.resolved(world, seat, WIDTH)[0] - now
            ratings.append(sum(sorted(gains[ROOTS[effect]] for effect in effects)[1:]))
        return ratings

    def _grants(self, state: MezoState, seat: int, moves: Sequence[Move]) -> list[float]:
        """Whom to let win among the tied: oneself, or whoever stands worst. What they gain shows only later."""
        prize = float(CONSTANTS.blessed_vp) if state.conflict == state.blessed else TRACK
        values = self.worth.values(state)
        return [
            prize if move.seat == seat else -prize - NUDGE * values[move.seat]
            for move in moves
            if isinstance(move, m.PickSeat)
        ]

    def _ability(self, state: MezoState, seat: int, move: Move) -> float:
        assert isinstance(move, m.TakeAbility)
        ability = ABILITIES[move.ability]
        if ability.when != "end_game":
            return PROMISE.get(ability.id, 2.0)
        world = state.copy()
        world.abilities = (*world.abilities[:seat], (move.ability,), *world.abilities[seat + 1 :])
        return float(legacy(world, seat))

    # How the game goes on in thought

    def glance(self, state: MezoState, rng: Chance) -> Sequence[Move]:
        """The moves that a rollout looks at."""
        moves = state.moves()
        if len(moves) == 1:
            return moves
        phase = state.stack[-1][0]
        if phase in (phases.CARDS, phases.GODS):
            return (moves[rng.below(len(moves))],)
        if phase in (phases.ABILITIES, phases.WINNER, phases.TRACK):
            return (best_move(moves, self.rate(state, moves)),)
        return shortlist.at_a_glance(state, moves)

    def step(self, world: MezoState, rng: Chance) -> Outcome:
        """One decision of the actor and what its effect asks after it, by what looks best at a glance."""
        seat = world.actor
        assert seat is not None
        options = self.glance(world, rng)
        if len(options) == 1:
            # No copy: a rollout's world is its own.
            world.play(options[0])
            return 0.0, world, (options[0],)
        return max((self.outcome(world, seat, move, GLANCE) for move in options), key=lambda found: found[0])

    def policy(self, state: MezoState, rng: Chance) -> Sequence[Move]:
        return self.step(state.copy(), rng)[2]

    #: By players: a rollout of what is done before the first conflict of an Age goes on through so many conflicts,
    #: for only there does it show what Champions and gods stand well for.
    prepared: tuple[int, ...] = (0, 0, 2, 1, 1)

    def trial(self, world: MezoState, plan: Plan, seat: int, rng: Chance) -> MezoState:
        """As for any game, but the worlds that were looked at are kept instead of played again."""
        began = world.round + (0 if world.fought else self.prepared[world.players])
        carry_out(world, plan, seat)
        while world.actor is not None and not self.settled(world, seat, began):
            world = self.step(world, rng)[1]
        return world

    # Turns worth thinking about

    def weighs(self, state: MezoState) -> bool:
        """Gods and tribe abilities are chosen by what they are worth over many games."""
        return state.stack[-1][0] not in (phases.GODS, phases.ABILITIES)

    def goes_on(self, before: MezoState, after: MezoState) -> bool:
        """A turn is an effect, or a Deploy Step."""
        assert after.actor is not None
        return within_effect(after, after.actor) or deploying(after, after.actor)

    def propose(self, world: MezoState, rng: Chance, count: int) -> list[Plan]:
        return proposals.propose(self, world, rng, count)


class FirstSight(MezoJudge):
    """How Mezo looks at first sight: to the cheap rule, to novices and to adepts.

    Adepts play out the conflict in thought for what they prepare and for their cards. Of anything else they see only
    what their own turn brings.
    """

    def trial(self, world: MezoState, plan: Plan, seat: int, rng: Chance) -> MezoState:
        if not world.fought or world.stack[-1][0] == phases.CARDS:
            return super().trial(world, plan, seat, rng)
        carry_out(world, plan, seat)
        return world


class FarSight(MezoJudge):
    """How Mezo looks to masters: they know what everything comes to in the end, but rate moves as all do."""

    def __init__(self, two: ByAge, more: ByAge, first_sight: FirstSight) -> None:
        super().__init__(two, more)
        self.first_sight = first_sight

    def adept(self) -> FirstSight:
        return self.first_sight

    def rate(self, state: MezoState, moves: Sequence[Move]) -> list[float]:
        return self.first_sight.rate(state, moves)


_FIRST_SIGHT = weights_of("first-sight")
JUDGE = FarSight(weights_of("weights"), weights_of("weights-with-more"), FirstSight(_FIRST_SIGHT, _FIRST_SIGHT))

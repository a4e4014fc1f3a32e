"""What looks good in Mezo: the cheap rule, turns worth thinking about, and how a conflict is played out in thought.

A decision inside an effect (which unit, which region) shows its worth only when the effect is through; so an
action is always looked at together with what is left of its effect, resolved by taking what looks best at once.
"""

import tomllib
from collections.abc import Sequence
from importlib import resources

from core.bots.judge import Judge, Plan, best_move, softmax_move
from core.chance import Chance
from core.game import Move
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import ABILITIES, CONSTANTS, GODS
from core.mezo.effects.language import ROOTS
from core.mezo.effects.scope import perform
from core.mezo.rules import MezoState
from core.mezo.scoring import legacy
from core.mezo.state import FROM_ACTIONS, FROM_ALTARS
from core.mezo.worth import TRACK, ByAge, Worth

#: How much the others' gains count, with more than two at the table.
ENVY = 0.5
#: Of the moves inside an effect, how many are looked at: in earnest, and in rollouts.
WIDTH, GLANCE = 10, 6
#: What a rival's standing counts when one of them must be given something.
NUDGE = 0.02
#: How many of the likeliest turns are varied when turns are proposed.
VARIED = 4
#: What tribe abilities promise, those apart that the position itself can value.
PROMISE = {
    "ancestors-return": 2.4,
    "jaguar-champion": 1.8,
    "honour-guard": 2.1,
    "stone-carvers": 1.8,
    "victors-tribute": 2.6,
    "pilgrims": 2.8,
}


_TABLES = tomllib.loads(resources.files("core.mezo").joinpath("weights.toml").read_text("utf-8"))


def weights_of(table: str) -> ByAge:
    """A set of weights from the file."""
    return {name: tuple(float(weight) for weight in by_age) for name, by_age in _TABLES[table].items()}


#: What following a god brings: with two at the table, and with more; then by god.
FAVOUR = tuple(tuple(float(_TABLES["gods"][god.id][table]) for god in GODS) for table in range(2))
#: How far the choice of a god strays from the best, in points.
GOD_TEMPERATURE = 2.0

#: A world that a seat can bring about, what it is worth to that seat, and the moves that lead there.
Outcome = tuple[float, MezoState, tuple[Move, ...]]


def within_effect(state: MezoState, seat: int) -> bool:
    """Whether this seat is about to decide something inside an effect."""
    return state.actor == seat and state.stack[-1][0] >= steps.SCOPE


def deploying(state: MezoState, seat: int) -> bool:
    """Whether this seat is in its Deploy Step: Champions, units, and abilities that act before them."""
    return state.actor == seat and any(steps.REMINDERS <= frame[0] <= steps.STATION for frame in state.stack)


def thinned(moves: Sequence[Move], most: int) -> Sequence[Move]:
    """At most so many of the moves, from all over the list."""
    return moves if len(moves) <= most else moves[:: -(-len(moves) // most)]


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
        if state.stack[-1][0] in (steps.WINNER, steps.TRACK):
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
        step = state.stack[-1][0]
        if step in (steps.CARDS, steps.GODS):
            return (moves[rng.below(len(moves))],)
        if step in (steps.ABILITIES, steps.WINNER, steps.TRACK):
            return (best_move(moves, self.rate(state, moves)),)
        if step == steps.ACT:
            acts = [move for move in moves if isinstance(move, m.Act)]
            passes = [move for move in moves if isinstance(move, m.PassOver)]
            return (*acts, *passes[-2:])
        if step == steps.SACRIFICE:
            return even_gifts(state)
        if step == steps.STATION:
            return full_stations(moves)
        return thinned(moves, GLANCE)

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

    def propose(self, world: MezoState, rng: Chance, count: int) -> list[Plan]:
        seat = world.actor
        assert seat is not None
        moves = world.moves()
        step = world.stack[-1][0]
        if step == steps.GODS:
            # Not always the same god: the table would tire of it.
            return [(softmax_move(moves, self.rate(world, moves), rng, GOD_TEMPERATURE),)]
        if step == steps.CARDS:
            ratings = self.rate(world, moves)
            order = sorted(range(len(moves)), key=lambda at: -ratings[at])
            cards: list[Plan] = [(moves[at],) for at in order]
            return cards[:count]
        if step == steps.ABILITIES:
            return [(best_move(moves, self.rate(world, moves)),)]
        if deploying(world, seat):
            return self._deployments(world, seat, rng, count)
        return self._chains(world, seat, moves, count)

    def greedy_turn(self, world: MezoState, seat: int) -> Plan:
        """The turn of the cheap rule, as far as one can foresee it."""
        world = world.copy()
        deploy = deploying(world, seat)
        plan: list[Move] = []
        while not plan or (deploying(world, seat) if deploy else within_effect(world, seat)):
            moves = world.moves()
            move = best_move(moves, self.rate(world, moves)) if len(moves) > 1 else moves[0]
            plan.append(move)
            world.play(move)
        return tuple(plan)

    def _chains(self, world: MezoState, seat: int, moves: Sequence[Move], count: int) -> list[Plan]:
        """Each move with the rest of its effect, then the best of these with one decision changed."""
        options = even_gifts(world) if world.stack[-1][0] == steps.SACRIFICE else moves
        firsts = sorted((self.outcome(world, seat, move) for move in options), key=lambda found: -found[0])
        plans: dict[tuple[str, ...], tuple[float, Plan]] = {}

        def keep(worth: float, plan: Plan) -> None:
            plans.setdefault(tuple(move.notation for move in plan), (worth, plan))

        for worth, _, plan in firsts:
            keep(worth, plan)
        for _, _, plan in firsts[:VARIED]:
            for worth, varied in self._varied(world, seat, plan):
                keep(worth, varied)
        greedy = self.greedy_turn(world, seat)
        plans.pop(tuple(move.notation for move in greedy), None)
        ranked = sorted(plans.values(), key=lambda found: -found[0])
        return [greedy, *(plan for _, plan in ranked[: count - 1])]

    def _varied(self, world: MezoState, seat: int, plan: Plan) -> list[tuple[float, Plan]]:
        """This turn with one of its decisions inside the effect changed, and the rest as looks best after it."""
        world = world.copy()
        world.play(plan[0])
        found = []
        for at in range(1, len(plan)):
            options = thinned(world.moves(), WIDTH)
            for move in options:
                if move != plan[at]:
                    worth, _, chain = self.outcome(world, seat, move)
                    found.append((worth, (*plan[:at], *chain)))
            world.play(plan[at])
        return found

    def _deployments(self, world: MezoState, seat: int, rng: Chance, count: int) -> list[Plan]:
        """The greedy Deploy Step, then others with Champions and mixtures at random, bettered region by region."""
        plans: dict[tuple[str, ...], tuple[float, Plan]] = {}
        greedy = self.greedy_turn(world, seat)
        for _ in range(2 * count):
            worth, plan = self._deployment(world.copy(), seat, rng)
            plans.setdefault(tuple(move.notation for move in plan), (worth, plan))
        plans.pop(tuple(move.notation for move in greedy), None)
        ranked = sorted(plans.values(), key=lambda found: -found[0])
        return [greedy, *(plan for _, plan in ranked[: count - 1])]

    def _deployment(self, world: MezoState, seat: int, rng: Chance) -> tuple[float, Plan]:
        """One Deploy Step with some straying: Champions anywhere, units the best of a few mixtures."""
        plan: list[Move] = []
        while deploying(world, seat):
            moves = world.moves()
            step = world.stack[-1][0]
            if step == steps.CHAMPION:
                chain: tuple[Move, ...] = (moves[rng.below(len(moves))],)
                world.play(chain[0])
            else:
                if step == steps.STATION:
                    moves = full_stations(moves)
                if len(moves) > 3:
                    moves = [moves[rng.below(len(moves))] for _ in range(3)]
                _, world, chain = max((self.outcome(world, seat, move) for move in moves), key=lambda found: found[0])
            plan += chain
        return self.margin(world, seat), tuple(plan)


class FirstSight(MezoJudge):
    """How Mezo looks at first sight: to the cheap rule, to novices and to adepts.

    Adepts play out the conflict in thought for what they prepare and for their cards. Of anything else they see only
    what their own turn brings.
    """

    def trial(self, world: MezoState, plan: Plan, seat: int, rng: Chance) -> MezoState:
        if not world.fought or world.stack[-1][0] == steps.CARDS:
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


def even_gifts(state: MezoState) -> Sequence[Move]:
    """Gifts of every size, of the kind of unit of which more are left: which ones matters little."""
    seat = state.actor
    assert seat is not None
    warriors, shamans = state.reserves[seat * 2], state.reserves[seat * 2 + 1]
    gifts = []
    for total in range(warriors + shamans + 1):
        given = min(warriors, max(total - shamans, (total + warriors - shamans + 1) // 2, 0), total)
        gifts.append(m.UNITS[given][total - given])
    return gifts


def full_stations(moves: Sequence[Move]) -> Sequence[Move]:
    """The ways to send as many units as one may, and to send nobody."""
    sizes = [move.warriors + move.shamans for move in moves if isinstance(move, m.Station)]
    most = max(sizes)
    return [move for move, size in zip(moves, sizes, strict=True) if size in (0, most)]


_FIRST_SIGHT = weights_of("first-sight")
JUDGE = FarSight(weights_of("weights"), weights_of("weights-with-more"), FirstSight(_FIRST_SIGHT, _FIRST_SIGHT))

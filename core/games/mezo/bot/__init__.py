"""The evaluators of Mezo for its bots: move ratings, proposed turns, and rollouts of a conflict.

A decision inside an effect (which unit, which region) shows its value only when the effect is done, so an action is
always valued together with the rest of its effect, resolved by the best move at each step.
"""

import tomllib
from collections.abc import Sequence
from importlib import resources

import msgspec

from core.bots.evaluator import Evaluator, Plan, best_move
from core.game import Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.bot import proposals, shortlist
from core.games.mezo.bot.proposals import deploying, within_effect
from core.games.mezo.bot.shortlist import GLANCE, WIDTH, thin_out
from core.games.mezo.bot.value import TRACK, ByAge, MezoValue
from core.games.mezo.components import ABILITIES, CONSTANTS, GODS
from core.games.mezo.effects.language import ROOTS
from core.games.mezo.effects.scope import perform
from core.games.mezo.scoring import FROM_ACTIONS, FROM_ALTARS, legacy
from core.games.mezo.state import MezoState
from core.rng import Rng

#: The weight of the others' gains with more than two players.
OPPONENT_WEIGHT = 0.5
#: The weight of a rival's standing when one of them must be given something.
TIE_BREAK = 0.02
#: The size of the random deviation of a guessed card from the best one, in points.
RANDOM_SHARE = 3.0
#: How often a turn in an open conflict is rolled out quickly before it is with care; then how many of the last
#: actions are chosen by quick playouts, and of how many candidates.
QUICK_LOOKS = 2
LATE = 3
PLAYED_OUT = 4
#: How many endings of open conflicts are cached.
REMEMBERED = 512
#: The feature of the cards in a seat's deck.
CARDS_LEFT = "cards-left"
#: The values of tribe abilities, except those that the value of a state includes.
PROMISE = {
    "ancestors-return": 2.4,
    "jaguar-champion": 1.8,
    "honour-guard": 2.1,
    "stone-carvers": 1.8,
    "victors-tribute": 2.6,
    "pilgrims": 2.8,
}


_TABLES = tomllib.loads(resources.files("core.games.mezo.bot").joinpath("weights.toml").read_text("utf-8"))

_LEARNED = tomllib.loads(resources.files("core.games.mezo.bot").joinpath("learned_weights.toml").read_text("utf-8"))


def weights_of(table: str) -> ByAge:
    """Return a set of weights from the file."""
    return {name: tuple(float(weight) for weight in by_age) for name, by_age in _TABLES[table].items()}


#: The value of following a god: with two players, and with more; then by god.
GOD_VALUE = tuple(tuple(float(_TABLES["gods"][god.id][table]) for god in GODS) for table in range(2))

#: The same as learned for masters, and the learned values of cards, by god and card.
LEARNED_GOD_VALUE = tuple(tuple(float(_LEARNED[table]["gods"][god.id]) for god in GODS) for table in ("two", "more"))
CARD_WORTH = tuple(
    tuple(tuple(float(worth) for worth in _LEARNED[table]["cards"][god.id]) for god in GODS)
    for table in ("two", "more")
)

#: The value for a seat of a world that it can bring about, the world, and the moves that lead there.
Outcome = tuple[float, MezoState, tuple[Move, ...]]


def carry_out(world: MezoState, plan: Plan, seat: int) -> None:
    """Play a turn in this world as far as it is legal, because the world may differ from the one it was made for."""
    for move in plan:
        if world.actor != seat or move not in world.legal_moves():
            break
        world.play(move)


class MezoEvaluator(Evaluator):
    """The evaluator of Mezo that all levels share."""

    novice_temperature = 0.7
    apprentice_temperature = 1.55
    journeyman_temperature = 0.55
    adept_candidates = 7
    master_candidates = 20

    def __init__(self, two: ByAge, more: ByAge) -> None:
        self.worth = MezoValue(two, more)
        # Weights that change from Age to Age are in the features already.
        self.weights = dict.fromkeys(two, 1.0)

    # Values

    def features(self, state: MezoState, seat: int) -> dict[str, float]:
        return self.worth.features(state, seat)

    def margin(self, state: MezoState, seat: int) -> float:
        """Return the value for this seat, less a share of the values for the others."""
        values = self.worth.values(state)
        own, players = values[seat], len(values)
        if state.cause == FROM_ALTARS and state.actor is not None and state.actor != seat and state.conflict >= 0:
            # Another seat is about to take from the altar: count that as done.
            values[state.actor] += self.worth.at(state).altars[state.altars[state.conflict]]
        return own - (OPPONENT_WEIGHT if players > 2 else 1.0) * (sum(values) - own) / (players - 1)

    # Move ratings

    def resolved(self, world: MezoState, seat: int, width: int) -> Outcome:
        """Resolve the rest of this seat's effect by the best move at each step. The world is played along."""
        chain: list[Move] = []
        worth = None
        while within_effect(world, seat):
            options = thin_out(world.legal_moves(), width)
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
        """Return what a move leads to, with the rest of its effect."""
        world = state.copy()
        world.play(move)
        worth, world, chain = self.resolved(world, seat, width)
        return worth, world, (move, *chain)

    def rate_moves(self, state: MezoState, moves: Sequence[Move]) -> list[float]:
        seat = state.actor
        assert seat is not None
        first = moves[0]
        if isinstance(first, m.TakeGod):
            favour = GOD_VALUE[state.players > 2]
            return [favour[move.god] for move in moves if isinstance(move, m.TakeGod)]
        if isinstance(first, m.PlayCard):
            return self._cards(state, seat, moves)
        if isinstance(first, m.TakeAbility):
            return [self._ability(state, seat, move) for move in moves]
        if state.stack[-1][0] in (phases.WINNER, phases.TRACK):
            return self._grants(state, seat, moves)
        return [self.outcome(state, seat, move)[0] for move in moves]

    def _cards(self, state: MezoState, seat: int, moves: Sequence[Move]) -> list[float]:
        """Rate each card by what its two best actions would gain now; equal actions are tried once."""
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
        """Rate who wins among the tied: the seat itself, or the worst placed, because their gains show only later."""
        prize = float(CONSTANTS.blessed_vp) if state.conflict == state.blessed else TRACK
        values = self.worth.values(state)
        return [
            prize if move.seat == seat else -prize - TIE_BREAK * values[move.seat]
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

    # Rollouts

    def quick_value(self, state: MezoState, rng: Rng) -> Sequence[Move]:
        """Return the moves that a rollout compares."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves
        phase = state.stack[-1][0]
        if phase in (phases.CARDS, phases.GODS):
            return (moves[rng.randrange(len(moves))],)
        if phase in (phases.ABILITIES, phases.WINNER, phases.TRACK):
            return (best_move(moves, self.rate_moves(state, moves)),)
        return shortlist.by_quick_value(state, moves)

    def step(self, world: MezoState, rng: Rng) -> Outcome:
        """Play one decision of the actor and what its effect asks after it, by the quick value."""
        seat = world.actor
        assert seat is not None
        options = self.quick_value(world, rng)
        if len(options) == 1:
            # No copy: a rollout's world is its own.
            world.play(options[0])
            return 0.0, world, (options[0],)
        return max((self.outcome(world, seat, move, GLANCE) for move in options), key=lambda found: found[0])

    def policy(self, state: MezoState, rng: Rng) -> Sequence[Move]:
        return self.step(state.copy(), rng)[2]

    #: By players: the conflicts through which a rollout from before the first conflict of an Age goes on,
    #: because only they show the value of the places of Champions and gods.
    prepared: tuple[int, ...] = (0, 0, 2, 1, 1)

    def rollout(self, world: MezoState, plan: Plan, seat: int, rng: Rng) -> MezoState:
        """Roll out as in any game, but keep the worlds that were compared instead of playing them again."""
        began = world.round + (0 if world.fought else self.prepared[world.players])
        carry_out(world, plan, seat)
        while world.actor is not None and not self.is_rollout_done(world, seat, began):
            world = self.step(world, rng)[1]
        return world

    # Proposals

    def can_search(self, state: MezoState) -> bool:
        """Whether to search: gods and tribe abilities are chosen by their values over many games."""
        return state.stack[-1][0] not in (phases.GODS, phases.ABILITIES)

    def turn_continues(self, before: MezoState, after: MezoState) -> bool:
        """Whether the turn goes on: a turn is an effect, or a Deploy Step."""
        assert after.actor is not None
        return within_effect(after, after.actor) or deploying(after, after.actor)

    def propose_turns(self, world: MezoState, rng: Rng, count: int) -> list[Plan]:
        return proposals.propose(self, world, rng, count)


class MezoQuickEvaluator(MezoEvaluator):
    """The evaluator of novices and adepts, and of the move ratings.

    Adepts roll out the conflict for what they prepare and for their cards. Of anything else they value only what their
    own turn brings.
    """

    def rollout(self, world: MezoState, plan: Plan, seat: int, rng: Rng) -> MezoState:
        if not world.fought or world.stack[-1][0] == phases.CARDS:
            return super().rollout(world, plan, seat, rng)
        carry_out(world, plan, seat)
        return world


class MezoMasterEvaluator(MezoEvaluator):
    """The evaluator of masters: values and gods learned from whole games, but the same move ratings.

    When the cards of a conflict lie open, there is no chance in it until the next tile: a turn is rolled out quickly
    and once with care, and then only valued again with another tile.
    """

    def __init__(self, two: ByAge, more: ByAge, first_sight: MezoQuickEvaluator) -> None:
        super().__init__(two, more)
        self.first_sight = first_sight
        self.weights = dict.fromkeys((*two, CARDS_LEFT), 1.0)
        #: The endings of open conflicts, by the state and the turn that is tried in it.
        self._endings: dict[bytes, MezoState] = {}

    def for_adept(self) -> MezoQuickEvaluator:
        return self.first_sight

    def rate_moves(self, state: MezoState, moves: Sequence[Move]) -> list[float]:
        return self.first_sight.rate_moves(state, moves)

    def rate_for_hint(self, state: MezoState, moves: Sequence[Move]) -> list[float]:
        """Rate gods by their learned values, and other moves as all levels do."""
        if not isinstance(moves[0], m.TakeGod):
            return self.rate_moves(state, moves)
        favour = LEARNED_GOD_VALUE[state.players > 2]
        return [favour[move.god] for move in moves if isinstance(move, m.TakeGod)]

    def features(self, state: MezoState, seat: int) -> dict[str, float]:
        features = super().features(state, seat)
        if state.actor is not None:
            features[CARDS_LEFT] = cards_left(state, seat)
        return features

    def value(self, state: MezoState, seat: int) -> float:
        """Return the sum of the features, computed more quickly."""
        return self.worth.values(state)[seat] + (cards_left(state, seat) if state.actor is not None else 0.0)

    # Rollouts

    def quick_value(self, state: MezoState, rng: Rng) -> Sequence[Move]:
        """Return the moves as all levels do, but draw good cards more often than bad ones."""
        if state.stack[-1][0] == phases.CARDS:
            assert state.actor is not None
            worth = CARD_WORTH[state.players > 2][state.gods[state.actor]]
            moves = [move for move in state.legal_moves() if isinstance(move, m.PlayCard)]
            return (max(moves, key=lambda move: worth[move.card] + RANDOM_SHARE * rng.random()),)
        return super().quick_value(state, rng)

    def repeated_rollout(self, world: MezoState, plan: Plan, seat: int, rng: Rng, tried: int) -> MezoState:
        if not lies_open(world):
            return self.rollout(world, plan, seat, rng)
        tiles, carefully = world.tiles, tried >= QUICK_LOOKS
        key = _without_luck(world, plan, carefully)
        ended = self._endings.get(key)
        if ended is None:
            if len(self._endings) >= REMEMBERED:
                self._endings.clear()
            find = self._careful_trial if carefully else self.rollout
            ended = self._endings[key] = find(world, plan, seat, rng)
        return _before(ended, tiles)

    def _careful_trial(self, world: MezoState, plan: Plan, seat: int, rng: Rng) -> MezoState:
        began = world.round
        carry_out(world, plan, seat)
        while world.actor is not None and world.round == began:
            world = self._reply(world, began, rng)
        return world

    def _reply(self, world: MezoState, began: int, rng: Rng) -> MezoState:
        """Play one decision in an open conflict; choose late actions and gifts by how the conflict would end."""
        phase = world.stack[-1][0]
        late = phase == phases.ACT and world.stack[-1][1] >= world.players * CONSTANTS.actions_per_conflict - LATE
        seat, options = world.actor, self.quick_value(world, rng)
        if len(options) == 1 or not (late or phase == phases.SACRIFICE):
            return self.step(world, rng)[1]
        assert seat is not None
        found = [self.outcome(world, seat, move, GLANCE) for move in options]
        found.sort(key=lambda outcome: -outcome[0])
        worths = [self.standing(self.ended(after, began, rng), seat) for _, after, _ in found[:PLAYED_OUT]]
        return found[worths.index(max(worths))][1]

    def ended(self, world: MezoState, began: int, rng: Rng) -> MezoState:
        """Play the conflict to its end by the quick value."""
        world = world.copy()
        while world.actor is not None and world.round == began:
            world = self.step(world, rng)[1]
        return world

    def standing(self, world: MezoState, seat: int) -> float:
        """Return the mean value for a seat over all tiles that may come next. The world is not used again."""
        if world.actor is None or world.conflict < 0:
            return self.margin(world, seat)
        tiles = (*world.tiles, world.conflict)
        worth = 0.0
        for at, tile in enumerate(tiles):
            world.conflict, world.tiles = tile, tiles[:at] + tiles[at + 1 :]
            worth += self.margin(world, seat)
        return worth / len(tiles)


def lies_open(state: MezoState) -> bool:
    """Whether a conflict is under way in which nothing is hidden."""
    return state.conflict >= 0 and (state.revealed or (state.conflict == state.blessed and not state.blessed_cards))


def card_fights(state: MezoState) -> int:
    """Return how many conflicts of this Age are left in which cards are laid; the Blessed one has gifts instead."""
    regions = (*state.tiles, state.conflict) if state.conflict >= 0 else state.tiles
    return max(0, len(regions) - (state.blessed < 0 or state.blessed in regions))


def cards_left(state: MezoState, seat: int) -> float:
    """Return the value of the cards in a seat's deck for the conflicts of this Age that are left."""
    deck, god = state.decks[seat], state.gods[seat]
    if not deck or god < 0:
        return 0.0
    worth = CARD_WORTH[state.players > 2][god]
    return sum([worth[card] for card in deck]) * card_fights(state) / len(deck)


def _without_luck(world: MezoState, plan: Plan, carefully: bool) -> bytes:
    """Encode an open conflict and a turn tried in it without what counts only afterwards: tiles and decks."""
    known = world.copy()
    known.chance = Rng(0)
    known.tiles = tuple(sorted(known.tiles))
    known.decks = tuple(tuple(sorted(deck)) for deck in known.decks)
    known.wrathful = known.face_up()
    return msgspec.msgpack.encode((known, [move.notation for move in plan], carefully))


def _before(ended: MezoState, tiles: tuple[int, ...]) -> MezoState:
    """Return the end of a conflict, with the top one of these tiles turned up after it."""
    world = ended.copy()
    if tiles and world.actor is not None:
        world.tiles, world.conflict, world.fought = tiles, -1, world.fought - 1
        world.stack = [(phases.TILE,)]
        world.advance()
    return world


_FIRST_SIGHT = weights_of("first-sight")
EVALUATOR = MezoMasterEvaluator(
    weights_of("weights"), weights_of("weights-with-more"), MezoQuickEvaluator(_FIRST_SIGHT, _FIRST_SIGHT)
)

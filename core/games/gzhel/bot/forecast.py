"""The outcome of a turn: its points, and what its pads may bring in the next round."""

import msgspec

from core.bots.evaluator import Plan
from core.games.gzhel.bot.painting import PLAIN, TokenAssignment, paint
from core.games.gzhel.bot.value import PadsEvaluator, PainterWeights, view_now, view_of
from core.games.gzhel.components import ALL, CARDS, FIGURINES, SPACES, STAMP_POINTS, spaces_of
from core.games.gzhel.moves import DONE, NameFigurine
from core.games.gzhel.phases import CHOOSE
from core.games.gzhel.state import GzhelState
from core.rng import Rng


class TurnForecast(msgspec.Struct):
    """The outcome of a turn: the features for the seat that played it, and what the others may expect."""

    seat: int
    mine: dict[str, float]
    others: list[float]

    def scores(self) -> list[float]:
        """Return a number for each seat, as states do."""
        return self.others


class PadsForecast(msgspec.Struct, frozen=True):
    """The outcome of a round for two pads: points, what they promise after it, stamps in hand and on the pads."""

    pays: float
    estimate: float
    hand: float
    on_pads: float

    @property
    def total(self) -> float:
        return self.pays + self.estimate + self.hand + self.on_pads


def evaluate_turn(view: PadsEvaluator, packed: int, stamps: int, hand: int) -> PadsForecast:
    """Return the outcome for two pads when a round ends like this."""
    on_pads = sum(view.on_pad[space] for space in spaces_of(stamps))
    return PadsForecast(view.pays(packed), view.estimate(packed), view.hand * hand, on_pads)


def trial(world: GzhelState, plan: Plan, seat: int, rng: Rng, lore: PainterWeights) -> TurnForecast:
    """Play a turn, then estimate what its pads bring in the next round of this world."""
    view = view_now(world, seat, lore)
    deck, middle = world.deck[-2:], world.middle
    others = _hopes_of_others(world, plan, seat, lore)
    active = world.active
    _play_out(world, plan, seat, view)
    flowers = tuple(world.flowers[5 * seat : 5 * seat + 5])
    stamps, hand = world.stamps[seat], tuple(world.hand[5 * seat : 5 * seat + 5])
    pays = float(view.pays(view.pack(flowers)))
    if not view.left:
        mine = {"points-this-round": pays, "stamps-on-pads": float(STAMP_POINTS * stamps.bit_count())}
        return TurnForecast(seat, mine, others)
    pads = world.pads[2 * seat], world.pads[2 * seat + 1]
    following = view_of(pads, (deck[0], deck[1], CARDS[middle].back), view.left - 1, lore)
    named = _names_to_expect((active + 1) % world.players == seat, rng)
    after = [forecast_pads(following, flowers, stamps, hand, figurine, world.beginners) for figurine in named]
    share = 1 / len(named)
    mine = {
        "points-this-round": pays,
        "points-next-round": share * sum(prospect.pays for prospect in after),
        "goals-after-that": share * sum(prospect.estimate for prospect in after),
        "stamps-in-hand": share * sum(prospect.hand for prospect in after),
        "stamps-on-pads": share * sum(prospect.on_pads for prospect in after),
    }
    return TurnForecast(seat, mine, others)


def _hopes_of_others(world: GzhelState, plan: Plan, seat: int, lore: PainterWeights) -> list[float]:
    """Return what the others may expect if the turn begins with naming a figurine; otherwise they do not matter."""
    others = [0.0] * world.players
    if world.phase == CHOOSE and isinstance(plan[0], NameFigurine):
        for other in range(world.players):
            if other != seat:
                others[other] = rival(world, other, plan[0].figurine, lore)
    return others


def _play_out(world: GzhelState, plan: Plan, seat: int, view: PadsEvaluator) -> None:
    """Play a turn to its end, even if only its beginning is planned."""
    began = world.round
    for move in plan:
        world.play(move)
    if world.actor == seat and world.round == began and plan[-1] is not DONE:
        paint(world, view)


def _names_to_expect(own_choice: bool, rng: Rng) -> list[int]:
    """Return the figurines that may be named in the next round; -1 is the one that suits best."""
    if own_choice:
        return [-1]
    # The seat that names the next figurine considers its own pads. Two of the five in each world are enough.
    first = rng.randrange(len(FIGURINES))
    return [first, (first + 1 + rng.randrange(len(FIGURINES) - 1)) % len(FIGURINES)]


def _near(view: PadsEvaluator, figurine: int) -> int:
    return view.diamond.around[figurine] | view.circle.around[figurine] << SPACES


def forecast_pads(
    view: PadsEvaluator, flowers: tuple[int, ...], stamps: int, hand: tuple[int, ...], figurine: int, beginners: bool
) -> PadsForecast:
    """Return the expected outcome of a round: with the figurine of one's choice (-1), or one that others name."""
    key = (flowers, stamps, hand, figurine)
    known: PadsForecast | None = view.foreseen.get(key)
    if known is not None:
        return known
    tried = {}
    for choice in range(len(FIGURINES)) if figurine < 0 or any(hand) else (figurine,):
        painting = TokenAssignment.after_lifting(view, PLAIN, flowers, stamps, hand, _near(view, choice))
        painting.fill()
        tried[choice] = painting
    hopes = {choice: painting.worth(painting.packed) + painting.kept for choice, painting in tried.items()}
    choice, change = _figurine_to_take(hopes, figurine, beginners, view.lore.change)
    found = _come_to(view, tried[choice], stamps & ~_near(view, choice), change)
    view.foreseen[key] = found
    return found


def _figurine_to_take(hopes: dict[int, float], named: int, beginners: bool, change: float) -> tuple[int, float]:
    """Return the best figurine and the cost of a change to it; the named one unless a change is worth it."""
    best = max(hopes, key=hopes.__getitem__)
    if named < 0 or best == named:
        return best, 0.0
    if beginners or hopes[best] - change <= hopes[named]:
        return named, 0.0
    return best, change


def _come_to(view: PadsEvaluator, painting: TokenAssignment, on_pads: int, change: float) -> PadsForecast:
    """Return the outcome of a painting of the next round."""
    painting.hill_climb()
    laid = painting.laid()
    bonus = -change
    if view.lore.seeks:
        painting.shift(ALL & ~on_pads, thorough=False)
    else:
        bonus += len(laid) * view.lore.shift
    for _, space in laid:
        on_pads |= 1 << space
    found = evaluate_turn(view, painting.packed, on_pads, sum(painting.in_hand()))
    return PadsForecast(found.pays + bonus, found.estimate, found.hand, found.on_pads)


def rival(world: GzhelState, seat: int, figurine: int, lore: PainterWeights) -> float:
    """Return what another seat may expect from this round if this figurine is named."""
    view = view_now(world, seat, lore)
    flowers = tuple(world.flowers[5 * seat : 5 * seat + 5])
    hand = tuple(world.hand[5 * seat : 5 * seat + 5])
    return forecast_pads(view, flowers, world.stamps[seat], hand, figurine, world.beginners).total

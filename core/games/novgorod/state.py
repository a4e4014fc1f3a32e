"""The state of Novgorod."""

from collections.abc import Sequence

from core.game import EventSink, Move, Prompt, State
from core.games.novgorod import rules, scoring, text
from core.games.novgorod.components import (
    BONUS_HIGH,
    CAREER_COUNT,
    CITY_COUNT,
    FULL_SPEED,
    LUXURY_COUNT,
    MISSION_COUNT,
    PRIVILEGES,
    SPECIALS,
    STACKS,
    START_SPEED,
    TOP_LEVEL,
)
from core.games.novgorod.phases import BACK, OVER
from core.rng import Rng
from core.validation import ANY_COUNT, at_most, exactly, shape_violations


class NovgorodState(State):
    """One position of Novgorod: the table, the players, and the current turn. Masks are bits by city or by mission."""

    phase: int
    round: int
    #: The seat that begins every round.
    first: int
    #: Whether the last round is being played.
    final: bool
    #: Cards picked so far in the introduction.
    picks: int
    #: By city: the luxury that its artisan makes.
    artisans: tuple[int, ...]
    #: By city: offices left in the stack.
    stacks: list[int]
    deck: list[int]
    display: list[int]
    #: Special missions from the top of the row down, as 4 * card + half; empty when not played.
    row: list[int]
    #: The mission that lies face down on the special missions, or -1.
    cover: int
    #: 0 off, 1 front, 2 back.
    merchant_side: int
    merchant: int
    pirate_side: int
    pirate: int
    #: By bonus card: the seals it gives now (Variety of Goods: 1 when in play), and who took it this round.
    bonus: list[int]
    claims: list[int]

    # By seat
    ducats: list[int]
    seals: list[int]
    #: Seals by source, one list after the other: seat * len(SOURCES) + source.
    points: list[int]
    speed: list[int]
    level: list[int]
    #: Career card and side: 2 * (number - 1) + side.
    careers: list[int]
    offices: list[int]
    #: The city whose office lies under the ship with its good, or -1.
    ship: list[int]
    #: Missions in hand, those of them that only the owner knows, with the top line done, and under the ship.
    hand: list[int]
    hidden: list[int]
    left: list[int]
    under: list[int]
    #: Missions drawn unseen for special missions, known to the owner; and those for which no card was left.
    unseen: list[int]
    markers: list[int]
    #: Bonus cards ever taken, as a mask.
    taken: list[int]
    #: Ducats to pay when the introduction ends.
    owed: list[int]

    # The current turn
    #: Slots from the ship on: a city, or 8 + city for the face-down card of its artisan.
    route: list[int]
    #: Goods still to be used: bits 0 to 7 the cards of the route, bit 8 the ship's.
    units: int
    #: Cities whose artisan has worked.
    worked: int
    #: Luxuries made and not yet used: two bits a city, the number of goods in it.
    stock: int
    fee: int
    #: The privilege used this turn, or 0.
    privilege: int
    #: Missions whose top line was done this turn.
    topped: int
    stored: bool
    bought: bool
    #: Whether the pirate (front) was moved this turn.
    roved: bool
    #: Special missions done this turn, by place in the row, and what they cost before any discount.
    done: int
    bill: int
    #: The generator after the deal. No rule draws from it again: all chance is in the cards dealt.
    chance: Rng

    # Options; the defaults are for positions of editions 1 and 2, which lack them
    #: Whether a stored good may pay for career steps.
    stored_steps: bool = True
    #: Whether the pirate (front) slows the merchant, too.
    slow_merchant: bool = False

    @property
    def players(self) -> int:
        return len(self.ducats)

    @property
    def prompt(self) -> Prompt:
        return text.prompt(self)

    def progress_text(self) -> str:
        return text.progress_text(self)

    def legal_moves(self) -> Sequence[Move]:
        return rules.LEGAL[self.phase](self)

    def play(self, move: Move, emit: EventSink | None = None) -> None:
        rules.PLAY[type(move)](self, move, emit)

    def describe(self, move: Move) -> str:
        return text.describe(self, move)

    def copy(self) -> "NovgorodState":
        return NovgorodState(
            self.actor,
            self.phase,
            self.round,
            self.first,
            self.final,
            self.picks,
            self.artisans,
            self.stacks[:],
            self.deck[:],
            self.display[:],
            self.row[:],
            self.cover,
            self.merchant_side,
            self.merchant,
            self.pirate_side,
            self.pirate,
            self.bonus[:],
            self.claims[:],
            self.ducats[:],
            self.seals[:],
            self.points[:],
            self.speed[:],
            self.level[:],
            self.careers[:],
            self.offices[:],
            self.ship[:],
            self.hand[:],
            self.hidden[:],
            self.left[:],
            self.under[:],
            self.unseen[:],
            self.markers[:],
            self.taken[:],
            self.owed[:],
            self.route[:],
            self.units,
            self.worked,
            self.stock,
            self.fee,
            self.privilege,
            self.topped,
            self.stored,
            self.bought,
            self.roved,
            self.done,
            self.bill,
            self.chance.copy(),
            self.stored_steps,
            self.slow_merchant,
        )

    def scores(self) -> list[int]:
        return self.seals[:]

    def breakdown(self) -> dict[str, list[int]]:
        return scoring.breakdown(self)

    def ranking(self) -> list[list[int]]:
        return scoring.ranking(self)

    def outcome_text(self) -> str:
        return text.outcome_text(self)

    def board_text(self, seat: int | None = None) -> str:
        return text.board_text(self, seat)

    def determinize(self, seat: int | None, rng: Rng) -> "NovgorodState":
        """Return a state with what this seat cannot see dealt anew: deck, cover card, the others' secret missions."""
        copy = self.copy()
        pool = copy.deck
        others = [other for other in range(copy.players) if other != seat]
        for other in others:
            pool += _cards(copy.hidden[other])
            pool += _cards(copy.unseen[other])
        if copy.cover >= 0:
            pool.append(copy.cover)
        # From a fixed order, so that states which look alike to the seat are determinized alike.
        pool.sort()
        rng.shuffle(pool)
        if copy.cover >= 0:
            copy.cover = pool.pop()
        for other in others:
            known = copy.hand[other] & ~copy.hidden[other]
            copy.hidden[other] = _draw(pool, copy.hidden[other].bit_count())
            copy.hand[other] = known | copy.hidden[other]
            copy.unseen[other] = _draw(pool, copy.unseen[other].bit_count())
        copy.chance = rng.spawn()
        return copy

    def violations(self) -> list[str]:
        """Check that every card lies somewhere once, every seal has a source, and no seat owes anything."""
        return self._shape_violations() or self._rule_violations()

    def _shape_violations(self) -> list[str]:
        seats = self.players
        if seats not in STACKS:
            return [f"There is no table of {seats}."]
        city, missions, cities = range(-1, CITY_COUNT), range(1 << MISSION_COUNT), range(1 << CITY_COUNT)
        each, bonuses = exactly(seats), len(BONUS_HIGH)
        shape = {
            "phase": (at_most(OVER),),
            "round": (ANY_COUNT,),
            "first": (range(seats),),
            "picks": (ANY_COUNT,),
            "artisans": (range(LUXURY_COUNT), exactly(CITY_COUNT)),
            "stacks": (at_most(len(STACKS[4][0])), exactly(CITY_COUNT)),
            "deck": (range(MISSION_COUNT), at_most(MISSION_COUNT)),
            "display": (range(MISSION_COUNT), at_most(MISSION_COUNT)),
            "row": (range(4 * len(SPECIALS)), at_most(len(SPECIALS))),
            "cover": (range(-1, MISSION_COUNT),),
            "merchant_side": (at_most(BACK),),
            "merchant": (city,),
            "pirate_side": (at_most(BACK),),
            "pirate": (city,),
            "bonus": (at_most(max(BONUS_HIGH)), exactly(bonuses)),
            "claims": (at_most(seats), exactly(bonuses)),
            "ducats": (ANY_COUNT, each),
            "seals": (ANY_COUNT, each),
            "points": (ANY_COUNT, exactly(seats * len(scoring.SOURCES))),
            "speed": (range(START_SPEED, FULL_SPEED + 1), each),
            "level": (at_most(TOP_LEVEL), each),
            "careers": (range(2 * CAREER_COUNT), each),
            "offices": (cities, each),
            "ship": (city, each),
            "hand": (missions, each),
            "hidden": (missions, each),
            "left": (missions, each),
            "under": (missions, each),
            "unseen": (missions, each),
            "markers": (ANY_COUNT, each),
            "taken": (range(1 << bonuses), each),
            "owed": (ANY_COUNT, each),
            "route": (range(2 * CITY_COUNT), at_most(FULL_SPEED + 1)),
            "units": (range(2 << CITY_COUNT),),
            "worked": (cities,),
            "stock": (range(1 << 2 * CITY_COUNT),),
            "fee": (ANY_COUNT,),
            "privilege": (range(2 * max(PRIVILEGES.values())),),
            "topped": (missions,),
            "done": (range(1 << len(SPECIALS)),),
            "bill": (ANY_COUNT,),
        }
        return shape_violations(self, seats, self.chance, shape)

    def _rule_violations(self) -> list[str]:
        wrong = []
        piles = [*self.deck, *self.display, *([self.cover] if self.cover >= 0 else [])]
        for masks in (self.hand, self.left, self.under, self.unseen):
            for mask in masks:
                piles += _cards(mask)
        if sorted(piles) != list(range(MISSION_COUNT)):
            wrong.append(f"Missions are lost or doubled: {sorted(piles)}.")
        stacks = STACKS[self.players]
        for city, height in enumerate(self.stacks):
            owned = sum(mask >> city & 1 for mask in self.offices)
            if height + owned != len(stacks[city]):
                wrong.append(f"City {city} has {height} offices left and {owned} sold.")
        if self.row and sorted(card // 4 for card in self.row) != list(range(len(SPECIALS))):
            wrong.append(f"Special missions are lost or doubled: {self.row}.")
        sources = scoring.breakdown(self).values()
        for seat in range(self.players):
            told = sum(points[seat] for points in sources)
            if self.seals[seat] != told:
                wrong.append(f"Seat {seat} has {self.seals[seat]} seals, {told} of them from somewhere.")
            if self.ducats[seat] < 0:
                wrong.append(f"Seat {seat} has {self.ducats[seat]} ducats.")
            if self.hidden[seat] & ~self.hand[seat]:
                wrong.append(f"Seat {seat} hides a mission it does not hold.")
            if self.ship[seat] >= 0 and not self.offices[seat] >> self.ship[seat] & 1:
                wrong.append(f"Seat {seat} stores an office it does not own.")
            if not 0 <= self.level[seat] <= TOP_LEVEL:
                wrong.append(f"Seat {seat} stands on level {self.level[seat]}.")
            if (self.hand[seat] | self.left[seat]).bit_count() > rules.IN_PROGRESS:
                wrong.append(f"Seat {seat} has too many missions in progress.")
        if (self.actor is None) != (self.phase == OVER):
            wrong.append("The game is over for one and not for the other.")
        return wrong


def _cards(mask: int) -> list[int]:
    return [card for card in range(MISSION_COUNT) if mask >> card & 1]


def _draw(pool: list[int], number: int) -> int:
    mask = 0
    for _ in range(number):
        mask |= 1 << pool.pop()
    return mask


STATE = NovgorodState

"""The values of things for a seat, in seals: the weights, and the features that they multiply."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import NamedTuple

import msgspec

from core.games.novgorod.components import (
    BONUS_LEVEL,
    CAREER,
    CITY_COUNT,
    END_SEALS,
    INGREDIENTS,
    MISSIONS,
    NEIGHBOURS,
    OFFICES,
    ROW_SEALS,
    ROW_X,
    SEAL,
    STEP_COST,
    UNCOVERED,
    VARIETY,
    Need,
)
from core.games.novgorod.phases import CLOSE, OVER
from core.games.novgorod.rules.use import office_income
from core.games.novgorod.scoring import variety_seals
from core.games.novgorod.state import NovgorodState


class ValueParameters(msgspec.Struct):
    """The parameters of the features; `weights.toml` says what each is."""

    rich: float
    rich_share: float
    poor: float
    poor_share: float
    late_ducat: float
    last_ducat: float
    missions: list[float]
    mission_left: float
    fit: float
    ship: list[float]
    office_base: float
    office_income: float
    office_neighbour: float
    office_wanted: float
    collector: float
    late_x: float
    x_at_the_end: float
    x_lost: float
    hurry: float
    seals_a_round: float
    rounds: float


class BotParameters(NamedTuple):
    """All weights and parameters of a bot."""

    weights: dict[str, float]
    rule: ValueParameters


def load_parameters(file: str) -> BotParameters:
    """Read the weights and parameters from a file beside this one."""
    told = tomllib.loads(resources.files("core.games.novgorod.bot").joinpath(file).read_text("utf-8"))
    return BotParameters(
        msgspec.convert(told["weights"], dict[str, float]), msgspec.convert(told["rule"], ValueParameters)
    )


#: The parameters of all levels, and those that masters have learned for their policy.
ADEPT_PARAMETERS = load_parameters("weights.toml")
MASTER = load_parameters("master_weights.toml")


def wanted_goods(s: NovgorodState, seat: int) -> int:
    """Return the goods that the seat's missions ask for, directly or for their luxuries."""
    wanted = 0
    mask = s.hand[seat] | s.left[seat]
    while mask:
        bit = mask & -mask
        mask ^= bit
        wanted |= _WANTED[bit.bit_length() - 1]
    return wanted


def _wanted(lines: tuple[Need, Need]) -> int:
    wanted = 0
    for line in lines:
        wanted |= line.goods
        for kind, _ in line.luxuries:
            wanted |= INGREDIENTS[kind]
    return wanted


_WANTED = tuple(_wanted(lines) for lines in MISSIONS)


class Values:
    """The values of things for one seat in this state."""

    def __init__(self, s: NovgorodState, seat: int, mind: BotParameters = ADEPT_PARAMETERS) -> None:
        self.s = s
        self.seat = seat
        self.weights, self.rule = mind
        self._rises: dict[int, float] = {}
        rule = self.rule
        if s.final:
            self.rounds = 1.0
        else:
            by_seals = (END_SEALS - max(s.seals)) / rule.seals_a_round + 2
            self.rounds = max(2.0, min(rule.rounds + 1.0 - s.round, by_seals))
        #: How much of what is not finished this turn can still be finished later.
        self.later = max(0.0, min(1.0, (self.rounds - 1) / 3))
        #: How much a ducat counts now, beside others.
        self.thrift = 1.0
        if self.rounds <= 2:
            self.thrift = rule.last_ducat if s.final else rule.late_ducat
        purse = s.ducats[seat]
        share = 1.0
        if purse < rule.poor:
            share = rule.poor_share
        elif purse >= rule.rich:
            share = rule.rich_share
        #: What a ducat more or less is worth at this purse.
        self.ducat = self.weights["ducats"] * (self.thrift if self.rounds <= 2 else share)
        level = s.level[seat]
        #: Luxuries for a step that takes an X away need a long route or a good at the ship.
        self.hurry = 1.0
        if ROW_X[level] and STEP_COST[s.careers[seat]][level].any_luxuries:
            self.hurry = rule.hurry
        #: What each office counts towards the bonus card for all of them, times its odd number: 1, 3, 5, ...
        self.collecting = 0.0
        missing = CITY_COUNT - s.offices[seat].bit_count()
        if rule.collector and not s.taken[seat] >> OFFICES & 1 and missing <= self.rounds:
            self.collecting = rule.collector * s.bonus[OFFICES] / CITY_COUNT**2

    # What a seat has, by feature

    def purse(self, ducats: int) -> float:
        """Return the value of ducats: the first ones count more, and those of the rich less."""
        rule = self.rule
        if self.rounds <= 2:
            return ducats * self.thrift
        worth = min(ducats, rule.poor) * rule.poor_share
        if ducats > rule.poor:
            worth += min(ducats, rule.rich) - rule.poor
        if ducats > rule.rich:
            worth += (ducats - rule.rich) * rule.rich_share
        return worth

    def spent(self, ducats: int) -> float:
        """Return the loss in value of spending so many ducats now."""
        purse = self.s.ducats[self.seat]
        return self.weights["ducats"] * (self.purse(purse) - self.purse(purse - ducats))

    def exes(self, level: int) -> float:
        """Return the steps that are missing to a row without an X, weighted more the nearer the end is."""
        if not ROW_X[level]:
            return 0.0
        missing = ROW_X.index(False) - level
        return missing * (self.rule.late_x if self.rounds <= 4 else 1.0)

    def career(self, level: int) -> float:
        """Return the whole value of a row of the career."""
        weights = self.weights
        worth = weights["career-row-seals"] * ROW_SEALS[level] * self.rounds
        worth += weights["career-steps"] * level * self.later
        worth += weights["steps-below-x"] * self.exes(level)
        s = self.s
        if level >= BONUS_LEVEL > s.level[self.seat] and not s.taken[self.seat] >> CAREER & 1:
            worth += s.bonus[CAREER]
        return worth

    def rise(self, level: int) -> float:
        """Return the value of the step from this row to the next."""
        if level not in self._rises:
            self._rises[level] = self.career(level + 1) - self.career(level)
        return self._rises[level]

    def missions(self, hand: int, left: int) -> float:
        rule = self.rule
        worth = rule.mission_left * left.bit_count() + sum(rule.missions[: hand.bit_count()])
        return worth * self.later

    def ship(self, speed: int) -> float:
        return self.rule.ship[speed] * (self.rounds - 1) * self.hurry

    def office(self, city: int, offices: int, wanted: int) -> float:
        """Return the value of one more office."""
        rule = self.rule
        income = office_income(self.s, city)
        worth = (self.rounds - 1) * (rule.office_base + rule.office_income * income)
        worth += rule.office_neighbour * (NEIGHBOURS[city] & offices).bit_count() * self.later
        if self.collecting:
            worth += self.collecting * (2 * offices.bit_count() + 1)
        return worth + rule.office_wanted * (wanted >> city & 1) * self.later

    def offices(self, offices: int, wanted: int) -> float:
        """Return the value of all offices, as if bought one after the other."""
        worth = 0.0
        had = 0
        for city in range(CITY_COUNT):
            if offices >> city & 1:
                worth += self.office(city, had, wanted)
                had |= 1 << city
        return worth

    def fit(self, card: int) -> float:
        """Return how well a mission suits the seat's offices; -1 is one from the deck."""
        if card < 0:
            return self.rule.fit
        return self.rule.fit * (_WANTED[card] & self.s.offices[self.seat]).bit_count()

    def stored(self) -> float:
        return self.weights["stored-good"] * self.hurry * self.later

    def features(self) -> dict[str, float]:
        """Return the features of the state, by the names in the weights."""
        s, seat = self.s, self.seat
        level = s.level[seat]
        seals = float(s.seals[seat])
        if s.phase == OVER:
            found = dict.fromkeys(self.weights, 0.0)
            found["seals"] = seals - (self.rule.x_lost if ROW_X[level] else 0.0)
            found["ducats"] = s.ducats[seat] * self.rule.last_ducat
            return found
        if s.bonus[VARIETY]:
            seals += variety_seals(s.under[seat] | s.unseen[seat])
        if s.seals[seat] >= END_SEALS and ROW_X[level] and not s.final:
            seals -= self.rule.x_at_the_end
        return {
            "seals": seals,
            "ducats": self.purse(s.ducats[seat]),
            "career-row-seals": ROW_SEALS[level] * self.rounds,
            "career-steps": level * self.later,
            "steps-below-x": self.exes(level),
            "missions-in-hand": self.missions(s.hand[seat], s.left[seat]),
            "ship-speed": self.ship(s.speed[seat]),
            "offices": self.offices(s.offices[seat], wanted_goods(s, seat)),
            "stored-good": self.hurry * self.later if s.ship[seat] >= 0 else 0.0,
        }

    def belongings(self, s: NovgorodState) -> float:
        """Return the value of what the seat has in the middle of its turn, the rest of the turn left out."""
        seat = self.seat
        worth = s.seals[seat] + s.ducats[seat] * self.ducat + self.career(s.level[seat])
        worth += self.missions(s.hand[seat], s.left[seat])
        worth += self.ship(s.speed[seat])
        if s.stored:
            worth += self.stored()
        if s.seals[seat] >= END_SEALS and ROW_X[s.level[seat]] and not s.final:
            worth -= self.rule.x_at_the_end
        if not s.privilege and UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL and s.phase < CLOSE:
            worth += 1
        return worth

"""The deal of the day: one per game, the same for everybody everywhere, because it depends on the date alone.

It is solo where the game has a solo mode, else against two adepts. The player always has the first seat.
"""

import hashlib
from datetime import date

from core.bots import PlanTurn, plan_turn
from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.game import Game
from core.match import DailyDeal, Match, Seat

#: The budget of the master whose result people compare theirs with. It counts rollouts, so that the result is the same
#: on every machine; the seconds are how long to wait for it.
MASTER_LEVEL = Budget(120.0, 150)
#: The seat of the player of the deal.
PLAYER_SEAT = 0
_RIVALS = (Seat("Adept", "bot", "adept"), Seat("Adept", "bot", "adept"))
#: Seeds stay below this, because no seed that a player can enter has more digits.
_SEEDS = 10**15


def seed(game: Game, day: date) -> int:
    """Return the seed of a day's deal."""
    told = hashlib.blake2b(f"samovar {game.name} {day.isoformat()}".encode(), digest_size=8)
    return int.from_bytes(told.digest(), "big") % _SEEDS


def daily_match(game: Game, day: date, name: str, counts: bool) -> Match:
    """Return a new match of a day's deal for a player of this name."""
    return _table(game, DailyDeal(day, counts), Seat(name))


def _table(game: Game, deal: DailyDeal, first: Seat) -> Match:
    rivals = () if 1 in game.player_counts else _RIVALS
    match = Match.new(game, (first, *rivals), {}, seed(game, deal.day), game.edition_on(deal.day))
    match.daily = deal
    return match


def has_started(match: Match) -> bool:
    """Whether the player has made a choice yet."""
    return any(entry.seat == PLAYER_SEAT and entry.origin == "chosen" for entry in match.log)


def master_match(game: Game, day: date) -> Match:
    """Return a new match of a day's deal with a master in the player's seat."""
    return _table(game, DailyDeal(day, counts=False), Seat("Master", "bot", "master"))


def play_master(game: Game, day: date, plan_turn: PlanTurn = plan_turn) -> Match:
    """Play a day's deal to its end with a master in the player's seat; this takes a while."""
    match = master_match(game, day)
    players = [BotPlayer(MASTER_LEVEL if seat.level == "master" else None, plan_turn) for seat in match.seats]
    while match.state.actor is not None:
        match.play(players[match.state.actor].decide(match).notation)
    return match


def points_by_round(match: Match) -> list[int]:
    """Return the points that each round brought to the player of the deal."""
    points = [scores[PLAYER_SEAT] for scores in match.scores_by_round()]
    return [now - before for before, now in zip([0, *points], points, strict=False)]


def final_rank(match: Match) -> int:
    """Return the rank that the player of the deal reached, from 1."""
    places = match.state.ranking()
    before = next(number for number, seats in enumerate(places) if PLAYER_SEAT in seats)
    return 1 + sum(map(len, places[:before]))

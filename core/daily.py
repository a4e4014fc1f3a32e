"""The deal of the day: one a game, the same for everybody everywhere, from the date alone.

Alone where a game can be played alone, else against two adepts. Whoever plays sits at the first seat, always.
"""

import hashlib
from datetime import date

from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.game import Game
from core.match import DailyDeal, Match, Seat

#: How far the master searches whose result people measure themselves by: by trials, so that it is the same everywhere;
#: the seconds are how long to wait for it.
MASTER_LEVEL = Budget(120.0, 150)
#: Where whoever plays sits.
PLAYER_SEAT = 0
_RIVALS = (Seat("Adept", "bot", "adept"), Seat("Adept", "bot", "adept"))
#: No seed that a player can write down has more digits.
_SEEDS = 10**15


def seed(game: Game, day: date) -> int:
    """The luck of a day's deal."""
    told = hashlib.blake2b(f"samovar {game.name} {day.isoformat()}".encode(), digest_size=8)
    return int.from_bytes(told.digest(), "big") % _SEEDS


def daily_match(game: Game, day: date, name: str, counts: bool) -> Match:
    """A day's deal for somebody of this name, at its beginning."""
    return _table(game, DailyDeal(day, counts), Seat(name))


def _table(game: Game, deal: DailyDeal, first: Seat) -> Match:
    rivals = () if 1 in game.player_counts else _RIVALS
    match = Match.new(game, (first, *rivals), {}, seed(game, deal.day), game.edition_on(deal.day))
    match.daily = deal
    return match


def has_started(match: Match) -> bool:
    """Whether whoever plays has decided anything yet."""
    return any(entry.seat == PLAYER_SEAT and entry.origin == "chosen" for entry in match.log)


def master_match(game: Game, day: date) -> Match:
    """A day's deal with the master in the seat of whoever plays it."""
    return _table(game, DailyDeal(day, counts=False), Seat("Master", "bot", "master"))


def play_master(game: Game, day: date) -> Match:
    """The master's match at a day's deal, from its beginning to its end: takes a while."""
    match = master_match(game, day)
    players = [BotPlayer(MASTER_LEVEL if seat.level == "master" else None) for seat in match.seats]
    while match.state.actor is not None:
        match.play(players[match.state.actor].decide(match).notation)
    return match


def points_by_round(match: Match) -> list[int]:
    """What each round brought to whoever played the deal."""
    points = [scores[PLAYER_SEAT] for scores in match.scores_by_round()]
    return [now - before for before, now in zip([0, *points], points, strict=False)]


def final_rank(match: Match) -> int:
    """The place that whoever played the deal came to, from 1."""
    places = match.state.ranking()
    before = next(number for number, seats in enumerate(places) if PLAYER_SEAT in seats)
    return 1 + sum(map(len, places[:before]))

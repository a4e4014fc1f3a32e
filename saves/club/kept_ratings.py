"""Ratings of members and bots that are kept: each finished game is counted once, when somebody next asks for them.

count_games(club)                            # the games that have ended since
kept_standings(club, members)                # as `ratings.standings`, whatever the number of games
"""

import contextlib
import math
from collections.abc import Sequence

from saves.club.database.protocol import Transaction, Value
from saves.club.errors import ClubError
from saves.club.game_results import ClubGameResult, read_finished
from saves.club.member_directory import MemberDirectory
from saves.club.ratings import MemberStanding, Ratings, who
from saves.club.records import Member
from saves.club.store import Club

#: So many games are counted in a transaction, so that a club with many does not keep its writers waiting.
_BATCH = 200
#: What stands in `counted` for a result that cannot be read; `samovar club check` looks into it.
_UNREADABLE = -1
#: What the key of a bot begins with (`ratings.who`); the key of a member is an id.
_BOT = "bot:"


def count_games(club: Club) -> None:
    """Count the games that are not counted yet, in the order in which they ended. It needs openskill."""
    Ratings()
    if not club.query("SELECT 1 FROM club_finished WHERE counted = 0 LIMIT 1"):
        return
    directory = club.directory
    while True:
        with club.transaction() as transaction:
            if not _count_some(transaction, directory):
                return


def _count_some(transaction: Transaction, directory: MemberDirectory) -> bool:
    """Count a few games; return whether there may be more."""
    transaction.run("UPDATE club_counting SET games = games")  # until the end, nobody else counts
    ((counted,),) = transaction.rows("SELECT games FROM club_counting")
    rows = transaction.rows(
        "SELECT table_id, record FROM club_finished WHERE counted = 0 ORDER BY ended, table_id LIMIT ?", _BATCH
    )
    batch = _Batch(transaction)
    number = int(_number(counted))
    for table, record in rows:
        place = _UNREADABLE
        with contextlib.suppress(ClubError):
            batch.count(read_finished(directory.result_with_ids(str(record))))
            place = number = number + 1
        transaction.run("UPDATE club_finished SET counted = ? WHERE table_id = ?", place, table)
    batch.write()
    transaction.run("UPDATE club_counting SET games = ?", number)
    return len(rows) == _BATCH


class _Batch:
    """The ratings of those who played in a few games."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._ratings = Ratings()
        #: By game and player: how many games were played, and won.
        self._played: dict[tuple[str, str], tuple[int, int]] = {}

    def count(self, finished: ClubGameResult) -> None:
        keys = [(finished.game, who(player)) for player in finished.players]
        for key in keys:
            if key not in self._played:
                self._read(key)
        self._ratings.add(finished)
        for key, player in zip(keys, finished.players, strict=True):
            games, won = self._played[key]
            self._played[key] = games + 1, won + (player.rank == 1)

    def _read(self, key: tuple[str, str]) -> None:
        found = self._transaction.rows(
            "SELECT mu, sigma, games, played, won FROM club_ratings WHERE game = ? AND player = ?", *key
        )
        self._played[key] = (0, 0)
        for mu, sigma, games, played, won in found:
            self._played[key] = int(_number(played)), int(_number(won))
            _put(self._ratings, key, mu, sigma, games)

    def write(self) -> None:
        for (game, player), (played, won) in sorted(self._played.items()):
            mu, sigma = self._ratings.known.get((game, player), (0.0, 0.0))
            self._transaction.run(
                "INSERT INTO club_ratings (game, player, mu, sigma, games, played, won) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (game, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
                " games = excluded.games, played = excluded.played, won = excluded.won",
                game,
                player,
                mu,
                sigma,
                self._ratings.games.get((game, player), 0),
                played,
                won,
            )


def _number(value: Value) -> float:
    """Return a stored number; 0 for what is none, after a fault of the disk."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        return 0.0
    return found if math.isfinite(found) else 0.0


def _put(ratings: Ratings, key: tuple[str, str], mu: Value, sigma: Value, games: Value) -> None:
    """Take over a rating that was kept, if any game was rated."""
    if _number(sigma) > 0:
        ratings.known[key] = _number(mu), _number(sigma)
        ratings.games[key] = int(_number(games))


def kept_standings(club: Club, members: Sequence[Member]) -> list[MemberStanding]:
    """Return every member and every level of bots that has played, with their games and points, as counted so far."""
    ratings = Ratings()
    played: dict[str, tuple[int, int]] = {}
    for game, player, mu, sigma, games, all_, won in club.query(
        "SELECT game, player, mu, sigma, games, played, won FROM club_ratings ORDER BY game, player"
    ):
        before = played.get(str(player), (0, 0))
        played[str(player)] = before[0] + int(_number(all_)), before[1] + int(_number(won))
        _put(ratings, (str(game), str(player)), mu, sigma, games)

    def standing(name: str, player: str, is_bot: bool) -> MemberStanding:
        games, won = played.get(player, (0, 0))
        return MemberStanding(name, is_bot, games, won, ratings.ratings(player))

    people = [standing(member.name, member.id, False) for member in members]
    bots = sorted(player for player in played if player.startswith(_BOT))
    return people + [standing(bot.removeprefix(_BOT).capitalize(), bot, True) for bot in bots]

"""Ratings that are kept are those that all finished games give, however often and by whomever they are counted."""

import threading

import msgspec

from saves.club.auth import Authenticator
from saves.club.game_results import ClubGameResult, Player, read_finished
from saves.club.kept_ratings import count_games, kept_standings
from saves.club.ratings import MemberStanding, Ratings, standings
from saves.club.store import Club
from tests.saves.club.tables import terms


def play(club: Club, *players: Player, counts: bool = True, game: str = "mezen") -> str:
    """Let a game be finished; return its table."""
    table = club.new_table(terms(game, *(player.name for player in players), host=players[0].name))
    club.finish(table, msgspec.json.encode(ClubGameResult(game, counts, players)).decode())
    return table


def player(name: str, rank: int, points: int = 10) -> Player:
    return Player(name, rank, points)


def from_all_games(club: Club) -> list[MemberStanding]:
    names = [member.name for member in club.members()]
    return standings(names, [read_finished(table.record) for table in club.finished()], Ratings())


def kept(club: Club) -> list[MemberStanding]:
    count_games(club)
    return kept_standings(club, club.members())


def test_kept_ratings_are_those_of_all_games(club: Club) -> None:
    for name in ("anna", "boris", "vera"):
        club.enter(name)
    for round_ in range(5):
        play(club, player("anna", 1), player("boris", 2), player("vera", 3))
        play(club, player("vera", 1), Player("Adept", 2, 5, "adept"), Player("Adept 2", 3, 4, "adept"), game="gzhel")
        play(club, player("boris", 1), Player("anna", 2, 4, stood_in=True), counts=bool(round_ % 2))
        assert kept(club) == from_all_games(club)
    assert kept(club) == from_all_games(club), "nothing is counted twice"


def test_a_result_that_cannot_be_read_is_left_out_and_counted_once_it_is_repaired(club: Club) -> None:
    club.enter("anna"), club.enter("boris")
    table = play(club, player("anna", 1), player("boris", 2))
    good = club.results([table])[table]
    with club.transaction() as transaction:
        transaction.run("UPDATE club_finished SET record = 'x' WHERE table_id = ?", table)
    assert [standing.games for standing in kept(club)] == [0, 0]
    with club.transaction() as transaction:
        transaction.run("DELETE FROM club_finished WHERE table_id = ?", table)
    club.finish(table, good)
    assert kept(club) == from_all_games(club) and kept(club)[0].won == 1


def test_a_member_who_is_called_otherwise_keeps_the_rating(club: Club) -> None:
    club.enter("anna"), club.enter("boris")
    play(club, player("anna", 1), player("boris", 2))
    before = kept(club)[0]
    Authenticator(club).rename("anna", "zoya")
    (after,) = [standing for standing in kept(club) if standing.name == "zoya"]
    assert (after.games, after.won, after.points) == (before.games, before.won, before.points) and before.points


def test_several_processes_count_every_game_once(club: Club, address: str) -> None:
    club.enter("anna"), club.enter("boris")
    for number in range(30):
        play(club, player("anna", 1 + number % 2), player("boris", 2 - number % 2))

    def count() -> None:
        with Club.open(address) as other:
            count_games(other)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept(club) == from_all_games(club) and kept(club)[0].games == 30

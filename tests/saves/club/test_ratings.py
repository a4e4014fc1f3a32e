"""Ratings by game: winners gain, replaced players come last, bots are rated too, and some games do not count."""

import sys

import pytest

from saves.club.game_results import ClubGameResult, Player
from saves.club.member_figures import member_figures
from saves.club.ratings import Ratings, RatingsUnavailableError, standings


def game(*players: Player, counts: bool = True, name: str = "mezen") -> ClubGameResult:
    return ClubGameResult(name, counts, players)


ANNA, BORIS = Player("Anna", 1, 40), Player("boris", 2, 30)


def rated(*games: ClubGameResult) -> Ratings:
    ratings = Ratings()
    for finished in games:
        ratings.add(finished)
    return ratings


def test_the_first_game_of_two_gives_what_the_model_is_documented_to_give() -> None:
    """openskill's own example: 25 ± 8.333 becomes 27.635 and 22.365, both ± 8.066; ours: 1000 + 40 (mu - 3 sigma)."""
    ratings = rated(game(ANNA, BORIS))
    assert ratings.points("anna") == {"mezen": round(1000 + 40 * (27.63523138347365 - 3 * 8.065506316323548))}
    assert ratings.points("boris") == {"mezen": round(1000 + 40 * (22.36476861652635 - 3 * 8.065506316323548))}
    assert ratings.points("Anna") == {}, "known by small letters"


def test_whoever_was_replaced_by_a_bot_comes_last() -> None:
    left = game(Player("anna", 1, 40, stood_in=True), BORIS)
    ratings = rated(left)
    assert ratings.points("boris")["mezen"] > 1000 > ratings.points("anna")["mezen"]


def test_what_does_not_count_changes_nothing() -> None:
    alone = game(Player("anna", 1, 40))
    itself = game(Player("Adept", 1, 40, "adept"), Player("Adept 2", 2, 30, "adept"))
    assert rated(game(ANNA, BORIS, counts=False), alone, itself).points("anna") == {}
    assert rated(itself).points("bot:adept") == {}


def test_games_are_apart_and_bots_are_rated_by_their_level() -> None:
    bots = (Player("Adept", 2, 30, "adept"), Player("Adept 2", 3, 20, "adept"))
    ratings = rated(game(Player("anna", 1, 40), *bots), game(BORIS, Player("anna", 1, 50), name="gzhel"))
    assert sorted(ratings.points("anna")) == ["gzhel", "mezen"]
    adept = ratings.points("bot:adept")
    assert adept["mezen"] < ratings.points("anna")["mezen"] and "gzhel" not in adept


def test_a_level_is_never_taken_for_a_member_of_the_same_name() -> None:
    ratings = rated(game(Player("adept", 1, 40), Player("Adept", 2, 30, "adept")))
    assert ratings.points("adept")["mezen"] > ratings.points("bot:adept")["mezen"]
    found = standings(["adept"], [game(Player("adept", 1, 40), Player("Adept", 2, 30, "adept"))], None)
    assert [(each.name, each.is_bot, each.won) for each in found] == [("adept", False, 1), ("Adept", True, 0)]


def test_a_rating_is_provisional_until_ten_games_and_gets_surer() -> None:
    nine, ten = (rated(*[game(ANNA, BORIS)] * games).ratings("anna")["mezen"] for games in (9, 10))
    assert nine.is_provisional and not ten.is_provisional and ten.games == 10
    assert 0 < ten.uncertainty < nine.uncertainty < 333


def test_a_members_own_figures() -> None:
    games = [game(ANNA, BORIS), game(Player("anna", 1, 20, stood_in=True), BORIS), game(BORIS, Player("x", 1, 9, "x"))]
    ratings = standings(["Anna", "boris"], games, Ratings())
    figures = member_figures("anna", games, ratings)["mezen"]
    assert (figures.games, figures.won, figures.mean, figures.best) == (2, 1, 30.0, 40)
    assert figures.rating is not None and figures.rating.games == 2


def test_more_games_make_it_surer() -> None:
    once, often = rated(game(ANNA, BORIS)), rated(*[game(ANNA, BORIS)] * 10)
    assert often.points("anna")["mezen"] > once.points("anna")["mezen"]


def test_standings_count_every_game_and_need_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game(ANNA, BORIS, counts=False), game(Player("anna", 2, 3), Player("Novice", 1, 9, "novice"))]
    found = standings(["Anna", "vera"], games, Ratings())
    assert [(each.name, each.is_bot, each.games, each.won) for each in found] == [
        ("Anna", False, 2, 1), ("vera", False, 0, 0), ("Novice", True, 1, 1),
    ]  # fmt: skip
    assert found[0].points.keys() == {"mezen"} and found[1].points == {}
    monkeypatch.setitem(sys.modules, "openskill.models", None)  # as where the extra is not installed
    with pytest.raises(RatingsUnavailableError, match=r"pipx install --force '\.\[club\]'"):
        Ratings()
    assert [each.points for each in standings(["Anna"], games, None)] == [{}, {}]

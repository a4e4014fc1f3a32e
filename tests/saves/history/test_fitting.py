"""A bot that fits a player: of their rating, between two levels, chosen once and said in the log."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from core import registry
from core.bots import FIT, PLAYABLE_LEVELS, read_mixture
from core.bots.baseline import level_ratings, strength
from core.log_notes import note_text
from core.match import Match, Seat
from saves.history.finished import FinishedGame
from saves.history.fitting import fit_bots, fitting_mixture, load_rating
from saves.match_record import SeatRecord
from saves.match_store import MatchStore, read_match
from saves.paths import DataPaths
from tests.game_facts import FIVE

NOON = datetime(2026, 11, 10, 12, tzinfo=UTC)
SEATS = [Seat("Anna"), Seat("Fit", "bot", FIT)]


@pytest.fixture
def paths() -> DataPaths:
    return MatchStore().paths


def won(paths: DataPaths, game: str, results: list[bool], level: str) -> None:
    """Write games against one bot of this level that were won, or not."""
    paths.finished.parent.mkdir(parents=True, exist_ok=True)
    seats = [SeatRecord("Anna", "you", ""), SeatRecord("Vera", "bot", level)]
    with paths.finished.open("ab") as file:
        for number, first in enumerate(results):
            ended = NOON + timedelta(hours=number)
            order = [[0], [1]] if first else [[1], [0]]
            line = FinishedGame(f"{level}{number}", ended, ended, game, 1, {}, seats, 9, [9, 9], order)
            file.write(msgspec.json.encode(line) + b"\n")


@pytest.mark.parametrize("game", FIVE)
def test_the_mixture_is_as_strong_as_the_rating(game: str) -> None:
    ratings = level_ratings(game)
    for points in (*ratings.values(), ratings["novice"] + 30, ratings["adept"] - 17, ratings["master"] - 1):
        found = fitting_mixture(game, points)
        gap = ratings[found.upper] - ratings[found.lower]
        assert strength(game, found.level) == pytest.approx(points, abs=gap / 100)
        assert PLAYABLE_LEVELS.index(found.upper) == PLAYABLE_LEVELS.index(found.lower) + 1


def test_beyond_the_levels_it_is_the_last_one() -> None:
    assert fitting_mixture("mezen", -500) == ("novice", "apprentice", 0)
    assert fitting_mixture("mezen", 5000) == ("adept", "master", 100)


def test_who_wins_half_against_journeymen_is_given_one(paths: DataPaths) -> None:
    won(paths, "mezen", [True, False] * 30, "journeyman")
    game = registry.get_game("mezen")
    fitted = fit_bots(paths, game, SEATS)
    mixture = read_mixture(fitted.seats[1].level)
    assert mixture is not None
    assert strength("mezen", mixture.level) == pytest.approx(level_ratings("mezen")["journeyman"], abs=25)
    assert fitted.seats[0] == SEATS[0]


def test_games_against_a_mixture_count_by_its_strength(paths: DataPaths) -> None:
    won(paths, "mezen", [True, False] * 30, "novice+50")
    ratings = level_ratings("mezen")
    middle = (ratings["novice"] + ratings["apprentice"]) / 2
    rating = load_rating(paths, registry.get_game("mezen"))
    assert rating is not None
    assert rating.points == pytest.approx(middle, abs=25)


def test_victories_over_it_make_the_next_one_stronger(paths: DataPaths) -> None:
    game = registry.get_game("mezo")
    first = fit_bots(paths, game, SEATS).seats[1].level
    won(paths, "mezo", [True] * 6, first)
    assert (strength("mezo", fit_bots(paths, game, SEATS).seats[1].level) or 0) > (strength("mezo", first) or 0) + 50


def test_the_log_says_what_was_chosen_and_the_file_keeps_it(paths: DataPaths) -> None:
    game = registry.get_game("mezen")
    won(paths, "mezen", [True, False] * 3, "apprentice")
    fitted = fit_bots(paths, game, SEATS)
    match = Match.new(game, fitted.seats, {}, 5)
    fitted.record(match)
    with MatchStore().new_file() as file:
        assert file.save(match) == ""
        kept = read_match(MatchStore().find(file.slug).path).match
    won(paths, "mezen", [True] * 20, "master")  # what comes later changes nothing in this match
    assert kept.seats[1].level == fitted.seats[1].level
    (note,) = kept.notes
    text = note_text(note, kept)
    mixture = read_mixture(fitted.seats[1].level)
    assert mixture is not None
    for word in ("Fit plays between", mixture.lower, mixture.upper, "you win about half", "±"):
        assert word in text


def test_a_strongest_bot_is_no_promise_to_win_half(paths: DataPaths) -> None:
    won(paths, "mezo", [True] * 60, "master")
    game = registry.get_game("mezo")
    fitted = fit_bots(paths, game, SEATS)
    match = Match.new(game, fitted.seats, {}, 5)
    fitted.record(match)
    text = note_text(match.notes[0], match)
    assert "plays as master" in text and "half" not in text


def test_before_any_game_it_is_a_first_guess(paths: DataPaths) -> None:
    game = registry.get_game("mezen")
    fitted = fit_bots(paths, game, SEATS)
    match = Match.new(game, fitted.seats, {}, 5)
    fitted.record(match)
    ratings = level_ratings("mezen")
    middle = (ratings["novice"] + ratings["adept"]) / 2
    assert strength("mezen", fitted.seats[1].level) == pytest.approx(middle, abs=5)
    assert note_text(match.notes[0], match).endswith("a first guess, because you have no rating here yet.")


def test_nothing_is_read_where_no_bot_is_to_fit(paths: DataPaths) -> None:
    seats = [Seat("Anna"), Seat("Vera", "bot", "adept")]
    assert fit_bots(paths, registry.get_game("mezen"), seats) == (seats, [])

"""Reviews are kept beside their matches, fit them, and are made anew whenever anything is wrong with them."""

import sys
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.match import Match, Seat
from core.review import record
from core.review.comparison import Depth
from core.review.record import Review, review_missing
from saves.match_store import MatchStore
from saves.paths import DataPaths
from saves.reviews import ReviewStore
from tests.core.games import pebbles


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "core.games.pebbles", pebbles)


def played(first: str = "one") -> Match:
    match = Match.new(pebbles.GAME, [Seat("Anna"), Seat("Boris")])
    match.play(first)
    while not match.is_over:
        match.play(match.legal_moves[0])
    return match


@pytest.fixture
def reviews() -> ReviewStore:
    return ReviewStore(DataPaths.for_player())


def reviewed(match: Match, depth: Depth | None = None) -> Review:
    review = Review.of(match, depth or Depth())
    list(review_missing(match, review, [0]))
    assert review.turns
    return review


def test_a_review_is_found_again(reviews: ReviewStore) -> None:
    match = played()
    review = reviewed(match)
    assert reviews.save("sunday", review) == ""
    assert reviews.load("sunday", match, Depth()) == review
    assert reviews.load("monday", match, Depth()).turns == []


def test_a_review_of_other_moves_is_stale(reviews: ReviewStore) -> None:
    reviews.save("sunday", reviewed(played()))
    assert reviews.load("sunday", played("two"), Depth()) == Review.of(played("two"), Depth())


def test_a_review_of_an_older_version_is_shown_as_it_was_made(reviews: ReviewStore) -> None:
    match = played()
    older = reviewed(match)
    older.version = record.OLDEST_SHOWN
    reviews.save("sunday", older)
    assert reviews.load("sunday", match, Depth()) == older
    older.version = record.OLDEST_SHOWN - 1
    reviews.save("sunday", older)
    assert reviews.load("sunday", match, Depth()).turns == []


def test_a_deeper_review_is_made_anew_and_then_serves_for_all(reviews: ReviewStore) -> None:
    match = played()
    reviews.save("sunday", reviewed(match))
    assert reviews.load("sunday", match, Depth(seconds=0.01)).turns == []
    deep = reviewed(match, Depth(seconds=0.01))
    reviews.save("sunday", deep)
    assert reviews.load("sunday", match, Depth()) == deep


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"[]", b'{"version": 1}', b"[" * 100_000])
def test_a_damaged_review_is_none(damage: bytes, reviews: ReviewStore, home: Path) -> None:
    match = played()
    reviews.save("sunday", reviewed(match))
    (home / "reviews" / "sunday.json").write_bytes(damage)
    assert reviews.load("sunday", match, Depth()).turns == []
    assert reviews.save("sunday", reviewed(match)) == ""
    assert reviews.load("sunday", match, Depth()).turns


def test_a_review_cut_short_by_a_crash_is_none(reviews: ReviewStore, home: Path) -> None:
    match = played()
    reviews.save("sunday", reviewed(match))
    path = home / "reviews" / "sunday.json"
    path.write_bytes(path.read_bytes()[:-20])
    assert reviews.load("sunday", match, Depth()).turns == []


def test_turns_that_the_match_does_not_have_are_left_out(reviews: ReviewStore, home: Path) -> None:
    match = played()
    review = reviewed(match)
    reviews.save("sunday", review)
    path = home / "reviews" / "sunday.json"
    forged = msgspec.json.decode(path.read_bytes())
    forged["turns"][0]["turn"]["at"] = 9999
    path.write_bytes(msgspec.json.encode(forged))
    assert reviews.load("sunday", match, Depth()).turns == review.turns[1:]


def test_a_disk_that_refuses_is_told_in_a_sentence(reviews: ReviewStore, home: Path) -> None:
    home.mkdir()
    (home / "reviews").write_text("in the way")
    assert reviews.save("sunday", Review.of(played(), Depth())).startswith("The review could not be saved (")


def test_a_review_goes_with_its_match(home: Path) -> None:
    store = MatchStore()
    match = played()
    with store.new_file() as match_file:
        match_file.save(match)
        slug = match_file.slug
    ReviewStore(store.paths).save(slug, reviewed(match))
    assert [entry.slug for entry in store.entries()] == [slug]
    store.delete(slug)
    assert not list((home / "reviews").iterdir())

"""Reviews are kept beside their matches, fit them, and are made anew whenever anything is wrong with them."""

import sys
from pathlib import Path

import msgspec
import pytest

from core import registry as shelf
from core.match import Match, Seat
from core.review import record
from core.review.comparison import Depth
from core.review.record import Review, go_on
from saves.match_store import Store
from saves.paths import Folders
from saves.reviews import Reviews
from tests.core.games import pebbles


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "NAMES", (*shelf.NAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "core.pebbles", pebbles)


def played(first: str = "one") -> Match:
    match = Match.new(pebbles.GAME, [Seat("Anna"), Seat("Boris")])
    match.play(first)
    while not match.over:
        match.play(match.legal[0])
    return match


@pytest.fixture
def reviews() -> Reviews:
    return Reviews(Folders.of_player())


def reviewed(match: Match, depth: Depth | None = None) -> Review:
    review = Review.of(match, depth or Depth())
    list(go_on(match, review, [0]))
    assert review.turns
    return review


def test_a_review_is_found_again(reviews: Reviews) -> None:
    match = played()
    review = reviewed(match)
    assert reviews.keep("sunday", review) == ""
    assert reviews.of("sunday", match, Depth()) == review
    assert reviews.of("monday", match, Depth()).turns == []


def test_a_review_of_other_moves_is_stale(reviews: Reviews) -> None:
    reviews.keep("sunday", reviewed(played()))
    assert reviews.of("sunday", played("two"), Depth()) == Review.of(played("two"), Depth())


def test_a_review_made_otherwise_is_stale(reviews: Reviews, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    reviews.keep("sunday", reviewed(match))
    monkeypatch.setattr(record, "VERSION", record.VERSION + 1)
    assert reviews.of("sunday", match, Depth()).turns == []


def test_a_deeper_review_is_made_anew_and_then_serves_for_all(reviews: Reviews) -> None:
    match = played()
    reviews.keep("sunday", reviewed(match))
    assert reviews.of("sunday", match, Depth(seconds=0.01)).turns == []
    deep = reviewed(match, Depth(seconds=0.01))
    reviews.keep("sunday", deep)
    assert reviews.of("sunday", match, Depth()) == deep


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"[]", b'{"version": 1}', b"[" * 100_000])
def test_a_damaged_review_is_none(damage: bytes, reviews: Reviews, home: Path) -> None:
    match = played()
    reviews.keep("sunday", reviewed(match))
    (home / "reviews" / "sunday.json").write_bytes(damage)
    assert reviews.of("sunday", match, Depth()).turns == []
    assert reviews.keep("sunday", reviewed(match)) == ""
    assert reviews.of("sunday", match, Depth()).turns


def test_a_review_cut_short_by_a_crash_is_none(reviews: Reviews, home: Path) -> None:
    match = played()
    reviews.keep("sunday", reviewed(match))
    path = home / "reviews" / "sunday.json"
    path.write_bytes(path.read_bytes()[:-20])
    assert reviews.of("sunday", match, Depth()).turns == []


def test_turns_that_the_match_does_not_have_are_left_out(reviews: Reviews, home: Path) -> None:
    match = played()
    review = reviewed(match)
    reviews.keep("sunday", review)
    path = home / "reviews" / "sunday.json"
    forged = msgspec.json.decode(path.read_bytes())
    forged["turns"][0]["turn"]["at"] = 9999
    path.write_bytes(msgspec.json.encode(forged))
    assert reviews.of("sunday", match, Depth()).turns == review.turns[1:]


def test_a_disk_that_refuses_is_told_in_a_sentence(reviews: Reviews, home: Path) -> None:
    home.mkdir()
    (home / "reviews").write_text("in the way")
    assert reviews.keep("sunday", Review.of(played(), Depth())).startswith("The review could not be kept (")


def test_a_review_goes_with_its_match(home: Path) -> None:
    store = Store()
    match = played()
    with store.begin() as keeper:
        keeper.save(match)
        slug = keeper.slug
    Reviews(store.folders).keep(slug, reviewed(match))
    assert [entry.slug for entry in store.entries()] == [slug]
    store.delete(slug)
    assert not list((home / "reviews").iterdir())

"""Landed hares that lie face down: how many there are can be read until the end, and nowhere what they are worth."""

from collections.abc import Iterator

import pytest

from core.game import GameEvent, OptionValue
from core.games.mazaytsy import GAME
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.hares import SORTS, count, points, worths
from core.games.mazaytsy.state import MazaytsyState
from core.match import Match, Seat
from core.rng import Rng
from saves import match_record
from tests.core.games.mazaytsy.drawn_boards import bunch_of, do, drawn, flood
from tests.core.test_view import everything, news

NAMES = ("Anna", "Boris", "Vera", "Gleb")
TABLES: list[tuple[int, dict[str, OptionValue]]] = [(2, {}), (3, {"rounds": 15}), (4, {"teams": True})]


def otherwise(s: MazaytsyState, best: bool) -> MazaytsyState:
    """The same position to the eye: as many hares ashore everywhere, but the best or the worst that there are."""
    other = s.copy()
    rest = sorted(worths(s.pool + sum(s.ashore)), reverse=best)
    for seat in range(s.players):
        number = count(s.ashore[seat])
        other.ashore[seat], rest = bunch_of(*rest[:number]), rest[number:]
    other.pool = bunch_of(*rest)
    return other


def landings(
    players: int, options: dict[str, OptionValue]
) -> Iterator[tuple[MazaytsyState, MazaytsyState, list[GameEvent]]]:
    """A game by chance in which hares are landed whenever they can be: before and after each move, and the events."""
    s, rng = start(GAME.setup(players, {**options, "face_down": True}, 5)), Rng(5)
    while s.actor is not None:
        before, events = s.copy(), list[GameEvent]()
        moves = list(s.legal_moves())
        wanted = [move for move in moves if move.notation == "land" or move.notation[0] == "+"] or moves
        s.play(rng.choice(wanted), events.append)
        yield before, s.copy(), events


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_nothing_that_can_be_read_depends_on_what_lies_face_down(players: int, options: dict[str, OptionValue]) -> None:
    compared = 0
    for number, (before, after, events) in enumerate(landings(players, options)):
        best = number % 2 == 0
        one, other = otherwise(before, best), otherwise(after, best)
        if after.actor is None or other.ashore == after.ashore or number % 3:
            continue
        assert other.violations() == []
        compared += 1
        assert other.shown_scores() is after.shown_scores() is None
        for seat in (None, *range(players)):
            assert other.board_text(seat) == after.board_text(seat)
            true, alike = (GAME.view(each, seat, NAMES[:players]) for each in (after, other))
            assert everything(true) == everything(alike)
            assert news(GAME, one, other, events, seat) == news(GAME, before, after, events, seat)
    assert compared > 3


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_log_tells_how_many_are_landed_and_not_which(players: int, options: dict[str, OptionValue]) -> None:
    landed = [event for _, _, events in landings(players, options) for event in events if event.kind == "landed"]
    assert landed
    for event in landed:
        told = GAME.describe_event(event, NAMES)
        assert "worth" not in told and f"{count(event.facts[0])} hare" in told and "face down" in told
        assert event.seat is not None and told.startswith(NAMES[event.seat])


def test_the_end_turns_them_over() -> None:
    *_, (before, after, _) = landings(3, {})
    assert before.shown_scores() is None and after.actor is None
    assert after.shown_scores() == after.scores()
    for seat, bunch in enumerate(after.ashore):
        assert f"{count(bunch)} ashore, worth {points(bunch)}" in after.board_text() or not bunch
        assert f"{after.scores()[seat]} point" in after.board_text()


def test_what_was_written_down_in_a_longer_game_can_be_read() -> None:
    found = [
        after for _, after, _ in landings(3, {"rounds": 15}) if any(after.booked_hares) and after.actor is not None
    ]
    assert found
    for s in found[::40]:
        for seat in range(3):
            assert not s.booked_hares[seat] or f"{s.booked_points[seat]} point" in s.board_text()


def test_without_the_option_all_is_shown() -> None:
    open_, covered = (flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3)}, face_down=each) for each in (False, True))
    for s in (open_, covered):
        do(s, "land 4+3")
    assert "2 ashore, worth 7; 7 points in all" in open_.board_text()
    assert "2 hares ashore, face down" in covered.board_text()
    assert "worth 7" not in covered.board_text() and "7 points" not in covered.board_text()
    assert open_.shown_scores() == open_.scores() == covered.scores()


def test_a_list_of_matches_tells_no_points_before_the_end() -> None:
    seats = [Seat(name) for name in NAMES[:3]]
    match, rng = Match.new(GAME, seats, {"face_down": True}, 5), Rng(5)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
        told = match_record.head(
            match_record.decode(match_record.encode(match_record.make_record(match, match_record.now())))
        )
        if not match.is_over:
            assert told.standing == "Anna, Boris, Vera"
    points_ = match.state.scores()
    assert told.standing == f"Anna {points_[0]}, Boris {points_[1]}, Vera {points_[2]}"


def test_bots_know_what_somebody_knows_who_watched_every_landing() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 3)}, face_down=True)
    do(s, "land 4")
    assert s.determinize(1, Rng(3)).ashore == s.ashore
    assert [s.ashore[0] >> 8 * sort & 255 for sort in SORTS] == [0, 0, 0, 1]


def test_fifteen_rounds_are_played_to_their_end() -> None:
    *_, (_, s, _) = landings(3, {"rounds": 15})
    assert (s.seen, s.visits, s.violations()) == (15, 15, [])
    assert "fifteenth visit" in s.outcome_text()

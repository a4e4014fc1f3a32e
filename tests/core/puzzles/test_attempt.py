"""A puzzle attempt: where the turn ends, what it is worth, and that nothing hidden influences that."""

from core import registry
from core.match import Match, Seat
from core.puzzles.attempt import PuzzleSubmission, Verdict, finished_turn, start_attempt, turn_from_moves, verdict
from core.review.comparison import Estimate
from core.rng import Rng
from tests.core.games.pebbles import GAME as PEBBLES


def pebbles() -> Match:
    """Anna has taken two of the heap and passed; it is Boris' turn."""
    match = Match.new(PEBBLES, [Seat("Anna", "bot", "adept"), Seat("Boris", "bot", "adept")], {}, 3)
    match.play("two")
    match.play("pass")
    return match


def test_the_seat_to_move_is_a_person_and_the_past_cannot_be_taken_back() -> None:
    match = pebbles()
    tried = start_attempt(match, ["Adept", "You"])
    assert [seat.is_human for seat in tried.seats] == [False, True]
    assert tried.names == ["Adept", "You"]
    assert tried.archived_moves == ["two", "pass"] and not tried.log and not tried.can_undo()
    assert tried.state.digest() == match.state.digest()


def test_a_turn_is_made_when_another_seat_would_move() -> None:
    tried = start_attempt(pebbles())
    tried.play("two")
    assert finished_turn(tried) is None
    tried.play("pass")
    assert finished_turn(tried) == ("two", "pass")


def test_a_turn_ends_where_something_hidden_comes_to_light() -> None:
    tried = start_attempt(pebbles())
    assert turn_from_moves(tried, ["two", "peek"]) == ("two", "peek")


def test_moves_that_are_no_turn_make_none() -> None:
    assert turn_from_moves(start_attempt(pebbles()), ["three"]) is None
    assert turn_from_moves(start_attempt(pebbles()), ["two"]) is None


def test_forced_steps_may_be_named() -> None:
    """After three pebbles there is nothing to choose but to end the turn."""
    tried = start_attempt(pebbles())
    assert turn_from_moves(tried, ["one", "end"]) == ("one", "end")
    assert [entry.origin for entry in tried.log][:2] == ["chosen", "forced"]
    assert turn_from_moves(start_attempt(pebbles()), ["one"]) == ("one", "end")


def test_moves_after_the_end_of_the_turn_are_not_played() -> None:
    tried = start_attempt(pebbles())
    assert turn_from_moves(tried, ["two", "pass", "one"]) == ("two", "pass")
    assert len(tried.log) == 2


def test_two_ways_to_the_same_position_are_one_turn() -> None:
    """Mezen: an amulet here and then there, or there and then here."""
    match = amulets()
    assert match is not None
    first, second = match
    there = verdict(first.game, first.state_at(0), PuzzleSubmission(_notations(first), _notations(second)))
    assert _notations(first) != _notations(second)
    assert there == Verdict(same=True, solved=True, cost=Estimate())


def _notations(match: Match) -> tuple[str, ...]:
    found = finished_turn(match)
    assert found is not None
    return found


def amulets() -> tuple[Match, Match] | None:
    """Two tries of a position of Mezen with two amulets put in either order, then the first group taken."""
    for seed in range(40):
        match = Match.new(registry.get_game("mezen"), [Seat("A", "bot", "novice")], {}, seed)
        rng = Rng(seed)
        while not match.is_over:
            if match.state.prompt.kind == "lift":
                found = _either_order(match)
                if found is not None:
                    return found
            match.play(rng.choice(list(match.legal_moves)))
    return None


def _either_order(match: Match) -> tuple[Match, Match] | None:
    keep_out = [move.notation for move in match.legal_moves if move.notation.startswith("-")]
    for one in keep_out:
        for other in keep_out:
            tries = [start_attempt(match), start_attempt(match)]
            if one < other and _both(tries[0], one, other) and _both(tries[1], other, one):
                return tries[0], tries[1]
    return None


def _both(tried: Match, one: str, other: str) -> bool:
    """Put both amulets, then take the first group."""
    world = start_attempt(tried)
    for notation in (one, other):
        if notation not in [move.notation for move in world.legal_moves]:
            return False
        world.play(notation)
    taken = next((move.notation for move in world.legal_moves if move.notation.startswith("x")), "")
    return bool(taken) and turn_from_moves(tried, [one, other, taken]) is not None


def test_what_a_seat_cannot_know_does_not_change_the_verdict() -> None:
    """The same turns in a position that looks the same to the seat, with everything hidden dealt anew."""
    for name in ("novgorod", "mazaytsy"):
        game = registry.get_game(name)
        match = Match.new(game, [Seat("A", "bot", "novice"), Seat("B", "bot", "novice")], {}, 5)
        rng = Rng(5)
        while len(match.log) < 40:
            match.play(rng.choice(list(match.legal_moves)))
        state = match.state
        assert state.actor is not None
        other = state.determinize(state.actor, Rng(77))
        assert other.digest() != state.digest()
        answer, played = ((move.notation,) for move in (state.legal_moves()[0], state.legal_moves()[-1]))
        assert answer != played
        told = [verdict(game, each, PuzzleSubmission(answer, played), worlds=6) for each in (state, other)]
        assert told[0] == told[1]

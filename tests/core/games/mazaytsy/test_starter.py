"""The drawn starting player: the game is the same for each of them, seen from other seats."""

from pathlib import Path

import msgspec
import pytest

from core.bots import think
from core.bots.search import Budget
from core.game import GameEvent, OptionValue
from core.games.mazaytsy import GAME
from core.games.mazaytsy.bot import EVALUATOR
from core.games.mazaytsy.bot.rollout_policy import at_turn_start
from core.games.mazaytsy.bot.value import turns_left
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.phases import LAUNCH
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.view.consequences import change_texts
from core.match import Match, Seat
from core.rng import Rng
from saves import match_record
from tests.core.games.mazaytsy.test_view import offers

NAMES = ("Anna", "Boris", "Vera", "Gleb")
BY_SEAT = ("boats", "bows", "holds", "ashore", "booked_points", "booked_hares", "mires")
SEATS = ("actor", "due", "first_adder", "first")
#: Nobody's choices are listed in another order because others begin: all advanced rules but theft.
TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {}),
    (3, {"rounds": 5, "weight": True}),
    (4, {"barren": True, "choice": True}),
    (4, {"teams": True}),
]


def begun_by(first: int, players: int, options: dict[str, OptionValue], seed: int = 3) -> MazaytsyState:
    return start(GAME.setup(players, {**options, "starter": first + 1}, seed))


def passed_on(s: MazaytsyState, by: int) -> MazaytsyState:
    """The same position with everybody so many seats further."""
    players = s.players
    lists = {name: [getattr(s, name)[(seat - by) % players] for seat in range(players)] for name in BY_SEAT}
    seats = {name: getattr(s, name) for name in SEATS}
    moved = {name: seat if seat in (None, -1) else (seat + by) % players for name, seat in seats.items()}
    shy = sum(1 << (seat + by) % players for seat in range(players) if s.shy >> seat & 1)
    return msgspec.structs.replace(s.copy(), **lists, **moved, shy=shy)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_whoever_begins_it_is_the_same_game_from_another_seat(players: int, options: dict[str, OptionValue]) -> None:
    for by in range(1, players):
        s, other, rng = begun_by(0, players, options), begun_by(by, players, options), Rng(4)
        laps = 0
        while s.actor is not None:
            assert other == passed_on(s, by)
            assert [move.notation for move in other.legal_moves()] == [move.notation for move in s.legal_moves()]
            assert (other.round, other.progress_text()) == (s.round, s.progress_text())
            move = rng.choice(list(s.legal_moves()))
            laps = s.round
            s.play(move)
            other.play(move)
        assert other.actor is None and other == passed_on(s, by)
        assert laps > 8 and other.violations() == []
        assert [other.scores()[(seat + by) % players] for seat in range(players)] == s.scores()


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_bots_think_alike_whoever_begins(players: int, options: dict[str, OptionValue]) -> None:
    s, rng, seen = begun_by(0, players, options), Rng(6), 0
    while s.actor is not None:
        if seen % 29 == 0 or s.ending:
            for by in range(1, players):
                other = passed_on(s, by)
                for seat in range(players):
                    assert turns_left(other, (seat + by) % players) == turns_left(s, seat)
                    assert EVALUATOR.value(other, (seat + by) % players) == pytest.approx(EVALUATOR.value(s, seat))
        if seen % 87 == 0:
            for level in ("novice", "adept", "master"):
                plans = [think(GAME, each, level, Rng(5), Budget(steps=12)).plan for each in (s, passed_on(s, 1))]
                assert plans[0] == plans[1]
        seen += 1
        s.play(rng.choice(list(s.legal_moves())))


@pytest.mark.parametrize("first", range(2))
def test_how_many_turns_two_players_have_left_is_known_at_every_moment(first: int) -> None:
    s, rng = begun_by(first, 2, {}), Rng(1)
    left = [13, 13]
    while s.actor is not None:
        turn, actor = s.turn, s.actor
        if at_turn_start(s):
            assert [turns_left(s, seat) for seat in range(2)] == left
        s.play(rng.choice(list(s.legal_moves())))
        if turn >= 0 and s.turn != turn:
            left[actor] -= 1
    assert (left[first], left[1 - first]) == (0, 1)  # the last turn ended with the game


@pytest.mark.parametrize("first", range(4))
def test_boats_are_launched_from_the_last_player_to_the_first_who_then_begins(first: int) -> None:
    s = begun_by(first, 4, {}, seed=8)
    order: list[int | None] = []
    events: list[GameEvent] = []
    while s.turn < 0:
        if s.phase == LAUNCH:
            order.append(s.actor)
        s.play(s.legal_moves()[0], events.append)
    assert order == [(first - step) % 4 for step in (1, 2, 3, 0)]
    assert (s.actor, s.turn) == (first, 0)
    told = [GAME.describe_event(event, NAMES) for event in events]
    assert told[-1] == f"{NAMES[first]} begins."


@pytest.mark.parametrize("first", range(3))
def test_the_last_lap_is_played_to_the_seat_before_the_first(first: int) -> None:
    s, rng, played = begun_by(first, 3, {}), Rng(2), [0, 0, 0]
    last = None
    while s.actor is not None:
        played[s.actor] += at_turn_start(s)
        last = s.actor
        s.play(rng.choice([move for move in s.legal_moves() if move.notation != "leave"]))
    assert last == (first - 1) % 3
    assert len(set(played)) == 1, "everybody has had as many turns"


@pytest.mark.parametrize("first", range(3))
def test_each_is_told_whether_a_turn_is_left_in_the_last_lap(first: int) -> None:
    for seed in range(12):
        s, rng = begun_by(first, 3, {}, seed), Rng(seed)
        before = s.copy()
        while not s.ending:
            before = s.copy()
            s.play(rng.choice(list(s.legal_moves())))
        told = [[text for text in change_texts(before, s, seat, NAMES) if "Last lap" in text] for seat in range(3)]
        to_come = set() if s.actor is None else {seat for seat in range(3) if turns_left(s, seat)}
        while s.actor is not None:
            assert s.actor in to_come
            s.play(rng.choice(list(s.legal_moves())))
        for seat, words in enumerate(told):
            left = "one more turn" if seat in to_come else "no more turns"
            assert words == ([f"Last lap: you have {left}."] if to_come else [])


def test_who_begins_is_told_before_the_first_boat_is_launched() -> None:
    s = begun_by(2, 3, {})
    assert s.actor == 1
    assert offers(s).question().endswith("Vera begins.")
    assert "player 3 has the first turn" in s.prompt.sentence
    assert "First turn of every lap: player 3" in s.board_text()
    while s.actor != 2:
        s.play(s.legal_moves()[0])
    assert offers(s).question().endswith("You begin.")
    assert "you have the first turn" in s.prompt.sentence


def test_a_match_of_the_second_edition_opens_in_full() -> None:
    """Written by the code of that edition, after 60 moves of three players."""
    record = match_record.decode(Path(__file__).with_name("edition-2.json").read_bytes())
    assert record.edition == 2 and "starter" not in record.options
    restored = match_record.restore(record)
    assert (restored.by_log, restored.messages) == (True, [])
    match = restored.match
    assert [entry.notation for entry in match.log] == record.moves
    assert (match.setup.options["starter"], match.setup.options["face_down"]) == (1, False)
    assert isinstance(match.state, MazaytsyState) and match.state.first == 0
    again = match_record.restore(match_record.make_record(match, match_record.now())).match
    assert again.state.digest() == match.state.digest()
    match.undo()
    while not match.is_over:
        match.play(match.legal_moves[0])
    assert match.log[-1].seat == 2


def test_a_position_that_was_stored_before_there_was_a_draw_goes_on_from_seat_1() -> None:
    record = match_record.decode(Path(__file__).with_name("edition-2.json").read_bytes())
    position = msgspec.json.decode(record.position, type=MazaytsyState)
    seats = [Seat(name) for name in NAMES[:3]]
    match = Match.resume_from(GAME, GAME.setup(3, {}, 1, edition=2), seats, position, [])
    while not match.is_over:
        match.play(match.legal_moves[-1])
    assert match.log[-1].seat == 2


def test_the_launch_is_no_lap_in_the_chart() -> None:
    """As many points of the chart as laps were played, though launching the boats comes before the first."""
    match = Match.new(GAME, [Seat(name) for name in NAMES[:3]], {}, 4)
    rng = Rng(4)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    state = match.state
    assert isinstance(state, MazaytsyState)
    assert len(match.scores_by_round()) == state.turn // 3 + 1
    assert match.scores_by_round()[-1] == state.scores()

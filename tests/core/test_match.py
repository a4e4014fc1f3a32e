"""The match: play, undo, redo, looking back, and the errors a person may meet. Played with Pebbles."""

from typing import Any

import msgspec
import pytest

from core import bots
from core.errors import GameError, IllegalMoveError, InvalidMatchError, InvalidMoveError
from core.game import Game, GameOption, Move, OptionValue
from core.games.mezen import GAME as MEZEN
from core.log_notes import note_text
from core.match import MAX_NAME_LENGTH, TEXT, TIP, TOOK_BACK, Note, Seat, clean_name, find_in, find_move
from core.rng import Rng
from tests.core.games.pebbles import GAME, PebblesGame
from tests.core.games.pebbles.moves import TWO
from tests.core.games.pebbles.state import PebblesState
from tests.matches import Match

BOT = Seat("Bot", "bot", "random")


def alone(heap: int = 12) -> Match:
    return Match.new(GAME, [Seat("Anna")], {"heap": heap})


def against_bot() -> Match:
    return Match.new(GAME, [Seat("Anna"), BOT])


def two_people() -> Match:
    return Match.new(GAME, [Seat("Anna"), Seat("Boris")])


def log(match: Match) -> str:
    """The log in short: `0:one` was chosen, `(0:end)` forced, `[0:pass]` a habit."""
    marks = {"chosen": "{}", "forced": "({})", "habit": "[{}]"}
    return " ".join(marks[entry.origin].format(f"{entry.seat}:{entry.notation}") for entry in match.log)


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match.play(move)
    return match


# Playing


def test_a_move_is_logged_with_the_forced_steps_after_it() -> None:
    match = against_bot()
    added = match.play("one")
    assert [entry.notation for entry in added] == ["one", "end"]
    assert log(match) == "0:one (0:end)"
    assert [event.kind for event in match.log[0].events] == ["take"]
    assert match.state.actor == 1 and not match.waits_for_human
    play(match, "one")
    assert log(match) == "0:one (0:end) 1:one", "an even number: the bot has a choice"


def test_a_move_may_be_given_as_an_object() -> None:
    match = alone()
    match.play(TWO)
    assert log(match) == "0:two"


def test_the_only_move_is_asked_for_where_the_player_must_see_it() -> None:
    match = play(alone(), "two pass two pass two pass one")
    assert match.state.prompt.pause
    assert [move.notation for move in match.state.legal_moves()] == ["bell"]
    assert log(match).endswith("0:one (0:end)")
    match.play("bell")
    assert match.log[-1].origin == "chosen"


def test_a_match_plays_to_its_end() -> None:
    match = play(alone(), "two pass " * 6)
    assert match.is_over and match.state.actor is None
    assert not match.waits_for_human
    assert match.state.ranking() == [[0]]


def test_forced_steps_at_the_very_start_are_played() -> None:
    """A stored position may begin with a step that is no choice."""
    first: Any = GAME.start(GAME.setup(1, {}, 0))
    first.heap, first.taken = 1, [11]
    match = Match.resume_from(GAME, GAME.setup(1, {}, 0), [Seat("Anna")], first, ["two"] * 5)
    assert log(match) == "(0:one)"
    assert match.state.prompt.kind == "after"


# Errors


def test_three_errors_are_told_apart() -> None:
    match = alone()
    with pytest.raises(InvalidMoveError, match=r"'three' is not a move of Pebbles\."):
        match.play("three")
    with pytest.raises(IllegalMoveError, match=r"peek is not possible now; possible: one, two\.") as caught:
        match.play("peek")
    assert caught.value.legal == ["one", "two"]
    with pytest.raises(InvalidMatchError, match=r"Pebbles seats 1 to 4 players, not 5\."):
        Match.new(GAME, [Seat(str(i)) for i in range(5)])
    with pytest.raises(InvalidMatchError, match="no option 'speed'; it has: heap"):
        Match.new(GAME, [Seat("A")], {"speed": 1})
    with pytest.raises(InvalidMatchError, match="heap can be 12, 200, not 13"):
        Match.new(GAME, [Seat("A")], {"heap": 13})
    with pytest.raises(InvalidMatchError, match="2 players need as many seats, not 1"):
        Match(GAME, GAME.setup(2, {}, 0), [Seat("A")])
    assert log(match) == "", "nothing wrong leaves a trace"


@pytest.mark.parametrize("value", [True, "1", 1.0])
def test_one_is_written_in_one_way(value: OptionValue) -> None:
    """Python holds True and 1 for equal; files and people do not."""

    class Small(PebblesGame):
        options = (GameOption("heap", "How many pebbles", 1, (1, 2)),)

    with pytest.raises(InvalidMatchError, match="Option heap can be 1, 2, not"):
        Small().setup(1, {"heap": value}, 0)
    assert Small().setup(1, {"heap": 1}, 0).options == {"heap": 1}
    with pytest.raises(InvalidMatchError, match=r"Option open_backs can be false, true, not 1\."):
        MEZEN.setup(1, {"open_backs": 1}, 0)


def test_a_wrong_move_keeps_what_could_be_played_again() -> None:
    match = play(alone(), "two pass")
    match.undo()
    with pytest.raises(GameError):
        match.play("end")
    assert match.can_redo


def test_after_the_end_an_error_says_that_it_is_over() -> None:
    match = play(alone(), "two pass " * 6)
    with pytest.raises(IllegalMoveError, match="after the end of the game") as caught:
        match.play("one")
    assert caught.value.legal == []


def test_a_long_list_of_moves_is_cut_short_in_the_sentence_only() -> None:
    match = Match.new(MEZEN, [Seat("Anna")], seed=1)
    match.play("fish")
    with pytest.raises(IllegalMoveError, match="and more") as caught:
        match.play("points")
    assert caught.value.legal == [move.notation for move in match.state.legal_moves()]
    assert len(caught.value.legal) > 12


@pytest.mark.parametrize(("number", "ending"), [(12, "11."), (13, "11 and more.")])
def test_more_are_told_of_only_where_there_are_more(number: int, ending: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        find_in(GAME, [Move(str(name)) for name in range(number)], "peek")
    assert str(caught.value).endswith(f"possible: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, {ending}")


# Undo


def test_undo_steps_back_over_bots_and_forced_steps() -> None:
    match = play(against_bot(), "one one pass")
    assert log(match) == "0:one (0:end) 1:one 1:pass"
    before = GAME.start(match.setup)
    match.undo()
    assert log(match) == ""
    assert match.state == before
    with pytest.raises(GameError, match="nothing to undo"):
        match.undo()


def test_undo_goes_one_decision_at_a_time() -> None:
    match = play(alone(), "two pass one one pass")
    logs = []
    while match.log:
        match.undo()
        logs.append(log(match))
    assert logs == [
        "0:two 0:pass 0:one (0:end) 0:one",
        "0:two 0:pass 0:one (0:end)",
        "0:two 0:pass",
        "0:two",
        "",
    ]


def test_undo_to_a_line() -> None:
    match = play(alone(), "two pass one one peek")
    match.undo_to(2)
    assert log(match) == "0:two 0:pass"
    assert match.state == match.state_at(2)
    for wrong in (-1, 2, 99):
        with pytest.raises(GameError, match="nothing to undo"):
            match.undo_to(wrong)


def test_undo_to_a_forced_line_lands_on_the_next_choice() -> None:
    """Nobody is left with a question that has one answer."""
    match = play(against_bot(), "one two one pass")
    whole = log(match)
    assert whole == "0:one (0:end) 1:two (1:end) 0:one 0:pass"
    match.undo_to(1)
    assert log(match) == "0:one (0:end)"
    assert match.state.actor == 1
    again = Match.replay(GAME, match.setup, match.seats, [entry.notation for entry in match.log])
    assert again.state == match.state
    while match.can_redo:
        match.redo()
    assert log(match) == whole


def test_restart_turn() -> None:
    """A turn is two choices here: what to take, and whether to peek."""
    match = play(against_bot(), "one one pass")  # two are gone, Anna is next
    play(match, "two")
    match.restart_turn()
    assert log(match) == "0:one (0:end) 1:one 1:pass"
    with pytest.raises(GameError, match="only just begun"):
        match.restart_turn()


def test_restart_turn_alone_stops_at_the_start_of_the_round() -> None:
    match = play(alone(), "two pass two")
    match.restart_turn()
    assert log(match) == "0:two 0:pass"
    with pytest.raises(GameError, match="only just begun"):
        match.restart_turn()


def test_undo_after_the_end() -> None:
    match = play(alone(), "two pass " * 6)
    match.undo()
    assert not match.is_over and match.waits_for_human


def test_where_only_bots_play_there_is_nobody_to_take_back() -> None:
    match = play(Match.new(GAME, [BOT, BOT]), "one one pass")
    with pytest.raises(GameError, match="nothing to undo"):
        match.undo()
    match.undo_to(0)
    assert log(match) == "", "whoever watches may still go back to a line"
    play(match, "two peek")
    match.undo_to(0)
    assert match.notes == [], "and took back no move of their own"


# Redo


def test_redo_plays_again_up_to_the_next_decision_of_a_person() -> None:
    match = play(against_bot(), "one one pass two pass")
    whole, end = log(match), match.state.copy()
    match.undo_to(0)
    assert match.can_redo
    match.redo()
    assert log(match) == "0:one (0:end) 1:one 1:pass"
    match.redo()
    assert log(match) == "0:one (0:end) 1:one 1:pass 0:two"
    match.redo()
    assert (log(match), match.state) == (whole, end)
    assert not match.can_redo
    with pytest.raises(GameError, match="nothing to redo"):
        match.redo()


def test_two_undos_keep_one_tail() -> None:
    match = play(alone(), "two pass two pass")
    match.undo()
    match.undo()
    match.undo()
    assert log(match) == "0:two"
    match.redo()
    match.redo()
    match.redo()
    assert log(match) == "0:two 0:pass 0:two 0:pass"


def test_a_new_move_drops_what_could_be_played_again() -> None:
    match = play(alone(), "two pass two pass")
    match.undo_to(0)
    match.play("one")
    assert not match.can_redo
    assert log(match) == "0:one (0:end)"


# Barriers


def test_among_people_undo_stops_at_what_another_has_played() -> None:
    match = play(two_people(), "one one")  # Boris has taken one and may peek
    match.undo()
    assert log(match) == "0:one (0:end)", "Boris took his own move back"
    with pytest.raises(GameError, match="another player has moved"):
        match.undo()
    assert log(match) == "0:one (0:end)"
    with pytest.raises(GameError, match="another player has moved"):
        match.undo_to(0, by=1)


def test_a_person_may_take_back_while_nobody_else_has_moved() -> None:
    match = play(two_people(), "one")
    match.undo(by=0)
    assert log(match) == ""


def test_while_a_bot_is_to_move_the_person_who_moved_last_takes_back() -> None:
    match = Match.new(GAME, [Seat("Anna"), Seat("Boris"), BOT])
    play(match, "one one pass")
    assert match.state.actor == 2
    match.undo()
    assert log(match) == "0:one (0:end) 1:one"


def test_what_another_had_no_choice_about_is_no_barrier() -> None:
    """Boris had to take the last pebble; he has not decided anything yet."""
    first = GAME.start(GAME.setup(2, {}, 0))
    assert isinstance(first, PebblesState)
    first.heap, first.taken = 3, [5, 4]
    match = Match.resume_from(GAME, GAME.setup(2, {}, 0), [Seat("Anna"), Seat("Boris")], first, [])
    match.play("two")
    assert log(match) == "0:two (0:end) (1:one)" and match.state.actor == 1
    match.undo(by=0)
    assert log(match) == ""


def test_among_people_a_turn_begins_again_where_something_was_shown() -> None:
    """What was lifted stays lifted, but the tiles may be placed otherwise."""
    match, rng = Match.new(MEZEN, [Seat("Anna"), Seat("Boris")], seed=5), Rng(5)
    while not (match.log and match.log[-1].reveals and len(match.state.hand) > 3):
        match.play(rng.choice(list(match.legal_moves)))
    lifted, before = len(match.log), match.state.digest()
    for _ in range(2):
        match.play(match.legal_moves[0])
    match.restart_turn()
    assert (len(match.log), match.state.digest()) == (lifted, before)
    with pytest.raises(GameError, match="something hidden was revealed"):
        match.restart_turn()


def test_among_people_undo_stops_where_something_was_shown() -> None:
    match = play(two_people(), "two peek")
    assert match.log[-1].reveals
    with pytest.raises(GameError, match="something hidden was revealed"):
        match.undo(by=0)
    with pytest.raises(GameError, match="something hidden was revealed"):
        match.restart_turn(by=0)
    assert match.notes == []


def test_a_bot_among_people_is_no_barrier_by_itself() -> None:
    match = Match.new(GAME, [Seat("Anna"), BOT, Seat("Vera")])
    play(match, "one one pass")
    match.undo(by=0)
    assert log(match) == ""


def test_alone_the_barrier_may_be_crossed_and_the_log_says_so() -> None:
    match = play(against_bot(), "two peek")
    match.undo()
    assert log(match) == "0:two"
    assert match.notes == [Note(1, TOOK_BACK, (0,))]
    assert note_text(match.notes[0], match) == "Anna undid a move after seeing hidden information."
    match.undo()
    assert match.notes == [], "the note stood behind a move that is gone"


def test_alone_an_undo_of_nothing_hidden_leaves_no_note() -> None:
    match = play(against_bot(), "two pass")
    match.undo()
    assert match.notes == []


def test_an_undo_takes_the_notes_behind_it_along_and_leaves_those_before() -> None:
    match = alone()
    start, early = Note(0, TEXT, ("at the start",)), Note(1, TIP, (0,))
    match.add_note(start.kind, *start.facts)
    play(match, "two")
    match.add_note(early.kind, *early.facts)
    play(match, "pass two")
    match.add_note(TEXT, "in the second turn")
    match.undo()
    assert match.notes == [start, early]
    match.undo()
    assert match.notes == [start, early]
    match.undo()
    assert match.notes == [start]
    play(match, "one")
    assert match.notes == [start], "what is taken back does not come again"


# Looking back


def full_match(game: Game, players: int, seed: int = 4) -> Match:
    match = Match.new(game, [Seat(f"P{i}") for i in range(players)], seed=seed)
    rng = Rng(seed)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


@pytest.mark.parametrize(("game", "players"), [(GAME, 1), (GAME, 3), (MEZEN, 1), (MEZEN, 3)])
def test_state_at_is_the_position_before_each_line(game: Game, players: int) -> None:
    match = full_match(game, players)
    state = game.start(match.setup)
    for at, entry in enumerate(match.log):
        assert match.state_at(at) == state
        state.play(next(move for move in state.legal_moves() if move.notation == entry.notation))
    assert match.state_at(len(match.log)) == state == match.state


def test_state_at_is_a_copy() -> None:
    match = play(alone(), "two pass two")
    for at in range(4):
        look = match.state_at(at)
        before = match.state_at(at)
        look.play(look.legal_moves()[0])
        assert match.state_at(at) == before


def test_a_very_long_turn_can_be_looked_into_anywhere() -> None:
    """Alone with a big heap nobody else ever moves."""
    match = play(alone(200), "two pass " * 99)
    state = GAME.start(match.setup)
    for at, entry in enumerate(match.log):
        assert match.state_at(at) == state
        state.play(find_move(GAME, state, entry.notation))
    match.undo_to(101)
    assert len(match.log) == 101
    assert match.state == match.state_at(101)


def test_undo_then_other_moves_forgets_the_old_positions() -> None:
    """The bell made a turn longer, so the turns of the other game begin elsewhere in the log."""
    match = play(against_bot(), "two pass two pass two pass one bell two")
    match.undo_to(0)
    play(match, "one two two one pass two pass one")
    again = Match.replay(GAME, match.setup, match.seats, [entry.notation for entry in match.log])
    for at in range(len(match.log) + 1):
        assert match.state_at(at) == again.state_at(at)


def test_scores_by_round() -> None:
    match = play(two_people(), "one one pass")
    assert match.scores_by_round() == [[1, 1]]
    play(match, "two")
    assert match.scores_by_round() == [[1, 1], [3, 1]]
    play(match, "pass two pass one")
    assert match.scores_by_round() == [[1, 1], [3, 3], [4, 3]]


def test_scores_by_round_of_a_whole_game() -> None:
    match = full_match(MEZEN, 2)
    rounds = match.scores_by_round()
    assert len(rounds) == 10
    assert rounds[-1] == match.state.scores()
    for seat in range(2):
        column = [scores[seat] for scores in rounds]
        assert column == sorted(column), "nobody loses points in Mezen"


# Names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna\t Petrovna ", "Anna Petrovna"),
        ("Anna\nBoris", "Anna Boris"),
        ("\x1b[31mAnna\x07", "[31mAnna"),
        ("A\u202ennA\u200b", "AnnA"),
        ("Жар-птица", "Жар-птица"),
        ("x" * 50, "x" * MAX_NAME_LENGTH),
        ("y" * (MAX_NAME_LENGTH - 1) + " z", "y" * (MAX_NAME_LENGTH - 1)),
        ("\x00\x01", ""),
    ],
)
def test_a_name_is_only_a_name(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (["Anna", "Boris"], ["Anna", "Boris"]),
        (["Anna", "Anna"], ["Anna", "Anna 2"]),
        (["Anna", "Anna", "Anna"], ["Anna", "Anna 2", "Anna 3"]),
        (["Anna", "Anna", "Anna 2"], ["Anna", "Anna 2", "Anna 2 2"]),
        (["Anna 2", "Anna", "Anna"], ["Anna 2", "Anna", "Anna 3"]),
        (["", "\x1b", "Player 1"], ["Player 1", "Player 2", "Player 1 2"]),
        (["x" * 30, "x" * 30], ["x" * MAX_NAME_LENGTH, "x" * (MAX_NAME_LENGTH - 2) + " 2"]),
    ],
)
def test_names_are_distinct(given: list[str], names: list[str]) -> None:
    match = Match.new(GAME, [Seat(name) for name in given])
    assert match.names == names
    again = Match.replay(GAME, match.setup, match.seats, [])
    assert again.names == names, "clean names stay as they are"


def test_a_replayed_match_has_clean_names_too() -> None:
    match = Match.replay(GAME, GAME.setup(2, {}, 0), [Seat("A\x1b"), Seat("A")], [])
    assert match.names == ["A", "A 2"]


# Replay and going on


def test_a_replay_makes_the_same_match() -> None:
    match = full_match(MEZEN, 3)
    again = Match.replay(MEZEN, match.setup, match.seats, [entry.notation for entry in match.log])
    assert again.log == match.log
    assert again.state == match.state


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (["one", "end", "peek"], "Move 3: peek is not possible now; possible: one, two"),
        (["one", "stop"], "Move 2: 'stop' is not a move of Pebbles"),
        (["two", "pass"] * 6 + ["one"], "Move 13: 'one' is after the end of the game"),
    ],
)
def test_a_broken_log_is_named_where_it_breaks(moves: list[str], error: str) -> None:
    with pytest.raises(InvalidMatchError) as caught:
        Match.replay(GAME, GAME.setup(1, {}, 0), [Seat("Anna")], moves)
    assert error in str(caught.value)


def test_a_log_that_stops_before_a_forced_step_is_completed() -> None:
    match = Match.replay(GAME, GAME.setup(1, {}, 0), [Seat("Anna")], ["one"])
    assert log(match) == "0:one (0:end)"


def test_a_match_goes_on_from_a_stored_position() -> None:
    old = play(alone(), "two pass one")
    stored = msgspec.json.decode(msgspec.json.encode(old.state), type=PebblesState)
    before = stored.copy()
    past = [entry.notation for entry in old.log]
    match = Match.resume_from(GAME, old.setup, old.seats, stored, past)
    assert (match.archived_moves, match.log) == (past, [])
    with pytest.raises(GameError, match="nothing to undo"):
        match.undo()
    match.play("two")
    match.play("two")
    assert stored == before, "the position that was handed in is left alone"
    while match.log:
        match.undo()
    assert match.state == before


# Habits


def test_habits_answer_for_a_person_and_undo_steps_over_them() -> None:
    incurious = Seat("Anna", habits={"incurious": True})
    match = Match.new(GAME, [incurious, Seat("Boris", "bot", "random")])
    match.play("two")
    assert log(match) == "0:two [0:pass]"
    play(match, "two peek")
    assert log(match) == "0:two [0:pass] 1:two 1:peek", "others have their own habits"
    match.undo()
    assert log(match) == ""
    match.redo()
    assert log(match) == "0:two [0:pass] 1:two 1:peek"
    again = Match.replay(GAME, match.setup, match.seats, [entry.notation for entry in match.log])
    assert again.log == match.log


def test_who_takes_over_a_seat_keeps_its_name_and_brings_habits_that_answer_at_once() -> None:
    match = two_people()
    match.play("two")
    assert log(match) == "0:two" and match.state.actor == 0
    added = match.reseat(0, Seat("Gleb", "bot", "random", {"incurious": True}))
    assert log(match) == "0:two [0:pass]" and match.log[1:] == added
    assert match.names == ["Anna", "Boris"] and match.human_seats == [1]
    assert match.reseat(1, Seat("Vera", habits={"incurious": True})) == []
    match.play("two")
    assert log(match) == "0:two [0:pass] 1:two [1:pass]"


def test_a_table_of_people_and_bots_plays_to_the_end() -> None:
    match = Match.new(MEZEN, [Seat("Anna"), Seat("Greedy", "bot", "greedy"), BOT], seed=6)
    rng = Rng(6)
    while not match.is_over:
        actor = match.state.actor
        assert actor is not None
        level = match.seats[actor].level or "random"
        match.play(bots.choose(MEZEN, match.state, level, rng))
    assert match.human_seats == [0]
    assert match.state.violations() == []


def test_a_branch_of_a_match_that_went_on_knows_what_was_played_under_other_rules() -> None:
    old = play(alone(), "two pass one")
    match = Match.resume_from(GAME, old.setup, old.seats, old.state, [entry.notation for entry in old.log])
    play(match, "two")
    branch = match.branch(len(match.log))
    assert branch.archived_moves == match.archived_moves == [entry.notation for entry in old.log]
    assert (branch.log, branch.state) == (match.log, match.state)

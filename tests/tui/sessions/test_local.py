"""A local match as a plain object: every mode, what leads to it and what leads away from it."""

from pathlib import Path

import pytest

from core import registry
from core.bots.failures import TOO_LONG
from core.bots.hints import Hint
from core.game import Move
from core.log_notes import note_text
from core.match import COULD_NOT_THINK, TIP, DailyDeal, Match, Note, Seat
from core.view import Moment
from saves.daily import today
from saves.match_store import MatchFile, MatchStore
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP
from tests.tui.sessions.lanterns import ANNA, BORIS, DARK, GLEB, GLOW, OMEN, SHOW, VERA, WHISPER, lanterns
from tests.tui.sessions.tables import Table, local, saved_moves
from tui.sessions.changes import (
    DecisionBegan,
    Ended,
    HintFound,
    MatchReplaced,
    ModeChanged,
    Played,
    Said,
    Saved,
    TakenBack,
)
from tui.sessions.hints import NO_HINTS
from tui.sessions.local import LocalSession
from tui.sessions.mode import (
    Confirming,
    Deciding,
    Mode,
    Over,
    PassKeyboard,
    PlayedMove,
    ReadOnly,
    Settled,
    Showing,
    Thinking,
    Waiting,
    settled,
)
from tui.sessions.session import PLAIN, Policy

SHORT = Moment("glow 0")


def kept(text: str) -> Moment:
    """A moment that is looked at until a key is pressed."""
    return Moment(text, waits_for_key=True)


def said(table: Table) -> list[str]:
    return [change.text for change in table.told(Said)]


# Deciding and thinking


def test_a_person_decides_and_then_the_bot_thinks() -> None:
    table = local(lanterns(ANNA, VERA), late=2.0)
    assert table.session.mode == Deciding(0) and table.session.is_deciding and table.session.viewer == 0
    table.play(DARK)
    assert table.session.mode == Deciding(0), "a turn has two decisions"
    table.play(DARK)
    assert table.session.mode == Thinking(1) and not table.session.is_deciding
    assert table.session.viewer == 0, "whoever decided last is still there"
    table.run_to(4)
    assert table.session.mode == Deciding(0)


def test_what_happens_is_told_in_its_order() -> None:
    table = local(lanterns(ANNA, VERA), late=2.0)
    table.play(DARK)
    entry = table.session.match.log[0]
    assert table.changes == [
        DecisionBegan(0, turn_begins=False, same_seat=False),
        Played([entry]),
        DecisionBegan(0, turn_begins=False, same_seat=True),
    ]
    table.changes.clear()
    table.play(DARK)
    assert [type(change) for change in table.changes] == [Played, ModeChanged]
    assert table.changes[1] == ModeChanged(Deciding(0), Thinking(1))
    table.run_until(lambda: table.told(DecisionBegan))
    assert table.told(DecisionBegan) == [DecisionBegan(0, turn_begins=True, same_seat=True)]


def test_a_bot_that_thinks_for_long_is_thinking_for_more_seconds() -> None:
    table = local(lanterns(ANNA, VERA), late=3.5)
    table.play(DARK, DARK)
    seen: list[Mode] = [table.session.mode]
    while table.session.match.log[-1].seat == 0:
        assert table.scheduler.step()
        seen += [table.session.mode] if table.session.mode != seen[-1] else []
    assert seen[:4] == [Thinking(1, seconds) for seconds in range(4)]
    assert seen[4:] == [Thinking(1)], "its next move is another thought"


def test_bots_alone_need_nobody() -> None:
    table = local(lanterns(VERA, GLEB), policy=PLAIN, late=1.0)
    assert table.session.mode == Thinking(0) and table.session.viewer is None
    table.run_until(lambda: table.session.mode == Over())
    assert table.told(Ended) == [Ended()] and len(table.moves) == 12


def test_the_moves_of_a_choice_are_played_as_long_as_they_are_the_deciders() -> None:
    table = local(lanterns(ANNA, VERA), late=1.0)
    table.session.submit([Move(DARK), Move(GLOW), Move(OMEN)])
    assert table.moves == [DARK, GLOW], "the third would be the bot's"


def test_what_came_since_a_person_last_decided_is_new() -> None:
    table = local(lanterns(ANNA, VERA))
    table.bots.plan = (DARK,)
    table.play(DARK, DARK)
    assert table.session.seen_log_index == 1
    table.run_until(lambda: table.session.mode == Deciding(0))
    assert table.session.seen_log_index == 1 and table.session.log_end == 4
    table.session.undo()
    assert table.session.seen_log_index == 1 == table.session.log_end


def test_what_is_not_legal_is_said_and_changes_nothing() -> None:
    table = local(lanterns(ANNA, VERA))
    table.session.submit([Move("blaze")])
    assert said(table) == ["'blaze' is not a move of Lanterns."] and table.moves == []
    assert table.session.mode == Deciding(0)


def test_nobody_can_submit_while_a_bot_thinks() -> None:
    table = local(lanterns(ANNA, VERA), late=1.0)
    table.play(DARK, DARK)
    table.session.submit([Move(DARK)])
    assert table.moves == [DARK, DARK]


def test_a_person_of_another_terminal_is_waited_for() -> None:
    table = Table(lambda services: LocalSession(lanterns(ANNA, BORIS), None, services, seats=[1])).started()
    assert table.session.mode == Waiting() and table.session.viewer == 1
    table.session.submit([Move(DARK)])
    assert table.moves == []


@pytest.mark.parametrize(
    "command",
    ["skip", "confirm", "keyboard_passed", "undo", "redo", "restart_turn", "sit_down", "take_over"],
)
@pytest.mark.parametrize("at", [Deciding, Thinking, Over])
def test_a_command_without_a_meaning_changes_nothing(command: str, at: type[Settled]) -> None:
    """Nothing was played by a person, so nothing can be taken back."""
    match = (
        lanterns(VERA, ANNA, turns=1) if at is Over else lanterns(*((ANNA, VERA) if at is Deciding else (VERA, ANNA)))
    )
    table = local(match, late=1.0)
    if at is Over:
        table.run_until(lambda: table.session.mode == Over())
    before, mode = table.moves, table.session.mode
    assert isinstance(mode, at)
    table.changes.clear()
    getattr(table.session, command)()
    assert (table.moves, table.session.mode) == (before, mode)
    assert {type(change) for change in table.changes} <= {Said}


# What is shown


def test_a_moment_is_shown_over_the_next_decision_and_ends_by_itself() -> None:
    table = local(lanterns(ANNA, VERA))
    table.play(GLOW)
    assert table.session.mode == Showing(SHORT, waits=False, then=Deciding(0))
    assert table.session.is_deciding and table.session.moment == SHORT, "one can already decide"
    table.run_until(lambda: not table.session.is_showing)
    assert table.session.mode == Deciding(0) and table.scheduler.now == 0.9


def test_a_moment_that_waits_is_shown_until_a_key() -> None:
    table = local(lanterns(ANNA, VERA))
    table.play(OMEN)
    assert table.session.mode == Showing(kept("omen 0"), waits=True, then=Deciding(0))
    assert table.scheduler.is_idle
    table.session.skip()
    assert table.session.mode == Deciding(0)


@pytest.mark.parametrize("pace", [AT_ONCE, BRISK, STEP_BY_STEP])
def test_a_moment_is_shown_over_a_bot_that_thinks(pace: str) -> None:
    table = local(lanterns(ANNA, VERA), late=0.5, pace=pace)
    table.play(DARK, GLOW)
    assert table.session.mode == Showing(Moment("glow 1"), waits=False, then=Thinking(1))
    table.run_until(lambda: table.scheduler.now == 0.5)
    assert len(table.moves) == 2, "the reply is held while something is shown"
    table.run_to(3)
    assert table.scheduler.now == 0.9


def test_skipping_plays_what_a_bot_has_replied() -> None:
    table = local(lanterns(ANNA, VERA), late=0.5)
    table.bots.plan = (DARK,)
    table.play(DARK, OMEN)
    table.scheduler.run_dry()
    assert len(table.moves) == 2
    table.session.skip()
    assert table.moves[2:] == [DARK] and table.session.mode == Thinking(1)


def test_several_moments_are_shown_one_after_the_other() -> None:
    table = local(lanterns(ANNA, VERA), late=9.0)
    table.session.submit([Move(OMEN), Move(GLOW)])
    assert table.session.mode == Showing(kept("omen 0"), waits=True, then=Thinking(1))
    table.session.skip()
    assert table.session.mode == Thinking(1), "a key drops what would end by itself"
    table.session.undo()
    table.session.undo()
    table.session.submit([Move(GLOW), Move(OMEN)])
    assert table.session.mode == Showing(SHORT, waits=False, then=Thinking(1))
    table.run_until(lambda: table.session.moment == kept("omen 1"))
    table.session.skip()
    assert table.session.mode == Thinking(1)


def test_whoever_does_not_like_payoffs_sees_only_what_must_be_read() -> None:
    table = local(lanterns(ANNA, VERA), payoff=False)
    table.play(GLOW)
    assert table.session.mode == Deciding(0)
    table.play(OMEN)
    assert table.session.mode == Showing(kept("omen 1"), waits=True, then=Thinking(1))


def test_a_moment_is_shown_before_the_result() -> None:
    table = local(lanterns(ANNA, turns=1))
    table.play(DARK, OMEN)
    assert table.session.mode == Showing(kept("omen 1"), waits=True, then=Over())
    assert table.told(Ended) == []
    table.session.skip()
    assert table.session.mode == Over() and table.told(Ended) == [Ended()]


def test_a_bots_move_is_shown_while_the_next_bot_thinks() -> None:
    """Longer where another bot is next than within a turn."""
    table = local(lanterns(ANNA, VERA, GLEB), pace=BRISK)
    table.bots.plan = (DARK,)
    table.play(DARK, DARK)
    pauses = []
    for length, next_bot in ((3, 1), (4, 2), (5, 2)):
        table.run_to(length)
        began = table.scheduler.now
        assert table.session.mode == Showing(PlayedMove(), waits=False, then=Thinking(next_bot))
        table.run_to(length + 1)
        pauses.append(round(table.scheduler.now - began, 6))
    assert pauses == [0.35, 0.7, 0.35]
    assert table.session.mode == Deciding(0), "before a person's decision nothing is waited for"


def test_step_by_step_waits_for_a_key_after_each_move_of_a_bot() -> None:
    table = local(lanterns(ANNA, VERA), pace=STEP_BY_STEP)
    table.bots.plan = (DARK,)
    table.play(DARK, DARK)
    table.run_to(3)
    table.scheduler.run_dry()
    assert table.session.mode == Showing(PlayedMove(), waits=True, then=Thinking(1))
    assert len(table.moves) == 3
    table.session.skip()
    assert len(table.moves) == 4 and table.session.mode == Deciding(0)


def test_a_show_that_is_over_is_told() -> None:
    table = local(lanterns(ANNA, VERA))
    table.play(GLOW)
    table.run_until(lambda: not table.session.is_showing)
    shown = Showing(SHORT, waits=False, then=Deciding(0))
    assert table.told(ModeChanged) == [ModeChanged(Deciding(0), shown), ModeChanged(shown, Deciding(0))]


# A shared keyboard


def test_a_finished_turn_waits_for_its_confirmation() -> None:
    table = local(lanterns(ANNA, BORIS))
    table.play(DARK, DARK)
    assert table.session.mode == Confirming(0) and table.session.viewer == 0 and not table.session.is_deciding
    table.session.submit([Move(DARK)])
    assert len(table.moves) == 2
    table.session.confirm()
    assert table.session.mode == Deciding(1) and table.session.viewer == 1
    assert table.told(DecisionBegan)[-1] == DecisionBegan(1, turn_begins=True, same_seat=False)


def test_an_unconfirmed_turn_is_taken_back_by_who_made_it() -> None:
    table = local(lanterns(ANNA, BORIS))
    table.play(DARK, GLOW)
    table.session.skip()
    assert table.session.can_undo()
    table.session.undo()
    assert table.moves == [DARK] and table.session.mode == Deciding(0)
    table.play(DARK)
    assert table.session.mode == Confirming(0)
    table.session.restart_turn()
    assert table.moves == [] and table.session.mode == Deciding(0)


def test_what_was_shown_to_several_people_is_not_taken_back() -> None:
    table = local(lanterns(ANNA, BORIS))
    table.play(DARK, SHOW)
    assert table.session.mode == Confirming(0) and not table.session.can_undo()
    table.session.undo()
    assert len(table.moves) == 2 and said(table)[-1].startswith("Nothing more can be undone")
    assert table.session.mode == Confirming(0)


def test_a_moment_is_shown_over_the_confirmation() -> None:
    table = local(lanterns(ANNA, BORIS))
    table.play(DARK, OMEN)
    assert table.session.mode == Showing(kept("omen 1"), waits=True, then=Confirming(0))
    table.session.skip()
    assert table.session.mode == Confirming(0)


@pytest.mark.parametrize(
    ("policy", "settings", "seats"),
    [(PLAIN, {}, (ANNA, BORIS)), (None, {"confirm_turn": False}, (ANNA, BORIS)), (None, {}, (ANNA, VERA))],
)
def test_no_confirmation_where_nobody_wants_or_needs_it(policy: Policy | None, settings: dict, seats: tuple) -> None:
    table = local(lanterns(*seats), policy=policy, late=1.0, **settings)
    table.play(DARK, DARK)
    assert table.session.mode == (Deciding(1) if BORIS in seats else Thinking(1))


def test_the_last_turn_needs_no_confirmation() -> None:
    table = local(lanterns(ANNA, BORIS, turns=1))
    table.play(DARK, DARK)
    assert table.session.mode == Over() and table.told(Ended) == [Ended()]


def test_the_keyboard_is_passed_before_a_secret() -> None:
    table = local(lanterns(ANNA, BORIS, secret=True))
    assert table.session.mode == PassKeyboard(0) and table.session.is_hidden
    assert table.told(DecisionBegan) == []
    table.session.submit([Move(DARK)])
    assert table.moves == []
    table.session.keyboard_passed()
    assert table.session.mode == Deciding(0) and not table.session.is_hidden
    table.play(DARK, DARK)
    table.session.confirm()
    assert table.session.mode == PassKeyboard(1)
    table.session.keyboard_passed()
    assert table.told(DecisionBegan)[-1] == DecisionBegan(1, turn_begins=True, same_seat=False)


@pytest.mark.parametrize("seats", [(ANNA,), (ANNA, VERA), (ANNA, BORIS)])
def test_nobody_passes_the_keyboard_alone_or_where_it_is_not_wanted(seats: tuple[Seat, ...]) -> None:
    policy = Policy(passes_keyboard=False) if BORIS in seats else None
    assert local(lanterns(*seats, secret=True), policy=policy).session.mode == Deciding(0)


def test_after_the_keyboard_is_passed_everybodys_moments_are_shown_and_nobody_elses() -> None:
    """Anna's whisper is not for Boris, and what ends by itself has ended behind the dialog."""
    table = local(lanterns(ANNA, BORIS, secret=True), confirm_turn=False)
    table.session.keyboard_passed()
    table.play(WHISPER)
    assert table.session.moment == kept("whisper 0"), "she sees it herself"
    table.session.skip()
    table.session.submit([Move(OMEN)])
    assert table.session.mode == PassKeyboard(1), "nothing is shown over the dialog"
    assert table.scheduler.is_idle
    table.session.keyboard_passed()
    assert table.session.mode == Showing(kept("omen 1"), waits=True, then=Deciding(1))
    table.session.skip()
    table.session.submit([Move(WHISPER), Move(GLOW)])
    assert table.session.mode == PassKeyboard(0)
    table.session.keyboard_passed()
    assert table.session.mode == Deciding(0)


def test_a_moment_before_a_secret_is_shown_while_the_turn_is_confirmed() -> None:
    table = local(lanterns(ANNA, BORIS, secret=True))
    table.session.keyboard_passed()
    table.play(DARK, WHISPER)
    assert table.session.mode == Showing(kept("whisper 1"), waits=True, then=Confirming(0))
    table.session.confirm()
    assert table.session.mode == PassKeyboard(1)
    table.session.keyboard_passed()
    assert table.session.mode == Deciding(1)


def test_passing_the_keyboard_saves_nothing() -> None:
    with MatchStore().new_file() as match_file:
        table = local(lanterns(ANNA, BORIS, secret=True), match_file)
        table.changes.clear()
        table.session.keyboard_passed()
        assert table.told(Saved) == []


# Taking back


@pytest.mark.parametrize("late", [0.0, 1.0])
def test_undo_while_a_bot_thinks_drops_its_reply(late: float) -> None:
    table = local(lanterns(ANNA, VERA), late=late)
    table.play(DARK, GLOW)
    table.session.skip()
    table.session.undo()
    assert table.moves == [DARK] and table.session.mode == Deciding(0)
    assert table.told(TakenBack) == [TakenBack(1)]
    table.scheduler.run_dry()
    assert table.moves == [DARK], "the reply came to nothing"


def test_undo_drops_what_a_bot_replied_while_something_was_shown() -> None:
    table = local(lanterns(ANNA, VERA))
    table.play(DARK, OMEN)
    while table.scheduler.now < 0.5 and table.scheduler.step():
        pass
    table.session.undo()
    assert table.session.mode == Deciding(0), "nothing is shown of what was taken back"
    table.play(OMEN)
    table.session.skip()
    assert table.moves == [DARK, OMEN], "the held reply was that to another match"
    table.run_to(3)


def test_undo_in_a_pause_ends_the_pause() -> None:
    table = local(lanterns(ANNA, VERA), pace=BRISK, late=5.0)
    table.play(DARK, DARK)
    table.run_to(3)
    assert table.session.mode == Showing(PlayedMove(), waits=False, then=Thinking(1))
    table.session.undo()
    assert table.session.mode == Deciding(0) and table.moves == [DARK]
    table.scheduler.run_dry()
    assert table.moves == [DARK] and table.session.mode == Deciding(0)


def test_a_planned_move_is_not_played_after_undo() -> None:
    """A bot has planned its whole turn: between its two moves the player takes their own back."""
    table = local(lanterns(ANNA, VERA))
    table.bots.plan = (OMEN, DARK)
    table.play(DARK, DARK)
    table.run_to(3)
    table.session.skip()
    table.bots.plan = (SHOW, SHOW)
    table.session.undo()
    table.scheduler.run_dry()
    assert table.moves == [DARK] and table.session.mode == Deciding(0)
    table.play(GLOW)
    table.run_until(lambda: table.session.mode == Deciding(0))
    assert table.moves == [DARK, GLOW, SHOW, SHOW]


def test_a_bot_goes_on_with_the_turn_that_it_has_planned() -> None:
    table = local(lanterns(ANNA, VERA))
    table.bots.plan = (DARK, GLOW)
    table.play(DARK, DARK)
    table.run_to(3)
    table.bots.plan = (SHOW, SHOW)
    table.run_to(4)
    assert table.moves[2:] == [DARK, GLOW], "it was not asked again"


def test_redo_plays_again_and_says_what() -> None:
    table = local(lanterns(ANNA, VERA), late=1.0)
    table.play(DARK, GLOW)
    table.session.undo()
    assert table.session.can_redo() and table.session.can("redo")
    table.changes.clear()
    table.session.redo()
    assert table.moves == [DARK, GLOW] and table.session.mode == Thinking(1)
    assert [entry.notation for change in table.told(Played) for entry in change.entries] == [GLOW]
    table.session.redo()
    assert said(table) == ["There is nothing to redo."]


def test_undo_to_a_row_of_the_log() -> None:
    table = local(lanterns(ANNA, VERA))
    table.bots.plan = (DARK,)
    table.play(DARK, DARK)
    table.run_until(lambda: table.session.mode == Deciding(0))
    table.session.undo_to(1)
    assert table.moves == [DARK] and table.told(TakenBack) == [TakenBack(3)]
    assert table.session.seen_log_index == 1


def test_the_end_is_told_once_and_again_when_it_comes_again() -> None:
    table = local(lanterns(ANNA, turns=1))
    table.play(DARK, DARK)
    table.session.skip()
    assert table.told(Ended) == [Ended()] and table.session.mode == Over()
    table.session.undo()
    assert table.session.mode == Deciding(0)
    table.play(DARK)
    assert table.told(Ended) == [Ended(), Ended()]


# Bots that fail


def test_a_bot_that_fails_is_replaced_noted_and_saved() -> None:
    with MatchStore().new_file() as match_file:
        table = local(lanterns(ANNA, Seat("Vera", "bot", "novice")), match_file)
        table.bots.errors = [TOO_LONG]
        table.bots.plan = (DARK,)
        table.play(DARK, DARK)
        table.run_to(3)
        note = Note(2, COULD_NOT_THINK, (1, TOO_LONG, "random"))
        assert table.session.match.notes == [note]
        assert said(table) == [note_text(note, table.session.match)]
        table.run_until(lambda: table.session.mode == Deciding(0))
        assert table.session.match.notes == [note]
        (entry,) = MatchStore().entries()
        assert entry.record is not None and entry.record.notes == [note]


def test_bots_of_this_process_say_that_they_failed() -> None:
    """One whose level nobody knows."""
    table = local(lanterns(ANNA, Seat("Vera", "bot", "wizard")))
    table.play(DARK, DARK)
    table.run_to(3)
    assert table.session.match.notes == [Note(2, COULD_NOT_THINK, (1, "KeyError", "random"))]


# Hints


def advised(late: float = 0.0, match_file: MatchFile | None = None) -> Table[LocalSession]:
    """A match in which a hint of three moves is found."""
    table = local(lanterns(ANNA, VERA), match_file, late=late)
    table.bots.hints = [Hint((DARK, GLOW, SHOW), 0.0, "a lower price"), Hint((OMEN,), 2.0, "")]
    return table


def test_a_hint_is_found_noted_and_saved() -> None:
    with MatchStore().new_file() as match_file:
        table = advised(late=1.0, match_file=match_file)
        table.session.ask_hint()
        assert table.session.is_hint_pending and said(table) == ["Asking for a tip…"]
        assert table.session.mode == Deciding(0), "one decides on meanwhile"
        table.run_until(lambda: table.told(HintFound))
        assert not table.session.is_hint_pending
        (found,) = table.told(HintFound)
        more = "About 2 points better than “light the omen lantern”"
        assert found.text == f"Tip: light the dark lantern. {more}, with a lower price."
        choice = table.session.make_view().choice_at(found.location.target, found.location.choice_index)
        assert choice is not None and choice.moves == (Move(DARK),)
        note = Note(0, TIP, (0,))
        assert table.session.match.notes == [note]
        (entry,) = MatchStore().entries()
        assert entry.record is not None and entry.record.notes == [note]


def test_a_hint_is_told_move_by_move() -> None:
    table = advised()
    for _ in range(3):
        table.session.ask_hint()
        table.scheduler.run_dry()
    assert said(table)[1:] == [
        "Then: light the glow lantern (glow).",
        "What follows depends on what is revealed.",
    ]
    assert len(table.session.match.notes) == 1
    table.session.ask_hint()
    assert table.session.is_hint_pending, "everything has been told: another hint is asked for"


def test_a_move_makes_an_older_hint_worthless() -> None:
    table = advised(late=1.0)
    table.session.ask_hint()
    table.play(GLOW)
    assert not table.session.is_hint_pending
    table.scheduler.run_dry()
    assert table.told(HintFound) == [] and table.session.match.notes == []
    table.session.ask_hint()
    table.scheduler.run_dry()
    assert len(table.told(HintFound)) == 1
    table.play(DARK)
    table.session.undo()
    table.session.ask_hint()
    assert table.session.is_hint_pending and said(table)[-1] == "Asking for a tip…"


def test_the_bots_of_this_process_give_hints() -> None:
    """A god of Mezo is advised without a search, so this is quick."""
    match = Match.new(registry.get_game("mezo"), [ANNA, Seat("Vera", "bot", "novice")], {}, 7)
    table = local(match)
    table.run_until(lambda: table.session.mode == Deciding(0))
    table.session.ask_hint()
    table.scheduler.run_dry()
    (found,) = table.told(HintFound)
    assert found.text.startswith("Tip: ") and "the best start" in found.text


def test_where_there_is_no_hint_it_is_said() -> None:
    table = advised()
    table.bots.errors = [TOO_LONG]
    table.session.ask_hint()
    table.run_until(lambda: not table.session.is_hint_pending)
    assert said(table)[-1] == "No tip this time: it took too long." and table.session.match.notes == []


def test_hints_are_for_those_who_decide_and_where_they_are_allowed() -> None:
    table = local(lanterns(ANNA, VERA), late=1.0)
    assert table.session.can("tip")
    table.play(DARK, DARK)
    assert not table.session.can("tip")
    table.session.ask_hint()
    assert said(table) == ["Tips are available on your turn."]
    strict = local(lanterns(ANNA, VERA), policy=Policy(no_hint_reason="Think yourself."))
    strict.session.ask_hint()
    assert said(strict) == ["Think yourself."] and not strict.session.can("tip")
    counted = lanterns(ANNA, VERA)
    counted.daily = DailyDeal(today(), counts=True)
    daily = local(counted)
    daily.session.ask_hint()
    assert said(daily) == [NO_HINTS] and not daily.session.can("tip")


# The file


def test_every_change_is_on_disk_before_the_next_decision() -> None:
    with MatchStore().new_file() as match_file:
        table = local(lanterns(ANNA, VERA), match_file, late=1.0)
        on_disk: list[tuple[type, int]] = []

        def look(change: object) -> None:
            if isinstance(change, DecisionBegan | ModeChanged):
                on_disk.append((type(change), len(saved_moves())))

        table.session.listener = look
        table.play(DARK, GLOW)
        table.session.skip()
        table.session.undo()
        assert on_disk == [
            (DecisionBegan, 1),
            (ModeChanged, 2),
            (ModeChanged, 2),
            (ModeChanged, 1),
            (DecisionBegan, 1),
        ]


def test_a_disk_that_refuses_is_told_and_tried_again(home: Path) -> None:
    home.write_text("in the way")
    with MatchStore().new_file() as match_file:
        table = local(lanterns(ANNA), match_file)
        table.play(DARK)
        assert [change.trouble != "" for change in table.told(Saved)] == [True, True]
        assert "could not be saved" in table.told(Saved)[0].trouble
        home.unlink()
        table.play(DARK)
        assert table.told(Saved)[-1] == Saved() and saved_moves() == [DARK, DARK]


def test_a_match_gets_a_name_or_a_reason_why_not() -> None:
    with MatchStore().new_file() as match_file, MatchStore().new_file() as other_file:
        table, other = local(lanterns(ANNA), match_file), local(lanterns(ANNA), other_file)
        table.session.rename("Sunday")
        assert said(table) == ["Saved as Sunday."] and match_file.name == "Sunday"
        other.session.rename("Sunday")
        assert said(other) == ["Another match is already called 'Sunday'."] and other_file.name == ""
    nowhere = local(lanterns(ANNA))
    nowhere.session.rename("Sunday")
    assert nowhere.told(Said) == []


def test_a_session_without_a_file_saves_nothing(home: Path) -> None:
    table = local(lanterns(ANNA))
    table.play(DARK)
    assert table.told(Saved) == [] and not home.exists()


# Played elsewhere


def elsewhere(*seats: Seat) -> tuple[Match, str]:
    """A saved match of Mezen, and what it is called."""
    match = Match.new(registry.get_game("mezen"), seats or (ANNA,), {}, 7)
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        return match, match_file.slug


def open_here(slug: str) -> Table[LocalSession]:
    opened = MatchStore().open(slug)
    return local(opened.match, opened.file, late=1.0)


def test_a_match_that_is_open_elsewhere_is_watched_and_taken_over() -> None:
    _, slug = elsewhere()
    there, here = open_here(slug), open_here(slug)
    mode = here.session.mode
    assert isinstance(mode, ReadOnly) and not mode.is_unlocked
    assert mode.reason.endswith(" You see every move as it is made.")
    assert not here.session.can_undo() and not here.session.can_redo()
    here.session.submit([here.session.match.legal_moves[0]])
    here.session.undo()
    assert here.moves == [] and said(here) == [here.session.read_only_reason]

    there.play("fox")
    assert here.moves == []
    here.scheduler.step()
    assert here.moves == there.moves == ["fox"] and here.told(MatchReplaced) == [MatchReplaced()]
    assert here.session.mode == mode

    there.session.close()
    here.scheduler.step()
    assert here.session.mode == ReadOnly(mode.reason, is_unlocked=True)
    here.session.take_over()
    assert here.session.mode == Deciding(0) and said(here)[-1] == "You play this match here now."
    here.session.undo()
    assert here.moves == [] and list(saved_moves()) == []
    here.session.close()


def test_a_match_that_is_still_played_elsewhere_cannot_be_taken_over() -> None:
    _, slug = elsewhere()
    there, here = open_here(slug), open_here(slug)
    here.session.take_over()
    assert isinstance(here.session.mode, ReadOnly)
    there.session.close()


def test_a_match_that_is_played_here_cannot_be_taken_over() -> None:
    _, slug = elsewhere()
    here = open_here(slug)
    here.session.take_over()
    assert here.session.read_only_reason == "" and said(here) == []
    assert isinstance(open_here(slug).session.mode, ReadOnly), "the lock is still held"
    here.play("fox")
    assert here.told(Saved)[-1] == Saved() and list(saved_moves()) == ["fox"]
    here.session.close()


def test_a_bot_does_not_think_about_a_match_that_is_played_elsewhere() -> None:
    _, slug = elsewhere(Seat("Vera", "bot", "novice"), ANNA)
    there, here = open_here(slug), open_here(slug)
    assert isinstance(there.session.mode, Thinking) and isinstance(here.session.mode, ReadOnly)
    there.run_until(lambda: there.session.mode == Deciding(1))
    here.scheduler.step()
    assert here.moves == there.moves
    there.session.close()
    here.scheduler.step()
    here.session.take_over()
    assert here.session.mode == Deciding(1)
    here.session.close()


def test_several_people_watch_as_spectators_what_is_played_elsewhere() -> None:
    """At a shared keyboard nobody knows who looks; so nobody's secrets are shown."""
    _, slug = elsewhere(ANNA, BORIS)
    there, here = open_here(slug), open_here(slug)
    assert here.session.viewer is None and there.session.viewer == 0
    there.session.close()


def test_a_finished_match_is_over_even_if_it_is_open_elsewhere() -> None:
    _, slug = elsewhere()
    opened = MatchStore().open(slug)
    while not opened.match.is_over:
        opened.match.play(opened.match.legal_moves[0])
    opened.file.save(opened.match)
    here = open_here(slug)
    assert here.session.mode == Over() and here.told(Ended) == [Ended()]
    opened.file.close()


# Leaving


def test_nothing_happens_after_a_session_is_closed() -> None:
    _, slug = elsewhere(ANNA, Seat("Vera", "bot", "novice"))
    table = open_here(slug)
    while table.session.mode == Deciding(0):
        table.play(table.session.match.legal_moves[0].notation)
    before = table.moves
    table.session.close()
    table.session.close()
    table.changes.clear()
    table.scheduler.run_dry()
    assert table.moves == before and table.changes == []
    again = open_here(slug)
    assert isinstance(again.session.mode, Thinking), "the lock was released"
    again.session.close()


# What is seen


def test_a_view_is_the_same_object_until_something_changes() -> None:
    table = local(lanterns(ANNA, VERA), late=1.0)
    view = table.session.make_view()
    assert table.session.make_view() is view and view.is_deciding
    table.play(DARK)
    assert table.session.make_view() is not view
    table.play(DARK)
    thinking = table.session.make_view()
    assert not thinking.is_deciding and table.session.make_view() is thinking
    table.run_until(lambda: table.session.mode == Thinking(1, 1))
    assert table.session.make_view() is thinking, "a second changes nothing on the board"
    assert table.session.make_view(board=1).board_seat == 1


def test_the_log_tells_what_the_viewer_may_know() -> None:
    table = local(lanterns(ANNA, BORIS), confirm_turn=False)
    table.play(DARK, WHISPER)
    table.session.skip()
    assert [row.text for row in table.session.log_rows()] == ["Anna lights the dark lantern."]
    table.play(GLOW, DARK)
    assert table.session.viewer == 0
    assert [(row.at, row.text) for row in table.session.log_rows()] == [
        (0, "Anna lights the dark lantern."),
        (1, "Anna lights the whisper lantern."),
        (2, "Boris lights the glow lantern."),
        (3, "Boris lights the dark lantern."),
    ]


def test_news_are_what_others_did_since_the_viewers_last_turn() -> None:
    table = local(lanterns(ANNA, VERA))
    table.bots.plan = (DARK,)
    assert not table.session.has_news and not table.session.can("news")
    table.play(GLOW, DARK)
    table.run_until(lambda: table.session.mode == Deciding(0))
    assert table.session.has_news and table.session.can("news") and table.session.can("others")
    assert [each.seat for each in table.session.news()] == [1]


def test_the_settled_mode_is_what_lies_behind_the_show() -> None:
    assert settled(Showing(SHORT, False, Over())) == Over() and settled(Deciding(1)) == Deciding(1)

"""The session of a club's table as a plain object: who decides, what is on its way, what is told, and to whom."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.bots import MASTER_SECONDS
from core.bots.search import Budget
from core.game import Move
from core.match import Match
from core.rng import Rng
from saves.club import events
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, MovePrepared, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.paths import DataPaths
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP, Settings
from tests.game_facts import has_secrets
from tests.saves.club.tables import terms
from tests.tui.club.screens import lay, move, people, play_on, stored, write
from tests.tui.club.visitors import SlowBots, Visitor
from tests.tui.sessions.fake_time import FakeScheduler
from tui.club import text as club_text
from tui.club.client import TableClient, join_table, open_table
from tui.club.connection import TableConnection
from tui.club.session import ClubSession
from tui.club.tasks import InlineTasks
from tui.sessions import texts
from tui.sessions.changes import (
    DecisionBegan,
    Ended,
    HintFound,
    MatchReplaced,
    ModeChanged,
    Played,
    Prepared,
    SeatLost,
    TakenBack,
    TroubleChanged,
)
from tui.sessions.mode import (
    Deciding,
    Over,
    PlayedMove,
    ReadOnly,
    Sending,
    Showing,
    Thinking,
    Waiting,
    settled,
)
from tui.sessions.session import SessionServices


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club" / "club.db"


@pytest.fixture
def club(path: Path) -> Iterator[Club]:
    with Club.open(f"sqlite:///{path}") as club:
        yield club


@pytest.fixture
def come(club: Club) -> Iterator["Come"]:
    with ExitStack() as stack:
        yield Come(club, stack)


class Come:
    """Lets members come to a table; they leave when the test ends."""

    def __init__(self, club: Club, stack: ExitStack) -> None:
        self._club, self._stack = club, stack

    def __call__(
        self,
        table: str,
        name: str,
        plays: bool = True,
        pace: str = AT_ONCE,
        payoff: bool = False,
        seconds: float = MASTER_SECONDS,
    ) -> Visitor:
        visitor = Visitor(self._club, table, name, plays, Settings(pace=pace, payoff=payoff, bot_seconds=seconds))
        self._stack.callback(visitor.leave)
        return visitor


@contextmanager
def away(path: Path) -> Iterator[None]:
    """The club cannot be reached."""
    os.rename(path, path.with_suffix(".away"))
    yield
    os.rename(path.with_suffix(".away"), path)


def lay_with_bot(club: Club, *names: str, **more: object) -> str:
    """A table at which a bot sits first; the first of these is the host."""
    table = club.new_table(terms("mezen", ":novice", *names, host=names[0], **more), 7)
    for seat, name in enumerate(names[1:], 2):
        write(club, table, name, events.MemberSatDown(new_id(), seat))
    return table


def match_of(club: Club, table: str) -> Match:
    match = open_table(club, table).match
    assert match is not None
    return match


def chosen(club: Club, table: str) -> list[str]:
    return [entry.notation for entry in match_of(club, table).log if entry.origin == "chosen"]


def asked(visitor: Visitor) -> str:
    return texts.question(visitor.session, visitor.session.make_view().question())


# Deciding


def test_a_move_is_played_when_it_has_come_back_from_the_log(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna, boris = come(table, "anna"), come(table, "boris")
    anna.catch_up()
    assert anna.mode == Deciding(0) and anna.told(DecisionBegan) == [DecisionBegan(0, False, False)]
    assert boris.mode == Waiting("Waiting for anna.") and not boris.told(DecisionBegan)
    first = anna.session.match.legal_moves[0]
    anna.session.submit([first])
    assert isinstance(anna.mode, Sending) and not anna.session.match.log, "shown as played, though it is not in the log"
    anna.scheduler.run_due()
    assert anna.told(Played)[0].entries[0].notation == first.notation
    assert anna.mode == Waiting("Waiting for boris.")
    boris.catch_up()
    assert boris.mode == Deciding(1) and boris.told(DecisionBegan) == [DecisionBegan(1, True, False)]
    assert boris.session.match.log == anna.session.match.log


def test_in_a_mode_in_which_a_command_means_nothing_it_does_nothing_or_says_why(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    boris, vera = come(table, "boris"), come(table, "vera", plays=False)
    length = club.extent(table)[0]
    for visitor in (boris, vera):
        session = visitor.session
        moves = list(session.match.legal_moves[:1])
        for do in (session.skip, session.sit_down, session.redo, session.confirm, session.keyboard_passed):
            do()
        session.submit(moves)
        session.undo()
        session.ask_hint()
        session.agree()
        visitor.scheduler.run_due()
    assert club.extent(table)[0] == length + 1, "boris proposes to end the match, and nobody does anything else"
    assert vera.said[-3:] == [
        "Nothing can be undone: somebody else has moved, or something hidden was revealed.",
        club_text.NO_HINTS,
        "You have no match to end here.",
    ]


def test_a_decision_begins_once_for_each_question(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    write(club, table, "boris", events.EndingProposed(new_id(), True))
    anna.catch_up()
    assert len(anna.told(DecisionBegan)) == 1
    anna.play()
    anna.session.undo()
    anna.scheduler.run_due()
    assert anna.told(DecisionBegan)[1:] == [DecisionBegan(0, False, True)], "the same question, once more"


# Deciding early


def until_early(club: Club, table: str, seat: int, actor: int, rng: Rng) -> TableProjection:
    """Play until one seat is to move and another one can decide early, with a choice."""
    fold = open_table(club, table)
    while True:
        ahead = fold.early_match(seat)
        assert fold.match is not None
        if ahead is not None and len(ahead.legal_moves) > 1 and fold.match.state.actor == actor:
            return fold
        fold = play_on(club, table, 1, rng)


def test_who_decides_before_their_turn_decides_in_a_match_beside_the_log(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    fold = until_early(club, table, 1, 0, Rng(5))
    assert fold.match is not None
    anna, boris = come(table, "anna"), come(table, "boris")
    assert boris.mode == Deciding(1, early=True) and boris.session.decides_early
    assert boris.session.log_match.log == fold.match.log and boris.session.match is not boris.session.log_match
    rows = boris.session.log_rows()
    while isinstance(boris.mode, Deciding):
        boris.play()
    anna.catch_up()
    assert boris.told(Prepared) and open_table(club, table).prepared(1)
    assert boris.mode == Waiting("Waiting for anna.") and not boris.told(Played)
    assert anna.session.log_rows() == rows and not anna.told(Prepared), "nobody else hears of it"
    while not boris.told(Played):
        anna.play()
        boris.catch_up()
    assert boris.session.log_match.log == match_of(club, table).log


def test_what_was_decided_early_is_the_newest_in_the_log_and_can_be_taken_back(club: Club, come: Come) -> None:
    table, rng = lay(club, "gzhel", "anna", "boris"), Rng(4)
    while True:
        until_early(club, table, 1, 0, rng)
        boris = come(table, "boris")
        before = boris.session.log_rows()
        boris.play()
        if boris.session.decides_early:
            break
        boris.leave()
        play_on(club, table, 1, rng)
    rows = boris.session.log_rows()
    assert rows[: len(before)] == before and len(rows) > len(before)
    assert {row.at for row in rows[len(before) :]} == {boris.session.log_end}
    boris.session.undo()
    boris.scheduler.run_due()
    assert "Undone." in boris.said and boris.told(TakenBack) == [TakenBack(1)]
    assert boris.session.log_rows() == before and boris.mode == Deciding(1, early=True)


def test_who_can_decide_while_a_bot_thinks_is_asked_and_not_told_that_somebody_thinks(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna")
    until_early(club, table, 1, 0, Rng(5))
    anna = come(table, "anna")
    assert anna.bots.pending is not None, "the bot is thinking"
    assert anna.mode == Deciding(1, early=True)
    anna.scheduler.run_until(lambda: anna.scheduler.now > 3)
    assert anna.mode == Deciding(1, early=True) and asked(anna) == anna.session.make_view().question()


def test_a_question_stays_the_same_when_others_move_meanwhile(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    until_early(club, table, 1, 0, Rng(5))
    boris = come(table, "boris")
    question, begun = boris.session.question_id, len(boris.told(DecisionBegan))
    play_on(club, table, 1, Rng(1))
    boris.catch_up()
    assert boris.session.question_id == question and len(boris.told(DecisionBegan)) == begun
    assert boris.told(Played) and not boris.told(MatchReplaced), "a draft is kept"


# Sending


def two_moves(match: Match) -> list[Move]:
    """Two moves of one turn, the second of which is possible after the first; empty when there are none."""
    for first in match.legal_moves:
        trial = Match.resume_from(match.game, match.setup, match.seats, match.state.copy(), ())
        trial.play(first)
        if trial.state.actor == match.state.actor:
            return [first, trial.legal_moves[0]]
    return []


def with_two_moves(club: Club, come: Come) -> tuple[str, Visitor, list[Move]]:
    """A table, whoever is to move there, and two moves of theirs."""
    table = lay(club, "mazaytsy", "anna", "boris")
    while not (moves := two_moves(match := match_of(club, table))):
        move(club, table)
    return table, come(table, match.names[match.state.actor or 0]), moves


def test_it_is_sending_until_all_moves_of_a_choice_are_in_the_log(club: Club, come: Come) -> None:
    table, mover, moves = with_two_moves(club, come)
    mover.changes.clear()
    mover.session.submit(moves)
    mover.scheduler.run_due()
    assert chosen(club, table)[-2:] == [str(each) for each in moves]
    modes = [settled(change.new) for change in mover.told(ModeChanged)]
    assert isinstance(modes[0], Sending) and not any(isinstance(mode, Sending) for mode in modes[1:]), modes
    assert not isinstance(mover.mode, Sending) and len(mover.told(DecisionBegan)) <= 1


def test_the_rest_of_a_choice_is_not_played_when_its_first_move_was_not(club: Club, come: Come) -> None:
    """The same member moves at another terminal first."""
    table, mover, moves = with_two_moves(club, come)
    move(club, table, pick=1)
    before = chosen(club, table)
    mover.session.submit(moves)
    mover.scheduler.run_due()
    assert club_text.CHANGED_MEANWHILE in mover.said
    assert chosen(club, table) == before and not isinstance(mover.mode, Sending)


def test_an_answer_that_is_overtaken_is_sent_again_if_the_question_is_the_same(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    write(club, table, "boris", events.EndingProposed(new_id(), True))
    notation = anna.play()
    assert chosen(club, table) == [notation] and "boris offers to end the match as it stands." in anna.said


def test_only_one_thing_is_on_its_way(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    anna.session.submit([anna.session.match.legal_moves[0]])
    anna.session.agree()
    assert anna.said == ["Your last answer is still being sent."]
    anna.scheduler.run_due()
    assert not open_table(club, table).agreed_to_end


def test_a_move_whose_acknowledgement_got_lost_is_played_once(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    anna.session.submit([anna.session.match.legal_moves[0]])
    wanted = anna.session.connection.wanted
    event = wanted.make_event() if wanted is not None else None
    assert event is not None
    write(club, table, "anna", event)
    anna.scheduler.run_due()
    assert len(chosen(club, table)) == 1 and anna.mode == Waiting("Waiting for boris, who is away.")
    assert not anna.said


class FullClub(Club):
    """A club whose logs take no more lines."""

    def append(self, table: str, number: int, event: ClubEvent, author: str) -> bool:
        raise ClubRefusedError(f"The log of table {table} is full: it has {number} lines.")


@pytest.mark.parametrize("with_bot", [False, True])
def test_what_the_club_refuses_is_told_once_and_not_tried_again(with_bot: bool, club: Club, path: Path) -> None:
    table = lay_with_bot(club, "anna") if with_bot else lay(club, "mezen", "anna", "boris")
    with FullClub.open(f"sqlite:///{path}") as full:
        anna = Visitor(full, table, "anna")
        if with_bot:
            anna.bots_reply()
        else:
            anna.play()
            assert anna.mode == Deciding(0), "the question is asked once more"
        for _ in range(3):
            anna.catch_up()
        assert anna.said == [f"The log of table {table} is full: it has {club.extent(table)[0]} lines."]
        anna.leave()


# Two sessions


def test_two_play_a_whole_game_and_come_to_the_same_match(club: Club, come: Come) -> None:
    table, rng = lay(club, "mazaytsy", "anna", "boris"), Rng(3)
    visitors = [come(table, "anna"), come(table, "boris"), come(table, "vera", plays=False)]
    while not open_table(club, table).ended:
        mover = next(visitor for visitor in visitors if isinstance(visitor.mode, Deciding))
        mover.play(rng.randrange(len(mover.session.match.legal_moves)))
        for visitor in visitors:
            visitor.catch_up()
    truth = match_of(club, table).log
    for visitor in visitors:
        assert visitor.session.log_match.log == truth and visitor.mode == Over()
        assert len(visitor.told(Ended)) == 1 and visitor.changes[-1] == Ended()
        assert visitor.session.over_text == "The match is over."
        assert [entry for played in visitor.told(Played) for entry in played.entries] == truth[-len(truth) :]


def test_either_takes_back_and_the_other_is_told(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna, boris = come(table, "anna"), come(table, "boris")
    anna.play()
    assert anna.session.can("undo") and anna.session.can("restart") and not anna.session.can("redo")
    boris.catch_up()
    anna.session.undo()
    anna.scheduler.run_due()
    boris.catch_up()
    for visitor in (anna, boris):
        assert "anna undoes 1 move." in visitor.said and visitor.told(TakenBack) == [TakenBack(1)]
        assert not visitor.session.match.log
    assert isinstance(anna.mode, Deciding) and isinstance(boris.mode, Waiting)
    anna.play()
    boris.catch_up()
    boris.play()
    anna.catch_up()
    assert not anna.session.can("undo")
    anna.session.restart_turn()
    assert anna.said[-1].startswith("Nothing can be undone")


# Bots


def test_a_bot_is_played_by_one_of_two(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna", "boris")
    anna, boris = come(table, "anna"), come(table, "boris")
    assert anna.bots.pending is not None and boris.bots.pending is None
    assert anna.mode == Thinking(0) == boris.mode
    anna.scheduler.run_until(lambda: anna.mode == Thinking(0, 2))
    assert asked(anna).endswith("is thinking… 2 s")
    anna.bots_reply()
    boris.catch_up()
    moves = [entry for entry in club.events(table) if isinstance(entry.line, events.MoveChosen)]
    assert moves and {entry.author for entry in moves} == {"anna"}
    assert [entry.line.move for entry in moves if isinstance(entry.line, events.MoveChosen)] == chosen(club, table)
    assert anna.session.log_match.log == boris.session.log_match.log


def test_a_bots_move_that_comes_too_late_is_not_played(club: Club, come: Come) -> None:
    """Something else was written meanwhile: the bot is asked again, for the table as it is now."""
    table = lay_with_bot(club, "anna")
    anna = come(table, "anna")
    write(club, table, "anna", events.EndingProposed(new_id(), True))
    write(club, table, "anna", events.EndingProposed(new_id(), False))
    anna.bots.reply()
    anna.scheduler.run_due()
    assert open_table(club, table).ended == "agreed" and isinstance(anna.mode, Over)
    assert not chosen(club, table)


def test_a_bot_of_a_rated_match_that_fails_is_waited_for_and_asked_again(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna", "boris")
    anna, boris = come(table, "anna"), come(table, "boris")
    for _ in range(3):
        anna.bots.fail()
        anna.scheduler.run_until(lambda: anna.bots.pending is not None)
    boris.catch_up()
    told = "Novice cannot think right now (the bots' process has ended): the match waits, as it is rated."
    assert not chosen(club, table) and anna.said.count(told) == boris.said.count(told) == 1
    anna.bots_reply()
    assert chosen(club, table) and open_table(club, table).counts


def test_after_ten_minutes_a_match_is_unrated_and_another_level_plays(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna")
    anna = come(table, "anna")
    anna.bots.fail()
    anna.scheduler.run_until(lambda: anna.bots.pending is not None)
    with club.transaction() as transaction:
        transaction.run("UPDATE club_lines SET at = at - 601 WHERE table_id = ?", table)
    anna.leave()
    anna = come(table, "anna")
    anna.bots.fail()
    anna.scheduler.run_until(lambda: anna.bots.pending is not None)
    told = "Novice could not think for ten minutes: the match goes on, but it is no longer rated."
    assert told in anna.said and not open_table(club, table).counts and not chosen(club, table)
    anna.bots.fail()
    anna.scheduler.run_due()
    assert chosen(club, table)


def test_a_rated_bot_thinks_for_as_long_whoever_lets_it_think(club: Club, come: Come) -> None:
    for rated, seconds in ((True, MASTER_SECONDS), (False, 8.0)):
        anna = come(lay_with_bot(club, "anna", rated=rated), "anna", seconds=8.0)
        assert anna.bots.budget == Budget(seconds, is_fixed=rated)


def test_bots_that_fail_are_played_by_the_level_below_with_a_note(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna", rated=False)
    anna = come(table, "anna")
    anna.bots.fail()
    anna.scheduler.run_due()
    assert len(chosen(club, table)) == 1
    assert any("could not think" in row.text for row in anna.session.log_rows()) and anna.said


def test_watchers_let_no_bot_think(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna")
    for name in ("vera", "anna"):
        watcher = come(table, name, plays=False)
        assert watcher.bots.pending is None and isinstance(watcher.mode, Thinking)


def test_a_hint_and_the_bots_of_the_table_share_one_process(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna", tips=True)
    until_early(club, table, 1, 0, Rng(5))
    length = club.extent(table)[0]
    anna = come(table, "anna")
    anna.session.ask_hint()
    assert anna.session.is_hint_pending and anna.said[-1] == "Asking for a tip…"
    anna.bots.reply()
    anna.scheduler.run_due()
    (found,) = anna.told(HintFound)
    assert found.text.startswith("Tip: ") and not anna.session.is_hint_pending
    assert club.extent(table)[0] == length and anna.bots.pending is not None, "the bot thinks anew"
    anna.bots_reply()
    assert club.extent(table)[0] > length


def test_a_hint_for_a_decision_that_is_over_is_not_told(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris", tips=True)
    anna = come(table, "anna")
    anna.session.ask_hint()
    anna.play()
    assert not anna.session.is_hint_pending and anna.bots.pending is None
    assert not anna.session.can("tip") and not anna.told(HintFound)


# The club goes away


def test_a_club_that_is_away_loses_nothing_and_is_asked_again(club: Club, come: Come, path: Path) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    with away(path):
        notation = anna.play()
        assert "no longer exists." in anna.session.trouble and asked(anna) == anna.session.trouble
        assert anna.told(TroubleChanged) == [TroubleChanged(anna.session.trouble)]
        assert isinstance(anna.mode, Waiting) and not anna.session.match.log, "no key waits for it"
        anna.session.talk("one")
        anna.session.talk("two")
        anna.scheduler.run_until(lambda: anna.scheduler.now > 5)
        assert len(anna.told(TroubleChanged)) == 1
    anna.scheduler.run_until(lambda: not anna.session.trouble)
    anna.scheduler.run_due()
    assert anna.told(TroubleChanged)[1:] == [TroubleChanged("")] and anna.said[0] == club_text.IS_BACK
    assert chosen(club, table) == [notation]
    assert [remark.words for remark in club.talk.messages(table)] == ["one", "two"]
    assert anna.mode == Waiting("Waiting for boris, who is away.")


def test_a_bot_whose_move_did_not_reach_the_club_is_asked_again_when_it_is_back(
    club: Club, come: Come, path: Path
) -> None:
    table = lay_with_bot(club, "anna")
    anna = come(table, "anna")
    with away(path):
        anna.bots.reply()
        anna.scheduler.run_until(lambda: anna.session.trouble)
        anna.scheduler.run_until(lambda: anna.scheduler.now > 5)
        assert anna.bots.pending is None, "it would think for nobody"
    anna.scheduler.run_until(lambda: anna.bots.pending)
    anna.bots_reply()
    assert chosen(club, table)


# Messages


def test_remarks_are_said_one_after_the_other(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    for words in ("one", "two", "three"):
        anna.session.talk(words)
    anna.scheduler.run_due()
    assert anna.said == ["anna: one", "anna: two", "anna: three"]
    for _ in range(8):
        anna.session.talk("more")
    anna.scheduler.run_due()
    assert anna.said.count("10 messages a minute are the limit; wait a little.") == 1


def test_what_is_said_is_heard_once_and_stands_in_the_log_but_not_from_the_muted(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    club.talk.add(table, "boris", "from before", new_id())
    anna = come(table, "anna")
    anna.play()
    club.talk.add(table, "boris", "good luck", new_id())
    anna.session.talk("thanks")
    anna.scheduler.run_due()
    anna.catch_up()
    assert anna.said == ["boris: from before", "boris: good luck", "anna: thanks"]
    move(club, table)
    anna.catch_up()
    rows = [row.text for row in anna.session.log_rows()]
    assert rows[2:4] == ["boris: good luck", "anna: thanks"] and len(rows) == 5, "between the moves"
    anna.session.mute("boris", True)
    anna.scheduler.run_due()
    club.talk.add(table, "boris", "hello?", new_id())
    anna.catch_up()
    assert anna.said[-1] == "You no longer see what boris says."


def test_who_is_here_is_known(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    anna.play()
    come(table, "boris")
    anna.catch_up()
    assert anna.mode == Waiting("Waiting for boris.") and anna.session.present_members == ["anna", "boris"]
    assert anna.session.who_lines() == [
        "Mezen, table created by anna.",
        "",
        "Seat 1: anna",
        "Seat 2: boris",
        "",
        "Here now: anna and boris.",
    ]


# Seats


def test_who_gets_up_can_sit_down_again(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    assert not anna.session.can_sit_down
    anna.session.get_up("adept")
    anna.scheduler.run_due()
    assert anna.told(SeatLost) and anna.session.can_sit_down and anna.session.seats == frozenset()
    assert anna.said == [
        "anna leaves the table; a bot (adept) plays on.",
        "A bot plays for you. Enter takes your seat back.",
    ]
    assert texts.enter_label(anna.session, has_choice=False) == "sit down"
    assert texts.question(anna.session, "") == "The bot that plays for you is thinking…"
    anna.session.sit_down()
    anna.scheduler.run_due()
    assert anna.session.seats == {0} and not anna.session.can_sit_down
    assert open_table(club, table).seat_of("anna") == 0


def test_who_has_got_up_and_watches_cannot_sit_down(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris", "vera")
    write(club, table, "anna", events.MemberGotUp(new_id(), 0, "novice"))
    watcher = come(table, "anna", plays=False)
    watcher.session.sit_down()
    watcher.scheduler.run_due()
    assert not watcher.session.can_sit_down and open_table(club, table).seat_of("anna") is None


def test_a_seat_is_handed_over_when_its_time_is_up(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris", limit=3600.0)
    boris = come(table, "boris")
    boris.session.hand_over("adept")
    boris.scheduler.run_due()
    assert boris.said == ["anna still has time."]
    hasty = lay(club, "mezen", "anna", "boris", limit=1e-9)
    boris = come(hasty, "boris")
    boris.session.hand_over("adept")
    boris.scheduler.run_due()
    assert open_table(club, hasty).seats[0].level == "adept" and isinstance(boris.mode, Thinking)


def test_the_waiting_room_hands_its_connection_over(club: Club) -> None:
    """The session goes on with a table of which nothing more is to be read: also a bot that is to move is asked."""

    class WaitingRoom:
        """Takes what comes until the match begins."""

        def table_changed(self) -> None:
            while connection.take() is not None:
                pass
            if connection.client.match is not None:
                connection.listener = None

        def announce(self, sentence: str) -> None:
            raise AssertionError(sentence)

        def on_settled(self, played: bool) -> None:
            raise AssertionError("nothing was wanted")

    table = club.new_table(terms("mezen", ":novice", "anna", "open", host="anna"), 7)
    scheduler, bots = FakeScheduler(), SlowBots()
    client, start_tasks = join_table(club, table, "anna"), partial(InlineTasks, scheduler)
    connection = TableConnection(client, scheduler, start_tasks, DataPaths.for_player().cores)
    connection.attach(WaitingRoom())
    scheduler.run_due()
    write(club, table, "anna", events.SeatFilled(new_id(), 2, "novice"))
    connection.read()
    scheduler.run_due()
    assert connection.listener is None and not connection.is_behind
    session = ClubSession(connection, SessionServices(bots, scheduler, Settings()))
    session.start()
    scheduler.run_due()
    assert bots.pending is not None
    session.close()
    scheduler.run_due()


# Other editions


def of_edition(club: Club, step: int, seed: int | None) -> tuple[str, TableProjection | None]:
    """A table of another edition at which anna has moved; and what its players stored, by the luck of this seed."""
    now, edition = terms("mezen", "anna", "boris"), registry.get_game("mezen").edition + step
    table = club.new_table(msgspec.structs.replace(now, edition=edition), seed=7)
    write(club, table, "boris", events.MemberSatDown(new_id(), 1))
    theirs = None if seed is None else TableProjection(now, seed)
    if theirs is not None:
        stored(club, table, theirs, edition)
    return table, theirs


@pytest.mark.parametrize(("seed", "changed"), [(7, False), (8, True)], ids=["by-the-log", "from-the-position"])
def test_a_table_of_an_older_samovar_is_taken_over(club: Club, come: Come, seed: int, changed: bool) -> None:
    table, _ = of_edition(club, -1, seed)
    vera = come(table, "vera", plays=False)
    assert vera.mode == ReadOnly(club_text.other_samovar(vera.session.table)) and vera.session.viewer is None
    boris = come(table, "boris")
    assert bool(club_text.rules_words(boris.session.table)) == changed
    anna = come(table, "anna")
    assert isinstance(anna.mode, Deciding)
    anna.play()
    assert len(chosen(club, table)) == 1
    vera.catch_up()
    assert vera.told(MatchReplaced) and isinstance(vera.mode, Waiting)
    assert vera.session.match.log == match_of(club, table).log


def test_a_session_takes_over_itself_when_an_older_samovar_has_begun(club: Club, come: Come) -> None:
    """Anna has waited for the match, and the last seat was taken with an older Samovar."""

    class Waited(Visitor):
        def join(self, club: Club, table: str, name: str, plays: bool) -> TableClient:
            client = TableClient(club, table, name, plays)
            client.catch_up()
            assert client.must_take_over and client.seat is None
            return client

    table, _ = of_edition(club, -1, None)
    anna = Waited(club, table, "anna")
    assert isinstance(club.events(table)[-1].line, events.RulesUpgraded)
    assert anna.mode == Deciding(0) and anna.told(DecisionBegan) and not anna.told(SeatLost)
    anna.leave()


def test_a_table_of_a_newer_samovar_can_only_be_watched(club: Club, come: Come) -> None:
    table, theirs = of_edition(club, 1, 7)
    assert theirs is not None
    anna = come(table, "anna")
    assert anna.mode == ReadOnly(club_text.other_samovar(anna.session.table)) and not anna.session.can_sit_down
    anna.session.submit([anna.session.match.legal_moves[0]])
    anna.session.undo()
    anna.scheduler.run_due()
    assert club.extent(table)[0] == 1
    write(club, table, "anna", events.MoveChosen(new_id(), 0, "fox"))
    stored(club, table, theirs, registry.get_game("mezen").edition + 1)
    anna.catch_up()
    assert anna.session.match.state.actor == 1 and anna.told(MatchReplaced)


# The end


def test_the_end_by_agreement_is_told_once_though_the_table_talks_on(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna = come(table, "anna")
    anna.session.agree()
    anna.scheduler.run_due()
    assert open_table(club, table).agreed_to_end == {0}
    anna.session.agree()
    anna.scheduler.run_due()
    assert not open_table(club, table).agreed_to_end and anna.said[-1] == "anna wants to play on."
    for name in ("anna", "boris"):
        write(club, table, name, events.EndingProposed(new_id(), True))
    anna.catch_up()
    assert anna.mode == Over() and "agreed to end" in anna.session.over_text
    club.talk.add(table, "boris", "well played", new_id())
    club.presence.mark(table, "boris", 60.0)
    anna.catch_up()
    assert len(anna.told(Ended)) == 1 and anna.said[-1] == "boris: well played"


def test_who_has_left_hears_and_does_nothing_any_more(club: Club, come: Come) -> None:
    table = lay_with_bot(club, "anna", "boris")
    anna = come(table, "anna")
    assert club.presence.members(table) == ["anna"] and anna.bots.pending is not None
    late = anna.bots.pending
    anna.leave()
    told = len(anna.changes)
    late()
    anna.session.close()
    while anna.scheduler.step():
        pass
    assert club.presence.members(table) == [] and not chosen(club, table) and len(anna.changes) == told
    boris = come(table, "boris")
    assert boris.bots.pending is not None, "the claim was released"


# Pacing


def test_events_are_taken_one_at_a_time_while_they_are_shown(club: Club, come: Come) -> None:
    table = lay(club, "mazaytsy", "anna", "boris")
    vera = come(table, "vera", plays=False, pace=STEP_BY_STEP)
    before = vera.session.table.length
    for _ in range(3):
        move(club, table)
    vera.catch_up()
    taken = [vera.session.table.length]
    while isinstance(vera.mode, Showing):
        assert vera.mode.what == PlayedMove() and vera.mode.waits
        vera.session.skip()
        taken.append(vera.session.table.length)
    assert taken == [before + 1, before + 2, before + 3, before + 3], "a key for each move"
    assert vera.session.match.log == match_of(club, table).log


def test_a_brisk_pace_shows_each_move_for_a_moment_and_the_end_after_all(club: Club, come: Come) -> None:
    table, rng = lay(club, "mazaytsy", "anna", "boris"), Rng(2)
    vera = come(table, "vera", plays=False, pace=BRISK)
    moves = 0
    while not open_table(club, table).ended:
        play_on(club, table, 1, rng)
        moves += 1
    vera.catch_up()
    assert isinstance(vera.mode, Showing) and not vera.mode.waits and not vera.told(Ended)
    vera.scheduler.run_until(lambda: vera.told(Ended))
    assert 0.3 * moves < vera.scheduler.now < 1.0 * moves and vera.mode == Over()
    assert vera.session.match.log == match_of(club, table).log


def test_a_persons_question_does_not_wait_behind_the_pace(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    boris = come(table, "boris", pace=BRISK)
    move(club, table)
    boris.catch_up()
    assert boris.mode == Deciding(1)


def test_a_payoff_lights_up_over_whatever_comes_next_and_one_decides_behind_it(club: Club, come: Come) -> None:
    table, rng = lay(club, "mazaytsy", "anna", "boris"), Rng(6)
    anna = come(table, "anna", payoff=True)
    behind = set()
    while not open_table(club, table).ended:
        play_on(club, table, 1, rng)
        anna.catch_up()
        while isinstance(anna.mode, Showing):
            behind.add(type(anna.mode.then))
            shown = anna.session.moment
            assert shown is not None and texts.question(anna.session, "") == shown.text
            assert anna.session.is_deciding == isinstance(anna.mode.then, Deciding)
            anna.scheduler.step()
    assert {Deciding, Waiting} <= behind
    assert len(anna.told(Ended)) == 1


# Secrets


@pytest.mark.parametrize("game", registry.GAME_NAMES)
def test_no_row_of_the_log_tells_what_another_seat_may_know_only(game: str, club: Club, come: Come) -> None:
    table, rng = lay(club, game, *people(game)), Rng(11)
    fold = play_on(club, table, 40 if game == "mazaytsy" else 100, rng)
    match = fold.match
    assert match is not None
    private = {
        match.game.describe_event(event, match.names): event.visible_to
        for entry in match.log
        for event in entry.events
        if event.visible_to is not None
    }
    for seat, name in ((None, "eve"), *enumerate(people(game))):
        visitor = come(table, name, plays=seat is not None)
        rows = {row.text for row in visitor.session.log_rows()}
        assert {text for text in private if text in rows} == {text for text, to in private.items() if to == seat}
    assert private or game != "novgorod" or not has_secrets(game)


def test_what_another_has_prepared_changes_nothing_that_is_told_or_shown(club: Club, come: Come) -> None:
    looks = []
    for pick in (0, -1):
        table = lay(club, "mezen", "anna", "boris")
        fold = until_early(club, table, 1, 0, Rng(5))
        ahead = fold.early_match(1)
        assert ahead is not None
        visitors = [come(table, "anna"), come(table, "eve", plays=False)]
        for visitor in visitors:
            visitor.changes.clear()
        write(club, table, "boris", MovePrepared(new_id(), 1, ahead.legal_moves[pick].notation))
        for visitor in visitors:
            visitor.catch_up()
        looks.append(
            [
                (visitor.changes, visitor.mode, visitor.session.log_rows(), visitor.session.match.state.digest())
                for visitor in visitors
            ]
        )
    assert looks[0] == looks[1]


def test_a_seat_whose_agreed_time_has_run_out_goes_to_a_bot_by_itself(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris", limit=3600.0, when_over="bot")
    boris = come(table, "boris")
    assert boris.session.left_text in ("59 min left", "1 h left")
    for _ in range(10):
        boris.scheduler.step()
    assert open_table(club, table).seats[0].sits
    with club.transaction() as transaction:
        transaction.run("UPDATE club_lines SET at = at - 3600")
    again = come(table, "boris")
    again.scheduler.run_until(lambda: open_table(club, table).seats[0].level == "novice")
    again.catch_up()
    assert "The time of anna has run out; a bot (novice) plays on." in again.said


def test_what_others_did_besides_moves_is_news_until_it_is_seen(club: Club, come: Come) -> None:
    for name in ("anna", "boris", "vera"):
        club.admit(name)
    table = lay(club, "mezen", "anna", "boris", "vera")
    assert come(table, "anna").session.remark == "", "who comes for the first time has missed nothing"
    come(table, "anna").leave()
    move(club, table)
    write(club, table, "anna", events.MoveTakenBack(new_id(), 0, club.events(table)[-1].line.id))  # type: ignore[union-attr]
    write(club, table, "vera", events.MemberGotUp(new_id(), 2, "novice"))
    anna = come(table, "anna")
    assert anna.session.remark == "While you were away: vera leaves the table; a bot (novice) plays on."
    assert anna.session.remark in [note.facts[0] for note in anna.session.notes]
    anna.leave()
    assert come(table, "anna").session.remark == ""


def test_a_request_to_end_is_declined_or_accepted(club: Club, come: Come) -> None:
    table = lay(club, "mezen", "anna", "boris")
    anna, boris = come(table, "anna"), come(table, "boris")
    anna.session.agree()
    anna.scheduler.run_due()
    boris.catch_up()
    assert boris.session.request_text == "anna offers to end the match as it stands: A accepts, D declines."
    assert anna.session.request_text == "You offer to end the match; boris has not answered. D withdraws it."
    boris.session.play_on()
    boris.scheduler.run_due()
    anna.catch_up()
    assert anna.session.request_text == "" and anna.said[-1] == "boris wants to play on."
    anna.session.agree()
    anna.scheduler.run_due()
    late = come(table, "boris")
    assert late.session.request_text.startswith("anna offers"), "it stays for who comes later"
    late.session.agree()
    late.scheduler.run_due()
    assert open_table(club, table).ended == "agreed"

"""What every game does alike: undo, tips, looking around, menu, palette, names, and what goes wrong."""

import os
import signal
import subprocess

import pytest

from core.bots.hints import Hint, first_clause
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.game import Game, GameEvent, State
from core.games.mezen import phases
from core.games.mezen.view import ANIMAL, CELL
from core.log_notes import note_text
from core.match import Match as AnyMatch
from core.puzzles.attempt import PuzzleSubmission
from core.review.record import ReviewCase
from core.rng import Rng
from saves.match_store import MatchStore
from saves.settings import AT_ONCE
from tests.matches import Match
from tests.tui.pilots import (
    BOT,
    BOT2,
    FRIEND,
    YOU,
    Table,
    is_thinking,
    mezen,
    mezen_after,
    mezen_until,
    saved,
    screen_rows,
    table,
)
from tui.match.play import PlayFeature
from tui.match.screen import MatchScreen
from tui.screens.home import HomeScreen
from tui.screens.pass_keyboard import PassKeyboardDialog
from tui.screens.result import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.sessions.bot_client import OnReply, Ticket
from tui.sessions.changes import HintFound
from tui.sessions.local import LocalSession

# The cursor, and keys that mean nothing


async def test_arrows_letters_and_tab_move_the_cursor() -> None:
    async with table(mezen_until("place", hand=3)) as at:
        log = len(at.match.log)
        at.board.cursor = CELL[12]
        for key, cell in (("right", 13), ("l", 14), ("l", 14), ("down", 19), ("j", 24), ("j", 24), ("up", 19)):
            await at.press(key)
            assert at.board.cursor == CELL[cell], key
        for key, cell in (("k", 14), ("left", 13), ("h", 12)):
            await at.press(key)
            assert at.board.cursor == CELL[cell], key
        targets = at.board.view.tab_stops()
        await at.press("tab")
        first = at.board.cursor
        assert first in targets
        await at.press("tab", "shift+tab")
        assert at.board.cursor == first
    assert len(saved().log) == log


async def test_the_same_keys_walk_the_animals() -> None:
    async with table(mezen()) as at:
        assert at.board.cursor == ANIMAL[0]
        for key, animal in (("right", 1), ("l", 2), ("left", 1), ("h", 0), ("down", 1), ("j", 2), ("up", 1), ("k", 0)):
            await at.press(key)
            assert at.board.cursor == ANIMAL[animal], key
        await at.press("tab", "tab")
        assert at.board.cursor == ANIMAL[2] and at.shows("Enter: lift the bird: groups of 3, 1 and 1")
        await at.press("shift+tab")
        assert at.board.cursor == ANIMAL[1]
    assert saved().log == []


async def test_tab_from_elsewhere_comes_to_the_first_and_back_to_the_last() -> None:
    async with table(mezen_until("lift")) as at:
        targets = at.board.view.tab_stops()
        nowhere = next(target for target in CELL if target not in targets)
        for key, cell in (("tab", targets[0]), ("shift+tab", targets[-1])):
            at.board.cursor = nowhere
            await at.press(key)
            assert at.board.cursor == cell, key


async def test_wrong_keys_change_nothing_and_are_told() -> None:
    async with table(mezen()) as at:
        for key in ("9", "0", "u", "r", "U", "y", "f", "b", "x", "backspace", "z", "tab"):
            await at.press(key)
            assert at.match.log == [], key
        await at.press("9")
        assert at.shows("There is no choice 9 here.")
        await at.press("u")
        assert at.shows("There is nothing to undo.")
        await at.press("r")
        assert at.shows("There is nothing to redo.")
        await at.press("g")
        assert at.shows("Nothing has happened yet.")
        await at.press("1")
        assert at.match.log == [], "a digit only points"
        await at.press("enter")
        assert at.match.log
        assert not at.shows("Nothing has happened yet.")


async def test_enter_where_nothing_can_be_done_says_so() -> None:
    async with table(mezen_until("lift")) as at:
        nowhere = next(target for target in CELL if not at.board.view.choices(target))
        at.board.cursor = nowhere
        before = len(at.match.log)
        await at.press("enter")
        assert len(at.match.log) == before
        told = " ".join(at.text().split())
        assert "you lift fish this round; Tab jumps to the next place where you can act." in told


# Undo and redo


async def test_undo_redo_and_restart() -> None:
    async with table(mezen_until("place", round_=2)) as at:
        begin = next(i for i, entry in enumerate(at.match.log) if entry.round == 2)
        placing = at.match.state.digest()
        steps = [entry for entry in at.match.log[begin:] if entry.origin == "chosen"]
        for _ in steps:
            await at.press("u")
            assert saved().state.digest() == at.match.state.digest()
        assert at.match.state.phase == phases.ANNOUNCING
        assert len(at.match.log) == begin
        for _ in steps:
            await at.press("r")
        assert at.match.state.digest() == placing
        await at.press("U")
        assert len(at.match.log) == begin
        assert at.match.state.phase == phases.ANNOUNCING


async def test_undo_to_a_line_of_the_log() -> None:
    async with table(mezen_after(12)) as at:
        rows = at.session.log_rows()
        moves, digest = len(at.match.log), at.match.state.digest()
        await at.press("g")
        assert at.shows("Log") and at.shows("u undo to here")
        back = next(n for n in range(5, len(rows)) if at.match.log[rows[-n][0]].origin == "chosen")
        await at.press(*["up"] * (back - 1))
        target, words = rows[-back]
        assert at.shows(words[:30])
        await at.press("u")
        assert at.shows("Undo to this line?")
        await at.press("enter")
        assert len(at.match.log) == moves, "what is asked first keeps everything"
        await at.press("g", *["up"] * (back - 1), "u", "down", "enter")
        assert len(at.match.log) == target
        assert saved().state.digest() == at.match.state.digest()
        while at.match.can_redo:
            await at.press("r")
        assert at.match.state.digest() == digest


@pytest.mark.parametrize("key", ["enter", "escape", "space"])
async def test_the_log_is_only_read(key: str) -> None:
    async with table(mezen_after(12)) as at:
        moves = len(at.match.log)
        await at.press("g", "up", "up", key)
        assert not at.shows("Log") and len(at.match.log) == moves


async def test_a_line_of_the_log_is_clicked() -> None:
    async with table(mezen_after(3)) as at:
        moves = len(at.match.log)
        await at.press("g")
        await at.click_words("Anna calls")
        assert at.shows("Log") and len(at.match.log) == moves
        await at.press("u", "2")
        assert at.match.log == []


# Tips and looking around


async def test_a_tip_is_shown_and_noted() -> None:
    async with table(mezen_until("lift", round_=2)) as at:
        await at.press("t")
        await at.settle()
        assert at.shows("Tip: ")
        tipped = at.board.current_choice.first_move
        assert tipped in at.match.state.legal_moves()
        assert note_text(at.match.notes[-1], at.match) == "Anna asked for a tip."
        await at.press("enter")
        assert at.match.log[-1].notation or at.match.state.phase == phases.PLACING
        assert str(tipped) in [entry.notation for entry in at.match.log]


def give_hints(at: Table, *hints: Hint) -> None:
    """Tell the screen what a bot has found, without asking any."""
    session = at.session
    session.tell(HintFound(*session.hints.tell(session.match, session.viewer, hints)))


async def test_a_tip_with_its_reason_and_its_rivals_fits_on_the_smallest_screen() -> None:
    async with table(mezen_until("announce"), size=(80, 24)) as at:
        best, second, third = (move.notation for move in list(at.match.state.legal_moves())[:3])
        reason = "more points this round and more points next round"
        give_hints(at, Hint((best,), 0.0, reason), Hint((second,), 11.26, ""), Hint((third,), 12.0, ""))
        await at.settle()
        told = " ".join(line.strip() for line in screen_rows(at.app)[-4:-2])
        rival = first_clause(at.board.view.describe_move(at.match.parse_move(second)))
        assert told.startswith("Tip: ") and told.endswith(f" About 11 points better than “{rival}”, with {reason}.")
        await at.press("right")
        assert not at.shows("Tip: ")


async def test_a_tip_while_placing_points_to_f() -> None:
    async with table(mezen_until("place", hand=3)) as at:
        await at.press("t")
        await at.settle()
        assert at.shows("Tip: confirm this arrangement: now ")
        assert len(at.board.draft.tiles) == len(at.match.state.hand)


async def test_a_tip_that_comes_while_another_board_is_looked_at_leads_back() -> None:
    async with table(mezen_until("lift", (YOU, BOT), round_=2)) as at:
        await at.press("o")
        assert at.board.viewed_seat == 1
        give_hints(at, Hint((at.match.legal_moves[-1].notation,), 0.0, "because"))
        assert at.board.viewed_seat is None
        assert at.board.current_choice.first_move == at.match.legal_moves[-1]


async def test_no_tip_while_a_bot_thinks() -> None:
    async with table(mezen_until("announce", (YOU, BOT), seat=0)) as at:
        os.kill(thoughts(at).pid, signal.SIGSTOP)
        await at.press("enter")
        assert is_thinking(at.play)
        await at.press("o", "t")
        assert at.shows("Vera's board")
        assert at.shows("Tips are available on your turn.")
        assert not at.session.is_hint_pending


async def test_no_tip_while_another_board_is_looked_at() -> None:
    async with table(mezen_until("lift", (YOU, BOT), seat=0)) as at:
        await at.press("o", "t")
        assert at.shows("Vera's board")
        assert at.shows("Tips are available on your turn.")
        assert not at.session.is_hint_pending


async def test_inspect_others_rules_and_keys() -> None:
    async with table(mezen_until("announce", (YOU, BOT, BOT2), seat=0)) as at:
        await at.press("i")
        assert at.shows("Goal now:")
        assert at.shows("─ horse ─") and at.shows("horse: groups of 2, 1, 1 and 1")
        await at.press("i")
        at.board.cursor = CELL[12]
        await at.press("i")
        assert at.shows("─ c3 ─") and at.shows("c3: light")
        await at.press("i")
        assert isinstance(at.screen, MatchScreen)
        seen = []
        for _ in range(3):
            await at.press("o")
            seen.append(at.board.board_seat)
        assert seen == [1, 2, 0]
        assert at.board.is_deciding and not at.shows("You look at the board of")
        await at.press("o", "enter")
        assert at.board.board_seat == 0
        await at.press("question_mark")
        assert isinstance(at.screen, RulesScreen)
        assert at.shows("Mezen")
        await at.press("down", "pagedown", "end", "home", "up", "pageup", "escape")
        assert isinstance(at.screen, MatchScreen)


async def test_the_help_lists_every_key_of_the_screen() -> None:
    async with table(mezen()) as at:
        await at.press("f1")
        seen = at.text()
        for _ in range(12):
            await at.press("down")
            seen += at.text()
        for text in (
            "Move the cursor up",
            "Jump to the previous place where you can act",
            "Fill in a good arrangement",
            "Leave Samovar",
        ):
            assert text in seen, text
        await at.press("escape")
        assert isinstance(at.screen, MatchScreen)


# Menu and palette


async def test_everything_in_the_menu() -> None:
    async with table(mezen_after(6)) as at:
        moves = len(at.match.log)
        await at.press("escape", "enter")
        assert isinstance(at.screen, MatchScreen)
        await at.press("escape", "2")
        assert len(at.match.log) < moves
        await at.press("escape", "3")
        await at.press("escape")
        await at.click_words("The rules of this game")
        assert isinstance(at.screen, RulesScreen)
        await at.press("q", "escape")
        await at.click_words("Settings: colours")
        assert isinstance(at.screen, SettingsScreen)
        await at.press("escape", "escape")
        await at.click_words("All keys of this screen")
        assert at.shows("Move the cursor up")
        await at.press("escape", "escape", "up", "up", "enter")
        assert isinstance(at.screen, HomeScreen)
        assert at.shows("Continue       Mezen")


async def test_quit_from_the_menu_and_by_ctrl_c_above_a_dialog() -> None:
    for keys in (["escape", "up", "enter"], ["escape", "ctrl+c"], ["i", "ctrl+c"], ["s", "ctrl+c"], ["ctrl+c"]):
        async with table(mezen_after(3)) as at:
            await at.press(*keys)
            assert at.app._exit, keys


async def test_the_palette_offers_every_command_and_runs_it() -> None:
    async with table(mezen_after(5)) as at:
        offered = {command.title for command in at.app.get_system_commands(at.screen)}
        wanted = {"Undo", "Redo", "Tip", "Rules", "Save", "Log", "Fill in", "Settings", "Keys", "Home", "Theme: Light"}
        assert wanted <= offered
        assert {"Matches", "Puzzles", "Statistics", "Rules of Mezo", "Set up a position of Gzhel"} <= offered
        moves = len(at.match.log)
        await at.press("ctrl+p")
        await at.type("undo")
        await at.wait(lambda: at.shows("Undo your last move"))
        await at.press("enter")
        await at.wait(lambda: len(at.match.log) < moves)


async def test_a_theme_from_the_palette_is_seen_at_once() -> None:
    async with table(mezen()) as at:
        before = at.play.query_one("#board").canvas.styles
        await at.press("ctrl+p")
        await at.type("theme: light")
        await at.wait(lambda: at.shows("Theme: Light"))
        await at.press("enter")
        await at.wait(lambda: at.app.settings.theme == "light")
        assert at.play.query_one("#board").canvas.styles != before
        ground = at.play.palette.style().bgcolor
        assert at.play.query_one("#board").canvas.styles[18][38].bgcolor == ground


# Saving


async def test_a_match_gets_a_name() -> None:
    async with table(mezen_after(3)) as at:
        await at.press("s")
        assert at.shows("Name of this match:")
        await at.type("Sunday tea")
        await at.press("enter")
        assert at.shows("Saved as Sunday tea.")
    assert MatchStore().find("sunday tea").record is not None


async def test_a_taken_name_is_refused() -> None:
    with MatchStore().new_file() as other:
        other.save(mezen())
        other.rename(mezen(), "tea")
    async with table(mezen_after(3)) as at:
        await at.press("s")
        await at.type("tea")
        await at.press("enter")
        assert at.shows("Another match is already called 'tea'.")


async def test_a_match_that_is_open_elsewhere_can_only_be_looked_at() -> None:
    with MatchStore().new_file() as other:
        match = mezen_after(4, (YOU, BOT))
        other.save(match)
        opened = MatchStore().open_entry(MatchStore().entries()[0])
        async with table(opened.match, match_file=opened.file, remarks=opened.messages) as at:
            assert at.shows("is open in another Samovar")
            before = opened.match.state.digest()
            for key in ("enter", "1", "u", "r", "U", "f", "t", "tab", "o", "escape", "i", "escape"):
                await at.press(key)
                await at.pilot.pause()
            assert opened.match.state.digest() == before
            assert "you can only watch it here" in " ".join(at.text().split())
        record = MatchStore().entries()[0].record
        assert record is not None and record.moves == [entry.notation for entry in match.log]


async def test_a_disk_that_cannot_be_written_is_told_and_the_match_goes_on() -> None:
    store = MatchStore()
    store.paths.matches.parent.mkdir(parents=True)
    store.paths.matches.write_text("a file where the folder should be")
    async with table(mezen()) as at:
        assert at.shows("The match could not be saved")
        await at.press("enter")
        assert len(at.match.log) >= 1
        assert at.shows("The match could not be saved")
        store.paths.matches.unlink()
        await at.press("u")
        assert not at.shows("could not be saved")
    assert saved().log == []


# Bots


def thoughts(at: Table) -> "subprocess.Popen[bytes]":
    """The process in which the bots think."""
    process = at.app.bot_client._process
    assert isinstance(process, subprocess.Popen)
    return process


async def test_a_killed_bot_is_told_and_the_match_goes_on() -> None:
    match = mezen_until("announce", (YOU, BOT), seat=0)
    async with table(match) as at:
        process = thoughts(at)
        os.kill(process.pid, signal.SIGSTOP)  # so that it cannot answer before it is killed
        await at.press("enter")
        assert is_thinking(at.play)
        assert at.shows("Vera is thinking")
        moves = len(match.log)
        os.kill(process.pid, signal.SIGKILL)
        await at.wait(lambda: len(match.log) > moves)
        assert "Vera could not think (the bots' process has ended)" in note_text(match.notes[-1], match)
        assert at.shows("Vera could not think")
        await at.settle()
        assert match.waits_for_human
        await at.press("t")
        await at.settle()
        assert at.shows("Tip: ")


async def test_a_bot_killed_while_idle_comes_back() -> None:
    async with table(mezen_until("announce", (YOU, BOT), seat=0)) as at:
        process = thoughts(at)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        await at.press("enter")
        await at.settle()
        assert at.match.notes == []
        assert {entry.seat for entry in at.match.log} == {0, 1}


def before_a_lift_by_the_bot() -> tuple[Match, tuple[str, ...]]:
    """Anna is about to redo the move after which Vera lifts four tiles or more; and how Vera might place them."""
    match, rng = mezen((YOU, BOT), open_backs=True), Rng(3)
    while True:
        match.play(rng.choice(list(match.legal_moves)))
        if match.state.prompt.kind != "lift" or match.state.actor != 1 or match.log[-1].seat != 0:
            continue
        for move in match.legal_moves:
            world, plan = match.state.copy(), [move.notation]
            world.play(move)
            while world.prompt.kind == "place":
                plan.append(world.legal_moves()[-1].notation)
                world.play(world.legal_moves()[-1])
            if len(plan) > 4:
                match.undo()
                return match, tuple(plan)


class HandBots:
    """Bots that reply when a test says so, even to what has been cancelled meanwhile."""

    def __init__(self) -> None:
        #: For each request, who is told the reply.
        self.replies: list[OnReply] = []

    def ask(self, match: AnyMatch, level: str, budget: Budget, reply: OnReply, hint: bool = False) -> Ticket:
        self.replies.append(reply)
        return len(self.replies)

    def ask_verdict(self, game: Game, state: State, tried: PuzzleSubmission, reply: OnReply) -> Ticket:
        raise NotImplementedError("this is no puzzle")

    def ask_review(self, game: Game, case: ReviewCase, reply: OnReply) -> Ticket:
        raise NotImplementedError("nothing is reviewed")

    def is_latest(self, ticket: Ticket) -> bool:
        return ticket == len(self.replies)

    def cancel(self, ticket: Ticket) -> None:
        """Do nothing: the reply is on its way."""


async def open_with(bots: HandBots, at: Table, match: Match) -> None:
    """Open a match in which these bots play."""
    at.app.settings.pace = AT_ONCE
    services = at.app.session_services._replace(bots=bots)
    at.app.push_screen(MatchScreen(LocalSession(match, None, services), PlayFeature()))
    await at.pilot.pause()


async def test_a_bot_goes_on_with_the_turn_it_has_planned() -> None:
    match, plan = before_a_lift_by_the_bot()
    bots = HandBots()
    async with table() as at:
        await open_with(bots, at, match)
        await at.press("r")
        assert is_thinking(at.play)
        begin = len(match.log)
        bots.replies[0](BotReply(1, plan))
        await at.wait(lambda: len(match.log) >= begin + len(plan))
        assert tuple(entry.notation for entry in match.log[begin : begin + len(plan)]) == plan


async def test_undo_while_a_bot_thinks_drops_its_answer() -> None:
    match = mezen_until("announce", (YOU, BOT), seat=0)
    begin = len(match.log)
    async with table(match) as at:
        process = thoughts(at)
        os.kill(process.pid, signal.SIGSTOP)
        await at.press("enter")
        assert is_thinking(at.play)
        await at.press("u")
        assert len(match.log) == begin
        assert not is_thinking(at.play)
        assert process.poll() is not None
        for _ in range(20):
            await at.pilot.pause(0.02)
        assert len(match.log) == begin


async def test_an_answer_that_was_on_its_way_is_dropped() -> None:
    """The answer to a tip lies in the queue when the move is made and a bot is asked."""
    match = mezen_until("announce", (YOU, BOT), seat=0)
    bots = HandBots()
    async with table() as at:
        await open_with(bots, at, match)
        at.play.action_tip()
        bots.replies[0](BotReply(1, ("points",)))
        at.play.make_choice(at.board.choices[0])
        assert is_thinking(at.play)
        moves = [entry.notation for entry in match.log]
        await at.pilot.pause()
        assert is_thinking(at.play)
        assert [entry.notation for entry in match.log] == moves
        assert match.notes == []
        answer = match.legal_moves[0].notation
        bots.replies[1](BotReply(2, (answer,)))
        await at.wait(lambda: len(match.log) > len(moves))
        assert match.log[len(moves)].notation == answer


async def test_looking_around_while_a_bot_thinks() -> None:
    async with table(mezen_until("announce", (YOU, BOT), seat=0)) as at:
        process = thoughts(at)
        os.kill(process.pid, signal.SIGSTOP)
        await at.press("enter")
        moves = len(at.match.log)
        await at.press("right", "o", "i", "escape", "question_mark", "escape", "1", "enter")
        assert len(at.match.log) == moves
        await at.press("question_mark")
        os.kill(process.pid, signal.SIGCONT)
        await at.settle()
        assert len(at.match.log) > moves
        assert isinstance(at.screen, RulesScreen)
        await at.press("escape")
        assert not at.shows("is thinking")


async def test_play_again_against_a_bot_that_begins() -> None:
    """The old screen lets go of the bots without taking away what the new one has asked."""
    seats = (YOU, BOT)
    seed = next(s for s in range(99) if mezen(seats, s).state.actor == 0)
    async with table(mezen_after(10_000, seats, seed)) as at:
        await at.press("enter")
        await at.wait(lambda: at.match.waits_for_human)
        assert {entry.seat for entry in at.match.log} == {1}


async def test_play_again_goes_on_to_the_next_seat_unless_a_starter_was_named() -> None:
    seats = (YOU, FRIEND)
    for options, starters in (({}, {0: 1, 1: 0}), ({"starter": 2}, {1: 1})):
        for first, following in starters.items():
            seed = next(s for s in range(99) if mezen(seats, s, **options).state.actor == first)
            async with table(mezen_after(10_000, seats, seed, **options)) as at:
                await at.press("enter")
                assert at.match.log == [] and at.match.state.actor == following
                assert at.match.setup.options["starter"] == options.get("starter", "drawn")


# The end


@pytest.mark.parametrize("key", ["enter", "v", "u", "escape"])
async def test_after_the_result(key: str) -> None:
    match = mezen_after(10_000, (YOU,))
    async with table(match) as at:
        assert isinstance(at.screen, ResultScreen)
        assert at.shows("Points by round")
        await at.press(key)
        if key == "enter":
            assert at.match is not match
            assert (at.match.log, at.match.names) == ([], ["Anna"])
            assert at.match.setup.seed != match.setup.seed
        elif key == "v":
            assert at.shows(f"Move 0 of {len(match.log)}")
            await at.press("escape")
            assert at.shows("The game is over.")
        elif key == "u":
            assert not match.is_over
            assert isinstance(at.screen, MatchScreen)
        else:
            assert isinstance(at.screen, HomeScreen)


async def test_a_game_that_is_over_can_be_left() -> None:
    match = mezen_after(10_000, (YOU,))
    async with table(match) as at:
        await at.press("v", "escape", "1", "t")
        assert at.shows("Enter result")
        await at.press("enter")
        assert at.shows("the result")
        await at.press("v", "escape", "escape")
        assert at.shows("Go home")
        await at.click_words("Go home")
        assert isinstance(at.screen, HomeScreen)


async def test_a_key_after_the_last_payoff_is_for_the_result() -> None:
    """What is shown last ends with any key; the menu of the match does not open above the result then."""
    match = next(found for seed in range(1, 99) if (found := before_the_last_payoff(seed)) is not None)
    async with table(match, payoff=True) as at:
        at.session.submit([match.legal_moves[0]])
        assert match.is_over and at.session.is_showing
        await at.press("escape")
        assert isinstance(at.screen, HomeScreen)


def before_the_last_payoff(seed: int) -> Match | None:
    """A match before its last decision, if that brings points that are worth a look."""
    match = mezen_after(10_000, (YOU,), seed)
    match.undo()
    after = match.state.copy()
    events: list[GameEvent] = []
    after.play(match.legal_moves[0], events.append)
    found = match.game.view(after, 0, match.names).moments(match.state, events)
    return match if after.actor is None and found else None


# Room


async def test_a_window_that_is_too_small_and_comes_back() -> None:
    async with table(mezen_after(4)) as at:
        before = at.text()
        for size in ((79, 24), (80, 23), (20, 5), (5, 2), (1, 1)):
            await at.pilot.resize_terminal(*size)
            await at.pilot.pause()
            await at.press("right", "i", "escape")
            if size[0] > 60:
                assert at.shows(f"Samovar needs 80x24; this window has {size[0]}x{size[1]}")
        await at.press("left")
        await at.pilot.resize_terminal(80, 24)
        await at.pilot.pause()
        assert at.text() == before


async def test_a_curtain_hides_everything() -> None:
    """What a secret decision shows is not on the screen before its player sits there."""
    match = mezen_until("announce", (YOU, FRIEND, BOT2), seat=0)
    async with table(match) as at:
        at.app.change_settings(lambda settings: setattr(settings, "confirm_turn", False))
        await at.press("enter")
        assert isinstance(at.screen, PassKeyboardDialog)
        shown = at.text()
        assert [row for row in at.rows() if row.strip() and row.strip()[0] not in "╭│╰"] == []
        await at.press("escape", "1", "x", "tab")
        assert at.text() == shown
        underneath = "\n".join(panel.canvas.to_text() for panel in at.play.query("CanvasView"))
        assert "keep" not in underneath
        assert "◆" not in underneath
        await at.click(40, 12)
        assert isinstance(at.screen, MatchScreen)
        assert at.shows("Boris: ")


async def test_gone_home_in_front_of_a_curtain() -> None:
    async with table(mezen_until("announce", (YOU, FRIEND, BOT2), seat=0)) as at:
        at.app.change_settings(lambda settings: setattr(settings, "confirm_turn", False))
        await at.press("enter")
        at.app.go_home()
        await at.pilot.pause()
        assert at.shows("Continue       Mezen")
        await at.press("enter")
        assert isinstance(at.screen, PassKeyboardDialog)

"""A puzzle on its game's screen: the turn is played as in a match, then it is told what it was worth.

Nobody answers the turn, nothing is saved but that it was tried, and there are no tips.
"""

from collections.abc import Callable
from datetime import date

from core.bots.failures import trouble_text
from core.game import Game
from core.match import Match
from core.puzzles.attempt import Tried, Verdict, made, turn_made
from core.puzzles.book import Puzzle
from tui import commands
from tui.app import game_screen
from tui.features.puzzles import practice as puzzling
from tui.features.puzzles.practice import Pool, Practice
from tui.match.play_screen import PlayScreen, screen_of
from tui.screens.base import Key
from tui.screens.dialogs import Entry, Pick
from tui.widgets.canvas import Picture, wrap

_WHY = "Why"


class PuzzleTable(PlayScreen):
    """A puzzle being tried."""

    own_commands = commands.PUZZLE

    def __init__(self, match: Match, practice: Practice, pool: Pool, puzzle: Puzzle) -> None:
        super().__init__(match, None, [puzzling.INVITATION])
        self.practice = practice
        self.pool = pool
        self.puzzle = puzzle
        #: The turn that was made, and the position after it; None while it goes on.
        self.turn: tuple[str, ...] | None = None
        self.mine: Match | None = None
        self.judging = False
        self.verdict: Verdict | None = None
        #: Whether the answer has been looked at, and whether it is on the board now.
        self.revealed = False
        self.shows_answer = False

    @property
    def game(self) -> Game:
        return self.pool.game

    @property
    def told(self) -> bool:
        """Whether it has been told what the best turn is."""
        return self.verdict is not None or self.revealed

    @property
    def no_tips(self) -> str:
        return puzzling.NO_TIPS

    @property
    def deciding(self) -> bool:
        return super().deciding and self.turn is None and not self.told

    # The turn, and what it was worth

    def follow(self) -> None:
        """Go on with the turn or, once it is made, ask what it is worth. Bots do not answer it."""
        self.hush()
        self.house.thinker.cancel()
        if self.turn is None and not self.told:
            if (turn := turn_made(self.match)) is not None:
                self.turn, self.mine = turn, self.match
                self._ask_worth(turn)
            else:
                self.shown_to = self.match.state.actor
                self.begin(None)
        self.repaint()

    def _ask_worth(self, turn: tuple[str, ...]) -> None:
        self.judging = True
        thinker = self.house.thinker
        thinker.listener = self._heard
        thinker.ask_worth(self.game, self.match.state_at(0), Tried(tuple(self.puzzle.answer.split()), turn))

    def on_play_screen_answered(self, message: PlayScreen.Answered) -> None:
        answer = message.answer
        if answer.ticket != self.house.thinker.ticket or not self.judging:
            return
        self.judging = False
        if answer.verdict is None:
            self.remark = f"The master could not judge this turn ({trouble_text(answer.trouble)}): a tries it again."
        else:
            self.verdict = answer.verdict
            self.remark = self.practice.keep(self.game, self.puzzle, self.verdict)
        self.repaint()

    # What comes after it

    def action_again(self) -> None:
        """From the beginning: what was seen stays known, but the board is as it was."""
        self.match = puzzling.laid_out(self.game, self.puzzle)
        self.turn = self.mine = self.verdict = None
        self.judging = self.revealed = self.shows_answer = False
        self.begun = self.looked_at = None
        self.remark = puzzling.INVITATION
        self.follow()

    def action_answer(self) -> None:
        """Show the best turn on the board, and one's own again."""
        if self.judging:
            return
        if not self.told:
            self.revealed = True
            self.remark = self.practice.keep(self.game, self.puzzle, None)
        self.shows_answer = not self.shows_answer
        if self.shows_answer or self.mine is None:
            self.shows_answer = True
            self.match = puzzling.laid_out(self.game, self.puzzle)
            made(self.match, self.puzzle.answer.split())
        else:
            self.match = self.mine
        self.begun = self.looked_at = None
        self.follow()

    def action_following(self) -> None:
        """To the next puzzle of the same kind."""
        puzzle = self.practice.following(self.pool, self.puzzle.id)
        if puzzle is None:
            self.remark = puzzling.none_left(self.pool)
            self.repaint()
        else:
            self.house.pop_screen()
            self.house.push_screen(table(self.practice, self.pool, puzzle))

    def action_choose(self) -> None:
        if (self.told or self.turn is not None) and self.looked_at is None:
            if not self.judging:
                self.action_following()
        else:
            super().action_choose()

    def _change(self, change: Callable[[], None]) -> None:
        if self.turn is not None or self.told:
            self.remark = "The turn is made: a tries the puzzle again."
            self.repaint()
        else:
            super()._change(change)

    def _open_menu(self) -> None:
        wanted = ("undo", "restart", "again", "answer", "following", "inspect", "others", "rules")
        entries = [Entry("Go on with this puzzle", "")]
        entries += [Entry(c.help, c.name) for c in commands.PUZZLE if c.name in wanted]
        entries += [Entry(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [Entry("Back to all puzzles", "leave"), Entry("Go home", "app.home"), Entry("Quit", "app.leave")]
        self.house.push_screen(Pick("Menu", entries), self._from_menu)

    def action_leave(self) -> None:
        self.house.leave_screen()

    # What is shown

    def when(self) -> str:
        return f"{puzzling.title(self.game, self.puzzle)} · {super().when()}"

    def question(self) -> str:
        if self.looked_at is not None:
            return super().question()
        if self.told:
            return puzzling.headline(self.verdict)
        if self.turn is not None:
            return puzzling.JUDGING if self.judging else "Your turn is made."
        return super().question()

    def preview(self) -> str:
        if not self.told or self.looked_at is not None:
            return super().preview()
        return puzzling.again_in_words(self.practice.progress(self.game), self.puzzle, date.today())

    def keys(self) -> list[Key]:
        if self.turn is None and not self.told:
            *keys, menu = super().keys()
            return [*keys, Key("v", "answer", "answer"), menu]
        toggle = "your turn" if self.shows_answer else "the best turn"
        after = [Key("⏎", "next", "choose"), Key("a", "try again", "again")]
        after += [Key("v", toggle, "answer")] if self.mine is not None else []
        looking = [Key("?", "rules", "rules"), Key("i", "inspect", "inspect"), Key("Esc", "menu", "back")]
        return looking if self.judging else [*after, *looking]

    def paint_side(self, picture: Picture) -> None:
        """What stands beside the board in a match; afterwards, what the turn was worth and why."""
        if self.told and self.looked_at is None:
            self._paint_verdict(picture)
        else:
            super().paint_side(picture)

    def _paint_verdict(self, picture: Picture) -> None:
        look, width, y = self.look, picture.width - 2, 1
        parts = [(head, wrap(words, width)) for head, words in self._parts()]
        _shorten(parts, picture.height - 2 * len(parts))
        for head, lines in parts:
            picture.text(1, y, head, look.style("accent", "ground", "bold"))
            picture.lines(1, y + 1, lines, look.style())
            y += len(lines) + 2

    def _parts(self) -> list[tuple[str, str]]:
        """What is told beside the board, with its headings."""
        match, verdict = self.mine or self.match, self.verdict
        answer, rival = self.puzzle.answer.split(), self.puzzle.rival.split()
        reason = (_WHY, puzzling.why(self.game, self.puzzle, verdict))
        if self.turn is None or verdict is None or verdict.same:
            shown = ("The best turn (shown)", puzzling.told(match, answer))
            return [shown, reason, ("The next best turn", puzzling.told(match, rival, answer))]
        mine, best = "Your turn", "The best turn (shown)"
        if not self.shows_answer:
            mine, best = "Your turn (shown)", "The best turn"
        return [
            (mine, puzzling.told(match, self.turn, answer)),
            (best, puzzling.told(match, answer, self.turn)),
            reason,
        ]


def _shorten(parts: list[tuple[str, list[str]]], room: int) -> None:
    """Cut the longest turns until everything has room; a sign tells where. The reason is told in full."""
    turns = [lines for head, lines in parts if head != _WHY]
    while sum(len(lines) for _, lines in parts) > room and (longest := max(turns, key=len))[1:]:
        longest.pop()
        longest[-1] = longest[-1].rstrip("…,. ") + "…"


def table(practice: Practice, pool: Pool, puzzle: Puzzle) -> PuzzleTable:
    """The screen on which a puzzle is tried."""
    match = puzzling.laid_out(pool.game, puzzle)
    kind: type[PuzzleTable] = screen_of(PuzzleTable, game_screen(match))
    return kind(match, practice, pool, puzzle)

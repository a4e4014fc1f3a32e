"""Plain mode: play any game in plain lines on standard input and output, for screen readers, scripts and tests.

    how = PlainMatch(match, match_file, PlainConsole(ascii=False), services=services).play()
    # "over", "left" or "interrupted"

Every move is on disk before the next question is asked. No output is coloured, and no line is redrawn.
"""

from collections.abc import Callable, Sequence

import msgspec

from core.bots.failures import no_hint_text
from core.bots.player import bot_rng
from core.match import Match
from saves.lessons import LessonStore
from saves.match_store import MatchFile
from tui.features.lessons.text import first_decision_text, first_result
from tui.plain.console import Ending, EndOfInputError, PlainConsole, play_until_left
from tui.plain.face import PlainFace
from tui.plain.text import COMMANDS, exit_text, goes_on_text, hint_lines, position_lines, result_lines
from tui.services import Services
from tui.sessions.changes import Change, DecisionBegan
from tui.sessions.local import LocalSession
from tui.sessions.session import PLAIN
from tui.terminal.streams import NoInputError


class PlainMatch(PlainFace[LocalSession]):
    """A match with its file, in lines."""

    def __init__(
        self,
        match: Match,
        match_file: MatchFile,
        console: PlainConsole,
        remarks: Sequence[str] = (),
        *,
        services: Services,
    ) -> None:
        # A script answers questions; it does not press Enter for somebody who sits down.
        policy = msgspec.structs.replace(PLAIN, passes_keyboard=console.is_terminal)
        super().__init__(lambda used: LocalSession(match, match_file, used, policy), services, console, COMMANDS)
        self._services = services
        self.match_file = match_file
        self._remarks = remarks

    def play(self) -> Ending:
        """Play until the match is over, a player leaves or interrupts, or the input ends."""
        self.printer.print_lines(self._remarks)
        if self.match_file.read_only:
            self._show()
            return "left"
        try:
            how = play_until_left(self._play, self.console)
        finally:
            self.session.close()
        if how == "over" and self.match.is_over:
            self._print_result()
            return "over"
        self.console.print(exit_text(self.match_file, is_behind=bool(self.printer.save_trouble)))
        self.console.flush()
        return "left" if how == "over" else how  # another process has taken the file

    def _play(self) -> None:
        """Play; whoever leaves has every move on disk, unless the disk refused until now.

        An interruption may come in the middle of a move: what is on disk is whole, so it stays as it is.
        """
        try:
            self._open()
            self.run()
        except (EndOfInputError, NoInputError):
            self.session.save()
            raise

    def _open(self) -> None:
        """Begin the match, or go on with it. What was resumed is on disk already."""
        if not self.match_file.slug:
            self.printer.print_entries(self.match.log)
            self.session.start()
            return
        if not self.match.is_over and self.match.log:
            self.console.print(goes_on_text(self.match))
        self.session.advance()

    def _show(self) -> None:
        """Show a match that is open elsewhere, which cannot be played here."""
        if self.match.is_over:
            self._print_result()
        else:
            self.printer.print_lines(position_lines(self.match, None))

    # Commands

    def commands_alone(self) -> dict[str, Callable[[], None]]:
        return super().commands_alone() | {"redo": self.session.redo, "tip": self._tip}

    def commands_with_text(self) -> dict[str, Callable[[str], None]]:
        return super().commands_with_text() | {"save": self._save_as}

    def _tip(self) -> None:
        """Print what a master would do, why, and the next best turns."""
        if self.session.no_hint_reason:
            self.console.print(self.session.no_hint_reason)
            return
        try:
            told = hint_lines(self.match, bot_rng(self.match), self._services.analysis)
        except Exception as error:
            self.console.print(no_hint_text(type(error).__name__))
            return
        self.printer.print_lines(told)
        self.session.note_hint()

    def _save_as(self, name: str) -> None:
        if name:
            self.session.rename(name)
        else:
            self.session.save()
            self.console.print(self.printer.save_trouble or f"Saved as {self.match_file.title}.")

    # What is explained once

    def on_change(self, change: Change) -> None:
        super().on_change(change)
        if isinstance(change, DecisionBegan):
            self.printer.print_board_if_turn_begins()
            if self.session.services.settings.explain:
                self._explain_once(first_decision_text)

    def _print_result(self) -> None:
        self.printer.print_lines(result_lines(self.match))
        self._explain_once(first_result)
        self.console.flush()

    def _explain_once(self, explain: Callable[[Match, LessonStore], str]) -> None:
        """Print what a newcomer is told once; on a terminal only, not for scripts."""
        if self.console.is_terminal and (text := explain(self.match, LessonStore(self._services.paths))):
            self.console.print(text)

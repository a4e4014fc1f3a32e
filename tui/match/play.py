"""A match at this terminal on the match screen: an ordinary one, and what is the same in try-outs and puzzles."""

import shlex
from collections.abc import Mapping

from core.match import Match
from core.text import count_text
from saves.guest import typed_command
from saves.match_store import MatchFile
from tui import commands
from tui.features.lessons.text import first_decision_text
from tui.match.feature import Action, MatchFeature
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, PromptDialog
from tui.sessions.local import LocalSession


class PlayFeature(MatchFeature):
    """A match that is played and saved here."""

    commands = commands.MATCH
    bar = ("undo", "redo", "tip", "rules", "news", "others", "inspect", "log", "back")
    menu = ("undo", "redo", "restart", "tip", "inspect", "others", "log", "rules", "name_match")

    @property
    def local(self) -> LocalSession:
        assert isinstance(self.session, LocalSession)
        return self.session

    @property
    def actions(self) -> Mapping[str, Action]:
        return {"name_match": self._ask_name}

    def _ask_name(self) -> None:
        match_file = self.local.match_file
        if match_file is not None:
            self.app.push_screen(PromptDialog("Name of this match:", match_file.name), self._rename)

    def _rename(self, name: str | None) -> None:
        if name is not None:
            self.local.rename(name)

    def enter(self) -> None:
        self.on_ended()

    def on_ended(self) -> None:
        session = self.local
        undo = session.undo if session.can_undo() else None
        slug = session.match_file.slug if session.match_file is not None else ""
        self.app.navigation.show_result(session.match, undo, slug)

    def exit_text(self) -> str | None:
        match_file = self.local.match_file
        return exit_text(self.session.match, match_file) if match_file is not None else None

    def first_decision_text(self) -> str:
        """Return what a kind of decision is about, the first time that it comes up; a setting turns this off."""
        if not self.app.settings.explain:
            return ""
        return first_decision_text(self.session.match, self.app.lesson_store)

    log_hint = "u undo to here  Enter close"

    def ask_undo_to(self, at: int) -> None:
        moves = count_text(len(self.session.log_match.log) - at, "move")
        entries = [
            ChoiceOption("Keep everything", False),
            ChoiceOption(f"Undo {moves}, from move {at + 1} on", True, "r brings them back, one choice at a time."),
        ]
        self.app.push_screen(ChoiceDialog("Undo to this line?", entries), lambda sure: self._undo_to(at, bool(sure)))

    def _undo_to(self, at: int, sure: bool) -> None:
        if sure:
            self.session.undo_to(at)


def exit_text(match: Match, match_file: MatchFile) -> str:
    """Return what is printed when the player leaves: whether the match is saved, and how to resume it."""
    if match.is_over or match_file.read_only:
        return ""
    if not match_file.is_written:
        return f"{match.game.title} could not be saved; it is not on the disk." if match_file.is_behind else ""
    resume = typed_command(f"resume {shlex.quote(match_file.title)}")
    if match_file.is_behind:
        return f"The last moves of {match.game.title} are not saved; {resume} continues from before them."
    return f"{match.game.title} is saved. Continue it with: {resume}"

"""Save a match after every move, name it, and follow it while another process plays it."""

from collections.abc import Collection

from core.match import Match
from saves.errors import SaveError
from saves.match_store import MatchFile
from tui.match.hints import HintScreen
from tui.screens.dialogs import PromptDialog


class SavingScreen(HintScreen):
    """A match screen with a match file; a match that is only shown has none."""

    def __init__(self, match: Match, match_file: MatchFile | None, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        self.match_file = match_file
        self._is_unlocked = False

    @property
    def read_only_reason(self) -> str:
        """Why this match can only be watched; empty when it can be played."""
        return self.match_file.read_only if self.match_file is not None else ""

    def save(self) -> None:
        if self.match_file is not None and not self.read_only_reason and (trouble := self.match_file.save(self.match)):
            self.status = trouble

    def action_name_match(self) -> None:
        if self.match_file is not None:
            self.samovar_app.push_screen(PromptDialog("A name for this match:", self.match_file.name), self._named)

    def _named(self, name: str | None) -> None:
        if name is None or self.match_file is None:
            return
        try:
            self.status = self.match_file.rename(self.match, name) or f"Saved as {self.match_file.title}."
        except SaveError as error:
            self.status = str(error)
        self.repaint()

    # Played elsewhere

    @property
    def can_take_over(self) -> bool:
        """Whether the process that played this match elsewhere has released it."""
        return bool(self.read_only_reason) and self._is_unlocked

    def poll_file(self) -> None:
        """Reload a match that another process plays, and notice when that process releases it."""
        if self.match_file is None or not self.read_only_reason:
            return
        if (newer := self.match_file.reload_if_changed()) is not None:
            self.match = newer
            self.draft = None
            self.repaint()
        elif self._is_unlocked != self.match_file.is_unlocked:
            self._is_unlocked = not self._is_unlocked
            self.repaint()

    def take_over(self) -> None:
        """Lock a match that was played elsewhere and play on here."""
        assert self.match_file is not None
        try:
            taken = self.match_file.take_over()
        except SaveError as error:
            self.status = str(error)
            self.repaint()
            return
        if taken is not None:
            self.match = taken
            self.status = "The match is yours here now."
            self.resume_match()

    def resume_match(self) -> None:
        """Resume the match from its present state. Subclasses override it."""

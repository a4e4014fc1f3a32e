"""A match that is kept: saved after every move, given a name, followed here while it is played elsewhere."""

from collections.abc import Collection

from core.match import Match
from saves.errors import SaveError
from saves.match_store import MatchFile
from tui.match.hints import HintScreen
from tui.screens.dialogs import PromptDialog


class SavingScreen(HintScreen):
    """A match with a keeper; one that is only shown has none."""

    def __init__(self, match: Match, match_file: MatchFile | None, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        self.match_file = match_file
        self._is_unlocked = False

    @property
    def read_only_reason(self) -> str:
        """Why this match may only be looked at; empty when it may be played."""
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
        """Whether whoever played this match elsewhere has gone."""
        return bool(self.read_only_reason) and self._is_unlocked

    def poll_file(self) -> None:
        """Follow what is played elsewhere, and notice when nobody plays there any more."""
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
        """Play on here what was played elsewhere."""
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
        """Go on with the match as it stands now."""

"""A match that is kept: saved after every move, given a name, followed here while it is played elsewhere."""

from collections.abc import Collection

from core.match import Match
from saves.errors import SaveError
from saves.match_store import Keeper
from tui.match.hints import Advised
from tui.screens.dialogs import Ask


class Kept(Advised):
    """A match with a keeper; one that is only shown has none."""

    def __init__(self, match: Match, keeper: Keeper | None, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        self.keeper = keeper
        self._is_free = False

    @property
    def read_only(self) -> str:
        """Why this match may only be looked at; empty when it may be played."""
        return self.keeper.read_only if self.keeper is not None else ""

    def save(self) -> None:
        if self.keeper is not None and not self.read_only and (trouble := self.keeper.save(self.match)):
            self.remark = trouble

    def action_name_match(self) -> None:
        if self.keeper is not None:
            self.house.push_screen(Ask("A name for this match:", self.keeper.name), self._named)

    def _named(self, name: str | None) -> None:
        if name is None or self.keeper is None:
            return
        try:
            self.remark = self.keeper.rename(self.match, name) or f"Saved as {self.keeper.called}."
        except SaveError as error:
            self.remark = str(error)
        self.repaint()

    # Played elsewhere

    @property
    def can_take_over(self) -> bool:
        """Whether whoever played this match elsewhere has gone."""
        return bool(self.read_only) and self._is_free

    def look_again(self) -> None:
        """Follow what is played elsewhere, and notice when nobody plays there any more."""
        if self.keeper is None or not self.read_only:
            return
        if (newer := self.keeper.newer()) is not None:
            self.match = newer
            self.begun = None
            self.repaint()
        elif self._is_free != self.keeper.is_free:
            self._is_free = not self._is_free
            self.repaint()

    def take_over(self) -> None:
        """Play on here what was played elsewhere."""
        assert self.keeper is not None
        try:
            taken = self.keeper.take_over()
        except SaveError as error:
            self.remark = str(error)
            self.repaint()
            return
        if taken is not None:
            self.match = taken
            self.remark = "The match is yours here now."
            self.follow()

    def follow(self) -> None:
        """Go on with the match as it stands now."""

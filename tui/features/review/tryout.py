"""Another turn in a finished match, tried on the match screen."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.match import Match
from core.review.turns import Turn
from tui import commands
from tui.features.review.text import judged_reason, turn_text
from tui.features.review.tryout_session import TryoutSession
from tui.match.feature import Action
from tui.match.play import PlayFeature
from tui.match.screen import MatchScreen
from tui.screens.play_again import play_from
from tui.sessions.mode import Judging, settled
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.app import SamovarApp


class TryoutFeature(PlayFeature):
    """A turn that is tried; the master says what it is worth."""

    commands = (*commands.MATCH, commands.PLAY_ON)

    @property
    def tryout(self) -> TryoutSession:
        assert isinstance(self.session, TryoutSession)
        return self.session

    @property
    def actions(self) -> Mapping[str, Action]:
        return {**super().actions, "play_on": self._play_on}

    def _play_on(self) -> None:
        """Start a new match from after the turn, or from before it when the game ends with it."""
        match = self.session.match
        at = self.tryout.began if match.is_over else len(match.log)
        play_from(self.app, match, at, self.tryout.seat)

    def enter(self) -> None:
        """Take the turn back, to try another."""
        self.session.undo()

    def go_back(self) -> None:
        self.app.leave_screen()

    def preview(self) -> str | None:
        if isinstance(settled(self.session.mode), Judging):
            return ""
        reviewed = self.tryout.reviewed_turn
        if reviewed is None:
            return None
        if reviewed.best == reviewed.turn.moves:
            return "The master would do the same. u: try another turn, Esc: back to the review."
        match = self.session.match
        why = f"; {reason}" if (reason := judged_reason(match.game, reviewed)) else ""
        return f"The master: {turn_text(match, reviewed, reviewed.best)}{why}."

    def keys(self) -> list[KeyLabel]:
        """Return the keys of any match, but with Escape for the review."""
        first, *rest, _ = super().keys()
        return [first, KeyLabel("c", "play on", "play_on"), *rest, KeyLabel("Esc", "review", "back")]


def show_tryout(app: "SamovarApp", match: Match, turn: Turn) -> None:
    """Push the screen on which another turn is tried."""
    session = TryoutSession(match, turn, app.session_services)
    app.push_screen(MatchScreen(session, TryoutFeature()))

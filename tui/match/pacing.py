"""Pause between moves: moments worth a look, the moves of bots at the player's pace, and the news."""

from collections.abc import Collection
from typing import Any

from textual.timer import Timer

from core.game import State
from core.match import Match
from core.view import Moment
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP
from tui.match.screen import MatchScreen
from tui.sessions.news import news_since

#: For how many seconds a moment is highlighted, and another player's move is shown before the next one.
_LIT, _SHOWN = 0.9, 0.7
#: The moves of one turn follow each other faster.
_SAME_TURN = 0.35


class PacedScreen(MatchScreen[Any, Any]):
    """A match screen that pauses at moments and after the moves of others, so that the player can follow them."""

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        #: The moments still to be shown before the match goes on, and whether a pause after another's move is running.
        self.moments: list[Moment] = []
        self.pause_running = False
        self._timer: Timer | None = None

    @property
    def is_showing(self) -> bool:
        """Whether something is being shown that the next move of a bot, or the result, waits for."""
        return self.pause_running or self.moment is not None

    def show_moment(self) -> None:
        """Show the next moment; after the last one, go on with the match."""
        self._stop_timer()
        self.moment = self.moments.pop(0) if self.moments else None
        if self.moment is None:
            self._go_on()
        elif not self.moment.waits_for_key:
            self._timer = self.set_timer(_LIT, self.show_moment)
        self.repaint()

    def pause_after_move(self, mover: int | None) -> None:
        """Show another player's move for a while before the next one. Meanwhile the next bot thinks."""
        if self.samovar_app.pace == AT_ONCE:
            return
        self.pause_running = True
        if self.samovar_app.pace == BRISK and self.moment is None:
            same = self.match.state.actor == mover
            self._timer = self.set_timer(_SAME_TURN if same else _SHOWN, self._go_on)
        self.repaint()

    def _go_on(self) -> None:
        """End the pause and go on with the match."""
        self._stop_timer()
        self.pause_running = False
        self.on_all_shown()
        self.repaint()

    def on_all_shown(self) -> None:
        """Go on with the match; called when everything has been shown. Subclasses override it."""

    def queue_moments(self, before: State, viewer: int | None, at: int) -> None:
        """Queue the moments of the moves since log entry `at`."""
        events = [
            event for entry in self.match.log[at:] for event in entry.events if event.visible_to in (None, viewer)
        ]
        found = self.match.game.view(self.match.state, viewer, self.match.names).moments(before, events)
        self.moments += [moment for moment in found if moment.waits_for_key or self.samovar_app.settings.payoff]

    def skip_short_moments(self) -> None:
        """Drop the moments that do not wait for a key."""
        self.moments = [moment for moment in self.moments if moment.waits_for_key]
        self.show_moment() if self.moment is not None else self._go_on()

    def clear_moments(self) -> None:
        """Drop all moments, because the moves that they belong to were undone."""
        self._stop_timer()
        self.moments, self.moment, self.pause_running, self.showing_news = [], None, False, False

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def turn_begins(self) -> bool:
        """Whether another seat made the last move."""
        return bool(self.log_match.log) and self.log_match.log[-1].seat != self.match.state.actor

    @property
    def several_moved(self) -> bool:
        """Whether the news is worth showing: more than one other turn since the viewer's last one."""
        asked = self.target_regions().get(self.cursor) if self.cursor is not None else None
        if asked is not None and asked.x >= self.board_columns and not self.is_wide:
            return False  # the target of this decision is where the news would be painted
        told = news_since(self.log_match, self.news_from, self.viewer, self.view)
        return sum(bool(each.sentences) for each in told if each.seat is not None and each.seat not in self.seats) > 1

    def action_news(self) -> None:
        """Show or hide what the others have done since the viewer's last turn."""
        if self.showing_news or news_since(self.log_match, self.news_from, self.viewer, self.view):
            self.showing_news = not self.showing_news
        else:
            self.status = "Nobody else has done anything since your last turn."
        self.repaint()

    def preview(self) -> str:
        if self.is_showing:
            waits = self.moment.waits_for_key if self.moment is not None else self.samovar_app.pace == STEP_BY_STEP
            return "Any key goes on." if waits else ""
        return super().preview()

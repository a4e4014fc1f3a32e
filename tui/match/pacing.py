"""What is shown before the table goes on: what counted, the moves of bots at the player's pace, and the news."""

from collections.abc import Collection
from typing import Any

from textual.timer import Timer

from core.game import State
from core.match import Match
from core.view import Moment
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP
from tui.match.screen import Frame
from tui.sessions.news import since

#: For how many seconds something that counted lights up, and another's move is shown before the next one.
_LIT, _SHOWN = 0.9, 0.7
#: The moves of one turn follow each other faster.
_SAME_TURN = 0.35


class Paced(Frame[Any, Any]):
    """A match in which what happens can be followed with the eyes."""

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        #: What is still to be shown before the table goes on, and whether another's move is being looked at.
        self.moments: list[Moment] = []
        self.resting = False
        self._timer: Timer | None = None

    @property
    def showing(self) -> bool:
        """Whether something is being shown that the next move of a bot, or the result, waits for."""
        return self.resting or self.moment is not None

    def show_moment(self) -> None:
        """The next thing that counted; after the last of them the table goes on."""
        self._stop_timer()
        self.moment = self.moments.pop(0) if self.moments else None
        if self.moment is None:
            self._go_on()
        elif not self.moment.stays:
            self._timer = self.set_timer(_LIT, self.show_moment)
        self.repaint()

    def rest(self, mover: int | None) -> None:
        """After another's move: let it be seen before the next one. Meanwhile the next bot thinks."""
        if self.house.pace == AT_ONCE:
            return
        self.resting = True
        if self.house.pace == BRISK and self.moment is None:
            same = self.match.state.actor == mover
            self._timer = self.set_timer(_SAME_TURN if same else _SHOWN, self._go_on)
        self.repaint()

    def _go_on(self) -> None:
        """Everything has been seen."""
        self._stop_timer()
        self.resting = False
        self.seen()
        self.repaint()

    def seen(self) -> None:
        """Called when everything has been seen: the table goes on."""

    def notice(self, before: State, viewer: int | None, at: int) -> None:
        """Remember what is worth a look of the moves since a line of the log."""
        events = [event for line in self.match.log[at:] for event in line.events if event.to in (None, viewer)]
        found = self.match.game.offers(self.match.state, viewer, self.match.names).moments(before, events)
        self.moments += [moment for moment in found if moment.stays or self.house.settings.payoff]

    def hurry(self) -> None:
        """Show no more than what must be read in peace."""
        self.moments = [moment for moment in self.moments if moment.stays]
        self.show_moment() if self.moment is not None else self._go_on()

    def hush(self) -> None:
        """Show nothing more: what was to be shown has been taken back."""
        self._stop_timer()
        self.moments, self.moment, self.resting, self.telling = [], None, False, False

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def turn_begins(self) -> bool:
        """Whether somebody else was asked before."""
        return bool(self.story.log) and self.story.log[-1].seat != self.match.state.actor

    @property
    def several_moved(self) -> bool:
        """Whether so much has happened since the last turn that it should be told."""
        asked = self.areas().get(self.cursor) if self.cursor is not None else None
        if asked is not None and asked.x >= self.board_columns and not self.wide:
            return False  # what is asked stands where the news would
        told = since(self.story, self.news_from, self.viewer, self.offers)
        return sum(bool(each.sentences) for each in told if each.seat is not None and each.seat not in self.seats) > 1

    def action_news(self) -> None:
        """What the others have done since one's last turn."""
        if self.telling or since(self.story, self.news_from, self.viewer, self.offers):
            self.telling = not self.telling
        else:
            self.remark = "Nobody else has done anything since your last turn."
        self.repaint()

    def preview(self) -> str:
        if self.showing:
            waits = self.moment.stays if self.moment is not None else self.house.pace == STEP_BY_STEP
            return "Any key goes on." if waits else ""
        return super().preview()

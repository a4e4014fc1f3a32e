"""Walking through the log of a match, on the match screen."""

from collections.abc import Mapping

from tui import commands
from tui.match.feature import Action, MatchFeature
from tui.match.layout import PROMPT_ROWS
from tui.sessions.replay import ReplaySession
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import wrap


class ReplayFeature(MatchFeature):
    """A match that is walked through."""

    commands = commands.REPLAY
    has_choices = False

    def __init__(self, slug: str = "") -> None:
        #: The name of the match's file, without its ending.
        self.slug = slug

    @property
    def replay(self) -> ReplaySession:
        assert isinstance(self.session, ReplaySession)
        return self.session

    @property
    def actions(self) -> Mapping[str, Action]:
        return {
            "step": lambda by: self._go(self.replay.log_index + by),
            "play": self.replay.toggle_play,
            "pace": self.replay.change_pace,
            "round": self._go_round,
            "ends": lambda last: self._go(len(self.session.match.log) if last else 0),
            "go_on": lambda: self.app.navigation.play_from(self.session.match, self.replay.log_index),
            "review": self._review,
            "result": self._show_result,
        }

    def _go(self, log_index: int) -> None:
        self.screen.status = ""
        self.replay.stop()
        self.replay.go(log_index)

    def _go_round(self, by: int) -> None:
        self.screen.status = ""
        self.replay.stop()
        self.replay.go_round(by)

    def _review(self) -> None:
        if self._is_over():
            self.app.navigation.show_review(self.session.match, self.slug)

    def _show_result(self) -> None:
        if self._is_over():
            self.app.navigation.show_result(self.session.match, slug=self.slug)

    def _is_over(self) -> bool:
        """Return whether the match is over; say so if not."""
        if not self.session.match.is_over:
            self.screen.say("This match is not over.")
        return self.session.match.is_over

    def go_back(self) -> None:
        self.app.leave_screen()

    log_hint = "Enter go to this move"
    is_log_walked = True

    def pick_log_row(self, at: int) -> None:
        self._go(at + 1)

    def preview(self) -> str | None:
        """Return what the last move did: as many sentences as fit below the question, and where the others are."""
        told = self.replay.last_move_sentences
        for kept in range(len(told), 0, -1):
            text = " ".join([*told[:kept], *(["… g: the whole log"] if kept < len(told) else [])])
            if len(wrap(text, self.screen.size.width - 2)) < PROMPT_ROWS:
                return text
        return told[0]

    def keys(self) -> list[KeyLabel]:
        unheard = {"ends(0)", "ends(1)", "pace(1)", "pace(-1)"}
        unheard |= set() if self.session.match.is_over else {"result", "review"}
        return [KeyLabel(c.shown, c.label, c.name) for c in self.screen.own_commands if c.name not in unheard]

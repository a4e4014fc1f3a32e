"""The screen on which a daily deal is played."""

from saves.daily import DailyResult, Journal, streak, today
from saves.match_store import MatchFile
from tui.features.daily.text import done, share_text
from tui.match.play_screen import PlayScreen
from tui.sessions.hints import NO_HINTS


class DailyMatchScreen(PlayScreen):
    """An attempt at a daily deal. The one that counts has no hints; after it, everybody's results are shown."""

    @property
    def no_hint_reason(self) -> str:
        return NO_HINTS if self.match.is_counted_daily else ""

    def _end(self) -> None:
        from tui.features.daily.screen import DailyScreen

        assert self.match.daily is not None
        self.samovar_app.close_to_home()
        self.samovar_app.push_screen(DailyScreen(self.match.game, self.match.daily.day))

    def exit_message(self, match_file: MatchFile) -> str:
        """After the attempt that counts, return the two lines to share, where they can be copied."""
        deal = self.match.daily
        if deal is None or not (self.match.is_counted_daily and self.match.is_over):
            return super().exit_message(match_file)
        days = Journal(self.samovar_app.store.paths).days().get(self.match.game.name, {})
        row = streak([result.day for result in done(days)], today())
        return "\n".join(share_text(self.match.game, DailyResult.of(self.match), row, self.samovar_app.ascii))

"""A daily deal on the match screen. The attempt that counts has no hints; after it, everybody's results are shown."""

from saves.daily import DailyResult, Journal, streak, today
from tui.features.daily.screen import DailyScreen
from tui.features.daily.text import done, share_text
from tui.match.play import PlayFeature


class DailyFeature(PlayFeature):
    """An attempt at a daily deal."""

    def on_ended(self) -> None:
        match = self.session.match
        assert match.daily is not None
        self.app.close_to_home()
        self.app.push_screen(DailyScreen(match.game, match.daily.day))

    def exit_text(self) -> str | None:
        """After the attempt that counts, return the two lines to share, where they can be copied."""
        match = self.session.match
        if not (match.is_counted_daily and match.is_over):
            return super().exit_text()
        days = Journal(self.app.store.paths).days().get(match.game.name, {})
        row = streak([result.day for result in done(days)], today())
        return "\n".join(share_text(match.game, DailyResult.of(match), row, self.app.ascii))

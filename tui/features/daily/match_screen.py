"""The table at which a day's deal is played."""

from saves.daily import Journal, Result, streak, today
from saves.match_store import Keeper
from tui.features.daily.text import done, to_paste
from tui.match.play_screen import PlayScreen
from tui.plain.match import NO_TIPS


class DailyTable(PlayScreen):
    """An attempt at a day's deal. In the one that counts there are no tips; afterwards one sees how everybody did."""

    @property
    def no_tips(self) -> str:
        return NO_TIPS if self.match.counts else ""

    def _end(self) -> None:
        from tui.features.daily.screen import DailyScreen

        assert self.match.deal is not None
        self.house.make_way()
        self.house.push_screen(DailyScreen(self.match.game, self.match.deal.day))

    def farewell(self, keeper: Keeper) -> str:
        """After the attempt that counts: the two lines, where they can be copied."""
        deal = self.match.deal
        if deal is None or not (self.match.counts and self.match.over):
            return super().farewell(keeper)
        days = Journal(self.house.store.folders).days().get(self.match.game.name, {})
        row = streak([result.day for result in done(days)], today())
        return "\n".join(to_paste(self.match.game, Result.of(self.match), row, self.house.ascii))

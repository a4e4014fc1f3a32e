"""The table at which a day's deal is played."""

from saves.daily import Journal, streak, today
from tui.plain import NO_TIPS
from tui.play import PlayScreen
from tui.practice.daily_lines import done, to_paste


class DailyTable(PlayScreen):
    """An attempt at a day's deal. In the one that counts there are no tips; afterwards one sees how everybody did."""

    @property
    def no_tips(self) -> str:
        return NO_TIPS if self.match.counts else ""

    def _end(self) -> None:
        from tui.practice.daily import DailyScreen

        assert self.match.deal is not None
        self.house.go_home()
        self.house.push_screen(DailyScreen(self.match.game, self.match.deal.day))

    def on_unmount(self) -> None:
        super().on_unmount()
        deal = self.match.deal
        if not self.match.counts or deal is None:
            return
        days = Journal(self.house.store.folders).days().get(self.match.game.name, {})
        if deal.day in days and (result := days[deal.day].result) is not None:
            row = streak([each.day for each in done(days)], today())
            self.house.farewell = "\n".join(to_paste(self.match.game, result, row, self.house.ascii))

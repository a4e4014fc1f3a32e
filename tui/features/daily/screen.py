"""The deals of a day: which are played, how one did, how the master did, and the curve of all days."""

import os
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from rich.style import Style
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message

from core import registry as shelf
from core.bots.failures import trouble_text
from core.bots.player import Planned
from core.bots.worker import Answer
from core.daily import MASTER, deal, masters_table
from core.game import Game
from core.match import Match
from core.text import count
from saves.daily import SIGNS, Attempt, Days, Journal, Mastered, attempt, is_open, is_there, slug, streak, today
from saves.errors import SaveError
from saves.match_store import Opened, read_match
from tui import commands
from tui.features.daily import text as words
from tui.screens.base import Key, Room
from tui.startup import login
from tui.widgets.canvas import Panel, Picture, clip, wrap
from tui.widgets.plot import columns

if TYPE_CHECKING:
    from saves.club.daily_results import Standing
    from tui.app import Opening, SamovarApp
    from tui.features.daily.club_results import Compared

#: No page is wider.
_WIDEST = 100
#: The highest curve, and the lowest that is one.
_HIGHEST, _LOWEST = 12, 3


def opening(game: Game | None, practice: bool) -> "Opening":
    """Opens the app at the deals of the day; at a game's, it is played if it can be."""

    def open_(house: "SamovarApp") -> None:
        screen = DailyScreen(game)
        house.push_screen(screen)
        if practice:
            house.call_later(screen.action_practise)
        elif game is not None and screen.is_open:
            house.call_later(screen.action_choose)

    return open_


class DailyScreen(Room):
    """The five deals, and all that is known of the one under the cursor."""

    DEFAULT_CSS = "DailyScreen #top, DailyScreen #keys { height: 1; }"
    own_commands = commands.DAILY

    class Answered(Message):
        """The master, or one of the adepts at its table, has decided."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    class Told(Message):
        """The club has told how everybody did."""

        def __init__(self, found: "Compared") -> None:
            super().__init__()
            self.found = found

    def __init__(self, game: Game | None = None, day: date | None = None) -> None:
        super().__init__()
        self.games = shelf.games()
        self.at = 0 if game is None else [each.name for each in self.games].index(game.name)
        self._day = day
        self.remark = ""
        self._places: list[Region] = []
        self._known: Days | None = None
        #: The master's match at a deal, as far as it has come.
        self._masters: dict[tuple[str, date], Match] = {}
        self._planned = Planned()
        self._club: Compared | None = None

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        yield Panel(id="page")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    # What is known

    @property
    def day(self) -> date:
        return self._day or today()

    @property
    def game(self) -> Game:
        return self.games[self.at]

    @property
    def _journal(self) -> Days:
        """All attempts, read when they are first asked for."""
        if self._known is None:
            self._known = Journal(self.house.store.folders).days()
        return self._known

    def _attempts(self, game: Game) -> dict[date, Attempt]:
        return self._journal.get(game.name, {})

    def _attempt(self, game: Game) -> Attempt:
        return self._attempts(game).get(self.day, Attempt())

    @property
    def is_open(self) -> bool:
        """Whether the attempt that counts can be begun, or gone on with."""
        return is_open(self.house.store, self.game, self.day, self._attempt(self.game))

    def on_screen_resume(self) -> None:
        self._known = None
        super().on_screen_resume()
        self._ask_master()
        self._ask_club()

    def on_unmount(self) -> None:
        self._stop_master()

    # The master at the same deal

    def _ask_master(self) -> None:
        """Once the attempt is over, the master plays the same deal, in the bots' process; what it came to is kept."""
        found = self._attempt(self.game)
        if found.stands == "open" or self.is_open or found.master is not None:
            return
        match = self._masters.setdefault((self.game.name, self.day), masters_table(self.game, self.day))
        while (planned := self._planned.next_move(match)) is not None:
            match.play(planned)
        if match.state.actor is None:
            self._keep_master(match)
            return
        thinker = self.house.thinker
        thinker.listener = self._heard
        thinker.ask(match, match.seats[match.state.actor].level, MASTER)

    def _stop_master(self) -> None:
        if self.house.thinker.listener == self._heard:
            self.house.thinker.cancel()

    def _heard(self, answer: Answer) -> None:
        """Called from the thinker's thread: only posts a message, the screen owns the match."""
        self.post_message(self.Answered(answer))

    def on_daily_screen_answered(self, message: Answered) -> None:
        if message.answer.ticket != self.house.thinker.ticket:
            return  # it was on its way when the question was taken back
        match = self._masters[self.game.name, self.day]
        if message.answer.trouble:
            self.remark = f"The master could not play this deal ({trouble_text(message.answer.trouble)})."
            self.repaint()
            return
        before = match.state.when()
        self._planned.remember(match, message.answer.plan)
        match.play(message.answer.plan[0])
        self._ask_master()
        if match.state.when() != before:
            self.repaint()

    def _keep_master(self, match: Match) -> None:
        try:
            Journal(self.house.store.folders).keep_master(match)
        except OSError as error:
            self.remark = f"The master's result could not be kept ({error.strerror or error})."
        self._journal.setdefault(self.game.name, {}).setdefault(self.day, Attempt()).master = Mastered.of(match)
        self.repaint()

    # The club

    def _ask_club(self) -> None:
        """Whoever goes to a club sees how its members did; the screen waits for no line."""
        folders, day = self.house.store.folders, self.day
        if not (self.house.settings.club or os.environ.get("SAMOVAR_CLUB")):
            return

        def ask() -> None:
            from tui.features.daily.club_results import compared

            self.post_message(self.Told(compared(folders, day)))

        threading.Thread(target=ask, daemon=True).start()

    def on_daily_screen_told(self, message: Told) -> None:
        self._club = message.found
        self.remark = self.remark or message.found.trouble
        self.repaint()

    # Commands

    def action_step(self, by: int) -> None:
        self._go_to((self.at + by) % len(self.games))

    def _go_to(self, at: int) -> None:
        self._stop_master()
        self.remark = ""
        self.at = at
        self.repaint()
        self._ask_master()

    def action_choose(self) -> None:
        """Play the deal; where that is done, see the result."""
        if self.is_open:
            self._play(lambda: attempt(self.house.store, self.game, self.day, login()))
        elif self._attempt(self.game).result is not None:
            self.action_result()
        else:
            self.action_practise()

    def _play(self, begin: Callable[[], Opened]) -> None:
        try:
            opened = begin()
        except SaveError as error:
            self._say(str(error))
            return
        house = self.house
        house.make_way()
        house.show_match(opened.match, opened.keeper, opened.remarks)

    def action_practise(self) -> None:
        found = self._attempt(self.game)
        if self.is_open or (found.stands == "open" and self.day >= today()):
            self._say("The attempt that counts comes first: Enter plays it.")
            return
        match = deal(self.game, self.day, login(), counts=False)
        self._play(lambda: Opened(match, self.house.store.begin(), []))

    def action_result(self) -> None:
        if (match := self._match()) is not None:
            self.house.show_result(match)

    def action_review(self) -> None:
        if (match := self._match()) is not None:
            self.house.show_replay(match)

    def _match(self) -> Match | None:
        """The match of the attempt that is over, read anew; or a word why not."""
        if self._attempt(self.game).result is None:
            self._say("There is no result yet.")
            return None
        try:
            return read_match(self.house.store.folders.matches / f"{slug(self.game, self.day)}.json").match
        except SaveError as error:
            self._say(str(error))
            return None

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.house.push_screen(RulesScreen(self.game))

    def action_leave(self) -> None:
        self.house.leave_screen()

    def _say(self, remark: str) -> None:
        self.remark = remark
        self.repaint()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
            return
        for at, region in enumerate(self._places):
            if message.panel.id == "page" and region.contains(message.x, message.y):
                self.action_choose() if at == self.at else self._go_to(at)

    # Painting

    def paint(self) -> None:
        top = self.picture_for("top", "bar")
        x = top.text(1, 0, f"The deals of {self.day:%A, %d %B}", self.look.style("accent", "bar", "bold"))
        left = f" · {words.until_next(datetime.now(UTC))} left" if self.day == today() else ""
        top.text(x, 0, left, self.look.style("dim", "bar"))
        row = streak(words.all_done(self._journal), today())
        if row:
            top.right(top.width - 1, 0, f"{count(row, 'day')} in a row", self.look.style("ink", "bar"))
        self.show("top", top)
        picture = self.picture_for("page")
        width = min(_WIDEST, picture.width - 4)
        area = Region((picture.width - width) // 2, 1, width, picture.height - 1)
        self._paint_games(picture, area)
        self._paint_deal(picture, Region(area.x, area.y + 6, width, area.height - 6))
        self.show("page", picture)
        self.paint_keys("keys", self.keys())

    def keys(self) -> list[Key]:
        found = self._attempt(self.game)
        if self.is_open:
            enter = Key("⏎", "go on" if found.begun else "play", "choose")
        else:
            enter = Key("⏎", "result", "choose") if found.result else Key("⏎", "practise", "choose")
        more = [Key("a", "practise", "practise"), Key("v", "look back", "review")] if found.result else []
        return [
            enter,
            Key("↑↓", "game", "step(1)"),
            *more,
            Key("?", "rules", "rules"),
            Key("Esc", "back", "leave"),
        ]

    def _paint_games(self, picture: Picture, area: Region) -> None:
        """A row for each deal: what has become of it, and what the master made of it."""
        look = self.look
        self._places = []
        for number, game in enumerate(self.games):
            y, here, found = area.y + number, number == self.at, self._attempt(game)
            ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
            row = Region(area.x, y, area.width, 1)
            picture.fill(row, look.style(ink, on))
            sign, role = SIGNS[found.stands]
            picture.text(row.x + 1, y, sign, look.style(ink if here else role, on))
            picture.text(row.x + 3, y, game.title, look.style(ink, on, "bold"))
            told = words.attempt_words(found, is_there(self.house.store, game, self.day), self.day == today())
            dim = look.style("cursor_ink" if here else "dim", on)
            picture.text(row.x + 14, y, clip(told, row.width - 28), look.style(ink, on) if found.result else dim)
            if found.master is not None and not self._waits(found):
                picture.right(row.right - 1, y, f"master {found.master.points}", dim)
            self._places.append(row)

    def _waits(self, found: Attempt) -> bool:
        """Whether somebody could still make use of what the master did."""
        return found.result is None and self.is_open

    def _paint_deal(self, picture: Picture, area: Region) -> None:
        """Everything about the deal under the cursor."""
        found, game = self._attempt(self.game), self.game
        y = area.y
        for line, style in self._told(found):
            for part in wrap(line, area.width):
                picture.text(area.x, y, part, style)
                y += 1
        results = words.done(self._attempts(game))
        if len(results) > 0 and area.bottom - y > _LOWEST + 2:
            title = f"Your deals of {game.title}: {words.curve_words(results)}"
            picture.text(area.x, y + 1, title, self.look.style("dim"))
            wide = area.width // 2 if self._standings else area.width
            self._paint_curve(picture, Region(area.x, y + 2, wide, min(_HIGHEST, area.bottom - y - 4)), game)
        self._paint_club(picture, Region(area.x + area.width // 2 + 2, y + 2, area.width // 2 - 2, area.bottom - y - 3))
        if self.remark:
            picture.text(area.x, area.bottom - 1, clip(self.remark, area.width), self.look.style("warn"))

    @property
    def _standings(self) -> "list[Standing]":
        return self._club.tables.get(self.game.name, []) if self._club is not None else []

    def _paint_club(self, picture: Picture, area: Region) -> None:
        """How the members of the club did with the deal under the cursor."""
        if self._club is None or not self._standings:
            return
        look = self.look
        picture.text(area.x, area.y, "In the club", look.style("dim"))
        rows = words.club_rows(self._standings, self._club.me, area.height - 1)
        for y, (rank, name, told, mine) in enumerate(rows, area.y + 1):
            style = look.style("accent" if mine else "ink", attributes="bold" if mine else "")
            picture.text(area.x, y, f"{rank}. {clip(name, 12)}", style)
            picture.right(area.right, y, clip(told, area.width - 17), style)

    def _told(self, found: Attempt) -> list[tuple[str, Style]]:
        """What there is to say of a deal, line by line."""
        ink, dim, bold = self.look.style(), self.look.style("dim"), self.look.style("accent", attributes="bold")
        if found.result is not None:
            row = streak([result.day for result in words.done(self._attempts(self.game))], today())
            first, second = words.to_paste(self.game, found.result, row, self.house.ascii)
            return [(first, bold), (second, bold), ("", ink), (self._master_words(found), ink)]
        if self.is_open:
            return [(f"{self.game.title}, {words.rivals_words(self.game)}. {words.TERMS}", dim)]
        if found.begun is not None:
            return [
                ("The attempt that counts was begun, and its match deleted.", dim),
                (self._master_words(found), ink),
            ]
        return [("Nobody has played this deal here, and its day is over.", dim)]

    def _master_words(self, found: Attempt) -> str:
        if found.master is not None:
            return f"The master at the same deal: {words.result_words(found.master)}."
        match = self._masters.get((self.game.name, self.day))
        when = f", {match.state.when()}" if match is not None and not match.over else ""
        return f"The master plays the same deal{when}…"

    def _paint_curve(self, picture: Picture, area: Region, game: Game) -> None:
        days = self._attempts(game)
        results = words.done(days)
        masters = [days[result.day].master for result in results]
        marks = [float(master.points) if master is not None else None for master in masters]
        values = [result.points for result in results]
        columns(
            picture, area, values, self.look.style("accent"), self.look.style("dim"), marks, self.look.style("good")
        )
        if any(mark is not None for mark in marks):
            picture.text(area.x, area.bottom, "◆ the master at the same deal", self.look.style("dim"))

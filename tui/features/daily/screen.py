"""The screen of the daily deals: which are played, the player's results, the master's, and a chart of all days."""

import os
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from rich.style import Style
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message

from core import registry
from core.bots.failures import trouble_text
from core.bots.player import PlannedTurn
from core.bots.worker import BotReply
from core.daily import MASTER_LEVEL, daily_match, master_match
from core.game import Game
from core.match import Match
from core.text import count_text
from saves.daily import (
    STATUS_SIGNS,
    Attempt,
    Days,
    Journal,
    MasterDailyResult,
    attempt,
    has_match,
    is_open,
    slug,
    streak,
    today,
)
from saves.errors import SaveError
from saves.match_store import OpenedMatch, read_match
from tui import commands
from tui.features.daily import text
from tui.screens.base import BaseScreen
from tui.sessions.bots import BotQuery
from tui.startup import name_of_player
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.plot import columns
from tui.widgets.text_layout import clip, wrap

if TYPE_CHECKING:
    from saves.club.daily_results import DailyStanding
    from tui.features.daily.club_results import ClubComparison

#: The largest width of the page.
_WIDEST = 100
#: The largest and the smallest height of the chart.
_HIGHEST, _LOWEST = 12, 3


class DailyScreen(BaseScreen):
    """The five deals of a day, and everything about the one under the cursor."""

    DEFAULT_CSS = "DailyScreen #top, DailyScreen #keys { height: 1; }"
    own_commands = commands.DAILY

    class ClubResultsRead(Message):
        """The results of the club have been read."""

        def __init__(self, found: "ClubComparison") -> None:
            super().__init__()
            self.found = found

    def __init__(self, game: Game | None = None, day: date | None = None) -> None:
        super().__init__()
        self.games = registry.all_games()
        self.cursor = 0 if game is None else [each.name for each in self.games].index(game.name)
        self._day = day
        self.status = ""
        self._places: list[Region] = []
        self._known: Days | None = None
        #: The master's match at each deal, as far as it has come.
        self._masters: dict[tuple[str, date], Match] = {}
        self._planned = PlannedTurn()
        self._club: ClubComparison | None = None
        #: Whether the club has been asked and has not answered yet: it may know the master's result.
        self._asks_club = False

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="page")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    # What is known

    @property
    def day(self) -> date:
        return self._day or today()

    @property
    def game(self) -> Game:
        return self.games[self.cursor]

    @property
    def _journal(self) -> Days:
        """All attempts, read when they are first used."""
        if self._known is None:
            self._known = Journal(self.samovar_app.store.paths).days()
        return self._known

    def _attempts(self, game: Game) -> dict[date, Attempt]:
        return self._journal.get(game.name, {})

    def _attempt(self, game: Game) -> Attempt:
        return self._attempts(game).get(self.day, Attempt())

    @property
    def is_open(self) -> bool:
        """Whether the attempt that counts can be begun or resumed."""
        return is_open(self.samovar_app.store, self.game, self.day, self._attempt(self.game))

    def on_screen_resume(self) -> None:
        self._known = None
        super().on_screen_resume()
        self._ask_club()
        self._ask_master()

    def on_unmount(self) -> None:
        self._stop_master()

    # The master at the same deal

    def _ask_master(self) -> None:
        """Once the attempt is over, have the master play the same deal in the bots' process; save its result."""
        found = self._attempt(self.game)
        if found.status == "open" or self.is_open or found.master is not None or self._asks_club:
            return
        match = self._masters.setdefault((self.game.name, self.day), master_match(self.game, self.day))
        while (planned := self._planned.next_move(match)) is not None:
            match.play(planned)
        if match.state.actor is None:
            self._keep_master(match)
            return
        level, bots = match.seats[match.state.actor].level, self.samovar_app.bot_client
        self._query.ask(lambda reply: bots.ask(match, level, MASTER_LEVEL, reply), self._on_reply)

    @cached_property
    def _query(self) -> BotQuery:
        """The move that the master is asked for."""
        services = self.samovar_app.session_services
        return BotQuery(services.bots, services.scheduler)

    def _stop_master(self) -> None:
        self._query.cancel()

    def _on_reply(self, reply: BotReply) -> None:
        match = self._masters[self.game.name, self.day]
        if reply.error:
            self.status = f"The master could not play this deal: {trouble_text(reply.error)}."
            self.repaint()
            return
        before = match.state.progress_text()
        self._planned.remember(match, reply.plan)
        match.play(reply.plan[0])
        self._ask_master()
        if match.state.progress_text() != before:
            self.repaint()

    def _keep_master(self, match: Match) -> None:
        try:
            Journal(self.samovar_app.store.paths).record_master(match)
        except OSError as error:
            self.status = f"The master's result could not be saved ({error.strerror or error})."
        self._journal.setdefault(self.game.name, {}).setdefault(self.day, Attempt()).master = MasterDailyResult.of(
            match
        )
        self.repaint()
        self._ask_club()  # so that no other member's process need play the deal

    # The club

    def _ask_club(self) -> None:
        """Read the results of the player's club in a thread, so that the screen does not wait for the database."""
        services, day = self.samovar_app.services, self.day
        if not (self.samovar_app.settings.club or os.environ.get("SAMOVAR_CLUB")):
            return

        self._asks_club = True

        def ask() -> None:
            # A player without a club loads nothing of it.
            from tui.features.daily.club_results import compare_with_club

            self.post_message(self.ClubResultsRead(compare_with_club(services, day)))

        threading.Thread(target=ask, daemon=True).start()

    def on_daily_screen_club_results_read(self, message: ClubResultsRead) -> None:
        self._club = message.found
        self._asks_club = False
        self.status = self.status or message.found.error
        for game, master in message.found.masters.items():
            self._journal.setdefault(game, {}).setdefault(master.day, Attempt()).master = master
        self.repaint()
        self._ask_master()

    # Commands

    def action_step(self, by: int) -> None:
        self._go_to((self.cursor + by) % len(self.games))

    def _go_to(self, at: int) -> None:
        self._stop_master()
        self.status = ""
        self.cursor = at
        self.repaint()
        self._ask_master()

    def action_choose(self) -> None:
        """Play the deal; if it has been played, show the result."""
        if self.is_open:
            self._play(
                lambda: attempt(self.samovar_app.store, self.game, self.day, name_of_player(self.samovar_app.services))
            )
        elif self._attempt(self.game).result is not None:
            self.action_result()
        else:
            self.action_practise()

    def _play(self, begin: Callable[[], OpenedMatch]) -> None:
        try:
            opened = begin()
        except SaveError as error:
            self._say(str(error))
            return
        app = self.samovar_app
        app.close_to_home()
        app.show_match(opened.match, opened.file, opened.messages)

    def action_practise(self) -> None:
        found = self._attempt(self.game)
        if self.is_open or (found.status == "open" and self.day >= today()):
            self._say("Play the counted attempt first: press Enter.")
            return
        match = daily_match(self.game, self.day, name_of_player(self.samovar_app.services), counts=False)
        self._play(lambda: OpenedMatch(match, self.samovar_app.store.new_file(), []))

    def action_result(self) -> None:
        if (match := self._match()) is not None:
            self.samovar_app.navigation.show_result(match)

    def action_review(self) -> None:
        if (match := self._match()) is not None:
            self.samovar_app.navigation.show_replay(match)

    def _match(self) -> Match | None:
        """Read the match of the finished attempt; if that fails, set the status to why."""
        if self._attempt(self.game).result is None:
            self._say("No result yet.")
            return None
        try:
            return read_match(self.samovar_app.store.paths.matches / f"{slug(self.game, self.day)}.json").match
        except SaveError as error:
            self._say(str(error))
            return None

    def action_rules(self) -> None:
        self.samovar_app.navigation.show_rules(self.game)

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()

    def _say(self, remark: str) -> None:
        self.status = remark
        self.repaint()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
            return
        for at, region in enumerate(self._places):
            if message.panel.id == "page" and region.contains(message.x, message.y):
                self.action_choose() if at == self.cursor else self._go_to(at)

    # Painting

    def paint(self) -> None:
        top = self.new_canvas("top", "bar")
        x = top.draw_text(1, 0, f"Daily deals of {self.day:%A, %d %B}", self.palette.style("accent", "bar", "bold"))
        left = f" · {text.until_next(datetime.now(UTC))} left" if self.day == today() else ""
        top.draw_text(x, 0, left, self.palette.style("dim", "bar"))
        row = streak(text.all_done(self._journal), today())
        if row:
            top.draw_text_right(
                top.width - 1, 0, f"{count_text(row, 'day')} in a row", self.palette.style("ink", "bar")
            )
        self.show("top", top)
        canvas = self.new_canvas("page")
        width = min(_WIDEST, canvas.width - 4)
        area = Region((canvas.width - width) // 2, 1, width, canvas.height - 1)
        self._paint_games(canvas, area)
        self._paint_deal(canvas, Region(area.x, area.y + 6, width, area.height - 6))
        self.show("page", canvas)
        self.paint_keys("keys", self.keys())

    def keys(self) -> list[KeyLabel]:
        found = self._attempt(self.game)
        if self.is_open:
            enter = KeyLabel("Enter", "continue" if found.begun else "play", "choose")
        else:
            enter = KeyLabel("Enter", "result", "choose") if found.result else KeyLabel("Enter", "practise", "choose")
        more = [KeyLabel("a", "practise", "practise"), KeyLabel("v", "replay", "review")] if found.result else []
        return [
            enter,
            KeyLabel("↑↓", "game", "step(1)"),
            *more,
            KeyLabel("?", "rules", "rules"),
            KeyLabel("Esc", "back", "leave"),
        ]

    def _paint_games(self, canvas: Canvas, area: Region) -> None:
        """Draw a row for each deal: its state and the master's result."""
        palette = self.palette
        self._places = []
        for number, game in enumerate(self.games):
            y, here, found = area.y + number, number == self.cursor, self._attempt(game)
            ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
            row = Region(area.x, y, area.width, 1)
            canvas.fill(row, palette.style(ink, on))
            sign, role = STATUS_SIGNS[found.status]
            canvas.draw_text(row.x + 1, y, sign, palette.style(ink if here else role, on))
            canvas.draw_text(row.x + 3, y, game.title, palette.style(ink, on, "bold"))
            told = text.attempt_text(found, has_match(self.samovar_app.store, game, self.day), self.day == today())
            dim = palette.style("cursor_ink" if here else "dim", on)
            canvas.draw_text(row.x + 14, y, clip(told, row.width - 28), palette.style(ink, on) if found.result else dim)
            if found.master is not None and not self._waits(found):
                canvas.draw_text_right(row.right - 1, y, f"master {found.master.points}", dim)
            self._places.append(row)

    def _waits(self, found: Attempt) -> bool:
        """Return whether the master's result must stay hidden, because the attempt that counts is still open."""
        return found.result is None and self.is_open

    def _paint_deal(self, canvas: Canvas, area: Region) -> None:
        """Draw everything about the deal under the cursor."""
        found, game = self._attempt(self.game), self.game
        y = area.y
        for line, style in self._told(found):
            for part in wrap(line, area.width):
                canvas.draw_text(area.x, y, part, style)
                y += 1
        results = text.done(self._attempts(game))
        if len(results) > 0 and area.bottom - y > _LOWEST + 2:
            title = f"Your deals of {game.title}: {text.curve_text(results)}"
            canvas.draw_text(area.x, y + 1, title, self.palette.style("dim"))
            wide = area.width // 2 if self._standings else area.width
            self._paint_curve(canvas, Region(area.x, y + 2, wide, min(_HIGHEST, area.bottom - y - 4)), game)
        self._paint_club(canvas, Region(area.x + area.width // 2 + 2, y + 2, area.width // 2 - 2, area.bottom - y - 3))
        if self.status:
            canvas.draw_text(area.x, area.bottom - 1, clip(self.status, area.width), self.palette.style("warn"))

    @property
    def _standings(self) -> "list[DailyStanding]":
        return self._club.tables.get(self.game.name, []) if self._club is not None else []

    def _paint_club(self, canvas: Canvas, area: Region) -> None:
        """Draw the club's standings in the deal under the cursor."""
        if self._club is None or not self._standings:
            return
        palette = self.palette
        canvas.draw_text(area.x, area.y, "In the club", palette.style("dim"))
        rows = text.club_rows(self._standings, self._club.me, area.height - 1)
        for y, (rank, name, told, mine) in enumerate(rows, area.y + 1):
            style = palette.style("accent" if mine else "ink", attributes="bold" if mine else "")
            canvas.draw_text(area.x, y, f"{rank}. {clip(name, 12)}", style)
            canvas.draw_text_right(area.right, y, clip(told, area.width - 17), style)

    def _told(self, found: Attempt) -> list[tuple[str, Style]]:
        """Return the lines about a deal, each with its style."""
        ink, dim, bold = (
            self.palette.style(),
            self.palette.style("dim"),
            self.palette.style("accent", attributes="bold"),
        )
        if found.result is not None:
            row = streak([result.day for result in text.done(self._attempts(self.game))], today())
            first, second = text.share_text(self.game, found.result, row, self.samovar_app.ascii)
            return [(first, bold), (second, bold), ("", ink), (self._master_text(found), ink)]
        if self.is_open:
            return [(f"{self.game.title}, {text.opponents_text(self.game)}. {text.TERMS}", dim)]
        if found.begun is not None:
            return [
                ("You began this attempt and deleted its match, so it has no result.", dim),
                (self._master_text(found), ink),
            ]
        return [("This day is over, and you did not play its deal.", dim)]

    def _master_text(self, found: Attempt) -> str:
        if found.master is not None:
            return f"The master on the same deal: {text.result_text(found.master)}."
        match = self._masters.get((self.game.name, self.day))
        when = f", {match.state.progress_text()}" if match is not None and not match.is_over else ""
        return f"The master is playing the same deal{when}…"

    def _paint_curve(self, canvas: Canvas, area: Region, game: Game) -> None:
        days = self._attempts(game)
        results = text.done(days)
        masters = [days[result.day].master for result in results]
        marks = [float(master.points) if master is not None else None for master in masters]
        values = [result.points for result in results]
        columns(
            canvas,
            area,
            values,
            self.palette.style("accent"),
            self.palette.style("dim"),
            marks,
            self.palette.style("good"),
        )
        if any(mark is not None for mark in marks):
            canvas.draw_text(area.x, area.bottom, "◆ the master on the same deal", self.palette.style("dim"))

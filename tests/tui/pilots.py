"""The app under a pilot: read what is on the screen, and press and click as a player does."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from typing import Any

from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot

from core import registry
from core.game import Move
from core.match import Match as SomeMatch
from core.match import Seat
from core.rng import Rng
from core.view import Moment
from saves.match_store import MatchFile, MatchStore
from saves.settings import AT_ONCE
from tests.limits import LIMIT
from tests.matches import Match
from tui.app import SamovarApp
from tui.match.panels import ChoicePrompt, Panel
from tui.match.play import PlayFeature
from tui.match.screen import MatchScreen
from tui.sessions.bot_client import BotClient
from tui.sessions.local import LocalSession
from tui.sessions.mode import Judging, PlayedMove, Showing, Thinking, settled
from tui.startup import StartupRequest
from tui.terminal.input_parser import InputParser
from tui.widgets.canvas_view import CanvasView

YOU = Seat("Anna")
FRIEND = Seat("Boris")
BOT = Seat("Vera", "bot", "novice")
BOT2 = Seat("Gleb", "bot", "random")
SMALL = (80, 24)
LARGE = (120, 40)
#: So many seconds a bot is waited for, however busy the machine is.
PATIENT = LIMIT


def mezen(seats: Sequence[Seat] = (YOU,), seed: int = 7, **options: Any) -> Match:
    """Return a new match of Mezen with a known seed."""
    return Match.new(registry.get_game("mezen"), seats, options, seed)


def mezen_after(moves: int, seats: Sequence[Seat] = (YOU,), seed: int = 7, **options: Any) -> Match:
    """A match in which as many choices have been made, by chance: no change of a bot changes it."""
    match = mezen(seats, seed, **options)
    rng = Rng(seed)
    while moves > 0 and not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
        moves -= 1
    return match


def mezen_until(
    kind: str, seats: Sequence[Seat] = (YOU,), seed: int = 7, round_: int = 1, seat: int = 0, hand: int = 0
) -> Match:
    """A match that has come to such a decision by this seat: in this round or later, with so many tiles to place."""
    rng = Rng(seed)
    match = mezen(seats, seed)
    while True:
        state = match.state
        fits = state.prompt.kind == kind and state.round >= round_ and state.actor == seat
        if fits and len(state.hand) >= hand and (kind != "lift" or state.amulets[seat]):
            return match
        if match.is_over:
            seed += 1
            match = mezen(seats, seed)
        match.play(rng.choice(list(match.state.legal_moves())))


def screen_rows(app: App[Any]) -> list[str]:
    """The screen as it is shown, row by row, with everything that lies above it."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert update is not None
    return ["".join(segment.text for segment in strip).rstrip() for strip in update.strips]  # type: ignore[union-attr]


class Table:
    """An app that runs, and the pilot who plays on it."""

    def __init__(self, app: SamovarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def play(self) -> Any:
        """The screen of the match, wherever it is in the stack."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, MatchScreen))

    @property
    def session(self) -> Any:
        """The session of the match."""
        return self.play.session

    @property
    def board(self) -> Any:
        """The board of the match."""
        return self.play.board

    @property
    def match(self) -> Match:
        found: Match = self.session.match
        return found

    def rows(self) -> list[str]:
        return screen_rows(self.app)

    def text(self) -> str:
        return "\n".join(self.rows())

    def panel(self, name: str) -> str:
        """What a panel of the match screen shows."""
        return self.app.screen.query_one(f"#{name}", CanvasView).canvas.to_text()

    def shows(self, text: str) -> bool:
        return text in self.text()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def packet(self, data: bytes) -> None:
        """What a terminal sends, all at once, and then nothing for a while."""
        now = 0.0
        hearing = InputParser(lambda: now)
        heard = list(hearing.feed(data))
        now = 10.0
        assert self.app._driver is not None
        for event in [*heard, *hearing.flush()]:
            self.app._driver.process_message(event)
        await self.pilot.pause()
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*(("space" if char == " " else char) for char in text))

    async def click(self, x: int, y: int) -> None:
        """A click where the mouse is, whatever lies there."""
        await self.pilot.click(offset=(x, y))
        await self.pilot.pause()

    async def click_panel(self, panel: str, x: int, y: int) -> None:
        at = self.screen.query_one(f"#{panel}", CanvasView).region
        await self.click(at.x + x, at.y + y)

    async def click_words(self, text: str, nth: int = 0) -> None:
        """A click on words that can be read on the screen."""
        places = [(row.index(text), y) for y, row in enumerate(self.rows()) if text in row]
        assert places, f"{text!r} is not on the screen:\n{self.text()}"
        x, y = places[nth]
        await self.click(x + len(text) // 2, y)

    async def wait(self, until: Callable[[], object]) -> None:
        """Until something has come about; bots take their time, and looking at the whole screen does so, too."""
        deadline = time.monotonic() + LIMIT
        rest = 0.005
        while not until():
            assert time.monotonic() < deadline, f"it did not come about:\n{self.text()}"
            await asyncio.sleep(rest)
            rest = min(1.5 * rest, 0.05)
            await self.pilot.pause()
        await self.pilot.pause()

    async def settle(self) -> None:
        """Until no bot thinks any more; what stays until a key is pressed has been read by then."""
        await self.wait(
            lambda: (
                self._stays or not (is_thinking(self.play) or self.session.is_hint_pending or self.session.is_showing)
            )
        )
        while self._stays:
            await self.press("enter")
            await self.settle()

    @property
    def _stays(self) -> bool:
        mode = self.session.mode
        return isinstance(mode, Showing) and mode.waits


def play_on(screen: MatchScreen, move: Move | str) -> None:
    """Play a move at a shared keyboard, and sit down for whoever is asked next."""
    session = screen.session
    session.submit([session.match.parse_move(str(move))])
    session.keyboard_passed()


def choice_areas(screen: MatchScreen) -> list[Region]:
    """Where the choices are drawn in the prompt."""
    prompt = screen.query_one("#prompt", Panel).content
    assert isinstance(prompt, ChoicePrompt)
    return list(prompt.choice_areas().values())


def is_pausing(at: Table) -> bool:
    """Whether another's move is looked at before the next one."""
    mode = at.session.mode
    return isinstance(mode, Showing) and isinstance(mode.what, PlayedMove)


def show_moment(screen: MatchScreen, moment: Moment | None) -> None:
    """Let the match show something worth a look, or nothing, whatever was played."""
    session = screen.session
    assert isinstance(session, LocalSession)
    session.pacing.item = moment
    session.update_mode()
    screen.paint()


def is_thinking(screen: MatchScreen) -> bool:
    """Whether a bot thinks, or is on its way to think."""
    return isinstance(settled(screen.session.mode), Thinking | Judging)


def local_screen(
    app: SamovarApp, match: SomeMatch, match_file: MatchFile | None = None, seats: Collection[int] | None = None
) -> MatchScreen:
    """The screen of a match of which only some seats are at this terminal."""
    return MatchScreen(LocalSession(match, match_file, app.session_services, seats=seats), PlayFeature())


@contextlib.contextmanager
def thinking(grace: float = PATIENT) -> Iterator[BotClient]:
    """Bots in a process of their own, as in the program, which is made when they are first asked."""
    bot_client = BotClient(grace=grace)
    try:
        yield bot_client
    finally:
        bot_client.stop()


@contextlib.asynccontextmanager
async def table(
    match: SomeMatch | None = None,
    *,
    size: tuple[int, int] = SMALL,
    match_file: MatchFile | None = None,
    replay: bool = False,
    ascii: bool | None = False,
    remarks: Sequence[str] = (),
    grace: float = PATIENT,
    pace: str = AT_ONCE,
    payoff: bool = False,
    explain: bool = False,
) -> AsyncIterator[Table]:
    """The app, opened on a match (or at home), with a store in the test's own folder; bots' moves come at once."""
    start = None
    if match is not None:
        match_file = match_file or (None if replay else MatchStore().new_file())
        start = StartupRequest(match, match_file, list(remarks), "replay" if replay else "play")
    with thinking(grace) as bot_client:
        if match is not None and any(seat.kind == "bot" for seat in match.seats):
            bot_client.start()
        app = SamovarApp(start, ascii, bot_client=bot_client)
        if match is not None:
            app.settings.bot_seconds = 0.1
            app.settings.pace = pace
            app.settings.payoff = payoff
            app.settings.explain = explain
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Table(app, pilot)


def saved() -> SomeMatch:
    """The newest match on disk, read anew."""
    opened = MatchStore().open_entry(MatchStore().entries()[0])
    opened.file.close()
    return opened.match

"""Several keys in one packet, as a slow connection brings them: each acts where it was pressed, or not at all."""

import contextlib

import pytest

import tui.match.screen
from core import registry
from core.match import Match
from saves.match_store import MatchStore
from tests.soak.bursts import Tally, fuzz
from tests.tui.pilots import FRIEND, YOU, Table, mezen, mezen_after, table
from tests.tui.programs.failing_app import Stumbling
from tui.match.screen import MatchScreen
from tui.screens.base import BaseScreen
from tui.screens.dialogs import ChoiceDialog, MessageDialog, PromptDialog, SearchDialog
from tui.screens.home import HomeScreen
from tui.screens.matches import MatchesScreen
from tui.screens.result import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.setup import SetupScreen

ENTER, ESCAPE, F1, PALETTE, SETTINGS = b"\r", b"\x1b", b"\x1bOP", b"\x10", b"\x14"


def stack(at: Table) -> list[str]:
    """The screens above the shelf, which is there once somebody has come to it; matches by their kind."""
    screens = [screen for screen in at.app.screen_stack[1:] if not isinstance(screen, HomeScreen)]
    return [type(screen.feature if isinstance(screen, MatchScreen) else screen).__name__ for screen in screens]


def click(x: int, y: int) -> bytes:
    return b"\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (x + 1, y + 1, x + 1, y + 1)


PLAYING = ["PlayFeature"]


@pytest.mark.parametrize("keys", [b"1", b"11", b"111", b"1111", ENTER * 4, b" " * 3])
async def test_a_dialog_closes_once(keys: bytes) -> None:
    """The menu's first line goes on playing; what follows it was not meant for the board."""
    async with table(mezen_after(5)) as at:
        moves = len(at.match.log)
        await at.packet(ESCAPE)
        assert isinstance(at.screen, ChoiceDialog)
        await at.packet(keys)
        assert stack(at) == PLAYING
        assert len(at.match.log) == moves
        await at.packet(SETTINGS)
        assert isinstance(at.screen, SettingsScreen)


async def test_a_text_and_three_clicks() -> None:
    async with table(mezen_after(5)) as at:
        moves = len(at.match.log)
        await at.packet(F1)
        assert isinstance(at.screen, MessageDialog)
        await at.packet(click(1, 1) * 3)
        assert stack(at) == PLAYING
        assert len(at.match.log) == moves


async def test_a_name_and_three_enters() -> None:
    async with table(mezen_after(5)) as at:
        await at.packet(b"s")
        assert isinstance(at.screen, PromptDialog)
        await at.packet(b"tea" + ENTER * 3)
        assert stack(at) == PLAYING
        assert at.shows("Saved as")
        assert "tea" in at.session.match_file.title


@pytest.mark.parametrize("more", [ENTER, ENTER * 3, ESCAPE, b"\x1b[5~" + ENTER * 2, click(40, 12) * 3 + ENTER])
async def test_the_palette_runs_one_command_once(more: bytes) -> None:
    async with table(mezen_after(8)) as at:
        moves = len(at.match.log)
        await at.press("u")
        undone = moves - len(at.match.log)
        await at.press("r")
        assert undone > 0 and len(at.match.log) == moves
        await at.packet(PALETTE)
        assert isinstance(at.screen, SearchDialog)
        await at.packet(b"undo" + ENTER + more)
        assert stack(at) == PLAYING
        assert len(at.match.log) == moves - undone


@pytest.mark.parametrize(
    "keys",
    [b"\x1b[5~", b"\x1b[6~\x1b[5~", b"zzzz" + ENTER, click(40, 6), b"th" + click(40, 20) * 2, b"\x7f" * 3 + ENTER * 2],
)
async def test_keys_and_clicks_that_come_with_the_palette(keys: bytes) -> None:
    """They used to meet a list that was still being filled."""
    async with table(mezen_after(8)) as at:
        await at.packet(PALETTE + keys)
        await at.packet(keys + PALETTE)
        await at.packet(keys)
        assert at.app.is_running


async def test_the_palette_finds_and_forgets() -> None:
    async with table(mezen_after(8)) as at:
        await at.packet(PALETTE)
        await at.packet(b"rules of this")
        assert at.shows("The rules of this game") and not at.shows("Redo")
        await at.packet(b"zz")
        assert at.shows("Find: rules of this_")
        await at.packet(b"\x7f" * 14)
        assert at.shows("Find: _") and at.shows("Redo")
        await at.click_words("Rules")
        assert isinstance(at.screen, RulesScreen)


@pytest.mark.parametrize(
    ("key", "screen"), [(ENTER, SetupScreen), (b"m", MatchesScreen), (b"?", RulesScreen), (SETTINGS, SettingsScreen)]
)
async def test_the_shelf_opens_one_screen(key: bytes, screen: type) -> None:
    async with table() as at:
        await at.packet(key * 3)
        assert stack(at) == [screen.__name__]
        await at.packet(b"\x1b")
        assert isinstance(at.screen, HomeScreen)


async def test_a_game_that_is_clicked_thrice_is_set_up_once() -> None:
    async with table() as at:
        await at.packet(click(20, 7) * 4)
        assert stack(at) == ["SetupScreen"]


async def test_a_match_is_begun_and_resumed_once() -> None:
    async with table() as at:
        await at.packet(ENTER)
        await at.press("up")  # from the lesson to the start
        await at.packet(ENTER * 3)
        assert stack(at) == PLAYING
        assert [entry for entry in at.match.log if entry.seat == 0 and entry.origin == "chosen"] == []
        await at.packet(b"\x1b")
        await at.press("up", "up", "enter")
        assert isinstance(at.screen, HomeScreen)
        await at.packet(ENTER * 3)
        assert stack(at) == PLAYING
        assert at.session.match_file.read_only == ""
    assert len(MatchStore().entries()) == 1


async def test_the_result_is_left_once() -> None:
    async with table(mezen_after(10_000)) as at:
        assert isinstance(at.screen, ResultScreen)
        await at.packet(b"aaa")
        assert stack(at) == PLAYING
        assert not at.match.is_over
    assert len(MatchStore().entries()) == 2


async def test_a_curtain_is_lifted_once() -> None:
    match = next(m for m in _shared() if m.state.prompt.secret)
    async with table(match) as at:
        moves = len(at.match.log)
        assert stack(at)[-1] == "PassKeyboardDialog"
        await at.packet(ENTER * 4)
        assert isinstance(at.screen, MatchScreen)
        assert len(at.match.log) == moves


def _shared() -> list[Match]:
    """New matches of two people at one keyboard, in all games."""
    return [Match.new(game, [YOU, FRIEND], {}, 3) for game in registry.all_games() if 2 in game.player_counts]


@pytest.mark.parametrize("keys", [b"i", SETTINGS + PALETTE, b"1" * 9, F1 + click(5, 5), b"\x1b[O\x1b[I"])
async def test_keys_after_leaving_do_nothing(keys: bytes) -> None:
    async with table(mezen_after(5)) as at:
        moves = len(at.match.log)
        await at.packet(b"\x03" + keys * 3)
        assert at.app._exit
        assert at.app.crash_sentence == ""
        assert len(at.match.log) == moves
        assert at.app.return_code == 0


@pytest.mark.parametrize("game", registry.GAME_NAMES)
async def test_a_monkey_at_the_keyboard(game: str) -> None:
    """A short run of the long trial in tests.soak.bursts."""
    tally = Tally()
    await fuzz(game, 80, 7, tally)
    assert tally.errors == []


@pytest.mark.parametrize(
    ("where", "kind"),
    [
        ("mount", "RuntimeError"),
        ("compose", "RuntimeError"),
        ("render", "RuntimeError"),
        ("timer", "RuntimeError"),
        ("worker", "WorkerFailed"),
        ("memory", "MemoryError"),
        ("depth", "RecursionError"),
    ],
)
async def test_wherever_it_stumbles_it_is_told(where: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other places are tried in the whole program; here is what must be the same for all."""
    monkeypatch.setenv("STUMBLE", where)
    monkeypatch.setattr(tui.match.screen, "MatchScreen", Stumbling)
    with contextlib.suppress(Exception):  # the pilot raises it again
        async with table(mezen()) as at:
            await at.press("i")
            await at.wait(lambda: at.app.crash_sentence)
    assert at.app.return_code == 1
    assert at.app.crash_sentence.startswith("Samovar had to stop because of an internal error;")
    (report,) = MatchStore().paths.logs.iterdir()
    assert report.name in at.app.crash_sentence
    assert kind in report.read_text()


@pytest.mark.parametrize("kind", [SettingsScreen, MatchesScreen])
async def test_a_screen_that_is_closed_before_it_was_put_together_is_not_painted(kind: type[BaseScreen]) -> None:
    async with table(mezen_after(5)) as at:
        screen = kind()
        at.app.push_screen(screen)
        screen.call_after_refresh(screen.repaint)
        at.app.pop_screen()
        screen.repaint()
        await at.pilot.pause()
        screen.repaint()
        assert at.app._exception is None
        assert stack(at) == PLAYING

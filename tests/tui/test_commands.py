"""Every key is a command of the registry, and the help of every screen lists all that work there."""

from collections.abc import Callable
from datetime import date
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.binding import Binding

import tui
from core import registry
from core.lessons.course import load
from core.match import DailyDeal, Match, Seat
from core.review.turns import split_turns
from saves.club.store import Club
from tests.tui.club.screens import lay, visiting
from tests.tui.pilots import BOT, Table, mezen, mezen_after, table
from tui import commands
from tui.app import SamovarApp
from tui.club.match_feature import ClubFeature
from tui.features.review.tryout import show_tryout
from tui.match.feature import MatchFeature
from tui.match.screen import MatchScreen
from tui.screens.base import BaseScreen
from tui.screens.dialogs import Dialog

SomeScreen = type[BaseScreen] | type[Dialog[Any]]


def every_subclass(*roots: type[Any]) -> list[type[Any]]:
    """These classes and all that are made from them, in any module of the house."""
    for module in walk_packages([str(Path(tui.__file__).parent)], "tui."):
        import_module(module.name)
    found: list[type[Any]] = []
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found.append(kind)
    return found


def every_screen() -> list[SomeScreen]:
    return every_subclass(BaseScreen, Dialog)


def every_feature() -> set[type[MatchFeature]]:
    """All kinds of matches that can be on the match screen."""
    return {kind for kind in every_subclass(MatchFeature) if kind is not MatchFeature}


def test_every_binding_is_a_command_of_the_registry() -> None:
    known = {(command.keys, command.name, command.help) for command in commands.all_commands()}
    screens = every_screen()
    assert len(screens) > 20
    for kind in (*screens, SamovarApp):
        for binding in vars(kind).get("BINDINGS", []):
            assert isinstance(binding, Binding)
            assert (binding.key, binding.action, binding.description) in known, (kind, binding)


def test_every_command_of_a_kind_of_match_is_one_of_the_registry() -> None:
    for kind in every_feature():
        assert set(kind.commands) <= commands.all_commands(), kind
        listed = {command.name for command in (*kind.commands, *commands.CHOOSE)}
        assert {*kind.bar, *kind.menu} <= listed, kind


def test_every_command_can_be_carried_out() -> None:
    """A screen has a method for each of its commands, or the app does."""
    for kind in every_screen():
        for command in kind.own_commands:
            assert has_method(kind, command.name), (kind, command)


def has_method(kind: SomeScreen, command: str) -> bool:
    name, of_app = command.removeprefix("app."), command.startswith("app.")
    return hasattr(SamovarApp if of_app else kind, f"action_{name.partition('(')[0]}")


def assert_carried_out(screen: MatchScreen) -> None:
    """The screen of a match, or its feature, has something to do for each command."""
    for command in screen.own_commands:
        name = command.name.partition("(")[0]
        assert name in screen.feature.actions or has_method(MatchScreen, command.name), (screen.feature, command)


async def test_every_command_of_a_match_can_be_carried_out() -> None:
    game = registry.get_game("mezen")
    over = mezen_after(10_000)
    daily = mezen()
    daily.daily = DailyDeal(date(2026, 3, 1), counts=True)
    async with table() as at:
        app = at.app
        ways: list[Callable[[], None]] = [
            lambda: app.show_match(mezen(), None),
            lambda: app.show_match(daily, None),
            lambda: app.navigation.show_replay(over),
            lambda: app.navigation.start_lesson(game, load(game).lessons[0]),
            lambda: app.navigation.show_puzzles(game),
            lambda: show_tryout(app, over, split_turns(over, {0})[0]),
        ]
        seen: set[type[MatchFeature]] = set()
        for open_match in ways:
            open_match()
            await at.pilot.pause()
            assert_carried_out(at.play)
            seen.add(type(at.play.feature))
            app.go_home()
            await at.pilot.pause()
    assert every_feature() - seen == {ClubFeature}


async def test_every_command_at_a_table_of_the_club_can_be_carried_out(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'club.db'}"
    with Club.open(address) as club:
        laid = lay(club, "mezen", "anna", "boris")
    async with visiting(address, lambda navigation: navigation.join(laid)) as at:
        await at.wait(lambda: isinstance(at.screen, MatchScreen))
        assert isinstance(at.play.feature, ClubFeature)
        assert_carried_out(at.play)


async def help_of(at: Table) -> str:
    """All that F1 tells, however long it is."""
    await at.press("f1")
    told = at.screen._text
    await at.press("escape")
    return str(told)


async def test_f1_lists_every_key_that_works_on_a_screen() -> None:
    async with table() as at:
        for way in ((), ("m",), ("escape", "right", "enter"), ("escape", "question_mark"), ("escape", "ctrl+t")):
            await at.press(*way)
            told = await help_of(at)
            active = {binding.binding.description for binding in at.screen.active_bindings.values()}
            ours = {command.help for command in (*at.screen.own_commands, *commands.APP)}
            assert active & {command.help for command in commands.all_commands()} == ours
            assert all(help in told for help in ours), at.screen


@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_f1_lists_the_keys_of_each_game(name: str) -> None:
    game = registry.get_game(name)
    match = Match.new(game, [Seat("Anna"), *[BOT] * (min(game.player_counts) - 1)], {}, 3)
    for replay in (False, True):
        async with table(match, replay=replay) as at:
            told = await help_of(at)
            own = [c for c in commands.load_game_commands(name) if not (replay and c.is_shortcut)]
            assert all(command.help in told for command in (*own, *commands.APP))
            assert all(command.help in told for command in (commands.REPLAY if replay else commands.PLAY))


async def test_the_palette_finds_the_keys_of_a_game_but_no_arrows() -> None:
    async with table(mezen()) as at:
        offered = [command.help for command in at.app.get_system_commands(at.screen)]
        assert "Fill in a good arrangement" in offered
        assert "Move the cursor up" not in offered
    async with table(mezen_after(10_000), replay=True) as at:
        assert "Play on from here as a new match" in [c.help for c in at.app.get_system_commands(at.screen)]

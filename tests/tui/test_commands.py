"""Every key is a command of the registry, and the help of every screen lists all that work there."""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.binding import Binding
from tui.match.replay_screen import replay_screen

import tui
from core import registry
from core.match import Match, Seat
from tests.tui.pilots import BOT, Table, mezen, mezen_after, table
from tui import commands
from tui.app import SamovarApp
from tui.screens.input_guard import InputGuardScreen


def every_screen() -> list[type[InputGuardScreen]]:
    """All screens of the house, those of the games as they are played and looked back on."""
    for module in walk_packages([str(Path(tui.__file__).parent)], "tui."):
        import_module(module.name)
    for name in registry.GAME_NAMES:
        kind = game_screen(Match.new(registry.get_game(name), [Seat("A"), Seat("B")]))
        play_screen_class(kind), replay_screen(kind)
    found: list[type[InputGuardScreen]] = []
    waiting: list[type[InputGuardScreen]] = [InputGuardScreen]
    while waiting:
        screen = waiting.pop()
        waiting += screen.__subclasses__()
        found.append(screen)
    return found


def test_every_binding_is_a_command_of_the_registry() -> None:
    known = {(command.keys, command.name, command.help) for command in commands.all_commands()}
    screens = every_screen()
    assert len(screens) > 25
    for kind in (*screens, SamovarApp):
        for binding in vars(kind).get("BINDINGS", []):
            assert isinstance(binding, Binding)
            assert (binding.key, binding.action, binding.description) in known, (kind, binding)


def test_every_command_can_be_carried_out() -> None:
    """A screen has a method for each of its commands, or the app does."""
    for kind in every_screen():
        for command in kind.own_commands:
            method = f"action_{command.name.removeprefix('app.').partition('(')[0]}"
            assert hasattr(SamovarApp if command.name.startswith("app.") else kind, method), (kind, command)


async def help_of(at: Table) -> str:
    """All that F1 tells, however long it is."""
    await at.press("f1")
    told = at.screen._text
    await at.press("escape")
    return str(told)


async def test_f1_lists_every_key_that_works_on_a_screen() -> None:
    async with table() as at:
        for way in ((), ("m",), ("escape", "down", "enter"), ("escape", "question_mark"), ("escape", "ctrl+t")):
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
        assert "Go on from here as a new match" in [c.help for c in at.app.get_system_commands(at.screen)]

"""The shelf and what is on it: `samovar` alone, `samovar games`, `rules` and `box`."""

from collections.abc import Iterator
from textwrap import wrap

import click

from core import registry
from core.component_list import ORIGINS, lines
from core.game import Game, GameOption
from core.lessons.diagrams import rules_text
from saves.guest import typed_command
from tui.cli.known_words import complete_game
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services
from tui.services import Services
from tui.terminal import streams


def open_shelf(services: Services, ascii: bool, driver: str) -> int:
    """Open the app at home; where there is no screen, print the games."""
    if not (reason := missing_screen_text()):
        return open_app(services, None, ascii, driver)
    if streams.closed():
        raise click.UsageError(f"{reason}; {typed_command('play GAME --plain')} plays in plain lines.")
    _print_games(services, ascii)
    open_console(services, ascii).print(f"{typed_command('play GAME --plain')} plays one in plain lines.")
    return 0


@click.command()
@click.option("--ascii", is_flag=True, help="Use ASCII characters only.")
@pass_services
def games(services: Services, ascii: bool) -> None:
    """All games, with players and options."""
    _print_games(services, ascii)


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--ascii", is_flag=True, help="Use ASCII characters only.")
@pass_services
def rules(services: Services, game: str, ascii: bool) -> None:
    """Print the rules of GAME."""
    open_console(services, ascii).print(rules_text(registry.get_game(game)).rstrip())


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--ascii", is_flag=True, help="Use ASCII characters only.")
@pass_services
def box(services: Services, game: str, ascii: bool) -> None:
    """The components of GAME with their sources, to compare with a printed box."""
    chosen = registry.get_game(game)
    console = open_console(services, ascii)
    for line in _box_lines(chosen):
        console.print(line)


def _print_games(services: Services, ascii: bool) -> None:
    console = open_console(services, ascii)
    for game in registry.all_games():
        players = (
            f"{game.player_counts[0]} to {game.player_counts[-1]} players"
            if len(game.player_counts) > 1
            else "1 player"
        )
        console.print(f"{game.name}: {game.title}, {players}, about {game.minutes} minutes")
        console.print(f"  {game.tagline}")
        console.print(f"  {game.credits}")
        for option in [option for option in game.options if option.is_offered]:
            choices = ", ".join(map(GameOption.format, option.choices))
            console.print(f"  --option {option.name}={GameOption.format(option.default)}  {option.help} ({choices})")
        for habit in game.habits:
            console.print(f"  --habit {habit.name}={GameOption.format(True)}  {habit.help}")


def _box_lines(game: Game) -> Iterator[str]:
    """Yield the components of a game, what their origins mean, and how to report a difference, in 80 columns."""
    yield f"{game.title}: what is in the box, and where we know it from."
    yield ""
    for origin, meaning in ORIGINS.items():
        yield f"{origin:<8}  {meaning}"
    yield ""
    for line in lines(game):
        yield from wrap(str(line), 80, subsequent_indent=" " * 10, break_on_hyphens=False)
    yield ""
    yield from wrap(
        "Does your box differ? Send us the line as it is printed here and what your box says, as an issue"
        ' "A correction from the box". Or send the change itself:'
        f" core/games/{game.name}/components.toml, and with it every text that repeats it"
        f" (rules.md, glossary.toml and lessons/ beside it), for they do not follow that file.",
        80,
    )

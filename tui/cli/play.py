"""`samovar play`, `resume` and `replay`: a match, on the screen or in lines."""

import os
import shlex
from pathlib import Path

import click

from core import registry
from core.match import Match
from saves.errors import SaveError
from saves.guest import typed_command
from saves.history.fitting import fit_bots
from saves.match_store import MatchStore, read_match
from tui.cli.arguments import SEAT_SYNTAX, complete_seats, read_options, read_seats
from tui.cli.branch import branch_match
from tui.cli.known_matches import complete_match, complete_match_before_move, complete_match_or_file
from tui.cli.known_words import complete_file, complete_game, complete_habit, complete_option
from tui.cli.options import plain_option, screen_options
from tui.cli.start import ascii_wanted, open_console, pass_services, require_screen, start_match
from tui.plain.text import story_lines
from tui.services import Services
from tui.startup import DEFAULT_SEATS, StartupRequest

_DEFAULT_SEATS = ",".join(DEFAULT_SEATS)


def _read_seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Return the seed that was given, if one was."""
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise click.UsageError(f"A seed is a whole number of up to 18 digits, not {value[:40]!r}.")
    return int(value)


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--seats",
    metavar="SEAT,…",
    help=f"Who plays: {SEAT_SYNTAX}.",
    show_default=_DEFAULT_SEATS,
    shell_complete=complete_seats,
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant; can be repeated.",
    shell_complete=complete_option,
)
@click.option(
    "--habit",
    "habits",
    multiple=True,
    metavar="NAME=VALUE",
    help="Answer this automatically for every person; can be repeated.",
    shell_complete=complete_habit,
)
@click.option("--seed", metavar="N", callback=_read_seed, help="The same seed gives the same deal again.")
@click.option(
    "--like",
    metavar="NAME",
    help="Play the deal of the match NAME again, with its players unless --seats names others.",
    shell_complete=complete_match,
)
@click.option(
    "--from",
    "branch",
    metavar="NAME:MOVE",
    help="Play on from after that move of the match NAME.",
    shell_complete=complete_match_before_move,
)
@plain_option
@screen_options
@pass_services
def play(
    services: Services,
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    habits: tuple[str, ...],
    seed: int | None,
    like: str | None,
    branch: str | None,
    plain: bool,
    ascii: bool,
    driver: str,
) -> int:
    """Play GAME."""
    if game is None and like is None and branch is None:
        raise click.UsageError(f"{typed_command('play')} needs GAME; {typed_command('play --help')} shows how.")
    if like is not None or branch is not None:
        dealt = [word for word, given in (("--option", options), ("--habit", habits), ("--seed", seed)) if given]
        match = branch_match(MatchStore(services.paths), game, like, branch, seats, dealt, services.player_name)
        require_screen(plain)
        return start_match(services, StartupRequest(match, MatchStore(services.paths).new_file()), plain, ascii, driver)
    assert game is not None
    chosen = registry.get_game(game)
    asked = read_seats(
        seats or _DEFAULT_SEATS,
        read_options(chosen.habits, habits, f"habit of {chosen.title}"),
        services.player_name,
    )
    fitted = fit_bots(services.paths, chosen, asked)
    match = Match.new(
        chosen,
        fitted.seats,
        read_options(chosen.options, options, f"option of {chosen.title}"),
        int.from_bytes(os.urandom(4), "big") if seed is None else seed,
    )
    require_screen(plain)
    told = fitted.record(match)
    return start_match(
        services, StartupRequest(match, MatchStore(services.paths).new_file(), told), plain, ascii, driver
    )


@click.command()
@click.argument("name", required=False, shell_complete=complete_match)
@plain_option
@screen_options
@pass_services
def resume(services: Services, name: str | None, plain: bool, ascii: bool, driver: str) -> int:
    """Continue the last match, or the match NAME."""
    store = MatchStore(services.paths)
    entry = store.last() if name is None else store.find(name)
    if entry is None:
        raise SaveError(f"There is no match to continue; {typed_command('play GAME')} starts one.")
    require_screen(plain)
    opened = store.open_entry(entry)
    return start_match(services, StartupRequest(opened.match, opened.file, opened.messages), plain, ascii, driver)


@click.command()
@click.argument("file", shell_complete=complete_match_or_file)
@click.option("--text", is_flag=True, help="Print the match as a story to share, one line per turn.")
@click.option(
    "--cast",
    metavar="FILE",
    help="Write the match to FILE as an asciinema recording.",
    shell_complete=complete_file,
)
@plain_option
@screen_options
@pass_services
def replay(services: Services, file: str, text: bool, cast: str | None, plain: bool, ascii: bool, driver: str) -> int:
    """Replay the match in FILE (or the saved match of that name)."""
    path, slug = Path(file), ""
    if not path.exists():
        entry = MatchStore(services.paths).find(file)
        path, slug = entry.path, entry.slug
    restored = read_match(path)
    if text:
        return _print_story(services, restored.match, ascii)
    if cast is not None:
        return _write_cast(services, restored.match, Path(cast), ascii)
    require_screen(plain)
    return start_match(
        services, StartupRequest(restored.match, None, restored.messages, "replay", slug), plain, ascii, driver
    )


def _print_story(services: Services, match: Match, ascii: bool) -> int:
    console = open_console(services, ascii)
    for line in story_lines(match):
        console.print(line)
    return 0


def _write_cast(services: Services, match: Match, path: Path, ascii: bool) -> int:
    # Boards and colours, which nothing else here needs.
    import themes
    from tui.match.cast import SIZE, cast_lines

    lines = cast_lines(match, SIZE, themes.load_palette(match.game.name), bool(ascii_wanted(services, ascii)))
    try:
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}.") from None
    click.echo(f"Written: {path}. Play it with: asciinema play {shlex.quote(str(path))}")
    return 0

"""The command line. Textual is imported only when a screen is opened, and other modules when a command uses them."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from core import __version__
from tui.cli.arguments import (
    INTERRUPTED,
    SEAT_SYNTAX,
    CommandGroup,
    missing_screen_text,
    open_app,
    open_console,
    pass_services,
    plain_option,
    read_options,
    read_seats,
    require_screen,
    screen_options,
    services_of,
    start_match,
    unknown,
)
from tui.terminal import streams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.game import Game
    from saves.match_store import MatchEntry, MatchStore
    from tui.plain.console import PlainConsole
    from tui.services import Services

FAILED = 1
USAGE_ERROR = 2

_DEFAULT_SEATS = "you,bot:novice"  # as in tui.startup, which is not imported just for the help


#: The commands of features, the club and the server: module and name.
COMMAND_MODULES = {
    "club": "tui.club.command:club",
    "daily": "tui.features.daily.command:daily",
    "guest": "tui.server.command:guest",
    "serve": "tui.server.command:serve",
    "learn": "tui.features.lessons.command:learn",
    "puzzles": "tui.features.puzzles.command:puzzles",
    "review": "tui.features.review.command:review",
    "position": "tui.features.position.command:position",
    "stats": "tui.features.statistics.command:stats",
}


class SamovarCommands(CommandGroup):
    """All commands. Those of `COMMAND_MODULES` are imported when one is used, or when help lists them."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMAND_MODULES:
            return super().get_command(ctx, cmd_name)
        module, _, name = COMMAND_MODULES[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *COMMAND_MODULES])


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command; any error is reported in one sentence."""
    run(lambda: samovar.main(arguments, prog_name="samovar", standalone_mode=False))


def run(job: "Callable[[], object]") -> NoReturn:
    """Run the job of the process, and exit with its code."""
    code = _exit_code(job)
    streams.close_streams()
    sys.exit(code)


def _exit_code(job: "Callable[[], object]") -> int:
    try:
        streams.replace_closed_streams()
        if sys.platform == "win32":
            _print_error("Samovar runs on Linux and macOS; on Windows, install and start it inside WSL.")
            return USAGE_ERROR
        if isinstance(sys.stdout, streams.ClosedStream):
            _print_error("Standard output is closed: there is nowhere to write.")
            return FAILED
        result = job()
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        _print_error(_sentence(error))
        return USAGE_ERROR
    except (KeyboardInterrupt, click.Abort):
        _print_error("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has closed it, so there is nobody to tell
        return FAILED
    except OSError as error:
        _print_error(_refusal(error))
        return FAILED
    except Exception as error:
        code = _code(error)
        if code is None:
            _print_error(_unforeseen(error))
            return FAILED
        _print_error(str(error))
        return code


def _refusal(error: OSError) -> str:
    """Say what the system refused, such as writing to a full disk behind standard output."""
    what = f" ({error.filename})" if error.filename else ""
    return f"Samovar cannot go on: {error.strerror or type(error).__name__}{what}."


def _unforeseen(error: Exception) -> str:
    """Write the traceback of an error of ours to a file; return the sentence for the player."""
    from saves.paths import DataPaths
    from tui.terminal.crash_report import write_crash_report

    return write_crash_report(error, DataPaths.for_player().logs)


def _code(error: Exception) -> int | None:
    """Return the exit code of an error whose text is a sentence for the player; None for any other error."""
    from core.errors import GameError
    from saves.club.errors import ClubError
    from saves.errors import NoDataFolderError, SaveError, SaveNotFoundError

    if isinstance(error, GameError | SaveNotFoundError | NoDataFolderError | ClubError | streams.NoInputError):
        return USAGE_ERROR
    return FAILED if isinstance(error, SaveError) else None


def _print_error(sentence: str) -> None:
    from saves.sanitize import one_line

    streams.print_error(one_line(sentence))


def _sentence(error: click.ClickException) -> str:
    """Say in our words what click found wrong."""
    if isinstance(error, click.NoSuchOption):
        known = [name for p in error.ctx.command.params for name in p.opts] if error.ctx else []
        return unknown("option", error.option_name, [*known, "--help"])
    if isinstance(error, click.MissingParameter) and error.param is not None:
        command = error.ctx.command_path if error.ctx else "samovar"
        wanted = (error.param.name or "more").upper()
        return f"{command} needs {wanted}; {command} --help shows how."
    said = error.format_message()
    return said if said.endswith((".", "?")) else f"{said}."


# What several commands share


def _read_seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Return the seed that was given, if one was."""
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise click.UsageError(f"A seed is a whole number of up to 18 digits, not {value[:40]!r}.")
    return int(value)


def _store(services: "Services") -> "MatchStore":
    from saves.match_store import MatchStore

    return MatchStore(services.paths)


# The commands


@click.group(cls=SamovarCommands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="samovar", message="%(prog)s %(version)s")
@screen_options
@click.pass_context
def samovar(ctx: click.Context, ascii: bool, driver: str) -> int:
    """Modern board games in a terminal.

    Without a command the shelf opens.
    """
    if ctx.invoked_subcommand is not None:
        # Options before a command hold for it too: samovar --ascii resume.
        chosen = {"ascii": ascii, "driver": driver}
        rooms = ("club", "daily", "learn", "position", "puzzles", "review", "stats")
        ctx.default_map = dict.fromkeys(("play", "resume", "replay", "games", *rooms), chosen)
        return 0
    services = services_of(ctx)
    if not (reason := missing_screen_text()):
        return open_app(services, None, ascii, driver)
    if streams.closed():
        raise click.UsageError(f"{reason}; samovar play GAME --plain plays in plain lines.")
    _print_games(services, ascii)
    open_console(services, ascii).print("samovar play GAME --plain plays one of them in plain lines.")
    return 0


@samovar.command()
@click.argument("game", required=False)
@click.option("--seats", metavar="SEAT,…", help=f"Who plays: {SEAT_SYNTAX}.", show_default=_DEFAULT_SEATS)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A variant; can be repeated.")
@click.option("--habit", "habits", multiple=True, metavar="NAME=VALUE", help="What is answered by itself for people.")
@click.option("--seed", metavar="N", callback=_read_seed, help="The same luck again.")
@click.option(
    "--like", metavar="NAME", help="The deal of the match NAME again, with its seats unless others are named."
)
@click.option("--from", "branch", metavar="NAME:MOVE", help="From after that move of the match NAME.")
@plain_option
@screen_options
@pass_services
def play(
    services: "Services",
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
        raise click.UsageError("samovar play needs GAME; samovar play --help shows how.")
    require_screen(plain)
    from core import registry
    from core.match import Match
    from tui.startup import StartupRequest

    if like is not None or branch is not None:
        from tui.cli.branch import branch_match

        dealt = [word for word, given in (("--option", options), ("--habit", habits), ("--seed", seed)) if given]
        match = branch_match(_store(services), game, like, branch, seats, dealt)
        return start_match(services, StartupRequest(match, _store(services).new_file()), plain, ascii, driver)
    assert game is not None
    chosen = registry.get_game(game)
    match = Match.new(
        chosen,
        read_seats(seats or _DEFAULT_SEATS, read_options(chosen.habits, habits, f"habit of {chosen.title}")),
        read_options(chosen.options, options, f"option of {chosen.title}"),
        int.from_bytes(os.urandom(4), "big") if seed is None else seed,
    )
    return start_match(services, StartupRequest(match, _store(services).new_file()), plain, ascii, driver)


@samovar.command()
@click.argument("name", required=False)
@plain_option
@screen_options
@pass_services
def resume(services: "Services", name: str | None, plain: bool, ascii: bool, driver: str) -> int:
    """Go on with the last match, or with NAME."""
    require_screen(plain)
    from saves.errors import SaveError
    from tui.startup import StartupRequest

    store = _store(services)
    entry = store.last() if name is None else store.find(name)
    if entry is None:
        raise SaveError("There is no match to go on with; samovar play GAME begins one.")
    opened = store.open_entry(entry)
    return start_match(services, StartupRequest(opened.match, opened.file, opened.messages), plain, ascii, driver)


@samovar.command()
@click.argument("file")
@plain_option
@screen_options
@pass_services
def replay(services: "Services", file: str, plain: bool, ascii: bool, driver: str) -> int:
    """Look back on the match in FILE (or on a save of that name)."""
    require_screen(plain)
    from saves.match_store import read_match
    from tui.startup import StartupRequest

    path, slug = Path(file), ""
    if not path.exists():
        entry = _store(services).find(file)
        path, slug = entry.path, entry.slug
    restored = read_match(path)
    return start_match(
        services, StartupRequest(restored.match, None, restored.messages, "replay", slug), plain, ascii, driver
    )


@samovar.command()
@click.argument("game")
@click.option("--seats", required=True, metavar="LEVEL,…", help="The levels that meet: master,adept.")
@click.option("--games", "count", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A variant; can be repeated.")
@click.option("--seed", default=1, show_default=True, help="The first seed; each is played with every rotation.")
@click.option("--seconds", default=2.0, show_default=True, help="How long a master thinks about a turn.")
@click.option("--steps", default=0, help="Count a master's trials instead of seconds: the same on every machine.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1), help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="Figures for a program.")
def arena(
    game: str,
    seats: str,
    count: int,
    options: tuple[str, ...],
    seed: int,
    seconds: float,
    steps: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other, and count."""
    import msgspec

    from core import registry
    from core.bots import LEVELS
    from core.bots.arena import format_table, play_all, schedule, summarize
    from core.bots.search import Budget

    chosen = registry.get_game(game)
    levels = [level.strip() for level in seats.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise click.UsageError(unknown("bot level", level, list(LEVELS)))
    planned = schedule(
        game,
        levels,
        count,
        seed,
        read_options(chosen.options, options, f"option of {chosen.title}"),
        Budget(seconds, steps),
    )
    with click.progressbar(length=count, label=chosen.title, file=sys.stderr) as bar:
        results = []
        for outcome in play_all(planned, jobs):
            results.append(outcome)
            bar.update(1)
    told = summarize(game, levels, results)
    click.echo(msgspec.json.encode(told).decode() if as_json else format_table(told))


@samovar.command()
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
@pass_services
def games(services: "Services", ascii: bool) -> None:
    """The shelf, with seats and options."""
    _print_games(services, ascii)


@samovar.command()
@click.argument("game")
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
@pass_services
def rules(services: "Services", game: str, ascii: bool) -> None:
    """The rules of GAME, to read."""
    from core import registry
    from core.lessons.diagrams import rules_text

    open_console(services, ascii).print(rules_text(registry.get_game(game)).rstrip())


@samovar.command()
@click.argument("game")
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
@pass_services
def box(services: "Services", game: str, ascii: bool) -> None:
    """The components of GAME and where we have them from, to compare with a printed box."""
    from core import registry

    chosen = registry.get_game(game)
    console = open_console(services, ascii)
    for line in _box_lines(chosen):
        console.print(line)


@samovar.command()
@pass_services
def where(services: "Services") -> None:
    """The folders of saves and settings."""
    paths, console = services.paths, open_console(services, False)
    for label in ("matches", "reviews", "lessons", "finished", "daily", "settings", "logs"):
        console.print(f"{label:<8}  {getattr(paths, label)}")


@samovar.group(cls=CommandGroup, invoke_without_command=True)
@click.pass_context
def saves(ctx: click.Context) -> None:
    """The matches on disk: list, check, show, export, import, delete."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_saves)


@saves.command("list")
@pass_services
def list_saves(services: "Services") -> None:
    """Every match, the newest first."""
    entries = _store(services).entries()
    console = open_console(services, False)
    if not entries:
        console.print("There are no matches yet; samovar play GAME begins one.")
    width = max((len(entry.label) for entry in entries), default=0)
    for entry in entries:
        console.print(f"{entry.label:<{width}}  {_about(entry)}")


@saves.command("check")
@pass_services
def check_saves(services: "Services") -> None:
    """Of every file, whether it can be read, how, and why not."""
    from saves.check import check

    console, broken = open_console(services, False), 0
    for finding in check(services.paths):
        console.print(f"{finding.label}: {' '.join(finding.told)}")
        broken += not finding.is_sound
    if broken:
        raise SystemExit(FAILED)


@saves.command()
@click.argument("name")
@pass_services
def show(services: "Services", name: str) -> None:
    """What is in the match NAME."""
    _show(_store(services).find(name), open_console(services, False))


@saves.command()
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@pass_services
def export(services: "Services", name: str, file: Path) -> None:
    """Copy the match NAME to FILE, to keep or to send."""
    entry = _store(services).export(name, file)
    open_console(services, False).print(f"{entry.name} is now in {file}.")


@saves.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@pass_services
def import_(services: "Services", file: Path) -> None:
    """Bring in a match from FILE."""
    entry = _store(services).import_file(file)
    open_console(services, False).print(f"Brought in as {entry.label}.")


@saves.command()
@click.argument("name")
@pass_services
def delete(services: "Services", name: str) -> None:
    """Remove the match NAME for good."""
    entry = _store(services).delete(name)
    open_console(services, False).print(f"{entry.label} is deleted.")


# Printing games and matches


def _print_games(services: "Services", ascii: bool) -> None:
    from core import registry
    from core.game import GameOption

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


def _box_lines(game: "Game") -> "Iterator[str]":
    """Yield the components of a game, what their origins mean, and how to report a difference, in 80 columns."""
    from textwrap import wrap

    from core.component_list import ORIGINS, lines

    yield f"{game.title}: what is in the box, and where we have it from."
    yield ""
    for origin, meaning in ORIGINS.items():
        yield f"{origin:<8}  {meaning}"
    yield ""
    for line in lines(game):
        yield from wrap(str(line), 80, subsequent_indent=" " * 10, break_on_hyphens=False)
    yield ""
    yield from wrap(
        "Does your box say otherwise? Send us the line as it is printed here and what your box says, as an issue"
        ' "A correction from the box". Or send the change itself:'
        f" core/games/{game.name}/components.toml, and with it every text that repeats it"
        f" (rules.md, glossary.toml and lessons/ beside it), for they do not follow that file.",
        80,
    )


def _about(entry: "MatchEntry") -> str:
    """Return a match in one line."""
    head = entry.head
    if head is None:
        return entry.reason
    how_far = "finished" if head.finished else f"{head.moves} moves"
    called = f'"{head.name}", ' if head.name else ""
    return f"{called}{head.players}, {how_far}, {entry.saved:%Y-%m-%d %H:%M}"


def _show(entry: "MatchEntry", console: "PlainConsole") -> None:
    """Print a match with its position, as a spectator sees it."""
    from saves.match_store import read_match
    from tui.plain.text import board_text, result_lines

    restored = read_match(entry.path)
    match = restored.match
    console.print(f"{entry.label}: {_about(entry)}")
    for remark in restored.messages:
        console.print(remark)
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in match.setup.options.items())
    console.print(f"{match.game.title}, seed {match.setup.seed}{', ' + options if options else ''}")
    if match.is_over:
        for line in result_lines(match):
            console.print(line)
    else:
        console.print(f"== {match.game.title}, {match.state.progress_text()}")
        console.print(board_text(match, None))


if __name__ == "__main__":
    main()

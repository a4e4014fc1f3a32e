"""The command line: run a command, and report its errors. A command's module is imported when it is used."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from core.errors import GameError
from saves.errors import NoDataFolderError, SaveError, SaveNotFoundError
from saves.guest import is_guest, typed_command
from saves.sanitize import closest_word, one_line, unknown_text
from tui.cli.exit_codes import FAILED, INTERRUPTED, USAGE_ERROR
from tui.cli.options import CommandGroup, screen_options
from tui.terminal import streams

#: Each command, in the groups of the help: the module that has it, and its line there. The module is imported when the
#: command is used.
COMMAND_GROUPS = {
    "Play": {
        "play": ("tui.cli.play", "Play GAME."),
        "resume": ("tui.cli.play", "Continue the last match, or the match NAME."),
        "daily": ("tui.features.daily.command", "Today's daily deals, or the deal of GAME: one attempt counts."),
        "club": ("tui.club.command", "Play with people at other terminals; without a command, open the lobby."),
    },
    "Learn": {
        "learn": ("tui.features.lessons.command", "Learn GAME in a guided first game and short lessons."),
        "rules": ("tui.cli.games", "Print the rules of GAME."),
        "puzzles": (
            "tui.features.puzzles.command",
            "Puzzles, all or the next one of GAME: find the turn that is worth most.",
        ),
        "review": ("tui.features.review.command", "Review the finished match NAME: what a master thinks of each turn."),
        "position": (
            "tui.features.position.command",
            "Set up a position of GAME (mezen or gzhel), or read it from FILE; then play on or ask the master.",
        ),
        "arena": ("tui.cli.arena", "Let bots play GAME against each other and count the wins."),
    },
    "Look up": {
        "games": ("tui.cli.games", "All games, with players and options."),
        "box": ("tui.cli.games", "The components of GAME with their sources, to compare with a printed box."),
        "stats": ("tui.features.statistics.command", "Your results: all games, or GAME alone."),
        "replay": ("tui.cli.play", "Replay the match in FILE (or the saved match of that name)."),
        "saves": ("tui.cli.saves", "Saved matches: list, check, show, export, import, delete."),
        "where": ("tui.cli.saves", "Where saves and settings are, and the files of a server."),
    },
    "Set up": {
        "completion": ("tui.cli.completion", "Print what makes SHELL complete commands: bash, zsh or fish."),
        "serve": ("tui.server.command", "Run a server: friends join the club by SSH."),
        "guest": ("tui.server.command", "The forced command of a key in OpenSSH: lets NAME into the club."),
    },
}
COMMANDS = {name: told for group in COMMAND_GROUPS.values() for name, told in group.items()}

#: For the help: what is typed after `samovar`, and what it is.
EXAMPLES = [
    ("learn mezen", "a guided first game"),
    ("play gzhel --seats you,bot:adept", "a match against a bot"),
    ("club new mezo --seats me,open", "a table for a friend in your club"),
]


class SamovarCommands(CommandGroup):
    """All commands of `COMMANDS`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), cmd_name)
        return command

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Complete the name of a command without importing all of them."""
        if not incomplete or incomplete[0].isalnum():
            return [
                CompletionItem(name, help=told) for name, (_, told) in COMMANDS.items() if name.startswith(incomplete)
            ]
        return click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in their groups, but import none of them; and examples."""
        for title, group in COMMAND_GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{_WIDEST}}", told) for name, (_, told) in group.items()])
        with formatter.section("Examples"):
            formatter.write_dl([(typed_command(words), told) for words, told in EXAMPLES], col_max=42)


_WIDEST = max(map(len, COMMANDS))


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command; any error is reported in one sentence."""
    run(lambda: samovar.main(arguments, prog_name="samovar", standalone_mode=False))


def run(job: Callable[[], object]) -> NoReturn:
    """Run the job of the process, and exit with its code."""
    code = _exit_code(job)
    streams.close_streams()
    sys.exit(code)


def _exit_code(job: Callable[[], object]) -> int:
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
    if is_guest():  # to whom the host's folders say nothing
        return f"Samovar has to stop: {error.strerror or 'the server cannot do this now'}."
    what = f" ({error.filename})" if error.filename else ""
    return f"Samovar has to stop: {error.strerror or type(error).__name__}{what}."


def _unforeseen(error: Exception) -> str:
    """Write the traceback of an error of ours to a file; return the sentence for the player."""
    # Only after an error of ours.
    from saves.paths import DataPaths
    from tui.terminal.crash_report import write_crash_report

    return write_crash_report(error, DataPaths.for_player().logs)


def _code(error: Exception) -> int | None:
    """Return the exit code of an error whose text is a sentence for the player; None for any other error."""
    # A player without a club loads nothing of it.
    from saves.club.errors import ClubError

    if isinstance(error, GameError | SaveNotFoundError | NoDataFolderError | ClubError | streams.NoInputError):
        return USAGE_ERROR
    return FAILED if isinstance(error, SaveError) else None


def _print_error(sentence: str) -> None:
    streams.print_error(one_line(sentence))


def _sentence(error: click.ClickException) -> str:
    """Say in our words what click found wrong."""
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        command = error.ctx.command_path if error.ctx else "samovar"
        wanted = (error.param.name or "more").upper()
        return f"{command} needs {wanted}; {command} --help shows how."
    said = error.format_message()
    return said if said.endswith((".", "?")) else f"{said}."


def _unknown_option(error: click.NoSuchOption) -> str:
    """Suggest the option that was probably meant; or the command, which was written as an option."""
    word = error.option_name.lstrip("-")
    if word in COMMANDS:
        return f"There is no option {error.option_name!r}; {typed_command(word)} is the command."
    known = [name for p in error.ctx.command.params for name in p.opts] if error.ctx else []
    by_word = {name.lstrip("-"): name for name in [*known, "--help"]}
    near = closest_word(word, by_word)
    if near is not None:
        return unknown_text("option", error.option_name, [by_word[near]])
    path = error.ctx.command_path if error.ctx else "samovar"
    return f"There is no option {one_line(error.option_name, 40)!r}; {path} --help lists them."


def _print_version(ctx: click.Context, param: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        # Nothing else asks Git.
        from tui.cli.version import version_text

        click.echo(version_text())
        ctx.exit()


@click.group(cls=SamovarCommands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@screen_options
@click.pass_context
def samovar(ctx: click.Context, ascii: bool, driver: str) -> int:
    """Modern board games in a terminal.

    Without a command, home opens.
    """
    if ctx.invoked_subcommand is not None:
        # Options before a command hold for it too: samovar --ascii resume.
        chosen = {"ascii": ascii, "driver": driver}
        rooms = ("club", "daily", "learn", "position", "puzzles", "review", "stats")
        ctx.default_map = dict.fromkeys(("play", "resume", "replay", "games", *rooms), chosen)
        return 0
    # The games and their saves, which neither --help nor --version needs.
    from tui.cli.games import open_shelf
    from tui.cli.start import services_of

    return open_shelf(services_of(ctx), ascii, driver)


if __name__ == "__main__":
    main()

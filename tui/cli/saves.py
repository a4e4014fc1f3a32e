"""`samovar saves`: the matches on disk, and `samovar where`: their folders."""

from pathlib import Path

import click

from core.text import count_text, option_text
from saves.check import check
from saves.guest import typed_command
from saves.match_store import MatchEntry, MatchStore, read_match
from tui.cli.exit_codes import FAILED
from tui.cli.known_matches import complete_match
from tui.cli.options import CommandGroup
from tui.cli.start import open_console, pass_services
from tui.plain.console import PlainConsole
from tui.plain.text import board_text, result_lines
from tui.server.paths import ServerPaths
from tui.services import Services


@click.command()
@pass_services
def where(services: Services) -> None:
    """Where saves and settings are, and the files of a server."""
    paths, console = services.paths, open_console(services, False)
    for label in ("matches", "reviews", "lessons", "finished", "daily", "settings", "logs"):
        console.print(f"{label:<8}  {getattr(paths, label)}")
    server = ServerPaths.beside(paths)
    for label, path in (("server", server.folder), ("club", server.club), ("members", server.members)):
        console.print(f"{label:<8}  {path}")


@click.group(cls=CommandGroup, invoke_without_command=True)
@click.pass_context
def saves(ctx: click.Context) -> None:
    """Saved matches: list, check, show, export, import, delete."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_saves)


@saves.command("list")
@pass_services
def list_saves(services: Services) -> None:
    """List all matches, the newest first."""
    entries = MatchStore(services.paths).entries()
    console = open_console(services, False)
    if not entries:
        console.print(f"There are no matches yet; {typed_command('play GAME')} starts one.")
    width = max((len(entry.label) for entry in entries), default=0)
    for entry in entries:
        console.print(f"{entry.label:<{width}}  {_about(entry)}")


@saves.command("check")
@pass_services
def check_saves(services: Services) -> None:
    """Check every file: whether it can be read, how, and why not."""
    console, broken = open_console(services, False), 0
    for finding in check(services.paths):
        console.print(f"{finding.label}: {' '.join(finding.told)}")
        broken += not finding.is_sound
    if broken:
        raise SystemExit(FAILED)


@saves.command()
@click.argument("name", shell_complete=complete_match)
@pass_services
def show(services: Services, name: str) -> None:
    """Show the match NAME."""
    _show(MatchStore(services.paths).find(name), open_console(services, False))


@saves.command()
@click.argument("name", shell_complete=complete_match)
@click.argument("file", type=click.Path(path_type=Path))
@pass_services
def export(services: Services, name: str, file: Path) -> None:
    """Copy the match NAME to FILE, to keep or to send."""
    entry = MatchStore(services.paths).export(name, file)
    open_console(services, False).print(f"{entry.name} is now in {file}.")


@saves.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@pass_services
def import_(services: Services, file: Path) -> None:
    """Add the match in FILE to your matches."""
    entry = MatchStore(services.paths).import_file(file)
    open_console(services, False).print(f"Added as {entry.label}.")


@saves.command()
@click.argument("name", shell_complete=complete_match)
@pass_services
def delete(services: Services, name: str) -> None:
    """Delete the match NAME for good."""
    entry = MatchStore(services.paths).delete(name)
    open_console(services, False).print(f"{entry.label} is deleted.")


def _about(entry: MatchEntry) -> str:
    """Return a match in one line."""
    head = entry.head
    if head is None:
        return entry.reason
    how_far = "finished" if head.finished else count_text(head.moves, "move")
    called = f'"{head.name}", ' if head.name else ""
    return f"{called}{head.players}, {how_far}, {entry.saved:%Y-%m-%d %H:%M}"


def _show(entry: MatchEntry, console: PlainConsole) -> None:
    """Print a match with its position, as a spectator sees it."""
    restored = read_match(entry.path)
    match = restored.match
    console.print(f"{entry.label}: {_about(entry)}")
    for remark in restored.messages:
        console.print(remark)
    options = ", ".join(option_text(name, value) for name, value in match.setup.options.items())
    console.print(f"{match.game.title}, seed {match.setup.seed}{', ' + options if options else ''}")
    if match.is_over:
        for line in result_lines(match):
            console.print(line)
    else:
        console.print(f"== {match.game.title}, {match.state.progress_text()}")
        console.print(board_text(match, None))

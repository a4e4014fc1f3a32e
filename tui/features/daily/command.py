"""`samovar daily [GAME]`: the daily deals."""

from datetime import UTC, date, datetime
from typing import Any

import click
import msgspec

from core import registry
from core.daily import daily_match, play_master
from core.game import Game
from saves.daily import Attempt, Journal, attempt, has_match, is_open, streak, today
from saves.guest import typed_command
from saves.match_store import MatchStore, OpenedMatch
from tui.cli.exit_codes import exit_code
from tui.cli.known_words import complete_game
from tui.cli.options import plain_option, screen_options
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services
from tui.features.daily.club_results import compare_with_club
from tui.features.daily.text import (
    TERMS,
    all_done,
    attempt_text,
    club_rows,
    done,
    game_lines,
    opponents_text,
    until_next,
    with_title,
)
from tui.plain.console import PlainConsole
from tui.plain.match import PlainMatch
from tui.services import Services
from tui.startup import name_of_player


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--practice", is_flag=True, help="Play the deal again for practice, once your attempt is over.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON; nothing is played.")
@plain_option
@screen_options
@pass_services
def daily(
    services: Services, game: str | None, practice: bool, as_json: bool, plain: bool, ascii: bool, driver: str
) -> int:
    """Today's daily deals, or the deal of GAME: one attempt counts."""
    chosen = registry.get_game(game) if game is not None else None
    if practice and chosen is None:
        raise click.UsageError(f"Which game? {typed_command('daily GAME --practice')} plays its deal again.")
    if as_json:
        click.echo(
            msgspec.json.encode(_told(services, [chosen] if chosen is not None else registry.all_games())).decode()
        )
        return 0
    if not plain and not (reason := missing_screen_text()):
        return open_app(services, lambda app: app.navigation.show_daily(chosen, practice), ascii, driver)
    if not plain and chosen is not None:
        raise click.UsageError(f"{reason}; add --plain to play in plain lines.")
    console = open_console(services, ascii)
    if chosen is None:
        _print_all(services, console)
        return 0
    return _play(services, chosen, practice, console)


# In plain lines


def _print_all(services: Services, console: PlainConsole) -> None:
    """Print a line for each deal of today, and how long they last."""
    store, day, days = MatchStore(services.paths), today(), Journal(services.paths).days()
    console.print(f"Daily deals of {day.isoformat()}, {until_next(datetime.now(UTC))} left:")
    for game in registry.all_games():
        found = days.get(game.name, {}).get(day, Attempt())
        told = attempt_text(found, has_match(store, game, day), True)
        console.print(f"  {game.title}, {opponents_text(game)}: {told}.")
    if row := streak(all_done(days), day):
        console.print(f"Days in a row: {row}.")
    console.print(f"{typed_command('daily GAME --plain')} plays one in plain lines.")


def _play(services: Services, game: Game, practice: bool, console: PlainConsole) -> int:
    """Play the attempt that counts, or one for practice; then, or when none is left, print everybody's results."""
    store, day = MatchStore(services.paths), today()
    found = Journal(services.paths).days().get(game.name, {}).get(day, Attempt())
    counts = is_open(store, game, day, found)
    if practice and counts:
        raise click.UsageError(f"Play the counted attempt first: {typed_command(f'daily {game.name} --plain')}")
    if counts:
        if found.begun is None:
            console.print(f"{game.title}, daily deal of {day.isoformat()}, {opponents_text(game)}. {TERMS}")
        opened = attempt(store, game, day, name_of_player(services))
    elif practice:
        opened = OpenedMatch(daily_match(game, day, name_of_player(services), counts=False), store.new_file(), [])
    else:
        _print_result(services, game, day, console)
        console.print(f"{typed_command(f'daily {game.name} --practice --plain')} plays it again.")
        return 0
    return _play_table(services, opened, game, console)


def _play_table(services: Services, opened: OpenedMatch, game: Game, console: PlainConsole) -> int:
    with opened.file:
        how = PlainMatch(opened.match, opened.file, console, opened.messages, services=services).play()
    if how == "over" and opened.match.is_counted_daily:
        assert opened.match.daily is not None
        _print_club(services, game, opened.match.daily.day, console)  # at once: the master may take a while
        console.flush()
        _print_result(services, game, opened.match.daily.day, console, tells_club=False)
    return exit_code(how)


def _print_result(services: Services, game: Game, day: date, console: PlainConsole, tells_club: bool = True) -> None:
    """Print the player's result and the master's, who may have to play first."""
    journal = Journal(services.paths)
    days = journal.days().get(game.name, {})
    attempt = days.setdefault(day, Attempt())
    if attempt.result is None:
        console.print("You began this attempt and deleted its match, so it has no result.")
    if attempt.master is None and game.name not in compare_with_club(services, day).masters:
        console.print("The master is playing the same deal…")
        console.flush()
        journal.record_master(play_master(game, day, services.analysis.plan_turn))
        compare_with_club(services, day)  # so that the master need not play it for the other members
    days = journal.days().get(game.name, {})
    for line in game_lines(game, days, day, today(), console.ascii):
        console.print(line)
    if tells_club:
        _print_club(services, game, day, console)


def _print_club(services: Services, game: Game, day: date, console: PlainConsole) -> None:
    """Print the results of the club's members, if the player has a club."""
    found = compare_with_club(services, day)
    if found.error:
        console.print(found.error)
    standings = found.tables.get(game.name, [])
    if standings:
        console.print("In the club:")
    for rank, name, told, _ in club_rows(standings, found.me, len(standings)):
        console.print(f"  {rank}. {name}: {told}")


# For a program


def _told(services: Services, games: list[Game]) -> dict[str, Any]:
    """Return every deal of today and the results of all days, for JSON."""
    days, day = Journal(services.paths).days(), today()
    club = compare_with_club(services, day)
    told = {game.name: _told_game(days.get(game.name, {}), day) for game in games}
    for name in told:
        told[name]["club"] = [
            msgspec.structs.replace(standing, result=with_title(standing.result))
            for standing in club.tables.get(name, [])
        ]
    return {"day": day, "streak": streak(all_done(days), day), "games": told, "trouble": club.error}


def _told_game(days: dict[date, Attempt], day: date) -> dict[str, Any]:
    attempt, results = days.get(day, Attempt()), [with_title(result) for result in done(days)]
    return {
        "stands": attempt.status,
        "result": with_title(attempt.result) if attempt.result is not None else None,
        "master": with_title(attempt.master) if attempt.master is not None and attempt.status == "ended" else None,
        "streak": streak([result.day for result in results], day),
        "results": results,
    }

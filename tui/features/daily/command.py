"""`samovar daily [GAME]`: the deals of the day."""

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import click

from tui.cli.arguments import no_screen, open_app, open_console, plain_option, screen_options

if TYPE_CHECKING:
    from core.game import Game
    from saves.daily import Attempt
    from saves.match_store import Opened, Store
    from tui.plain.match import Console


@click.command()
@click.argument("game", required=False)
@click.option("--practice", is_flag=True, help="Once more, when the attempt that counts is over.")
@click.option("--json", "as_json", is_flag=True, help="Results for a program; nothing is played.")
@plain_option
@screen_options
def daily(game: str | None, practice: bool, as_json: bool, plain: bool, ascii: bool, driver: str) -> int:
    """The deals of the day, or the deal of GAME: one attempt counts."""
    from core import registry as shelf
    from saves.match_store import Store

    chosen = shelf.game(game) if game is not None else None
    if practice and chosen is None:
        raise click.UsageError("Which game's deal? samovar daily GAME --practice plays it once more.")
    store = Store()
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(_told(store, [chosen] if chosen is not None else shelf.games())).decode())
        return 0
    if not plain and not (reason := no_screen()):
        from tui.features.daily.screen import opening

        return open_app(opening(chosen, practice), ascii, driver)
    if not plain and chosen is not None:
        raise click.UsageError(f"{reason}; add --plain to play in plain lines.")
    console = open_console(ascii)
    if chosen is None:
        _tell_all(store, console)
        return 0
    return _play(store, chosen, practice, console)


# In plain lines


def _tell_all(store: "Store", console: "Console") -> None:
    """Every deal of today in a line, and how long they stay."""
    from core import registry as shelf
    from saves.daily import Attempt, Journal, is_there, streak, today
    from tui.features.daily.text import all_done, attempt_words, rivals_words, until_next

    day, days = today(), Journal(store.folders).days()
    console.say(f"The deals of {day.isoformat()}, for {until_next(datetime.now(UTC))} more:")
    for game in shelf.games():
        attempt = days.get(game.name, {}).get(day, Attempt())
        told = attempt_words(attempt, is_there(store, game, day), True)
        console.say(f"  {game.title}, {rivals_words(game)}: {told}.")
    if row := streak(all_done(days), day):
        console.say(f"Days in a row: {row}.")
    console.say("samovar daily GAME --plain plays one of them in plain lines.")


def _play(store: "Store", game: "Game", practice: bool, console: "Console") -> int:
    """The attempt that counts, or one more for practice; then, or when there is none left, how everybody did."""
    from core.daily import deal
    from saves.daily import Attempt, Journal, attempt, is_open, today
    from saves.match_store import Opened
    from tui.features.daily.text import TERMS, rivals_words
    from tui.startup import login

    day = today()
    found = Journal(store.folders).days().get(game.name, {}).get(day, Attempt())
    counts = is_open(store, game, day, found)
    if practice and counts:
        raise click.UsageError(f"The attempt that counts comes first: samovar daily {game.name} --plain plays it.")
    if counts:
        if found.begun is None:
            console.say(f"{game.title}, the deal of {day.isoformat()}, {rivals_words(game)}. {TERMS}")
        opened = attempt(store, game, day, login())
    elif practice:
        opened = Opened(deal(game, day, login(), counts=False), store.begin(), [])
    else:
        _tell_result(store, game, day, console)
        console.say(f"samovar daily {game.name} --practice --plain plays it once more.")
        return 0
    return _play_table(opened, store, game, console)


def _play_table(opened: "Opened", store: "Store", game: "Game", console: "Console") -> int:
    from tui.plain.match import Table

    with opened.keeper:
        how = Table(opened.match, opened.keeper, console, opened.remarks).play()
    if how == "over" and opened.match.counts:
        assert opened.match.deal is not None
        _tell_result(store, game, opened.match.deal.day, console)
    return 130 if how == "interrupted" else 0


def _tell_result(store: "Store", game: "Game", day: date, console: "Console") -> None:
    """How one did, and the master, who may have to play first."""
    from core.daily import play_master
    from saves.daily import Attempt, Journal, today
    from tui.features.daily.text import game_lines

    journal = Journal(store.folders)
    days = journal.days().get(game.name, {})
    attempt = days.setdefault(day, Attempt())
    if attempt.result is None:
        console.say("The attempt that counts was begun, and its match deleted.")
    if attempt.master is None:
        console.say("The master plays the same deal…")
        console.flush()
        journal.keep_master(play_master(game, day))
        days = journal.days().get(game.name, {})
    for line in game_lines(game, days, day, today(), console.ascii):
        console.say(line)
    _tell_club(store, game, day, console)


def _tell_club(store: "Store", game: "Game", day: date, console: "Console") -> None:
    """How the members of the club did, for whoever goes to one."""
    from tui.features.daily.club_results import compared
    from tui.features.daily.text import club_rows

    found = compared(store.folders, day)
    if found.trouble:
        console.say(found.trouble)
    standings = found.tables.get(game.name, [])
    if standings:
        console.say("In the club:")
    for rank, name, told, _ in club_rows(standings, found.me, len(standings)):
        console.say(f"  {rank}. {name}: {told}")


# For a program


def _told(store: "Store", games: "list[Game]") -> dict[str, Any]:
    """Every deal of today, and the results of all days."""
    import msgspec

    from saves.daily import Journal, streak, today
    from tui.features.daily.club_results import compared
    from tui.features.daily.text import all_done, with_title

    days, day = Journal(store.folders).days(), today()
    club = compared(store.folders, day)
    told = {game.name: _told_game(days.get(game.name, {}), day) for game in games}
    for name in told:
        told[name]["club"] = [
            msgspec.structs.replace(standing, result=with_title(standing.result))
            for standing in club.tables.get(name, [])
        ]
    return {"day": day, "streak": streak(all_done(days), day), "games": told, "trouble": club.trouble}


def _told_game(days: "dict[date, Attempt]", day: date) -> dict[str, Any]:
    from saves.daily import Attempt, streak
    from tui.features.daily.text import done, with_title

    attempt, results = days.get(day, Attempt()), [with_title(result) for result in done(days)]
    return {
        "stands": attempt.stands,
        "result": with_title(attempt.result) if attempt.result is not None else None,
        "master": with_title(attempt.master) if attempt.master is not None and attempt.stands == "ended" else None,
        "streak": streak([result.day for result in results], day),
        "results": results,
    }

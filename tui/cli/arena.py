"""`samovar arena`: bots against bots."""

import os
import sys

import click
import msgspec

from core import registry
from core.bots import LEVELS
from core.bots.arena import format_table, play_all, schedule, summarize
from core.bots.search import Budget
from saves.sanitize import unknown_text
from tui.cli.arguments import read_options
from tui.cli.known_words import complete_game, complete_list_of, complete_option


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--seats",
    required=True,
    metavar="LEVEL,…",
    help="The levels that play, such as master,adept.",
    shell_complete=complete_list_of(LEVELS),
)
@click.option("--games", "count", default=100, show_default=True, type=click.IntRange(1), help="Number of games.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant; can be repeated.",
    shell_complete=complete_option,
)
@click.option(
    "--seed", default=1, show_default=True, help="The first seed; each deal is played once per rotation of the seats."
)
@click.option("--seconds", default=2.0, show_default=True, help="Seconds a master thinks per turn.")
@click.option("--steps", default=0, help="Trials of a master per turn, instead of seconds: the same on every machine.")
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    show_default="one for each core",
    type=click.IntRange(1),
    help="Processes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
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
    """Let bots play GAME against each other and count the wins."""
    chosen = registry.get_game(game)
    levels = [level.strip() for level in seats.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise click.UsageError(unknown_text("bot level", level, list(LEVELS)))
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

"""`samovar arena`: bots against bots."""

import os
import shutil
import sys

import click
import msgspec

from core import registry
from core.bots import LEVELS, is_level
from core.bots.arena import format_table, play_all, schedule, summarize
from core.bots.outside import ANSWER_SECONDS, PREFIX, command_of, is_outside
from core.bots.search import Budget
from saves.guest import is_guest
from saves.sanitize import unknown_text
from tui.cli.arguments import read_options
from tui.cli.exit_codes import FAILED
from tui.cli.known_words import complete_game, complete_list_of, complete_option


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--seats",
    required=True,
    metavar="LEVEL,…",
    help=f"The levels that play, such as master,adept; {PREFIX}./mybot is a program of your own.",
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
    "--answer-seconds",
    default=ANSWER_SECONDS,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Seconds that a program of your own may take for a move.",
)
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
    answer_seconds: float,
    jobs: int,
    as_json: bool,
) -> int:
    """Let bots play GAME against each other and count the wins."""
    chosen = registry.get_game(game)
    entrants = [_read_entrant(word.strip()) for word in seats.split(",")]
    planned = schedule(
        game,
        entrants,
        count,
        seed,
        read_options(chosen.options, options, f"option of {chosen.title}"),
        Budget(seconds, steps),
        answer_seconds,
    )
    with click.progressbar(length=count, label=chosen.title, file=sys.stderr) as bar:
        results = []
        for outcome in play_all(planned, jobs):
            results.append(outcome)
            bar.update(1)
    told = summarize(game, entrants, results)
    click.echo(msgspec.json.encode(told).decode() if as_json else format_table(told))
    return FAILED if any(entrant.failed_games for entrant in told.entrants) else 0


def _read_entrant(word: str) -> str:
    """Return a level, or a program of one's own; a guest's programs are not on this host, so they have none."""
    if is_outside(word) and not is_guest():
        program = command_of(word)[0]
        if shutil.which(program) is None:
            raise click.UsageError(f"There is no program {program} that can be run.")
    elif not is_level(word):
        raise click.UsageError(unknown_text("bot level", word, list(LEVELS)))
    return word

"""`samovar review`: the master's review of a finished match, on the screen or in plain mode."""

import sys
from collections.abc import Callable

import click
import msgspec

from core.bots.analysis import Analysis
from core.match import Match
from core.review.comparison import Depth
from core.review.record import Review, missing, review_missing
from core.review.report import build_report
from saves.match_store import MatchStore, read_match
from saves.reviews import ReviewStore
from tui.cli.exit_codes import INTERRUPTED
from tui.cli.known_matches import complete_match
from tui.cli.options import plain_option, screen_options
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services
from tui.features.review.text import review_lines, with_reasons
from tui.services import Services
from tui.terminal import streams


def _read_seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float:
    """Return how long a review may think about a turn; 0 for its own default."""
    if value is None:
        return 0.0
    if not 0.1 <= value <= 600:
        raise click.UsageError("A review takes 0.1 to 600 seconds per turn.")
    return value


@click.command()
@click.argument("name", shell_complete=complete_match)
@click.option("--seat", metavar="N", type=int, help="Only this seat (1 is the first); by default all people.")
@click.option("--seconds", metavar="S", type=float, callback=_read_seconds, help="Seconds of thinking per turn.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@plain_option
@screen_options
@pass_services
def review(
    services: Services,
    name: str,
    seat: int | None,
    seconds: float,
    as_json: bool,
    plain: bool,
    ascii: bool,
    driver: str,
) -> int:
    """Review the finished match NAME: what a master thinks of each turn."""
    entry = MatchStore(services.paths).find(name)
    match = read_match(entry.path).match
    if not match.is_over:
        raise click.UsageError(f"{entry.name} is not over yet; only finished matches can be reviewed.")
    seats, depth = _reviewed_seats(match, seat), Depth(seconds=seconds)
    if not (plain or as_json or missing_screen_text()):
        return open_app(
            services, lambda app: app.navigation.show_review(match, entry.slug, seats[0], depth), ascii, driver
        )
    reviews = ReviewStore(services.paths)
    kept = reviews.load(entry.slug, match, depth)
    if not _go_through(services.analysis, match, kept, seats, lambda: reviews.save(entry.slug, kept)):
        return INTERRUPTED
    told = [build_report(match, kept, each) for each in seats]
    if as_json:
        click.echo(msgspec.json.encode([with_reasons(match, each) for each in told]).decode())
        return 0
    console = open_console(services, ascii)
    for each in told:
        for line in review_lines(match, each, entry.name):
            console.print(line)
    return 0


def _reviewed_seats(match: Match, seat: int | None) -> list[int]:
    """Return the seat asked for; else those of humans, or all where only bots have played."""
    if seat is None:
        return match.human_seats or list(range(len(match.seats)))
    if not 1 <= seat <= len(match.seats):
        raise click.UsageError(f"The seats of this match are numbered from 1 to {len(match.seats)}.")
    return [seat - 1]


def _go_through(analysis: Analysis, match: Match, review: Review, seats: list[int], keep: Callable[[], str]) -> bool:
    """Review the turns that have no review yet, and save after each; return False when interrupted."""
    left, trouble = len(missing(match, review, seats)), ""
    try:
        with click.progressbar(length=left, label=f"Review of {match.game.title}", file=sys.stderr) as bar:
            for _ in review_missing(match, review, seats, analysis.review_turn) if left else ():
                trouble = keep()
                bar.update(1)
    except KeyboardInterrupt:
        trouble = keep()  # the interrupt may have come between a turn and its saving
        done = left - len(missing(match, review, seats))
        streams.print_error(trouble or f"Interrupted after {done} of {left} turns; run the same command to continue.")
        return False
    if trouble:
        streams.print_error(trouble)
    return True

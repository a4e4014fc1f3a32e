"""What waits for the player, as rows of text at the top of home: a match, a turn at the club, today's deals."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

import msgspec

from core import registry
from core.game import Game
from core.text import count_text, list_text
from saves.daily import STATUS_SIGNS, Attempt, Days, streak, today
from saves.match_store import MatchEntry
from saves.sanitize import one_line
from tui.widgets.text_layout import cell_width, join_facts

if TYPE_CHECKING:
    from tui.club.turns import ClubTurn

RowKind = Literal["match", "club", "deals"]
#: A text with the role of its colour.
Piece = tuple[str, str]


class About(msgspec.Struct, frozen=True):
    """What home says below the games about what is under the cursor."""

    title: str
    text: str
    facts: Sequence[str]


class WaitingRow(msgspec.Struct, frozen=True):
    """A row of home, above the games: about one game, or, with a few words of its own, about several."""

    kind: RowKind
    label: str
    pieces: Sequence[Piece]
    #: What stands at the right end.
    right: str
    #: What Enter does.
    enter: str
    game: str = ""
    about: About | None = None


def match_row(entry: MatchEntry, width: int) -> WaitingRow:
    """Return the row of the unfinished match."""
    head = entry.head
    assert head is not None
    turn = [f"{head.turn}'s turn"] if head.turn and head.turn != head.players else []
    facts = [head.standing or head.players, *turn, count_text(head.moves, "move")]
    return _row("match", "Continue", head.game, facts, moment_text(entry.saved), "continue", width)


def club_row(turns: Sequence["ClubTurn"], width: int) -> WaitingRow:
    """Return the row of the tables at which it is the player's turn."""
    if len(turns) == 1 and turns[0].game in registry.GAME_NAMES:
        (turn,) = turns
        others = f"at the club, with {list_text(turn.others)}"
        if not turn.others or cell_width(f"{_title(turn.game)}  {others}") > width:
            others = "at the club"
        since = f"since {moment_text(datetime.fromtimestamp(turn.since))}"
        return _row("club", "Your turn", turn.game, [others], since, "go to the table", width)
    tables = f"at {count_text(len(turns), 'table')} of the club"
    titles = list(dict.fromkeys(_title(turn.game) for turn in turns))
    told = join_facts(titles, width - cell_width(f"{tables}  "))
    about = About("The club", f"It is your turn {tables}", titles)
    return WaitingRow("club", "Your turn", [(tables, "ink"), (f"  {told}", "dim")], "", "go to the club", about=about)


def _row(kind: RowKind, label: str, game: str, facts: Sequence[str], right: str, enter: str, width: int) -> WaitingRow:
    """Return the row of one game, with the first facts for which there is room, and then what stands on the right."""
    title = _title(game)
    room = width - cell_width(f"{title}  ")
    told = join_facts(facts, room - cell_width(f"  {right}"))
    if not told:
        told, right = join_facts(facts, room), ""
    return WaitingRow(kind, label, [(title, "ink"), (f"  {told}", "dim")], right, enter, game)


def deals_row(games: Sequence[Game], days: Days, width: int) -> WaitingRow:
    """Return the row of the daily deals: which were played today, with how many points."""
    now = today()
    attempts = [days.get(game.name, {}).get(now, Attempt()) for game in games]
    played = f"{sum(attempt.result is not None for attempt in attempts)} of {len(games)} played"
    finished = [day for of_game in days.values() for day, attempt in of_game.items() if attempt.result is not None]
    in_a_row = streak(finished, now)
    right = f"{in_a_row} days in a row" if in_a_row > 1 else ""
    told = next((each for each in _deal_pieces(games, attempts) if _width(each) <= width), [(played, "ink")])
    about = About(
        "Daily deals",
        "A new deal of each game every day, the same for everyone",
        [
            *(f"{played} today", *([right] if right else [])),
            *(f"{STATUS_SIGNS['ended'][0]} your points", f"{STATUS_SIGNS['begun'][0]} begun"),
        ],
    )
    if _width(told) + cell_width(f"  {right}") > width:
        right = ""
    return WaitingRow("deals", "Today's deals", told, right, "play a daily deal", about=about)


def _deal_pieces(games: Sequence[Game], attempts: Sequence[Attempt]) -> Iterator[list[Piece]]:
    """Yield the deals in words: with points, and shorter without them."""
    for has_points in (True, False):
        pieces: list[Piece] = []
        for game, attempt in zip(games, attempts, strict=True):
            sign, role = STATUS_SIGNS[attempt.status]
            pieces.append((game.title, "ink" if attempt.status == "open" else "dim"))
            if attempt.result is not None and has_points:
                pieces.append((f" {sign} {attempt.result.points}", role))
            elif attempt.status != "open":
                pieces.append((f" {sign}", role))
            pieces.append(("  ", "dim"))
        yield pieces[:-1]


def _width(pieces: Sequence[Piece]) -> int:
    return sum(cell_width(text) for text, _ in pieces)


def _title(game: str) -> str:
    """Return the title of a game, or its name if there is no such game here."""
    return registry.get_game(game).title if game in registry.GAME_NAMES else one_line(game, 20)


def moment_text(moment: datetime) -> str:
    """Return when something was, shortly: the day only if it is not today."""
    days_ago = datetime.now(moment.tzinfo).date() - moment.date()
    if days_ago == timedelta(0):
        return f"{moment:%H:%M}"
    if days_ago == timedelta(1):
        return f"yesterday {moment:%H:%M}"
    return f"{moment:%d %b %H:%M}"

"""The agreed pace of a table in words: what was agreed, and how much of it is left."""

from core.text import count_text
from saves.club.projection import TableProjection
from saves.club.terms import TableHead, Terms

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))
RATED_LAST = "a player whom a bot replaces is rated as last"


def span_text(seconds: float) -> str:
    """Return a time in its largest whole unit."""
    for size, word in _UNITS:
        if seconds >= size and seconds % size == 0:
            return count_text(int(seconds // size), word)
    return count_text(int(seconds), "second")


def left_text(seconds: float) -> str:
    """Return how much time is left, in at most two units: 2 d 4 h, 4 h 10 min, 10 min."""
    minutes = max(0, int(seconds // 60))
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} d {hours} h left" if hours else f"{days} d left"
    if hours:
        return f"{hours} h {rest} min left" if rest else f"{hours} h left"
    return f"{rest} min left" if rest else "less than a minute left" if seconds > 0 else "time is up"


def pace_line(terms: Terms) -> str:
    """Return what was agreed about time; empty for a table without a limit."""
    if not terms.limit:
        return ""
    time = span_text(terms.limit)
    if not terms.when_over:
        return f"A bot may replace a player who takes more than {time}."
    if terms.when_over == "nothing":
        return f"Pace: {time} a turn; when it runs out, nothing happens."
    rated = f", and {RATED_LAST}" if terms.counts else ""
    away = f" Each may be away for {count_text(terms.away_days, 'day')} in all." if terms.away_days else ""
    return f"Pace: {time} a turn; then a bot takes the seat over{rated}.{away}"


def head_left(head: TableHead, now: float, me: str) -> str:
    """Return how much time is left, for a list: of the member's own turn, or of the first that runs out."""
    ends = {each.member: each.until for each in head.awaited if each.until}
    if not ends:
        return ""
    return left_text(ends.get(me, min(ends.values())) - now)


def table_left(table: TableProjection, now: float, seat: int | None) -> str:
    """Return how much time is left at a table: of this seat, if it is awaited, or of the first that runs out."""
    if not table.terms.when_over or table.ended:
        return ""
    ends = {awaited: end for awaited in table.awaited_seats if (end := table.pace.until(awaited))}
    if not ends:
        return ""
    return left_text((ends[seat] if seat in ends else min(ends.values())) - now)


def away_lines(table: TableProjection, now: float) -> list[str]:
    """Return who is away, and for how long."""
    return [
        f"{club_seat.member} is away: {left_text(end - now).removesuffix(' left')} to go."
        for seat, club_seat in enumerate(table.seats)
        if club_seat.member and (end := table.pace.away_until(seat, now))
    ]

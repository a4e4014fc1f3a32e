"""The agreed pace of a table: since when each seat is awaited, and until when it has time.

The time of a seat is counted from when it began to be awaited until somebody else is, however many decisions it makes
meanwhile; where several decide at the same time, for each by itself. While a member is away, no time passes for their
seat.
"""

from collections.abc import Collection

from saves.club.terms import Terms

DAY = 86400.0


class Pace:
    """The clocks of the seats of one table. Only events of its log move them."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        #: By awaited seat: since when.
        self.since: dict[int, float] = {}
        #: By seat: from when until when its member is, or was, away.
        self.absences: dict[int, list[tuple[float, float]]] = {}

    def note_awaited(self, seats: Collection[int], at: float) -> None:
        """Start the clocks of seats that are awaited from now on, and stop those of the others."""
        self.since = {seat: self.since.get(seat, at) for seat in seats}

    def restart(self) -> None:
        """Stop all clocks; those who are awaited next have their whole time."""
        self.since = {}

    def until(self, seat: int) -> float:
        """Return when the time of a seat runs out; 0: never, or not now."""
        if not self._terms.limit or seat not in self.since:
            return 0.0
        end = since = self.since[seat]
        end += self._terms.limit
        for begun, ended in self.absences.get(seat, ()):
            if begun < end and ended > since:
                end += ended - max(begun, since)
        return end

    def is_over(self, seat: int, at: float) -> bool:
        """Whether the time of a seat has run out."""
        return 0 < self.until(seat) <= at

    # Absence

    def days_left(self, seat: int) -> int:
        """Return for how many more days the member of a seat may be away during this match."""
        used = sum(ended - begun for begun, ended in self.absences.get(seat, ()))
        return max(0, int(self._terms.away_days - used / DAY + 1e-6))

    def away_until(self, seat: int, at: float) -> float:
        """Return until when the member of a seat is away; 0 for one who is not."""
        return max((ended for begun, ended in self.absences.get(seat, ()) if begun <= at < ended), default=0.0)

    def leave(self, seat: int, at: float, days: int) -> bool:
        """Let the member of a seat be away for so many days, unless these are too many."""
        if days > self.days_left(seat) or self.away_until(seat, at):
            return False
        self.absences.setdefault(seat, []).append((at, at + days * DAY))
        return True

    def come_back(self, seat: int, at: float) -> bool:
        """End an absence before its end."""
        if not self.away_until(seat, at):
            return False
        self.absences[seat] = [(begun, min(ended, at)) for begun, ended in self.absences[seat]]
        return True

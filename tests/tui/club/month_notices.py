"""What members must be told in the month of a club, worked out from the logs alone, and compared with what they are.

account = NoticeAccount(club, an_hour)
account.follow("k2m")
account.stays("k2m", "anna", until)          # somebody's screen shows a table until then
account.compare(now, lines, unconfirmed)     # after the operator's program has sent these lines
account.faults                               # what was told twice, not at all, too early, or to somebody present

Of some occasions nobody has heard that they were sent, because the host was killed: those are told again later.

Every table is folded here a second time: when a member began to be awaited, or asked, is the number of an event, where
the notices themselves go by what lists show. Rows are compared after every look of a host. Of the tables that
an older version left, whose logs began before, only that nothing is told of what was there before the first look, and
that no notice is settled twice.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import groupby

import msgspec

from saves.club.events import StoredEvent
from saves.club.notices import DEFAULT_HOUR, DEFAULT_MODES, DEFAULT_ZONE, GRACE, KINDS, SENDING_SECONDS
from saves.club.projection import TableProjection
from saves.club.store import Club

_HOUR, _DAY = 3600.0, 86400.0
#: Time zones without summer time, and their hours ahead of UTC.
ZONES = {"UTC": 0.0, "Asia/Tokyo": 9.0, "Asia/Kolkata": 5.5, "America/Phoenix": -7.0}
OPEN = ("waiting", "later", "sending", "sending digest")
SETTLED = ("sent", "digest", "present", "never", "overtaken")
#: What a notice is when it was sent, and while nobody has heard that it was; and what it is again after some minutes.
_UNCONFIRMED = {"sent": "sending", "digest": "sending digest"}
_AGAIN = {"sending": "waiting", "sending digest": "later"}
#: A finished game is news for so long.
_NEWS = 2 * _DAY


class Occasion(msgspec.Struct, frozen=True, order=True):
    """Something to tell a member (by id): the number of the event that made it tells it from the others of its kind."""

    kind: str
    table: str
    member: str
    number: int


class NoticeRow(msgspec.Struct, frozen=True, array_like=True):
    """A row of the notices."""

    id: str
    member: str
    kind: str
    table: str
    raised: float
    state: str
    settled: float


class NoticeAccount:
    """The occasions of the tables that were made by the month, and what has become of each."""

    def __init__(self, club: Club, an_hour: int) -> None:
        self._club, self._names, self._an_hour = club, club.with_fixed_names(), an_hour
        self.faults: list[str] = []
        #: How many notices came to which end, by kind, also of members who have left since.
        self.told: Counter[str] = Counter()
        #: How many notices of members who wanted them at once were left to the digest.
        self.pushed = 0
        self._tables: dict[str, _FollowedTable] = {}
        self._rows: dict[str, NoticeRow] = {}
        #: The occasions of which nobody has heard since the last look that they were sent.
        self._unconfirmed: Collection[str] = ()
        self._occasion_of: dict[str, Occasion] = {}
        self._here: dict[tuple[str, str], float] = {}
        #: Who has blocked which host, and whose rows were deleted because they have left.
        self.blocks: set[tuple[str, str]] = set()
        self._left: set[str] = set()

    def follow(self, table: str) -> None:
        """Account for the notices of this table from now on."""
        self._tables[table] = _FollowedTable(self._names, table)

    def stays(self, table: str, member: str, until: float) -> None:
        """Note until when somebody's screen shows a table."""
        self._here[table, self._club.id_of(member)] = until

    def leaves_for_good(self, member: str) -> None:
        """Note that nothing is to be told to this member from now on; called before they leave."""
        self._left.add(self._club.id_of(member))

    def compare(self, now: float, lines: Sequence[str], unconfirmed: Collection[str]) -> None:
        """Compare all rows, and what was sent, with what must have become of them since the last time."""
        self._unconfirmed = unconfirmed
        rows = {row.id: row for row in self._read()}
        current = self._current(now)
        self._compare_new([row for name, row in rows.items() if name not in self._rows], current, now)
        for name, before in self._rows.items():
            if name not in rows and before.member not in self._left:
                self._complain(now, before, "is gone")
            elif name in rows and before.state in SETTLED and rows[name] != before:
                self._complain(now, rows[name], f"was settled before: {before.state}")
        open_now = [row for row in rows.values() if row.id not in self._rows or self._rows[row.id].state in OPEN]
        by_member = sorted(open_now, key=lambda row: (row.member, row.raised, row.id))
        for member, theirs in groupby(by_member, key=lambda row: row.member):
            self._compare_member(member, list(theirs), current, now)
        self._compare_lines([row for row in open_now if self._was_sent_now(row, lines, now)], lines)
        for row in open_now:
            if row.state in SETTLED:
                self.told[f"{row.kind} {row.state}"] += 1
        self._rows = rows

    def open(self) -> list[NoticeRow]:
        """Return the notices that still wait for their time."""
        return [row for row in self._rows.values() if row.state not in SETTLED]

    def _was_sent_now(self, row: NoticeRow, lines: Sequence[str], now: float) -> bool:
        """Whether this look has sent a notice, be it confirmed or not."""
        if row.settled != now:
            return False
        is_confirmed = row.state in _UNCONFIRMED
        return is_confirmed or (row.id in self._unconfirmed and any(f'"{row.id}"' in line for line in lines))

    # What there is to tell

    def _current(self, now: float) -> set[Occasion]:
        """Return what there is to tell now."""
        found: set[Occasion] = set()
        for table in self._tables.values():
            found |= table.current(self._names, self.blocks, now)
        return {occasion for occasion in found if occasion.member not in self._left}

    def _compare_new(self, new: list[NoticeRow], current: Collection[Occasion], now: float) -> None:
        """Each occasion that is new has one new row, and each new row such an occasion."""
        known = set(self._occasion_of.values())
        awaited = {(each.kind, each.table, each.member): each for each in current if each not in known}
        for row in new:
            occasion = awaited.pop((row.kind, row.table, row.member), None)
            if occasion is not None:
                self._occasion_of[row.id] = occasion
            elif row.table in self._tables:
                self._complain(now, row, "is of no new occasion")
            elif not self._rows and row.state != "overtaken" and not self._goes_on(row.table, now):
                self._complain(now, row, "is of before there were notices")
        self.faults += [f"{now:.0f}: {missing} has no row" for missing in sorted(awaited.values())]

    def _goes_on(self, table: str, now: float) -> bool:
        """Whether a table of the older version has gone on: its bots have moved at once."""
        return self._club.table_summary(table).changed > now - _HOUR

    # What must become of it

    def _compare_member(self, member: str, rows: list[NoticeRow], current: Collection[Occasion], now: float) -> None:
        """Compare the notices of a member that were open, in the order in which they were raised."""
        modes, digest_at = self._choice(member, now)
        expected: dict[str, str] = {}
        candidates: list[NoticeRow] = []
        for row in rows:
            before = self._state_before(row, now)
            if row.table not in self._tables:
                expected[row.id] = row.state  # its log began before the month; nothing is known of its occasions
            elif before in _AGAIN:
                expected[row.id] = before
            elif self._occasion_of.get(row.id) not in current:
                expected[row.id] = "overtaken"
            elif before == "later" or row.raised > now - GRACE:
                expected[row.id] = before
            elif self._is_here(row, now):
                expected[row.id] = "present"
            elif modes[row.kind] == "once":
                candidates.append(row)
            else:
                expected[row.id] = "never" if modes[row.kind] == "never" else "later"
        counted = ("sent", "sending")
        others = [row for row in rows if row.table not in self._tables and row.state in counted]
        earlier = [
            row
            for row in self._rows.values()
            if row.member == member and row.state in counted and self._state_before(row, now) != "waiting"
            if row not in others
        ]
        room = max(0, self._an_hour - len(others) - sum(row.settled > now - _HOUR for row in earlier))
        for number, row in enumerate(candidates):
            expected[row.id] = "sent" if number < room else "later"
            self.pushed += number >= room
        deferred = [row for row in rows if expected[row.id] == "later"]
        if deferred and min(row.raised for row in deferred) <= digest_at:
            for row in deferred:
                left_out = "never" if modes[row.kind] == "never" else "digest"
                expected[row.id] = "present" if self._is_here(row, now) else left_out
        for row in rows:
            if row.id in self._unconfirmed:
                expected[row.id] = _UNCONFIRMED.get(expected[row.id], expected[row.id])
            if row.state != expected[row.id]:
                self._complain(now, row, f"is {row.state}, and must be {expected[row.id]}")

    def _state_before(self, row: NoticeRow, now: float) -> str:
        """Return the state of a notice before this look; what was not confirmed in time has become what it was."""
        known = self._rows.get(row.id)
        if known is None:
            return "waiting"
        is_lost = known.state in _AGAIN and known.settled <= now - SENDING_SECONDS
        return _AGAIN[known.state] if is_lost else known.state

    def _compare_lines(self, told: list[NoticeRow], lines: Sequence[str]) -> None:
        """Each notice sent is one line of its kind that names its table, and all of a digest are one line."""
        wanted: Counter[tuple[str, str]] = Counter()
        tables: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in told:
            key = (self._club.name_now(row.member), row.kind if row.state in ("sent", "sending") else "digest")
            wanted[key] = 1 if key[1] == "digest" else wanted[key] + 1
            tables[key].add(row.table)
        sent: Counter[tuple[str, str]] = Counter()
        said: dict[tuple[str, str], str] = defaultdict(str)
        for line in map(json.loads, lines):
            key = line["member"], line["kind"]
            sent[key] += 1
            said[key] += f" {line['sentence']}"
        if sent != wanted:
            self.faults.append(f"sent {dict(sent)}, where {dict(wanted)} was to be sent")
        for key, named in tables.items():
            unsaid = [name for name in named if name not in said[key]]
            if unsaid and " more." not in said[key]:  # a digest does not name more than some
                self.faults.append(f"{key}: {unsaid} is not in {said[key]!r}")

    def _choice(self, member: str, now: float) -> tuple[dict[str, str], float]:
        """Return what a member wants to hear when, and when it was last the hour of their digest."""
        modes: dict[str, str] = {kind: DEFAULT_MODES[kind] for kind in KINDS}
        chosen = self._club.query("SELECT kind, mode FROM club_notice_settings WHERE member = ?", member)
        modes.update((str(kind), str(mode)) for kind, mode in chosen)
        hour, zone = DEFAULT_HOUR, DEFAULT_ZONE
        for found in self._club.query("SELECT hour, zone FROM club_notice_hours WHERE member = ?", member):
            hour, zone = int(found[0]), str(found[1])
        ahead = (ZONES[zone] - hour) * _HOUR
        return modes, (now + ahead) // _DAY * _DAY - ahead

    def _is_here(self, row: NoticeRow, now: float) -> bool:
        return self._here.get((row.table, row.member), 0.0) > now

    def _read(self) -> list[NoticeRow]:
        found = self._club.query("SELECT id, member, kind, table_id, raised, state, settled FROM club_notices")
        return msgspec.convert([tuple(row) for row in found], list[NoticeRow])

    def _complain(self, now: float, row: NoticeRow, sentence: str) -> None:
        self.faults.append(f"{now:.0f}: the notice {row.id!r} {sentence}")


class _FollowedTable:
    """A table as its log makes it, and since which event each member is awaited or asked."""

    def __init__(self, club: Club, name: str) -> None:
        self._name, self._projection = name, TableProjection(club.terms(name), club.seed(name))
        self._awaited: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        #: The number of the event with which somebody asked to end the match, and when the last event came.
        self._request, self._ended = 0, 0.0

    def current(self, club: Club, blocks: Collection[tuple[str, str]], now: float) -> set[Occasion]:
        """Read the log on, and return what there is to tell now."""
        table = self._projection
        for entry in club.events(self._name, table.length):
            self._fold(club, entry)
        found = [("turn", member, number) for member, number in self._awaited.items()]
        found += [("request", member, number) for member, number in self._asked.items()]
        host = club.id_of(table.terms.host)
        if table.state == "waiting":
            kind = "rematch" if table.terms.rematch_of else "invitation"
            kept = [seat.member for seat in table.seats if seat.member and not seat.is_taken]
            invited = [club.id_of(name) for name in kept]
            found += [(kind, member, 0) for member in invited if member != host and (member, host) not in blocks]
        if table.ended in ("played", "agreed") and self._ended > now - _NEWS:
            found += [("finished", club.id_of(seat.member), 0) for seat in table.seats if seat.member]
        return {Occasion(kind, self._name, member, number) for kind, member, number in found}

    def _fold(self, club: Club, entry: StoredEvent) -> None:
        table = self._projection
        was_asked, self._ended = bool(table.agreed_to_end), entry.at
        table.fold([entry])
        if not was_asked:
            self._request = entry.number
        awaited = {club.id_of(table.seats[seat].member) for seat in table.awaited_seats}
        self._awaited = {member: self._awaited.get(member, entry.number) for member in awaited}
        self._asked = {club.id_of(table.seats[seat].member): self._request for seat in table.asked_to_end}

"""What members are told while they are away: each occasion once, at once or in a digest a day, as each has chosen.

book = NoticeBook(club, an_hour=6)
book.collect()                           # write down every occasion that is new, and which are overtaken
for delivery in book.due():              # what is to be sent now
    ...                                  # send it
    confirm(club, delivery.occasions)    # it was sent

Several hosts may do this at once: an occasion has one row, and whoever marks it as being sent sends it. If nobody has
confirmed that within some minutes, because the host was killed or its program failed, it waits again.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from saves.club.database.protocol import Row, Transaction
from saves.club.errors import ClubRefusedError
from saves.club.member_directory import MemberDirectory
from saves.club.presence import PRESENCE_SECONDS
from saves.club.records import TableSummary
from saves.club.store import Club
from saves.club.table_rows import LISTED, listed
from saves.sanitize import one_line, unknown_text

#: Runs a statement, on a club or in a transaction.
Query = Callable[..., Sequence[Row]]
Kind = Literal["turn", "invitation", "rematch", "request", "finished"]
Mode = Literal["once", "daily", "never"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MODES: tuple[Mode, ...] = get_args(Mode)
#: What holds for a member who has chosen nothing.
DEFAULT_MODES: dict[Kind, Mode] = {
    "turn": "once", "invitation": "once", "rematch": "once", "request": "once", "finished": "daily",
}  # fmt: skip
DEFAULT_HOUR, DEFAULT_ZONE = 8, "UTC"
#: The seconds between an occasion and its notice: a player who has just moved is still at the table, or comes to it.
GRACE = 3.0
_HOUR = 3600.0
#: For so many seconds whoever marked a notice as being sent may take to confirm it; more than their program may take.
SENDING_SECONDS = 300.0
#: So many times it is tried to send a notice.
SENDING_TRIES = 5
#: What a notice is while it is being sent, and what it was before and becomes after that.
_BEING_SENT = {"sending": ("waiting", "sent"), "sending digest": ("later", "digest")}


class NoticeChoice(msgspec.Struct, frozen=True):
    """When a member wants to hear of what, and the hour of the digest in their time zone."""

    modes: dict[Kind, Mode]
    hour: int = DEFAULT_HOUR
    zone: str = DEFAULT_ZONE


class Notice(msgspec.Struct, frozen=True):
    """An occasion to tell a member of: its kind, and the table as lists show it."""

    kind: Kind
    table: TableSummary


class Delivery(msgspec.Struct, frozen=True):
    """What is sent to a member now: one notice at once, or all of a digest; and the names of the occasions."""

    member: str
    notices: list[Notice]
    is_digest: bool
    occasions: list[str]


def read_choice(club: Club, member: str) -> NoticeChoice:
    """Return what a member has chosen."""
    return _choice(club.query, club.directory.key_of(member))


def set_mode(club: Club, member: str, kind: str, mode: str) -> None:
    """Let a member hear of one kind of occasion at once, once a day, or never."""
    if kind not in KINDS:
        raise ClubRefusedError(unknown_text("notice", kind, list(KINDS)))
    if mode not in MODES:
        raise ClubRefusedError(unknown_text("choice", mode, list(MODES)))
    key = club.id_of(member)
    with club.transaction() as transaction:
        transaction.run(
            "INSERT INTO club_notice_settings (member, kind, mode) VALUES (?, ?, ?)"
            " ON CONFLICT (member, kind) DO UPDATE SET mode = excluded.mode",
            key,
            kind,
            mode,
        )


def set_hour(club: Club, member: str, hour: int, zone: str) -> None:
    """Let a member get the digest at this hour of their time zone."""
    if not 0 <= hour < 24:
        raise ClubRefusedError("An hour of the day is a number from 0 to 23.")
    if _zone(zone) is None:
        raise ClubRefusedError(f"{one_line(zone, 40)} is no time zone; one is called Europe/Berlin, or UTC.")
    key = club.id_of(member)
    with club.transaction() as transaction:
        transaction.run(
            "INSERT INTO club_notice_hours (member, hour, zone) VALUES (?, ?, ?)"
            " ON CONFLICT (member) DO UPDATE SET hour = excluded.hour, zone = excluded.zone",
            key,
            hour,
            zone,
        )


class NoticeBook:
    """The notices of a club; at most so many are sent to a member at once in an hour."""

    def __init__(self, club: Club, an_hour: int) -> None:
        self.club = club
        self._an_hour = an_hour

    def collect(self) -> None:
        """Write down the occasions that are new, which of those that wait are overtaken, and what was not sent in time.

        Where nothing was ever written down, what the club holds is from before there were notices.
        """
        with self.club.transaction() as transaction:
            now = transaction.now()
            _give_up_sending(transaction, now)
            is_first = not transaction.rows("SELECT 1 FROM club_notices LIMIT 1")
            current = {row[0]: row for row in _occasions(transaction)}
            open_ones = transaction.rows("SELECT id FROM club_notices WHERE state IN ('waiting', 'later')")
            known = {str(name) for (name,) in open_ones}
            for occasion, member, kind, table in sorted(current.values()):  # as every host does, so none locks another
                transaction.run(
                    "INSERT INTO club_notices (id, member, kind, table_id, raised, state) VALUES (?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (id) DO NOTHING",
                    occasion,
                    member,
                    kind,
                    table,
                    now,
                    "overtaken" if is_first and self._is_old(transaction, table, now) else "waiting",
                )
            for occasion in sorted(known - current.keys()):
                _settle(transaction, occasion, "overtaken", now)

    def _is_old(self, transaction: Transaction, table: str, now: float) -> bool:
        """Whether a table has not changed for an hour."""
        rows = transaction.rows("SELECT 1 FROM club_tables WHERE id = ? AND changed < ?", table, now - _HOUR)
        return bool(rows)

    def due(self) -> list[Delivery]:
        """Return what is to be sent now, marked as being sent."""
        directory = self.club.directory
        found: list[Delivery] = []
        with self.club.transaction() as transaction:
            now = transaction.now()
            waiting = transaction.rows(
                "SELECT id, member, kind, table_id FROM club_notices WHERE state = 'waiting' AND raised <= ?"
                " ORDER BY raised, id",
                now - GRACE,
            )
            for occasion, member, kind, table in waiting:
                state = self._decide(transaction, str(member), str(kind), str(table), now)
                if _settle(transaction, str(occasion), state, now) and state == "sending":
                    told = _notices(transaction, [(kind, table)], directory)
                    found.append(Delivery(directory.name_of(str(member)), told, False, [str(occasion)]))
            for member in sorted({str(name) for (name,) in transaction.rows(_DEFERRED)}):
                if rows := self._digest(transaction, member, now):
                    told = _notices(transaction, [(kind, table) for _, kind, table in rows], directory)
                    found.append(Delivery(directory.name_of(member), told, True, [name for name, _, _ in rows]))
            for delivery in found:
                if not delivery.notices:  # of damaged tables nothing can be told
                    _confirm(transaction, delivery.occasions, now)
        return [delivery for delivery in found if delivery.notices]

    def has_waiting(self) -> bool:
        """Whether a notice waits for its time, which is soon."""
        return bool(self.club.query("SELECT 1 FROM club_notices WHERE state = 'waiting' LIMIT 1"))

    def _decide(self, transaction: Transaction, member: str, kind: str, table: str, now: float) -> str:
        """Return what becomes of a notice whose time has come."""
        if _is_here(transaction, member, table, now):
            return "present"
        mode = _choice(transaction.rows, member).modes.get(kind, "never")  # type: ignore[call-overload]
        if mode != "once":
            return "never" if mode == "never" else "later"
        ((sent,),) = transaction.rows(
            "SELECT COUNT(*) FROM club_notices WHERE member = ? AND state IN ('sent', 'sending') AND settled > ?",
            member,
            now - _HOUR,
        )
        return "sending" if int(sent) < self._an_hour else "later"

    def _digest(self, transaction: Transaction, member: str, now: float) -> list[tuple[str, str, str]]:
        """Return the notices of a digest whose hour has come since they were raised.

        What the member does not want to hear of any more, or has on the screen, is not among them.
        """
        choice = _choice(transaction.rows, member)
        rows = transaction.rows(
            "SELECT id, kind, table_id FROM club_notices WHERE member = ? AND state = 'later' ORDER BY raised, id",
            member,
        )
        ((first,),) = transaction.rows(
            "SELECT MIN(raised) FROM club_notices WHERE member = ? AND state = 'later'", member
        )
        if not isinstance(first, int | float) or float(first) > last_hour(now, choice.hour, choice.zone):
            return []
        told: list[tuple[str, str, str]] = []
        for occasion, kind, table in rows:
            state = "sending digest"
            if _is_here(transaction, member, str(table), now):
                state = "present"
            elif choice.modes.get(kind, "never") == "never":  # type: ignore[call-overload]
                state = "never"
            if _settle(transaction, str(occasion), state, now) and state == "sending digest":
                told.append((str(occasion), str(kind), str(table)))
        transaction.run("UPDATE club_notice_hours SET digest = ? WHERE member = ?", now, member)
        return told


def confirm(club: Club, occasions: Sequence[str]) -> None:
    """Note that these were sent."""
    with club.transaction() as transaction:
        _confirm(transaction, occasions, transaction.now())


def _confirm(transaction: Transaction, occasions: Sequence[str], now: float) -> None:
    for occasion in occasions:
        for state, (_, sent) in _BEING_SENT.items():
            transaction.run(
                "UPDATE club_notices SET state = ?, settled = ? WHERE id = ? AND state = ?", sent, now, occasion, state
            )


def _give_up_sending(transaction: Transaction, now: float) -> None:
    """Let what nobody has confirmed in time wait again, as it did before; its body counts the tries."""
    for state, (before, _) in _BEING_SENT.items():
        lost = transaction.rows(
            "SELECT id, body FROM club_notices WHERE state = ? AND (settled <= ? OR settled > ?) ORDER BY id",
            state,
            now - SENDING_SECONDS,
            now + SENDING_SECONDS,  # from before the clock was set back
        )
        for occasion, body in lost:
            tries = _number(body) + 1
            transaction.run(
                "UPDATE club_notices SET state = ?, body = ?, settled = ? WHERE id = ? AND state = ?",
                before if tries < SENDING_TRIES else "failed",
                str(tries),
                now,
                occasion,
                state,
            )


def _number(stored: object) -> int:
    """Return the number of tries that is stored; what is damaged counts as none."""
    text = str(stored)
    return int(text) if text.isdecimal() and len(text) < 3 else 0


def _notices(
    transaction: Transaction, found: Sequence[tuple[object, object]], directory: MemberDirectory
) -> list[Notice]:
    told: list[Notice] = []
    for kind, table in found:
        for row in transaction.rows(f"SELECT {LISTED} FROM club_tables WHERE id = ?", str(table)):
            summary = listed(row, directory)
            if not summary.is_damaged and kind in KINDS:
                told.append(Notice(kind, summary))
    return told


def last_hour(now: float, hour: int, zone: str) -> float:
    """Return when it was this hour last in a time zone."""
    here = datetime.fromtimestamp(now, _zone(zone) or ZoneInfo(DEFAULT_ZONE))
    at = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    return (at if at <= here else at - timedelta(days=1)).timestamp()


_DEFERRED = "SELECT DISTINCT member FROM club_notices WHERE state = 'later'"


def _occasions(transaction: Transaction) -> Iterator[tuple[str, str, str, str]]:
    """Yield what there is to tell now: the name of the occasion, the member, the kind and the table."""
    awaited = transaction.rows(
        "SELECT member, table_id, club_places.state, decides, since, asked, bots"
        " FROM club_places JOIN club_tables ON club_tables.id = table_id"
        f" WHERE member IN {_MEMBERS} AND (club_places.state = 'waiting' AND role = 'invited'"
        " OR club_places.state = 'running' AND (decides = 1 OR asked > 0))"
    )
    for member, table, state, decides, since, asked, bots in awaited:
        if state == "waiting":
            ((terms,),) = transaction.rows("SELECT terms FROM club_tables WHERE id = ?", str(table))
            kind = "rematch" if '"rematch_of"' in str(terms) else "invitation"
            yield f"{kind} {table} {member}", str(member), kind, str(table)
        if decides == 1 and (since or not bots):  # otherwise a bot sits in for the member, and is to decide
            yield f"turn {table} {member} {since}", str(member), "turn", str(table)
        if asked:
            yield f"request {table} {member} {asked}", str(member), "request", str(table)
    # A match that was played or ended by agreement has a position; a table that was called off had no match.
    finished = transaction.rows(
        "SELECT member, table_id FROM club_tables JOIN club_places ON table_id = club_tables.id"
        f" WHERE member IN {_MEMBERS} AND club_tables.state = 'over' AND club_tables.changed > ? AND position <> ''",
        transaction.now() - _FINISHED,
    )
    for member, table in finished:
        yield f"finished {table} {member}", str(member), "finished", str(table)


#: Who can be told: neither who has left for good nor who was dismissed, though places of theirs remain.
_MEMBERS = "(SELECT club_members.id FROM club_members WHERE dismissed = 0 AND former = 0)"
#: For so many seconds a finished game is news.
_FINISHED = 2 * 86_400.0


def _settle(transaction: Transaction, occasion: str, state: str, now: float) -> bool:
    """Write down what becomes of a notice that is open, unless another host has done so in the meantime."""
    return bool(
        transaction.run(
            "UPDATE club_notices SET state = ?, settled = ? WHERE id = ? AND state IN ('waiting', 'later')"
            " AND state <> ?",
            state,
            now,
            occasion,
            state,
        )
    )


def _is_here(transaction: Transaction, member: str, table: str, now: float) -> bool:
    """Whether a member's screen shows a table."""
    return bool(
        transaction.rows(
            "SELECT 1 FROM club_here WHERE table_id = ? AND member = ? AND until > ? AND until <= ?",
            table,
            member,
            now,
            now + PRESENCE_SECONDS,
        )
    )


def _choice(query: Query, member: str) -> NoticeChoice:
    """Return what a member has chosen; what is damaged counts as not chosen."""
    modes = dict(DEFAULT_MODES)
    for kind, mode in query("SELECT kind, mode FROM club_notice_settings WHERE member = ?", member):
        if kind in KINDS and mode in MODES:
            modes[kind] = mode
    for hour, zone in query("SELECT hour, zone FROM club_notice_hours WHERE member = ?", member):
        if isinstance(hour, int) and 0 <= hour < 24 and _zone(str(zone)) is not None:
            return NoticeChoice(modes, hour, str(zone))
    return NoticeChoice(modes)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None

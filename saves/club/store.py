"""The club: members and shared tables in one database that any number of processes use.

    with Club.open("sqlite:///club.db") as club:
        club.admit("anna")
        id = club.new_table(terms)                                 # a fresh secret seed, unless one is given
        table = TableProjection(club.terms(id), club.seed(id))     # from saves.club.projection
        table.fold(club.events(id, table.length))                  # all from this number on
        event = MoveChosen(new_id(), seat, "fox")
        if not club.append(id, table.length, event, "anna"):
            table.fold(club.events(id, table.length))              # the log has grown: read on, then choose again
        with club.watch(id) as watch:                              # made before the first read, it misses nothing
            watch.wait(5.0)                                        # true as soon as the table has something new

An acknowledged event is in the log for ever. A client that got no acknowledgement (a ClubError) appends the same event
again, with the same id: it is stored once. One Club may be used by several threads; a forked process opens its own.
"""

import contextlib
import copy
import secrets
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType

import msgspec

from saves.club import events
from saves.club.channels import LOBBY, channel_of
from saves.club.database.opening import SendSocket, database_at
from saves.club.database.protocol import ChannelWaiter, Clock, Database, Row, Transaction, Value, Waiter
from saves.club.database.schema import bring_up_to_date, must_be_known
from saves.club.errors import ClubError, ClubRefusedError, contained
from saves.club.events import ClubEvent, MemberSatDown, RulesUpgraded, StoredEvent
from saves.club.member_directory import MemberDirectory, read_directory
from saves.club.member_names import casefolded, member_name
from saves.club.membership import add_member, dismiss_member, give_key
from saves.club.places import must_be_welcome, store_places
from saves.club.presence import Presence
from saves.club.records import FinishedTable, Member, StoredPosition, TableSummary
from saves.club.seats import seats_from_terms
from saves.club.table_limits import must_have_invitations, must_have_room
from saves.club.table_rows import LISTED, listed, must_be_there, no_such_table, read_summary, time_in
from saves.club.talk import Talk
from saves.club.terms import StoredState, TableHead, Terms
from saves.club.watch import TableWatch
from saves.sanitize import one_line

#: The length of a head that was written before the log was folded: a table of bots begins without an event.
_NOT_FOLDED = -1
#: The letters of a table's id, none of which can be taken for another.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class MemberLimits(msgspec.Struct, frozen=True):
    """What one member may use of a club whose operator does not know everybody; 0: no limit."""

    #: The most unfinished tables which a member who creates another one may host or sit at.
    tables: int = 0
    #: The most events in the log of a table.
    lines: int = 0
    #: The most keys of a member, besides those that the operator gives.
    keys: int = 0
    #: The most invitations of a member that wait for an answer, sent or received.
    invitations: int = 0
    #: For how many days a member may be away from a table with a pace, in all; 0: not at all.
    away_days: int = 14


_NO_LIMITS = MemberLimits()
_HAS_LEFT = "{name} was the name of a member who has left this club for good; choose another one."

#: Makes a waiter for a table, or, without an id, for all of them.
MakeWaiter = Callable[[str], Waiter]


class Club:
    """Members, tables, their logs and chat, claims, finished games. Every error is a ClubError with one sentence."""

    def __init__(
        self, database: Database, limits: MemberLimits = _NO_LIMITS, make_waiter: MakeWaiter | None = None
    ) -> None:
        self._database = database
        self.limits = limits
        self._make_waiter = make_waiter
        self._directory = MemberDirectory()
        #: Whether members keep the names that they had when they were first read.
        self._has_fixed_names = False
        bring_up_to_date(database)

    @classmethod
    def open(
        cls,
        address: str,
        *,
        limits: MemberLimits = _NO_LIMITS,
        make_waiter: MakeWaiter | None = None,
        send_socket: SendSocket | None = None,
        is_guest: bool = False,
        clock: Clock | None = None,
    ) -> "Club":
        """Open the club at this address; create it if it is a missing file of this host.

        A guest of a server has `limits`, is woken by waiters of the server, which polls for all its guests, and shares
        the SQL connections of a proxy server with them. Without these the database itself does all that. `is_guest`:
        no sentence says where the club is, and none is created. `clock` takes the place of the database's, for tests.
        """
        return cls(database_at(address, send_socket, is_guest, clock), limits, make_waiter)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> "Club":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator[Transaction]:
        """Begin a transaction and check that the schema is still ours: a newer Samovar may have changed it."""
        with self._database.transaction(writes) as transaction:
            self._check(transaction)
            yield transaction

    def query(self, statement: str, *values: Value) -> Sequence[Row]:
        """Return the rows of a statement that writes nothing, after the same check."""
        with self._database.transaction(writes=False) as transaction:
            self._check(transaction)
            return transaction.rows(statement, *values)

    def _check(self, transaction: Transaction) -> None:
        """Check the version of the schema, and read the names of the members again when one has changed."""
        ((schema, naming),) = transaction.rows(
            "SELECT MAX(club_schema.version), MAX(club_naming.version) FROM club_schema, club_naming"
        )
        must_be_known(schema)
        if naming != self._directory.version:
            found = read_directory(transaction, naming)
            self._directory = self._directory.joined_by(found) if self._has_fixed_names else found

    # Members

    def with_fixed_names(self) -> "Club":
        """Return this club as somebody sees it who opens a table now: nobody's name changes while they follow it.

        It uses the connection of this one, which alone is closed.
        """
        if self._has_fixed_names:
            return self
        names = self.directory
        fixed = copy.copy(self)
        fixed._directory = names
        fixed._has_fixed_names = True
        return fixed

    @property
    def directory(self) -> MemberDirectory:
        """Everybody's id and names, as of now."""
        with self._database.transaction(writes=False) as transaction:
            self._check(transaction)
        return self._directory

    @property
    def names(self) -> MemberDirectory:
        """Everybody's id and names as of the transaction that was begun last, for use within it."""
        return self._directory

    @property
    def presence(self) -> Presence:
        """Who is at which table, and who may do something alone."""
        return Presence(self)

    @property
    def talk(self) -> Talk:
        """What is said at tables."""
        return Talk(self)

    def id_of(self, name: str) -> str:
        """Return the id of the member who has, or had, this name; refuse a name that is nobody's."""
        member = self.directory.find(name)
        if member is None:
            raise ClubRefusedError(f"There is no member called {one_line(name, 40)!r}.")
        return member

    def wake_lobby(self, transaction: Transaction) -> None:
        """Wake everybody who waits for changes of any table."""
        transaction.notify(LOBBY)

    def name_now(self, name: str) -> str:
        """Return what the member is called today who has, or had, this name; any other name as it is."""
        return self.directory.name_of(name)

    def admit(self, name: str, key: str = "") -> str:
        """Make somebody a member, or give a member one more key; return the name as the club writes it."""
        wanted = member_name(name)
        with self.transaction() as transaction:
            member = self._directory.find(wanted) or add_member(transaction, wanted)
            must_not_have_left(transaction, member, wanted)
            transaction.run("UPDATE club_members SET dismissed = 0 WHERE id = ?", member)
            if key:
                give_key(transaction, member, key)
            ((written,),) = transaction.rows("SELECT name FROM club_members WHERE id = ?", member)
        return str(written)

    def enter(self, name: str) -> str:
        """Return the name as the club writes it. A new name becomes a member's; a dismissed member is refused."""
        wanted = member_name(name)
        known = "SELECT name, dismissed, former FROM club_members WHERE id = ?"
        found = self.query(known, self.directory.find(wanted) or "")
        if not found:
            with self.transaction() as transaction:
                found = transaction.rows(known, self._directory.find(wanted) or add_member(transaction, wanted))
        ((written, dismissed, former),) = found
        if former:
            raise ClubRefusedError(_HAS_LEFT.format(name=wanted))
        if dismissed:
            raise ClubRefusedError(
                f"{written} is no longer a member of this club; its operator can admit {written} again."
            )
        return str(written)

    def dismiss(self, name: str) -> None:
        """Dismiss a member: their keys are barred, the name stays taken, and their games stay."""
        with self.transaction() as transaction:
            member = self._directory.key_of(name)
            found = transaction.run("UPDATE club_members SET dismissed = 1 WHERE id = ? AND dismissed = 0", member)
            if not found:
                raise ClubRefusedError(f"There is no member called {one_line(name, 40)!r}.")
            dismiss_member(transaction, member)
            transaction.notify(LOBBY)

    def members(self) -> list[Member]:
        """Return every member who has not been dismissed, by name."""
        keys: dict[str, list[str]] = {}
        for member, key in self.query("SELECT member, public_key FROM club_keys ORDER BY public_key"):
            keys.setdefault(str(member), []).append(str(key))
        found = self.query("SELECT id, name, joined FROM club_members WHERE dismissed = 0 AND former = 0")
        members = [
            Member(str(name), time_in(joined), tuple(keys.get(str(member), ())), str(member))
            for member, name, joined in found
        ]
        return sorted(members, key=lambda member: casefolded(member.name))

    def member(self, name: str) -> Member | None:
        """Return the member who has, or had, this name, in any spelling."""
        found = self.query(
            "SELECT id, name, joined FROM club_members WHERE id = ? AND dismissed = 0 AND former = 0",
            self.directory.key_of(name),
        )
        if not found:
            return None
        ((member, written, joined),) = found
        keys = self.query("SELECT public_key FROM club_keys WHERE member = ? ORDER BY public_key", member)
        return Member(str(written), time_in(joined), tuple(str(key) for (key,) in keys), str(member))

    def owner_of(self, key: str) -> str | None:
        """Return the name of the member who has this key."""
        found = self.query(
            "SELECT name FROM club_members JOIN club_keys ON member = id WHERE public_key = ? AND dismissed = 0", key
        )
        return str(found[0][0]) if found else None

    def mute(self, listener: str, muted: str, on: bool = True) -> None:
        """Hide the messages of a member from another from now on, or show them again."""
        with self.transaction() as transaction:
            both = self._directory.key_of(listener), self._directory.key_of(muted)
            transaction.run("DELETE FROM club_mutes WHERE listener = ? AND muted = ?", *both)
            if on:
                transaction.run("INSERT INTO club_mutes (listener, muted) VALUES (?, ?)", *both)

    def muted(self, listener: str) -> frozenset[str]:
        """Return the casefolded names of the members whom this one has muted, or blocked."""
        directory = self.directory
        key = directory.key_of(listener)
        rows = self.query(
            "SELECT muted FROM club_mutes WHERE listener = ? UNION SELECT blocked FROM club_blocks WHERE blocker = ?",
            key,
            key,
        )
        return frozenset(casefolded(directory.name_of(str(name))) for (name,) in rows)

    # Tables

    def new_table(self, terms: Terms, seed: int | None = None) -> str:
        """Lay a table and return its id. Without a seed it gets 63 fresh random bits."""
        if terms.when_over:
            terms = msgspec.structs.replace(terms, away_days=self.limits.away_days)
        taken = tuple(club_seat.name if club_seat.is_taken else "" for club_seat in seats_from_terms(terms, {}))
        head = TableHead("waiting", taken, _members(terms), host=terms.host)
        secret = secrets.randbits(63) if seed is None else seed
        table = "".join(secrets.choice(_LETTERS) for _ in range(8))
        with self.transaction() as transaction:
            key_of = self._directory.key_of
            invited = [(key_of(name), name) for name in head.members if name != terms.host]
            must_have_room(transaction, key_of(terms.host), self.limits.tables)
            must_have_invitations(transaction, key_of(terms.host), invited, self.limits.invitations)
            now = transaction.now()
            transaction.run(
                "INSERT INTO club_tables (id, terms, seed, made, changed, state, head, head_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                table,
                _json(self._directory.with_ids(terms)),
                secret,
                now,
                now,
                head.state,
                _json(self._directory.head_with_ids(head)),
                _NOT_FOLDED,
            )
            store_places(transaction, self._directory, table, head)
            transaction.notify(LOBBY)
        return table

    def terms(self, table: str) -> Terms:
        ((found,),) = self._known(table, "terms")
        with contained(table):
            return self._directory.with_names(msgspec.json.decode(str(found), type=Terms))

    def seed(self, table: str) -> int:
        """Return the table's seed: needed to fold, and never to be shown before the match has ended."""
        ((found,),) = self._known(table, "seed")
        with contained(table):
            return int(found)

    def table_summary(self, table: str) -> TableSummary:
        """Return what a list shows of one table."""
        (row,) = self._known(table, LISTED)
        with contained(table):
            return read_summary(row, self._directory)

    def _known(self, table: str, columns: str) -> Sequence[Row]:
        found = self.query(f"SELECT {columns} FROM club_tables WHERE id = ?", table)
        if not found:
            raise no_such_table(table)
        return found

    def tables(self, state: StoredState, limit: int = 100) -> list[TableSummary]:
        """Return the tables in this state, the last changed first."""
        found = self.query(
            f"SELECT {LISTED} FROM club_tables WHERE state = ? ORDER BY changed DESC LIMIT ?", state, limit
        )
        return [listed(row, self._directory) for row in found]

    def tables_to_attend(self, now: float) -> list[TableSummary]:
        """Return the tables where a bot decides, an agreed time has run out, or the head is behind the log."""
        open_ = "club_tables.state IN ('running', 'waiting')"
        found = [
            *self.query(f"SELECT {LISTED} FROM club_tables WHERE state = 'running' AND bots = 1"),
            *self.query(f"SELECT {LISTED} FROM club_tables WHERE {open_} AND length <> head_at"),
            *self.query(f"SELECT {LISTED} FROM club_tables WHERE due > 0 AND due <= ?", now),
        ]
        by_id = {str(row[0]): row for row in found}
        return [listed(row, self._directory) for row in by_id.values()]

    def count_tables(self, state: StoredState) -> int:
        """Return how many tables are in this state."""
        ((tables,),) = self.query("SELECT COUNT(*) FROM club_tables WHERE state = ?", state)
        return int(tables)

    def tables_of(self, member: str, state: StoredState, limit: int = 100) -> list[TableSummary]:
        """Return a member's tables in this state: first those where it is their turn, of these the last changed."""
        found = self.query(
            f"SELECT {LISTED} FROM club_places JOIN club_tables ON id = table_id"
            " WHERE member = ? AND club_places.state = ? ORDER BY decides DESC, club_places.changed DESC LIMIT ?",
            self.directory.key_of(member),
            state,
            limit,
        )
        return [listed(row, self._directory) for row in found]

    def count_turns(self, member: str) -> int:
        """Return the number of tables where it is this member's turn."""
        ((tables,),) = self.query(
            "SELECT COUNT(*) FROM club_places WHERE member = ? AND state = 'running' AND decides = 1",
            self.directory.key_of(member),
        )
        return int(tables)

    def save_head(self, table: str, length: int, head: TableHead, position: str = "") -> None:
        """Store what the first events of a log make of the table, for lists, unless a longer head is stored already.

        It can be computed again at any time, so every client that has folded further and knows the rules of the match
        does so. `position` is what `TableProjection.snapshot` returns.
        """
        if self.head_length(table) >= length:  # most clients come second, and need not block writers
            return
        with self.transaction() as transaction:
            newer = transaction.run(
                "UPDATE club_tables SET state = ?, head = ?, head_at = ?, position = ?, due = ?, bots = ?"
                " WHERE id = ? AND head_at < ?",
                head.state,
                _json(self._directory.head_with_ids(head)),
                length,
                self._directory.position_with_ids(position),
                head.due,
                int(head.awaits_bot),
                table,
                length,
            )
            if newer:
                store_places(transaction, self._directory, table, head)
                transaction.notify(LOBBY)

    def head_length(self, table: str) -> int:
        """Return how many events the stored head includes."""
        ((length,),) = self._known(table, "head_at")
        with contained(table):
            return int(length)

    def set_aside(self, table: str) -> None:
        """Take a damaged table out of all lists; nothing of it is deleted."""
        with self.transaction() as transaction:
            transaction.run("UPDATE club_tables SET state = 'damaged' WHERE id = ?", table)
            transaction.run("UPDATE club_places SET state = 'damaged' WHERE table_id = ?", table)
            transaction.notify(LOBBY)

    def replace_head(
        self, table: str, length: int, head: TableHead, position: str, made: float, changed: float
    ) -> None:
        """Store what the log makes of a table over whatever is stored: its head is damaged, or it was set aside."""
        with self.transaction() as transaction:
            transaction.run(
                "UPDATE club_tables SET state = ?, head = ?, head_at = ?, position = ?, due = ?, bots = ?,"
                " length = ?, made = ?, changed = ? WHERE id = ?",
                head.state,
                _json(self._directory.head_with_ids(head)),
                length,
                self._directory.position_with_ids(position),
                head.due,
                int(head.awaits_bot),
                length,
                made,
                changed,
                table,
            )
            store_places(transaction, self._directory, table, head)
            transaction.notify(LOBBY)

    def stored(self, table: str) -> StoredPosition:
        """Return the position that was stored last."""
        ((length, position),) = self._known(table, "head_at, position")
        with contained(table):
            return StoredPosition(int(length), self._directory.position_with_names(str(position)))

    # The log

    def append(self, table: str, number: int, event: ClubEvent, author: str) -> bool:
        """Append an event under this number: false when the log has grown and must be read first.

        An event that was appended before, and whose acknowledgement got lost, is recognised by its id.
        """
        if 0 < self.limits.lines <= number:
            raise ClubRefusedError(f"The log of table {table} is full: it has {number} lines.")
        with self.transaction() as transaction:
            now = transaction.now()
            if isinstance(event, MemberSatDown):
                must_be_welcome(transaction, table, self._directory.key_of(author))
            added = transaction.run(
                "UPDATE club_tables SET length = length + 1, changed = CASE WHEN changed > ? THEN changed ELSE ? END"
                " WHERE id = ? AND length = ? AND NOT EXISTS"
                " (SELECT 1 FROM club_lines WHERE table_id = ? AND club_lines.id = ?)",
                now,
                now,
                table,
                number,
                table,
                event.id,
            )
            if not added:
                must_be_there(transaction, table)
                known = "SELECT 1 FROM club_lines WHERE table_id = ? AND id = ?"
                return bool(transaction.rows(known, table, event.id))
            transaction.run(
                "INSERT INTO club_lines (table_id, number, id, author, at, body)"
                " SELECT club_tables.id, ?, ?, ?, changed, ? FROM club_tables WHERE club_tables.id = ?",
                number,
                event.id,
                self._directory.written(author),
                events.encode(self._with_ids(event)),
                table,
            )
            transaction.notify(channel_of(table))
        return True

    def events(self, table: str, since: int = 0) -> list[StoredEvent]:
        """Return the events from this number on, in order."""
        found = self.query(
            "SELECT number, author, at, body FROM club_lines WHERE table_id = ? AND number >= ? ORDER BY number",
            table,
            since,
        )
        name_of = self._directory.name_of
        with contained(table):
            return [
                StoredEvent(int(number), name_of(str(author)), float(at), self._with_names(events.decode(str(body))))
                for number, author, at, body in found
            ]

    def _with_ids(self, event: ClubEvent) -> ClubEvent:
        """Return an event as it is stored: one of them names members."""
        if isinstance(event, RulesUpgraded):
            stored = self._directory.position_with_ids(bytes(event.stored).decode())
            return msgspec.structs.replace(event, stored=msgspec.Raw(stored.encode()))
        return event

    def _with_names(self, event: ClubEvent | None) -> ClubEvent | None:
        if isinstance(event, RulesUpgraded):
            stored = self._directory.position_with_names(bytes(event.stored).decode())
            return msgspec.structs.replace(event, stored=msgspec.Raw(stored.encode()))
        return event

    def now(self) -> float:
        """Return the time of the clock that all clients share, for limits."""
        with self._database.transaction(writes=False) as transaction:
            return transaction.now()

    # Finished games

    def finish(self, table: str, record: str) -> None:
        """Store the result of a match, once: every client may try."""
        with self.transaction() as transaction:
            transaction.run(
                "INSERT INTO club_finished (table_id, ended, record)"
                " SELECT id, changed, ? FROM club_tables WHERE id = ? ON CONFLICT (table_id) DO NOTHING",
                self._directory.result_with_ids(record),
                table,
            )

    def finished(self, since: float = 0.0) -> list[FinishedTable]:
        """Return the finished games that ended at this time or later, in the order in which they ended."""
        found = self.query(
            "SELECT table_id, ended, record FROM club_finished WHERE ended >= ? ORDER BY ended, table_id", since
        )
        with_names = self._directory.result_with_names
        return [FinishedTable(str(table), time_in(ended), with_names(str(record))) for table, ended, record in found]

    def results(self, tables: Sequence[str]) -> dict[str, str]:
        """Return the results of those of these tables that were played to their end."""
        if not tables:
            return {}
        marks = ", ".join("?" * len(tables))
        found = self.query(f"SELECT table_id, record FROM club_finished WHERE table_id IN ({marks})", *tables)
        return {str(table): self._directory.result_with_names(str(record)) for table, record in found}

    # Waking

    def watch(self, table: str = "") -> TableWatch:
        """Return a watch on a table, or on all of them for the lobby."""
        waiter = (self._make_waiter or self.waiter)(table)
        try:
            return TableWatch(self, waiter, table)
        except ClubError:
            waiter.close()
            raise

    def waiter(self, table: str = "") -> ChannelWaiter:
        """Return a waiter of the database itself; it may return without a change."""
        return self._database.waiter(channel_of(table))

    def extent(self, table: str) -> tuple[int, int]:
        """Return how many events and how many messages a table has."""
        ((length, said),) = self._known(table, "length, said")
        with contained(table):
            return int(length), int(said)


def _members(terms: Terms) -> tuple[str, ...]:
    """Return the members for whom a seat is reserved from the beginning."""
    return tuple(target.name for target in terms.places if target.name and not target.level)


def must_not_have_left(transaction: Transaction, member: str, name: str) -> None:
    if transaction.rows("SELECT 1 FROM club_members WHERE id = ? AND former > 0", member):
        raise ClubRefusedError(_HAS_LEFT.format(name=name))


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()

"""A month of a club by a clock that the script moves: members come for some minutes, play at their tables, and go.

It begins with a club of the last schema that a released version had, which is brought up to date when it is opened:
the upgrade is at the start, because no code of that version is here that could play days on it. Tables have every pace;
two hosts serve the club by turns and are restarted again and again; a process is killed while it appends, before or
after the commit; members change their names and what they are told, are away, decline, block, and leave for good.
What they are told is accounted for (`month_notices.py`).
"""

import contextlib
import io
import multiprocessing
import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from core import registry
from core.bots import plan_turn
from saves.club.auth import Authenticator
from saves.club.blocks import set_block
from saves.club.database.protocol import Transaction
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, EndingProposed, new_id
from saves.club.notices import GRACE, KINDS, MODES, NoticeBook, confirm, set_hour, set_mode
from saves.club.presence import PRESENCE_SECONDS
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.club.terms import SeatTerms, StoredState, Terms, WhenOver
from tests.limits import LIMIT
from tests.saves.club.test_stored import restore_club
from tests.tui.club.month_notices import ZONES, NoticeAccount
from tui.club import requests
from tui.club.client import TableClient, join_table, open_table, save_projection
from tui.club.leaving import leave_for_good
from tui.club.table_setup import create_rematch
from tui.server.bot_player import ServerBotPlayer, TurnNotice, send_notices

BEGIN, HOUR, DAY = 1_800_000_000.0, 3600.0, 86400.0
#: The seconds between two visits; a screen that is left open shows its table for longer.
_STAY = 20.0
PACES: tuple[tuple[float, WhenOver], ...] = (
    (0.0, ""),
    (HOUR, "bot"),
    (12 * HOUR, "bot"),
    (DAY, "bot"),
    (3 * DAY, "bot"),
    (7 * DAY, "bot"),
    (DAY, "nothing"),
)
GAMES = ("mazaytsy", "mezen", "gzhel")
_ALL = 10_000
#: Makes the processes that are killed; not by forking this one, which has threads and connections.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])


class _Host:
    """A host that serves the club: the player of its bots, and its book of notices."""

    def __init__(self, club: Club, an_hour: int) -> None:
        self.club = club
        self.server = ServerBotPlayer(club, lambda table: plan_turn)
        self.book = NoticeBook(club, an_hour)


class Month:
    """The club, its clock, its members, and everything that was acknowledged."""

    def __init__(self, address: str, old: Path, people: int, seed: int, an_hour: int = 2) -> None:
        self.luck, self.now = random.Random(seed), BEGIN
        #: How many notices a member gets at once in an hour: few, so that some are left to the digest.
        self._address, self._an_hour = address, an_hour
        restore_club(old, address)
        self.club = self._open()
        self._hosts = self._start_hosts()
        self._accounts_club = self._open()
        self.notices = NoticeAccount(self._accounts_club, an_hour)
        self.upgraded = [found.id for found in self.club.tables("running", _ALL)]
        self.members = [member.name for member in self.club.members()]
        while len(self.members) < people:
            self.members.append(Authenticator(self.club).join(f"member{len(self.members)}", f"key {len(self.members)}"))
        for name in self.members:
            self._choose_notices(name)
        #: The ids of acknowledged events, by table; what happened, and what was wrong.
        self.acknowledged: dict[str, list[str]] = {}
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def _open(self) -> Club:
        return Club.open(self._address, clock=lambda: self.now)

    def close(self) -> None:
        for club in (self.club, self._accounts_club, *(host.club for host in self._hosts)):
            club.close()

    def _start_hosts(self) -> "list[_Host]":
        return [_Host(self._open(), self._an_hour) for _ in range(2)]

    def pass_days(self, days: int, visits: int) -> None:
        """Let days pass, with so many visits in each of their six watches."""
        self._serve()  # before anybody comes: what the older version left is no news
        for day in range(days):
            for watch in range(6):
                self.now += 4 * HOUR
                if day % 3 == 1 and watch == 3:
                    self._invite_to_three()
                for _ in range(visits):
                    self._visit(self.luck.choice(self.members))
                    self.now += _STAY
                self._serve()
            if day % 3 == 2:
                self._restart()
            if day % 5 == 3:
                self._change_members()
        for _ in range(6 * 60):  # nobody comes any more: agreed times run out, and every digest has its hour
            if not self.notices.open():
                break
            self.now += 4 * HOUR
            self._serve()
        self.faults += [f"the notice {row.id!r} was never settled" for row in self.notices.open()]

    def _serve(self) -> None:
        """Let the hosts do their work, by turns and in any order; afterwards nobody's time has run out."""
        for host in self.luck.choices(self._hosts, k=3):
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                host.server.check_tables()
                send_notices(host.book)
            self.notices.compare(self.now, *self._send(host, told.getvalue().splitlines()))
            self.now += GRACE
        for found in self.club.tables("running", _ALL):
            if found.terms.when_over == "bot" and 0 < found.head.due <= self.now:
                self.faults.append(f"{found.id}: somebody's time has run out, and nothing happened")

    def _send(self, host: "_Host", lines: list[str]) -> tuple[list[str], set[str]]:
        """Do what the server does with these lines; now and then it is killed before it has sent one, or just after.

        Returns those that were sent, and the occasions of which nobody has heard that they were.
        """
        sent, unconfirmed = [], set()
        for line in lines:
            notice = msgspec.json.decode(line, type=TurnNotice)
            luck = self.luck.random()
            if luck >= 0.1:
                confirm(host.club, notice.occasions)
            else:
                unconfirmed.update(notice.occasions)
                self.counts[f"host killed {'before' if luck < 0.05 else 'after'} a notice"] += 1
            if luck >= 0.05:
                sent.append(line)
        return sent, unconfirmed

    def _restart(self) -> None:
        for host in self._hosts:
            host.club.close()
        self.club.close()
        self.club, self._hosts = self._open(), self._start_hosts()
        self.counts["restarts"] += 1

    def _change_members(self) -> None:
        """Somebody takes another name, somebody blocks somebody, and somebody leaves for good."""
        name = self.luck.choice(self.members)
        wanted = f"renamed{self.counts['renamed']}"
        self.members[self.members.index(name)] = Authenticator(self.club).rename(name, wanted)
        self.counts["renamed"] += 1
        blocker, blocked = self.luck.sample(self.members, 2)
        set_block(self.club, blocker, blocked)
        self.notices.blocks.add((self.club.id_of(blocker), self.club.id_of(blocked)))
        if len(self.members) > 4:
            leaver = self.luck.choice(self.members)
            self.notices.leaves_for_good(leaver)
            leave_for_good(self.club, leaver, leaver)
            self.members.remove(leaver)
            self.counts["left for good"] += 1

    def _choose_notices(self, name: str) -> None:
        """Let a member choose anew what they are told when."""
        for kind in KINDS:
            set_mode(self.club, name, kind, self.luck.choices(MODES, (4, 2, 1))[0])
        set_hour(self.club, name, self.luck.randrange(24), self.luck.choice(list(ZONES)))

    # A visit

    def _visit(self, name: str) -> None:
        if self.luck.random() < 0.05:
            self._choose_notices(name)
        states: tuple[StoredState, ...] = ("waiting", "running")
        mine = [found for state in states for found in self.club.tables_of(name, state, _ALL)]
        if len(mine) < 4:
            self._create(name)
        others = [found for found in self.club.tables("waiting", 20) if found.head.open_seats and found not in mine]
        for found in [*self.luck.sample(mine, min(3, len(mine))), *others[:1]]:
            with contextlib.suppress(ClubRefusedError):
                self._come(join_table(self.club, found.id, name))
        over = [found.id for found in self.club.tables_of(name, "over", 5) if found.id in self.acknowledged]
        if over and self.luck.random() < 0.2:
            self._play_again(join_table(self.club, self.luck.choice(over), name))

    def _play_again(self, client: TableClient) -> None:
        with contextlib.suppress(ClubRefusedError):
            table = create_rematch(self.club, client)
            if table not in self.acknowledged:
                self._note_table(table)
                self.counts["rematches"] += 1

    def _invite_to_three(self) -> None:
        """Somebody invites a friend, who wants to hear of it at once, to more tables than the limit lets be told so."""
        host, friend = self.luck.sample(self.members, 2)
        set_mode(self.club, friend, "invitation", "once")
        game = registry.get_game(GAMES[0])
        for _ in range(3):
            terms = Terms(game.name, game.edition, host, (SeatTerms(host), SeatTerms(friend)))
            self._note_table(self.club.new_table(terms, seed=self.luck.getrandbits(63)))

    def _create(self, name: str) -> None:
        game = registry.get_game(self.luck.choice(GAMES))
        limit, when_over = self.luck.choice(PACES)
        invited = self.luck.choice([each for each in self.members if each != name])
        other = self.luck.choice([SeatTerms(), SeatTerms(invited)])
        terms = Terms(game.name, game.edition, name, (SeatTerms(name), other), limit=limit, when_over=when_over)
        self._note_table(self.club.new_table(terms, seed=self.luck.getrandbits(63)))

    def _note_table(self, table: str) -> None:
        self.acknowledged[table] = []
        self.notices.follow(table)
        self.counts["tables"] += 1

    def _come(self, client: TableClient) -> None:
        """Sit down, decline, or play a turn; now and then something else. Some leave the table on their screen."""
        table = client.table
        if table.ended:
            return
        client.mark_present()
        self.notices.stays(client.name, client.member, self.now + PRESENCE_SECONDS)
        if table.state == "waiting":
            if table.seat_of(client.member) is None:
                declines = self.luck.random() < 0.2 and client.member in table.head().members
                self._write(client, requests.decline_invitation(client) if declines else client.sitting_down({}))
        elif table.seat_of(client.member) is None:
            self._write(client, client.sitting_down({}))
        elif self.luck.random() < 0.08:
            self._write(client, self._something_else(client))
        for _ in range(40):
            view = client.view
            if view is None:
                break
            event = client.answer(self.luck.choice(view.legal_moves).notation).make_event()
            assert event is not None
            self._write(client, event)
        save_projection(self.club, client.name, client.table)
        if self.luck.random() < 0.7:
            client.leave()
            self.notices.stays(client.name, client.member, 0.0)
        if self.luck.random() < 0.15:
            self._look_on(client)
        self.now += 1.0

    def _look_on(self, client: TableClient) -> None:
        """Another one of the table comes too, sees whose turn it is, and keeps the table on the screen."""
        others = {club_seat.member for club_seat in client.table.seats if club_seat.member} - {client.member}
        for name in sorted(others & set(self.members)):
            join_table(self.club, client.name, name).mark_present()
            self.notices.stays(client.name, name, self.now + PRESENCE_SECONDS)

    def _something_else(self, client: TableClient) -> ClubEvent:
        client_seat = client.table.seat_of(client.member)
        if client_seat in client.table.asked_to_end:
            return requests.play_on(client) if self.luck.random() < 0.5 else requests.agree(client, True)
        if client.table.terms.when_over and self.luck.random() < 0.5:
            return requests.go_away(client, str(self.luck.randrange(1, 4)), self.now)
        return EndingProposed(new_id(), client_seat not in client.table.agreed_to_end)

    def _write(self, client: TableClient, event: ClubEvent) -> None:
        """Append an event; now and then a process is killed while it does so, and the member's next one tries again."""
        if self.luck.random() < 0.02:
            self._be_killed(client, event)
        assert client.append(event)
        client.catch_up()
        self.acknowledged.setdefault(client.name, []).append(event.id)
        self.counts["events"] += 1
        self.counts[type(event).__name__] += 1

    def _be_killed(self, client: TableClient, event: ClubEvent) -> None:
        """Let another process append the event, which is killed before its transaction is committed, or just after."""
        is_committed = self.luck.random() < 0.5
        where = (self._address, self.now, client.name, client.table.length)
        process = _PROCESSES.Process(target=_append_and_die, args=(*where, event, client.member, is_committed))
        process.start()
        process.join(LIMIT)
        if process.exitcode != -signal.SIGKILL:
            self.faults.append(f"{client.name}: a process that was to be killed ended with {process.exitcode}")
        self.counts[f"killed {'after' if is_committed else 'before'} the commit"] += 1

    # What came of it

    def check(self) -> list[str]:
        """Return what is wrong: a lost event, a table that two fold otherwise, a game that is not counted, a name."""
        known = {member.name for member in self.club.members()}
        for name, written in self.acknowledged.items():
            self._check_table(name, written, known)
        for name in self.upgraded:
            open_table(self.club, name)
        played = [found.id for found in self.club.tables("over", _ALL) if found.id in self.acknowledged]
        ended = {name for name in played if open_table(self.club, name).ended == "played"}
        if missing := ended - self.club.results(played).keys():
            self.faults.append(f"not counted: {sorted(missing)}")
        self.counts["played to the end"] = len(ended)
        return self.faults + self.notices.faults

    def _check_table(self, name: str, written: list[str], known: set[str]) -> None:
        entries = self.club.events(name)
        if lost := set(written) - {entry.line.id for entry in entries if entry.line}:
            self.faults.append(f"{name}: {len(lost)} events are lost")
        table = TableProjection(self.club.terms(name), self.club.seed(name))
        table.fold(entries)
        for entry in entries:
            self.counts["times run out"] += type(entry.line).__name__ == "TimeRanOut"
        if table.digest() != open_table(self.club, name).digest():
            self.faults.append(f"{name}: two clients come to different tables")
        members = {club_seat.member for club_seat in table.seats if club_seat.member}
        if strangers := {each for each in members - known if not each.startswith("former member ")}:
            self.faults.append(f"{name}: nobody is called {sorted(strangers)}")


class _KilledClub(Club):
    """A club whose process is killed when a transaction has done all its work, and is not committed."""

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Iterator[Transaction]:
        with super().transaction(writes) as transaction:
            yield transaction
            os.kill(os.getpid(), signal.SIGKILL)


def _append_and_die(
    address: str, now: float, table: str, number: int, event: ClubEvent, author: str, is_committed: bool
) -> None:
    """Append an event as a process that is killed does."""
    club = (Club if is_committed else _KilledClub).open(address, clock=lambda: now)
    club.append(table, number, event, author)
    os.kill(os.getpid(), signal.SIGKILL)

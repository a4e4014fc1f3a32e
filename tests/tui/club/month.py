"""A month of a club by a clock that the script moves: members come for some minutes, play at their tables, and go.

It begins with a club that an older version left, which is brought up to date when it is opened. Tables have every pace;
the server is restarted again and again; members change their names, are away, decline, block, and leave for good.
"""

import contextlib
import io
import random
from collections import Counter
from pathlib import Path

from core import registry
from core.bots import plan_turn
from saves.club.auth import Authenticator
from saves.club.blocks import set_block
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, EndingProposed, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.club.terms import SeatTerms, StoredState, Terms, WhenOver
from tests.saves.club.test_stored import restore_club
from tui.club import requests
from tui.club.client import TableClient, join_table, open_table, save_projection
from tui.club.leaving import leave_for_good
from tui.server.bot_player import ServerBotPlayer

BEGIN, HOUR, DAY = 1_800_000_000.0, 3600.0, 86400.0
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


class Month:
    """The club, its clock, its members, and everything that was acknowledged."""

    def __init__(self, address: str, old: Path, people: int, seed: int) -> None:
        self.luck, self.now = random.Random(seed), BEGIN
        self._address = address
        restore_club(old, address)
        self.club = self._open()
        self.server = ServerBotPlayer(self.club, plan_turn)
        self.upgraded = [found.id for found in self.club.tables("running", _ALL)]
        self.members = [member.name for member in self.club.members()]
        while len(self.members) < people:
            self.members.append(Authenticator(self.club).join(f"member{len(self.members)}", f"key {len(self.members)}"))
        #: The ids of acknowledged events, by table; what happened, and what was wrong.
        self.acknowledged: dict[str, list[str]] = {}
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def _open(self) -> Club:
        return Club.open(self._address, clock=lambda: self.now)

    def close(self) -> None:
        self.club.close()

    def pass_days(self, days: int, visits: int) -> None:
        """Let days pass, with so many visits in each of their six watches."""
        for day in range(days):
            for _ in range(6):
                self.now += 4 * HOUR
                for _ in range(visits):
                    self._visit(self.luck.choice(self.members))
                self._serve()
            if day % 3 == 2:
                self._restart()
            if day % 5 == 3:
                self._change_members()

    def _serve(self) -> None:
        """Let the server do its work; afterwards nobody's time has run out."""
        with contextlib.redirect_stdout(io.StringIO()):  # the notices
            self.server.check_tables()
        for found in self.club.tables("running", _ALL):
            if found.terms.when_over == "bot" and 0 < found.head.due <= self.now:
                self.faults.append(f"{found.id}: somebody's time has run out, and nothing happened")

    def _restart(self) -> None:
        self.club.close()
        self.club = self._open()
        self.server = ServerBotPlayer(self.club, plan_turn)
        self.counts["restarts"] += 1

    def _change_members(self) -> None:
        """Somebody takes another name, somebody blocks somebody, and somebody leaves for good."""
        name = self.luck.choice(self.members)
        wanted = f"renamed{self.counts['renamed']}"
        self.members[self.members.index(name)] = Authenticator(self.club).rename(name, wanted)
        self.counts["renamed"] += 1
        blocker, blocked = self.luck.sample(self.members, 2)
        set_block(self.club, blocker, blocked)
        if len(self.members) > 4:
            leaver = self.luck.choice(self.members)
            leave_for_good(self.club, leaver, leaver)
            self.members.remove(leaver)
            self.counts["left for good"] += 1

    # A visit

    def _visit(self, name: str) -> None:
        states: tuple[StoredState, ...] = ("waiting", "running")
        mine = [found for state in states for found in self.club.tables_of(name, state, _ALL)]
        if len(mine) < 4:
            self._create(name)
        others = [found for found in self.club.tables("waiting", 20) if found.head.open_seats and found not in mine]
        for found in [*self.luck.sample(mine, min(3, len(mine))), *others[:1]]:
            with contextlib.suppress(ClubRefusedError):
                self._come(join_table(self.club, found.id, name))

    def _create(self, name: str) -> None:
        game = registry.get_game(self.luck.choice(GAMES))
        limit, when_over = self.luck.choice(PACES)
        invited = self.luck.choice([each for each in self.members if each != name])
        other = self.luck.choice([SeatTerms(), SeatTerms(invited)])
        terms = Terms(game.name, game.edition, name, (SeatTerms(name), other), limit=limit, when_over=when_over)
        table = self.club.new_table(terms)
        self.acknowledged.setdefault(table, [])
        self.counts["tables"] += 1

    def _come(self, client: TableClient) -> None:
        """Sit down, decline, or play a turn; now and then something else."""
        table = client.table
        if table.state == "waiting":
            if table.seat_of(client.member) is None:
                declines = self.luck.random() < 0.2 and client.member in table.head().members
                self._write(client, requests.decline_invitation(client) if declines else client.sitting_down({}))
        elif table.ended:
            return
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

    def _something_else(self, client: TableClient) -> ClubEvent:
        client_seat = client.table.seat_of(client.member)
        if client_seat in client.table.asked_to_end:
            return requests.play_on(client) if self.luck.random() < 0.5 else requests.agree(client, True)
        if client.table.terms.when_over and self.luck.random() < 0.5:
            return requests.go_away(client, str(self.luck.randrange(1, 4)), self.now)
        return EndingProposed(new_id(), client_seat not in client.table.agreed_to_end)

    def _write(self, client: TableClient, event: ClubEvent) -> None:
        assert client.append(event)
        client.catch_up()
        self.acknowledged.setdefault(client.name, []).append(event.id)
        self.counts["events"] += 1
        self.counts[type(event).__name__] += 1

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
        return self.faults

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

"""Damaged rows of every kind: one table is lost at most, and everybody else's go on.

Each test changes one column of one row in a file of SQLite, which takes anything in any column, to a few bad values,
and then does what guests and the server do.
"""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from core.bots import plan_turn
from core.bots.analysis import LocalAnalysis
from saves.club.auth import Authenticator
from saves.club.awaited import awaited_tables
from saves.club.bans import BanList
from saves.club.blocks import set_block
from saves.club.check import BROUGHT_BACK, REPAIRED, SET_ASIDE, check_club
from saves.club.daily_results import daily_standings, master_results, publish, publish_masters
from saves.club.errors import ClubError, ClubRefusedError, DamagedTableError
from saves.club.events import MemberSatDown, MoveChosen, new_id
from saves.club.join_codes import JoinCodes
from saves.club.notices import NoticeBook, read_choice, set_hour, set_mode
from saves.club.poller import ChangePoller
from saves.club.reading import heard_messages, mark_heard, mark_seen
from saves.club.store import Club
from saves.daily import DailyResult, MasterDailyResult
from tests.conftest import Samovar
from tests.saves.club.tables import terms
from tests.saves.stored.clubs import DAY
from tests.tui.club.test_command import KEY
from tui.club import text
from tui.club.client import join_table, open_table, save_projection
from tui.club.friend_line import find_seat
from tui.club.table_lists import found_tables, load_lobby, member_standings
from tui.server.bot_player import ServerBotPlayer

#: What damaged rows hold. The text that is none is what a flipped bit makes of one.
NO_TEXT = b"A\xff\xfe as text"
BAD: tuple[object, ...] = (
    "", "x", "{", "{}", "[1]", "null", -1, 1 << 62, 1e300, float("inf"), b"\xff\xfe", NO_TEXT, "\0", "[" * 100_000,
    '{"line":"chosen"}',
)  # fmt: skip


class Damaged:
    """A club with a waiting, a running and a finished table, and one more at which a bot is to move."""

    def __init__(self, folder: Path) -> None:
        self._original = folder / "original.db"
        self.path = folder / "club.db"
        self.address = f"sqlite:///{self.path}"
        with Club.open(f"sqlite:///{self._original}") as club:
            self._fill(club)
        with contextlib.closing(sqlite3.connect(self._original)) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _fill(self, club: Club) -> None:
        for name in ("anna", "boris"):
            club.admit(name, f"ssh-ed25519 {name}")
        waiting = club.new_table(terms("mezen", "anna", "open"), 1)
        self.running = club.new_table(terms("mezen", "anna", "boris"), 2)
        self._play(club, self.running, 6)
        over = club.new_table(terms("mezen", "anna", "boris"), 3)
        self._play(club, over, 10_000)
        self.healthy = club.new_table(terms("mezen", ":novice", "anna"), 4)
        club.talk.add(self.running, "anna", "hello", new_id())
        club.presence.claim("bots anywhere", "nobody", 5.0)
        club.presence.mark(self.running, "boris", 60.0)
        club.mute("anna", "boris")
        set_mode(club, "anna", "turn", "daily")
        set_hour(club, "anna", 8, "UTC")
        NoticeBook(club, 1).collect()
        self.code = JoinCodes(club).new(waiting, 1, "anna")
        BanList(club).add("203.0.113.0/24")
        set_block(club, "boris", "anna")
        mark_seen(club, self.running, "anna", 3)
        mark_heard(club, self.running, "anna", 1)
        club.admit("vera", "ssh-ed25519 vera")
        club.dismiss("vera")
        Authenticator(club).new_link_code("boris")
        publish(club, "anna", [DailyResult(DAY, "mezen", 7, [3, 4], 1, 2)])
        publish_masters(club, [MasterDailyResult(DAY, "mezen", 9, [4, 5], 1, 2)])
        member_standings(club)

    def _play(self, club: Club, table: str, moves: int) -> None:
        assert club.append(table, 0, MemberSatDown(new_id(), 1), "boris")
        shared = open_table(club, table)
        while shared.turn and moves:
            actor = shared.turn[0]
            assert shared.match is not None
            event = MoveChosen(new_id(), actor, shared.match.legal_moves[0].notation)
            assert club.append(table, shared.length, event, shared.seats[actor].member)
            shared.fold(club.events(table, shared.length))
            moves -= 1
        save_projection(club, table, shared)

    def columns(self) -> list[tuple[str, str]]:
        with contextlib.closing(sqlite3.connect(self._original)) as raw:
            tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return [(table, row[1]) for table in tables for row in raw.execute(f"PRAGMA table_info({table})")]

    def damage(self, table: str, column: str, value: object, where: str = "1 = 1") -> bool:
        """Start from the original, and change one row; return whether there was one that could be changed."""
        for path in self.path.parent.glob("club.db*"):
            path.unlink()
        shutil.copy(self._original, self.path)
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as raw:
            row = f"SELECT rowid FROM {table} WHERE {where} AND {self._not_healthy(table)} LIMIT 1"
            stored = "CAST(? AS TEXT)" if value is NO_TEXT else "?"
            with contextlib.suppress(sqlite3.Error):
                changed = raw.execute(f"UPDATE {table} SET {column} = {stored} WHERE rowid = ({row})", (value,))
                return changed.rowcount > 0
        return False

    def _not_healthy(self, table: str) -> str:
        name = "id" if table == "club_tables" else "table_id" if (table, "table_id") in self.columns() else ""
        return f"{name} <> '{self.healthy}'" if name else "1 = 1"


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Damaged:
    return Damaged(tmp_path_factory.mktemp("damaged"))


def use(damaged: Damaged) -> None:
    """Do what the server and guests do; only what is asked of the damaged table itself may fail, with a sentence."""
    with Club.open(damaged.address) as club:
        found_tables(club, "anna")
        lobby = load_lobby(club, "anna")
        for table in (*lobby.turn, *lobby.mine, *lobby.open, *lobby.running, *lobby.over, *found_tables(club)):
            json.dumps(text.as_json(table))
            assert text.list_line(table) and text.listed_help(table, {})
            text.table_facts(table, "anna")
            with contextlib.suppress(ClubError):
                join_table(club, table.id, "anna", plays=False)
                club.talk.messages(table.id)
        with contextlib.suppress(ClubRefusedError):  # nobody has that name while its row is damaged
            awaited_tables(club, club.id_of("anna"))
        heard_messages(club, damaged.running, "anna")
        read_choice(club, "anna")
        book = NoticeBook(club, 1)
        book.collect()
        book.due()
        with contextlib.suppress(ClubError):
            find_seat(club, damaged.code)
        BanList(club).keeps_out(KEY, "203.0.113.7")
        authenticator = Authenticator(club)
        assert authenticator.key_status("ssh-ed25519 new", "nobody").owner == ""
        authenticator.has_link_codes()
        authenticator.dismissed()
        with contextlib.suppress(ClubError):
            authenticator.use_link_code("abcd-efgh-ijkm-npqr", "ssh-ed25519 new")
        authenticator.join("newcomer", "ssh-ed25519 newcomer")
        member_standings(club)
        daily_standings(club, DAY)
        master_results(club, DAY)
        poller = ChangePoller(club)
        for name in ("", damaged.running, damaged.healthy):
            poller.add(name)
        poller.wait(0.0)
        poller.close()
        ServerBotPlayer(club, lambda table: LocalAnalysis().plan_turn).check_tables()
        healthy = open_table(club, damaged.healthy)
        assert healthy.match is not None and healthy.match.waits_for_human, "the bot behind it is not played"
        assert club.presence.claim("bots anywhere else", "somebody", 5.0)


_COLUMNS = [
    ("club_members", ("id", "name", "joined", "dismissed", "former", "folder")),
    ("club_names", ("folded", "name", "member")),
    ("club_naming", ("version",)),
    ("club_keys", ("public_key", "member", "kind", "added", "told")),
    ("club_barred", ("public_key", "member")),
    ("club_links", ("digest", "member", "until")),
    ("club_mutes", ("listener", "muted")),
    ("club_blocks", ("blocker", "blocked", "since")),
    ("club_tables", ("id", "terms", "seed", "made", "changed", "length")),
    ("club_tables", ("said", "state", "head", "head_at", "position", "due", "bots")),
    ("club_places", ("member", "table_id", "state", "decides", "changed")),
    ("club_places", ("role", "since", "until", "asked")),
    ("club_lines", ("table_id", "number", "id", "author", "at", "body")),
    ("club_talk", ("table_id", "number", "id", "author", "at", "words")),
    ("club_claims", ("name", "holder", "until")),
    ("club_here", ("table_id", "member", "until")),
    ("club_read", ("member", "table_id", "lines", "said")),
    ("club_finished", ("table_id", "ended", "record", "counted")),
    ("club_notice_hours", ("member", "hour", "zone", "digest")),
    ("club_notice_settings", ("member", "kind", "mode")),
    ("club_notices", ("id", "member", "kind", "table_id", "raised", "state", "settled", "body")),
    ("club_codes", ("digest", "table_id", "seat", "host", "until", "used")),
    ("club_bans", ("kind", "subject", "since")),
    ("club_dailies", ("day", "game", "member", "body")),
    ("club_ratings", ("game", "player", "mu", "sigma", "games", "played", "won")),
    ("club_counting", ("games",)),
    ("club_masters", ("day", "game", "body")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "table", "column"), [(at, table, column) for table, names in _COLUMNS for at, column in enumerate(names)]
)
def test_a_damaged_row_stops_nobody_else(damaged: Damaged, number: int, table: str, column: str) -> None:
    """Half of the values for every column; the column beside it gets the other half."""
    used = 0
    for bad in BAD[number % 2 :: 2]:
        if damaged.damage(table, column, bad):
            use(damaged)
            used += 1
    assert used, "nothing was damaged"


def test_every_column_is_damaged_somewhere(damaged: Damaged) -> None:
    known = {(table, column) for table, names in _COLUMNS for column in names}
    assert set(damaged.columns()) - known == {("club_schema", "version")}, "which is the whole club's"


@pytest.mark.parametrize("column", ["terms", "seed", "head", "state", "head_at", "made"])
def test_a_check_repairs_or_sets_aside(damaged: Damaged, column: str) -> None:
    for bad in BAD:
        if not damaged.damage("club_tables", column, bad, f"id = '{damaged.running}'"):
            continue
        with Club.open(damaged.address) as club:
            before = {finding.table: finding.done for finding in check_club(club)}
            assert set(before) <= {damaged.running}
            again = {finding.table: finding.done for finding in check_club(club)}
            assert REPAIRED not in again.values(), "a repair does not hold"
            states = [table for state in ("running", "waiting", "over") for table in club.tables(state)]
            assert not [table.id for table in states if table.is_damaged], "a damaged table is still in a list"
        use(damaged)


def test_a_table_without_a_line_is_set_aside_listed_as_damaged_and_comes_back(damaged: Damaged) -> None:
    assert damaged.damage("club_lines", "number", 1000, f"table_id = '{damaged.running}' AND number = 3")
    with Club.open(damaged.address) as club:
        with pytest.raises(DamagedTableError, match="is damaged; the operator of the club can look into it"):
            open_table(club, damaged.running)
        (finding,) = check_club(club)
        assert (finding.table, finding.done) == (damaged.running, SET_ASIDE) and "line 3" in finding.fault
        assert [table.id for table in found_tables(club) if table.is_damaged] == [damaged.running]
        assert [table.id for table in found_tables(club, "anna") if table.is_damaged] == [damaged.running]
        with club.transaction() as transaction:
            transaction.run("UPDATE club_lines SET number = 3 WHERE number = 1000")
        (finding,) = check_club(club)
        assert (finding.table, finding.done) == (damaged.running, BROUGHT_BACK)
        assert check_club(club) == [] and not any(table.is_damaged for table in found_tables(club))
        assert open_table(club, damaged.running).match is not None


def test_the_operator_is_told_once_of_a_damaged_table(damaged: Damaged, capsys: pytest.CaptureFixture[str]) -> None:
    assert damaged.damage("club_tables", "seed", "x", f"id = '{damaged.running}'")
    with Club.open(damaged.address) as club:
        with club.transaction() as transaction:  # so that the server looks at it
            transaction.run("UPDATE club_tables SET bots = 1 WHERE id = ?", damaged.running)
        attendant = ServerBotPlayer(club, lambda table: plan_turn)
        attendant.check_tables()
        attendant.check_tables()
    notices = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(notices) == 1 and notices[0]["type"] == "trouble" and damaged.running in notices[0]["sentence"]


def test_the_command_checks_a_club(damaged: Damaged, samovar: Samovar) -> None:
    assert damaged.damage("club_tables", "terms", "{", f"id = '{damaged.running}'")
    listed = samovar("club", "list", "--club", damaged.address)
    assert listed.returncode == 0 and f"{damaged.running}  damaged" in listed.stdout
    found = samovar("club", "check", "--json", "--club", damaged.address)
    assert found.returncode == 1
    assert [(one["table"], one["done"]) for one in json.loads(found.stdout)] == [(damaged.running, SET_ASIDE)]
    told = samovar("club", "check", "--club", damaged.address)
    assert told.returncode == 1 and told.stdout.startswith(f"Table {damaged.running}: ")

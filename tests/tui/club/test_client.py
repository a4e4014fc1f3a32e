"""A member at a table, without a screen: what may be written, when it still makes sense, and what is heard."""

import io
from functools import partial
from pathlib import Path

import pytest

from core.bots import plan_turn
from core.bots.analysis import LocalAnalysis
from core.bots.player import BotPlayer
from saves.club.database.sqlite import SqliteTransaction
from saves.club.errors import ClubRefusedError
from saves.club.events import MoveChosen, MoveTakenBack, new_id
from saves.club.store import Club
from saves.paths import DataPaths
from tests.saves.club.tables import terms
from tests.tui.club.screens import lay, move, write
from tests.tui.sessions.fake_time import FakeScheduler
from tui.club import requests
from tui.club import text as club_text
from tui.club.client import TableClient, join_table
from tui.club.connection import ClubUpdate, TableConnection
from tui.club.printer import TablePrinter
from tui.club.tasks import InlineTasks
from tui.club.typed_commands import TypedCommands
from tui.plain.console import PlainConsole
from tui.server.bot_player import ServerBotPlayer


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club.open(f"sqlite:///{tmp_path / 'club' / 'club.db'}")


def connected(client: TableClient) -> TableConnection:
    """A connection whose tasks are run when a test lets time pass."""
    scheduler = FakeScheduler()
    return TableConnection(client, scheduler, partial(InlineTasks, scheduler), DataPaths.for_player().cores)


class Terminal:
    """Hears what a table has to say."""

    def __init__(self, client: TableClient) -> None:
        self.client = client
        self.printer = TablePrinter(client, PlainConsole(target=io.StringIO()))
        self.heard: list[str] = []

    def say(self, text: str = "") -> None:
        self.heard.append(text)

    def announce(self, sentence: str) -> None:
        self.heard.append(sentence)

    def submit(self, line: object) -> None:
        raise AssertionError("nothing is to be written")

    def send_message(self, text: str) -> None:
        raise AssertionError("nothing is to be said")

    def go_on_at(self, table: str) -> None:
        raise AssertionError("nobody goes anywhere")

    def table_changed(self) -> None:
        """Nothing to be seen here."""

    def on_settled(self, played: bool) -> None:
        """Nothing was wanted."""


# Who may do what


def with_a_bot_to_move(club: Club) -> str:
    table = lay(club, "mezen", "anna", ":novice")
    while not join_table(club, table, "anna").bot_moves:
        move(club, table)
    return table


def test_of_two_who_claim_at_the_same_moment_one_gets_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other read the clock first and then had to wait: to them the claim is valid for longer than its term."""
    clock = [2_000_000_000.0]
    monkeypatch.setattr(SqliteTransaction, "now", lambda transaction: clock[0])
    assert club.presence.claim("rematch", "anna", 2.0)
    clock[0] -= 0.01
    assert not club.presence.claim("rematch", "boris", 2.0)
    assert club.presence.claim("rematch", "anna", 2.0)


def test_bots_are_played_by_those_who_play_and_not_by_those_who_watch(club: Club) -> None:
    table = with_a_bot_to_move(club)
    before = len(club.events(table))
    for member in ("anna", "vera"):
        assert not join_table(club, table, member, plays=False).play_bot(BotPlayer().decide)
    assert len(club.events(table)) == before
    assert join_table(club, table, "anna").play_bot(BotPlayer().decide)
    assert len(club.events(table)) == before + 1


def test_who_leaves_lets_another_play_the_bots_at_once(club: Club) -> None:
    table = with_a_bot_to_move(club)
    here, elsewhere = join_table(club, table, "anna"), join_table(club, table, "anna")
    assert here.has_claim() and not elsewhere.has_claim()
    here.leave()
    assert join_table(club, table, "anna").has_claim()


def test_who_watches_gives_nobodys_seat_away(club: Club) -> None:
    table = lay(club, "mezen", "anna", "boris", limit=60.0)
    late = club.now() + 3600
    for client in (join_table(club, table, "vera"), join_table(club, table, "boris", plays=False)):
        with pytest.raises(ClubRefusedError, match="No seat can be given to a bot now"):
            requests.hand_over(client, "novice", late)
    assert requests.hand_over(join_table(club, table, "boris"), "novice", late)


def test_where_there_are_no_tips_none_is_told(club: Club) -> None:
    told = []
    for tips in (False, True):
        table = lay(club, "mezen", "anna", "boris", tips=tips)
        terminal = Terminal(join_table(club, table, "anna"))
        while terminal.client.view is None:
            move(club, table)
            terminal.client.catch_up()
        TypedCommands(terminal, LocalAnalysis()).run("tip")
        told.append(terminal.heard[0])
    assert told[0] == club_text.NO_HINTS
    assert told[1].startswith("Tip: ")


# When an answer still makes sense


def test_an_answer_from_before_a_move_was_taken_back_is_no_answer_though_the_question_reads_the_same(
    club: Club,
) -> None:
    table = lay(club, "mezen", "anna", "boris")
    first = join_table(club, table, "anna").table.match
    assert first is not None and first.state.actor is not None
    seat = first.state.actor
    member = ("anna", "boris")[seat]
    client = join_table(club, table, member)
    request = client.answer(first.legal_moves[0].notation)
    assert isinstance(request.make_event(), MoveChosen)
    chosen = MoveChosen(new_id(), seat, first.legal_moves[1].notation)
    write(club, table, member, chosen)
    write(club, table, member, MoveTakenBack(new_id(), seat, chosen.id))
    client.catch_up()
    assert client.view is not None and [m.notation for m in client.view.legal_moves] == [
        m.notation for m in first.legal_moves
    ]
    assert request.make_event() is None


# What is heard


def test_the_muted_are_not_heard_however_their_name_is_written(club: Club) -> None:
    table = lay(club, "mezen", "anna", club.enter("Boris"))
    for author in ("Boris", "anna"):
        club.talk.add(table, author, f"I am {author}", new_id())
    connection = connected(join_table(club, table, "anna"))
    assert [remark.words for remark in connection._look().messages] == ["I am Boris", "I am anna"]
    club.mute("anna", "Boris")
    assert [remark.words for remark in connection._look().messages] == ["I am anna"]


def test_a_remark_that_two_errands_have_brought_is_heard_once(club: Club) -> None:
    table = lay(club, "mezen", "anna", "boris")
    club.talk.add(table, "boris", "hello", new_id())
    connection = connected(join_table(club, table, "anna"))
    terminal = connection.listener = Terminal(connection.client)
    seen: list[ClubUpdate] = [connection._look(), connection._look()]
    for each in seen:
        connection._arrive(each)
    assert terminal.heard == ["boris: hello"]


def test_an_event_that_two_tasks_have_brought_is_taken_once(club: Club) -> None:
    table = lay(club, "mezen", "anna", "boris")
    connection = connected(join_table(club, table, "anna"))
    move(club, table)
    for seen in [connection._look(), connection._look()]:
        connection._arrive(seen)
    assert connection.take() is not None and connection.take() is None


def test_the_server_that_plays_bots_for_somebody_has_seen_nothing_in_their_place(club: Club) -> None:
    """It acts in the name of a player, who is neither there nor has read what has happened meanwhile."""
    for names in (("anna", "open"), ("anna", ":novice")):
        club.new_table(terms("mezen", *names, host="anna"), 7)
    ServerBotPlayer(club, lambda name: plan_turn).check_tables()
    assert club.query("SELECT * FROM club_here") == [] == club.query("SELECT * FROM club_read")

"""A member at a table, without a screen: what may be written, when it still makes sense, and what is heard."""

from pathlib import Path

import pytest

from saves.club.errors import Refused
from saves.club.events import Chosen, TakenBack, new_id
from saves.club.store import Club
from tests.tui.club.screens import lay, move, write
from tui.club import requests as wishes
from tui.club import text as words
from tui.club.client import Guest, come
from tui.club.connection import Seen, Sitting
from tui.club.typed_commands import Orders


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club.open(f"sqlite:///{tmp_path / 'club' / 'club.db'}")


class Terminal:
    """Hears what a table has to say."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.board_always = guest, False
        self.heard: list[str] = []

    def say(self, text: str = "") -> None:
        self.heard.append(text)

    def told(self, sentence: str) -> None:
        self.heard.append(sentence)

    def want(self, line: object) -> None:
        raise AssertionError("nothing is to be written")

    def speak(self, words: str) -> None:
        raise AssertionError("nothing is to be said")

    def table_changed(self) -> None:
        """Nothing to be seen here."""

    def settled(self, played: bool) -> None:
        """Nothing was wanted."""


# Who may do what


def with_a_bot_to_move(club: Club) -> str:
    table = lay(club, "mezen", "anna", ":novice")
    while not come(club, table, "anna").bot_moves:
        move(club, table)
    return table


def test_bots_are_played_by_those_who_play_and_not_by_those_who_watch(club: Club) -> None:
    table = with_a_bot_to_move(club)
    before = len(club.lines(table))
    for member in ("anna", "vera"):
        assert not come(club, table, member, plays=False).play_bot()
    assert len(club.lines(table)) == before
    assert come(club, table, "anna").play_bot()
    assert len(club.lines(table)) == before + 1


def test_who_leaves_lets_another_play_the_bots_at_once(club: Club) -> None:
    table = with_a_bot_to_move(club)
    here, elsewhere = come(club, table, "anna"), come(club, table, "anna")
    assert here.has_claim() and not elsewhere.has_claim()
    here.leave()
    assert come(club, table, "anna").has_claim()


def test_who_watches_gives_nobodys_seat_away(club: Club) -> None:
    table = lay(club, "mezen", "anna", "boris", limit=60.0)
    late = club.now() + 3600
    for guest in (come(club, table, "vera"), come(club, table, "boris", plays=False)):
        with pytest.raises(Refused, match="nobody here whose seat can be handed"):
            wishes.hand_over(guest, "novice", late)
    assert wishes.hand_over(come(club, table, "boris"), "novice", late)


def test_where_there_are_no_tips_none_is_told(club: Club) -> None:
    told = []
    for tips in (False, True):
        table = lay(club, "mezen", "anna", "boris", tips=tips)
        terminal = Terminal(come(club, table, "anna"))
        while terminal.guest.view is None:
            move(club, table)
            terminal.guest.catch_up()
        Orders(terminal).obey("tip")
        told.append(terminal.heard[0])
    assert told[0] == words.NO_TIPS
    assert told[1].startswith("Tip: ")


# When an answer still makes sense


def test_an_answer_from_before_a_move_was_taken_back_is_no_answer_though_the_question_reads_the_same(
    club: Club,
) -> None:
    table = lay(club, "mezen", "anna", "boris")
    first = come(club, table, "anna").table.match
    assert first is not None and first.state.actor is not None
    seat = first.state.actor
    member = ("anna", "boris")[seat]
    guest = come(club, table, member)
    wanted = guest.answer(first.legal[0].notation)
    assert isinstance(wanted.line(), Chosen)
    chosen = Chosen(new_id(), seat, first.legal[1].notation)
    write(club, table, member, chosen)
    write(club, table, member, TakenBack(new_id(), seat, chosen.id))
    guest.catch_up()
    assert guest.view is not None and [m.notation for m in guest.view.legal] == [m.notation for m in first.legal]
    assert wanted.line() is None


# What is heard


async def test_the_muted_are_not_heard_however_their_name_is_written(club: Club) -> None:
    table = lay(club, "mezen", "anna", club.enter("Boris"))
    for author in ("Boris", "anna"):
        club.say(table, author, f"I am {author}", new_id())
    sitting = Sitting(come(club, table, "anna"))
    assert [remark.words for remark in sitting._look().remarks] == ["I am Boris", "I am anna"]
    club.mute("anna", "Boris")
    assert [remark.words for remark in sitting._look().remarks] == ["I am anna"]


async def test_a_remark_that_two_errands_have_brought_is_heard_once(club: Club) -> None:
    table = lay(club, "mezen", "anna", "boris")
    club.say(table, "boris", "hello", new_id())
    sitting = Sitting(come(club, table, "anna"))
    terminal = sitting.screen = Terminal(sitting.guest)
    seen: list[Seen] = [sitting._look(), sitting._look()]
    for each in seen:
        sitting._arrive(each)
    assert terminal.heard == ["boris: hello"]

"""At a table a member knows of the others: where it is their turn, the way to the next one, and talk not read yet."""

from collections.abc import Iterator

import pytest

from saves.club.awaited import awaited_tables, next_table
from saves.club.events import new_id
from saves.club.reading import unread_messages
from saves.club.store import Club
from tests.tui.club.members import PROMPT, Room
from tests.tui.club.screens import NAMES, lay, move, visiting
from tests.tui.club.visitors import Visitor
from tests.tui.pilots import Table
from tui.club.client import open_table, save_projection
from tui.club.command import NOT_AWAITED
from tui.club.text import NO_TABLE_WAITS
from tui.sessions.changes import AwaitedElsewhere


@pytest.fixture
def club(sqlite_room: Room) -> Iterator[Club]:
    with Club.open(sqlite_room.address) as club:
        for name in NAMES:
            club.admit(name)
        yield club


def saved(club: Club, table: str) -> str:
    """The table, once the lists know of its last move."""
    save_projection(club, table, open_table(club, table))
    return table


def of_boris(club: Club) -> str:
    """A table where boris is to decide, and after his move anna."""
    return saved(club, lay(club, "mezen", "boris", "anna"))


def moved(club: Club, table: str) -> None:
    """Let whoever is to decide move, so that the lists know it."""
    move(club, table)
    saved(club, table)


def test_the_next_table_is_the_one_after_this_and_after_the_last_the_first() -> None:
    assert [next_table(list("abc"), here) for here in ("", "a", "b", "c", "elsewhere")] == ["a", "b", "c", "a", "a"]
    assert next_table((), "a") == next_table(("a",), "a") == ""


def test_a_session_tells_when_a_turn_elsewhere_begins_and_ends(club: Club, sqlite_room: Room) -> None:
    here, other = of_boris(club), of_boris(club)
    anna = Visitor(club, here, "anna")
    assert not anna.told(AwaitedElsewhere), "at both tables boris is to decide"
    moved(club, other)
    anna.catch_up()
    anna.catch_up()
    assert anna.told(AwaitedElsewhere) == [AwaitedElsewhere(frozenset({other}))], "once"
    moved(club, here)
    anna.catch_up()
    assert len(anna.told(AwaitedElsewhere)) == 1, "this table is no other one"
    while "anna" in club.table_summary(other).head.turn:
        moved(club, other)
    anna.catch_up()
    assert anna.told(AwaitedElsewhere)[1:] == [AwaitedElsewhere(frozenset())]
    anna.leave()


def test_the_longest_awaited_table_comes_first_found_by_its_index(club: Club, sqlite_room: Room) -> None:
    first, second = of_boris(club), of_boris(club)
    for table in (second, first):
        moved(club, table)
    anna = club.id_of("anna")
    assert awaited_tables(club, anna) == (second, first)
    (plan,) = [
        row[3]
        for row in club.query(
            "EXPLAIN QUERY PLAN SELECT table_id FROM club_places"
            " WHERE member = ? AND state = 'running' AND decides = 1 ORDER BY since, table_id",
            anna,
        )
        if "SEARCH" in str(row[3])
    ]
    assert "club_places_by_state" in str(plan)


async def test_the_screen_marks_it_and_f3_goes_there(club: Club, sqlite_room: Room) -> None:
    here, other = of_boris(club), of_boris(club)
    async with visiting(sqlite_room.address, lambda navigation: navigation.join(here)) as at:
        await at.wait(lambda: at.shows("Waiting for boris"))
        assert not at.shows("elsewhere")
        moved(club, other)
        wake(club, here)
        await at.wait(lambda: at.shows("F3 your turn elsewhere"))
        assert at.shows("boris: well?"), "what was said is not covered"
        await at.press("enter")
        await at.wait(lambda: at.shows("It is your turn at another table: F3 goes there."))
        await at.press("f3")
        await at.wait(lambda: goes_on_at(at, other))
        await at.wait(lambda: at.board.is_deciding)
        assert not at.shows("elsewhere")
        await at.press("f3")
        await at.wait(lambda: at.shows(NO_TABLE_WAITS))


async def test_f3_goes_there_from_home_and_from_the_lobby(club: Club, sqlite_room: Room) -> None:
    first, second = of_boris(club), of_boris(club)
    for table in (first, second):
        moved(club, table)
    async with visiting(sqlite_room.address) as at:
        await at.wait(lambda: at.shows("It is your turn"))
        await at.press("f3")
        await at.wait(lambda: goes_on_at(at, first))
        await at.press("f3")
        await at.wait(lambda: goes_on_at(at, second))
        at.app.go_home()
        await at.press("f3")
        await at.wait(lambda: goes_on_at(at, first))


async def test_a_table_that_waits_for_players_marks_it_too(club: Club, sqlite_room: Room) -> None:
    here, other = saved(club, lay(club, "mezen", "anna", "open")), of_boris(club)
    async with visiting(sqlite_room.address, lambda navigation: navigation.join(here)) as at:
        await at.wait(lambda: at.shows("Waiting for 1 player"))
        moved(club, other)
        wake(club, here)
        await at.wait(lambda: at.shows("F3 your turn elsewhere"))


def test_in_lines_it_is_told_and_next_goes_there(club: Club, sqlite_room: Room) -> None:
    here, other = of_boris(club), of_boris(club)
    anna = sqlite_room.come("anna", "join", here)
    anna.hears("Waiting for boris.\n")
    anna.type("next")
    anna.hears(NO_TABLE_WAITS)
    moved(club, other)
    wake(club, here)
    anna.hears("It is your turn at another table: next goes there.\n")
    anna.type("next")
    told = anna.hears(PROMPT)
    assert f"club join {here} --plain continues it.\n== Table {other}\n" in told
    anna.type("1")
    anna.until(lambda: len(club.events(other)) >= 3, "her move")


async def test_the_lobby_names_all_who_are_to_decide_as_the_list_does(club: Club, sqlite_room: Room) -> None:
    together = saved(club, lay(club, "gzhel", "boris", "anna", "vera"))
    moved(club, of_boris(club))
    theirs = of_boris(club)
    names = ", ".join(club.table_summary(together).head.turn)
    assert set(names.split(", ")) == {"anna", "boris", "vera"}
    async with visiting(sqlite_room.address) as at:
        await at.wait(lambda: at.shows("It is your turn"))
        assert at.shows(f"to decide: {names}") and at.shows("to decide: boris · boris, anna")
    listed = sqlite_room.tell("list", "--mine", "--as", "anna", "--plain").stdout.splitlines()
    assert any(together in line and f"  to decide: {names}  " in line for line in listed)
    assert any(theirs in line and "  to decide: boris  " in line for line in listed)


async def test_talk_is_marked_until_it_is_read_and_told_at_the_table(club: Club, sqlite_room: Room) -> None:
    table = of_boris(club)
    for words in ("hello", "are you there?"):
        club.talk.add(table, "boris", words, new_id())
    club.talk.add(table, "anna", "my own", new_id())
    async with visiting(sqlite_room.address) as at:
        await at.wait(lambda: at.shows("Mezen · 2 unread"))
        await at.press("enter")
        await at.wait(lambda: at.shows("anna: my own"))
        assert [row.text for row in at.session.log_rows()][:2] == ["boris: hello", "boris: are you there?"]
        await at.wait(lambda: not unread_messages(club, "anna", [table]))
        await at.press("escape")
        await at.click_words("Go to the lobby")
        await at.wait(lambda: at.shows("Your other tables"))
        assert not at.shows("unread")
    again = Visitor(club, table, "anna")
    assert not again.said, "what she has read is not told again"
    again.leave()


def test_the_list_marks_talk_and_the_muted_leave_no_mark(club: Club, sqlite_room: Room) -> None:
    table = of_boris(club)
    club.talk.add(table, "boris", "hello", new_id())
    listed = sqlite_room.tell("list", "--mine", "--as", "anna", "--plain")
    assert f"{table}  Mezen" in listed.stdout and "  1 unread message  " in listed.stdout
    assert listed.returncode == NOT_AWAITED
    assert "unread" not in sqlite_room.tell("list", "--as", "anna", "--plain").stdout, "nobody is meant there"
    club.mute("anna", "boris")
    assert not unread_messages(club, "anna", [table])


def wake(club: Club, table: str) -> None:
    """Let something happen at a table, which wakes everybody there."""
    club.talk.add(table, "boris", "well?", new_id())


def goes_on_at(at: Table, table: str) -> bool:
    """Whether the match of this table is shown."""
    session = getattr(at.screen, "session", None)
    return session is not None and session.client.name == table

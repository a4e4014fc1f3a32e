"""The club in both of its databases, and in one whose connections are shared: each is asked the same."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from saves.club.auth import Authenticator
from saves.club.database.sqlite import SqliteTransaction
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.events import ClubEvent, MemberSatDown, MoveChosen, StoredEvent, new_id
from saves.club.presence import PRESENCE_SECONDS
from saves.club.store import Club
from saves.club.talk import REMARKS_A_MINUTE
from saves.club.terms import SeatTerms, TableHead, Terms
from tests.limits import LIMIT
from tests.saves.club.shared_proxy import start_proxy

TERMS = Terms("mezen", 1, "anna", (SeatTerms("anna"), SeatTerms("boris"), SeatTerms(), SeatTerms("Adept", "adept")))


OpenClub = Callable[[], Club]


@pytest.fixture(params=["sqlite", "postgresql", "shared"])
def open_club(request: pytest.FixtureRequest, tmp_path: Path) -> OpenClub:
    """Opens the club of this test, again and again."""
    if request.param == "sqlite":
        return partial(Club.open, f"sqlite:///{tmp_path / 'club' / 'club.db'}")
    address: str = request.getfixturevalue("server").new_database()
    return partial(Club.open, address, send_socket=start_proxy(address) if request.param == "shared" else None)


@pytest.fixture
def club(open_club: OpenClub) -> Iterator[Club]:
    with open_club() as club:
        yield club


def chosen(move: str = "fox") -> MoveChosen:
    return MoveChosen(new_id(), 0, move)


def moves(entries: list[StoredEvent]) -> list[tuple[int, str, ClubEvent | None]]:
    return [(entry.number, entry.author, entry.line) for entry in entries]


# Members


def test_a_name_is_taken_once_however_it_is_written(club: Club) -> None:
    assert club.admit("Anna", "key one") == "Anna"
    assert club.admit("ANNA", "key two") == "Anna"
    assert [(member.name, member.keys) for member in club.members()] == [("Anna", ("key one", "key two"))]
    assert club.owner_of("key two") == "Anna"
    found = club.member("anna")
    assert found is not None and found.name == "Anna"


def test_nobody_gets_another_members_key(club: Club) -> None:
    club.admit("anna", "key")
    with pytest.raises(ClubError, match="This key already belongs to another member"):
        club.admit("boris", "key")
    assert club.owner_of("key") == "anna"
    assert club.member("boris") is None, "half of an admission was kept"


def test_whoever_is_dismissed_does_not_come_in_by_an_old_key(club: Club) -> None:
    club.admit("anna", "key")
    club.dismiss("Anna")
    assert club.owner_of("key") is None
    assert club.members() == []
    with pytest.raises(ClubError, match="no member called 'anna'"):
        club.dismiss("anna")
    club.admit("anna")
    assert club.owner_of("key") is None, "the old key opens again"


@pytest.mark.parametrize("name", ["", "me", "Open", "a,b", "bot:adept", "x" * 21, "an na", "\x1b[31m", "_", "a\u202eb"])
def test_names_that_would_confuse_are_refused(club: Club, name: str) -> None:
    with pytest.raises(ClubError, match="cannot be a member's name"):
        club.admit(name)
    assert club.members() == []


def test_one_hears_a_muted_member_again(club: Club) -> None:
    club.mute("anna", "Boris")
    club.mute("anna", "boris")
    assert club.muted("ANNA") == {"boris"}
    assert club.muted("boris") == frozenset()
    club.mute("anna", "boris", on=False)
    assert club.muted("anna") == frozenset()


# Tables


def test_a_table_is_kept_with_its_terms_and_a_secret_seed(club: Club) -> None:
    tables = [club.new_table(TERMS) for _ in range(3)]
    assert len(set(tables)) == 3
    assert club.terms(tables[0]) == TERMS
    seeds = [club.seed(table) for table in tables]
    assert len(set(seeds)) == 3 and all(0 <= seed < 2**63 for seed in seeds)
    assert any(seed >= 2**32 for seed in seeds)
    assert club.seed(club.new_table(TERMS, seed=2**63 - 1)) == 2**63 - 1
    assert str(seeds[0]) not in repr(club.table_summary(tables[0]))


def test_a_table_that_is_not_there(club: Club) -> None:
    for asked in (club.terms, club.seed, club.table_summary, club.stored, club.extent, club.watch):
        with pytest.raises(ClubError, match="There is no table 'nowhere' in this club"):
            asked("nowhere")
    with pytest.raises(ClubError, match="There is no table"):
        club.append("nowhere", 0, chosen(), "anna")
    with pytest.raises(ClubError, match="There is no table"):
        club.talk.add("nowhere", "anna", "hello", new_id())
    assert club.events("nowhere") == []


def test_lists_tell_first_where_it_is_ones_turn(club: Club) -> None:
    first, second, third, over = (club.new_table(TERMS) for _ in range(4))
    names = ("anna", "boris", "vera", "Adept")
    for table, turn in ((first, ("anna",)), (second, ("boris",)), (third, ("boris",))):
        club.append(table, 0, chosen(), "anna")
        club.save_head(table, 1, TableHead("running", names, ("anna", "boris", "vera"), turn), "{}")
    club.append(over, 0, chosen(), "anna")
    club.save_head(over, 1, TableHead("over", names, ("anna", "boris", "vera")), "{}")
    assert [table.id for table in club.tables("running")] == [third, second, first]
    assert [table.id for table in club.tables_of("anna", "running")] == [first, third, second]
    assert [table.id for table in club.tables_of("Boris", "running", limit=2)] == [third, second]
    assert [table.id for table in club.tables_of("vera", "over")] == [over]
    assert club.tables_of("anna", "waiting") == club.tables("waiting") == []
    assert [club.count_turns(name) for name in ("Anna", "boris", "vera", "nobody")] == [1, 2, 0, 0]


def test_a_head_never_goes_back(club: Club) -> None:
    table = club.new_table(TERMS)
    later = TableHead("running", ("anna", "boris", "vera", "Adept"), ("anna", "boris"), ("anna",))
    club.save_head(table, 5, later, "five")
    club.save_head(table, 4, TableHead("waiting", ("anna", "", "", ""), ("anna",)), "four")
    assert club.table_summary(table).head == later
    assert (club.stored(table).length, club.stored(table).position) == (5, "five")
    assert club.count_turns("anna")


# The log


def test_a_line_is_added_as_its_number_or_not_at_all(club: Club) -> None:
    table = club.new_table(TERMS)
    one, two, late = chosen("fox"), MemberSatDown(new_id(), 1, {"lift": True}), chosen("elk")
    assert club.append(table, 0, one, "anna")
    assert club.append(table, 1, two, "boris")
    for number in (0, 1, 3, -1):
        assert not club.append(table, number, late, "vera")
    assert moves(club.events(table)) == [(0, "anna", one), (1, "boris", two)]
    assert moves(club.events(table, 1)) == [(1, "boris", two)]
    assert club.events(table, 2) == []
    assert club.append(table, 2, late, "vera")
    assert club.extent(table) == (3, 0)


def test_a_line_whose_acknowledgement_got_lost_is_not_added_twice(club: Club) -> None:
    table, event = club.new_table(TERMS), chosen()
    assert club.append(table, 0, event, "anna")
    assert club.append(table, 0, event, "anna")
    assert club.append(table, 1, event, "anna")
    assert moves(club.events(table)) == [(0, "anna", event)]
    other = club.new_table(TERMS)
    assert club.append(other, 0, event, "anna"), "another table's log has nothing to do with it"


def test_times_never_go_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = club.new_table(TERMS)
    club.append(table, 0, chosen(), "anna")
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    club.append(table, 1, chosen(), "anna")
    first, second = (entry.at for entry in club.events(table))
    assert 1.7e9 < first <= second


def test_what_nobody_of_us_wrote_is_read_as_nothing(club: Club) -> None:
    table = club.new_table(TERMS)
    bodies = ["", "null", "[[", '{"line":"chosen"}', '{"line":"chosen","id":"x","seat":0,"move":"fox"}', "[" * 70000]
    for number, body in enumerate(bodies):
        with club.transaction() as transaction:
            transaction.run("UPDATE club_tables SET length = length + 1 WHERE id = ?", table)
            transaction.run(
                "INSERT INTO club_lines (table_id, number, id, author, at, body) VALUES (?, ?, ?, 'eve', 0, ?)",
                table, number, new_id(), body,
            )  # fmt: skip
    assert [entry.line for entry in club.events(table)] == [None] * len(bodies)


# Talk


def test_remarks_are_cleaned_and_numbered_apart(club: Club) -> None:
    table, remark = club.new_table(TERMS), new_id()
    club.append(table, 0, chosen(), "anna")
    club.talk.add(table, "anna", " good\x1b[2J luck\n ", remark)
    club.talk.add(table, "anna", "good luck", remark)
    club.talk.add(table, "boris", "x" * 500, new_id())
    first, second = club.talk.messages(table)
    assert (first.number, first.author, first.words) == (0, "anna", "good?[2J luck")
    assert (second.number, second.author, len(second.words)) == (1, "boris", 200)
    assert club.talk.messages(table, 1) == [second]
    assert club.extent(table) == (1, 2)
    with pytest.raises(ClubError, match="The message is empty"):
        club.talk.add(table, "anna", " \n ", new_id())


def test_nobody_talks_without_end(club: Club) -> None:
    table, other = club.new_table(TERMS), club.new_table(TERMS)
    ids = [new_id() for _ in range(REMARKS_A_MINUTE)]
    for remark in ids:
        club.talk.add(table, "anna", "and", remark)
    for where in (table, other):
        with pytest.raises(ClubError, match="messages a minute are the limit"):
            club.talk.add(where, "anna", "and", new_id())
    club.talk.add(table, "anna", "and", ids[-1])  # an acknowledgement that got lost
    club.talk.add(table, "boris", "well", new_id())
    assert [remark.number for remark in club.talk.messages(table)] == list(range(REMARKS_A_MINUTE + 1))


# Claims and presence


def test_a_claim_is_held_by_one_until_its_time_is_over(club: Club) -> None:
    assert club.presence.claim("bots of t", "one", 60)
    assert not club.presence.claim("bots of t", "two", 60)
    assert club.presence.claim("bots of t", "one", -1), "its holder may prolong it, or let it run out"
    assert club.presence.claim("bots of t", "two", 60)
    club.presence.release("bots of t", "one")
    assert not club.presence.claim("bots of t", "one", 60), "only its holder gives it back"
    club.presence.release("bots of t", "two")
    assert club.presence.claim("bots of t", "one", 60)
    assert club.presence.claim("bots of another", "two", 60)


def test_who_is_here(club: Club) -> None:
    table = club.new_table(TERMS)
    club.presence.mark(table, "boris", 60)
    club.presence.mark(table, "anna", 60)
    club.presence.mark(club.new_table(TERMS), "vera", 60)
    assert club.presence.members(table) == ["anna", "boris"]
    club.presence.mark(table, "boris", 0)
    assert club.presence.members(table) == ["anna"]


# Finished games


def test_a_game_is_finished_once(club: Club) -> None:
    tables = [club.new_table(TERMS) for _ in range(2)]
    for table in tables:
        club.append(table, 0, chosen(), "anna")
        club.finish(table, f"result of {table}")
        club.finish(table, "another result")
    found = club.finished()
    assert [(game.table, game.record) for game in found] == [(table, f"result of {table}") for table in tables]
    assert [game.table for game in club.finished(since=found[1].ended)][-1:] == tables[1:]


# Waking


def test_whoever_waits_is_woken_by_lines_and_talk_of_this_table_only(club: Club, open_club: OpenClub) -> None:
    table, other = club.new_table(TERMS), club.new_table(TERMS)
    with club.watch(table) as watch, open_club() as elsewhere:
        assert not watch.wait(0)
        elsewhere.append(other, 0, chosen(), "anna")
        elsewhere.save_head(table, 1, TableHead("waiting", (), ()))
        assert not watch.wait(0.3)
        threading.Timer(0.2, elsewhere.append, (table, 0, chosen(), "anna")).start()
        assert watch.wait(LIMIT)
        assert not watch.wait(0)
        elsewhere.talk.add(table, "anna", "hello", new_id())
        assert watch.wait(LIMIT)
        club.append(table, 1, chosen(), "anna")
        assert watch.wait(LIMIT), "what one's own process adds wakes, too"


def test_the_lobby_is_woken_by_new_tables_and_heads(club: Club, open_club: OpenClub) -> None:
    with club.watch() as watch, open_club() as elsewhere:
        assert not watch.wait(0)
        table = elsewhere.new_table(TERMS)
        assert watch.wait(LIMIT)
        elsewhere.save_head(table, 1, TableHead("over", (), ()))
        assert watch.wait(LIMIT)


def test_one_club_serves_several_threads(club: Club) -> None:
    table = club.new_table(TERMS)

    def add(author: str) -> None:
        for _ in range(10):
            event = chosen()
            while not club.append(table, club.extent(table)[0], event, author):
                pass

    threads = [threading.Thread(target=add, args=(name,)) for name in ("anna", "boris", "vera")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.number for entry in club.events(table)] == list(range(30))


def test_whoever_comes_in_by_a_name_is_a_member_unless_dismissed(club: Club) -> None:
    assert club.enter("Anna") == "Anna"
    assert club.enter("anna") == "Anna"
    assert [member.name for member in club.members()] == ["Anna"]
    club.dismiss("anna")
    with pytest.raises(ClubRefusedError, match="no longer a member of this club"):
        club.enter("ANNA")
    assert club.members() == []
    club.admit("anna")
    assert club.enter("anna") == "Anna"


def test_a_list_tells_which_heads_are_behind_their_logs(club: Club) -> None:
    table = club.new_table(TERMS)
    assert club.table_summary(table).behind  # nobody has folded it: it may have begun without a line
    head = club.table_summary(table).head
    club.save_head(table, 0, head)
    assert not club.table_summary(table).behind
    assert club.append(table, 0, chosen(), "anna")
    assert club.table_summary(table).behind
    club.save_head(table, 1, head)
    assert not club.table_summary(table).behind


# The host's clock


def test_nothing_sticks_when_the_clock_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is valid for longer than its term was written before the clock was set back, and is over."""
    clock = [2_000_000_000.0]
    monkeypatch.setattr(SqliteTransaction, "now", lambda transaction: clock[0])
    with Club.open(f"sqlite:///{tmp_path / 'club.db'}") as club:
        table = club.new_table(TERMS)
        club.admit("anna")
        code = Authenticator(club).new_link_code("anna")
        assert club.presence.claim("bots", "one", 5.0) and not club.presence.claim("bots", "other", 5.0)
        club.presence.mark(table, "anna", PRESENCE_SECONDS)
        for number in range(REMARKS_A_MINUTE):
            club.talk.add(table, "anna", f"remark {number}", new_id())
        with pytest.raises(ClubRefusedError, match="messages a minute are the limit"):
            club.talk.add(table, "anna", "one more", new_id())
        clock[0] -= 86_400
        assert club.presence.claim("bots", "other", 5.0), "a claim sticks"
        assert club.presence.members(table) == [], "somebody stays present"
        club.talk.add(table, "anna", "one more", new_id())
        assert not Authenticator(club).has_link_codes()
        with pytest.raises(ClubRefusedError, match="This link code does not work"):
            Authenticator(club).use_link_code(code, "key")
        club.presence.mark(table, "anna", PRESENCE_SECONDS)
        assert club.presence.members(table) == ["anna"]

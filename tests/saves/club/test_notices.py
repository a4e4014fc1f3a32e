"""What members are told while they are away: each occasion once, as they have chosen."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from saves.club.database.protocol import Transaction
from saves.club.departure import forget_member
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, TableCalledOff, new_id
from saves.club.notices import (
    DEFAULT_MODES,
    GRACE,
    SENDING_SECONDS,
    SENDING_TRIES,
    Delivery,
    NoticeBook,
    NoticeChoice,
    confirm,
    last_hour,
    read_choice,
    set_hour,
    set_mode,
)
from saves.club.store import Club
from tests.saves.club.postgres_server import Server
from tests.saves.club.tables import terms
from tui.club.client import TableClient, save_projection
from tui.club.requests import agree, get_up, play_on

_DAY = 86_400.0


def _told(book: NoticeBook) -> list[tuple[str, list[str], bool]]:
    """Send what is due; return the member, the kinds, and whether it is a digest."""
    book.collect()
    due = book.due()
    for each in due:
        confirm(book.club, each.occasions)
    return sorted((each.member, [one.kind for one in each.notices], each.is_digest) for each in due)


def _later(club: Club, seconds: float) -> None:
    """Let so much time pass for everything that is written down."""
    with club.transaction() as transaction:
        transaction.run("UPDATE club_notices SET raised = raised - ?, settled = settled - ?", seconds, seconds)
        transaction.run("UPDATE club_here SET until = until - ?", seconds)


def _states(club: Club) -> list[str]:
    return [str(state) for (state,) in club.query("SELECT state FROM club_notices ORDER BY raised, id")]


def _begun(club: Club, *names: str) -> str:
    table = club.new_table(terms("mezen", *names, host=names[0]), seed=7)
    for name in names[1:]:
        client = TableClient(club, table, name)
        client.catch_up()
        client.sit_down({})
        save_projection(club, table, client.table)
    return table


def _leave_all(club: Club) -> None:
    with club.transaction() as transaction:
        transaction.run("DELETE FROM club_here")


@pytest.fixture
def book(club: Club) -> NoticeBook:
    for name in ("anna", "boris"):
        club.admit(name)
    book = NoticeBook(club, 2)
    assert _told(book) == []
    return book


def test_an_invitation_is_told_once_and_after_a_moment(club: Club, book: NoticeBook) -> None:
    club.new_table(terms("mezen", "anna", "boris"))
    assert _told(book) == [] and book.has_waiting()
    _later(club, GRACE)
    assert _told(book) == [("boris", ["invitation"], False)]
    _later(club, _DAY)
    assert _told(book) == [] == _told(NoticeBook(club, 2)), "not by another host either"


def test_whoever_sits_down_is_not_told_of_the_turn_that_begins(club: Club, book: NoticeBook) -> None:
    """Presence is written before the seat is taken, so before anybody can read whose turn it is."""
    table = _begun(club, "anna", "boris")
    turn = club.table_summary(table).head.turn
    assert "boris" in club.presence.members(table)
    club.presence.mark(table, turn[0], 60.0)
    book.collect()
    with club.transaction() as transaction:
        transaction.run("UPDATE club_notices SET raised = raised - ?", GRACE)
    assert book.due() == [] and "present" in _states(club)


def test_a_turn_is_told_to_whoever_is_away(club: Club, book: NoticeBook) -> None:
    table = _begun(club, "anna", "boris")
    (turn,) = club.table_summary(table).head.turn
    _leave_all(club)
    book.collect()
    _later(club, GRACE)
    assert _told(book) == [(turn, ["turn"], False)]


def test_what_is_overtaken_is_not_told(club: Club, book: NoticeBook) -> None:
    table = club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    with club.transaction() as transaction:
        transaction.run("UPDATE club_places SET state = 'over' WHERE table_id = ?", table)
    _later(club, GRACE)
    assert _told(book) == [] and _states(club) == ["overtaken"]


def test_never_is_never_and_daily_comes_in_one_digest_at_the_hour(club: Club, book: NoticeBook) -> None:
    set_mode(club, "boris", "invitation", "never")
    club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    _later(club, GRACE)
    assert _told(book) == [] and _states(club) == ["never"]
    set_mode(club, "boris", "invitation", "daily")
    for _ in range(3):
        club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    _later(club, GRACE)
    hour = datetime.fromtimestamp(club.now(), UTC).hour
    set_hour(club, "boris", (hour + 1) % 24, "UTC")
    assert _told(book) == [], "it is not the hour yet"
    _later(club, _DAY)
    assert _told(book) == [("boris", ["invitation"] * 3, True)]
    assert _told(book) == []


def test_only_so_many_an_hour_come_at_once_and_the_rest_in_the_digest(club: Club, book: NoticeBook) -> None:
    for _ in range(5):
        club.new_table(terms("mezen", "anna", "boris"))
    hour = datetime.fromtimestamp(club.now(), UTC).hour
    set_hour(club, "boris", (hour + 1) % 24, "UTC")
    book.collect()
    _later(club, GRACE)
    assert _told(book) == [("boris", ["invitation"], False)] * 2
    assert sorted(_states(club)) == ["later"] * 3 + ["sent"] * 2
    _later(club, _DAY)
    assert _told(book) == [("boris", ["invitation"] * 3, True)]


def test_the_hour_is_of_the_members_own_zone() -> None:
    now = datetime(2026, 11, 18, 12, 30, tzinfo=UTC).timestamp()
    assert last_hour(now, 8, "UTC") == datetime(2026, 11, 18, 8, tzinfo=UTC).timestamp()
    assert last_hour(now, 13, "Europe/Berlin") == datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
    assert last_hour(now, 14, "Europe/Berlin") == datetime(2026, 11, 17, 13, tzinfo=UTC).timestamp()


def test_a_choice_is_kept_and_nonsense_refused(club: Club, book: NoticeBook) -> None:
    assert read_choice(club, "anna") == NoticeChoice(DEFAULT_MODES, 8, "UTC")
    set_mode(club, "anna", "turn", "never")
    set_mode(club, "anna", "turn", "daily")
    set_hour(club, "anna", 7, "Asia/Tokyo")
    assert read_choice(club, "ANNA") == NoticeChoice({**DEFAULT_MODES, "turn": "daily"}, 7, "Asia/Tokyo")
    for wrong in (
        lambda: set_mode(club, "anna", "tea", "once"),
        lambda: set_mode(club, "anna", "turn", "often"),
        lambda: set_hour(club, "anna", 24, "UTC"),
        lambda: set_hour(club, "anna", 8, "Nowhere/At All"),
        lambda: set_hour(club, "anna", 8, "../../etc/passwd"),
    ):
        with pytest.raises(ClubRefusedError):
            wrong()


# Each occasion is told once, and to nobody else


def _write(club: Club, table: str, member: str, make: Callable[[TableClient], ClubEvent]) -> None:
    """A member comes, writes an event, and goes."""
    client = TableClient(club, table, member)
    client.catch_up()
    assert client.append(make(client))
    client.catch_up()
    save_projection(club, table, client.table)


def _move(client: TableClient) -> ClubEvent:
    view = client.view
    assert view is not None
    event = client.answer(view.legal_moves[0].notation).make_event()
    assert event is not None
    return event


def _kinds(club: Club) -> Counter[tuple[str, str]]:
    """How many notices there ever were, by member and kind."""
    found = club.query("SELECT member, kind FROM club_notices")
    return Counter((club.name_now(str(member)), str(kind)) for member, kind in found)


@pytest.mark.parametrize("game", ["mezen", "gzhel"])
def test_a_turn_of_many_decisions_is_one_even_while_others_decide_too(club: Club, book: NoticeBook, game: str) -> None:
    """Also at a table without a pace, where no time runs out."""
    table = club.new_table(terms(game, "anna", "boris"), seed=7)
    _write(club, table, "boris", lambda client: client.sitting_down({}))
    turns: Counter[tuple[str, str]] = Counter()
    before: set[str] = set()
    for _ in range(30):
        book.collect()
        awaited = set(club.table_summary(table).head.turn)
        turns.update((name, "turn") for name in awaited - before)
        before = awaited
        _write(club, table, sorted(awaited)[0], _move)
    assert turns.total() < 30, "some turn has more than one decision"
    assert Counter({key: n for key, n in _kinds(club).items() if key[1] == "turn"}) == turns


def test_who_is_asked_again_is_told_again(club: Club, book: NoticeBook) -> None:
    table = _begun(club, "anna", "boris")
    (turn,) = club.table_summary(table).head.turn
    asked = {"anna": "boris", "boris": "anna"}[turn]  # who is not awaited, so that nothing else tells the two apart
    for times in (1, 2):
        _write(club, table, turn, lambda client: agree(client, True))
        book.collect()
        book.collect()
        assert _kinds(club)[asked, "request"] == times
        _write(club, table, asked, play_on)
        book.collect()


def test_nobody_is_told_who_has_left_or_was_dismissed(club: Club, book: NoticeBook) -> None:
    for name in ("vera", "gleb"):
        club.admit(name)
    for name in ("vera", "gleb", "boris"):
        club.new_table(terms("mezen", "anna", name))
    club.dismiss("vera")
    forget_member(club, "gleb")
    with club.transaction() as transaction:
        transaction.run("UPDATE club_tables SET state = 'over', position = '{}'")
    book.collect()
    told = {member for member, _ in _kinds(club)}
    assert told == {"anna", "boris"}


@pytest.mark.parametrize("digest", [False, True])
def test_what_nobody_has_confirmed_is_told_again(club: Club, book: NoticeBook, digest: bool) -> None:
    """The host is killed before its program has run."""
    if digest:
        set_mode(club, "boris", "invitation", "daily")
    club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    _later(club, _DAY)
    (lost,) = book.due()
    assert lost.is_digest is digest
    _later(club, SENDING_SECONDS / 2)
    assert _told(book) == [] == _told(NoticeBook(club, 2)), "somebody may still be sending it"
    _later(club, SENDING_SECONDS / 2)
    assert _told(NoticeBook(club, 2)) == [("boris", ["invitation"], digest)]
    _later(club, 2 * _DAY)
    assert _told(book) == [] and _states(club) == ["digest" if digest else "sent"]


def test_what_is_overtaken_before_it_was_confirmed_is_not_told_again(club: Club, book: NoticeBook) -> None:
    table = club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    _later(club, GRACE)
    assert book.due()
    with club.transaction() as transaction:
        transaction.run("UPDATE club_places SET state = 'over' WHERE table_id = ?", table)
    _later(club, SENDING_SECONDS)
    assert _told(book) == [] == _told(book)
    assert _states(club) == ["overtaken"]


def test_a_notice_that_cannot_be_sent_is_given_up_in_the_end(club: Club, book: NoticeBook) -> None:
    club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    _later(club, GRACE)
    tries = 0
    while book.due():
        tries += 1
        _later(club, SENDING_SECONDS)
        book.collect()
    assert tries == SENDING_TRIES and _states(club) == ["failed"]


def test_what_was_being_sent_when_the_clock_was_set_back_is_told_again(club: Club, book: NoticeBook) -> None:
    club.new_table(terms("mezen", "anna", "boris"))
    book.collect()
    _later(club, GRACE)
    assert book.due()
    _later(club, -SENDING_SECONDS - 1)
    assert _told(book) == []
    _later(club, SENDING_SECONDS + 1 + GRACE)
    assert _told(book) == [("boris", ["invitation"], False)]


def test_an_end_by_agreement_is_told_like_any_other_and_a_table_called_off_is_not(club: Club, book: NoticeBook) -> None:
    table = _begun(club, "anna", "boris")
    for name in ("anna", "boris"):
        _write(club, table, name, lambda client: agree(client, True))
    off = club.new_table(terms("mezen", "anna", "boris"))
    _write(club, off, "anna", lambda client: TableCalledOff(new_id()))
    _leave_all(club)
    book.collect()
    assert _kinds(club)["anna", "finished"] == _kinds(club)["boris", "finished"] == 1
    assert club.table_summary(off).head.state == "over"


def test_whose_seat_a_bot_has_taken_is_not_told_of_its_turn(club: Club, book: NoticeBook) -> None:
    table = _begun(club, "anna", "boris")
    (turn,) = club.table_summary(table).head.turn
    _leave_all(club)
    book.collect()
    assert _kinds(club)[turn, "turn"] == 1
    _write(club, table, turn, lambda client: get_up(client, "novice"))
    _later(club, GRACE)
    assert _told(book) == [] and _states(club)[-1] == "overtaken" and _kinds(club)[turn, "turn"] == 1


def test_a_digest_leaves_out_what_is_on_the_screen_or_not_wanted_any_more(club: Club, book: NoticeBook) -> None:
    set_mode(club, "boris", "invitation", "daily")
    set_mode(club, "boris", "rematch", "daily")
    shown, other = (club.new_table(terms("mezen", "anna", "boris")) for _ in range(2))
    club.new_table(terms("mezen", "anna", "boris", rematch_of=other))
    book.collect()
    _later(club, GRACE)
    hour = datetime.fromtimestamp(club.now(), UTC).hour
    set_hour(club, "boris", (hour + 1) % 24, "UTC")
    assert _told(book) == [] and _states(club) == ["later"] * 3
    set_mode(club, "boris", "rematch", "never")
    _later(club, _DAY)
    club.presence.mark(shown, "boris", 60.0)
    assert _told(book) == [("boris", ["invitation"], True)]
    assert sorted(_states(club)) == ["digest", "never", "present"]


class _SlowBook(NoticeBook):
    """A host that looks when another one has just read the same notices, and has sent nothing yet."""

    other: NoticeBook
    told_by_other: list[Delivery]

    def _decide(self, transaction: Transaction, member: str, kind: str, table: str, now: float) -> str:
        self.told_by_other += self.other.due()
        return super()._decide(transaction, member, kind, table, now)


def test_two_hosts_that_look_at_the_same_moment_send_a_notice_once(server: Server) -> None:
    """In a file a host waits for the other; on a server both have read it by then."""
    with server.database() as address, Club.open(address) as club, Club.open(address) as elsewhere:
        for name in ("anna", "boris"):
            club.admit(name)
        slow = _SlowBook(club, 2)
        slow.other, slow.told_by_other = NoticeBook(elsewhere, 2), []
        slow.collect()
        club.new_table(terms("mezen", "anna", "boris"))
        slow.collect()
        _later(club, GRACE)
        assert slow.due() == []
        assert [[one.kind for one in each.notices] for each in slow.told_by_other] == [["invitation"]]

"""The line that a host sends to a friend: it leads whoever writes it to one seat, once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from saves.club.blocks import set_block
from saves.club.events import TableCalledOff, new_id
from saves.club.join_codes import CODE_SECONDS, JoinCodes
from saves.club.store import Club
from tests.saves.club.tables import terms
from tests.tui.server.ssh_clients import Caller, Door
from tui.club.client import TableClient, open_table

_LINE = re.compile(r"ssh -p 2222 (join-([a-z2-9]{16}))@games\.example")
_NOWHERE = "This line leads to no seat any more"


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Return an open club whose operator has told the name of the host."""
    limits = ("newcomers-an-hour=1000", "strangers-an-address=20", "failures-an-address=100000")
    words = [word for limit in limits for word in ("--limit", limit)]
    with Door(tmp_path_factory.mktemp("lines"), "--public-name", "games.example:2222", *words) as door:
        door.member("anna")
        yield door


def _table(door: Door, *words: str) -> tuple[str, str, Caller]:
    """Let Anna create a table and wait at it; return it, the user name of her line, and her."""
    anna = door.call("anna", " ".join(["club", "new", "mezen", *words]))
    said = anna.until(lambda: bool(_LINE.search(anna.text)) and "Waiting for" in anna.text, "the line")
    found = _LINE.search(said)
    assert found is not None
    return said.split()[1], found[1], anna


def test_a_line_leads_somebody_new_to_the_seat_and_serves_once(lines: Door, client: str) -> None:
    table, user, anna = _table(lines)
    name = f"boris-{client}"
    boris = lines.call(user, key=name, client=client)
    boris.hears("What do you want to be called?")
    boris.type("root")
    boris.until(lambda: "cannot" in boris.refusal or "cannot" in boris.text, "a name that nobody may have")
    boris.hears("What do you want to be called?", 2)
    boris.type("ANNA")
    boris.until(lambda: "belongs to another member" in boris.refusal, "a name that is taken")
    boris.type(name)
    boris.hears("The match begins")
    anna.hears(f"{name} joins the table.")
    with Club.open(lines.address) as club:
        assert [seat.member for seat in open_table(club, table).seats] == ["anna", name]
    again = lines.tell(user, None, key=f"vera-{client}", client=client)
    assert again.code == 255 and _NOWHERE in again.refusal
    assert lines.tell(user, None, key=name, client=client).code == 255, "not even for who used it"
    code = user.removeprefix("join-")
    assert code not in lines.log and "join-" not in lines.log
    assert "somebody with a code from 127.0.0.1 was declined" in lines.log
    for path in (lines.folder / "door").glob("club.db*"):
        assert code.encode() not in path.read_bytes(), "the code itself is stored"
    boris.cut()
    anna.cut()


def test_a_line_leads_a_member_to_that_seat_without_a_question(lines: Door) -> None:
    table, _, anna = _table(lines, "--seats", "me,open,open")
    with Club.open(lines.address) as club:
        code = JoinCodes(club).new(table, 2, "anna")
    lines.member("oleg")
    oleg = lines.call(f"join-{code}", key="oleg", terminal=(80, 24))
    oleg.sees("Waiting for 1 player")
    with Club.open(lines.address) as club:
        assert [seat.member for seat in open_table(club, table).seats] == ["anna", "", "oleg"]
    oleg.send(b"\x03")
    oleg.ends()
    anna.cut()


def test_a_line_is_void_when_the_seat_is_taken_the_table_or_the_host_gone_or_the_day_over(lines: Door) -> None:
    lines.member("pavel", "ira")
    with Club.open(lines.address) as club:
        club.admit("host")
        codes = JoinCodes(club)

        def laid() -> tuple[str, str]:
            table = club.new_table(terms("mezen", "host", "open", host="host"))
            return table, codes.new(table, 1, "host")

        taken, code_of_taken = laid()
        TableClient(club, taken, "pavel").sit_down({})
        cancelled, code_of_cancelled = laid()
        replaced, code_of_replaced = laid()
        codes.new(replaced, 1, "host")
        _, code_of_old = laid()
        old = club.query("SELECT digest FROM club_codes ORDER BY until DESC LIMIT 1")[0][0]
        blocked, code_of_blocked = laid()
        set_block(club, "host", "ira")
        host = TableClient(club, cancelled, "host")
        assert host.append(TableCalledOff(new_id()))
        host.catch_up_with_news()
        with club.transaction() as transaction:
            transaction.run("UPDATE club_codes SET until = until - ? WHERE digest = ?", CODE_SECONDS, str(old))
        _, code_of_dismissed = laid()
        names = {
            code_of_taken: "taken",
            code_of_cancelled: "cancelled",
            code_of_replaced: "replaced",
            code_of_old: "old",
            "abcdefgh23456789": "guessed",
            "": "empty",
        }
        for code in names:
            refused = lines.tell(f"join-{code}", None, key="ira")
            assert (refused.code, _NOWHERE in refused.refusal) == (255, True), names[code]
        told = lines.tell(f"join-{code_of_blocked}", None, key="ira")
        assert told.code == 1 and _NOWHERE in told.refusal, "a block is not told"
        assert open_table(club, blocked).seat_of("ira") is None
        club.dismiss("host")
        assert _NOWHERE in lines.tell(f"join-{code_of_dismissed}", None, key="ira").refusal


def test_a_closed_club_admits_nobody_new_by_a_line_unless_the_operator_allows_it(tmp_path: Path) -> None:
    for options, is_let_in in (((), False), (("--codes-admit",), True)):
        with Door(tmp_path / str(is_let_in), "--closed", "--public-name", "games.example:2222", *options) as door:
            door.member("anna", "boris")
            _, user, anna = _table(door, "--seats", "me,open,open")
            stranger = door.tell(user, None, b"vera\nquit\n", key="vera")
            assert ("This club is closed" in stranger.refusal) != is_let_in
            assert ("vera joins the table." in anna.text) == is_let_in or anna.hears("vera joins the table.")
            with Club.open(door.address) as club:
                assert (club.member("vera") is not None) == is_let_in
            if not is_let_in:
                assert door.tell(user, None, b"quit\n", key="boris").code == 0, "a member comes in"
            anna.cut()


def test_the_limits_of_newcomers_and_bans_hold(tmp_path: Path) -> None:
    with Door(tmp_path, "--limit", "newcomers-an-hour=0", "--public-name", "games.example:2222") as door:
        door.member("anna")
        _, user, anna = _table(door)
        assert "Too many new members" in door.tell(user, None, key="vera").refusal
        anna.type("invite")
        anna.until(lambda: len(_LINE.findall(anna.text)) == 2, "another line")
        assert _NOWHERE in door.tell(user, None, key="vera").refusal, "the first one leads nowhere any more"
        anna.cut()


def test_the_waiting_room_shows_the_line_and_makes_another(lines: Door) -> None:
    anna = lines.call("anna", "club new mezen", terminal=(80, 24))
    anna.sees("Send this to a friend: one seat, once, within a day")
    first = _LINE.search(anna.screen())
    assert first is not None, anna.screen()
    anna.send(b"j")
    anna.sees("i line for a friend")
    anna.send(b"i")
    anna.until(lambda: (now := _LINE.search(anna.screen())) is not None and now[0] != first[0], "another line")
    anna.send(b"\x03")
    anna.ends()

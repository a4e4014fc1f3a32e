"""A window of a browser is a terminal like any other."""

import json

from saves.club.store import Club
from tests.limits import until
from tests.tui.server.ssh_clients import Door
from tests.tui.server.web.browsers import Browser

LEAVE = b"\x03"
LOBBY = "The club"


def member(door: Door, name: str) -> Browser:
    browser = Browser(door)
    assert browser.join(name).status == 303
    return browser


def test_a_member_sees_the_lobby_and_plays_by_keys_and_clicks(site: Door) -> None:
    window = member(site, "vasya").open()
    assert not window.is_back
    window.sees(LOBBY)
    window.send(b"\x1b")
    window.sees("Mazaytsy")
    window.send(b"\x1b[<0;5;1M\x1b[<0;5;1m")
    window.send(b"?")
    window.sees("Esc")
    window.send(LEAVE)
    assert window.ends() == 4000
    until(lambda: "vasya left after" in site.log, "the log does not tell that he has left")


def test_a_window_has_the_size_that_it_tells(site: Door) -> None:
    window = member(site, "petya").open(size=(100, 30))
    window.until(lambda: "Esc home" in window.screen(100, 30).splitlines()[-1], "the key bar in the last row")
    window.resize(120, 40)
    window.until(lambda: "Esc home" in window.screen(120, 40).splitlines()[-1], "the key bar in the last row")
    window.cut()


def test_a_ping_is_answered_and_the_windows_focus_changes_nothing(site: Door) -> None:
    window = member(site, "fedya").open()
    window.sees(LOBBY)
    for text in ('["focus"]', '["blur"]', '["ping","1234"]'):
        window.send_text(text)
    assert window.is_told("pong") == "1234"
    window.cut()


def test_commands_are_typed_in_lines(site: Door) -> None:
    window = member(site, "kolya").open(lines=True)
    window.hears("You are kolya. help lists what you can write here")
    window.type("keys list")
    window.hears("1  browser  SHA256:")
    window.type("quit")
    assert window.ends() == 4000


def test_two_windows_of_a_member_are_two_terminals(site: Door) -> None:
    browser = member(site, "dima")
    one, other = browser.open(), browser.open()
    one.sees(LOBBY)
    other.sees(LOBBY)
    one.send(b"\x1b")
    one.sees("Mazaytsy")
    assert LOBBY in other.screen()
    one.cut()
    other.send(b"\x1b")
    other.sees("Mazaytsy")
    other.cut()


def test_a_line_that_is_lost_comes_back_to_the_same_screen(site: Door) -> None:
    browser = member(site, "zoya")
    before = browser.open(window="ab" * 16)
    before.sees(LOBBY)
    before.send(b"m")
    before.sees("Members of the club")
    shown = before.screen()
    before.break_off()
    after = browser.open(window="ab" * 16)
    assert after.is_back
    after.until(lambda: after.screen() == shown, "the same screen")
    assert b"\x1b[?1049h" in after.data and b"\x1b[?1000h" in after.data, "mouse and screen are not switched on again"
    after.send(b"\x1b")
    after.sees(LOBBY)
    assert site.log.count("zoya came in a browser") == 1
    after.cut()


def test_a_reload_takes_the_window_over_from_the_line_before(site: Door) -> None:
    browser = member(site, "vera")
    before = browser.open(window="cd" * 16)
    before.sees(LOBBY)
    after = browser.open(window="cd" * 16, size=(100, 30))
    assert after.is_back
    assert before.ends() == 4000
    after.until(lambda: "Esc home" in after.screen(100, 30).splitlines()[-1], "the screen in its new size")
    after.cut()


def test_after_half_a_minute_the_process_has_ended(site: Door) -> None:
    browser = member(site, "nina")
    window = browser.open(window="ef" * 16)
    window.sees(LOBBY)
    window.break_off()
    site.leap()
    until(lambda: "nina left after" in site.log, "the process goes on without a window")
    again = browser.open(window="ef" * 16)
    assert not again.is_back
    again.sees(LOBBY)
    again.cut()


def test_another_browser_does_not_get_a_window_by_its_number(site: Door) -> None:
    window = member(site, "olya").open(window="12" * 16)
    window.sees(LOBBY)
    window.break_off()
    other = member(site, "marfa").open(window="12" * 16)
    assert not other.is_back
    other.sees("marfa")
    other.cut()


def test_a_friends_link_leads_to_the_seat(site: Door) -> None:
    host = member(site, "galya").open(lines=True)
    host.type("club new mezen --seats me,open")
    host.hears("/#join/")
    code = host.text.partition("/#join/")[2].split()[0]
    assert f"{site.url}/#join/{code}" in host.text
    friend = Browser(site)
    assert friend.join("tolya", code).status == 303
    window = friend.open(code=code)
    host.hears("tolya joins the table.")
    window.sees("Mezen")
    with Club.open(site.address) as club:
        assert club.member("tolya") is not None
    late = member(site, "slava").open(code=code)
    assert late.ends() == 4003 and "no seat any more" in late.is_told("refused")
    assert code not in site.log
    for caller in (host, window):
        caller.cut()


def test_a_message_says_no_more_than_our_page_does(site: Door) -> None:
    browser = member(site, "egor")
    hostile = [
        "[" * 30_000,
        '{"stdin": "x"}',
        "[]",
        '["stdin"]',
        '["stdin", 7]',
        '["stdin", "x", "y"]',
        '["resize", {"width": 0, "height": 24}]',
        '["resize", {"width": 100000, "height": 24}]',
        '["open_url", {"url": "https://example.org"}]',
        json.dumps(["hello", {"window": "ab" * 16}]),
        "not json",
    ]
    for text in hostile:
        window = browser.open()
        window.sees(LOBBY)
        window.send_text(text)
        assert window.ends() in (1008, 4000, 1000), text
    too_long = browser.open()
    too_long.sees(LOBBY)
    too_long.send_text(json.dumps(["stdin", "x" * 70_000]))
    assert too_long.ends() == 1009
    assert "unforeseen" not in site.log

"""A browser is a key: who gets one, how, and what it is good for."""

import re

from saves.club.auth import Authenticator
from saves.club.store import Club
from tests.tui.server.ssh_clients import Door
from tests.tui.server.web.browsers import Browser
from tui.server.web.site import COOKIE


def test_a_cookie_is_set_after_the_name_question_and_never_else(site: Door) -> None:
    browser = Browser(site)
    for path in ("/", "/play", "/cookie", "/join", "/link", "/files/own/page.css", "/?name=anna", "/ws"):
        assert browser.get(path).cookie is None, path
    reply = browser.join("sonya")
    assert (reply.status, reply.headers["Location"]) == (303, "/play")
    assert reply.cookie is not None
    value, _, words = reply.cookie.partition(";")
    assert re.fullmatch(rf"{COOKIE}=[A-Za-z0-9_-]{{43}}", value), "256 bits"
    told = {word.strip().lower() for word in words.split(";")}
    assert {"httponly", "secure", "samesite=strict", "path=/"} <= told
    assert not any(word.startswith("domain") for word in told)
    assert browser.get("/play").cookie is None


def test_the_club_has_the_digest_of_the_cookie_alone(site: Door) -> None:
    browser = Browser(site)
    browser.join("anya")
    window = browser.open()
    window.sees("anya")
    window.cut()
    for path in (site.folder / "door").glob("club.db*"):
        assert browser.cookie.encode() not in path.read_bytes()
    assert browser.cookie not in site.log
    with Club.open(site.address) as club:
        found = club.member("anya")
        assert found is not None and [key.split()[0] for key in found.keys] == ["browser"]


def test_a_browser_with_a_cookie_gets_no_other(site: Door) -> None:
    browser = Browser(site)
    browser.join("lida")
    before = browser.cookie
    for path, fields in (("/join", {"name": "lida-two"}), ("/link", {"word": "abcd-efgh"})):
        reply = browser.post(path, fields)
        assert (reply.status, reply.cookie) == (409, None)
    assert browser.cookie == before
    with Club.open(site.address) as club:
        assert club.member("lida-two") is None


def test_a_name_that_cannot_be_had_is_refused_in_a_sentence(site: Door) -> None:
    Browser(site).join("masha")
    for name, sentence in (("masha", "belongs to another member"), ("root", "cannot"), ("", "name"), ("<b>", "name")):
        reply = Browser(site).join(name)
        assert (reply.status, reply.cookie) == (409, None), name
        assert sentence in reply.text and "<b>" not in reply.text, reply.text


def test_a_cookie_that_nobody_has_is_told_so_and_can_be_forgotten(site: Door) -> None:
    browser = Browser(site)
    browser.cookie = "x" * 43
    window = browser.open()
    assert window.ends() == 4001 and "not known" in window.is_told("refused")
    reply = browser.post("/forget", {})
    assert reply.status == 303 and reply.cookie is not None and reply.cookie.startswith(f'{COOKIE}=""')


def test_a_members_cookie_is_not_forgotten(site: Door) -> None:
    browser = Browser(site)
    browser.join("raya")
    reply = browser.post("/forget", {})
    assert (reply.status, reply.cookie) == (409, None)


def test_a_link_code_adds_a_browser_to_an_ssh_key(site: Door) -> None:
    site.member("boris")
    told = site.tell("boris", "keys link").text
    word = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", told)
    assert word is not None, told
    browser = Browser(site)
    assert browser.link(word[0]).status == 303
    window = browser.open()
    window.sees("boris")
    window.cut()
    again = Browser(site)
    assert again.link(word[0]).status == 409 and not again.cookie, "a code serves once"


def test_a_link_code_adds_an_ssh_key_to_a_browser(site: Door) -> None:
    browser = Browser(site)
    browser.join("tanya")
    window = browser.open(lines=True)
    window.type("keys link")
    window.until(lambda: re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", window.text) is not None, "a link code")
    word = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", window.text)
    assert word is not None
    assert "this key logs you in as tanya" in site.tell("link", word[0], key="tanya-laptop").text
    assert "browser" in site.tell("tanya", "keys list", key="tanya-laptop").text
    window.cut()


def test_a_member_is_told_of_a_new_key_by_each_key_once(site: Door) -> None:
    """The new key comes first here, and is told nothing; the one before it is told whenever it comes."""
    first = Browser(site)
    first.join("darya")
    window = first.open()
    window.sees("The club")
    window.cut()
    with Club.open(site.address) as club:
        word = Authenticator(club).new_link_code("darya")
    second = Browser(site)
    second.link(word)
    silent = second.open()
    silent.sees("The club")
    assert "A new key" not in silent.text
    silent.cut()
    told = first.open()
    told.hears("A new key logs you in: browser, SHA256:")
    told.hears("Not yours? Remove it: keys remove ")
    told.hears("Press Enter.")
    told.send(b"\r")
    told.sees("The club")
    told.cut()
    again = first.open()
    again.sees("The club")
    assert "A new key" not in again.text
    again.cut()


def test_a_new_code_replaces_the_one_before(site: Door) -> None:
    site.member("gleb")
    with Club.open(site.address) as club:
        first, second = (Authenticator(club).new_link_code("gleb") for _ in range(2))
    assert Browser(site).link(first).status == 409
    assert Browser(site).link(second).status == 303


def test_whoever_is_dismissed_has_to_go_and_does_not_come_back(site: Door) -> None:
    browser = Browser(site)
    browser.join("yegor")
    window = browser.open()
    window.sees("yegor")
    with Club.open(site.address) as club:
        club.dismiss("yegor")
    window.hears("You are no longer a member of this club.")
    assert window.ends() == 4000
    again = browser.open()
    assert again.ends() == 4001

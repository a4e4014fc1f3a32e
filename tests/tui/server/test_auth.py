"""Who may connect, with which key and under which name, and what the others see of it."""

import re
import socket

import asyncssh
import pytest

from saves.club.public_keys import fingerprint
from saves.club.store import Club
from tests.conftest import run_process
from tests.limits import LIMIT
from tests.tui.server.ssh_clients import CLIENTS, Door


def test_a_new_key_and_a_free_name_become_a_member_after_a_question(door: Door, client: str) -> None:
    name = f"anna-{client}"
    unsure = door.tell(name, "club list", b"no\n", client=client)
    assert unsure.code == 1 and f"Is {name} the name you want?" in unsure.text
    with Club.open(door.address) as club:
        assert club.member(name) is None
    sure = door.tell(name, "keys list", b"perhaps\nyes\n", client=client)
    assert sure.code == 0 and sure.text.count("the name you want?") == 2
    with Club.open(door.address) as club:
        member = club.member(name)
    assert member is not None and member.keys == (door.public_key(name),)
    again = door.tell(name, "keys list", client=client)
    assert again.code == 0 and "the name you want" not in again.text
    assert again.text.count("ssh-ed25519  SHA256:") == 1


def test_a_known_key_comes_in_under_its_name_whatever_was_typed(door: Door, client: str) -> None:
    door.member("boris")
    for typed in ("somebody", "boris", "root"):
        caller = door.call(typed, key="boris", client=client)
        assert "You are boris." in caller.hears("quit leaves.")
        caller.type("quit")
        assert caller.ends() == 0


def test_an_unknown_key_under_a_taken_name_makes_room_for_the_next_key(door: Door, client: str) -> None:
    door.member("vera")
    declined = door.tell("Vera", "club list", key="stranger", client=client)
    assert declined.code == 255
    assert "Vera belongs to a member with another key." in declined.refusal
    caller = door.tell("vera", "keys list", key=("stranger", "vera"), client=client)
    assert caller.code == 0 and "Vera" not in caller.text
    with Club.open(door.address) as club:
        assert club.owner_of(door.public_key("stranger")) is None


@pytest.mark.parametrize("name", ["bot", "master", "a_b", "аnna", "x" * 21, "a b", "-", "link-"])
def test_a_name_that_would_confuse_is_declined_with_the_reason(door: Door, name: str) -> None:
    caller = door.tell(name, "club list", key="nameless")
    assert caller.code == (1 if name == "link-" else 255)
    assert ("cannot be a member's name" in caller.refusal) == (name != "link-")


def test_a_word_adds_a_key_once(door: Door, client: str) -> None:
    name, new = f"olga-{client}", f"new-{client}"
    door.member(name)
    told = door.tell(name, "keys link", client=client).text
    found = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", told)
    assert found, told
    assert door.tell("link", "abcd-efgh-ijkm-npqr", key=new, client=client).code == 1
    linked = door.tell("link", found[0], key=new, client=client)
    assert (linked.code, linked.text) == (0, f"From now on, this key logs you in as {name}.\n")
    assert door.tell("link", found[0], key=f"other-{client}", client=client).code != 0
    keys = door.tell("whoever", "keys list", key=new, client=client).text.splitlines()
    assert len(keys) == 2
    number = next(line.split()[0] for line in keys if line.split()[2] == _fingerprint(door, new))
    assert "has been removed" in door.tell(name, f"keys remove {number}", client=client).text
    only = door.tell(name, "keys remove 1", client=client)
    assert only.code == 1 and "your only key" in only.refusal
    with Club.open(door.address) as club:
        assert club.owner_of(door.public_key(new)) is None


def _fingerprint(door: Door, name: str) -> str:
    return fingerprint(door.public_key(name))


def test_whoever_is_dismissed_goes_at_once_and_the_key_opens_nothing(door: Door, client: str) -> None:
    name = f"egor-{client}"
    door.member(name)
    here = door.call(name, client=client)
    here.hears("quit leaves.")
    with Club.open(door.address) as club:
        club.dismiss(name)
    here.ends()
    assert "You are no longer a member of this club." in here.refusal
    for typed in (name, f"{name}-2"):
        barred = door.tell(typed, "club list", key=name, client=client)
        assert barred.code == 255 and "This key has been removed" in barred.refusal


def test_a_closed_club_lets_in_whom_its_keeper_admitted(hasty: Door) -> None:
    """And whoever says nothing has to go."""
    with socket.create_connection(("127.0.0.1", hasty.port), LIMIT) as silent:
        for client in CLIENTS:
            stranger = hasty.tell("nina", "club list", key=client, client=client)
            assert stranger.code == 255 and "This club is closed" in stranger.refusal
        hasty.member("nina")
        for client in CLIENTS:
            assert hasty.tell("whoever", "club list", key="nina", client=client).code == 0
        hasty.leap()
        while silent.recv(4096):
            pass


def test_the_host_key_is_kept_and_told(door: Door) -> None:
    key = door.folder / "door" / "host_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert asyncssh.read_private_key(key).get_fingerprint() in door.told
    assert asyncssh.read_private_key(key).get_algorithm() == "ssh-ed25519"


def test_ctrl_c_at_the_question_is_a_no_and_yes_opens_the_lobby(door: Door, client: str) -> None:
    name = f"taras-{client}"
    unsure = door.call(name, terminal=(80, 24), client=client)
    unsure.hears("the name you want? (yes or no) ")
    unsure.send(b"\x03")
    assert unsure.ends() == 1
    sure = door.call(name, terminal=(80, 24), client=client)
    sure.hears("the name you want? (yes or no) ")
    sure.send(b"yes\r")
    sure.sees("new table")
    sure.send(b"\x03")
    assert sure.ends() == 0
    with Club.open(door.address) as club:
        assert club.member(name) is not None


def test_a_member_whose_only_key_is_lost_gets_a_code_from_the_operator(hasty: Door) -> None:
    """Also where the club is closed, and as the member that they were."""
    hasty.member("nadya")
    admitted = run_process(["club", "admit", "nadya", "--code", "--club", hasty.address], "", {})
    found = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", admitted.stdout)
    assert admitted.returncode == 0 and found, admitted.stderr
    linked = hasty.tell("link", found[0], key="nadya-new")
    assert linked.text == "From now on, this key logs you in as nadya.\n"
    assert hasty.tell("nadya", "keys list", key="nadya-new").text.count("SHA256:") == 2

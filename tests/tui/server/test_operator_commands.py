"""The operator's commands about the club of a running server, as the guide writes them: only its home is named."""

import json
import subprocess
from pathlib import Path

from saves.club.auth import Authenticator
from saves.club.store import Club
from tests.conftest import run_process
from tests.saves.club.tables import terms
from tests.tui.server.ssh_clients import Door


def operate(door: Door, *words: str) -> "subprocess.CompletedProcess[str]":
    return run_process(["club", *words], "", {"SAMOVAR_HOME": str(door.folder)})


def test_without_an_address_they_are_about_the_club_of_the_server_in_this_home(tmp_path: Path) -> None:
    with Door(tmp_path, "--closed") as door:
        door.key_file("anna")
        assert "This club is closed" in door.tell("anna", "keys list").refusal
        admitted = operate(door, "admit", "anna", str(tmp_path / "anna.pub"), "--json")
        assert json.loads(admitted.stdout) == {"name": "anna"}, admitted.stderr
        assert "SHA256:" in door.tell("anna", "keys list").text
        (row,) = json.loads(operate(door, "members", "--json").stdout)
        assert row == {"name": "anna", "games": 0, "won": 0, "ratings": {}, "keys": 1}
        assert operate(door, "members").stdout == "anna  0 games, 0 won, 1 key\n"
        assert operate(door, "check").stdout == "Every table of the club can be read.\n"
        assert json.loads(operate(door, "check", "--json").stdout) == []

        code = json.loads(operate(door, "admit", "anna", "--code", "--json").stdout)["code"]
        added = door.tell("link", code, key="second")
        assert added.code == 0 and len(json.loads(operate(door, "members", "--json").stdout)) == 1
        assert json.loads(operate(door, "members", "--json").stdout)[0]["keys"] == 2

        caller = door.call("anna")
        caller.hears("quit leaves.")
        assert json.loads(operate(door, "dismiss", "ANNA", "--json").stdout) == {"name": "anna"}
        caller.ends()
        assert "no longer a member" in caller.refusal
        assert "This key has been removed." in door.tell("anna", "keys list", key="second").refusal


def test_without_a_server_in_this_home_they_ask_which_club(tmp_path: Path) -> None:
    for words in (["members"], ["admit", "anna"], ["check"]):
        done = run_process(["club", *words], "", {"SAMOVAR_HOME": str(tmp_path / "nothing")})
        assert done.returncode == 2 and done.stderr.startswith("Which club? "), done.stderr
        assert "SAMOVAR_HOME" in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "nothing").exists()


def test_strangers_who_are_banned_are_kept_out_and_members_are_not(tmp_path: Path) -> None:
    with Door(tmp_path) as door:
        door.member("anna")
        assert operate(door, "ban").stdout == "Nobody is banned.\n"
        assert operate(door, "ban", "127.0.0.0/8").stdout == "127.0.0.0/8 is now banned.\n"
        refused = door.tell("boris", "keys list", b"yes\n")
        assert refused.code == 255 and "This server does not let you in" in refused.refusal
        assert "SHA256:" in door.tell("anna", "keys list").text, "a member behind the same address"
        (listed,) = json.loads(operate(door, "ban", "--json").stdout)
        assert (listed["kind"], listed["subject"]) == ("network", "127.0.0.0/8")
        assert operate(door, "ban", "--lift", "127.0.0.0/8").stdout == "127.0.0.0/8 is no longer banned.\n"

        declined = door.log.rpartition("was declined")[2]
        print_of_key = declined[declined.index("SHA256:") :].partition(")")[0]
        assert operate(door, "ban", print_of_key).returncode == 0
        assert door.tell("boris", "keys list", b"yes\n").code == 255
        assert door.tell("vera", "keys list", b"yes\n").code == 0, "somebody else from there"


def test_a_purge_tells_what_it_removes_and_a_dry_run_what_it_would(tmp_path: Path) -> None:
    with Door(tmp_path) as door:
        door.member("anna")
        assert operate(door, "purge").stdout == "There is nothing to remove.\n"
        door.tell("anna", "saves list")
        with Club.open(door.address) as club:
            table = club.new_table(terms("mezen", "anna", "open"))
            folder = door.folder / "door" / "members" / Authenticator(club).folder("anna")
            with club.transaction() as transaction:
                transaction.run("UPDATE club_tables SET changed = 0")
                transaction.run("UPDATE club_members SET former = 1")
        assert folder.is_dir()
        told = operate(door, "purge", "--dry-run")
        assert f"{table}  Mezen, waiting" in told.stdout and told.stdout.count("would be removed") == 3
        assert json.loads(operate(door, "purge", "--dry-run", "--json").stdout) == {
            "tables": [table], "codes": 0, "rows": 1, "folders": 1,
        }  # fmt: skip
        assert folder.is_dir()
        told = operate(door, "purge")
        assert told.returncode == 0 and told.stdout.endswith("1 folder of members who left  removed\n"), told.stderr
        assert not folder.exists()
        assert operate(door, "purge").stdout == "There is nothing to remove.\n"

"""The operator's commands about the club of a running server, as the guide writes them: only its home is named."""

import json
import subprocess
from pathlib import Path

from tests.conftest import run_process
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

"""What members do about themselves: another name, all of their data, and leaving for good."""

import json
from pathlib import Path

import msgspec
import pytest

from saves.club.auth import Authenticator
from saves.club.departure import forget_member
from saves.club.errors import ClubRefusedError
from saves.club.events import EndingProposed, new_id
from saves.club.game_results import read_finished
from saves.club.member_names import casefolded
from saves.club.store import Club
from saves.paths import DataPaths
from tests.conftest import Samovar
from tests.saves.club.tables import terms
from tests.tui.club.screens import lay, move, visiting, write
from tests.tui.club.test_lobby import finished
from tui.club.client import open_table, save_projection
from tui.club.leaving import leave_for_good
from tui.club.own_data import own_data

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAannaannaannaanna"


def filled(club: Club) -> dict[str, str]:
    """A club with a table of anna's in every state; return their ids."""
    for name in ("anna", "boris"):
        Authenticator(club).join(name, KEY.replace("anna", name * 1))
    tables = {
        "over": finished(club, "anna", "boris"),
        "running": lay(club, "mezen", "anna", "boris"),
        "hosted": club.new_table(terms("mezen", "anna", "boris")),
        "invited": club.new_table(terms("mezen", "boris", "anna", host="boris")),
    }
    save_projection(club, tables["running"], open_table(club, tables["running"]))
    club.talk.add(tables["running"], "anna", "Hello there", new_id())
    club.talk.add(tables["running"], "boris", "Secretly", new_id())
    club.mute("boris", "anna")
    return tables


def test_all_data_and_nothing_of_the_others(club: Club, tmp_path: Path) -> None:
    tables = filled(club)
    seed = club.seed(tables["running"])
    with club.transaction() as transaction:
        transaction.run("UPDATE club_tables SET seed = ? WHERE id = ?", 987654321987, tables["running"])
    text = json.dumps(_plain(own_data(club, "anna", DataPaths.under(tmp_path))))
    assert "987654321987" not in text and str(seed) != "987654321987", "the seed of a running table"
    found = json.loads(text)
    assert [each["words"] for each in found["talk"]] == ["Hello there"] and "Secretly" not in text
    assert [each["fingerprint"][:7] for each in found["keys"]] == ["SHA256:"]
    assert [each["table"] for each in found["finished"]] == [tables["over"]]
    assert found["finished"][0]["match"]["moves"] or found["finished"][0]["match"]["log"]
    assert found["running"][0]["table"] == tables["running"] and found["running"][0]["position"]
    assert set(found["running"][0]) == {"table", "terms", "seats", "position", "told"}


def _plain(found: object) -> object:
    return json.loads(msgspec.json.encode(found))


def test_who_leaves_for_good_leaves_games_behind_and_nothing_else(club: Club) -> None:
    tables = filled(club)
    write(club, tables["running"], "anna", EndingProposed(new_id(), True))
    with pytest.raises(ClubRefusedError, match="Write your name, anna, to leave"):
        leave_for_good(club, "anna", "boris")
    assert leave_for_good(club, "anna", "Anna") == "former member 1"
    running = open_table(club, tables["running"])
    assert [club_seat.name for club_seat in running.seats] == ["former member 1", "boris"]
    assert running.seats[0].level and not running.agreed_to_end
    assert open_table(club, tables["hosted"]).ended == "called off"
    assert open_table(club, tables["invited"]).seats[1].name == ""
    result = read_finished(club.results([tables["over"]])[tables["over"]])
    assert {player.name for player in result.players} == {"former member 1", "boris"}
    assert [message.words for message in club.talk.messages(tables["running"])] == ["Secretly"]
    assert club.owner_of(KEY) is None and [member.name for member in club.members()] == ["boris"]
    assert club.muted("boris") == frozenset()
    for name in ("anna", "Anna"):
        with pytest.raises(ClubRefusedError, match="has left this club for good"):
            club.enter(name)
    with pytest.raises(ClubRefusedError, match="is, or was, the name of another member"):
        Authenticator(club).rename("boris", "anna")
    assert casefolded("anna") in Authenticator(club).dismissed()
    assert Authenticator(club).join("gleb", KEY) == "gleb", "the key may come again by another name"
    assert leave_for_good(club, "gleb", "gleb") == "former member 2"


def test_a_bot_plays_on_for_who_has_left_and_the_match_ends(club: Club) -> None:
    tables = filled(club)
    leave_for_good(club, "anna", "anna")
    move(club, tables["running"])
    assert len(club.tables_of("boris", "running")) == 1
    assert forget_member(club, "boris") == "former member 2"


async def test_another_name_from_the_screen(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'club' / 'club.db'}"
    with Club.open(address) as club:
        club.admit("anna")
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("There are no tables yet"))
            await at.press("m")
            await at.wait(lambda: at.shows("Enter you"))
            await at.press("enter", "enter")
            await at.press(*["backspace"] * 4)
            await at.type("Anya")
            await at.press("enter")
            await at.wait(lambda: at.shows("You are Anya from now on"))
            assert club.name_now("anna") == "Anya"
            await at.press("escape")
            await at.wait(lambda: at.shows("The club · Anya"))


async def test_a_lobby_is_filtered_and_searched(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'club' / 'club.db'}"
    with Club.open(address) as club:
        for name in ("anna", "boris", "vera"):
            club.admit(name)
        for _ in range(17):
            club.new_table(terms("mezen", "boris", "open", host="boris"))
        club.new_table(terms("gzhel", "vera", "open", host="vera"))
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("Open tables (page 1 of 2, ← →)"))
            await at.press("right")
            assert at.shows("page 2 of 2")
            await at.press("slash")
            await at.type("vera")
            await at.press("enter")
            assert at.shows("only “vera”") and at.shows("Gzhel") and not at.shows("page")
            await at.press("f")
            await at.click_words("Show all")
            await at.press("f", "enter")
            assert at.shows("only Mezen")


def test_club_games_are_counted_beside_ones_own(tmp_path: Path, samovar: Samovar) -> None:
    address = f"sqlite:///{tmp_path / 'club' / 'club.db'}"
    with Club.open(address) as club:
        for name in ("anna", "boris"):
            club.admit(name)
        table = finished(club, "anna", "boris")
    told = samovar("stats", "--plain", SAMOVAR_CLUB=address, LOGNAME="anna")
    assert told.returncode == 0
    assert "== Mazaytsy" in told.stdout and "In the club: 1 game, 1 won, mean " in told.stdout
    assert "rating 1138 ± 323 (provisional)" in told.stdout and "No game is finished yet" not in told.stdout
    found = json.loads(samovar("stats", "--json", SAMOVAR_CLUB=address, LOGNAME="anna").stdout)
    assert found["club"]["mazaytsy"]["rating"]["games"] == 1
    assert samovar("stats", SAMOVAR_CLUB=address, LOGNAME="gleb").stdout == "No game is finished yet.\n"
    saved = samovar("club", "save", table, "--club", address, "--as", "anna")
    assert saved.returncode == 0 and saved.stdout.startswith("Saved as ")


def test_the_commands_of_a_member(tmp_path: Path, samovar: Samovar) -> None:
    address = f"sqlite:///{tmp_path / 'club' / 'club.db'}"
    with Club.open(address) as club:
        for name in ("anna", "boris"):
            club.admit(name)
        club.new_table(terms("mezen", "boris", "anna", host="boris"))
        open_table_id = club.new_table(terms("gzhel", "boris", "open", host="boris"))

    def run(*words: str, name: str = "anna") -> str:
        done = samovar("club", *words, "--as", name, "--club", address)
        return done.stdout + done.stderr

    assert run("rename", "Anya") == "You are Anya from now on.\n"
    assert run("block", "boris") == (
        "boris is blocked: no talk, and no invitation, rematch or place at your tables. boris is not told.\n"
    )
    assert run("unblock", "Boris") == "boris is no longer blocked.\n"
    assert open_table_id in run("list", "--game", "gzhel", "--open") and "Mezen" not in run("list", "--game", "gzhel")
    assert run("list", "--search", "nobody") == "No table shows “nobody”.\n"
    assert json.loads(run("data", name="anna"))["former_names"] == ["anna"]
    assert "Write your name, Anya, to leave" in run("leave-for-good", "anna")
    assert run("leave-for-good", "Anya").startswith("You have left the club for good.")
    assert "was the name of a member who has left this club for good" in run("rename", "x", name="Anya")

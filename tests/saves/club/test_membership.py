"""Members have ids; names may change, and old rows and logs are read by former names."""

import sqlite3
from pathlib import Path

import pytest

from saves.club.auth import Authenticator
from saves.club.errors import ClubRefusedError
from saves.club.events import MemberSatDown, new_id
from saves.club.game_results import read_finished
from saves.club.presence import PRESENCE_SECONDS
from saves.club.store import Club
from tests.saves.club.tables import terms
from tests.saves.club.test_stored import FOLDERS, restore_club
from tui.club.client import join_table, open_table


def rename(club: Club, name: str, wanted: str) -> str:
    return Authenticator(club).rename(name, wanted)


def test_a_member_keeps_everything_by_another_name(club: Club) -> None:
    auth = Authenticator(club)
    auth.join("anna", "key of anna")
    auth.join("boris", "key of boris")
    folder = auth.folder("anna")
    table = club.new_table(terms("mezen", "anna", "boris"))
    club.append(table, 0, MemberSatDown(new_id(), 1), "boris")
    club.talk.add(table, "anna", "Hello", new_id())
    club.mute("boris", "anna")
    club.presence.mark(table, "anna", PRESENCE_SECONDS)
    assert rename(club, "Anna", "Anya") == "Anya"
    assert club.owner_of("key of anna") == "Anya"
    assert auth.folder("Anya") == auth.folder("anna") == folder
    assert club.terms(table).host == "Anya"
    assert [club_seat.name for club_seat in open_table(club, table).seats] == ["Anya", "boris"]
    assert [message.author for message in club.talk.messages(table)] == ["Anya"]
    assert club.muted("boris") == {"anya"}
    assert club.presence.members(table) == ["Anya"]
    assert [found.id for found in club.tables_of("anya", "waiting")] == [table]
    assert club.enter("anna") == "Anya", "who is known to this computer by the old name is the same member"


def test_a_name_once_used_belongs_to_its_member_for_good(club: Club) -> None:
    club.admit("anna")
    club.admit("boris")
    rename(club, club.admit("cope"), "carla")
    rename(club, "anna", "anya")
    with pytest.raises(ClubRefusedError, match="is, or was, the name of another member"):
        rename(club, "boris", "Anna")
    with pytest.raises(ClubRefusedError, match="looks like the name of another member"):
        rename(club, "boris", "соре")
    assert Authenticator(club).key_status("a new key", "anna").name_is_taken
    assert rename(club, "anya", "anna") == "anna"


def test_who_follows_a_table_knows_everybody_by_the_name_they_had(club: Club) -> None:
    for name in ("anna", "boris"):
        club.admit(name)
    table = club.new_table(terms("mezen", "anna", "boris"))
    anna, boris = (join_table(club, table, name) for name in ("anna", "boris"))
    boris.sit_down({})
    anna.catch_up()
    rename(club, "boris", "Bob")
    for _ in range(3):
        client = anna if anna.view is not None else boris
        assert client.view is not None
        event = client.answer(client.view.legal_moves[0].notation).make_event()
        assert event is not None and client.append(event)
        anna.catch_up()
        boris.catch_up()
    assert [club_seat.name for club_seat in anna.table.seats] == ["anna", "boris"]
    later = join_table(club, table, "boris")
    assert later.member == "Bob" and later.table.seats[1].name == "Bob" and later.seat == 1


def test_a_seat_is_kept_for_a_name_until_somebody_joins_by_it(club: Club) -> None:
    club.admit("anna")
    table = club.new_table(terms("mezen", "anna", "boris"))
    club.admit("Boris")
    assert [found.id for found in club.tables_of("boris", "waiting")] == [table]
    rename(club, "boris", "Bob")
    assert [club_seat.name for club_seat in open_table(club, table).seats] == ["anna", "Bob"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_old_club_is_read_by_former_names(folder: Path, address: str) -> None:
    restore_club(folder, address)
    with Club.open(address) as club:
        before = {found.id: found for found in club.tables("running", 1000) if "boris" in found.head.members}
        assert before
        rename(club, "boris", "Bob")
        for name in before:
            table = open_table(club, name)
            assert "Bob" in [club_seat.member for club_seat in table.seats]
            assert "boris" not in [club_seat.member for club_seat in table.seats]
            assert "Bob" in club.table_summary(name).head.members
        for finished in club.finished():
            assert "boris" not in [player.name for player in read_finished(finished.record).players]


def test_new_rows_hold_ids(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with Club.open(f"sqlite:///{path}") as club:
        for name in ("annabel", "borislav"):
            club.admit(name)
        table = club.new_table(terms("mezen", "annabel", "borislav", host="annabel"))
        client = join_table(club, table, "borislav")
        client.sit_down({})
        client.send_presence()
        club.talk.add(table, "annabel", "Hello", new_id())
        club.mute("annabel", "borislav")
    connection = sqlite3.connect(path)
    rows = [line for line in connection.iterdump() if "annabel" in line or "borislav" in line]
    connection.close()
    assert all(line.startswith(('INSERT INTO "club_members"', 'INSERT INTO "club_names"')) for line in rows)
    assert len(rows) == 4

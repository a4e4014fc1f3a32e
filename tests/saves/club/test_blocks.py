"""Blocks and limits: what a member is spared, and what others may use."""

import pytest

from saves.club.blocks import blocked_by, hosts_against, set_block
from saves.club.companions import companions, known_first
from saves.club.errors import ClubRefusedError
from saves.club.events import MemberSatDown, new_id
from saves.club.store import Club, MemberLimits
from saves.club.table_limits import ABANDONED_AFTER
from tests.saves.club.tables import terms
from tui.club.client import open_table, save_projection


def test_a_block_keeps_somebody_from_tables_and_invitations_and_is_not_told(club: Club) -> None:
    for name in ("anna", "boris", "vera"):
        club.admit(name)
    earlier = club.new_table(terms("mezen", "boris", "anna", host="boris"))
    set_block(club, "anna", "Boris")
    assert blocked_by(club, "anna") == club.muted("anna") == hosts_against(club, "vera") | {"boris"}
    assert hosts_against(club, "boris") == {"anna"} and hosts_against(club, "anna") == frozenset()
    assert club.tables_of("anna", "waiting") == [], "an invitation from before has gone"
    later = club.new_table(terms("mezen", "boris", "anna", host="boris"))
    assert club.tables_of("anna", "waiting") == []
    assert [found.id for found in club.tables_of("boris", "waiting")] == [later, earlier]
    own = club.new_table(terms("mezen", "anna", "open"))
    with pytest.raises(ClubRefusedError, match="There is no free seat"):
        club.append(own, 0, MemberSatDown(new_id(), 1), "boris")
    assert club.append(own, 0, MemberSatDown(new_id(), 1), "vera")
    set_block(club, "anna", "boris", on=False)
    assert blocked_by(club, "anna") == frozenset() == club.muted("anna")
    with pytest.raises(ClubRefusedError, match="That is you"):
        set_block(club, "anna", "anna")


def test_whoever_is_blocked_at_a_running_table_keeps_the_seat(club: Club) -> None:
    for name in ("anna", "boris"):
        club.admit(name)
    table = club.new_table(terms("mezen", "anna", "boris"))
    set_block(club, "anna", "boris")
    assert club.append(table, 0, MemberSatDown(new_id(), 1), "boris"), "she has invited him herself"


def test_invitations_of_others_do_not_fill_a_members_limit(address: str) -> None:
    with Club.open(address, limits=MemberLimits(tables=2, invitations=3)) as club:
        for name in ("anna", "boris", "vera"):
            club.admit(name)
        for _ in range(2):
            club.new_table(terms("mezen", "boris", "anna", host="boris"))
        club.new_table(terms("mezen", "vera", "anna", host="vera"))
        club.new_table(terms("mezen", "anna", "open"))
        with pytest.raises(ClubRefusedError, match="anna has enough invitations already"):
            club.new_table(terms("mezen", "vera", "anna", host="vera"))
        with pytest.raises(ClubRefusedError, match="seat at 2 tables"):
            club.new_table(terms("mezen", "boris", "open", host="boris"))


def test_invitations_that_nobody_answers_are_limited(address: str) -> None:
    with Club.open(address, limits=MemberLimits(tables=9, invitations=2)) as club:
        for name in ("anna", "boris", "vera", "gleb"):
            club.admit(name)
        club.new_table(terms("mezen", "anna", "boris", "vera"))
        with pytest.raises(ClubRefusedError, match="2 invitations of yours wait for an answer"):
            club.new_table(terms("mezen", "anna", "gleb"))
        club.new_table(terms("mezen", "anna", "open"))


def test_abandoned_tables_do_not_count_as_tables_but_have_a_limit(address: str) -> None:
    now = [1_800_000_000.0]
    with Club.open(address, limits=MemberLimits(tables=1), clock=lambda: now[0]) as club:
        for _ in range(3):
            club.new_table(terms("mezen", "anna", "open"))
            now[0] += ABANDONED_AFTER
        with pytest.raises(ClubRefusedError, match="3 tables of yours have been left alone for a month"):
            club.new_table(terms("mezen", "anna", "open"))


def test_people_one_has_played_with_come_first(club: Club) -> None:
    for name in ("anna", "boris", "vera", "zoya"):
        club.admit(name)
    table = club.new_table(terms("mezen", "anna", "zoya"))
    club.append(table, 0, MemberSatDown(new_id(), 1), "zoya")
    save_projection(club, table, open_table(club, table))
    assert companions(club, "anna") == {"zoya": 1}
    assert known_first(["boris", "vera", "zoya"], companions(club, "anna")) == ["zoya", "boris", "vera"]

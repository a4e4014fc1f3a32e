"""The lobby and its screens: tables to play, to join, to watch; laying one; members; and the line at home."""

import sys
from pathlib import Path
from typing import Any

import pytest

from core.rng import Rng
from saves.club import events
from saves.club.errors import ClubError
from saves.club.events import new_id
from saves.club.ratings import MemberStanding
from saves.club.store import Club
from saves.club.terms import SeatTerms
from saves.match_store import MatchStore
from tests.saves.club.tables import terms
from tests.tui.club.screens import lay, move, play_on, visiting, write
from tests.tui.pilots import Table, table
from tui.club.client import open_table, save_projection
from tui.club.table_filter import PAGE
from tui.club.table_lists import SOME, member_standings
from tui.club.text import IS_BACK
from tui.match.screen import MatchScreen
from tui.sessions.replay import ReplaySession


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club' / 'club.db'}"


def finished(club: Club, *names: str, **more: Any) -> str:
    """A table whose match has been played to its end, and counted."""
    name = lay(club, "mazaytsy", *names, **more)
    fold, rng = open_table(club, name), Rng(2)
    while fold.match is not None and not fold.match.is_over:
        fold = play_on(club, name, 1, rng)
    save_projection(club, name, fold)
    return name


def headings(at: Table) -> list[str]:
    known = ("It is your turn", "Your other tables", "Open tables", "Running, to watch", "Finished")
    return [row.strip() for row in at.rows() if row.strip() in known]


async def test_tables_are_sorted_by_what_one_can_do_there_and_change_as_they_do(address: str) -> None:
    with Club.open(address) as club:
        mine = lay(club, "mezen", "anna", "boris")
        lay(club, "gzhel", "boris", "open")
        lay(club, "mezo", "boris", "vera")
        lay(club, "novgorod", "boris", "vera", watchers=False)
        club.new_table(terms("mazaytsy", "vera", "anna", host="vera"))
        finished(club, "boris", "anna")
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("Finished"))
            assert headings(at) == [
                "It is your turn", "Your other tables", "Open tables", "Running, to watch", "Finished",
            ]  # fmt: skip
            shown = at.text()
            assert "· with boris" in shown and "vera invites you · vera" in shown
            assert "1 seat free · boris" in shown and "Novgorod" not in shown
            assert at.screen.cursor == mine and at.shows("play")
            move(club, mine)
            save_projection(club, mine, open_table(club, mine))
            await at.wait(lambda: at.shows("to decide: boris · anna, boris"))
            assert headings(at)[0] == "Your other tables"


async def test_by_mouse_and_palette(address: str) -> None:
    with Club.open(address) as club:
        lay(club, "mezen", "boris", "open")
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("Open tables"))
            await at.click_words("1 seat free")
            await at.wait(lambda: at.shows("menu"))
            assert at.session.seats == {1}
            await at.press("escape")
            await at.click_words("Go to the lobby")
            await at.wait(lambda: at.shows("to decide: boris"))
            await at.press("ctrl+p")
            await at.type("new table")
            await at.press("enter")
            await at.wait(lambda: at.shows("Create the table"))


async def test_laying_a_table(address: str) -> None:
    with Club.open(address) as club:
        club.admit("boris")
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("There are no tables yet"))
            await at.press("n")
            await at.wait(lambda: at.screen._members == ["boris"])
            await at.press("down")  # from the last row to the first: the game
            assert at.screen.cursor == "game"
            await at.press("right", "left")
            rows = {"seat1": "right", "seat2": "left left", "starter": "left", "tips": "right", "limit": "right"}
            for row, keys in ((row, text.split()) for row, text in rows.items()):
                while at.screen.cursor != row:
                    await at.press("down")
                await at.press(*keys)
            assert at.shows("boris, invited") and at.shows("bot, master") and at.shows("1 hour")
            while at.screen.cursor != "lay":
                await at.press("down")
            await at.press("enter")
            await at.wait(lambda: at.shows("Waiting for boris; here now: anna"))
            (laid,) = club.tables("waiting")
            assert laid.terms.places == (SeatTerms("anna"), SeatTerms("boris"), SeatTerms("Master", "master"))
            assert laid.terms.options["starter"] == 3
            assert laid.terms.tips and not laid.terms.counts and laid.terms.limit == 3600.0
            await at.press("L")
            await at.wait(lambda: at.shows("The table was cancelled"))
            assert open_table(club, laid.id).ended == "called off"


async def test_a_table_that_waits(address: str) -> None:
    with Club.open(address) as club:
        name = lay(club, "mezen", "anna", "open", "open")
        async with visiting(address, lambda navigation: navigation.join(name)) as at:
            await at.wait(lambda: at.shows("Waiting for 2 players; here now: anna"))
            await at.press("enter")
            assert at.shows("This seat is taken.")
            await at.press("down", "down", "enter")
            await at.click_words("Adept bot")
            await at.wait(lambda: at.shows("anna gives a seat to a bot (adept)."))
            assert [club_seat.level for club_seat in open_table(club, name).seats] == ["", "", "adept"]
            await at.press("slash")
            await at.type("come")
            await at.press("enter")
            await at.wait(lambda: at.shows("anna: come"))
            write(club, name, "boris", events.MemberSatDown(new_id(), 1))
            await at.wait(lambda: at.shows("The match begins: anna, boris and Adept."))
            assert at.board.is_deciding


async def test_finished_tables_are_looked_back_on_kept_and_played_again(address: str) -> None:
    with Club.open(address) as club:
        name = finished(club, "anna", "boris")
        played = open_table(club, name).match
        assert played is not None
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("Finished"))
            await at.press("s")
            await at.wait(lambda: at.shows("Saved among your matches"))
            (entry,) = MatchStore().entries()
            kept = MatchStore().open_entry(entry)
            kept.file.close()
            assert kept.match.state.digest() == played.state.digest()
            await at.press("v")
            await at.wait(lambda: at.shows("Move 0 of"))
            assert isinstance(at.session, ReplaySession)
            await at.press("escape", "enter")
            await at.wait(lambda: at.shows("the result"))
            await at.press("escape", "r")
            await at.wait(lambda: at.shows("Waiting for boris"))


async def test_leaving_from_the_lobby(address: str) -> None:
    with Club.open(address) as club:
        name = lay(club, "mezen", "anna", "boris")
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("It is your turn"))
            await at.press("L", "4")
            await at.wait(lambda: at.shows(f"You have left table {name}."))
            assert open_table(club, name).seats[0].level == "adept"


async def test_members_have_ratings_and_can_be_muted(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Club.open(address) as club:
        for person in ("anna", "boris"):
            club.admit(person)
        finished(club, "anna", "boris")
        async with visiting(address) as at:
            await at.wait(
                lambda: at.shows("Finished") and at.shows("Ratings: ") and at.shows("The club · anna · Mazaytsy ")
            )
            await at.press("m")
            await at.wait(lambda: at.shows("1 game · 1 won, Mazaytsy 1138"))
            await at.press("enter")  # people one has played with come first
            await at.wait(lambda: at.shows("You no longer see what boris says."))
            assert club.muted("anna") == {"boris"}
            monkeypatch.setitem(sys.modules, "openskill.models", None)  # as if the extra were not installed
            await at.press("escape", "m")
            await at.wait(lambda: at.shows("Ratings need one more package"))
            assert at.shows("1 game · 1 won") and not at.shows("Mazaytsy 1")


async def test_home_says_when_it_is_your_turn_and_the_bell_rings_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMOVAR_CLUB", address)
    monkeypatch.setenv("LOGNAME", "anna")
    with Club.open(address) as club:
        name = lay(club, "mezen", "boris", "anna")
        async with table() as at:
            rung: list[None] = []
            monkeypatch.setattr(at.app, "bell", lambda: rung.append(None))
            await at.wait(lambda: at.app.club_link._watcher is not None)
            assert not at.shows("Your turn")
            for _ in range(2):
                move(club, name)
                save_projection(club, name, open_table(club, name))
            await at.wait(lambda: at.shows("Your turn      Mezen  at the club, with boris"))
            assert len(rung) == 1
            await at.press("c")
            await at.wait(lambda: at.shows("The club · anna") and at.shows("It is your turn"))
            await at.press("escape")
            await at.wait(lambda: at.shows("Your turn      Mezen"))
            assert len(rung) == 1
            await at.press("up", "up")
            assert at.shows("Enter go to the table")
            await at.press("enter")
            await at.wait(lambda: isinstance(at.screen, MatchScreen))
            assert at.match.names == ["boris", "anna"]


async def test_a_club_that_cannot_be_opened_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAMOVAR_CLUB", raising=False)
    async with table() as at:
        await at.press("c")
        await at.wait(lambda: at.shows("Which club?"))
        await at.press("escape")
        monkeypatch.setenv("SAMOVAR_CLUB", "nowhere")
        await at.press("c")
        await at.wait(lambda: at.shows("The address of a club is"))


async def test_the_lobby_says_when_the_club_is_back(address: str) -> None:
    path = Path(address.removeprefix("sqlite:///"))
    with Club.open(address) as club:
        lay(club, "mezen", "anna", "boris")
    async with visiting(address) as at:
        await at.wait(lambda: at.shows("Mezen"))
        path.rename(path.with_name("aside.db"))
        await at.wait(lambda: at.shows("no longer exists"))
        path.with_name("aside.db").rename(path)
        await at.wait(lambda: at.shows(IS_BACK))
        assert not at.shows("no longer exists") and at.shows("Mezen")


async def test_ratings_that_cannot_be_loaded_come_later(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asked for them, so no dialog covers the tables."""
    asked: list[Club] = []

    def standings(club: Club) -> tuple[list[MemberStanding], str]:
        asked.append(club)
        if len(asked) == 1:
            raise ClubError("The club cannot be reached.")
        return member_standings(club)

    monkeypatch.setattr("tui.club.lobby.member_standings", standings)
    with Club.open(address) as club:
        for person in ("anna", "boris"):
            club.admit(person)
        finished(club, "anna", "boris")
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("Finished") and asked)
            assert not at.shows("cannot be reached") and not at.shows("Mazaytsy 1")
            await at.wait(lambda: at.screen._ratings is None)
            lay(club, "mezen", "anna", "boris")
            await at.wait(lambda: at.shows("The club · anna · Mazaytsy "))
            assert not at.shows("cannot be reached")


async def test_an_invitation_is_declined(address: str) -> None:
    with Club.open(address) as club:
        for name in ("anna", "boris"):
            club.admit(name)
        name = club.new_table(terms("mezen", "boris", "anna", host="boris"))
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("boris invites you") and at.shows("D decline"))
            await at.press("D")
            await at.wait(lambda: at.shows("You have declined the invitation of boris."))
            await at.wait(lambda: headings(at) == ["Open tables"])
            assert open_table(club, name).head().members == ("boris",)


async def test_the_host_removes_somebody(address: str) -> None:
    with Club.open(address) as club:
        name = lay(club, "mezen", "anna", "open", "open")
        write(club, name, "boris", events.MemberSatDown(new_id(), 1))
        async with visiting(address, lambda navigation: navigation.join(name)) as at:
            await at.wait(lambda: at.shows("here now: anna"))
            assert not at.shows("x remove")
            await at.press("down")
            assert at.shows("x remove")
            await at.press("x")
            await at.wait(lambda: at.shows("anna has removed somebody; the seat is open."))
            assert [club_seat.name for club_seat in open_table(club, name).seats] == ["anna", "", ""]


async def test_what_waits_for_an_answer_and_what_is_left_of_the_pace_stand_in_the_row(address: str) -> None:
    with Club.open(address) as club:
        name = lay(club, "mezen", "anna", "boris", limit=3 * 86400.0, when_over="bot")
        save_projection(club, name, open_table(club, name))
        async with visiting(address) as at:
            await at.wait(lambda: at.shows("2 d 23 h left") or at.shows("3 d left"))
            write(club, name, "boris", events.EndingProposed(new_id(), True))
            save_projection(club, name, open_table(club, name))
            await at.wait(lambda: at.shows("boris asks to end it"))


async def test_tables_beyond_the_first_hundreds_are_found_and_reached_page_by_page(address: str) -> None:
    with Club.open(address) as club:
        oldest = club.new_table(terms("gzhel", "boris", "open", host="boris"))
        with club.transaction() as transaction:
            transaction.run("UPDATE club_tables SET changed = changed - 1000")
        for _ in range(SOME + PAGE):
            club.new_table(terms("mezen", "vera", "open", host="vera"))
        async with visiting(address) as at:
            await at.wait(lambda: at.shows(f"page 1 of {-(-SOME // PAGE)}+"))
            await at.press("slash", *"boris", "enter")
            await at.wait(lambda: oldest in at.screen.row_names())
            await at.press("f", "down", "down", "down", "enter")
            await at.wait(lambda: at.shows("page 1 of"))
            pages = -(-(SOME + PAGE + 1) // PAGE)
            await at.press(*("right",) * pages)
            await at.wait(lambda: at.shows(f"of {pages},"))
            await at.press(*("right",) * pages)
            await at.wait(lambda: oldest in at.screen.row_names())

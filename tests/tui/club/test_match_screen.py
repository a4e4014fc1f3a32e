"""A shared table on its game's screen: others' events come in, the player's go out, and only the log is shown."""

import os
from functools import partial
from operator import methodcaller
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.rng import Rng
from saves.club import events
from saves.club.events import new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.settings import STEP_BY_STEP
from tests.saves.club.tables import terms
from tests.tui.club.screens import lay, move, people, play_on, stored, visiting, write
from tests.tui.pilots import Table, is_pausing
from tui.club.client import _CLAIM, TableClient, join_table, open_table
from tui.match.screen import MatchScreen
from tui.sessions.mode import Sending


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club' / 'club.db'}"


def logged(club: Club, table: str) -> list[str]:
    match = open_table(club, table).match
    assert match is not None
    return [entry.notation for entry in match.log if entry.origin == "chosen"]


async def test_moves_go_out_and_come_in(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            await at.press("1", "enter")
            await at.wait(lambda: at.shows("Waiting for boris"))
            assert len(logged(club, table)) == 1
            assert move(club, table) == "keep"
            await at.wait(lambda: at.board.is_deciding)
            await at.press("n")
            assert at.shows("everyone keeps the horse") and at.match is at.session.client.table.match
            assert not at.shows(str(club.seed(table)))


async def test_keys_in_one_packet_play_one_after_the_other(address: str) -> None:
    """Each waits until the move before it is in the log."""
    with Club.open(address) as club:
        table = lay(club, "mazaytsy", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Waiting for boris"))
            move(club, table)
            await at.wait(lambda: at.board.is_deciding)
            before = len(club.events(table))
            await at.packet(b"\r\r")
            await at.wait(lambda: not isinstance(at.session.mode, Sending))
            assert [entry.author for entry in club.events(table)[before:]] == ["anna", "anna"]


async def test_taking_back_by_either(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            await at.press("1", "enter")
            await at.wait(lambda: at.shows("u undo"))
            await at.press("u")
            await at.wait(lambda: at.shows("anna undoes 1 move.") and at.board.is_deciding)
            await at.press("1", "enter")
            await at.wait(lambda: at.shows("Waiting for boris"))
            move(club, table)
            await at.wait(lambda: at.shows("Lift a group of horses"))
            await at.press("u")
            assert at.shows("Nothing can be undone")
            fold = open_table(club, table)
            assert fold.match is not None and [entry.notation for entry in fold.match.log][1:2] == ["keep"]


async def test_a_club_that_is_away_loses_nothing_and_is_asked_again(address: str) -> None:
    path = Path(address.removeprefix("sqlite:///"))
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
    async with visiting(address, lambda navigation: navigation.join(table)) as at:
        await at.wait(lambda: at.shows("Call an animal"))
        os.rename(path, path.with_suffix(".away"))
        await at.press("1", "enter")
        await at.wait(lambda: at.shows("no longer exists."))
        wanted = at.session.connection.wanted
        assert wanted is not None and not at.match.log, "shown as played, though it is not in the log"
        await at.press("o", "escape", "g")
        assert at.shows("Nothing has happened yet.")
        os.rename(path.with_suffix(".away"), path)
        await at.wait(lambda: at.shows("Waiting for boris"))
        with Club.open(address) as club:
            assert [entry.line.id for entry in club.events(table)[1:] if entry.line] == [wanted.id]


async def test_an_answer_that_is_overtaken_is_asked_again(address: str) -> None:
    """Somebody else's line came first: the same question is answered all the same, another one is not."""
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            write(club, table, "boris", events.EndingProposed(new_id(), True))
            await at.press("1", "enter")
            await at.wait(lambda: at.shows("Waiting for boris"))
            assert len(logged(club, table)) == 1
            taken = at.session.client.answer("keep")
            assert taken.make_event() is None, "nothing is asked of anna now"
            at.session._send(taken)
            await at.wait(lambda: at.shows("your answer was not used"))


async def test_in_a_step_that_all_take_at_once_both_decide(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        fold, rng = open_table(club, table), Rng(5)
        while not (ahead := fold.early_match(1)) or len(ahead.legal_moves) < 2:
            fold = play_on(club, table, 1, rng)
        assert fold.match is not None and fold.match.state.actor == 0
        played = len(fold.match.log)
        async with visiting(address, lambda navigation: navigation.join(table), "boris") as at:
            await at.wait(lambda: at.board.is_deciding)
            assert at.session.decides_early
            told = [text for _, text in at.session.log_rows()]
            assert told == [
                fold.game.describe_event(e, fold.match.names) for entry in fold.match.log for e in entry.events
            ]
            while at.board.is_deciding:
                await at.press("enter")
                await at.wait(lambda: not isinstance(at.session.mode, Sending))
            fold = open_table(club, table)
            assert fold.prepared(1) and fold.match is not None and len(fold.match.log) == played
            await at.wait(lambda: at.shows("Waiting for anna"))
            prepared = len(fold.prepared(1))
            while fold.prepared(1):
                fold = play_on(club, table, 1, rng)
            await at.wait(lambda: len(at.match.log) >= played + prepared)
            assert at.match.log == open_table(club, table).match.log  # type: ignore[union-attr]


#: The games in which others decide while somebody is still at it, and what they decide.
EARLY = {"mezen": {"pay", "lift", "place"}, "gzhel": {"pads", "before", "paint"}, "mezo": {"card"}}


@pytest.mark.parametrize("game", EARLY)
async def test_whoever_decides_before_their_turn_can_look_around_in_every_kind_of_decision(
    game: str, address: str
) -> None:
    """What they decide in is aside from the true match, whose log is the longer one."""
    with Club.open(address) as club:
        table, rng, left = lay(club, game, *people(game)), Rng(4), set(EARLY[game])
        async with visiting(address, name="gleb") as at:
            fold = open_table(club, table)
            while left:
                fold = play_on(club, table, 1, rng)
                assert fold.match is not None
                for seat in {*range(len(fold.seats))} - {fold.match.state.actor}:
                    if (ahead := fold.early_match(seat)) is not None and ahead.state.prompt.kind in left:
                        left.remove(ahead.state.prompt.kind)
                        await look_around_before_ones_turn(at, join_table(club, table, fold.seats[seat].member or ""))


async def look_around_before_ones_turn(at: Table, client: TableClient) -> None:
    assert at.app.club_navigation is not None
    at.app.club_navigation.show_table(client)
    await at.wait(lambda: at.board.is_deciding)
    assert at.session.decides_early and client.match is not None and len(client.match.log) > len(at.session.match.log)
    for key in ("right", "down", "tab", "n", "o", "escape"):
        await at.press(key)
    assert at.board.is_deciding
    at.app.go_home()


async def test_what_others_do_is_followed_at_the_players_pace(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mazaytsy", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.watch(table), "vera") as at:
            at.app.settings.pace = STEP_BY_STEP
            await at.wait(lambda: at.shows("Waiting for boris"))
            for _ in range(3):
                move(club, table)
            await at.wait(lambda: is_pausing(at) and len(at.session.connection._arrived) == 2)
            shown = [at.session.client.table.length]
            while at.session.is_showing:
                await at.press("enter")
                shown.append(at.session.client.table.length)
            assert shown == [2, 3, 4, 4], "a key for each move"
            assert at.match.log == open_table(club, table).match.log  # type: ignore[union-attr]


async def test_bots_think_in_their_process_for_one_terminal(address: str) -> None:
    with Club.open(address) as club:
        table = club.new_table(terms("mezen", ":novice", "anna", host="anna"), 7)
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.board.is_deciding)
            assert [entry.author for entry in club.events(table)][-1] == "anna"
            assert open_table(club, table).match.log[0].seat == 0  # type: ignore[union-attr]
            assert not club.presence.claim(f"bots {table}", "somebody else", _CLAIM)


async def test_watching_is_seeing_and_not_touching(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.watch(table), "vera") as at:
            await at.wait(lambda: at.shows("Waiting for anna"))
            assert at.board.viewer is None
            await at.press("enter", "1", "tab", "enter", "u")
            assert len(club.events(table)) == 1
            move(club, table)
            await at.wait(lambda: len(at.match.log) == 1)
            await at.press("slash")
            assert at.shows("Only the players can talk at this table.")
        closed = lay(club, "mezen", "anna", "boris", watchers=False)
        async with visiting(address, lambda navigation: navigation.watch(closed), "vera") as at:
            await at.wait(lambda: at.shows("is closed to watchers."))


async def say(at: Table, text: str) -> None:
    await at.press("slash")
    await at.type(text)
    await at.press("enter")


async def test_talk_and_mute(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            await say(at, "good luck")
            await at.wait(lambda: at.shows("anna: good luck"))
            club.talk.add(table, "boris", "\x1b[31mthanks", new_id())
            await at.wait(lambda: at.shows("boris: ?[31mthanks"))
            await at.press("g")
            assert at.shows("anna: good luck") and at.shows("boris: ?[31mthanks")
            await at.press("escape", "M")
            await at.wait(lambda: at.shows("Mute boris"))
            await at.press("enter")
            await at.wait(lambda: at.shows("You no longer see what boris says."))
            club.talk.add(table, "boris", "hello?", new_id())
            await say(at, "peace")
            await at.wait(lambda: at.shows("anna: peace"))
            assert not at.shows("hello?")
            await at.press("w")
            assert at.shows("Seat 2: boris") and at.shows("Here now: anna.")


async def test_the_end_by_agreement(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            write(club, table, "boris", events.EndingProposed(new_id(), True))
            await at.wait(lambda: at.shows("boris offers to end the match as it stands."))
            await at.press("A")
            await at.wait(lambda: at.shows("The players agreed to end the match as it stood"))
            assert open_table(club, table).ended == "agreed"
            await at.press("escape")
            assert at.shows("agreed to end") and not at.board.choices


async def test_getting_up_and_coming_back(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            await at.press("L")
            await at.click_words("Adept")
            await at.wait(lambda: at.shows("Enter takes your seat back"))
            fold = open_table(club, table)
            assert fold.seats[0].level == "adept" and fold.stood_in == {"anna"}
            await at.press("enter")
            await at.wait(lambda: open_table(club, table).seat_of("anna") == 0)
            await at.wait(lambda: at.session.seats == {0})


async def test_a_seat_is_handed_over_only_when_its_time_is_up(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "boris", "anna", limit=60.0)
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Waiting for boris"))
            await at.press("H", "enter")
            await at.wait(lambda: at.shows("boris still has time."))
        with club.transaction() as transaction:
            transaction.run("UPDATE club_lines SET at = at - 61")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Waiting for boris"))
            await at.press("H", "enter")
            await at.wait(lambda: open_table(club, table).seats[0].level == "novice")


async def test_tips_only_where_they_were_agreed_on(address: str) -> None:
    with Club.open(address) as club:
        tables = [lay(club, "mezen", "anna", "boris", tips=tips) for tips in (False, True)]
        for table, text in zip(tables, ("without tips", "Tip: "), strict=True):
            async with visiting(address, methodcaller("join", table)) as at:
                await at.wait(lambda: at.shows("Call an animal"))
                await at.press("t")
                await at.wait(partial(at.shows, text))


async def test_the_result_and_a_rematch(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mazaytsy", "anna", "boris")
        fold, rng = open_table(club, table), Rng(2)
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            while fold.match is not None and not fold.match.is_over:
                fold = play_on(club, table, 1, rng)
            await at.wait(lambda: at.shows("the result") and at.shows("lobby"))
            await at.wait(lambda: club.finished())
            await at.press("enter")
            await at.wait(lambda: at.shows("Waiting for boris"))
            (again,) = club.tables_of("anna", "waiting")
            assert again.terms.rematch_of == table and [target.name for target in again.terms.places] == [
                "anna",
                "boris",
            ]
            assert club.seed(again.id) != club.seed(table)


async def test_a_table_of_another_edition_can_only_be_watched(address: str) -> None:
    edition = registry.get_game("mezen").edition
    with Club.open(address) as club:
        table = club.new_table(msgspec.structs.replace(terms("mezen", "anna", "boris"), edition=edition + 1), 7)
        write(club, table, "boris", events.MemberSatDown(new_id(), 1))
        theirs = TableProjection(terms("mezen", "anna", "boris"), 7)
        stored(club, table, theirs, edition + 1)
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("you can only watch it here"))
            assert at.board.viewer is None
            await at.press("enter", "1", "u", "tab", "enter")
            write(club, table, "anna", events.MoveChosen(new_id(), 0, "fox"))
            stored(club, table, theirs, edition + 1)
            write(
                club, table, "boris", events.EndingProposed(new_id(), True)
            )  # heard of with the next line at the latest
            await at.wait(lambda: at.match.state.actor == 1)
            assert len(club.events(table)) == 3


@pytest.mark.parametrize(
    ("seed", "told"),
    [(7, "keep"), (8, "The match continues under newer rules")],
    ids=["by-the-log", "from-the-position"],
)
async def test_a_table_of_an_older_samovar_goes_on(address: str, seed: int, told: str) -> None:
    edition = registry.get_game("mezen").edition
    with Club.open(address) as club:
        table = club.new_table(msgspec.structs.replace(terms("mezen", "anna", "boris"), edition=edition - 1), 7)
        write(club, table, "boris", events.MemberSatDown(new_id(), 1))
        write(club, table, "anna", events.MoveChosen(new_id(), 0, "fox"))
        stored(club, table, TableProjection(terms("mezen", "anna", "boris"), seed), edition - 1)
        async with visiting(address, lambda navigation: navigation.join(table), "boris") as at:
            await at.wait(lambda: at.shows(told) and at.board.is_deciding)
            assert at.shows("newer rules") == (seed == 8)
            await at.press("enter")
            await at.wait(lambda: "keep" in logged(club, table))


async def test_a_waiting_table_of_an_older_samovar_begins_and_is_played(address: str) -> None:
    """Anna waits in its waiting room; somebody with the older Samovar takes the last seat."""
    edition = registry.get_game("mezen").edition
    with Club.open(address) as club:
        table = club.new_table(msgspec.structs.replace(terms("mezen", "anna", "boris"), edition=edition - 1), 7)
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Waiting for boris"))
            write(club, table, "boris", events.MemberSatDown(new_id(), 1))
            await at.wait(lambda: isinstance(at.screen, MatchScreen) and at.board.is_deciding)
            await at.press("enter")
            await at.wait(lambda: len(logged(club, table)) == 1)
        assert [type(entry.line) for entry in club.events(table)] == [
            events.MemberSatDown,
            events.RulesUpgraded,
            events.MoveChosen,
        ]


async def test_a_waiting_table_of_a_newer_samovar_is_left_alone(address: str) -> None:
    newer = registry.get_game("mezen").edition + 1
    with Club.open(address) as club:
        own = club.new_table(msgspec.structs.replace(terms("mezen", "anna", "boris"), edition=newer), 7)
        other = club.new_table(msgspec.structs.replace(terms("mezen", "boris", "open", host="boris"), edition=newer), 7)
        async with visiting(address, lambda navigation: navigation.join(other)) as at:
            await at.wait(lambda: at.shows(f"Table {other} is played in a newer Samovar"))
        async with visiting(address, lambda navigation: navigation.join(own)) as at:
            await at.wait(lambda: at.shows("This table is played in a newer Samovar"))
            await at.press("L")
            await at.wait(lambda: at.shows("update Samovar to play there"))
        assert club.events(own) == club.events(other) == []


async def test_the_end_is_told_once_though_the_table_talks_on(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("Call an animal"))
            for name in ("anna", "boris"):
                write(club, table, name, events.EndingProposed(new_id(), True))
            await at.wait(lambda: at.shows("The match is over"))
            await at.press("escape")
            club.presence.mark(table, "boris", 60.0)
            club.talk.add(table, "boris", "well played", new_id())
            await at.wait(lambda: at.shows("boris: well played"))
            assert at.screen is at.play


async def test_who_has_got_up_and_watches_does_not_sit_down_by_enter(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris", "vera")
        write(club, table, "anna", events.MemberGotUp(new_id(), 0, "novice"))
        async with visiting(address, lambda navigation: navigation.watch(table)) as at:
            await at.wait(lambda: at.shows("The bot that plays for you is thinking"))
            await at.press("enter")
            assert at.session.connection.wanted is None
        assert open_table(club, table).seat_of("anna") is None


async def test_the_rest_of_a_choice_is_not_played_when_its_first_move_was_not(address: str) -> None:
    """Several tiles are laid by one key: each can be laid without the others, but was meant with them."""
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
        while open_table(club, table).match.state.prompt.kind != "place":  # type: ignore[union-attr]
            move(club, table)
        match = open_table(club, table).match
        assert match is not None and match.state.actor is not None
        async with visiting(address, lambda navigation: navigation.join(table), match.names[match.state.actor]) as at:
            await at.wait(lambda: at.board.is_deciding)
            screen = at.play
            screen.session._rest = [screen.session.match.legal_moves[0]]
            screen.session.on_settled(played=False)
            assert screen.session.connection.wanted is None
            screen.session._rest = [screen.session.match.legal_moves[0]]
            screen.session.on_settled(played=True)
            assert screen.session.connection.wanted is not None


async def test_what_was_said_while_the_club_was_away_is_said_when_it_is_back(address: str) -> None:
    path = Path(address.removeprefix("sqlite:///"))
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris")
    async with visiting(address, lambda navigation: navigation.join(table)) as at:
        await at.wait(lambda: at.shows("Call an animal"))
        await at.press("slash")
        await at.type("hello")
        os.rename(path, path.with_suffix(".away"))
        await at.press("enter")
        await at.wait(lambda: at.shows("no longer exists."))
        os.rename(path.with_suffix(".away"), path)
        await at.wait(lambda: at.shows("anna: hello"))
        with Club.open(address) as club:
            assert [remark.words for remark in club.talk.messages(table)] == ["hello"]


async def test_a_request_to_end_stays_on_the_screen_until_it_is_answered(address: str) -> None:
    with Club.open(address) as club:
        table = lay(club, "mezen", "anna", "boris", limit=86400.0, when_over="bot")
        write(club, table, "boris", events.EndingProposed(events.new_id(), True))
        async with visiting(address, lambda navigation: navigation.join(table)) as at:
            await at.wait(lambda: at.shows("boris offers to end the match as it stands: A accepts, D declines."))
            assert (
                at.shows("A accept") and at.shows("D decline") and (at.shows("h 59 min left") or at.shows("1 d left"))
            )
            await at.press("right")
            assert at.shows("boris offers to end the match"), "a key does not make it go away"
            await at.press("D")
            await at.wait(lambda: not open_table(club, table).asked_to_end)
            await at.wait(lambda: not at.shows("boris offers to end the match as it stands: A"))

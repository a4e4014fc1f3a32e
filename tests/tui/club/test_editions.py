"""Two versions of Samovar in one club: a newer one goes on with what an older one has left, and not the other way."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from core import registry
from core.bots.player import BotPlayer
from core.game import Game, OptionValue
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, EndingProposed, MemberSatDown, MoveChosen, RulesUpgraded, new_id
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.core.games import pebbles
from tests.saves.club.editions import OptionWithPast, OtherRules, SameRules
from tests.tui.club.members import hear
from tests.tui.club.visitors import Visitor
from tui.club import requests, text
from tui.club.client import TableClient, join_table, open_table, save_projection
from tui.club.plain import PlainClubMatch
from tui.club.printer import ending_lines
from tui.club.table_lists import found_tables
from tui.club.table_setup import next_terms
from tui.plain.console import EndOfInputError, PlainConsole
from tui.plain.typed_input import TypedInput
from tui.services import Services
from tui.sessions.mode import ReadOnly

FIRST = pebbles.GAME
#: Without omens nobody could play so; then it is Boris's turn.
MOVES = ("two", "peek", "one", "one", "pass")

Has = Callable[[Game], None]


@pytest.fixture
def samovar(monkeypatch: pytest.MonkeyPatch) -> Has:
    """Which Samovar is used from here on: the one whose shelf has this edition of pebbles."""
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "core.games.pebbles", pebbles)

    def use(game: Game) -> None:
        monkeypatch.setattr(pebbles, "GAME", game)

    return use


@pytest.fixture
def club(address: str) -> Iterator[Club]:
    """In either database."""
    with Club.open(address) as club:
        yield club


def lay(club: Club, *places: str, **options: OptionValue) -> str:
    """A table of whichever Samovar is used now."""
    seats = tuple(SeatTerms("" if place == "open" else place) for place in places or ("anna", "boris"))
    return club.new_table(Terms("pebbles", registry.get_game("pebbles").edition, "anna", seats, options), seed=7)


def write(club: Club, table: str, author: str, event: ClubEvent) -> None:
    assert club.append(table, club.extent(table)[0], event, author)


def play(club: Club, table: str, *moves: str, kept: bool = True) -> None:
    """What both write who use the same Samovar; who is killed does not live to write down where it led."""
    for move in moves:
        guests = [join_table(club, table, name) for name in ("anna", "boris")]
        (client,) = (client for client in guests if client.view is not None)
        event = client.answer(move).make_event()
        assert event is not None and client.append(event), move
        (effect,) = client.read_on()
        assert effect.changed, move
        if kept:
            client.send_presence()


def begin(club: Club, *moves: str, lost: int = 0, **options: OptionValue) -> str:
    """A table at which these moves were made; the last ones were never written down."""
    table = lay(club, **options)
    write(club, table, "boris", MemberSatDown(new_id(), 1))
    stored = len(moves) - lost
    play(club, table, *moves[:stored])
    play(club, table, *moves[stored:], kept=False)
    return table


def scores(client: TableClient) -> list[int]:
    assert client.match is not None
    return client.match.state.scores()


@contextmanager
def in_lines(client: TableClient) -> Iterator[tuple[PlainClubMatch, io.StringIO]]:
    """A table in plain lines, at which nobody types."""
    out = io.StringIO()
    with open(os.devnull, encoding="utf-8") as stream:
        table = PlainClubMatch(client, PlainConsole(target=out), TypedInput(stream), Services.for_player())
        table.start()
        yield table, out
        table.close()


def told_to(client: TableClient) -> str:
    """What is said to one who comes to a table in plain lines, until there is something to wait for."""
    with in_lines(client) as (table, out), suppress(EndOfInputError):
        hear(table)
    return out.getvalue()


# A newer Samovar goes on


@pytest.mark.parametrize("lost", [0, 1, 3])
@pytest.mark.parametrize("game", [SameRules(), OptionWithPast()], ids=lambda game: type(game).__name__)
def test_a_newer_samovar_goes_on_by_the_log_whatever_was_not_written_down(
    club: Club, samovar: Has, game: Game, lost: int
) -> None:
    table = begin(club, *MOVES, "two", lost=lost)
    assert club.extent(table)[0] - club.stored(table).length == lost
    samovar(game)
    boris = join_table(club, table, "boris")
    assert isinstance(club.events(table)[-1].line, RulesUpgraded) and boris.seat == 1
    assert scores(boris) == [3, 3] and len(boris.match.log) == 7 and not boris.match.archived_moves  # type: ignore[union-attr]
    assert boris.append(requests.take_back(boris))
    play(club, table, "one", "one", "peek")
    boris.catch_up()
    assert scores(boris) == [4, 2]
    assert "continues under newer rules" not in told_to(join_table(club, table, "anna"))
    assert len([entry for entry in club.events(table) if isinstance(entry.line, RulesUpgraded)]) == 1


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_rules_without_a_past_go_on_from_what_was_written_down(club: Club, samovar: Has, lost: int) -> None:
    table = begin(club, *MOVES, "one", "two", lost=lost)
    samovar(OtherRules())
    anna = join_table(club, table, "anna")
    assert scores(anna) == [5, 2] and anna.seat == 0
    with pytest.raises(ClubRefusedError, match="Nothing can be undone"):
        requests.take_back(anna)
    play(club, table, "bell", "one")
    changed = "The match continues under newer rules, from the position reached under the old ones.\n"
    assert changed in told_to(join_table(club, table, "boris"))


def test_moves_that_newer_rules_cannot_follow_are_told_to_be_lost(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES, "one", "one", "peek", "two", lost=2)
    samovar(OtherRules())
    anna = join_table(club, table, "anna")
    assert scores(anna) == [4, 2]
    lost = "The match continues under newer rules, which could not repeat the last moves: these are lost.\n"
    assert lost in told_to(join_table(club, table, "boris"))
    play(club, table, "two")


def test_a_table_that_was_killed_before_anything_was_written_down(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES, lost=len(MOVES))
    assert club.stored(table).position == ""
    samovar(OptionWithPast())
    assert scores(join_table(club, table, "anna")) == [3, 1]
    play(club, table, "two", "peek")


def test_whoever_takes_over_reads_on_when_an_older_samovar_was_faster(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES)
    samovar(SameRules())
    anna = TableClient(club, table, "anna")
    anna.catch_up()

    class Late:
        """The club to one whose first line comes too late."""

        def append(self, table: str, number: int, event: ClubEvent, author: str) -> bool:
            anna.club = club
            write(club, table, "boris", MoveChosen(new_id(), 1, "two"))
            return club.append(table, number, event, author)

        def __getattr__(self, name: str) -> object:
            return getattr(club, name)

    anna.club = Late()  # type: ignore[assignment]
    anna.take_over()
    kinds = [type(entry.line) for entry in club.events(table)]
    assert kinds[-2:] == [MoveChosen, RulesUpgraded] and scores(anna) == [3, 3] and anna.seat == 0


def test_two_who_take_over_at_once_do_it_once(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES)
    samovar(SameRules())
    guests = [TableClient(club, table, name) for name in ("anna", "boris")]
    for client in guests:
        client.catch_up()
        assert client.must_take_over and client.seat is None
    for client in guests:
        client.offer_to_take_over()
        client.catch_up()
    assert [client.seat for client in guests] == [0, 1]
    assert sum(isinstance(entry.line, RulesUpgraded) for entry in club.events(table)) == 1


def test_a_position_that_cannot_be_read_beside_a_log_that_cannot_be_followed_is_left_as_it_is(
    club: Club, samovar: Has
) -> None:
    """Not even its first moves are possible, for nothing is known of how it began."""
    table = begin(club, "two", heap=200)
    samovar(without_heaps())
    anna = join_table(club, table, "anna")
    assert anna.match is None and anna.is_watching_only and anna.seat is None
    unreadable = f"Table {table} was played in an older Samovar, and this one cannot read it."
    assert text.cannot_be_shown(table, anna.table) == unreadable
    assert not any(isinstance(entry.line, RulesUpgraded) for entry in club.events(table))


def without_heaps() -> Game:
    class NoHeaps(OtherRules):
        """An edition that has forgotten an option, which none should."""

        __module__ = "tests.core.games.pebbles"
        options = ()

    return NoHeaps()


def test_bots_move_for_a_newer_samovar_once_somebody_has_taken_over(club: Club, samovar: Has) -> None:
    bot = SeatTerms("Novice", "novice")
    table = club.new_table(Terms("pebbles", 1, "anna", (bot, SeatTerms("anna"))), seed=7)
    samovar(SameRules())
    nobody = TableClient(club, table, "anna")  # as the server comes, for a table at which nobody is
    nobody.catch_up()
    assert not nobody.bot_moves and not nobody.play_bot(BotPlayer().decide) and club.events(table) == []
    anna = join_table(club, table, "anna")
    assert anna.bot_moves and anna.play_bot(BotPlayer().decide)
    assert [type(entry.line) for entry in club.events(table)] == [RulesUpgraded, MoveChosen]


# Those who only look


def test_whoever_looks_takes_nothing_over_and_writes_nothing_down(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES, "two", lost=1)
    before = (club.extent(table), club.stored(table), club.table_summary(table).head)
    samovar(OtherRules())
    for name in ("vera", "anna"):
        client = join_table(club, table, name, plays=False)
        assert client.is_watching_only and client.seat is None and scores(client) == [3, 1], "as it was written down"
        assert not client.bot_moves
        save_projection(club, table, client.table)
    found_tables(club)
    save_projection(club, table, open_table(club, table))
    assert (club.extent(table), club.stored(table), club.table_summary(table).head) == before


def test_who_watches_an_older_samovar_is_told_so_and_follows_when_it_is_taken_over(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES)
    samovar(SameRules())
    vera = join_table(club, table, "vera", plays=False)
    with in_lines(vera) as (lines, out):
        older = "you can only watch it here until a player opens it in this version.\n"
        assert f"{older}== Pebbles, round 2\n8 pebbles lie there" in out.getvalue()
        samovar(FIRST)
        play(club, table, "two")
        hear(lines)
        assert "6 pebbles lie there; anna has 3, boris has 3." in out.getvalue()
        samovar(SameRules())
        join_table(club, table, "anna")
        hear(lines)
        assert out.getvalue().endswith("The match continues in a newer Samovar, under the rules it began with.\n")
        play(club, table, "pass", "two")
        hear(lines)
        assert out.getvalue().endswith("anna takes 2.\n") and "undoes" not in out.getvalue()


# An older Samovar leaves it alone


def test_an_older_samovar_hears_that_a_newer_one_plays_now_and_can_only_watch(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES)
    older = [join_table(club, table, name) for name in ("anna", "boris")]
    samovar(SameRules())
    join_table(club, table, "anna").send_presence()
    play(club, table, "two")
    length = club.extent(table)[0]
    samovar(FIRST)
    for client in older:
        assert told_to(client).endswith("This table is now played in a newer Samovar; update Samovar to continue.\n")
        assert client.seat is None and client.view is None and not client.bot_moves
    anna = join_table(club, table, "anna")
    newer = "This table is played in a newer Samovar: you can only watch it here; update Samovar to play.\n"
    with in_lines(anna) as (_, out):
        assert f"{newer}== Pebbles, round 2\n6 pebbles lie there" in out.getvalue()
    refused = f"Table {table} is played in a newer Samovar; update Samovar to play there."
    for wish in (lambda: requests.get_up(anna, ""), lambda: anna.sitting_down({})):
        with pytest.raises(ClubRefusedError) as refusal:
            wish()
        assert str(refusal.value) == refused
    for wish in (lambda: requests.take_back(anna), lambda: requests.agree(anna, True)):
        with pytest.raises(ClubRefusedError):
            wish()
    stored = club.stored(table)
    anna.send_presence()
    found_tables(club)
    assert club.extent(table)[0] == length and club.stored(table) == stored
    samovar(SameRules())
    play(club, table, "peek", "one")


def test_whoever_watches_sees_what_a_newer_samovar_stores(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES)
    vera = Visitor(club, table, "vera", plays=False)
    samovar(SameRules())
    join_table(club, table, "anna").send_presence()
    play(club, table, "two")
    samovar(FIRST)
    vera.catch_up()
    newer = "This table is played in a newer Samovar: you can only watch it here; update Samovar to play."
    assert vera.mode == ReadOnly(newer) and vera.session.match.state.scores() == [3, 3]
    vera.leave()


@pytest.mark.parametrize("options", [{}, {"peeks": True}], ids=["newer-edition", "unknown-option"])
def test_an_older_samovar_does_not_sit_down_at_a_newer_table(
    club: Club, samovar: Has, options: dict[str, OptionValue]
) -> None:
    samovar(OptionWithPast())
    table = lay(club, "anna", "open", **options)
    samovar(FIRST)
    boris = join_table(club, table, "boris")
    with pytest.raises(
        ClubRefusedError, match=f"Table {table} is played in a newer Samovar; update Samovar to play there."
    ):
        boris.sit_down({})
    anna = join_table(club, table, "anna")
    for wish in (lambda: requests.fill(anna, ""), lambda: requests.call_off(anna), lambda: requests.get_up(anna, "")):
        with pytest.raises(ClubRefusedError, match="is played in a newer Samovar"):
            wish()
    assert club.events(table) == [] and [found.id for found in found_tables(club)] == [table]
    samovar(OptionWithPast())
    join_table(club, table, "boris").sit_down({})
    play(club, table, "two")


def test_a_game_that_is_not_on_the_shelf(club: Club, samovar: Has, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay(club, "anna", "open")
    monkeypatch.setattr(registry, "GAME_NAMES", registry.GAME_NAMES[:-1])
    assert [found.id for found in found_tables(club)] == [table]
    for go in (lambda: join_table(club, table, "boris"), lambda: open_table(club, table)):
        with pytest.raises(ClubRefusedError) as refusal:
            go()
        assert str(refusal.value) == (
            f"Table {table} plays a game that this Samovar does not have; update Samovar to open it."
        )


# Waiting tables


def test_a_newer_samovar_takes_the_last_seat_of_an_older_table(club: Club, samovar: Has) -> None:
    table = lay(club, "anna", "open")
    samovar(OptionWithPast())
    boris = join_table(club, table, "boris")
    boris.sit_down({})
    assert boris.table.state == "running" and boris.seat == 1
    play(club, table, "two", "peek")
    boris.catch_up()
    assert scores(boris) == [2, 0], "peeking was usual when the table was laid"


def test_an_older_samovar_takes_the_last_seat_and_moves_before_the_newer_one_has_taken_over(
    club: Club, samovar: Has
) -> None:
    table = lay(club, "open", "anna")
    samovar(SameRules())
    anna = join_table(club, table, "anna")
    with in_lines(anna) as (lines, out):
        samovar(FIRST)
        boris = join_table(club, table, "boris")
        boris.sit_down({})
        assert boris.view is not None and boris.seat == 0
        write(club, table, "boris", MoveChosen(new_id(), 0, "one"))
        samovar(SameRules())
        hear(lines)
        told = out.getvalue()
    assert anna.seat == 1 and anna.view is not None
    assert "boris joins the table.\nThe match begins: boris and anna.\nboris takes 1.\n" in told
    taken_over = "The match continues in a newer Samovar, under the rules it began with.\n"
    assert f"{taken_over}== Pebbles, round 1, anna\n" in told
    boris.catch_up()
    assert boris.table.is_newer and boris.seat is None


# Tables that are over


@pytest.mark.parametrize("lost", [0, 1])
@pytest.mark.parametrize("game", [OptionWithPast(), OtherRules()], ids=lambda game: type(game).__name__)
def test_a_table_that_ended_before_is_shown_and_counted_once(club: Club, samovar: Has, game: Game, lost: int) -> None:
    """Also when whoever made the last move was killed before it was counted; only those who played there count it."""
    rest = ("two", "pass", "one", "bell", "one", "pass", "two", "pass", "two", "pass")
    table = begin(club, *MOVES, *rest, lost=lost)
    samovar(game)
    before = club.stored(table)
    vera = join_table(club, table, "vera", plays=False)
    save_projection(club, table, vera.table)
    found_tables(club)
    assert club.stored(table) == before and len(club.finished()) == 1 - lost
    for _ in range(2):
        anna = join_table(club, table, "anna")
        assert anna.table.ended == "played" and scores(anna) == [6, 6] == scores(vera)
        (ended,) = club.finished()
        assert ended.table == table and club.table_summary(table).head.state == "over"
        assert club.events(table)[-1].author in ("anna", "boris") and not anna.must_take_over
    assert ending_lines(anna.table)[0] == "== Result"


def test_a_match_that_was_ended_by_agreement(club: Club, samovar: Has) -> None:
    table = begin(club, *MOVES)
    for name in ("anna", "boris"):
        write(club, table, name, EndingProposed(new_id(), True))
    samovar(OtherRules())
    anna = join_table(club, table, "anna")
    assert anna.table.ended == "agreed" and scores(anna) == [3, 1]
    assert club.table_summary(table).head.state == "over" and club.finished() == []


# Rematches


def test_a_rematch_is_played_by_the_rules_of_today_with_what_was_chosen(club: Club, samovar: Has) -> None:
    usual, unusual = begin(club, heap=12), begin(club, heap=200)
    samovar(OptionWithPast())
    for table, options in ((usual, {}), (unusual, {"heap": 200})):
        terms = next_terms(table, open_table(club, table), "anna")
        assert (terms.edition, terms.options) == (2, options)
    same = next_terms("", open_table(club, begin(club, heap=12, peeks=False)), "anna")
    assert same.options == {"heap": 12, "peeks": False}, "of today's edition as it was laid"

"""What a terminal writes depends on nothing that its seat, or a spectator, cannot know."""

import io
import os
from pathlib import Path

import pytest

from core import registry
from core.match import Match
from core.rng import Rng
from saves.club.events import MemberSatDown, MoveChosen, MovePrepared, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from tests.game_facts import has_secrets, third_of_a_game
from tests.saves.club.tables import terms
from tests.tui.club.members import Person, Room, hear
from tui.club.client import TableClient
from tui.club.plain import PlainClubMatch
from tui.plain.console import PlainConsole
from tui.plain.typed_input import TypedInput
from tui.services import Services

NAMES = ("anna", "boris", "vera")


def lay(club: Club, game: str, seed: int = 9_042_042_042) -> str:
    """A table of people at which everybody sits."""
    names = NAMES[: max(registry.get_game(game).player_counts)]
    table = club.new_table(terms(game, *names), seed)
    for seat, name in enumerate(names[1:], 1):
        assert club.append(table, seat - 1, MemberSatDown(new_id(), seat), name)
    return table


def opened(club: Club, name: str) -> tuple[TableProjection, Match]:
    table = TableProjection(club.terms(name), club.seed(name))
    table.fold(club.events(name))
    assert table.match is not None
    return table, table.match


def play_on(club: Club, name: str, moves: int, rng: Rng) -> None:
    """Random moves of whoever decides, none of them the last."""
    table, match = opened(club, name)
    for _ in range(moves):
        actor = match.state.actor
        assert actor is not None
        event = MoveChosen(new_id(), actor, rng.choice(list(match.legal_moves)).notation)
        assert club.append(name, table.length, event, NAMES[actor])
        table.fold(club.events(name, table.length))


def told(club: Club, name: str, seat: int | None, world: Rng | None) -> str:
    """All that a seat, or a bystander, is told: in the true position, or in one that looks the same to them."""
    client = TableClient(club, name, "eve" if seat is None else NAMES[seat], plays=seat is not None)
    client.catch_up()
    match = client.table.match
    assert match is not None
    if world is not None:
        match.state = match.state.determinize(seat, world)
        client.table._moves.look_anew()
    typing, keyboard = os.pipe()
    os.write(keyboard, b"board\nlog\nwho\nquit\n")
    os.close(keyboard)
    out = io.StringIO()
    with open(typing, encoding="utf-8") as stream:
        assert (
            PlainClubMatch(
                client, PlainConsole(source=stream, target=out), TypedInput(stream), Services.for_player()
            ).play()
            == "left"
        )
    return out.getvalue()


@pytest.mark.parametrize("game", registry.GAME_NAMES)
def test_nobody_is_told_what_they_cannot_know(game: str, club: Club) -> None:
    name, rng = lay(club, game), Rng(3)
    hidden = asked = 0
    for _ in range(2):
        play_on(club, name, third_of_a_game(game, 13), rng)
        _, match = opened(club, name)
        for seat in (None, *range(len(match.seats))):
            true = told(club, name, seat, None)
            hidden += match.state.determinize(seat, Rng(1)).digest() != match.state.digest()
            assert told(club, name, seat, Rng(1)) == true, (seat, len(match.log))
            asked += true.count("> ")
            assert str(match.setup.seed) not in true.split()
    assert asked and (hidden or not has_secrets(game))


def decides_early(club: Club, name: str, rng: Rng) -> int:
    """Play until somebody can decide before their turn; returns the seat."""
    while True:
        table, match = opened(club, name)
        early = [
            seat
            for seat in range(len(match.seats))
            if (ahead := table.early_match(seat)) and len(ahead.legal_moves) > 1
        ]
        if early:
            return early[-1]
        play_on(club, name, 1, rng)


def hears_what_is_next(person: Person) -> None:
    """Wait until somebody who plays was asked, or told whom the table waits for."""
    person.until(lambda: "Waiting for" in person.text or "\n> " in person.text, "what comes next")


@pytest.mark.parametrize("game", ["gzhel", "mezen", "mezo"])
def test_a_prepared_move_shows_nowhere_before_it_is_played(game: str, sqlite_room: Room, club: Club) -> None:
    """Two tables that differ only in what one player has prepared look the same to all others, byte for byte."""
    looks = []
    for pick in (0, -1):
        name = lay(club, game)
        seat = decides_early(club, name, Rng(4))
        table, match = opened(club, name)
        ahead = table.early_match(seat)
        assert ahead is not None
        others = next(other for other in range(len(match.seats)) if other != seat)
        people = [sqlite_room.come(NAMES[others], "join", name), sqlite_room.come("eve", "watch", name)]
        for person in people:
            person.hears("The match ")
        hears_what_is_next(people[0])
        event = MovePrepared(new_id(), seat, ahead.legal_moves[pick].notation)
        assert club.append(name, table.length, event, NAMES[seat])
        table.fold(club.events(name, table.length))
        assert table.prepared(seat) == [event.move]
        for person in people:
            person.type("/x", "board", "log", "quit")
            assert person.ends() == 0
        listed = sqlite_room.tell("show", name, "--as", "eve").stdout
        looks.append([text.replace(name, "TABLE") for text in (*(person.text for person in people), listed)])
        club.set_aside(name)  # at the other one it is no turn elsewhere
    assert looks[0] == looks[1]


def test_there_is_no_file_and_no_seed_of_a_match_before_its_end(sqlite_room: Room, club: Club, tmp_path: Path) -> None:
    name = lay(club, "mezen", seed=424242)
    play_on(club, name, 5, Rng(1))
    file = tmp_path / "match.json"
    refused = sqlite_room.tell("export", name, str(file), "--as", "anna")
    assert (refused.returncode, refused.stdout) == (2, "") and "is not over" in refused.stderr
    assert not file.exists()
    for words in (["show", name], ["list"], ["list", "--json"]):
        assert "424242" not in sqlite_room.tell(*words, "--as", "anna").stdout


def test_seeds_have_63_fresh_bits(club: Club) -> None:
    seeds = [club.seed(club.new_table(terms("mezen", "anna"))) for _ in range(64)]
    assert len(set(seeds)) == 64 and max(seeds) < 2**63
    assert sum(seed >= 2**62 for seed in seeds) in range(10, 55)  # the highest bit is as random as the others


def test_what_is_meant_for_one_seat_is_told_to_that_seat_only(club: Club) -> None:
    """In Novgorod cards are drawn: the one who draws hears which."""
    name, rng = lay(club, "novgorod"), Rng(11)
    outs: dict[int | None, io.StringIO] = {}
    with open(os.devnull, encoding="utf-8") as stream:
        tables = []
        for seat in (None, 0, 1):
            client = TableClient(club, name, "eve" if seat is None else NAMES[seat], plays=seat is not None)
            client.catch_up()
            outs[seat] = io.StringIO()
            tables.append(
                PlainClubMatch(client, PlainConsole(target=outs[seat]), TypedInput(stream), Services.for_player())
            )
            tables[-1].start()
        for _ in range(20):
            play_on(club, name, 10, rng)
            for shared in tables:
                hear(shared)
        for shared in tables:
            shared.close()
    _, match = opened(club, name)
    secrets = [event for entry in match.log for event in entry.events if event.visible_to is not None]
    assert {event.visible_to for event in secrets} >= {0, 1}
    for seat, out in outs.items():
        heard = out.getvalue().splitlines()
        for event in secrets:
            assert (match.game.describe_event(event, match.names) in heard) == (event.visible_to == seat)

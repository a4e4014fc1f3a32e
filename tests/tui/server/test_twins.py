"""Secrets stay on the host: twin games that differ only in what somebody cannot know send them the same bytes.

Two servers have a table each, of the same name and with the same people. The positions are those of one match, as it
is, and determinized for somebody at the table. Then the same moves are made at both, up to the one that would reveal a
difference; what came through the connections until then, on a screen and in plain lines, is the same byte for byte.
"""

import contextlib
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.game import State
from core.match import Match, Seat
from core.rng import Rng
from saves import settings
from saves.club.auth import Authenticator
from saves.club.events import MemberSatDown, MoveChosen, RulesUpgraded, new_id
from saves.club.seats import ClubSeat
from saves.club.snapshot import Snapshot
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from saves.paths import DataPaths
from tests.game_facts import has_secrets, third_of_a_game
from tests.limits import until
from tests.tui.server.ssh_clients import Caller, Door
from tui.club.client import open_table

NAMES = ("anna", "boris", "vera")
#: Whoever looks on.
EVE = "eve"
#: So large that the story stands beside the table: every move changes the screen.
WINDOW = (160, 45)
MOVES = 5
SETTINGS = settings.Settings(pace=settings.AT_ONCE, payoff=False, explain=False, bell=False)
#: Everybody is looked at so often, so many seconds apart, before they count as at rest.
LOOKS, APART = 5, 0.04


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Door]]:
    with Door(tmp_path_factory.mktemp("one")) as one, Door(tmp_path_factory.mktemp("other")) as other:
        for door in (one, other):
            door.member(*NAMES, EVE)
            with Club.open(door.address) as club:
                for name in (*NAMES, EVE):
                    home = door.folder / "door" / "members" / Authenticator(club).folder(name)
                    assert not settings.save(DataPaths.under(home).settings, SETTINGS)
        yield [one, other]


class Twins(msgspec.Struct, frozen=True):
    """Two positions that look the same to somebody, and moves that can be made in both without revealing more."""

    positions: tuple[State, State]
    moves: list[tuple[int, str]]

    @property
    def temptation(self) -> tuple[int, int]:
        """How much could leak, if anything can be played at all: how many kinds of things differ, and for how long."""
        one, other = self.positions
        different = sum(getattr(one, name) != getattr(other, name) for name in one.__struct_fields__)
        return (different if self.moves else 0, len(self.moves))


def twins(game: str, viewer: int | None) -> Twins:
    """Of the positions of a match, and what the viewer could imagine there, those that could leak most."""
    chosen, rng = registry.get_game(game), Rng(3)
    match = Match.new(chosen, [Seat(name) for name in NAMES[: max(chosen.player_counts)]], {}, 11)
    found = Twins((match.state, match.state), [])
    for _ in range(60):
        match.play(rng.choice(list(match.legal_moves)))
        if match.is_over:
            break
        pair = (match.state.copy(), match.state.determinize(viewer, Rng(1)))
        if len(match.log) > third_of_a_game(game, 14) and pair[0].digest() != pair[1].digest():
            found = max(found, Twins(pair, script(match, pair, viewer)), key=lambda twins: twins.temptation)
    return found


def script(match: Match, pair: tuple[State, State], viewer: int | None) -> list[tuple[int, str]]:
    """The same moves in both positions, none of which shows the viewer in which of them they are."""
    moves: list[tuple[int, str]] = []
    while len(moves) < MOVES:
        now = played(match, pair, moves)
        assert known(now[0], viewer) == known(now[1], viewer)
        both = [move for move in now[0].legal_moves if move in now[1].legal_moves]
        for move in both:
            actor = now[0].state.actor
            assert actor is not None and actor == now[1].state.actor
            then = played(match, pair, [*moves, (actor, move.notation)])
            if not then[0].is_over and known(then[0], viewer) == known(then[1], viewer):
                moves.append((actor, move.notation))
                break
        else:
            return moves
    return moves


def played(match: Match, pair: tuple[State, State], moves: Sequence[tuple[int, str]]) -> list[Match]:
    """The matches that go on from both positions."""
    both = [Match.resume_from(match.game, match.setup, match.seats, position.copy(), ()) for position in pair]
    for each in both:
        for _, notation in moves:
            each.play(notation)
    return both


def lay(club: Club, game: str, position: State, number: int) -> str:
    """A table at which everybody sits, and whose match goes on from a position; its name follows from the number."""
    chosen = registry.get_game(game)
    names = NAMES[: max(chosen.player_counts)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("saves.club.store.secrets.choice", random.Random(number).choice)
        table = club.new_table(Terms(game, chosen.edition - 1, names[0], tuple(SeatTerms(name) for name in names)), 5)
    for seat, name in enumerate(names[1:], 1):
        assert club.append(table, seat - 1, MemberSatDown(new_id(), seat), name)
    length = len(names) - 1
    seats = [ClubSeat(member=name, sits=True) for name in names]
    kept = Snapshot(length, chosen.edition - 1, "", seats, [], msgspec.Raw(msgspec.json.encode(position)), [])
    assert club.append(
        table, length, RulesUpgraded(new_id(), chosen.edition, msgspec.Raw(msgspec.json.encode(kept))), "anna"
    )
    assert opened(club, table).state.digest() == position.digest()
    return table


def opened(club: Club, table: str) -> Match:
    match = open_table(club, table).match
    assert match is not None
    return match


def known(match: Match, viewer: int | None) -> tuple[object, ...]:
    """What the viewer may know of a match by its rules."""
    state = match.state
    said = [event for entry in match.log for event in entry.events if event.visible_to in (None, viewer)]
    asked = [move.notation for move in match.legal_moves] if state.actor == viewer else []
    ahead = state.early_state(viewer) if viewer is not None else None
    return (
        state.board_text(viewer),
        state.actor,
        state.scores(),
        said,
        asked,
        ahead and [str(move) for move in ahead.legal_moves()],
    )


def come_to_rest(doors: Sequence[Door], callers: Sequence[Caller]) -> None:
    """Wait until nothing more comes, and nobody at a door has anything to do: who waits for a processor has."""
    lengths: list[int] = []

    def are_at_rest() -> bool:
        nonlocal lengths
        before = lengths
        pids = [pid for door in doors for pid in door.processes()]
        for _ in range(LOOKS):
            time.sleep(APART)
            if any(map(is_busy, pids)):
                return False
        lengths = [len(caller.data) for caller in callers]
        return lengths == before and all(lengths)

    until(are_at_rest, "it never comes to rest")


def is_busy(pid: int) -> bool:
    """Whether a process uses a processor or waits for one."""
    with contextlib.suppress(OSError):  # it has just ended
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "R"
    return False


def are_same(doors: Sequence[Door], pair: Sequence[Caller]) -> None:
    """One may be later than the other, but what differs stays so: nothing that was sent is taken back."""
    come_to_rest(doors, pair)

    def have_heard_the_same() -> bool:
        shorter = min(len(caller.data) for caller in pair)
        assert pair[0].data[:shorter] == pair[1].data[:shorter], "different bytes"
        return len(pair[0].data) == len(pair[1].data)

    until(have_heard_the_same, "one was told less than the other")


def is_read(club: Club, table: str) -> None:
    """Wait until a guest has folded the log to its end."""
    until(lambda: not club.table_summary(table).behind, "nobody reads the log")


@pytest.mark.parametrize("game", registry.GAME_NAMES)
@pytest.mark.parametrize("viewer", [0, None], ids=["seat", "watcher"])
def test_twin_games_send_the_same_bytes_to_whom_they_look_the_same(
    doors: list[Door], game: str, viewer: int | None
) -> None:
    name, verb = (EVE, "watch") if viewer is None else (NAMES[viewer], "join")
    if not has_secrets(game):
        pytest.skip("nothing can leak where nothing is hidden")
    found = twins(game, viewer)
    assert found.moves, "nothing could be played without revealing it"
    number = registry.GAME_NAMES.index(game) * 2 + (viewer is None)
    with Club.open(doors[0].address) as one, Club.open(doors[1].address) as other:
        clubs = (one, other)
        laid = [lay(club, game, position, number) for club, position in zip(clubs, found.positions, strict=True)]
        assert laid[0] == laid[1]
        table, text = laid[0], f"club {verb} {laid[0]}"
        screens = [door.call(name, text, terminal=WINDOW) for door in doors]
        come_to_rest(doors, screens)  # who is here is shown: they come one after the other
        plains = [door.call(name, text) for door in doors]
        are_same(doors, screens)
        are_same(doors, plains)
        for seat, notation in found.moves:
            for club in clubs:
                event = MoveChosen(new_id(), seat, notation)
                assert club.append(table, club.extent(table)[0], event, NAMES[seat])
                is_read(club, table)
            are_same(doors, screens)
            are_same(doors, plains)
        assert opened(one, table).state.digest() != opened(other, table).state.digest(), "they are twins no more"
        for key in (b"o", b"\x1b[B", b"n", b"g"):
            for screen in screens:
                screen.send(key)
            are_same(doors, screens)
        for plain in plains:
            plain.type("board", "log", "who")
        are_same(doors, plains)
        assert min(len(screen.data) for screen in screens) > 2000 and "Here now:" in plains[0].text
        for caller in (*screens, *plains):
            caller.cut()
        for club in clubs:
            club.set_aside(table)  # at the next one it is no turn elsewhere, which would be told sooner or later

"""Files made by hand are refused in a sentence, or play on like any other; no file takes much time or room."""

import resource
import subprocess
import sys
from collections.abc import Sequence

import msgspec
import pytest

from core import registry
from core.bots.evaluator import Evaluator
from core.game import EventSink, Move, Setup, State
from core.match import Seat
from core.rng import Rng
from saves import match_record, position_check
from saves.match_record import InvalidRecordError, MatchRecord
from tests.core.games.pebbles import PebblesGame
from tests.core.games.pebbles.moves import END
from tests.core.games.pebbles.state import PebblesState
from tests.limits import LIMIT
from tests.matches import Match
from tests.saves.forgery import Forger, play_forged
from tests.saves.test_match_record import PEOPLE, match_after, play_on, saved


def test_forged_files_are_refused_or_play_on() -> None:
    """A few hundred; `python -m tests.soak.saves` tries as many as one likes."""
    forger, rng = Forger(2026), Rng(2026)
    loaded = sum(play_forged(forger.forge(), rng) for _ in range(150))
    assert 10 < loaded < 140


def gone_on(name: str = "mezen") -> MatchRecord:
    """A match that went on from a stored position, with some moves since."""
    old = play_on(Match.new(registry.get_game(name), PEOPLE, {}, 7), 12)
    match = Match.resume_from(old.game, old.setup, old.seats, old.state, [entry.notation for entry in old.log])
    return saved(play_on(match, 3))


def forged_past(name: str, **fields: object) -> MatchRecord:
    record = gone_on(name)
    assert record.past is not None
    position = {**msgspec.json.decode(record.past.position), **fields}
    record.past = match_record.StartPosition(record.past.moves, msgspec.Raw(msgspec.json.encode(position)))
    record.moves = []
    record.position = record.past.position
    with_digest = msgspec.convert(position, registry.get_game(name).state_type(), strict=False)
    record.digest = with_digest.digest()
    return record


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("gzhel", {"players": 10**9}),
        ("gzhel", {"deck": []}),
        ("gzhel", {"own": 77}),
        ("mezen", {"animals": [7, -3]}),
        ("mezen", {"round": 10**18}),
        ("mezen", {"icon": "none"}),
        ("mazaytsy", {"side": 10**6}),
        ("mazaytsy", {"pool": -1}),
        ("novgorod", {"speed": [10**7, 10**7]}),
        ("novgorod", {"stock": 1 << 4000}),
        ("mezo", {"stack": [[22, 0, 0, 10**12]]}),
        ("mezo", {"stack": [[19, 10**6, 0]]}),
        ("mezo", {"players": 10**9}),
    ],
)
def test_a_forged_past_is_refused(name: str, fields: dict[str, object]) -> None:
    with pytest.raises(InvalidRecordError, match="its log cannot be replayed, and its position is none of"):
        match_record.restore(forged_past(name, **fields))


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_an_honest_past_comes_back(name: str) -> None:
    record = gone_on(name)
    restored = match_record.restore(record)
    assert restored.messages == []
    assert restored.match.state.digest() == record.digest
    assert [entry.notation for entry in restored.match.log] == record.moves


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_the_gate_lets_in_every_position_of_a_game(name: str) -> None:
    match = Match.new(registry.get_game(name), PEOPLE, {}, 3)
    while not match.is_over:
        data = msgspec.Raw(msgspec.json.encode(match.state))
        assert position_check.check_position(data, match.game, 2).digest() == match.state.digest()
        play_on(match, 40, seed=len(match.log))


@pytest.mark.parametrize("name", registry.GAME_NAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_position_of_another_table_is_not_let_in(name: str, players: int) -> None:
    game = registry.get_game(name)
    data = msgspec.Raw(msgspec.json.encode(game.start(game.setup(3, {}, 7))))
    assert position_check.check_position(data, game, 3)
    with pytest.raises(position_check.UnplayablePositionError, match="is none of"):
        position_check.check_position(data, game, players)


class Trapped(PebblesState):
    """Breaks a law after forty single pebbles: chance, which tries a position, does not come there."""

    def copy(self) -> "Trapped":
        return msgspec.json.decode(msgspec.json.encode(self), type=Trapped)

    def violations(self) -> list[str]:
        return ["a trap"] if self.turns == self.taken[0] == 40 else super().violations()


class TrappedGame(PebblesGame):
    def start(self, setup: Setup) -> State:
        return msgspec.convert(msgspec.to_builtins(super().start(setup)), Trapped)

    def state_type(self) -> type[State]:
        return Trapped

    def evaluator(self) -> Evaluator:
        return Evaluator()


@pytest.mark.parametrize(("turns", "loads"), [(20, True), (40, False)])
def test_where_a_log_from_a_stored_position_leads_is_tried_too(turns: int, loads: bool) -> None:
    game, seats = TrappedGame(), [Seat("Anna")]
    setup = game.setup(1, {"heap": 200}, 0)
    match = Match.resume_from(game, setup, seats, game.start(setup), ["one"])
    while match.state.turns < turns:
        match.play(next(move for move in match.legal_moves if move.notation in ("one", "pass", "bell")))
    record = match_record.make_record(match, match_record.now())
    if loads:
        assert match_record.restore(record, game).match.log == match.log
    else:
        with pytest.raises(InvalidRecordError, match="and its position is none of Pebbles"):
            match_record.restore(record, game)


class Endless(PebblesState):
    """A position that goes on for ever without anybody's choice: whoever waits for one never wakes up."""

    def copy(self) -> "Endless":
        return msgspec.json.decode(msgspec.json.encode(self), type=Endless)

    def legal_moves(self) -> Sequence[Move]:
        return [END]

    def play(self, move: Move, emit: EventSink | None = None) -> None:
        self.turns += 1


def test_a_game_that_would_go_on_by_itself_for_ever_is_not_let_in() -> None:
    game = TrappedGame()
    sound = msgspec.to_builtins(game.start(game.setup(1, {}, 0)))
    assert position_check.is_playable(msgspec.convert(sound, Trapped), game, 1)
    assert not position_check.is_playable(msgspec.convert(sound, Endless), game, 1)


class Speechless(PebblesState):
    """A position that can be played, but breaks whoever looks at it."""

    def copy(self) -> "Speechless":
        return msgspec.json.decode(msgspec.json.encode(self), type=Speechless)

    def board_text(self, seat: int | None = None) -> str:
        raise KeyError(seat)


class Unranked(PebblesState):
    """A game that is over, and forgets somebody."""

    def copy(self) -> "Unranked":
        return msgspec.json.decode(msgspec.json.encode(self), type=Unranked)

    def ranking(self) -> list[list[int]]:
        return [[1]]


@pytest.mark.parametrize("kind", [Speechless, Unranked])
def test_what_would_break_a_screen_is_not_let_in(kind: type[PebblesState]) -> None:
    game = TrappedGame()
    over = {"heap": 0, "taken": [100, 100], "actor": None} if kind is Unranked else {}
    position = {**msgspec.to_builtins(game.start(game.setup(2, {"heap": 200}, 0))), **over}
    assert position_check.is_playable(msgspec.convert(position, Trapped), game, 2)
    assert not position_check.is_playable(msgspec.convert(position, kind), game, 2)


def test_a_position_larger_than_any_is_not_read() -> None:
    position = msgspec.to_builtins(match_after(12).state)
    padded = [msgspec.Raw(msgspec.json.encode({**position, "pad": "x" * size})) for size in (1000, 64 * 1024)]
    assert position_check.check_position(padded[0], registry.get_game("mezen"), 2)
    with pytest.raises(position_check.UnplayablePositionError, match="is too large"):
        position_check.check_position(padded[1], registry.get_game("mezen"), 2)


HUGE = {
    "many moves": b'"moves":[%s]' % b",".join([b'"a1"'] * 380_000),
    "long moves": b'"moves":["%s"]' % (b"a" * 1_900_000),
    "many notes": b'"notes":[%s]' % b",".join([b'{"at":1,"kind":"x"}'] * 90_000),
    "many seats": b'"seats":[%s]' % b",".join([b'{"name":"A","kind":"you","level":""}'] * 50_000),
    "many options": b'"options":{%s}' % b",".join(b'"%d":1' % n for n in range(150_000)),
    "many lists": b'"result":{"ranking":[%s],"scores":[],"breakdown":{}}' % b",".join([b"[]"] * 600_000),
    "a long position": b'"digest":"0","position":{"x":[%s]}' % b",".join([b"1"] * 900_000),
}


def restore_huge(kind: str) -> None:
    """A file as large as a file may be, in a process that may take a second or two and some 100 MB more."""
    known = msgspec.json.encode(msgspec.json.decode(match_record.encode(saved(match_after(12)))))
    data = known[:-1] + b"," + HUGE[kind] + b"}"
    before = resource.getrusage(resource.RUSAGE_SELF)
    try:
        match_record.restore(match_record.decode(data))
    except InvalidRecordError as error:
        print(error)
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert (after.ru_maxrss - before.ru_maxrss) / 1024 < 100, f"{kind} took too much memory"


def test_no_file_takes_much_time_or_memory() -> None:
    code = (
        "import resource; from tests.saves.test_forgery import HUGE, restore_huge\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (30, 30))\n"
        "for kind in HUGE: restore_huge(kind)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    assert "expected array of length <= 20000" in done.stdout
    assert "expected str of length <= 60" in done.stdout


@pytest.mark.parametrize("seed", [2**63, 10**4000])
def test_a_seed_that_no_player_could_choose_is_refused(seed: int) -> None:
    written = msgspec.json.decode(match_record.encode(saved(match_after(3))))
    with pytest.raises(InvalidRecordError, match="seed: expected int <= 9223372036854775807"):
        match_record.decode(msgspec.json.encode({**written, "seed": seed}))

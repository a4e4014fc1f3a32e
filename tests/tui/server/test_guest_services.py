"""What the process of a guest leaves to the server, and what it may do by itself."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.bots.analysis import Analysis, LocalAnalysis
from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest, answer
from core.match import Match, Seat
from core.puzzles.attempt import PuzzleSubmission
from core.review.comparison import Depth
from core.review.record import Review, review_missing
from core.rng import Rng
from saves.club.errors import ClubRefusedError
from saves.club.store import Club
from tests.saves.club.tables import terms
from tui.server.guest_services import (
    QUESTION,
    WAKEUP,
    BotUnavailableError,
    PooledAnalysis,
    shared_services,
)
from tui.server.own_thinking import own_services
from tui.server.prefork.protocol import ProcessTask
from tui.services import Services

MEZEN = registry.get_game("mezen")
#: A search that counts its trials finds the same turn wherever it is made.
FEW = Budget(60.0, 30)


class Server:
    """The server's end of a guest's connection: answer every request with the bots of this process."""

    def __init__(self) -> None:
        self._ours, self.guests_end = socket.socketpair()
        self.requests: list[BotRequest] = []
        self.kinds: list[bytes] = []
        self.error = ""
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            kind, descriptors, _, _ = socket.recv_fds(self._ours, 1, 1)
            if not kind:
                return
            self.kinds.append(kind)
            with socket.socket(fileno=descriptors[0]) as line:
                if kind == QUESTION:
                    self._reply(line)
                else:  # the guest names a table, and must not find the line closed before
                    with line.makefile("rb") as file:
                        file.readline()

    def _reply(self, line: socket.socket) -> None:
        with line.makefile("rb") as file:
            request = msgspec.json.decode(file.readline(), type=BotRequest)
        self.requests.append(request)
        reply = BotReply(request.ticket, error=self.error) if self.error else answer(request)
        line.sendall(msgspec.json.encode(reply) + b"\n")

    def close(self) -> None:
        self.guests_end.close()
        self._thread.join()
        self._ours.close()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture
def task(tmp_path: Path) -> ProcessTask:
    address = f"sqlite:///{tmp_path / 'club.db'}"
    Club.open(address).close()  # the operator's: a guest creates none
    return ProcessTask(
        "guest", "anna", str(tmp_path / "home"), address, None, False, {}, disk_megabytes=1, tables=1, table_lines=1
    )


def match_of(*seats: Seat, moves: int = 0) -> Match:
    match, rng = Match.new(MEZEN, seats, {}, 7), Rng(7)
    for _ in range(moves):
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


def test_the_server_thinks_as_this_process_would(server: Server) -> None:
    state = match_of(Seat("Anna"), Seat("Boris")).state
    here: Analysis = LocalAnalysis()
    there: Analysis = PooledAnalysis(server.guests_end)
    for level in ("master", "adept"):
        assert there.plan_turn(MEZEN, state, level, Rng(3), FEW) == here.plan_turn(MEZEN, state, level, Rng(3), FEW)
    assert there.find_hints(MEZEN, state, Rng(3), FEW) == here.find_hints(MEZEN, state, Rng(3), FEW)
    plan = here.plan_turn(MEZEN, state, "master", Rng(3), FEW)
    tried = PuzzleSubmission(plan, plan)
    assert there.judge_submission(MEZEN, state, tried) == here.judge_submission(MEZEN, state, tried)
    assert len(server.requests) == 4


def test_a_review_is_made_by_the_server(server: Server) -> None:
    match, depth = match_of(Seat("Anna"), moves=12), Depth()
    there, here = Review.of(match, depth), Review.of(match, depth)
    first = next(review_missing(match, there, [0], PooledAnalysis(server.guests_end).review_turn))
    assert first == next(review_missing(match, here, [0]))
    assert [request.case is not None for request in server.requests] == [True]


def test_what_takes_no_time_is_not_asked_for(server: Server) -> None:
    match = match_of(Seat("Vera", "bot", "novice"), Seat("Gleb", "bot", "novice"))
    player = BotPlayer(plan_turn=PooledAnalysis(server.guests_end).plan_turn)
    for _ in range(10):
        match.play(player.decide(match).notation)
    assert len(match.log) >= 10 and server.requests == []


def test_a_bot_plays_on_when_the_server_has_no_answer(server: Server) -> None:
    server.error = "OverflowError"
    match = match_of(Seat("Vera", "bot", "master"), Seat("Gleb", "bot", "master"))
    there = PooledAnalysis(server.guests_end)
    with pytest.raises(BotUnavailableError, match="The server's bots have no answer"):
        there.find_hints(MEZEN, match.state, Rng(3), FEW)
    decision = BotPlayer(plan_turn=there.plan_turn).decide(match)
    assert decision.error and any(move.notation == decision.notation for move in match.legal_moves)


@pytest.mark.parametrize("shared", [True, False])
def test_a_guest_has_limits_and_a_quota(shared: bool, server: Server, task: ProcessTask, tmp_path: Path) -> None:
    services: Services = shared_services(task, server.guests_end) if shared else own_services(task, 900.0)
    assert services.paths.matches == tmp_path / "home" / "matches"
    assert services.paths.quota is not None
    with pytest.raises(OSError, match="your 1 MB are full"):
        services.paths.quota.take(2 << 20)
    with services.open_club(task.club) as club:
        club.new_table(terms("mezen", "anna", "boris"))
        with pytest.raises(ClubRefusedError, match="seat at 1 table;"):
            club.new_table(terms("mezen", "anna", "vera"))
    with Club.open(task.club) as operators:
        operators.new_table(terms("mezen", "anna", "vera"))


def test_a_guest_of_the_server_is_woken_by_it(server: Server, task: ProcessTask) -> None:
    with shared_services(task, server.guests_end).open_club(task.club) as club:
        club.watch().close()
    with own_services(task, 900.0).open_club(task.club) as club:
        club.watch().close()
    server.close()
    assert server.kinds == [WAKEUP]

"""The bots' process: requests come in as lines of JSON, replies go out as lines of JSON.

It exits at the end of its input, so it never outlives the app. Its memory is limited to many times what the longest
search needs, so that a search which takes more fails here and does not exhaust the machine.
"""

import contextlib
import errno
import signal
import sys
import time

import msgspec

from core import registry
from core.bots import think
from core.bots.failures import NO_MEMORY
from core.bots.hints import Hint, find_hints
from core.bots.search import Budget
from core.game import Game, State
from core.puzzles.attempt import PuzzleSubmission, Verdict, verdict
from core.review.record import ReviewCase, ReviewedTurn, review_turn
from core.rng import Rng

#: The limit in bytes; the bots of all games together were measured to use 60 million.
MEMORY_LIMIT = 1 << 30


class BotRequest(msgspec.Struct):
    """A message to the bots' process: a state in which a seat must decide. The reply has the same `ticket`.

    Messages keep the field names that they began with, because the bots' process may be of another revision
    (`tests/bench/masters.py`).
    """

    ticket: int
    game: str
    level: str
    rng: Rng = msgspec.field(name="luck")
    budget: Budget
    position: msgspec.Raw
    hint: bool = False
    #: The attempt at a puzzle to assess, instead of a turn to find.
    tried: PuzzleSubmission | None = None
    #: A turn of a finished match to review.
    case: ReviewCase | None = None
    #: The club's table to which the thinking is charged, where no player asks for it.
    table: str = ""


class BotReply(msgspec.Struct):
    """A message back: the turn that a bot means to make, with hints, a verdict or a review if requested; or an error.

    `error` is one of `core.bots.failures`, or the name of an exception.
    """

    ticket: int
    plan: tuple[str, ...] = ()
    hints: list[Hint] = []
    verdict: Verdict | None = None
    reviewed_turn: ReviewedTurn | None = msgspec.field(default=None, name="judged")
    #: The seconds of the processor that it took.
    seconds: float = 0.0
    error: str = msgspec.field(default="", name="trouble")


def turn_request(game: Game, state: State, level: str, rng: Rng, budget: Budget, hint: bool = False) -> BotRequest:
    """Return the request for a turn, or for hints.

    Its position is determinized for the seat that decides, so what that seat cannot know does not leave the asking
    process. The bot deals its worlds from it as it would from the true one, by the contract of `State.determinize`.
    """
    assert state.actor is not None
    world = state.determinize(state.actor, rng.copy().spawn())
    return BotRequest(0, game.name, level, rng, budget, msgspec.Raw(msgspec.json.encode(world)), hint)


def answer(request: BotRequest) -> BotReply:
    """Answer a request. An exception becomes a reply with an error."""
    try:
        game = registry.get_game(request.game)
        if request.case is not None:
            return BotReply(request.ticket, reviewed_turn=review_turn(game, request.case))
        state = msgspec.json.decode(request.position, type=game.state_type())
        if request.tried is not None:
            return BotReply(request.ticket, verdict=verdict(game, state, request.tried))
        if request.hint:
            told = find_hints(game, state, request.rng, request.budget)
            return BotReply(request.ticket, told[0].plan, told)
        return BotReply(request.ticket, think(game, state, request.level, request.rng, request.budget).plan)
    except Exception as error:
        return BotReply(request.ticket, error=NO_MEMORY if _lacks_memory(error) else type(error).__name__)


def _lacks_memory(error: Exception) -> bool:
    """Whether Python, or the system when it loaded a module, had no memory left."""
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def serve() -> None:
    """Answer every line until the input ends."""
    # The keyboard's interrupt is meant for the app, which ends this process by closing the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())  # the app blocks signals for itself, which is inherited
    _limit_memory()
    decoder = msgspec.json.Decoder(BotRequest)
    for line in sys.stdin.buffer:
        began = time.thread_time()
        reply = answer(decoder.decode(line))
        reply.seconds = time.thread_time() - began
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


def _limit_memory() -> None:
    """Limit the memory where the system can: Windows has no such limits, and others may refuse this one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # which Windows does not have

        limit, most = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY or limit > MEMORY_LIMIT:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, most))

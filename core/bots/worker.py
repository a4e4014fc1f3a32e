"""A process in which bots think: questions come in as lines of JSON, answers go out as lines of JSON.

It ends by itself when nobody asks any more (end of input), so it never outlives the app. It gets no more memory than
many times what the longest search needs: whatever wants more fails here, and not the whole machine.
"""

import contextlib
import errno
import signal
import sys

import msgspec

from core import registry
from core.bots import think
from core.bots.failures import NO_MEMORY
from core.bots.hints import Hint, find_hints
from core.bots.search import Budget
from core.puzzles.attempt import PuzzleSubmission, Verdict, verdict
from core.review.record import ReviewCase, ReviewedTurn, review_turn
from core.rng import Rng

#: Bytes of memory, of which the bots of all games together were seen to use 60 million.
MEMORY_LIMIT = 1 << 30


class BotRequest(msgspec.Struct):
    """A position in which a seat must decide. `ticket` comes back with the answer.

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
    #: A turn to judge, instead of one to find.
    tried: PuzzleSubmission | None = None
    #: A turn of a finished match to review.
    case: ReviewCase | None = None


class BotReply(msgspec.Struct):
    """The turn that a bot means to make; what to tell a person, or what a turn was worth, if asked; or why not.

    `error` is one of `core.bots.failures`, or the name of an error.
    """

    ticket: int
    plan: tuple[str, ...] = ()
    hints: list[Hint] = []
    verdict: Verdict | None = None
    reviewed_turn: ReviewedTurn | None = msgspec.field(default=None, name="judged")
    error: str = msgspec.field(default="", name="trouble")


def answer(request: BotRequest) -> BotReply:
    """Think. Whatever goes wrong is an answer too."""
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
    # The keyboard's interrupt is meant for the app, which ends us by closing the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())  # the app blocks signals for itself, and we inherit that
    _limit_memory()
    decoder = msgspec.json.Decoder(BotRequest)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


def _limit_memory() -> None:
    """Where the system can: Windows has no such limits, and others may refuse this one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit, most = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY or limit > MEMORY_LIMIT:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, most))

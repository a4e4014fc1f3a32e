"""A process in which bots think: questions come in as lines of JSON, answers go out as lines of JSON.

It ends by itself when nobody asks any more (end of input), so it never outlives the app. It gets no more memory than
many times what the longest search needs: whatever wants more fails here, and not the whole machine.
"""

import contextlib
import errno
import signal
import sys

import msgspec

from core import registry as shelf
from core.bots import consider
from core.bots.failures import NO_MEMORY
from core.bots.hints import Hint, tips
from core.bots.search import Budget
from core.puzzles.attempt import Tried, Verdict, verdict
from core.review.record import Case, Judged, judge_turn
from core.rng import Chance

#: Bytes of memory, of which the bots of all games together were seen to use 60 million.
MEMORY = 1 << 30


class Question(msgspec.Struct):
    """A position in which a seat must decide. `ticket` comes back with the answer."""

    ticket: int
    game: str
    level: str
    luck: Chance
    budget: Budget
    position: msgspec.Raw
    hint: bool = False
    #: A turn to judge, instead of one to find.
    tried: Tried | None = None
    #: A turn of a finished match to review.
    case: Case | None = None


class Answer(msgspec.Struct):
    """The turn that a bot means to make; what to tell a person, or what a turn was worth, if asked; or why not.

    `trouble` is one of `core.bots.failures`, or the name of an error.
    """

    ticket: int
    plan: tuple[str, ...] = ()
    hints: list[Hint] = []
    verdict: Verdict | None = None
    judged: Judged | None = None
    trouble: str = ""


def answer(question: Question) -> Answer:
    """Think. Whatever goes wrong is an answer too."""
    try:
        game = shelf.game(question.game)
        if question.case is not None:
            return Answer(question.ticket, judged=judge_turn(game, question.case))
        state = msgspec.json.decode(question.position, type=game.state_type())
        if question.tried is not None:
            return Answer(question.ticket, verdict=verdict(game, state, question.tried))
        if question.hint:
            told = tips(game, state, question.luck, question.budget)
            return Answer(question.ticket, told[0].plan, told)
        return Answer(question.ticket, consider(game, state, question.level, question.luck, question.budget).plan)
    except Exception as error:
        return Answer(question.ticket, trouble=NO_MEMORY if _lacks_memory(error) else type(error).__name__)


def _lacks_memory(error: Exception) -> bool:
    """Whether Python, or the system when it loaded a module, had no memory left."""
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def serve() -> None:
    """Answer every line until the input ends."""
    # The keyboard's interrupt is meant for the app, which ends us by closing the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())  # the app blocks signals for itself, and we inherit that
    _limit_memory()
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


def _limit_memory() -> None:
    """Where the system can: Windows has no such limits, and others may refuse this one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit, most = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY or limit > MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))

"""A process in which bots think: questions come in as lines of JSON, answers go out as lines of JSON.

It ends by itself when nobody asks any more (end of input), so it never outlives the app.
"""

import signal
import sys

import msgspec

from core import shelf
from core.bots import choose
from core.chance import Chance


class Question(msgspec.Struct):
    """A position in which a seat must decide. `ticket` comes back with the answer."""

    ticket: int
    game: str
    level: str
    luck: Chance
    position: msgspec.Raw


class Answer(msgspec.Struct):
    """The move that a bot makes, or the reason why it made none."""

    ticket: int
    notation: str = ""
    trouble: str = ""


def answer(question: Question) -> Answer:
    """Think. Whatever goes wrong is an answer too."""
    try:
        game = shelf.game(question.game)
        state = msgspec.json.decode(question.position, type=game.state_type())
        return Answer(question.ticket, choose(game, state, question.level, question.luck))
    except Exception as error:
        return Answer(question.ticket, trouble=type(error).__name__)


def serve() -> None:
    """Answer every line until the input ends."""
    # The keyboard's interrupt is meant for the app, which ends us by closing the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # the app blocks signals for itself, and we inherit that
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()

"""Programs of other people as bots, in the arena alone: a process for each seat of each game, spoken to in JSON lines.

The program is told what its seat may know and nothing else: the position is determinized here, with a generator that
has nothing to do with the match's, and neither the seed nor the log nor the seats of the others are in any line.
docs/library.md describes the lines. Such a bot is no level: only the arena knows how to play one.
"""

import contextlib
import hashlib
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from core.bots import choose
from core.bots.player import bot_rng
from core.errors import GameError
from core.game import OptionValue, State
from core.match import Match
from core.rng import Rng

#: What stands before the command of a program among the seats of the arena.
PREFIX = "exec:"
#: Rises when a program that was written for the lines of today would no longer understand them.
PROTOCOL = 1
#: Seconds by the clock on the wall that a program may take to answer, unless the arena is told otherwise.
ANSWER_SECONDS = 10.0
#: What moves in the place of a program that has failed.
STAND_IN = "random"
#: An answer is longer only if something is wrong.
_LONGEST_ANSWER = 1 << 16
#: How much of a wrong answer is shown.
_SHOWN = 60
#: Seconds that a program may take to end after its game.
_EXIT_TIMEOUT = 1.0


class ProgramNotFoundError(GameError):
    """Raised when a program cannot be started at all."""


class StartLine(msgspec.Struct, frozen=True, tag="start", tag_field="kind"):
    """The first line to a program: which game it plays, and in which seat."""

    protocol: int
    game: str
    edition: int
    players: int
    options: dict[str, OptionValue]
    seat: int
    seconds: float


class LegalMove(msgspec.Struct, frozen=True):
    """A move that the program can answer with, and what it does in words."""

    move: str
    text: str


class QuestionLine(msgspec.Struct, frozen=True, tag="decide", tag_field="kind"):
    """The line that is answered: a position as the seat may know it, and the moves that are possible."""

    question: str
    position: msgspec.Raw
    moves: list[LegalMove]


class EndLine(msgspec.Struct, frozen=True, tag="end", tag_field="kind"):
    """The last line: the points by seat, and the seats from first to last."""

    points: list[int]
    ranking: list[list[int]]


class AnswerLine(msgspec.Struct, frozen=True):
    """The line of a program."""

    move: str


class _FailedError(Exception):
    """Raised when a program has no answer; the text completes "it …"."""


def is_outside(entrant: str) -> bool:
    """Whether an entrant of the arena is a program."""
    return entrant.startswith(PREFIX)


def command_of(entrant: str) -> list[str]:
    """Return the words of a program's command, as a shell would split them."""
    try:
        words = shlex.split(entrant.removeprefix(PREFIX))
    except ValueError as error:
        raise ProgramNotFoundError(f"The command {entrant} cannot be read: a quotation mark is not closed.") from error
    if not words:
        raise ProgramNotFoundError(f"A program follows {PREFIX}, such as {PREFIX}./mybot.")
    return words


def start_line(match: Match, seat: int, seconds: float) -> bytes:
    """Return what a program is told first."""
    game, setup = match.game, match.setup
    told = StartLine(PROTOCOL, game.name, game.edition, setup.players, setup.options, seat, seconds)
    return msgspec.json.encode(told)


def question_line(match: Match) -> bytes:
    """Return what the program of the seat to move is asked; everything in it is read from the determinized position."""
    state = match.state
    assert state.actor is not None
    world = state.determinize(state.actor, _own_rng(match))
    moves = [LegalMove(move.notation, world.describe(move)) for move in world.legal_moves()]
    return msgspec.json.encode(QuestionLine(world.prompt.sentence, msgspec.Raw(msgspec.json.encode(world)), moves))


def _own_rng(match: Match) -> Rng:
    """Return a generator of its own for a question: the same whenever the match is played again.

    The position holds a generator that comes from this one, so the way back to the match's seed goes through a hash.
    """
    origin = f"outside {match.setup.seed} {len(match.log)}".encode()
    return Rng(int.from_bytes(hashlib.blake2b(origin, digest_size=8).digest()))


class OutsideBot:
    """A program in a seat of one match. Where it fails, chance moves, and `failures` says when and why."""

    def __init__(self, entrant: str, match: Match, seat: int, seconds: float = ANSWER_SECONDS) -> None:
        self.clock = time.monotonic
        self._seconds = seconds
        self.failures: list[str] = []
        self._program: _Program | None = _Program(command_of(entrant))
        self._moves = 0
        self._try(start_line(match, seat, seconds), has_answer=False)

    def decide(self, match: Match) -> str:
        """Return the notation of a legal move."""
        self._moves = len(match.log)
        legal = [move.notation for move in match.legal_moves]
        if len(legal) == 1:
            return legal[0]
        answer = self._try(question_line(match)) if self._program is not None else None
        if answer in legal:
            return answer
        if answer is not None:
            self._fail(f"answered {_shown(answer)}, which is not possible there")
        return choose(match.game, match.state, STAND_IN, bot_rng(match))

    def close(self, state: State) -> None:
        """Tell the program how the game ended, and end it."""
        if self._program is not None and state.actor is None:
            self._try(msgspec.json.encode(EndLine(state.scores(), state.ranking())), has_answer=False)
        if self._program is not None:
            self._program.end(_EXIT_TIMEOUT)
            self._program = None

    def _try(self, line: bytes, has_answer: bool = True) -> str | None:
        """Return the program's answer to a line; None where there is none, or it failed.

        A program that answers nonsense is asked again; one that says nothing in time has lost its place in this game.
        """
        assert self._program is not None
        try:
            said = self._program.exchange(line, has_answer, self._seconds)
        except _FailedError as failure:
            self._fail(str(failure))
            self._program.end(0)
            self._program = None
            return None
        if not has_answer:
            return None
        try:
            return msgspec.json.decode(said, type=AnswerLine).move
        except msgspec.DecodeError:  # also of the wrong shape
            self._fail(f'answered {_shown(said.decode(errors="replace"))}, not {{"move": …}}')
            return None

    def _fail(self, what: str) -> None:
        self.failures.append(f"at move {self._moves + 1} it {what}")


def _shown(text: str) -> str:
    """Return the beginning of an answer, on one line of a terminal."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


class _Program:
    """A process with which lines are exchanged, for none of which is waited longer than is allowed."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            # In a session of its own, so that whatever it starts can be ended with it.
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise ProgramNotFoundError(f"{command[0]} cannot be started: {error.strerror}.") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._heard = b""

    def exchange(self, line: bytes, has_answer: bool, seconds: float) -> bytes:
        """Send a line, and return the line that answers it."""
        unsent = line + b"\n"
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._input, selectors.EVENT_WRITE)
            ready.register(self._output, selectors.EVENT_READ)
            while unsent or (has_answer and b"\n" not in self._heard):
                events: list[Any] = ready.select(max(0.0, end - time.monotonic()))
                if not events:
                    raise _FailedError(f"gave no answer within {seconds:g} s")
                for key, _ in events:
                    if key.fd == self._output:
                        self._hear()
                    elif unsent:
                        unsent = self._send(unsent)
                        if not unsent:
                            ready.unregister(self._input)
        said, _, self._heard = self._heard.partition(b"\n") if has_answer else (b"", b"", self._heard)
        return said

    def _send(self, unsent: bytes) -> bytes:
        """Send what the program has room for; return the rest."""
        try:
            return unsent[os.write(self._input, unsent) :]
        except BrokenPipeError as error:
            raise _FailedError(self._how_it_ended()) from error

    def _hear(self) -> None:
        said = os.read(self._output, _LONGEST_ANSWER)
        if not said:
            raise _FailedError(self._how_it_ended())
        self._heard += said
        if len(self._heard) > _LONGEST_ANSWER:
            raise _FailedError("answered with far too long a line")

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_EXIT_TIMEOUT)
            return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"
        return "closed its output"

    def end(self, seconds: float) -> None:
        """Close its input, and end it with all that it has started if it does not end by itself."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._wait_for_silence(seconds)
        if self._process.returncode is None:  # else its number may be another's by now
            with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS says either of a group that is gone
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()

    def _wait_for_silence(self, seconds: float) -> None:
        """Wait until the program has closed its output, as it does when it ends."""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._output, selectors.EVENT_READ)
            while ready.select(max(0.0, end - time.monotonic())) and os.read(self._output, _LONGEST_ANSWER):
                pass

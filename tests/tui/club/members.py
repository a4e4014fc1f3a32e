"""People at their terminals: real processes of `samovar club`, read and answered as a script would."""

import codecs
import contextlib
import os
import re
import subprocess
import threading
from collections.abc import Callable, Sequence
from types import TracebackType

from core.rng import Rng
from tests.limits import LIMIT, PACKET
from tests.tui.club import prefork
from tests.tui.plain.reading import moves_listed
from tui.club.plain import PlainClubMatch

PROMPT = "> "
_PROMPTS = re.compile(f"^{PROMPT}", re.M)

Answer = Callable[[Sequence[str]], str]


def first(moves: Sequence[str]) -> str:
    """The first of the moves; what is spent is none."""
    return next((str(number) for number, notation in enumerate(moves, 1) if notation != "-"), "1")


def at_random(seed: int) -> Answer:
    rng = Rng(seed)
    return lambda moves: str(rng.randrange(len(moves)) + 1)


class Person:
    """One process. `answers` is asked at every question; without it somebody else types."""

    def __init__(self, words: Sequence[str], address: str, answers: Answer | None = None) -> None:
        self.process = prefork.start(["club", *words], {"SAMOVAR_CLUB": address})
        self.text = ""
        self.questions: list[list[str]] = []
        self._answers = answers
        self._looked = 0
        self._news = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")()
        while data := os.read(self.process.stdout.fileno(), PACKET):
            with self._news:
                self.text += decoder.decode(data)
                self._look()
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _look(self) -> None:
        """Answer every prompt once, whatever is printed after it."""
        for place in [prompt.start() for prompt in _PROMPTS.finditer(self.text, self._looked)]:
            self._looked = place + len(PROMPT)
            asked = self.text[self.text.rindex("\n== ", 0, place) : place]
            self.questions.append([notation for _, notation in sorted(moves_listed(asked).items())])
            if self._answers is not None:
                self.type(self._answers(self.questions[-1]))

    def type(self, *lines: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # they have gone
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self.process.stdin.flush()

    def hears(self, text: str, times: int = 1) -> str:
        """Wait until these words have been printed so often; return all output."""
        return self.until(lambda: self.text.count(text) >= times, f"{text!r}")

    def until(self, done: Callable[[], bool], what: str = "it") -> str:
        with self._news:
            self._news.wait_for(lambda: done() or self._ended, LIMIT)
            if done():
                return self.text
        self.kill()
        raise AssertionError(f"{what} did not come:\n{self.text[-4000:]}")

    @property
    def table(self) -> str:
        """The name of the table that was laid."""
        found = re.search(r"^table (\S+)\n", self.hears("\n"), re.M)
        assert found, self.text
        return found[1]

    def ends(self) -> int:
        """Wait for the end; the exit code."""
        code = self.process.wait()
        self._thread.join(LIMIT)
        return code

    def kill(self) -> None:
        self.process.kill()
        self.ends()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.ends()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                stream.close()


def hear(table: PlainClubMatch) -> None:
    """Let a table in lines, in this process, read what is new and do all that follows from it."""
    table.connection.read()
    while table.step():
        pass


class Room:
    """A club, and the people who have come to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._people: list[Person] = []

    def __enter__(self) -> "Room":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for person in self._people:
            person.close()

    def come(self, name: str, *words: str, answers: Answer | None = None) -> Person:
        """Start a process of a member of this name, in plain mode."""
        self._people.append(Person([*words, "--plain", "--as", name], self.address, answers))
        return self._people[-1]

    def tell(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command that ends by itself."""
        return prefork.run(["club", *words], {"SAMOVAR_CLUB": self.address})

"""A server as a real process, and people who connect: with the system's `ssh`, where it is, and with asyncssh."""

import asyncio
import codecs
import contextlib
import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import asyncssh
import psutil

from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT, PACKET, until
from tests.tui.club.members import PROMPT
from tests.tui.plain.reading import moves_listed
from tests.tui.programs.pseudo_terminal import Emulator

T = TypeVar("T")
#: The clients that this machine has.
CLIENTS = ("asyncssh", *(["openssh"] if shutil.which("ssh") else []))
Answer = Callable[[Sequence[str]], str]
_PROMPTS = re.compile(f"^{PROMPT}", re.M)


class Caller(ABC):
    """One connection: its output so far, and its input. `answers` is asked at every question of a match."""

    def __init__(self, answers: Answer | None = None) -> None:
        self.data = b""
        self.errors = b""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._looked = 0
        #: Terminals of several sizes, and how much of the text each has shown.
        self._terminals: dict[tuple[int, int], tuple[Emulator, int]] = {}
        self.text = ""
        self.code: int | None = None
        self.questions: list[list[str]] = []
        self._answers = answers
        self._news = threading.Condition()

    @property
    def refusal(self) -> str:
        return self.errors.decode("utf-8", "replace")

    def screen(self, width: int = 80, height: int = 24) -> str:
        """What a terminal of this size would show now."""
        emulator, shown = self._terminals.get((width, height)) or (Emulator(width, height), 0)
        emulator.stream.feed(self.text[shown:])
        self._terminals[width, height] = emulator, len(self.text)
        return "\n".join(emulator.display)

    def _heard(self, data: bytes, is_error: bool = False) -> None:
        with self._news:
            if is_error:
                self.errors += data
            else:
                self.data += data
                self.text += self._decoder.decode(data)
            if self._answers is not None:
                self._answer(self._answers)
            self._news.notify_all()

    def _answer(self, answers: Answer) -> None:
        """Answer every prompt once."""
        for place in [prompt.start() for prompt in _PROMPTS.finditer(self.text, self._looked)]:
            self._looked = place + len(PROMPT)
            asked = self.text[self.text.rindex("\n== ", 0, place) : place]
            self.questions.append([notation for _, notation in sorted(moves_listed(asked).items())])
            self.type(answers(self.questions[-1]))

    def _ended(self, code: int) -> None:
        with self._news:
            self.code = code
            self._news.notify_all()

    def until(self, done: Callable[[], bool], what: str) -> str:
        with self._news:
            assert self._news.wait_for(lambda: done() or self.code is not None, LIMIT), (what, self.text[-2000:])
            assert done(), f"{what} did not come: {self.text[-2000:]!r} {self.refusal!r}"
        return self.text

    def hears(self, text: str, times: int = 1) -> str:
        return self.until(lambda: self.text.count(text) >= times, text)

    def sees(self, text: str) -> str:
        return self.until(lambda: text in self.screen(), text)

    def ends(self) -> int:
        with self._news:
            assert self._news.wait_for(lambda: self.code is not None, LIMIT), self.text[-2000:]
        assert self.code is not None
        return self.code

    def type(self, *lines: str) -> None:
        self.send("".join(f"{line}\n" for line in lines).encode())

    @abstractmethod
    def send(self, data: bytes) -> None: ...

    @abstractmethod
    def finish(self) -> None:
        """Nothing more is typed."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def cut(self) -> None:
        """Cut the connection without a word."""


class OpenSsh(Caller):
    """The system's client."""

    def __init__(
        self, door: "Door", keys: Sequence[str], name: str, text: str | None, terminal: tuple[int, int] | None,
        environment: dict[str, str], answers: Answer | None,
    ) -> None:  # fmt: skip
        super().__init__(answers)
        options = [f"UserKnownHostsFile={door.known_hosts}", "IdentitiesOnly=yes", "BatchMode=yes"]
        options += [f"SendEnv={variable}" for variable in environment]
        command = ["ssh", "-F", "none", "-p", str(door.port), "-l", name, *(["-tt"] if terminal else ["-T"])]
        command += [part for option in options for part in ("-o", option)]
        command += [part for key in keys for part in ("-i", str(door.key_file(key)))]
        command += ["127.0.0.1", *([text] if text is not None else [])]
        self._master, end = pty.openpty() if terminal else (-1, subprocess.PIPE)
        if terminal:
            self.resize(*terminal)
        self._process = subprocess.Popen(
            command, stdin=end, stdout=end, stderr=subprocess.PIPE, start_new_session=True,
            env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "HOME": str(door.home), **environment},
        )  # fmt: skip
        if terminal:
            os.close(end)
        assert self._process.stderr is not None
        out = self._master if terminal else self._process.stdout.fileno()  # type: ignore[union-attr]
        self._threads = [
            threading.Thread(target=self._listen, args=(out, False), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr.fileno(), True), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        threading.Thread(target=self._wait, daemon=True).start()

    def _listen(self, descriptor: int, is_error: bool) -> None:
        with contextlib.suppress(OSError):
            while data := os.read(descriptor, PACKET):
                self._heard(data, is_error)

    def _wait(self) -> None:
        code = self._process.wait()
        for thread in self._threads:
            thread.join(LIMIT)
        self._ended(code)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            if self._master >= 0:
                os.write(self._master, data)
            else:
                assert self._process.stdin is not None
                self._process.stdin.write(data)
                self._process.stdin.flush()

    def finish(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if hasattr(self, "_process"):
            self._process.send_signal(signal.SIGWINCH)

    def cut(self) -> None:
        self._process.kill()
        self.ends()


class Loop:
    """An event loop in a thread, for clients that need one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LIMIT)


class AsyncSsh(Caller):
    """asyncssh's own client, here."""

    _loop: Loop | None = None

    def __init__(
        self, door: "Door", keys: Sequence[str], name: str, text: str | None, terminal: tuple[int, int] | None,
        environment: dict[str, str], answers: Answer | None,
    ) -> None:  # fmt: skip
        super().__init__(answers)
        AsyncSsh._loop = self._at = AsyncSsh._loop or Loop()
        files = [str(door.key_file(key)) for key in keys]
        self._at.run(self._open(door.port, files, name, text, terminal, environment))

    async def _open(
        self, port: int, keys: list[str], name: str, text: str | None, terminal: tuple[int, int] | None,
        environment: dict[str, str],
    ) -> None:  # fmt: skip
        caller = self

        class Client(asyncssh.SSHClient):
            def auth_banner_received(self, msg: str, lang: str) -> None:
                caller._heard(msg.encode(), is_error=True)

        try:
            self._connection, _ = await asyncssh.create_connection(
                Client, "127.0.0.1", port, username=name, client_keys=keys, known_hosts=None, config=None,
                agent_path=None, preferred_auth="publickey",
            )  # fmt: skip
        except (asyncssh.Error, OSError) as error:
            self._heard(str(error).encode(), is_error=True)
            self._ended(255)
            return
        self._process = await self._connection.create_process(
            text, encoding=None, env=environment,
            request_pty="force" if terminal else False,
            term_type="xterm-256color" if terminal else None, term_size=terminal or (0, 0),
        )  # fmt: skip
        self._task = asyncio.gather(self._listen(False), self._listen(True))
        self._waiter = asyncio.create_task(self._wait())

    async def _listen(self, is_error: bool) -> None:
        stream = self._process.stderr if is_error else self._process.stdout
        with contextlib.suppress(asyncssh.Error, OSError):
            while data := await stream.read(PACKET):
                self._heard(data, is_error)

    async def _wait(self) -> None:
        await self._task
        await self._process.wait_closed()
        code = self._process.exit_status
        self._connection.close()
        self._ended(255 if code is None else code)

    def send(self, data: bytes) -> None:
        if self.code is None:
            self._at.loop.call_soon_threadsafe(self._write, data)

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self._process.stdin.write(data)

    def finish(self) -> None:
        self._at.loop.call_soon_threadsafe(self._process.stdin.write_eof)

    def resize(self, width: int, height: int) -> None:
        self._at.loop.call_soon_threadsafe(self._process.change_terminal_size, width, height)

    def cut(self) -> None:
        self._at.loop.call_soon_threadsafe(self._connection.abort)
        self.ends()


_CALLERS = {"asyncssh": AsyncSsh, "openssh": OpenSsh}


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Door:
    """`samovar serve` on a port of its own, with a folder of its own."""

    def __init__(self, folder: Path, *options: str, club: str = "", descriptors: int = 0, **environment: str) -> None:
        self.home = folder
        self.folder = folder / "samovar"
        self.address = club or f"sqlite:///{self.folder / 'door' / 'club.db'}"
        self._options = [*options, *(["--club", club] if club else [])]
        self._environment = environment
        #: How many open files the server may have; 0: as many as this process.
        self._descriptors = descriptors
        self._callers: list[Caller] = []
        self._seen: set[int] = set()
        self.port = 0
        #: The address in a browser, and the port behind it; none without `--web`.
        self.url, self.web_port = "", 0
        self.open()

    @property
    def log(self) -> str:
        return (self.folder / "logs" / "door.log").read_text()

    def open(self) -> None:
        """Start the server, or start it again on the same port."""
        few = ["prlimit", f"--nofile={self._descriptors}"] if self._descriptors else []
        server = [sys.executable, "-m", "tests.tui.server.patient_server", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*few, *server, *self._options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
            env={
                "PATH": os.environ["PATH"], "HOME": str(self.home), "SAMOVAR_HOME": str(self.folder),
                **self._environment,
            },
        )  # fmt: skip
        self._read_port()

    def _read_port(self) -> None:
        """Read on which port the server listens, and the fingerprint of its key."""
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"port (\d+)", told)
        assert found, told + self.process.stdout.read()
        self.port = int(found[1])
        self.told = told + self.process.stdout.readline()
        if "--web" in self._options:
            found = re.search(r"In a browser: (\S+) \(it listens on .*, port (\d+)\)", self.process.stdout.readline())
            assert found, self.told
            self.url, self.web_port = found[1], int(found[2])

    @property
    def known_hosts(self) -> Path:
        """Return what a client knows of this server."""
        key = asyncssh.read_private_key(self.folder / "door" / "host_key").export_public_key().decode()
        path, entry = self.home / "known_hosts", f"[127.0.0.1]:{self.port} {key}"
        if not path.exists() or path.read_text() != entry:  # another client may be reading it just now
            path.write_text(entry)
        return path

    def key_file(self, name: str) -> Path:
        """Return a key of this name, made when it is first used."""
        path = self.home / f"{name}.key"
        if not path.exists():
            key = asyncssh.generate_private_key("ssh-ed25519")
            path.touch(0o600)
            path.write_bytes(key.export_private_key())
            (self.home / f"{name}.pub").write_bytes(key.export_public_key())
        return path

    def public_key(self, name: str) -> str:
        self.key_file(name)
        return " ".join((self.home / f"{name}.pub").read_text().split()[:2])

    def call(
        self,
        name: str,
        text: str | None = None,
        *,
        key: str | Sequence[str] = "",
        terminal: tuple[int, int] | None = None,
        client: str = "asyncssh",
        answers: Answer | None = None,
        **environment: str,
    ) -> Caller:
        """Connect somebody by this name, with the key of the same name unless another one is named."""
        keys = [key or name] if isinstance(key, str) else key
        self._callers.append(_CALLERS[client](self, keys, name, text, terminal, environment, answers))
        return self._callers[-1]

    def tell(self, name: str, text: str | None, typed: bytes = b"", **how: Any) -> Caller:
        """Run a command that ends by itself."""
        caller = self.call(name, text, **how)
        if caller.code is None:
            caller.send(typed)
            caller.finish()
        caller.ends()
        return caller

    def member(self, *names: str) -> None:
        """Make members with a key of their own name."""
        with Club.open(self.address) as club:
            for name in names:
                club.admit(name, self.public_key(name))

    def processes(self) -> list[int]:
        """Return the server's own process and all its descendants."""
        found = [self.process.pid]
        with contextlib.suppress(psutil.NoSuchProcess):
            found += [child.pid for child in psutil.Process(self.process.pid).children(recursive=True)]
        self._seen.update(found)
        return found

    def leap(self) -> None:
        """Let everything that waits for a time have waited for long enough."""
        self.process.send_signal(signal.SIGUSR1)

    def close(self) -> str:
        """Stop the server as systemd does; return what it still printed."""
        assert self.process.stdout is not None
        self.process.terminate()
        with self.process.stdout as rest:
            told = rest.read()
        self.process.wait(LIMIT)
        return told

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for caller in self._callers:
            if caller.code is None:
                caller.cut()
        if self.process.poll() is None:
            self.processes()
            self.close()
        until(lambda: not any(map(is_alive, self._seen)), "the door has left processes behind")

"""The server's side of the web process: keeps it, and answers what it asks.

The web process is trusted no more than the browsers behind it: it names secrets and addresses, and gets sockets of
plain terminal bytes.
"""

import asyncio
import base64
import contextlib
import hashlib
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.public_keys import fingerprint
from saves.sanitize import one_line
from tui.club.friend_line import line_refusal
from tui.server.admission import address_block
from tui.server.guest_session import AdmissionError
from tui.server.newcomers import Newcomer
from tui.server.options import ServerOptions
from tui.server.web.messages import (
    Answer,
    AskKnown,
    Enter,
    Entered,
    Join,
    Link,
    MessageError,
    Reply,
    Request,
    RequestBuffer,
    Resize,
    SiteSetup,
    Trouble,
    send_reply,
)
from tui.server.web.options import WebOptions
from tui.server.web.session import WebSession, find_words

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer

#: The web process. It ignores the keyboard's interrupt before it loads anything: the server tells it what follows.
_PROGRAM = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.path[:] = sys.argv[3:]; "
    "from tui.server.web.process import main; main(int(sys.argv[1]), int(sys.argv[2]))"
)
_CHUNK = 32 * 1024
#: The seconds before a web process that was lost is replaced, and that one has to end.
_PAUSE, _ENDING = 5.0, 3.0
#: The requests that are being answered at once; more wait in the socket.
_AT_ONCE = 64
_AWAY = "The club cannot be reached right now; try again later."


def browser_key(secret: str) -> str:
    """Return a browser's key: the digest of its secret, in the form of a public key."""
    return f"browser {base64.b64encode(hashlib.sha256(secret.encode()).digest()).decode()}"


class WebProcess:
    """The process that speaks HTTP, and the socket to it."""

    def __init__(self, listening: socket.socket) -> None:
        self.line, theirs = socket.socketpair()
        self.line.setblocking(False)
        with theirs:
            paths = [path for path in sys.path if path]
            ends = (theirs.fileno(), listening.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _PROGRAM, *map(str, ends), *paths],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=ends,
                env={},
                cwd="/",
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    async def end(self) -> None:
        """Let the process send its last words, and end."""
        self.line.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(self._process.wait, _ENDING)
        self.kill()

    def kill(self) -> None:
        self.line.close()
        self._process.kill()
        self._process.wait()


class WebGate:
    """Who is here in browsers, and the web process that has them on its lines."""

    def __init__(self, options: ServerOptions, web: WebOptions, listening: socket.socket) -> None:
        self._web = web
        self._limits = options.limits
        self._listening = listening
        self._origins = web.origins(int(listening.getsockname()[1]))
        self._trusted_proxies = options.trusted_proxies
        self._loop = asyncio.get_running_loop()
        self._process = WebProcess(listening)
        #: The sessions by key and window, and by the number of the request with which they came last.
        self._windows: dict[tuple[str, str], WebSession] = {}
        self._numbers: dict[int, WebSession] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._is_open = True

    @property
    def url(self) -> str:
        return self._origins[0]

    @property
    def place(self) -> str:
        """Where the web process listens."""
        return f"{self._web.host}, port {self._listening.getsockname()[1]}"

    def open(self, door: "SshServer") -> None:
        """Begin to answer."""
        self._server = door
        door.friend_forms = (f"{self.url}/#join/{{code}}", *door.friend_forms)
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """End the web process."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        for work in self._work:
            work.cancel()
        await self._process.end()
        self._listening.close()

    def refuse_new(self) -> None:
        """Let nobody in any more but windows that come back."""
        self._is_open = False

    async def _keep(self) -> None:
        while True:
            with contextlib.suppress(MessageError, OSError):
                await self._serve()
            self._server.log.write_trouble("the web process was lost, and is replaced")
            self._process.kill()
            self._numbers.clear()
            await asyncio.sleep(_PAUSE)
            self._process = WebProcess(self._listening)

    async def _serve(self) -> None:
        """Answer the web process until it is gone."""
        line, heard = self._process.line, RequestBuffer()
        send_reply(
            line,
            SiteSetup(
                self._origins,
                self._trusted_proxies,
                self._web.certificate,
                self._limits.connections,
                self._limits.connections_an_address,
                self._limits.sign_in_seconds,
                self._limits.line_letters,
            ),
        )
        while data := await self._loop.sock_recv(line, _CHUNK):
            for request in heard.feed(data):
                await self._receive(request, line)

    async def _receive(self, request: Request, line: socket.socket) -> None:
        match request:
            case Resize():
                if session := self._numbers.get(request.number):
                    session.resize(request.width, request.height)
            case Trouble():
                self._server.log.write_trouble(f"the web process: {one_line(request.sentence, 200)}")
            case _:
                while len(self._work) >= _AT_ONCE:
                    await asyncio.wait(self._work, return_when=asyncio.FIRST_COMPLETED)
                work = asyncio.create_task(self._answer(request, line))
                self._work.add(work)
                work.add_done_callback(self._work.discard)

    async def _answer(self, request: Enter | Join | Link | AskKnown, line: socket.socket) -> None:
        reply: Reply
        end: socket.socket | None = None
        try:
            match request:
                case Enter():
                    reply, end = await self._enter(request)
                case Join():
                    reply = Answer(request.number, await self._join(request))
                case Link():
                    reply = Answer(request.number, await self._link(request))
                case AskKnown():
                    reply = await self._ask_known(request)
        except (AdmissionError, ClubRefusedError) as refused:
            reply = Answer(request.number, str(refused))
        except ClubError as error:
            self._server.log.write(f"the club is away: {error}")
            reply = Answer(request.number, _AWAY)
        except OSError:  # no descriptor or terminal is left
            reply = Answer(request.number, "The server is full; try again later.")
        with contextlib.suppress(MessageError):  # `_serve` finds out that the process is gone
            send_reply(line, reply, end)
        if end is not None:
            end.close()

    # Windows

    async def _enter(self, request: Enter) -> tuple[Reply, socket.socket | None]:
        """Give a window a terminal: the one it had, or a new one."""
        door, key = self._server, browser_key(request.secret)
        block = address_block(request.address)
        if not request.code and (known := self._windows.get((key, request.window))):
            self._numbers = {number: each for number, each in self._numbers.items() if each is not known}
            self._numbers[request.number] = known
            return Entered(request.number, True), known.go_on(request.width, request.height)
        if not self._is_open:
            raise AdmissionError("The server is stopping; try again later.")
        if not door.admission.may_connect(block):
            raise AdmissionError("Too many connections come from your address; try again in a few minutes.")
        session = WebSession(door, key, _shown(request.address), block, lambda: self._forget(session, request.window))
        door.admission.add(session)
        has_started = False
        try:
            standing = await door.call_club(door.authenticator.key_status, key, "")
            if standing.is_barred or not standing.owner:
                door.log.write(f"a browser from {_shown(request.address)} is no member's", f"browser {request.address}")
                return Answer(request.number, "This browser is not known here.", True), None
            door.admission.sign_in(session, True)
            await self._make_room(key)
            door.on_session_started(session)
            door.check_capacity(session)
            words = await find_words(door, request.code, standing.owner)
            end = session.start(standing.owner, words, not request.has_lines, request.width, request.height)
            has_started = True
        finally:
            if not has_started:
                door.admission.remove(session)
                door.on_session_ended(session)
        self._windows[key, request.window] = session
        self._numbers[request.number] = session
        return Entered(request.number, False), end

    async def _make_room(self, key: str) -> None:
        """End sessions of this key that only wait for their windows, where there are as many as there may be."""
        sessions = [session for session in self._windows.values() if session.key == key]
        for session in [each for each in sessions if each.is_waiting][: len(sessions) + 1 - self._limits.guests_a_key]:
            await session.end_waiting()

    def _forget(self, session: WebSession, window: str) -> None:
        """Forget a session that has ended."""
        self._server.admission.remove(session)
        self._server.on_session_ended(session)
        if self._windows.get((session.key, window)) is session:
            del self._windows[session.key, window]
        self._numbers = {number: each for number, each in self._numbers.items() if each is not session}

    # Who is new

    async def _join(self, request: Join) -> str:
        """Make whoever asks a member; return why not, or nothing."""
        door = self._server
        who = Newcomer(
            browser_key(request.secret), _shown(request.address), address_block(request.address), request.code.lower()
        )
        if refusal := self._pause_refusal(who.block) or await door.newcomers.ban_refusal(who):
            return refusal
        if refusal := door.newcomers.closed_refusal(who.join_code) or door.newcomers.crowd_refusal(who):
            return refusal
        if who.join_code and (refusal := await door.call_club(line_refusal, door.club, who.join_code)):
            door.admission.failures.add(who.block)
            return refusal
        if refusal := await door.call_club(door.authenticator.new_name_refusal, request.name):
            return refusal
        await door.newcomers.register(request.name, who)
        return ""

    async def _link(self, request: Link) -> str:
        """Add a browser to a member's keys; return why not, or nothing."""
        door, key = self._server, browser_key(request.secret)
        block = address_block(request.address)
        if refusal := self._pause_refusal(block):
            return refusal
        try:
            name = await door.call_club(door.authenticator.use_link_code, request.word, key)
        except ClubRefusedError:
            door.admission.failures.add(block)
            raise
        door.log.write(f"{name} has one more key, a browser, from {_shown(request.address)} ({fingerprint(key)})")
        return ""

    async def _ask_known(self, request: AskKnown) -> Answer:
        door = self._server
        standing = await door.call_club(door.authenticator.key_status, browser_key(request.secret), "")
        if standing.owner and not standing.is_barred:
            return Answer(request.number)
        return Answer(request.number, "This browser is not known here.", True)

    def _pause_refusal(self, block: str) -> str:
        if not self._is_open:
            return "The server is stopping; try again later."
        if self._server.admission.failures.must_pause(block):
            return "Too many attempts from your address have failed; try again in a few minutes."
        return ""


def _shown(address: str) -> str:
    """Return an address for the log and for sentences; a proxy may not have told it."""
    return address or "an unknown address"

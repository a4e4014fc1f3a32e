"""The SSH server: one process that admits guests and closes in good order; no other has the host key."""

import asyncio
import contextlib
import logging
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import asyncssh
import msgspec

from core.text import count_text
from saves.club.auth import Authenticator
from saves.club.bans import BanList
from saves.club.database.address import PostgresAddress, read_address
from saves.club.errors import ClubAwayError, ClubError
from saves.club.join_codes import JOIN
from saves.club.member_names import casefolded
from saves.club.notices import confirm
from saves.club.store import Club, MemberLimits
from saves.errors import SaveError
from saves.files import write_new
from saves.paths import make_private
from saves.sanitize import one_line
from tui.server.admission import Admission, Kind
from tui.server.auth import SshConnection
from tui.server.bot_player import Notice, TroubleNotice
from tui.server.bot_pool import BotPool
from tui.server.cpu_watch import CpuWatch
from tui.server.guest_services import STATEMENTS, WAKEUP
from tui.server.guest_session import AdmissionError, GuestSession
from tui.server.limits import fit_to_descriptors
from tui.server.listener import Listener, bound_socket
from tui.server.log import ServerLog
from tui.server.newcomers import Newcomers
from tui.server.notifier import Notifier
from tui.server.options import ServerOptions
from tui.server.paths import ServerPaths
from tui.server.prefork.client import Child, PreforkClient
from tui.server.prefork.protocol import ProcessTask
from tui.server.ssh_session import SshSession
from tui.server.status import ServerStatus, serve_status
from tui.server.wakeups import WakeupServer
from tui.server.web.gate import WebGate

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds between two checks for dismissed members, while guests are connected.
_LOOK = 2.0
#: Seconds before a bot player or a database proxy that was lost is replaced.
_PAUSE = 5.0
#: The seconds between two keepalives on a silent connection, and after how many without reply it is lost.
_KEEPALIVE, _KEEPALIVES = 30, 4
#: The port that ssh takes by itself.
_SSH_PORT = 22
_WINDOW = 128 * 1024
#: On how many connections SSH may be about to begin; it takes a few milliseconds.
_BEGINNING = 16


class SshServer:
    """The running server: its connections and sessions, and the services that all guests share."""

    def __init__(
        self, serving: ServerOptions, target: ServerPaths, club: Club, prefork: PreforkClient, log: ServerLog
    ) -> None:
        self.paths, self.prefork, self.log = target, prefork, log
        self.limits = serving.limits
        self.timeouts = serving.timeouts
        self.club_address = serving.club
        self.is_closed = serving.is_closed
        self.motd = serving.motd
        self.codes_admit = serving.codes_admit
        #: How a friend comes to a seat, with `{code}` for the code; known when the server listens.
        self.friend_forms: tuple[str, ...] = ()
        self.club = club
        self.authenticator = Authenticator(club)
        self.bans = BanList(club)
        self._notifier = Notifier(serving.notify, self._confirm, log.write) if serving.notify else None
        self.notices_an_hour = serving.limits.notices_an_hour if serving.notify else 0
        self._threads = ThreadPoolExecutor(2, "club")
        self.admission = Admission(serving.limits)
        self.newcomers = Newcomers(self)
        #: The connections on which SSH is about to begin, and the places for them.
        self._beginning: set[SshConnection] = set()
        self._beginnings = asyncio.Semaphore(_BEGINNING)
        self._sessions: set[GuestSession] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._pool = BotPool(
            self._begin_worker, serving.limits.workers, serving.limits.thinking_seconds, serving.timeouts.worker
        )
        self._bells = WakeupServer(club, log.write_change)
        self._cpu_watch = CpuWatch(serving.limits.cpu_seconds)
        #: The socket to the process that holds the connections to PostgreSQL; closed where there is none.
        self._db_proxy = socket.socket()
        self._db_proxy.close()
        self._is_closing = False
        self._is_draining = False
        #: Set whenever the last guest has left.
        self._is_empty = asyncio.Event()

    async def call_club(self, call: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Call the club in a thread, so that others are served meanwhile; return its answer."""
        return await self._loop.run_in_executor(self._threads, lambda: call(*args, **options))

    def start(self) -> None:
        self._do(self._look_after_guests())
        self._do(self._keep_bot_player())
        if isinstance(read_address(self.club_address), PostgresAddress):
            self._do(self._keep_db_proxy())

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Connections

    async def start_connection(
        self, line: socket.socket, options: asyncssh.SSHServerConnectionOptions, address: str, block: str
    ) -> None:
        """Count an accepted connection and begin SSH on it, if it may come.

        Wait first where SSH has not begun on too many: a dropped one holds its descriptor until then.
        """
        await self._beginnings.acquire()
        if not self.admission.may_connect(block):
            self._beginnings.release()
            line.close()
            return
        connection = SshConnection(self, line, address, block)
        self._beginning.add(connection)
        self.admission.add(connection)
        self._do(self._run_ssh(line, options, connection))

    async def _run_ssh(
        self, line: socket.socket, options: asyncssh.SSHServerConnectionOptions, connection: SshConnection
    ) -> None:
        """Run SSH on a connection until it has signed in or ended."""
        try:
            await asyncssh.run_server(line, options=options, server_factory=lambda: connection)
        except (asyncssh.Error, OSError):  # `SshConnection` has written why
            line.close()
            self.admission.remove(connection)
        finally:
            self.on_ssh_begun(connection)

    def on_ssh_begun(self, connection: SshConnection) -> None:
        if connection in self._beginning:
            self._beginning.remove(connection)
            self._beginnings.release()

    # Sessions

    def open_session(self, connection: SshConnection) -> SshSession:
        """Return a session for a channel that a client has asked for."""
        return SshSession(self, connection)

    def on_session_started(self, session: GuestSession) -> None:
        self._sessions.add(session)

    def on_session_ended(self, session: GuestSession) -> None:
        self._sessions.discard(session)
        if not self._sessions:
            self._is_empty.set()

    def check_capacity(self, session: GuestSession) -> None:
        """Raise an AdmissionError that says why this guest is one too many."""
        if self._is_closing or (self._is_draining and not session.member):
            raise AdmissionError("The server is stopping; try again later.")
        if not session.is_member:
            return
        if sum(other.is_member for other in self._sessions) > self.limits.guests:
            raise AdmissionError(f"All {self.limits.guests} places are taken; try again later.")
        same = sum(other.key == session.key for other in self._sessions)
        if same > self.limits.guests_a_key:
            raise AdmissionError(
                f"You are already logged in {count_text(self.limits.guests_a_key, 'time')}; leave one of these first."
            )

    async def _look_after_guests(self) -> None:
        """End the sessions of dismissed members, and of those who use too much of the processor."""
        while True:
            await asyncio.sleep(_LOOK)
            self.log.write_folded()
            for member in self._cpu_watch.look(self._sessions):
                self.log.write(f"{member} has used too much of the processor, and had to go")
            if not self._sessions:
                continue
            with contextlib.suppress(ClubError):
                dismissed = await self.call_club(self.authenticator.dismissed)
                for session in [found for found in self._sessions if casefolded(found.member) in dismissed]:
                    self.log.write_always(f"{session.member} was dismissed, and had to go")
                    session.end("You are no longer a member of this club.")

    # Services for the processes of guests

    def listen(self, line: socket.socket, member: str) -> None:
        """Take sockets from a guest's process, each with a byte that says what it is for."""
        line.setblocking(False)
        self._loop.add_reader(line, self._hear, line, member)

    def _hear(self, line: socket.socket, member: str) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(line, 1, 1)
        except OSError:
            data, descriptors = b"", []
        for descriptor in descriptors:
            end = socket.socket(fileno=descriptor)
            if data == WAKEUP:
                self._bells.attach(end)
            elif data == STATEMENTS:
                self._pass_to_db_proxy(end)
            else:
                self._pool.serve_connection(end, member)
        if not data:
            self._loop.remove_reader(line)

    def disconnect_all(self, line: socket.socket) -> None:
        self._loop.remove_reader(line)
        line.close()

    def _begin_worker(self, line: socket.socket) -> Child:
        with open(os.devnull, "r+b") as nothing:
            ends = [line.fileno(), line.fileno(), nothing.fileno(), nothing.fileno()]
            return self.prefork.fork(ProcessTask("worker"), ends)

    # Connections to PostgreSQL

    async def _keep_db_proxy(self) -> None:
        """Keep one process that holds them for all guests. A guest whose call was lost with it asks again."""
        while True:
            self._db_proxy, line = socket.socketpair()
            with line, open(os.devnull, "r+b") as nothing:
                ends = [nothing.fileno(), nothing.fileno(), nothing.fileno(), line.fileno()]
                child = self.prefork.fork(ProcessTask("clerk", club=self.club_address), ends)
            with self._db_proxy:  # closing it ends the process
                await child.ended
            self.log.write_trouble("the clerk who has the connections was lost, and is replaced")
            await asyncio.sleep(_PAUSE)

    def _pass_to_db_proxy(self, line: socket.socket) -> None:
        """Hand a guest's socket to the proxy; where there is none, closing it tells the guest."""
        with line, contextlib.suppress(OSError):
            socket.send_fds(self._db_proxy, [STATEMENTS], [line.fileno()])

    # Tables without players

    async def _keep_bot_player(self) -> None:
        while True:
            await self._attend()
            self.log.write_trouble("the attendant of empty tables was lost, and is replaced")
            await asyncio.sleep(_PAUSE)

    async def _attend(self) -> None:
        """Run one bot player until it ends, and pass its notices on to the operator's program."""
        said, theirs = socket.socketpair()
        ours, line = socket.socketpair()
        with theirs, line, open(os.devnull, "r+b") as nothing:
            ends = [nothing.fileno(), theirs.fileno(), nothing.fileno(), line.fileno()]
            task = ProcessTask("attendant", club=self.club_address, notices=self.notices_an_hour)
            child = self.prefork.fork(task, ends)
        self.listen(ours, "")
        reader, writer = await asyncio.open_connection(sock=said)
        hearing = asyncio.create_task(self._pass_on(reader))
        either: list[asyncio.Future[Any]] = [hearing, child.ended]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            hearing.cancel()
            writer.close()
            self.disconnect_all(ours)  # which ends the bot player

    async def _pass_on(self, told: asyncio.StreamReader) -> None:
        while line := await told.readline():
            notice: Notice = msgspec.json.decode(line, type=Notice)
            if isinstance(notice, TroubleNotice):
                self.log.write_trouble(notice.sentence)
            elif self._notifier is not None:
                self._notifier.send(notice)

    async def _confirm(self, occasions: Sequence[str]) -> None:
        with contextlib.suppress(ClubError):  # otherwise the member is told again, which is better than never
            await self.call_club(confirm, self.club, occasions)

    # The end

    async def drain(self, is_over: asyncio.Event) -> None:
        """Let nobody new in, tell the guests when the server closes, and wait until they are gone or it is time."""
        self._is_draining = True
        minutes = self.limits.drain_minutes
        self.log.write(f"the server closes within {minutes:g} minutes; {count_text(len(self._sessions), 'guest')} here")
        at = datetime.now() + timedelta(minutes=minutes)
        for session in list(self._sessions):
            session.notify(f"The server closes at {at:%H:%M}. Every move is saved; leave when it suits you.")
        self._is_empty.clear()
        if self._sessions:
            waits = [asyncio.create_task(event.wait()) for event in (self._is_empty, is_over)]
            await asyncio.wait(waits, timeout=minutes * 60, return_when=asyncio.FIRST_COMPLETED)
            for task in waits:
                task.cancel()

    async def status(self) -> ServerStatus:
        """Return what the operator may want to know now."""
        tables = 0
        with contextlib.suppress(ClubError):
            tables = await self.call_club(self.club.count_tables, "running")
        kinds: tuple[Kind, ...] = ("unsigned", "stranger", "member")
        return ServerStatus(
            os.getpid(),
            sum(session.is_member for session in self._sessions),
            self.limits.guests,
            self.admission.count("stranger"),
            sum(self.admission.count(kind) for kind in kinds),
            tables,
            self._pool.busy,
            self.limits.workers,
            self._is_draining,
            list(self.log.troubles),
        )

    async def close(self) -> None:
        """Tell all guests, let them leave, and wait for that."""
        self._is_closing = True
        for task in self._tasks:
            task.cancel()
        if self._notifier is not None:
            await self._notifier.close(self.timeouts.ending)
        for session in list(self._sessions):
            session.end("The server is stopping. Every move is saved; come back soon.")
        until = time.monotonic() + 2 * self.timeouts.ending
        while self._sessions and time.monotonic() < until:
            await asyncio.sleep(0.05)
        self._pool.close()
        self._bells.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def host_key(path: Path) -> asyncssh.SSHKey:
    """Return the server's host key, made at the first start and kept."""
    make_private(path.parent)
    try:
        if not path.exists():
            made = asyncssh.generate_private_key("ssh-ed25519", "samovar")
            with contextlib.suppress(FileExistsError):
                write_new(path, made.export_private_key())
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        reason = getattr(error, "strerror", None) or "it is no private key"
        raise SaveError(f"The host key {one_line(str(path))} cannot be used: {one_line(reason)}.") from None


async def serve(serving: ServerOptions, target: ServerPaths, say: Callable[[str], None]) -> None:
    """Run the server until a signal ends it."""
    asked, serving = serving, _fitted(serving)
    signals = ServerSignals()
    with contextlib.ExitStack() as sockets:
        listening = sockets.enter_context(bound_socket(serving.host, serving.port))
        web = sockets.enter_context(bound_socket(serving.web.host, serving.web.port)) if serving.web else None
        log = ServerLog(target.log, serving.limits.log_megabytes, serving.limits.log_days)
        _pass_on_trouble(log)
        if serving.limits != asked.limits:
            log.write(
                f"the host allows too few open files: at most {count_text(serving.limits.guests, 'guest')} come in"
            )
        club = await _opened_club(serving, signals, log, say)
        if club is not None:
            with club:
                await _serve_club(serving, target, club, listening, web, signals, log, say)
        log.write_folded(is_last=True)


async def _opened_club(
    serving: ServerOptions, signals: "ServerSignals", log: ServerLog, say: Callable[[str], None]
) -> Club | None:
    """Open the club, and wait for a database that is not up yet; None when the server is to end meanwhile."""
    limits = MemberLimits(keys=serving.limits.keys_a_member)
    has_waited = False
    while not signals.end.is_set():
        try:
            club = await asyncio.to_thread(Club.open, serving.club, limits=limits)
        except ClubAwayError as error:
            if not has_waited:
                has_waited = True
                say(f"{error} The server waits for it.")
                log.write(f"the club is away: {error}")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(signals.end.wait(), _PAUSE)
        else:
            if has_waited:
                log.write("the club is back")
            return club
    return None


async def _serve_club(
    serving: ServerOptions,
    target: ServerPaths,
    club: Club,
    listening: socket.socket,
    web: socket.socket | None,
    signals: "ServerSignals",
    log: ServerLog,
    say: Callable[[str], None],
) -> None:
    # Before the key is read: a process that never had it cannot leak it.
    prefork = PreforkClient(log.write_trouble, serving.timeouts.prefork)
    gate = WebGate(serving, serving.web, web) if serving.web and web else None
    try:
        key = host_key(target.host_key)
        door = SshServer(serving, target, club, prefork, log)
        await prefork.ready.wait()
        options = await asyncssh.SSHServerConnectionOptions.construct(None, **_terms(door, key))

        async def start(line: socket.socket, address: str, block: str) -> None:
            await door.start_connection(line, options, address, block)

        listener = Listener(listening, serving, start, log.write_trouble)
        door.start()
        port = listener.port
        if gate is None or serving.public_name:
            door.friend_forms = (_ssh_form(serving.public_name, port),)
        say(f"The server listens on {serving.host}, port {port}: ssh -p {port} NAME@{serving.host}")
        say(f"Its key is {key.get_fingerprint()}. The log is {target.log}.")
        log.write(f"the server listens on {serving.host}, port {port}")
        if gate is not None:
            gate.open(door)
            say(f"In a browser: {gate.url} (it listens on {gate.place})")
            log.write(f"browsers find the server at {gate.url}, on {gate.place}")
        async with await serve_status(target.folder, door.status):
            await signals.either()
            await listener.close()
            if gate is not None:
                gate.refuse_new()
            if not signals.end.is_set():
                await door.drain(signals.end)
        await door.close()
        log.write("the server has stopped")
    finally:
        if gate is not None:
            await gate.close()
        prefork.close()


def _ssh_form(public_name: str, port: int) -> str:
    """Return how a friend comes to a seat; HOST is what the guests know, where the operator has not told the name."""
    host, _, told = (public_name or "HOST").partition(":")
    number = int(told or port)
    user = f"{JOIN}{{code}}"
    return f"ssh {user}@{host}" if number == _SSH_PORT else f"ssh -p {number} {user}@{host}"


class ServerSignals:
    """What signals ask for: SIGTERM and SIGINT for the end, SIGHUP for the end when all guests have left."""

    def __init__(self) -> None:
        self.end = asyncio.Event()
        self._any = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end)
        loop.add_signal_handler(signal.SIGHUP, self._any.set)

    def _end(self) -> None:
        self.end.set()
        self._any.set()

    async def either(self) -> None:
        """Wait until one of them comes."""
        await self._any.wait()


def _terms(door: SshServer, key: asyncssh.SSHKey) -> dict[str, Any]:
    """Return the options of asyncssh: sign-in by public key, sessions, and nothing else."""
    return {
        "server_host_keys": [key],
        "server_version": "Samovar",
        "public_key_auth": True,
        "password_auth": False,
        "kbdint_auth": False,
        "host_based_auth": False,
        "gss_host": None,
        "x11_forwarding": False,
        "agent_forwarding": False,
        "line_editor": False,
        "allow_scp": False,
        "encoding": None,
        "window": _WINDOW,
        "compression_algs": ["none", "zlib@openssh.com"],
        "login_timeout": door.limits.sign_in_seconds,
        "keepalive_interval": _KEEPALIVE,
        "keepalive_count_max": _KEEPALIVES,
    }


def _fitted(serving: ServerOptions) -> ServerOptions:
    """Raise the limit of open files, because every guest needs a few, and fit the limits of guests to it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return serving
    return msgspec.structs.replace(serving, limits=fit_to_descriptors(serving.limits, allowed))


def _pass_on_trouble(log: ServerLog) -> None:
    """Write unforeseen errors to the operator's log, and go on."""

    class PassOn(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            log.write(f"{record.name}: {record.getMessage()}")

    for name in ("asyncssh", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.ERROR)
        logger.addHandler(PassOn())
        logger.propagate = False

    def unforeseen(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        log.write_trouble(f"unforeseen: {context.get('exception') or context.get('message')!r}")

    asyncio.get_running_loop().set_exception_handler(unforeseen)

"""One table of the club for a session: events come in and go out, and the session waits for neither.

    connection = TableConnection(client, scheduler, start_tasks, paths.cores)
    connection.attach(listener)             # told of everything that changes, in the scheduler's thread
    while effect := connection.take(): …    # fold the next event that has come, when the listener is ready for it
    connection.submit(client.answer("fox")) # appended until it is in the log, or obsolete
    connection.close()

Whether calls to the club run in a thread or inline is up to the tasks (`tasks.py`).
"""

import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.events import ClubEvent, MoveChosen, StoredEvent, new_id
from saves.club.member_names import casefolded
from saves.club.records import ChatMessage
from tui.club import text
from tui.club.client import BOT_RETRY, CLAIM_RETRY, PRESENCE_INTERVAL, EventEffect, EventRequest, TableClient
from tui.club.tasks import StartTasks, ignore_result
from tui.club.wakeup import WakeupPipe
from tui.sessions.cpu_slots import cpu_slot
from tui.sessions.scheduler import Scheduler, Timers

T = TypeVar("T")


class ClubUpdate(msgspec.Struct, frozen=True):
    """What a look at the club has found."""

    entries: list[StoredEvent]
    messages: list[ChatMessage]
    heard_to: int
    present_members: list[str]
    #: The stored position, where the match can only be watched.
    stored: str = ""
    #: The club's time, where the table has a pace.
    now: float = 0.0
    #: The tables where it is the member's turn.
    awaited_tables: tuple[str, ...] = ()
    #: Why the event was not written that was to be written before the look.
    refusal: str = ""


class ConnectionListener(Protocol):
    """The session or the screen that follows the table."""

    def table_changed(self) -> None:
        """Events may have come, somebody come or gone, a turn elsewhere begun or ended, the club be away or back."""

    def announce(self, sentence: str) -> None:
        """Tell a sentence that is no event: a message, or why a request came to nothing."""

    def on_settled(self, played: bool) -> None:
        """A request has been written, or has become obsolete."""


class TableConnection:
    """A TableClient whose calls to the club are tasks. All else here runs in the scheduler's thread."""

    def __init__(self, client: TableClient, scheduler: Scheduler, start_tasks: StartTasks, cores: Path) -> None:
        self.client = client
        #: The folder with the locks of the host's cores.
        self._cores = cores
        self.listener: ConnectionListener | None = None
        #: Whether the listener has not been told anything yet.
        self._is_listener_new = False
        self.present_members: list[str] = []
        #: The other tables where it is the member's turn, as of the last look.
        self.awaited_elsewhere: frozenset[str] = frozenset()
        #: Why the club cannot be asked; empty while it can.
        self.connection_error = ""
        self.wanted: EventRequest | None = None
        #: Whether the requested event changed something, once it is in the log.
        self._came_of_it = False
        self._arrived: deque[StoredEvent] = deque()
        self._read_to = client.table.length
        self._heard_to = 0
        #: Messages that are still to be sent, each with its id.
        self._remarks: list[tuple[str, str]] = []
        self._opening = self._reading = self._read_again = self._offering = self._speaking = self._asks_for_bots = False
        self._tasks, self._bot_tasks = start_tasks(self._failed), start_tasks(self._failed)
        #: The seconds by which the club's clock is ahead of this process's.
        self._ahead = 0.0
        self._core = ExitStack()
        self._wakeup: WakeupPipe | None = None
        self._scheduler, self._timers = scheduler, Timers(scheduler)
        self.is_open = True

    def attach(self, listener: ConnectionListener) -> None:
        """Tell everything to this listener from now on, what is new at once."""
        self.listener = listener
        self._is_listener_new = True
        self.read()

    def _open(self) -> None:
        """Begin to listen for news of the table."""
        if self._opening or not self.is_open:
            return
        self._opening = True
        client = self.client
        self._tasks.submit(lambda: (client.first_unheard(), WakeupPipe(client.club.watch(client.name))), self._listen)

    def _listen(self, opened: tuple[int, WakeupPipe]) -> None:
        """Read from now on; messages that the member has heard are in the log."""
        self._opening = False
        self._heard_to, self._wakeup = opened
        self._scheduler.add_reader(self._wakeup.descriptor, self._on_wakeup)
        self.read()

    def _on_wakeup(self) -> None:
        if self._wakeup is not None:
            self._wakeup.clear()
        self.read()

    def close(self) -> None:
        """Leave the table; the member keeps the seat. Twice is harmless."""
        if not self.is_open:
            return
        self.is_open = False
        self.listener = None
        self._timers.close()
        if self._wakeup is not None:
            self._scheduler.remove_reader(self._wakeup.descriptor)
            self._wakeup.close()
        self.release_bots()
        self.keep()
        self._tasks.submit(self.client.leave)
        self._tasks.close()
        self._bot_tasks.close()

    def wait(self) -> None:
        """Wait for the tasks from before the closing."""
        self._tasks.wait()

    # What comes in

    def read(self) -> None:
        """Read what is new."""
        if self._wakeup is None:
            self._open()
        elif self._reading:
            self._read_again = True
        elif self.is_open:
            self._reading = True
            self._tasks.submit(self._look, self._looked)

    def _look(self, refusal: str = "") -> ClubUpdate:
        """Read from the club, in a task."""
        client = self.client
        client.mark_present()
        muted = client.club.muted(client.member)
        remarks = client.club.talk.messages(client.name, self._heard_to)
        heard = [remark for remark in remarks if casefolded(remark.author) not in muted]
        heard_to = max([self._heard_to, *(remark.number + 1 for remark in remarks)])
        entries, here = client.club.events(client.name, self._read_to), client.club.presence.members(client.name)
        stored = client.stored() if client.is_watching_only else ""
        now = client.club.now() if client.table.terms.when_over else 0.0
        return ClubUpdate(entries, heard, heard_to, here, stored, now, client.awaited_tables(), refusal)

    def _looked(self, seen: ClubUpdate) -> None:
        self._reading = False
        self._arrive(seen)
        if self._read_again:
            self._read_again = False
            self.read()

    def _arrive(self, seen: ClubUpdate) -> None:
        """Take what is not known yet, as two tasks may have read the same, and the listener must not get it twice."""
        is_back, self.connection_error = bool(self.connection_error), ""
        self._ahead = seen.now - time.time() if seen.now else self._ahead
        elsewhere = frozenset(seen.awaited_tables) - {self.client.name}
        surroundings_changed = (self.present_members, self.awaited_elsewhere) != (seen.present_members, elsewhere)
        for entry in seen.entries:
            if entry.number == self._read_to:
                self._arrived.append(entry)
                self._read_to += 1
        self.present_members, self.awaited_elsewhere = seen.present_members, elsewhere
        if seen.stored:
            self.client.show_stored(seen.stored)
        self._later("read", PRESENCE_INTERVAL, self.read)
        if is_back:
            self._announce(text.IS_BACK)
        is_new = is_back or surroundings_changed or bool(seen.stored)
        if is_new or self.wanted is not None or self.is_behind or self._is_listener_new:
            self._tell_change()
        if self.listener is not None:  # without one, between the waiting room and the match, messages are read again
            for remark in seen.messages:
                if remark.number >= self._heard_to:
                    self._announce(text.message_text(remark))
            self._note_heard(seen.heard_to)

    def _note_heard(self, messages: int) -> None:
        """Note in the club what the member has heard, at once: whoever goes to the lobby finds nothing unread."""
        if messages > self._heard_to:
            self._heard_to = messages
            self._tasks.submit(lambda: self.client.mark_heard(messages))

    def _tell_change(self) -> None:
        if self.listener is not None:
            self._is_listener_new = False
            self.listener.table_changed()

    def _announce(self, sentence: str) -> None:
        if self.listener is not None:
            self.listener.announce(sentence)

    @property
    def now(self) -> float:
        """The time of the club's clock, as of the last look."""
        return time.time() + self._ahead

    @property
    def is_behind(self) -> bool:
        """Whether events have come that were not taken yet."""
        return bool(self._arrived)

    def take(self) -> EventEffect | None:
        """Fold the next event that has come, and return what it did."""
        if not self._arrived:
            return None
        effect = self.client.fold_entry(self._arrived.popleft())
        event = effect.entry.line
        if self.wanted is not None and event is not None and event.id == self.wanted.id:
            self._came_of_it = effect.changed
        return effect

    def _failed(self, error: ClubError) -> None:
        """Note that the club is away, and try again soon; requests are kept. A refusal is shown."""
        self._opening = self._reading = self._offering = self._speaking = self._asks_for_bots = False
        if isinstance(error, ClubRefusedError):
            self._announce(str(error))
            return
        self._later("read", CLAIM_RETRY, self.read)
        if str(error) != self.connection_error:
            self.connection_error = str(error)
            self._tell_change()

    def _later(self, what: str, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while, unless it is postponed again."""
        if self.is_open:
            self._timers.start(what, seconds, do)

    # What goes out

    def submit(self, request: EventRequest) -> None:
        """Write a request as soon as possible."""
        self.wanted = request
        self.go_on()

    def go_on(self) -> None:
        """Append the request, if all events that have come were taken; save the head of the table."""
        if self._arrived or self._offering or self.connection_error:
            return
        self.keep()
        if self._remarks and not self._speaking:
            self._send_message()
        if self.client.must_take_over:
            self._offering = True
            self._tasks.submit(self._take_over, self._offered)
            return
        request, table = self.wanted, self.client.table
        if request is None:
            return
        if table.knows(request.id):
            self._settle_with(self._came_of_it, "" if self._came_of_it else text.NOTHING_CAME)
        elif (event := request.make_event()) is None:
            self._settle_with(False, text.CHANGED_MEANWHILE)
        else:
            self._offering = True
            self._append(event, table.length, self._offered)

    def _append(self, event: ClubEvent, number: int, then: Callable[[ClubUpdate], None]) -> None:
        client = self.client

        def write_and_look() -> ClubUpdate:
            try:
                client.club.append(client.name, number, event, client.member)
            except ClubRefusedError as error:
                return self._look(str(error))
            return self._look()

        self._tasks.submit(write_and_look, then)

    def _take_over(self) -> ClubUpdate:
        """Take over from an older Samovar, in a task."""
        self.client.offer_to_take_over()
        return self._look()

    def _offered(self, seen: ClubUpdate) -> None:
        """Go on after an attempt to append; only the log shows whether it was accepted.

        What the club refuses is not tried again.
        """
        self._offering = False
        if seen.refusal:
            self._settle_with(False, seen.refusal)
        self._arrive(seen)
        self.go_on()

    def _settle_with(self, played: bool, sentence: str = "") -> None:
        self.wanted = None
        if sentence:
            self._announce(sentence)
        if self.listener is not None:
            self.listener.on_settled(played)

    def send_message(self, said: str) -> None:
        """Send a message to the table."""
        self._remarks.append((new_id(), said))
        self.go_on()

    def _send_message(self) -> None:
        """Send the next message; one that the club refuses is not tried again."""
        client, (key, said) = self.client, self._remarks[0]

        def speak() -> str:
            try:
                client.club.talk.add(client.name, client.member, said, key)
            except ClubRefusedError as error:
                return str(error)
            return ""

        self._speaking = True
        self._tasks.submit(speak, self._spoken)

    def _spoken(self, refusal: str) -> None:
        self._speaking = False
        self._remarks.pop(0)
        if refusal:
            self._announce(refusal)
        self.go_on()
        self.read()

    def mute(self, name: str, on: bool) -> None:
        """Hide the messages of a member, or show them again."""
        client = self.client
        self.ask(lambda: client.club.mute(client.member, name, on), lambda _: self._announce(text.muted(name, on)))

    def ask(self, task: Callable[[], T], then: Callable[[T], None] = ignore_result) -> None:
        """Call the club for something else."""
        self._tasks.submit(task, then)

    def keep(self) -> None:
        """Save the head of the table, if this has not been done."""
        if (write := self.client.pending_write()) is not None:
            self._tasks.submit(write)

    # Bots

    def ask_for_bots(self, then: Callable[[], None]) -> None:
        """Call back when a bot of this table may think in this process: it has the claim, and a core is free."""
        if not self._asks_for_bots:
            self._asks_for_bots = True
            self._bot_tasks.submit(self._claim, lambda granted: self._granted(granted, then))

    def _claim(self) -> bool:
        """Get the claim and a core, in a task of the bots, which may wait for long."""
        if not self.client.has_claim():
            return False
        self._core.close()
        self._core.enter_context(cpu_slot(self._cores))
        return True

    def _granted(self, granted: bool, then: Callable[[], None]) -> None:
        self._asks_for_bots = False
        if granted:
            then()
        else:  # another process plays them, unless it dies
            self._later("bots", CLAIM_RETRY, lambda: self._ask_again(then))

    def _ask_again(self, then: Callable[[], None]) -> None:
        if self.client.bot_moves:
            self.ask_for_bots(then)

    def release_bots(self) -> None:
        """Release the core on which a bot has thought."""
        self._bot_tasks.submit(self._core.close)

    def append_for_bot(self, seat: int, move: str, number: int) -> None:
        """Write a bot's move, unless the log has grown meanwhile."""
        self.release_bots()
        self._append(MoveChosen(new_id(), seat, move), number, self._appended_for_bot)

    def hold_up_bot(self, seat: int, reason: str, number: int, again: Callable[[], None]) -> None:
        """Write that a bot of a rated match cannot think, where that is new, and call back when to ask it again."""
        self.release_bots()
        client = self.client

        def write_and_look() -> ClubUpdate:
            if (event := client.bot_failed(seat, reason)) is not None:
                client.club.append(client.name, number, event, client.member)
            return self._look()

        self._tasks.submit(write_and_look, self._appended_for_bot)
        self._later("bot", BOT_RETRY, again)

    def _appended_for_bot(self, seen: ClubUpdate) -> None:
        if seen.refusal:
            self._announce(seen.refusal)
        self._arrive(seen)

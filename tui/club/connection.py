"""One table of the club on a screen: what is new comes in, what is wanted goes out, and the screen waits for neither.

sitting = Sitting(guest)
sitting.screen = screen            # told of everything that changes, in its own thread
sitting.open()
while news := sitting.take(): …    # fold the next line that has come, when the screen is ready for it
sitting.want(guest.answer("fox"))  # offered until it is in the log, or makes no sense any more
sitting.close()
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol, TypeVar

import msgspec

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.events import ClubEvent, MoveChosen, StoredEvent, new_id
from saves.club.member_names import casefolded
from saves.club.records import ChatMessage
from tui.club import text
from tui.club.client import CLAIM_RETRY, PRESENCE_INTERVAL, EventEffect, EventRequest, TableClient, cores
from tui.club.tasks import TaskThread
from tui.club.wakeup import WakeupPipe
from tui.sessions.cpu_slots import cpu_slot

T = TypeVar("T")


class ClubUpdate(msgspec.Struct, frozen=True):
    """What the club was found to have."""

    entries: list[StoredEvent]
    messages: list[ChatMessage]
    heard_to: int
    present_members: list[str]
    #: The position as it was written down, where the match can only be watched.
    stored: str = ""


class ConnectionListener(Protocol):
    """The screen at the table."""

    def table_changed(self) -> None:
        """Lines may have come, somebody may have come or gone, or the club itself."""

    def show_status(self, sentence: str) -> None:
        """Something to say that is no line: a remark, or why something did not come about."""

    def on_settled(self, played: bool) -> None:
        """What was wanted has been written, or is not wanted any more."""


class TableConnection:
    """A guest whose club is asked in a thread. Everything here but the errands themselves runs in the screen's."""

    def __init__(self, client: TableClient) -> None:
        self.client = client
        self.screen: ConnectionListener | None = None
        self.present_members: list[str] = []
        #: Why the club cannot be asked; empty while it can.
        self.connection_error = ""
        self.wanted: EventRequest | None = None
        #: Whether the line that was wanted changed something, once it is in the log.
        self._came_of_it = False
        self._arrived: deque[StoredEvent] = deque()
        self._read_to = client.table.length
        self._heard_to = 0
        #: What is still to be said, each with its id.
        self._remarks: list[tuple[str, str]] = []
        self._opening = self._reading = self._read_again = self._offering = self._speaking = self._asks_for_bots = False
        self.tasks = TaskThread(self._failed)
        self._bot_tasks = TaskThread(self._failed)
        self._core = ExitStack()
        self._wakeup: WakeupPipe | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.is_open = True

    def open(self) -> None:
        """Begin to listen."""
        if self._opening or not self.is_open:
            return
        self._opening = True
        club, name = self.client.club, self.client.name
        self.tasks.submit(lambda: (club.extent(name)[1], WakeupPipe(club.watch(name))), self._listen)

    def _listen(self, opened: tuple[int, WakeupPipe]) -> None:
        """Talk from before we came is in the log, for whoever asks."""
        self._opening = False
        self._heard_to, self._wakeup = opened
        asyncio.get_running_loop().add_reader(self._wakeup.descriptor, self._on_wakeup)
        self.read()

    def _on_wakeup(self) -> None:
        if self._wakeup is not None:
            self._wakeup.clear()
        self.read()

    def close(self) -> None:
        """Get up from the screen; the seat stays ours."""
        self.is_open = False
        self.screen = None
        for timer in self._timers.values():
            timer.cancel()
        if self._wakeup is not None:
            asyncio.get_running_loop().remove_reader(self._wakeup.descriptor)
            self._wakeup.close()
        self.release_bots()
        self.keep()
        self.tasks.submit(self.client.leave)
        self.tasks.close()
        self._bot_tasks.close()

    # What comes in

    def read(self) -> None:
        """Look what is new."""
        if self._wakeup is None:
            self.open()
        elif self._reading:
            self._read_again = True
        elif self.is_open:
            self._reading = True
            self.tasks.submit(self._look, self._looked)

    def _look(self) -> ClubUpdate:
        """In the thread of errands."""
        client = self.client
        client.mark_present()
        muted = client.club.muted(client.member)
        remarks = client.club.messages(client.name, self._heard_to)
        heard = [remark for remark in remarks if casefolded(remark.author) not in muted]
        heard_to = max([self._heard_to, *(remark.number + 1 for remark in remarks)])
        entries, here = client.club.events(client.name, self._read_to), client.club.present_members(client.name)
        return ClubUpdate(entries, heard, heard_to, here, client.stored() if client.is_watching_only else "")

    def _looked(self, seen: ClubUpdate) -> None:
        self._reading = False
        self._arrive(seen)
        if self._read_again:
            self._read_again = False
            self.read()

    def _arrive(self, seen: ClubUpdate) -> None:
        """Take what is not known yet: two errands may have brought the same, and a screen need not hear it twice."""
        back, self.connection_error = bool(self.connection_error), ""
        before = (self._read_to, self.present_members)
        for entry in seen.entries:
            if entry.number == self._read_to:
                self._arrived.append(entry)
                self._read_to += 1
        self.present_members = seen.present_members
        if seen.stored:
            self.client.show_stored(seen.stored)
        self._later("read", PRESENCE_INTERVAL, self.read)
        if self.screen is None:
            return
        if back:
            self.screen.show_status(text.IS_BACK)
        for remark in seen.messages:
            if remark.number >= self._heard_to:
                self.screen.show_status(text.message_text(remark))
        self._heard_to = max(self._heard_to, seen.heard_to)
        # What came while no screen was there, between the waiting room and the match, was not taken yet.
        if (
            back
            or seen.stored
            or self.wanted is not None
            or self.is_behind
            or before != (self._read_to, self.present_members)
        ):
            self.screen.table_changed()

    @property
    def is_behind(self) -> bool:
        """Whether lines have come that were not taken yet."""
        return bool(self._arrived)

    def take(self) -> EventEffect | None:
        """Fold the next line that has come, and tell what it did."""
        if not self._arrived:
            return None
        effect = self.client.fold_entry(self._arrived.popleft())
        event = effect.entry.line
        if self.wanted is not None and event is not None and event.id == self.wanted.id:
            self._came_of_it = effect.changed
        return effect

    def _failed(self, error: ClubError) -> None:
        """The club is away: what is wanted stays wanted, and is tried again soon."""
        self._opening = self._reading = self._offering = self._speaking = self._asks_for_bots = False
        if isinstance(error, ClubRefusedError):
            if self.screen is not None:
                self.screen.show_status(str(error))
            return
        self._later("read", CLAIM_RETRY, self.read)
        if str(error) != self.connection_error and self.screen is not None:
            self.connection_error = str(error)
            self.screen.table_changed()

    def _later(self, what: str, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while, unless it is put off again."""
        if (before := self._timers.pop(what, None)) is not None:
            before.cancel()
        if self.is_open:
            self._timers[what] = asyncio.get_running_loop().call_later(seconds, do)

    # What goes out

    def submit(self, request: EventRequest) -> None:
        """Write a line as soon as it can be."""
        self.wanted = request
        self.go_on()

    def go_on(self) -> None:
        """Offer what is wanted, if all that has come was taken; write down what the log has led to."""
        if self._arrived or self._offering or self.connection_error:
            return
        self.keep()
        if self._remarks and not self._speaking:
            self._send_message()
        if self.client.must_take_over:
            self._offering = True
            self.tasks.submit(self._take_over, self._offered)
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
            client.club.append(client.name, number, event, client.member)
            return self._look()

        self.tasks.submit(write_and_look, then)

    def _take_over(self) -> ClubUpdate:
        """In the thread of errands."""
        self.client.offer_to_take_over()
        return self._look()

    def _offered(self, seen: ClubUpdate) -> None:
        """Whether it was accepted is seen from the log alone."""
        self._offering = False
        self._arrive(seen)
        self.go_on()

    def _settle_with(self, played: bool, sentence: str = "") -> None:
        self.wanted = None
        if self.screen is not None:
            if sentence:
                self.screen.show_status(sentence)
            self.screen.on_settled(played)

    def send_message(self, said: str) -> None:
        """Say something to the table."""
        self._remarks.append((new_id(), said))
        self.go_on()

    def _send_message(self) -> None:
        """Say what was not said yet; what the club does not allow is not tried again."""
        client, (key, said) = self.client, self._remarks[0]

        def speak() -> str:
            try:
                client.club.add_message(client.name, client.member, said, key)
            except ClubRefusedError as error:
                return str(error)
            return ""

        self._speaking = True
        self.tasks.submit(speak, self._spoken)

    def _spoken(self, refusal: str) -> None:
        self._speaking = False
        self._remarks.pop(0)
        if refusal and self.screen is not None:
            self.screen.show_status(refusal)
        self.read()

    def ask(self, task: Callable[[], T], then: Callable[[T], None]) -> None:
        """Ask the club something else."""
        self.tasks.submit(task, then)

    def keep(self) -> None:
        """Write down what the log has led to, if nobody has."""
        if (write := self.client.pending_write()) is not None:
            self.tasks.submit(write)

    # Bots

    def ask_for_bots(self, then: Callable[[], None]) -> None:
        """Call back when a bot of this table may think in our process: it is for us to let it, and a core is free."""
        if not self._asks_for_bots:
            self._asks_for_bots = True
            self._bot_tasks.submit(self._claim, lambda granted: self._granted(granted, then))

    def _claim(self) -> bool:
        """In the thread of the bots' errands, which may wait for long."""
        if not self.client.has_claim():
            return False
        self._core.close()
        self._core.enter_context(cpu_slot(cores()))
        return True

    def _granted(self, granted: bool, then: Callable[[], None]) -> None:
        self._asks_for_bots = False
        if granted:
            then()
        else:  # another process lets them move, or does not live to do it
            self._later("bots", CLAIM_RETRY, lambda: self._ask_again(then))

    def _ask_again(self, then: Callable[[], None]) -> None:
        if self.client.bot_moves:
            self.ask_for_bots(then)

    def release_bots(self) -> None:
        """Give back the core on which a bot has thought."""
        self._bot_tasks.submit(self._core.close)

    def append_for_bot(self, seat: int, move: str, number: int) -> None:
        """Write a bot's move, unless the log has grown meanwhile."""
        self.release_bots()
        self._append(MoveChosen(new_id(), seat, move), number, self._arrive)

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

from saves.club.errors import ClubError, Refused
from saves.club.events import Chosen, Entry, Line, new_id
from saves.club.member_names import folded
from saves.club.records import Remark
from tui.club import text as words
from tui.club.client import AGAIN, RETRY, Guest, News, Wanted, cores
from tui.club.tasks import Errands
from tui.club.wakeup import Bell
from tui.sessions.cpu_slots import a_core

T = TypeVar("T")


class Seen(msgspec.Struct, frozen=True):
    """What the club was found to have."""

    entries: list[Entry]
    remarks: list[Remark]
    heard_to: int
    here: list[str]
    #: The position as it was written down, where the match can only be watched.
    stored: str = ""


class Listener(Protocol):
    """The screen at the table."""

    def table_changed(self) -> None:
        """Lines may have come, somebody may have come or gone, or the club itself."""

    def told(self, sentence: str) -> None:
        """Something to say that is no line: a remark, or why something did not come about."""

    def settled(self, played: bool) -> None:
        """What was wanted has been written, or is not wanted any more."""


class Sitting:
    """A guest whose club is asked in a thread. Everything here but the errands themselves runs in the screen's."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.screen: Listener | None = None
        self.here: list[str] = []
        #: Why the club cannot be asked; empty while it can.
        self.trouble = ""
        self.wanted: Wanted | None = None
        #: Whether the line that was wanted changed something, once it is in the log.
        self._came_of_it = False
        self._arrived: deque[Entry] = deque()
        self._read_to = guest.table.length
        self._heard_to = 0
        #: What is still to be said, each with its id.
        self._remarks: list[tuple[str, str]] = []
        self._opening = self._reading = self._read_again = self._offering = self._speaking = self._asks_for_bots = False
        self.errands = Errands(self._failed)
        self._bot_errands = Errands(self._failed)
        self._core = ExitStack()
        self._bell: Bell | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.is_open = True

    def open(self) -> None:
        """Begin to listen."""
        if self._opening or not self.is_open:
            return
        self._opening = True
        club, name = self.guest.club, self.guest.name
        self.errands.do(lambda: (club.extent(name)[1], Bell(club.watch(name))), self._listen)

    def _listen(self, opened: tuple[int, Bell]) -> None:
        """Talk from before we came is in the log, for whoever asks."""
        self._opening = False
        self._heard_to, self._bell = opened
        asyncio.get_running_loop().add_reader(self._bell.descriptor, self._rung)
        self.read()

    def _rung(self) -> None:
        if self._bell is not None:
            self._bell.hush()
        self.read()

    def close(self) -> None:
        """Get up from the screen; the seat stays ours."""
        self.is_open = False
        self.screen = None
        for timer in self._timers.values():
            timer.cancel()
        if self._bell is not None:
            asyncio.get_running_loop().remove_reader(self._bell.descriptor)
            self._bell.close()
        self.let_bots_rest()
        self.keep()
        self.errands.do(self.guest.leave)
        self.errands.close()
        self._bot_errands.close()

    # What comes in

    def read(self) -> None:
        """Look what is new."""
        if self._bell is None:
            self.open()
        elif self._reading:
            self._read_again = True
        elif self.is_open:
            self._reading = True
            self.errands.do(self._look, self._looked)

    def _look(self) -> Seen:
        """In the thread of errands."""
        guest = self.guest
        guest.be_here()
        muted = guest.club.muted(guest.member)
        remarks = guest.club.talk(guest.name, self._heard_to)
        heard = [remark for remark in remarks if folded(remark.author) not in muted]
        heard_to = max([self._heard_to, *(remark.number + 1 for remark in remarks)])
        entries, here = guest.club.lines(guest.name, self._read_to), guest.club.here(guest.name)
        return Seen(entries, heard, heard_to, here, guest.stored() if guest.only_looks else "")

    def _looked(self, seen: Seen) -> None:
        self._reading = False
        self._arrive(seen)
        if self._read_again:
            self._read_again = False
            self.read()

    def _arrive(self, seen: Seen) -> None:
        """Take what is not known yet: two errands may have brought the same, and a screen need not hear it twice."""
        back, self.trouble = bool(self.trouble), ""
        before = (self._read_to, self.here)
        for entry in seen.entries:
            if entry.number == self._read_to:
                self._arrived.append(entry)
                self._read_to += 1
        self.here = seen.here
        if seen.stored:
            self.guest.look_at(seen.stored)
        self._later("read", AGAIN, self.read)
        if self.screen is None:
            return
        if back:
            self.screen.told(words.IS_BACK)
        for remark in seen.remarks:
            if remark.number >= self._heard_to:
                self.screen.told(words.spoken(remark))
        self._heard_to = max(self._heard_to, seen.heard_to)
        # What came while no screen was there, between the waiting room and the match, was not taken yet.
        if back or seen.stored or self.wanted is not None or self.is_behind or before != (self._read_to, self.here):
            self.screen.table_changed()

    @property
    def is_behind(self) -> bool:
        """Whether lines have come that were not taken yet."""
        return bool(self._arrived)

    def take(self) -> News | None:
        """Fold the next line that has come, and tell what it did."""
        if not self._arrived:
            return None
        news = self.guest.take(self._arrived.popleft())
        line = news.entry.line
        if self.wanted is not None and line is not None and line.id == self.wanted.id:
            self._came_of_it = news.changed
        return news

    def _failed(self, error: ClubError) -> None:
        """The club is away: what is wanted stays wanted, and is tried again soon."""
        self._opening = self._reading = self._offering = self._speaking = self._asks_for_bots = False
        if isinstance(error, Refused):
            if self.screen is not None:
                self.screen.told(str(error))
            return
        self._later("read", RETRY, self.read)
        if str(error) != self.trouble and self.screen is not None:
            self.trouble = str(error)
            self.screen.table_changed()

    def _later(self, what: str, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while, unless it is put off again."""
        if (before := self._timers.pop(what, None)) is not None:
            before.cancel()
        if self.is_open:
            self._timers[what] = asyncio.get_running_loop().call_later(seconds, do)

    # What goes out

    def want(self, wanted: Wanted) -> None:
        """Write a line as soon as it can be."""
        self.wanted = wanted
        self.go_on()

    def go_on(self) -> None:
        """Offer what is wanted, if all that has come was taken; write down what the log has led to."""
        if self._arrived or self._offering or self.trouble:
            return
        self.keep()
        if self._remarks and not self._speaking:
            self._speak()
        if self.guest.must_take_over:
            self._offering = True
            self.errands.do(self._take_over, self._offered)
            return
        wanted, table = self.wanted, self.guest.table
        if wanted is None:
            return
        if table.knows(wanted.id):
            self._settle_with(self._came_of_it, "" if self._came_of_it else words.NOTHING_CAME)
        elif (line := wanted.line()) is None:
            self._settle_with(False, words.CHANGED_MEANWHILE)
        else:
            self._offering = True
            self._offer(line, table.length, self._offered)

    def _offer(self, line: Line, number: int, then: Callable[[Seen], None]) -> None:
        guest = self.guest

        def write_and_look() -> Seen:
            guest.club.append(guest.name, number, line, guest.member)
            return self._look()

        self.errands.do(write_and_look, then)

    def _take_over(self) -> Seen:
        """In the thread of errands."""
        self.guest.offer_to_take_over()
        return self._look()

    def _offered(self, seen: Seen) -> None:
        """Whether it was accepted is seen from the log alone."""
        self._offering = False
        self._arrive(seen)
        self.go_on()

    def _settle_with(self, played: bool, sentence: str = "") -> None:
        self.wanted = None
        if self.screen is not None:
            if sentence:
                self.screen.told(sentence)
            self.screen.settled(played)

    def say(self, said: str) -> None:
        """Say something to the table."""
        self._remarks.append((new_id(), said))
        self.go_on()

    def _speak(self) -> None:
        """Say what was not said yet; what the club does not allow is not tried again."""
        guest, (key, said) = self.guest, self._remarks[0]

        def speak() -> str:
            try:
                guest.club.say(guest.name, guest.member, said, key)
            except Refused as error:
                return str(error)
            return ""

        self._speaking = True
        self.errands.do(speak, self._spoken)

    def _spoken(self, refusal: str) -> None:
        self._speaking = False
        self._remarks.pop(0)
        if refusal and self.screen is not None:
            self.screen.told(refusal)
        self.read()

    def ask(self, errand: Callable[[], T], then: Callable[[T], None]) -> None:
        """Ask the club something else."""
        self.errands.do(errand, then)

    def keep(self) -> None:
        """Write down what the log has led to, if nobody has."""
        if (write := self.guest.unwritten()) is not None:
            self.errands.do(write)

    # Bots

    def ask_for_bots(self, then: Callable[[], None]) -> None:
        """Call back when a bot of this table may think in our process: it is for us to let it, and a core is free."""
        if not self._asks_for_bots:
            self._asks_for_bots = True
            self._bot_errands.do(self._claim, lambda granted: self._granted(granted, then))

    def _claim(self) -> bool:
        """In the thread of the bots' errands, which may wait for long."""
        if not self.guest.has_claim():
            return False
        self._core.close()
        self._core.enter_context(a_core(cores()))
        return True

    def _granted(self, granted: bool, then: Callable[[], None]) -> None:
        self._asks_for_bots = False
        if granted:
            then()
        else:  # another process lets them move, or does not live to do it
            self._later("bots", RETRY, lambda: self._ask_again(then))

    def _ask_again(self, then: Callable[[], None]) -> None:
        if self.guest.bot_moves:
            self.ask_for_bots(then)

    def let_bots_rest(self) -> None:
        """Give back the core on which a bot has thought."""
        self._bot_errands.do(self._core.close)

    def offer_for_bot(self, seat: int, move: str, number: int) -> None:
        """Write a bot's move, unless the log has grown meanwhile."""
        self.let_bots_rest()
        self._offer(Chosen(new_id(), seat, move), number, self._arrive)

"""Who may become a member: nobody who is banned, not too many at once, and nobody new in a closed club."""

import collections
import time
from typing import TYPE_CHECKING

import msgspec

from saves.club.public_keys import fingerprint
from saves.sanitize import one_line
from tui.club.friend_line import line_refusal
from tui.server.admission import UNKNOWN_ADDRESS
from tui.server.guest_session import AdmissionError

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer

_HOUR = 3600.0


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody whose key is new here."""

    key: str
    address: str
    #: What counts as one address.
    block: str
    #: The code of somebody who comes by a friend's line; empty for everybody else.
    join_code: str = ""


class Newcomers:
    """Say why somebody new cannot come in, and register those who can."""

    def __init__(self, door: "SshServer") -> None:
        self._server = door
        self._rate = RegistrationRate(door.limits.newcomers_an_hour)

    async def ban_refusal(self, who: Newcomer) -> str:
        if await self._server.call_club(self._server.bans.keeps_out, who.key, who.address):
            return "This server does not let you in; ask its operator why."
        return ""

    def closed_refusal(self, join_code: str) -> str:
        if self._server.is_closed and not (join_code and self._server.codes_admit):
            return "This club is closed: only keys that its operator has admitted may log in."
        return ""

    def crowd_refusal(self, who: Newcomer) -> str:
        """Say why there are too many new ones; empty while there are not."""
        return self._rate.refusal(who.block, who.address) or self._server.admission.stranger_refusal(who.block)

    async def register(self, name: str, who: Newcomer) -> str:
        """Make somebody a member; return the name as the club writes it. An AdmissionError says why not."""
        door = self._server
        if refusal := self._rate.refusal(who.block, who.address):
            raise AdmissionError(refusal)
        if who.join_code and (refusal := await door.call_club(line_refusal, door.club, who.join_code)):
            raise AdmissionError(refusal)  # somebody else has come by it meanwhile
        written = await door.call_club(door.authenticator.join, name, who.key)
        self._rate.add(who.block)
        door.log.write(f"{written} is a new member from {who.address} ({fingerprint(who.key)})")
        return written


class RegistrationRate:
    """The limit of new members an hour from one address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: dict[str, collections.deque[float]] = {}

    def refusal(self, block: str, address: str) -> str:
        times = self._times.get(block, ())
        if sum(time.monotonic() - came < _HOUR for came in times) < self._most:
            return ""
        return f"Too many new members have joined from {one_line(address, 60)} this hour; try again in the next."

    def add(self, block: str) -> None:
        if block == UNKNOWN_ADDRESS:
            return
        now = time.monotonic()
        self._times = {known: times for known, times in self._times.items() if times and now - times[-1] < _HOUR}
        self._times.setdefault(block, collections.deque(maxlen=max(1, self._most))).append(now)

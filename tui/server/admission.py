"""Who may hold a connection: counted by address first, then in all, so that no stranger keeps a member out.

A connection is unsigned until its key has signed in, then a member's or a stranger's. Each kind has places of its own.
Where unsigned ones are too many, one of the address that has most of them is dropped, of these one that has come least
far with signing in, and of these one at random: whoever floods hits mostly itself, and a member among them still has a
chance. An address whose connections keep failing has to pause; that
fades, and does not hold where a member is signed in.
"""

import ipaddress
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, Protocol

from tui.server.limits import Limits

Kind = Literal["unsigned", "stranger", "member"]

#: The seconds in which the failures of an address count half.
_HALF_LIFE = 60.0
#: No address has more failures on record than so many times the limit, so that every pause has an end.
_WORST = 4.0
#: The failures that are forgotten: hardly any is left.
_FORGOTTEN = 0.5
#: The address of a connection whose real one a proxy did not tell: limits by address do not apply to it.
UNKNOWN_ADDRESS = ""


def address_block(address: str) -> str:
    """Return what counts as one address: the address itself in IPv4, its /64 network in IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return UNKNOWN_ADDRESS
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Counted(Protocol):
    """A connection that is counted here."""

    block: str

    @property
    def progress(self) -> int:
        """How far it has come with signing in."""

    def disconnect(self) -> None: ...


class Failures:
    """How often connections of an address have failed lately."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._counts: dict[str, tuple[float, float]] = {}

    def add(self, block: str) -> None:
        if block == UNKNOWN_ADDRESS:
            return
        now = self._clock()
        self._counts = {known: entry for known, entry in self._counts.items() if self._left(entry, now) > _FORGOTTEN}
        count = min(self.count(block) + 1.0, self._most * _WORST)
        self._counts[block] = (count, now)

    def count(self, block: str) -> float:
        entry = self._counts.get(block)
        return 0.0 if entry is None else self._left(entry, self._clock())

    def must_pause(self, block: str) -> bool:
        return self.count(block) > self._most

    @staticmethod
    def _left(entry: tuple[float, float], now: float) -> float:
        count, since = entry
        return float(count * 0.5 ** ((now - since) / _HALF_LIFE))


class Admission:
    """All connections of a server by their kind."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float] = time.monotonic, luck: random.Random | None = None
    ) -> None:
        self._limits = limits
        self._luck = luck or random.SystemRandom()
        self._kinds: dict[Counted, Kind] = {}
        #: How many of each kind there are by address.
        self._by_block: Counter[tuple[Kind, str]] = Counter()
        self._in_all: Counter[Kind] = Counter()
        self.failures = Failures(limits.failures_an_address, clock)

    def may_connect(self, block: str) -> bool:
        """Whether a connection from this address may begin; where there are too many, another one may have to go."""
        if block != UNKNOWN_ADDRESS:
            if self.failures.must_pause(block) and not self._by_block["member", block]:
                return False
            if self._of(block) >= self._limits.connections_an_address and not self._drop_one(block):
                return False
            if self._by_block["unsigned", block] >= self._limits.unsigned_an_address:
                if self._luck.randrange(self._limits.unsigned_an_address + 1) == 0:
                    return False
                self._drop_one(block)
        is_full = len(self._kinds) >= self._limits.connections
        if is_full or self._in_all["unsigned"] >= self._limits.unsigned:
            return self._drop_busiest()
        return True

    def add(self, connection: Counted) -> None:
        """Count a connection that begins to sign in."""
        self._set(connection, "unsigned")

    def stranger_refusal(self, block: str) -> str:
        """Say why one more stranger cannot come in; empty when there is room."""
        limits = self._limits
        of_block = self._by_block["stranger", block] if block != UNKNOWN_ADDRESS else 0
        if self._in_all["stranger"] >= limits.strangers or of_block >= limits.strangers_an_address:
            return "Too many new guests are choosing their names just now; try again in a few minutes."
        return ""

    def sign_in(self, connection: Counted, is_member: bool) -> None:
        """Count a connection as a member's or a stranger's from now on."""
        if connection in self._kinds:
            self._set(connection, "member" if is_member else "stranger")

    def remove(self, connection: Counted) -> None:
        """Forget a connection that has ended; one that never signed in is a failure of its address."""
        if self._forget(connection) == "unsigned":
            self.failures.add(connection.block)

    def count(self, kind: Kind) -> int:
        return self._in_all[kind]

    def _set(self, connection: Counted, kind: Kind) -> None:
        self._forget(connection)
        self._kinds[connection] = kind
        self._by_block[kind, connection.block] += 1
        self._in_all[kind] += 1

    def _forget(self, connection: Counted) -> Kind | None:
        kind = self._kinds.pop(connection, None)
        if kind is not None:
            self._in_all[kind] -= 1
            self._by_block[kind, connection.block] -= 1
            if not self._by_block[kind, connection.block]:
                del self._by_block[kind, connection.block]
        return kind

    def _of(self, block: str) -> int:
        return sum(self._by_block[kind, block] for kind in ("unsigned", "stranger", "member"))

    def _drop_busiest(self) -> bool:
        """Drop an unsigned connection of an address that has most of them; return whether there was one."""
        most = max((count for (kind, _), count in self._by_block.items() if kind == "unsigned"), default=0)
        return self._drop(one for one in self._unsigned() if self._by_block["unsigned", one.block] == most)

    def _drop_one(self, block: str) -> bool:
        """Drop an unsigned connection of this address; return whether there was one."""
        return self._drop(one for one in self._unsigned() if one.block == block)

    def _unsigned(self) -> Iterator[Counted]:
        return (one for one, kind in self._kinds.items() if kind == "unsigned")

    def _drop(self, found: Iterable[Counted]) -> bool:
        """Drop one of these, at random one of those that have come least far; return whether there was one."""
        by_progress = sorted(((one.progress, self._luck.random(), one) for one in found), key=lambda entry: entry[:2])
        if not by_progress:
            return False
        dropped = by_progress[0][-1]
        self.remove(dropped)
        dropped.disconnect()
        return True

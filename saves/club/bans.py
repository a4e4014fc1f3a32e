"""Whom the operator keeps out: networks, and keys by their fingerprints. A ban is for strangers; members come in.

bans = BanList(club)
bans.add("203.0.113.0/24")               # or "SHA256:…", as the log has it, or a public key
bans.keeps_out(key, "203.0.113.7")       # True
bans.lift("203.0.113.0/24")
"""

import contextlib
import ipaddress
import re
from typing import Literal

import msgspec

from saves.club.errors import ClubRefusedError
from saves.club.public_keys import fingerprint, public_keys
from saves.club.store import Club
from saves.sanitize import one_line

#: The digest of a key, in base64 without its padding.
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


class Ban(msgspec.Struct, frozen=True):
    """A network, or a key by its fingerprint, and since when it is banned."""

    kind: Literal["network", "key"]
    subject: str
    since: float = 0.0


class BanList:
    """The bans of a club."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def all(self) -> list[Ban]:
        """Return every ban that can be read, the latest first."""
        found: list[Ban] = []
        for kind, subject, since in self._club.query("SELECT kind, subject, since FROM club_bans ORDER BY since DESC"):
            with contextlib.suppress(msgspec.ValidationError):
                found.append(msgspec.convert({"kind": kind, "subject": subject, "since": since}, Ban))
        return found

    def add(self, text: str) -> Ban:
        """Ban an address, a network or a key that is no member's."""
        ban = read_ban(text)
        with self._club.transaction() as transaction:
            keys = transaction.rows("SELECT public_key, name FROM club_keys JOIN club_members ON member = id")
            for key, name in keys:
                if ban.kind == "key" and fingerprint(str(key)) == ban.subject:
                    raise ClubRefusedError(f"This key is {name}'s; samovar club dismiss {name} keeps a member out.")
            transaction.run(
                "INSERT INTO club_bans (kind, subject, since) VALUES (?, ?, ?) ON CONFLICT (kind, subject) DO NOTHING",
                ban.kind,
                ban.subject,
                transaction.now(),
            )
        return ban

    def lift(self, text: str) -> Ban:
        """Let in again what was banned."""
        ban = read_ban(text)
        with self._club.transaction() as transaction:
            if not transaction.run("DELETE FROM club_bans WHERE kind = ? AND subject = ?", ban.kind, ban.subject):
                raise ClubRefusedError(f"{ban.subject} is not banned; samovar club ban lists what is.")
        return ban

    def keeps_out(self, key: str, address: str) -> bool:
        """Whether a stranger with this key, from this address, is kept out."""
        print_of_key = fingerprint(key)
        return any(
            ban.subject == print_of_key if ban.kind == "key" else _is_within(address, ban.subject) for ban in self.all()
        )


def read_ban(text: str) -> Ban:
    """Return what is meant by an address, a network, a fingerprint or a public key."""
    wanted = text.strip()
    if _FINGERPRINT.fullmatch(wanted):
        return Ban("key", wanted)
    if " " in wanted:
        return Ban("key", fingerprint(public_keys(wanted)[0]))
    try:
        return Ban("network", str(ipaddress.ip_network(wanted, strict=False)))
    except ValueError:
        raise ClubRefusedError(
            f"{one_line(wanted, 60)} is no address and no key; one is written 203.0.113.7, 203.0.113.0/24,"
            " 2001:db8::/48 or SHA256:… as the log has it."
        ) from None


def _is_within(address: str, network: str) -> bool:
    """Whether an address is in a network; an IPv4 address is the same one when it is written as IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return found in ipaddress.ip_network(network)
    except ValueError:
        return False

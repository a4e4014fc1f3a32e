"""Sign-in by public key only. A refusal is explained while the client tries its next key."""

from typing import TYPE_CHECKING

import asyncssh

from saves.club.auth import KeyStatus
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.member_names import member_name
from saves.sanitize import one_line
from tui.server.keys import fingerprint

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer
    from tui.server.ssh_session import SshSession

#: The user name for adding a key with a link code.
LINK = "link"
#: The most keys that a client may try.
_TRIES = 12


class SshConnection(asyncssh.SSHServer):
    """One client's connection, from its first byte; after sign-in it may only open sessions."""

    def __init__(self, door: "SshServer") -> None:
        self._server = door
        self._connection: asyncssh.SSHServerConnection | None = None
        self.address = "nowhere"
        self.user_name = ""
        self.key = ""
        self._tries = 0
        self._told: set[str] = set()
        self.is_signed_in = False

    # The connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "nowhere"
        self._server.on_connected(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.on_disconnected(self)
        if not self.is_signed_in:
            why = f": {exc}" if exc else ""
            self._server.log.write(f"{self._label} from {self.address} did not sign in{why}")

    def disconnect(self) -> None:
        if self._connection is not None:
            self._connection.abort()

    # Signing in

    def begin_auth(self, username: str) -> bool:
        self.user_name = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether this key may sign in; the caller checks that the client holds it."""
        self._tries += 1
        if self._tries > _TRIES:
            self.disconnect()
            return False
        offered = " ".join(key.export_public_key().decode().split()[:2])
        try:
            standing = await self._server.call_club(self._server.authenticator.key_status, offered, username)
        except ClubError as error:
            self._server.log.write(f"the club is away: {error}")
            self._print("The club cannot be reached right now; try again later.")
            return False
        if refusal := self._refusal(standing, username):
            self._server.log.write(
                f"{self._label} from {self.address} was declined: {refusal} ({fingerprint(offered)})"
            )
            self._print(refusal)
            return False
        self.key = offered
        return True

    def _refusal(self, standing: KeyStatus, name: str) -> str:
        """Say why this key may not sign in by this name; empty when it may."""
        if standing.is_barred:
            return "This key has been removed."
        if standing.owner or name == LINK:
            return ""
        if self._server.is_closed:
            return "This club is closed: only keys that its operator has admitted may log in."
        try:
            written = member_name(name)
        except ClubRefusedError as refused:
            return str(refused)
        if standing.name_is_taken:
            return (
                f"{written} belongs to a member with another key. Choose another name; or, if that is you, log in with"
                " the other key and type keys link to add this one."
            )
        return self._server.registration_rate.refusal(self.address)

    def _print(self, sentence: str) -> None:
        """Send a sentence once, while the client still signs in."""
        if self._connection is not None and sentence not in self._told:
            self._told.add(sentence)
            self._connection.send_auth_banner(f"{sentence}\n")

    def auth_completed(self) -> None:
        self.is_signed_in = True
        self._server.on_authenticated(self)

    @property
    def _label(self) -> str:
        return repr(one_line(self.user_name, 40)) if self.user_name else "somebody"

    # What a client may do

    def session_requested(self) -> "SshSession":
        return self._server.open_session(self)

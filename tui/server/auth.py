"""Sign-in by public key only. A refusal is explained while the client tries its next key."""

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

import asyncssh

from saves.club.auth import KeyStatus
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.join_codes import JOIN
from saves.club.member_names import member_name
from saves.club.public_keys import fingerprint
from saves.sanitize import one_line
from tui.club.friend_line import line_refusal
from tui.server.newcomers import Newcomer

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer
    from tui.server.ssh_session import SshSession

#: The user name for adding a key with a link code.
LINK = "link"
#: The most keys that a client may try.
_TRIES = 12


class SshConnection(asyncssh.SSHServer):
    """One client's connection, from its first byte; after sign-in it may only open sessions."""

    def __init__(self, door: "SshServer", line: socket.socket, address: str, block: str) -> None:
        self._server = door
        self._line = line
        self._connection: asyncssh.SSHServerConnection | None = None
        self.address = address
        #: What counts as one address.
        self.block = block
        self.user_name = ""
        self.key = ""
        self._tries = 0
        self._told: set[str] = set()
        self.is_signed_in = False
        #: Whether the key is a member's, as far as is known.
        self.is_member = False
        self._channels = 0
        self._sessions = 0
        #: Whether a session has ended: a stranger who has had one gets no other on this connection.
        self._had_session = False
        self._ends_at: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._server.on_ssh_begun(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_end()
        self._server.admission.remove(self)
        if not self.is_signed_in:
            why = f": {exc}" if exc else ""
            self._server.log.write(
                f"{self.name_for_log} from {self.address} did not sign in{why}", f"unsigned {self.address}"
            )

    @property
    def progress(self) -> int:
        """How far the client has come with signing in: it says nothing, it speaks SSH, it has exchanged keys."""
        if self._connection is None or not self._connection.get_extra_info("client_version"):
            return 0
        return 2 if self.user_name else 1

    def disconnect(self) -> None:
        if self._connection is not None:
            self._connection.abort()
            return
        # SSH may be about to begin: it finds the end. Were the socket closed under it, its number would be the next
        # guest's, and SSH would wait on that.
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    # Without a session a connection has to go

    @property
    def sessions(self) -> int:
        """How many sessions were started and have not ended."""
        return self._sessions

    def on_session_started(self) -> None:
        self._sessions += 1
        self._cancel_end()

    def on_session_ended(self) -> None:
        self._sessions -= 1
        self._had_session = True
        self._end_soon()

    def _end_soon(self) -> None:
        """End the connection in a while, unless a session is started."""
        if not self._sessions and self._ends_at is None:
            loop = asyncio.get_running_loop()
            self._ends_at = loop.call_later(self._server.limits.session_seconds, self.disconnect)

    def _cancel_end(self) -> None:
        if self._ends_at is not None:
            self._ends_at.cancel()
            self._ends_at = None

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
            refusal = await self._refusal(standing, username, offered)
        except ClubError as error:
            self._server.log.write(f"the club is away: {error}")
            self._print("The club cannot be reached right now; try again later.")
            return False
        if refusal:
            self._server.log.write_always(
                f"{self.name_for_log} from {self.address} was declined: {refusal} ({fingerprint(offered)})"
            )
            self._print(refusal)
            return False
        self.key = offered
        self.is_member = bool(standing.owner)
        return True

    async def _refusal(self, standing: KeyStatus, name: str, key: str) -> str:
        """Say why this key may not sign in by this name; empty when it may."""
        if standing.is_barred:
            return "This key has been removed."
        if self.join_code is not None and (
            refusal := await self._server.call_club(line_refusal, self._server.club, self.join_code)
        ):
            return refusal
        if standing.owner:
            return ""
        newcomers, newcomer = self._server.newcomers, self._newcomer(key)
        if refusal := await newcomers.ban_refusal(newcomer):
            return refusal
        if name == LINK:
            return await self._link_refusal() or self._server.admission.stranger_refusal(self.block)
        if refusal := newcomers.closed_refusal(newcomer.join_code):
            return refusal
        if newcomer.join_code:
            return newcomers.crowd_refusal(newcomer)
        try:
            written = member_name(name)
        except ClubRefusedError as refused:
            return str(refused)
        if standing.name_is_taken:
            return (
                f"{written} belongs to a member with another key. Choose another name; or, if that is you, log in with"
                " the other key and type keys link to add this one."
            )
        return await self._server.call_club(self._server.authenticator.name_refusal, name) or newcomers.crowd_refusal(
            newcomer
        )

    async def _link_refusal(self) -> str:
        """Say why no key can be added now; empty while somebody has a link code that is still good."""
        if await self._server.call_club(self._server.authenticator.has_link_codes):
            return ""
        return "No link code is valid now: ask for one with the key that you have (keys link)."

    def _print(self, sentence: str) -> None:
        """Send a sentence once, while the client still signs in."""
        if self._connection is not None and sentence not in self._told:
            self._told.add(sentence)
            self._connection.send_auth_banner(f"{sentence}\n")

    def auth_completed(self) -> None:
        self.is_signed_in = True
        if not self.is_member and self._server.admission.stranger_refusal(self.block):
            self.disconnect()  # others have come meanwhile
            return
        self._server.admission.sign_in(self, self.is_member)
        self._end_soon()

    def become_member(self) -> None:
        """Count this connection as a member's from now on."""
        self.is_member = True
        self._server.admission.sign_in(self, True)

    @property
    def newcomer(self) -> Newcomer:
        """Whoever has signed in, as somebody new."""
        return self._newcomer(self.key)

    def _newcomer(self, key: str) -> Newcomer:
        return Newcomer(key, self.address, self.block, self.join_code or "")

    @property
    def join_code(self) -> str | None:
        """The code of somebody who comes by a friend's line; None for everybody else."""
        return self.user_name[len(JOIN) :] if self.user_name.lower().startswith(JOIN) else None

    @property
    def name_for_log(self) -> str:
        """What was typed before the @, for the log; a code is never written there."""
        if self.join_code is not None:
            return "somebody with a code"
        return repr(one_line(self.user_name, 40)) if self.user_name else "somebody"

    # What a client may do

    def session_requested(self) -> "SshSession":
        if self._channels >= self._server.limits.channels:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, f"A connection has at most {self._server.limits.channels} channels."
            )
        if self._had_session and not self.is_member:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "Log in again.")
        self._channels += 1
        return self._server.open_session(self)

    def on_channel_closed(self) -> None:
        self._channels -= 1

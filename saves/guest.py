"""Whether this process is that of a server's guest, and what somebody types to run a command.

A guest has no samovar of their own, and neither folders nor programs of the host are for them.
"""

import os

#: What the server sets to the member's name in the process of a guest.
VARIABLE = "SAMOVAR_GUEST"


def is_guest() -> bool:
    return VARIABLE in os.environ


def typed_command(words: str) -> str:
    """Return a command as it is typed: a guest has an ssh with words behind the host."""
    return f"ssh … {words}" if is_guest() else f"samovar {words}"

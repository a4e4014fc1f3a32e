"""What people are called who have not said so."""

import getpass

from core.match import clean_name


def login() -> str:
    """The name that the player has on this machine."""
    try:
        return clean_name(getpass.getuser()).capitalize() or "Player"
    except (OSError, KeyError):
        return "Player"

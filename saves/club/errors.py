"""What can go wrong with a club, told in one sentence."""

from saves.errors import SaveError


class ClubError(SaveError):
    """A club that cannot be found, reached, read or written, or that refuses; its text is written for the player."""


class ClubRefusedError(ClubError):
    """The club is well, and does not do this: there is no such table or member, or it is not allowed."""

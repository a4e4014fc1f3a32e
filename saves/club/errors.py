"""Errors of a club. The text of each is one sentence for the player."""

from saves.errors import SaveError


class ClubError(SaveError):
    """A club that cannot be found, reached, read or written, or that refuses; its text is written for the player."""


class ClubRefusedError(ClubError):
    """A refusal of a working club: there is no such table or member, or it is not allowed."""

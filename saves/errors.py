"""Errors about a player's files. The text of each is one sentence for the player."""


class SaveError(Exception):
    """A save that cannot be found, read, imported or exported; its text is written for the player."""


class SaveNotFoundError(SaveError):
    """No match has this name."""


class NoDataFolderError(SaveError):
    """There is no folder for the player's files."""

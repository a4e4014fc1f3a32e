"""What can go wrong with a file, told in one sentence."""


class SaveError(Exception):
    """A save that cannot be found, read, brought in or taken out; its text is written for the player."""


class SaveNotFoundError(SaveError):
    """A name that no match has."""


class NoDataFolderError(SaveError):
    """No folder can be meant for the player's files."""

"""What can go wrong at the table, each told in one sentence that says what to do."""


class TableError(Exception):
    """Any of the three; its text is written for the player."""


class UnreadableMove(TableError):
    """A notation that no move of this game could have."""


class IllegalMove(TableError):
    """A move of this game that is not legal now; `legal` holds the notations of those that are."""

    def __init__(self, text: str, legal: list[str]) -> None:
        super().__init__(text)
        self.legal = legal


class ImpossibleMatch(TableError):
    """Seats, options or a log that cannot make a match."""

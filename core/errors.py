"""What can go wrong at the table, each told in one sentence that says what to do."""


class GameError(Exception):
    """Any of the three; its text is written for the player."""


class InvalidMoveError(GameError):
    """A notation that no move of this game could have."""


class IllegalMoveError(GameError):
    """A move of this game that is not legal now; `legal` holds the notations of those that are."""

    def __init__(self, text: str, legal: list[str]) -> None:
        super().__init__(text)
        self.legal = legal


class InvalidMatchError(GameError):
    """Seats, options or a log that cannot make a match."""

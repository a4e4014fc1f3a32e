"""Errors of the rules and of matches. The text of each is one sentence for the player that says what to do."""


class GameError(Exception):
    """The base of the other three; its text is written for the player."""


class InvalidMoveError(GameError):
    """Raised for a notation that no move of the game could have."""


class IllegalMoveError(GameError):
    """Raised for a move that is not legal now; `legal` holds the notations of those that are."""

    def __init__(self, text: str, legal: list[str]) -> None:
        super().__init__(text)
        self.legal = legal


class InvalidMatchError(GameError):
    """Raised for seats, options, a position or a log that cannot make a match."""

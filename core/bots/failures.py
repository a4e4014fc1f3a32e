"""Reasons why a bot could not answer: ids that are stored in the log of a match, and their words."""

TOO_LONG = "too-long"
ENDED = "ended"
NO_PROCESS = "no-process"
NO_MEMORY = "no-memory"
TIME_USED_UP = "time-used-up"

_TEXTS = {
    TOO_LONG: "it took too long",
    ENDED: "the bots' process has ended",
    NO_PROCESS: "no process could be started",
    NO_MEMORY: "it needs too much memory",
    TIME_USED_UP: "this hour's time for your bots is used up",
}


def trouble_text(trouble: str) -> str:
    """Return the words for a reason; an exception's name stands for itself."""
    return _TEXTS.get(trouble, trouble)

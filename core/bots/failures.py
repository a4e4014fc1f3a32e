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
    TIME_USED_UP: "your bots have used up this hour's thinking time",
}


def trouble_text(trouble: str) -> str:
    """Return the words for a reason; any other, such as an exception's name, is an internal error to a player."""
    return _TEXTS.get(trouble, "internal error")


def no_hint_text(trouble: str) -> str:
    """Return why there is no hint: the reason of a failure, or none because nothing was found."""
    return f"No tip this time: {trouble_text(trouble) if trouble else 'the master found no turn'}."

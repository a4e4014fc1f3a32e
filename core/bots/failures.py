"""Why a bot has no answer: an id that the log of a match keeps, and its words."""

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
    """The words for a trouble; an error of the code goes by its own name."""
    return _TEXTS.get(trouble, trouble)

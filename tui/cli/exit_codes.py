"""The exit codes of the command line."""

FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130


def exit_code(ending: str) -> int:
    """Return the exit code of something played in lines, by how it ended (`tui.plain.console.Ending`)."""
    return INTERRUPTED if ending == "interrupted" else 0
